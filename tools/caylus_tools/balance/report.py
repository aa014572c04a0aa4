"""The whole report: what all bots say together, a part for each sort of bots, and when the answer is sure.

The games are looked at after numbers of games that are set before. Each look has its share in the chance of a false alarm. So the
chance for the whole report is what it would be with one look at the end (Bonferroni).
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from caylus.records import Record

from caylus_tools.bots import describe_skill
from caylus_tools.common.english import capitalize, count_things, join_words
from caylus_tools.common.games import Choice
from caylus_tools.common.intervals import CONFIDENCE

from .estimates import EXTRA_OF_PAIRS, EXTRA_OF_RATES, FALSE_ALARMS, Difference, Estimate, games_needed, rate
from .sample import Study, points_by_name, points_by_source, trials
from .verdicts import (
    SHARE,
    Group,
    Joint,
    Names,
    Row,
    Verdict,
    change,
    estimate,
    groups,
    joint,
    margin,
    per_cent,
    sentence,
    share_of_games,
    unfair,
    verdicts,
)

COMMON = 0.2
"""What is chosen in a smaller part of the games is left out of what winners choose most and least."""
_OFTEN = "the frequency of {} options"
_WELL = "how often one wins with {} options"


class Needed(Record):
    """The number of games that brings the margin of a row's number, or of its change by a variant, down to `wanted`."""

    row: Row
    wanted: float
    margins: tuple[float, ...]
    games: tuple[int, ...]


class Section(Record):
    """`name` is also that of its plots."""

    name: str
    title: str
    sentences: tuple[str, ...]
    groups: tuple[Group, ...] = ()


class Part(Record):
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
    groups_by_name = groups(study.samples, names, study.chance)
    titles = [sample.title for sample in study.variants]
    needed = tuple(_games_needed(study, groups_by_name, precision))
    choices, winning, points, resources = (groups_by_name[name] for name in ("choices", "winning", "points", "resources"))
    choice_sentences = (*_extremes(study, groups_by_name), *_changes(choices, titles, _OFTEN), *_changes(winning, titles, _WELL))
    point_sentences = (*_main_sources(study, names), *_changes(points, titles, "the points from {} sources"))
    resource_sentences = (*_resource_gains(resources), *_changes(resources, titles, "{} amounts"))
    sections = (
        *(_simple(study, groups_by_name[name], titles) for name in ("scores", "winners", "length")),
        Section(
            "choices",
            "What is chosen, and who wins with it" if winning.rows else choices.title,
            choice_sentences,
            (choices, winning),
        ),
        Section("points", points.title, point_sentences, (points,)),
        Section("resources", resources.title, resource_sentences, (resources,)),
        Section("needed", "How many games it takes", tuple(_words_of_needed(study, needed, precision))),
    )
    worth_reading = tuple(section for section in sections if section.sentences)
    return Part(mark, study, names, groups_by_name, tuple(verdicts(study, groups_by_name, names)), worth_reading, needed)


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
            yield f"{capitalize(common)}, one wins {word} often than the fair share with {choices}, to name the clearest."


def _main_sources(study: Study, names: Names) -> Iterator[str]:
    points = points_by_source(study.base)
    shares = sorted(points_by_name(study.base), key=lambda name: -float(points[name].sum()))
    if shares:
        sources = [f"{names.rule(name)} ({estimate(rate(*trials(study.base, points, name)), SHARE)})" for name in shares[:6]]
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
        rows = [
            (row, difference) for row in group.rows if (difference := row.changes[variant]) is not None and row.stands[variant]
        ]
        rows.sort(key=lambda pair: -abs(pair[1].value) / (pair[1].margin or 1e-9))
        if rows:
            most = join_words([f"“{row.label}” ({change(difference, row.unit)})" for row, difference in rows[:4]])
            summary = what.format(f"{len(rows)} of {count}")
            yield f"{title} changes {summary}{', above all' if len(rows) > 4 else ':'} {most}."
        elif count:
            yield f"No evidence that {title} changes {what.format(f'any of {count}')}."


def _games_needed(study: Study, results: dict[str, Group], precision: float) -> Iterator[Needed]:
    for group in (results["scores"], results["winners"], results["length"]):
        for row in group.rows:
            base = row.estimates[0]
            assert base is not None
            is_rate = row.unit is SHARE
            target = precision if is_rate else precision * abs(base.value)
            if target:
                margins = (base.margin, *(results.margin for results in row.changes if results is not None))
                extras = (EXTRA_OF_RATES, *[EXTRA_OF_PAIRS] * len(study.variants)) if is_rate else [0.0] * len(margins)
                games = (games_needed(study.games, now, target, extra) for now, extra in zip(margins, extras, strict=True))
                yield Needed(row, target, margins, tuple(games))


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


