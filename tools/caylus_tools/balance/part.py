"""The findings of games between bots of one sort, put in order: verdicts, then what they rest on, by sections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from caylus_tools.common.english import join_words
from caylus_tools.common.games import Choice

from .estimates import EXTRA_OF_PAIRS, EXTRA_OF_RATES, games_needed, rate
from .rows import SHARE, Group, Names, Row, groups, share_of_games
from .sample import Study, points_by_name, points_by_source, trials
from .standouts import unfair
from .verdicts import Verdict, verdicts
from .wording import capital, change, estimate, margin, per_cent, sentence

COMMON = 0.2
"""What is chosen in a smaller part of the games is left out of what winners choose most and least."""
_OFTEN = "the frequency of {} options"
_WELL = "how often one wins with {} options"


@dataclass(frozen=True, slots=True)
class Needed:
    """The number of games that brings the margin of a row's number, or of its change by a variant, down to `wanted`."""

    row: Row
    wanted: float
    margins: tuple[float, ...]
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """`name` is also that of its plots."""

    name: str
    title: str
    sentences: tuple[str, ...]
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """`mark` keeps the names of its sections and plots apart from those of other parts; the first has none."""

    mark: str
    study: Study
    names: Names
    groups: dict[str, Group]
    verdicts: tuple[Verdict, ...]
    sections: tuple[Section, ...]
    needed: tuple[Needed, ...]


def part(study: Study, precision: float, mark: str) -> Part:
    """Everything there is to say of these games; `precision` is the one that the last section counts games for."""
    names = Names(study.samples)
    found = groups(study.samples, names, study.chance)
    titles = [sample.title for sample in study.variants]
    needed = tuple(_games_needed(study, found, precision))
    choices, winning, points, resources = (found[name] for name in ("choices", "winning", "points", "resources"))
    chosen = (*_extremes(study, found), *_changes(choices, titles, _OFTEN), *_changes(winning, titles, _WELL))
    given = (*_main_sources(study, names), *_changes(points, titles, "the points from {} sources"))
    moved = (*_resource_gains(resources), *_changes(resources, titles, "{} amounts"))
    sections = (
        *(_simple(study, found[name], titles) for name in ("scores", "winners", "length")),
        Section("choices", "What is chosen, and who wins with it" if winning.rows else choices.title, chosen, (choices, winning)),
        Section("points", points.title, given, (points,)),
        Section("resources", resources.title, moved, (resources,)),
        Section("needed", "How many games it takes", tuple(_words_of_needed(study, needed, precision))),
    )
    worth_reading = tuple(section for section in sections if section.sentences)
    return Part(mark, study, names, found, tuple(verdicts(study, found, names)), worth_reading, needed)


def _simple(study: Study, group: Group, titles: Sequence[str]) -> Section:
    """A sentence for each row."""
    alike = [title for variant, title in enumerate(titles) if study.is_alike(variant)]
    return Section(group.name, group.title, tuple(sentence(row, titles, alike) for row in group.rows), (group,))


def _extremes(study: Study, groups: Mapping[str, Group]) -> Iterator[str]:
    """With what one surely wins more or less often than is fair in the base, of all that is chosen in enough of the games."""
    fair = study.base.fair
    off = [one for one in unfair(study, groups, 0) if share_of_games(study.base, Choice(*one[0].key)) >= COMMON]
    above = sorted((one for one in off if one[1].value > fair), key=lambda one: -one[1].low)
    below = sorted((one for one in off if one[1].value < fair), key=lambda one: one[1].high)
    for word, clearest in (("more", above[:3]), ("less", below[:3])):
        if clearest:
            choices = join_words([f"“{row.label}” ({estimate(wins, row.unit)})" for row, wins in clearest])
            common = f"of what is chosen in at least {per_cent(COMMON)} of the games"
            yield f"{capital(common)}, one wins {word} often than the fair share with {choices}, to name the clearest."


def _main_sources(study: Study, names: Names) -> Iterator[str]:
    gained = points_by_source(study.base)
    shares = sorted(points_by_name(study.base), key=lambda name: -float(gained[name].sum()))
    if shares:
        sources = [f"{names.rule(name)} ({estimate(rate(*trials(study.base, gained, name)), SHARE)})" for name in shares[:6]]
        yield f"Points come from {join_words([*sources, 'others'] if shares[6:] else sources)}."
    else:
        yield "The score is not made up of resources in fixed parts, so that nothing can be said of where it comes from."


def _resource_gains(resources: Group) -> Iterator[str]:
    rows = [(row, amount) for row in resources.rows if row.key[1] == "gained" and (amount := row.estimates[0]) is not None]
    if rows:
        amounts = [f"{row.label.removesuffix(' gained')} {estimate(amount, row.unit)}" for row, amount in rows]
        yield f"What a player gains in a game: {join_words(amounts)}."


def _changes(group: Group, titles: Sequence[str], what: str) -> Iterator[str]:
    """For each variant the rows that it changes most; in `what` braces stand for their number."""
    count = len(group.rows)
    for variant, title in enumerate(titles):
        rows = [(row, found) for row in group.rows if (found := row.changes[variant]) is not None and row.stands[variant]]
        rows.sort(key=lambda pair: -abs(pair[1].value) / (pair[1].margin or 1e-9))
        if rows:
            most = join_words([f"“{row.label}” ({change(found, row.unit)})" for row, found in rows[:4]])
            changed = what.format(f"{len(rows)} of {count}")
            yield f"{title} changes {changed}{', above all' if len(rows) > 4 else ':'} {most}."
        elif count:
            yield f"No evidence that {title} changes {what.format(f'any of {count}')}."


def _games_needed(study: Study, found: dict[str, Group], precision: float) -> Iterator[Needed]:
    for group in (found["scores"], found["winners"], found["length"]):
        for row in group.rows:
            base = row.estimates[0]
            assert base is not None
            is_rate = row.unit is SHARE
            wanted = precision if is_rate else precision * abs(base.value)
            if wanted:
                margins = (base.margin, *(found.margin for found in row.changes if found is not None))
                extras = (EXTRA_OF_RATES, *[EXTRA_OF_PAIRS] * len(study.variants)) if is_rate else [0.0] * len(margins)
                games = (games_needed(study.games, now, wanted, extra) for now, extra in zip(margins, extras, strict=True))
                yield Needed(row, wanted, margins, tuple(games))


def _words_of_needed(study: Study, needed: Sequence[Needed], precision: float) -> Iterator[str]:
    for at, sample in enumerate(study.samples):
        what = f"the change that {sample.title} makes to " if at else ""
        takes = [
            f"the {one.row.label} to within ±{margin(one.wanted)} points ({per_cent(precision)}) takes {one.games[at]:,} games"
            for one in needed
            if one.row.key == ("mean",) and one.margins[at]
        ]
        shares = [one.games[at] for one in needed if one.row.unit is SHARE]
        if takes and shares:
            takes.append(f"to know every share of wins to within ±{margin(100 * precision)} percentage points, {max(shares):,}")
        if takes:
            yield f"To know {what}{'; '.join(takes)}."
