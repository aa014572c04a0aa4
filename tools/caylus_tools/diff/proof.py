"""Proof that two texts are the same game: by their normal forms, or else by games side by side that run what differs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
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

SECONDS = 120.0
"""How long games are played, if nobody says otherwise."""
SHORTENING = 30.0
"""How many seconds a game that differs is made shorter at most."""

PROVED, NOT_SEEN, DIFFERENT = "proved", "no difference seen", "different"
"""The normal forms are equal; no game differs; a game does."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome. `parts` and `rules` are what is written otherwise; `unrun` are lines of those rules that no game ran.

    `games` of the `planned` games were played; the time was over before the others.
    `split` is the shortest game found that differs, and `scenario` the same as a scenario that holds under the first ruleset.
    """

    outcome: str
    parts: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    games: int = 0
    planned: int = 0
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


def prove(
    first: Ruleset,
    second: Ruleset,
    planned: Sequence[Start],
    advance: Callable[[], Any] = lambda: None,
    seconds: float = SECONDS,
) -> Proof:
    """Compares two rulesets, if need be in the planned games of the first; `advance` is told of each.

    No game begins after so many seconds. A game that differs is then made shorter, for half a minute at most.
    """
    ours, theirs = normal_forms(first), normal_forms(second)
    parts = tuple(name for name in dict.fromkeys([*ours, *theirs]) if ours.get(name) != theirs.get(name))
    if not parts:
        return Proof(PROVED)
    differing = different_rules(first, second)
    rules = tuple(dict.fromkeys(name for name, _ in differing))
    coverage = _Coverage([span for _, span in differing if span is not None])
    watched = Pair(first.with_probe(coverage.probes[0]), second.with_probe(coverage.probes[1]), by_place=True)
    planned = [one for one in planned if second.fewest_players <= len(second.seating(one.players)) <= second.most_players]
    until = time.monotonic() + seconds
    played = 0
    for start in _order_by_reach(planned, lambda: sum(coverage.lines().values())):
        if time.monotonic() > until:
            break
        advance()
        played += 1
        split = compare(watched, start)
        if split is not None:
            shortest = shorten(Pair(first, second, by_place=True), split, time.monotonic() + SHORTENING)
            scenario = split_scenario(first, shortest, shortest.what)
            return Proof(DIFFERENT, parts, rules, played, len(planned), 0, (), shortest, scenario)
    lines = coverage.lines()
    unrun = tuple(f"{file}:{line}" for (file, line), runs in lines.items() if not runs)
    return Proof(NOT_SEEN, parts, rules, played, len(planned), len(lines), unrun)


def _order_by_reach(planned: Sequence[Start], count_runs: Callable[[], int]) -> Iterator[Start]:
    """The games in the order in which to play them: each position once, then those first that have run what differs."""
    reached: set[int] = set()
    later: list[Start] = []
    before = 0
    for start in planned:
        if not start.steps:
            later.append(start)
            continue
        yield start
        if (runs := count_runs()) > before:
            reached.add(id(start.given))
        before = runs
    yield from sorted(later, key=lambda one: id(one.given) not in reached)


class _Coverage:
    """The lines of statements and conditions in some rules, and how often games have run them."""

    def __init__(self, rules: Sequence[Span]) -> None:
        self.probes = Probe(), Probe()
        self._rules = rules
        self._places: tuple[dict[int, tuple[str, int]], ...] = {}, {}
        self._seen = [0, 0]

    def lines(self) -> dict[tuple[str, int], int]:
        found: dict[tuple[str, int], int] = {}
        for which, (probe, places) in enumerate(zip(self.probes, self._places, strict=True)):
            for point, number in islice(probe.points.items(), self._seen[which], None):  # a program adds its own to them
                if any(point.span.is_inside(rule) for rule in self._rules):
                    places[number] = point.span.file, point.span.line
            self._seen[which] = len(probe.points)
            for number, place in places.items():
                found[place] = found.get(place, 0) + sum(probe.counts[number])
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
    if proof.games < proof.planned:
        yield f"the time was over before {count_things(proof.planned - proof.games, 'other game')}; `--minutes` gives more"
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
        "planned": proof.planned,
        "lines": {"run": proof.lines - len(proof.unrun), "all": proof.lines},
        "unrun": list(proof.unrun),
        "differs": split.what if split is not None else None,
        "scenario": proof.scenario or None,
    }