_FIRST = 60
_GROWTH = 1.5
"""Each look is after so many times the games of the one before."""


def looks(planned_games: int) -> list[int]:
    """The numbers of games to look at, the last of them all that are planned."""
    numbers, games = [], float(_FIRST)
    while games < planned_games:
        numbers.append(round(games))
        games *= _GROWTH
    return [*numbers, planned_games]


def is_sure(studies: Sequence[Study], within: float) -> bool:
    """Return whether more games could hardly add to the verdicts.

    Of each variant it must be known, between bots of each sort, that it changes who wins, or that no share of wins changes by
    more than `within`. Where no change of the game was found, the mean score must not change by more than that part. A ruleset
    alone is looked at in the same way: whether seats win as often as is fair.
    """
    return all(_is_settled(study, within) for study in studies)


def _is_settled(study: Study, within: float) -> bool:
    current_part = part(study, within, "")
    base, *variants = current_part.verdicts
    rows = current_part.groups["winners"].rows
    if not variants:
        sure = [one.margin for row in rows if (one := row.estimates[0]) is not None]
        return any(claim.topic == "fair" and claim.side for claim in base.claims) or all(margin <= within for margin in sure)
    mean = current_part.groups["scores"].rows[0]
    base_mean = mean.estimates[0]
    for at, verdict in enumerate(variants):
        if verdict.kind == "winner":
            continue
        if any(change.furthest > within for row in rows if (change := row.changes[at]) is not None):
            return False
        change = mean.changes[at]
        assert change is not None
        assert base_mean is not None
        if verdict.kind == "nothing" and change.furthest > within * abs(base_mean.value):
            return False
    return True


SIGNED = "caylus balance"
"""The mark near the beginning of every page made of a report; only programs look for it."""


class Report(Record):
    """`method` says how to read it."""

    parts: tuple[Part, ...]
    verdicts: tuple[Joint, ...]
    method: tuple[str, ...]

    @property
    def study(self) -> Study:
        """The study of the first part; rulesets, players and the number of games are those of all."""
        return self.parts[0].study

    @property
    def title(self) -> str:
        return f"The balance of {self.study.base.title}"

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(part.study.bots for part in self.parts)

    @property
    def untested_player_counts(self) -> tuple[int, ...]:
        """Return how many else may play, of which nothing is known."""
        rules = self.study.base.rules
        return tuple(n for n in range(rules.fewest_players, rules.most_players + 1) if n != self.study.players)

    @property
    def facts(self) -> tuple[str, ...]:
        study = self.study
        games = f"{study.games:,} games of {count_things(study.players, 'player')}"
        stop_note = _why_ended(study) if study.games < study.planned else ""
        against = f"each under {join_words([sample.title for sample in study.samples])}" if study.variants else ""
        by = f"by {', then as many by '.join(self.bots)}"
        others = join_words([str(number) for number in self.untested_player_counts], "or")
        unplayed_note = f"games of {others} were not played, and nothing here is said of them" if others else ""
        return tuple(filter(None, (games, against, stop_note, by, f"seed {study.seed}", unplayed_note)))


def _why_ended(study: Study) -> str:
    if study.is_sure:
        return f"stopped when the verdicts were sure, before the {study.planned:,} that were allowed"
    return f"ended early, {study.planned:,} were planned"


def report(studies: Sequence[Study], precision: float, within: float = 0.0) -> Report:
    """Of games of the same rulesets, a study for each sort of bots; `precision` is the one to count games for.

    `within` is the change that was to be ruled out for an end before all games, 0 where all were to be played.
    """
    parts = tuple(part(study, precision, f"-{at}" if at else "") for at, study in enumerate(studies))
    bots = [study.bots for study in studies]
    verdicts = tuple(joint(bots, of_one) for of_one in zip(*(part.verdicts for part in parts), strict=True))
    return Report(parts, verdicts, tuple(_method(parts, within)))


