"""The whole report: what all bots say together, then what it rests on, a part for each sort of bots."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from caylus_tools.bots import describe_skill
from caylus_tools.common.english import count_things, join_words

from .estimates import CONFIDENCE, FALSE_ALARMS, Difference, Estimate
from .part import Part, part
from .sample import Study
from .stopping import looks
from .verdicts import Joint, joint
from .wording import per_cent

SIGNED = "caylus balance"
"""The mark near the beginning of every page made of a report; only programs look for it."""


@dataclass(frozen=True, slots=True)
class Report:
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
        unfinished = _why_ended(study) if study.games < study.planned else ""
        against = f"each under {join_words([sample.title for sample in study.samples])}" if study.variants else ""
        by = f"by {', then as many by '.join(self.bots)}"
        others = join_words([str(number) for number in self.untested_player_counts], "or")
        unplayed = f"games of {others} were not played, and nothing here is said of them" if others else ""
        return tuple(filter(None, (games, against, unfinished, by, f"seed {study.seed}", unplayed)))


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
    looked = sum(len(group.rows) for part in parts for group in part.groups.values())
    yield (
        f"{looked} numbers are looked at, so that by chance alone many would seem to be special. What a verdict says of seats, "
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
        for sentence in verdict.sentences:
            yield from _wrap_sentence(sentence)
    first, *others = report.parts
    for section in first.sections:
        yield from ("", f"{section.title}, {first.study.bots}")
        for sentence in section.sentences:
            yield from _wrap_sentence(sentence, "- ", "  ")
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
                    "estimates": [_estimate(found) for found in row.estimates],
                    "changes": [
                        None if found is None else {**_interval(found), "p": found.p, "stands": stands}
                        for found, stands in zip(row.changes, row.stands, strict=True)
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


def _estimate(found: Estimate | None) -> dict[str, float] | None:
    return None if found is None else _interval(found)


def _interval(found: Estimate | Difference) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high}
