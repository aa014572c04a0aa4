"""Mutation testing: single changes of the rules, and which of them no scenario notices.

Each change is checked and compiled like any ruleset; then the scenarios are played, first those that run its line, until
one of them fails. What none of them notices is played side by side with the unchanged rules: from the positions of the
scenarios, and in random and greedy games. If a difference shows, the rules are unguarded there, and the shortest game that
shows it is a scenario to keep. If none does, the change makes the same game, as far as anybody has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus_tools.common.english import count_things
from caylus_tools.simulation.executor import run as run_in_processes

from . import scenarios
from .mutants import Mutant, find_mutants
from .repro import split_scenario
from .rewritten import load_rewritten, without_cache
from .side_by_side import Pair, compare, shorten, starts

if TYPE_CHECKING:
    from caylus import Ruleset

    from .scenarios import Scenario

GAMES = 2
"""Games for each number of players, and from each scenario's position, in which a difference is looked for."""

NOTICED, UNGUARDED, SAME, UNREACHED, INVALID = "noticed", "unguarded", "same game", "never reached", "no ruleset"
"""A scenario fails; a game differs and no scenario fails; no game differs; no game comes to the line; the check refuses it."""


class Verdict(NamedTuple):
    """The fate of a mutant. `reason` is the scenario that fails, or what differs; `scenario` is one that would notice it."""

    mutant: Mutant
    state: str
    reason: str = ""
    scenario: str = ""


@dataclass(frozen=True, slots=True)
class Mutation:
    """The verdicts on the mutants that were tried, of `found` in all, in the order of the text."""

    verdicts: tuple[Verdict, ...]
    found: int

    def of(self, *states: str) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.state in states]

    @property
    def score(self) -> float:
        """Per cent of the mutants that change a game, as far as that is known, that a scenario notices; 100 of none."""
        noticed, unguarded = len(self.of(NOTICED)), len(self.of(UNGUARDED))
        return 100 * noticed / (noticed + unguarded) if noticed + unguarded else 100.0


class Plan(NamedTuple):
    """The folder of a ruleset, and its scenario files: all that a process needs."""

    folder: str
    files: tuple[str, ...]


class Prepared(NamedTuple):
    """Rules, the same with a probe, their mutants, and the scenarios that hold under them."""

    rules: Ruleset
    watched: Ruleset
    mutants: list[Mutant]
    scenarios: list[Scenario]
    lines: list[set[tuple[str, int]]]
    """The lines that each scenario runs."""


def count(plan: Plan, most: int | None = None) -> int:
    """The number of mutants to try: all, or `most` of them. Raises `caylus.RulesetError` for a ruleset with faults."""
    found = len(_prepare(plan).mutants)
    return found if most is None else min(most, found)