def _method(parts: Sequence[Part], within: float) -> Iterator[str]:
    study = parts[0].study
    yield (
        "All seats are played by bots, and what is found is true of games between them: what another sort of bots, or people, "
        "make of the same rules may differ. What goes with winning need not be its cause: whoever is ahead can afford more."
    )
    yield describe_bots(parts)
    if len(parts) > 1:
        yield (
            "What all sorts of bots show is more likely to lie in the rules than in how they are played. What one sort alone "
            "shows is told as that: the others leave it open."
        )
    yield (
        f"± stands before half of an interval that holds the true number with a confidence of {per_cent(CONFIDENCE)}: Student's "
        "t for means, Wilson's interval for rates. Games count, not what happens within one, which hangs together."
    )
    if study.variants:
        yield (
            "Each game of a variant has the seed, and so the draws and the bots, of a game of the base. A change is the mean of "
            "the differences within such pairs, by a paired t interval; for rates, by that of Bonett and Price."
        )
    if within:
        yield (
            f"The games were looked at after {join_words([f'{games:,}' for games in looks(study.planned)], 'or')}, and ended as "
            "soon as every verdict was sure: where no change of who wins was found, a change of any share of wins by more than "
            f"{per_cent(within).removesuffix(' %')} percentage points was ruled out. The chance of a false alarm is shared among "
            "these looks."
        )
    count = sum(len(group.rows) for part in parts for group in part.groups.values())
    yield (
        f"{count} numbers are looked at, so that by chance alone many would seem to be special. What a verdict says of seats, "
        "choices and sources of points, and what is called a change and coloured in the tables, has passed Holm's test: where "
        f"nothing is special, the chance of even one false alarm in the whole report is {per_cent(FALSE_ALARMS)}, shared out "
        "evenly among all that is looked for."
    )
    yield "“No evidence” of something does not say that there is none: it may be as large as the sentence says."


def describe_bots(parts: Sequence[Part]) -> str:
    """A sentence about the strength of the bots that the report rests on."""
    names = dict.fromkeys(name for part in parts for name in part.study.policy)
    return f"How they play: {'; '.join(f'{name} bots {describe_skill(name)}' for name in names)}."


WIDTH = 100


def text(report: Report) -> str:
    """The verdicts first, then the sentences of each section of the first bots."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield report.title
    yield from _wrap_sentence(" · ".join(report.facts), "", "")
    yield from _wrap_sentence(describe_bots(report.parts), "", "")
    for verdict in (*report.verdicts[1:], report.verdicts[0]):
        yield from ("", verdict.title)
        for line in verdict.sentences:
            yield from _wrap_sentence(line)
    first, *others = report.parts
    for section in first.sections:
        yield from ("", f"{section.title}, {first.study.bots}")
        for line in section.sentences:
            yield from _wrap_sentence(line, "- ", "  ")
    if others:
        yield from ("", f"What {join_words([part.study.bots for part in others])} do stands in the page and among the numbers.")


def _wrap_sentence(sentence: str, first: str = "  ", others: str = "  ") -> list[str]:
    return textwrap.wrap(sentence, WIDTH, initial_indent=first, subsequent_indent=others)


def figures(report: Report) -> dict[str, Any]:
    """Everything that the page shows (schemas/balance), base first; rates lie between 0 and 1."""
    study = report.study
    return {
        "format": 2,
        "rulesets": [
            {
                "title": sample.title,
                "ruleset": sample.rules.name,
                "version": sample.rules.version,
                "variants": list(sample.rules.variants),
            }
            for sample in study.samples
        ],
        "players": study.players,
        "games": study.games,
        "planned": study.planned,
        "sure": study.is_sure,
        "seed": study.seed,
        "unplayed": list(report.untested_player_counts),
        "verdicts": [{"title": v.title, "kind": v.kind, "sentences": list(v.sentences)} for v in report.verdicts],
        "parts": [_part(part) for part in report.parts],
    }


def _part(part: Part) -> dict[str, Any]:
    """The figures of bots of one sort."""
    return {
        "policy": list(part.study.policy),
        "alike": list(part.study.alike),
        "verdicts": [
            {
                "title": verdict.title,
                "kind": verdict.kind,
                "claims": [
                    {"topic": claim.topic, "key": list(claim.key), "side": claim.side, "text": claim.text}
                    for claim in verdict.claims
                ],
            }
            for verdict in part.verdicts
        ],
        "findings": {section.name: list(section.sentences) for section in part.sections},
        "numbers": {
            name: [
                {
                    "key": list(row.key),
                    "label": row.label,
                    "unit": row.unit.name,
                    "estimates": [estimate and _interval(estimate) for estimate in row.estimates],
                    "changes": [
                        None if estimate is None else {**_interval(estimate), "p": estimate.p, "stands": stands}
                        for estimate, stands in zip(row.changes, row.stands, strict=True)
                    ],
                }
                for row in group.rows
            ]
            for name, group in part.groups.items()
        },
        "needed": [
            {
                "key": list(one.row.key),
                "label": one.row.label,
                "wanted": one.wanted,
                "margins": list(one.margins),
                "games": list(one.games),
            }
            for one in part.needed
        ],
    }


def _interval(estimate: Estimate | Difference) -> dict[str, float]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}
