"""The findings put in order: verdicts first, then what they rest on, each section with its sentences and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from caylus_tools.common.english import counted, listed

from .estimates import CONFIDENCE, EXTRA_OF_PAIRS, EXTRA_OF_RATES, games_needed
from .groups import FALSE_ALARMS, SHARE, Group, Row, groups, share_of_games
from .names import Names
from .observation import Choice
from .standouts import points_by_name
from .study import Study
from .verdicts import Verdict, verdicts
from .wording import change, estimate, margin, per_cent, sentence

COMMON = 0.2
"""What is chosen in a smaller part of the games is left out of what winners choose most and least."""
_OFTEN = "the frequency of {} options"
_WELL = "how often one wins with {} options"


@dataclass(frozen=True, slots=True)
class Needed:
    """How many games bring the margin of a row's number, or of its change by a variant, down to `wanted`."""

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
class Report:
    study: Study
    names: Names
    groups: dict[str, Group]
    verdicts: tuple[Verdict, ...]
    sections: tuple[Section, ...]
    needed: tuple[Needed, ...]

    @property
    def title(self) -> str:
        return f"The balance of {self.study.base.title}"

    @property
    def facts(self) -> tuple[str, ...]:
        study = self.study
        policy = study.policy[0] if len(set(study.policy)) == 1 else ", ".join(study.policy)
        games = f"{study.games:,} games of {counted(study.players, 'player')}"
        unfinished = f"ended early, {study.planned:,} were planned" if study.games < study.planned else ""
        against = f"each under {listed([sample.title for sample in study.samples])}" if study.variants else ""
        return tuple(filter(None, (games, against, unfinished, f"bots: {policy}", f"seed {study.seed}")))


def report(study: Study, precision: float) -> Report:
    """Everything there is to say; `precision` is the one that the last section counts games for."""
    names = Names(study.samples)
    found = groups(study.samples, names)
    titles = [sample.title for sample in study.variants]
    needed = tuple(_needed(study, found, precision))
    choices, winning, points, resources = (found[name] for name in ("choices", "winning", "points", "resources"))
    chosen = (*_extremes(study, winning), *_changes(choices, titles, _OFTEN), *_changes(winning, titles, _WELL))
    given = (*_main_sources(study, names), *_changes(points, titles, "the points from {} sources"))
    moved = (*_gained(resources), *_changes(resources, titles, "{} amounts"))
    sections = (
        *(_simple(study, found[name], titles) for name in ("scores", "winners", "length")),
        Section("choices", "What is chosen, and who wins with it" if winning.rows else choices.title, chosen, (choices, winning)),
        Section("points", points.title, given, (points,)),
        Section("resources", resources.title, moved, (resources,)),
        Section("needed", "How many games it takes", tuple(_words_of_needed(study, needed, precision))),
        Section("method", "How to read this", tuple(_method(study, found))),
    )
    worth_reading = tuple(section for section in sections if section.sentences)
    return Report(study, names, found, tuple(verdicts(study, found, names)), worth_reading, needed)


def _simple(study: Study, group: Group, titles: Sequence[str]) -> Section:
    """A sentence for each row."""
    alike = [title for variant, title in enumerate(titles) if study.is_alike(variant)]
    return Section(group.name, group.title, tuple(sentence(row, titles, alike) for row in group.rows), (group,))


def _extremes(study: Study, winning: Group) -> Iterator[str]:
    """With what one wins most and least in the base, of all that is chosen in a fair part of the games."""
    fair = study.base.fair
    rows = [(row, wins) for row in winning.rows if (wins := row.estimates[0]) is not None]
    rows = [(row, wins) for row, wins in rows if share_of_games(study.base, Choice(*row.key)) >= COMMON]
    above = sorted((pair for pair in rows if pair[1].low > fair), key=lambda pair: -pair[1].low)
    below = sorted((pair for pair in rows if pair[1].high < fair), key=lambda pair: pair[1].high)
    for word, best in (("most", above[:3]), ("least", below[:3])):
        if best:
            best.sort(key=lambda pair: pair[1].value, reverse=word == "most")
            winners = listed([f"“{row.label}” ({estimate(wins, row.unit)})" for row, wins in best])
            yield f"Of what is chosen in at least {per_cent(COMMON)} of the games, one wins {word} with {winners}."


def _main_sources(study: Study, names: Names) -> Iterator[str]:
    shares = sorted(points_by_name(study.base).items(), key=lambda item: -item[1])
    if shares:
        sources = [f"{names.rule(name)} ({per_cent(share)})" for name, share in shares[:6]]
        yield f"Points come from {listed([*sources, 'others'] if shares[6:] else sources)}."
    else:
        yield "The score is not made up of resources in fixed parts, so that nothing can be said of where it comes from."


def _gained(resources: Group) -> Iterator[str]:
    rows = [(row, amount) for row in resources.rows if row.key[1] == "gained" and (amount := row.estimates[0]) is not None]
    if rows:
        amounts = [f"{row.label.removesuffix(' gained')} {estimate(amount, row.unit)}" for row, amount in rows]
        yield f"What a player gains in a game: {listed(amounts)}."


def _changes(group: Group, titles: Sequence[str], what: str) -> Iterator[str]:
    """For each variant the rows that it changes most; in `what` braces stand for their number."""
    count = len(group.rows)
    for variant, title in enumerate(titles):
        rows = [(row, found) for row in group.rows if (found := row.changes[variant]) is not None and row.stands[variant]]
        rows.sort(key=lambda pair: -abs(pair[1].value) / (pair[1].margin or 1e-9))
        if rows:
            most = listed([f"“{row.label}” ({change(found, row.unit)})" for row, found in rows[:4]])
            changed = what.format(f"{len(rows)} of {count}")
            yield f"{title} changes {changed}{', above all' if len(rows) > 4 else ':'} {most}."
        elif count:
            yield f"No evidence that {title} changes {what.format(f'any of {count}')}."


def _needed(study: Study, found: dict[str, Group], precision: float) -> Iterator[Needed]:
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


def _method(study: Study, found: dict[str, Group]) -> Iterator[str]:
    yield (
        f"± stands before half of an interval that holds the true number with a confidence of {per_cent(CONFIDENCE)}: Student's "
        "t for means, Wilson's interval for rates. Games count, not what happens within one, which hangs together."
    )
    if study.variants:
        looked = sum(len(group.rows) for group in found.values())
        yield (
            "Each game of a variant has the seed, and so the draws and the bots, of a game of the base. A change is the mean of "
            "the differences within such pairs, by a paired t interval; for rates, by that of Bonett and Price."
        )
        yield (
            f"{looked} numbers of each variant are compared with the base, so that by chance alone many would seem to change. A "
            "change is called one, and is coloured in the tables, only if it passes Holm's test: under a variant that changes "
            f"nothing, the chance of even one false alarm is {per_cent(FALSE_ALARMS)} in all, shared out evenly among "
            f"{len(found)} groups of numbers."
        )
        yield "“No evidence” of a change does not say that there is none: it may be as large as the sentence says."
    yield (
        "All seats are played by bots, and what is found is true of games between them. What goes with winning need not be its "
        "cause: whoever is ahead can afford more."
    )
