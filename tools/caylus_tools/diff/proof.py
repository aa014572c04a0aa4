"""Proof that two texts are the same game: by their normal forms, or else by games side by side that run what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caylus.codegen import Probe

from caylus_tools.common.english import count_things
from caylus_tools.testing import scenarios
from caylus_tools.testing.repro import split_scenario
from caylus_tools.testing.side_by_side import Pair, Split, Start, compare, shorten, starts

from .normal_form import different_rules, normal_forms

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.diagnostics import Span

PROVED, NOT_SEEN, DIFFERENT = "proved", "no difference seen", "different"
"""The normal forms are equal; no game differs; a game does."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome. `parts` and `rules` are what is written otherwise; `unrun` are lines of those rules that no game ran.

    `split` is the shortest game found that differs, and `scenario` the same as a scenario that holds under the first ruleset.
    """

    outcome: str
    parts: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    games: int = 0
    lines: int = 0
    unrun: tuple[str, ...] = ()
    split: Split | None = None
    scenario: str = ""


def plan(rules: Ruleset, folder: Path | None, games: int) -> list[Start]:
    """The games to play: `games` for each number of players, and as many from each position of the scenarios in `folder`.

    Raises `caylus.RulesetError` for scenarios that cannot be read.
    """
    positions = [one for file in (scenarios.find(folder) if folder is not None else ()) for one in scenarios.read(file)]
    return list(starts(rules, positions, games))


def prove(first: Ruleset, second: Ruleset, planned: Sequence[Start], advance: Callable[[], Any] = lambda: None) -> Proof:
    """Compares two rulesets, if need be in the planned games of the first; `advance` is told of each."""
    ours, theirs = normal_forms(first), normal_forms(second)
    parts = tuple(name for name in dict.fromkeys([*ours, *theirs]) if ours.get(name) != theirs.get(name))
    if not parts:
        return Proof(PROVED)
    differing = different_rules(first, second)
    rules = tuple(dict.fromkeys(name for name, _ in differing))
    probes = Probe(), Probe()
    watched = Pair(first.with_probe(probes[0]), second.with_probe(probes[1]), by_place=True)
    played = 0
    for start in planned:
        advance()
        if not second.fewest_players <= len(second.seating(start.players)) <= second.most_players:
            continue
        played += 1
        split = compare(watched, start)
        if split is not None:
            shortest = shorten(Pair(first, second, by_place=True), split)
            return Proof(DIFFERENT, parts, rules, played, 0, (), shortest, split_scenario(first, shortest, shortest.what))
    spans = [span for _, span in differing if span is not None]
    points = {place: ran for probe in probes for place, ran in _lines(probe, spans).items()}
    unrun = tuple(f"{file}:{line}" for (file, line), ran in points.items() if not ran)
    return Proof(NOT_SEEN, parts, rules, played, len(points), unrun)


def _lines(probe: Probe, rules: Sequence[Span]) -> dict[tuple[str, int], bool]:
    """The lines of statements and conditions in some rules, and whether each has been run."""
    found: dict[tuple[str, int], bool] = {}
    for point, number in probe.points.items():
        if any(point.span.is_inside(rule) for rule in rules):
            place = point.span.file, point.span.line
            found[place] = found.get(place, False) or any(probe.counts[number])
    return found


def to_lines(proof: Proof) -> Iterator[str]:
    if proof.outcome == PROVED:
        yield "the same game: both texts have one normal form"
        return
    yield f"written otherwise: {', '.join(proof.rules or proof.parts)}"
    if proof.split is not None:
        choices = count_things(len(proof.split.choices), "choice")
        yield f"another game, after {choices}: {proof.split.what}"
        yield "A scenario that holds under the first ruleset and fails under the second:"
        yield ""
        yield from proof.scenario.rstrip().split("\n")
        return
    yield f"no difference in {count_things(proof.games, 'game')} side by side"
    if proof.lines:
        yield f"they ran {proof.lines - len(proof.unrun)} of {count_things(proof.lines, 'line')} of what is written otherwise"
    yield from (f"  never run: {place}" for place in proof.unrun)


def to_object(proof: Proof) -> dict[str, Any]:
    """The proof as `schemas/proof.schema.json` describes it."""
    split = proof.split
    return {
        "format": 1,
        "outcome": proof.outcome,
        "parts": list(proof.parts),
        "rules": list(proof.rules),
        "games": proof.games,
        "lines": {"run": proof.lines - len(proof.unrun), "all": proof.lines},
        "unrun": list(proof.unrun),
        "differs": split.what if split is not None else None,
        "scenario": proof.scenario or None,
    }