def mutate(plan: Plan, jobs: int | None, most: int | None = None, advance: Callable[[], Any] = lambda: None) -> Mutation:
    """Judges every mutant, or `most` of them, evenly spread; `advance` is told of each.

    Raises `caylus.RulesetError` for what is wrong with the ruleset or its scenarios.
    """
    found, tried = count(plan), count(plan, most)
    verdicts = []
    for verdict in run_in_processes(partial(judge, plan), [found * i // tried for i in range(tried)], jobs=jobs):
        verdicts.append(verdict)
        advance()
    return Mutation(tuple(verdicts), found)


@lru_cache(maxsize=2)
def _prepare(plan: Plan) -> Prepared:
    import caylus

    written = (scenario for file in plan.files for scenario in scenarios.read(Path(file)))
    return prepare(caylus.load(Path(plan.folder)), written)


def prepare(rules: Ruleset, written: Iterable[Scenario]) -> Prepared:
    """Plays scenarios to find those that hold, and the lines that each of them runs."""
    from caylus.codegen import Probe

    probe = Probe()
    watched = rules.with_probe(probe)
    passing, lines = [], []
    for scenario in written:
        _forget(probe)
        if scenarios.run(watched, scenario).is_passed:
            passing.append(scenario)
            lines.append(
                {
                    (point.span.file, line)
                    for point, number in probe.points.items()
                    if any(probe.counts[number])
                    for line in ((point.span.line,) if not point.part else range(point.span.line, point.span.end_line + 1))
                }
            )
    return Prepared(rules, watched, find_mutants(rules), passing, lines)


def _forget(probe: Any) -> None:
    for counts in probe.counts:
        counts[:] = [0, 0]


def judge(plan: Plan, number: int) -> Verdict:
    """The verdict on the mutant of a number."""
    prepared = _prepare(plan)
    mutant = prepared.mutants[number]
    with without_cache():
        texts = {mutant.file: mutant.text(prepared.rules.sources[mutant.file])}
        changed = load_rewritten(prepared.rules, Path(plan.folder), texts)
        return Verdict(mutant, INVALID) if changed is None else _judge(prepared, mutant, changed)


def _judge(prepared: Prepared, mutant: Mutant, changed: Ruleset) -> Verdict:
    place = mutant.file, mutant.line
    noticing = first_noticing(prepared, mutant, changed)
    if noticing is not None:
        return Verdict(mutant, NOTICED, noticing.name)
    order = _nearest_first(prepared, mutant)
    probe = prepared.watched.probe
    assert probe is not None
    _forget(probe)
    for start in starts(prepared.rules, [prepared.scenarios[number] for number in order], GAMES):
        split = compare(Pair(prepared.watched, changed), start)
        if split is not None:
            shortest = shorten(Pair(prepared.rules, changed), split)
            name = f"{mutant.place} {mutant}"
            return Verdict(mutant, UNGUARDED, shortest.what, split_scenario(prepared.rules, shortest, name))
    points = [number for point, number in probe.points.items() if (point.span.file, point.span.line) == place]
    is_reached = all(probe.counts[number][1] for number in points)
    return Verdict(mutant, SAME if is_reached else UNREACHED)


def first_noticing(prepared: Prepared, mutant: Mutant, changed: Ruleset) -> Scenario | None:
    """The first scenario that fails under changed rules, those that run the line of the change before the others."""
    found = (prepared.scenarios[number] for number in _nearest_first(prepared, mutant))
    return next((scenario for scenario in found if not scenarios.run(changed, scenario).is_passed), None)


def _nearest_first(prepared: Prepared, mutant: Mutant) -> list[int]:
    place = mutant.file, mutant.line
    return sorted(range(len(prepared.scenarios)), key=lambda number: place not in prepared.lines[number])


def to_lines(mutation: Mutation) -> Iterator[str]:
    """The result for people: the score, then what is unguarded, line by line."""
    valid = [verdict for verdict in mutation.verdicts if verdict.state != INVALID]
    sample = f" of {mutation.found}, evenly spread" if len(mutation.verdicts) < mutation.found else ""
    noticed, unguarded = len(mutation.of(NOTICED)), mutation.of(UNGUARDED)
    yield (
        f"  {noticed} of {count_things(noticed + len(unguarded), 'change')} of the rules noticed ({mutation.score:.1f} %); "
        f"{len(mutation.of(SAME))} make the same game, {len(mutation.of(UNREACHED))} are never reached "
        f"({count_things(len(valid), 'change')} tried{sample})"
    )
    for verdict in unguarded:
        yield f"  no scenario notices: {verdict.mutant.place}: {verdict.mutant}   ({verdict.reason})"
    for state in (UNREACHED, SAME):
        yield from (f"  {state}: {verdict.mutant.place}: {verdict.mutant}" for verdict in mutation.of(state))


def to_object(mutation: Mutation) -> dict[str, Any]:
    """The result as `schemas/test-results.schema.json` describes it."""
    return {
        "score": round(mutation.score, 1),
        "found": mutation.found,
        "tried": len(mutation.verdicts),
        **{key: len(mutation.of(state)) for key, state in (("noticed", NOTICED), ("refused", INVALID))},
        **{
            key: [
                {
                    "file": verdict.mutant.file,
                    "line": verdict.mutant.line,
                    "old": verdict.mutant.old,
                    "new": verdict.mutant.new,
                    "differs": verdict.reason or None,
                    "scenario": verdict.scenario or None,
                }
                for verdict in mutation.of(state)
            ]
            for key, state in (("unguarded", UNGUARDED), ("same", SAME), ("unreached", UNREACHED))
        },
    }
