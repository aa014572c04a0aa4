"""Games of bots under the base and under somebody's rules, from equal seeds, and what can be said of the difference."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, NamedTuple

import caylus

from caylus_tools.balance.estimates import t_chance, t_quantile
from caylus_tools.common.games import Chooser
from caylus_tools.server import Refused
from caylus_tools.server.rules.jobs import base, load_stack
from caylus_tools.server.rules.stack import Stack, places
from caylus_tools.simulation.playing import Plan, play_one

from .making import clamp_players

if TYPE_CHECKING:
    from caylus import Ruleset

    from caylus_tools.simulation.playing import Played

MOST_PAIRS = 400
SECONDS = 4.0
"""Of computing, after which a request plays no further pair."""
_SEED = 7
_FEWEST = 5
"""Pairs before anything is said."""
_SURE, _LIKELY, _HINT = 0.01, 0.05, 0.2
"""How likely chance alone may be for each word."""


class Measure(NamedTuple):
    """A number of a game: its place in a row, what it counts, and the divisor that makes one of a player or a game of it."""

    title: str
    unit: str
    per_player: bool


MEASURES = (
    Measure("the points of a player", "points", per_player=True),
    Measure("the distance from first to last", "points", per_player=False),
    Measure("the length of a game in rounds", "rounds", per_player=False),
    Measure("the choices in a game", "choices", per_player=False),
)
ROW = 2 * len(MEASURES)
"""Numbers of a pair: those of the base, then those of the rules that are tried."""


def play_pairs(
    folder: Path | None, stack: Stack, players: int, rows: Sequence[Sequence[int]], uses: Mapping[str, int]
) -> dict[str, Any]:
    """Plays on from `rows`, the pairs so far, and tells what they say; `uses` counts choices by the thing they name.

    Raises Refused.
    """
    stack, _ = places(folder).identify(stack)
    if stack.base is None:
        raise Refused("bad", "These rules stand on nothing: there is nothing to compare them with.")
    rules, lower = load_stack(folder, stack), _load_lower(folder, stack.base, stack.variants)
    players = clamp_players(rules, players)
    if not lower.fewest_players <= players <= lower.most_players:
        raise Refused("bad", f"The base is not for {players} players: there is nothing to compare with.")
    found, counted = [list(row) for row in rows], Counter(uses)
    chooser = Chooser(rules.model)
    until = time.thread_time() + SECONDS
    while len(found) < MOST_PAIRS and (len(found) == len(rows) or time.thread_time() < until):
        number = len(found)
        try:
            before = _numbers(_play_base(folder, stack.base, stack.variants, players, number))
            played = play_one(_plan(rules, players, details=True), number)
        except caylus.RulesetError as error:
            raise Refused("broken_rules", f"A game broke off: {error.diagnostics[0].message}") from None
        found.append([*before, *_numbers(played)])
        named = (chooser.choice(made.rule, made.option).thing for made in played.choices)
        counted.update(thing for thing in named if thing)
    return {
        "players": players,
        "rows": found,
        "uses": dict(counted),
        "sentences": list(compare_rows(found, players)),
        "done": len(found) >= MOST_PAIRS,
    }


def check_rows(value: object) -> list[list[int]]:
    """Rows as a page sends them back. Raises Refused."""
    if not isinstance(value, list) or len(value) > MOST_PAIRS or not all(map(_is_row, value)):
        raise Refused("bad", "These are no numbers of games.")
    return value


def check_uses(value: object) -> dict[str, int]:
    """Counts as a page sends them back. Raises Refused."""
    if not isinstance(value, dict) or len(value) > 1000 or not all(type(count) is int for count in value.values()):
        raise Refused("bad", "These are no counts of choices.")
    return value


def _is_row(row: object) -> bool:
    return isinstance(row, list) and len(row) == ROW and all(type(number) is int and abs(number) < 10**9 for number in row)


def compare_rows(rows: Sequence[Sequence[int]], players: int) -> Iterator[dict[str, Any]]:
    """A sentence for each measure, with how sure it is: `sure`, `likely`, `hint` or `open`. Nothing of too few pairs."""
    if len(rows) < _FEWEST:
        return
    for at, measure in enumerate(MEASURES):
        share = players if measure.per_player else 1
        before = [row[at] / share for row in rows]
        changes = [row[len(MEASURES) + at] / share - old for row, old in zip(rows, before, strict=True)]
        middle, spread = fmean(changes), stdev(changes)
        error = spread / math.sqrt(len(changes))
        margin = t_quantile(len(changes) - 1) * error
        chance = min(1.0, len(MEASURES) * t_chance(middle / error, len(changes) - 1)) if error else float(not middle)
        yield {
            "title": measure.title,
            "before": round(fmean(before), 2),
            "after": round(fmean(before) + middle, 2),
            "low": round(middle - margin, 2),
            "high": round(middle + margin, 2),
            "text": _sentence(measure, middle, margin, chance),
            "sure": _word(chance),
        }


def _word(chance: float) -> str:
    limits = (("sure", _SURE), ("likely", _LIKELY), ("hint", _HINT))
    return next((word for word, limit in limits if chance <= limit), "open")


def _sentence(measure: Measure, middle: float, margin: float, chance: float) -> str:
    within = f"between {middle - margin:+.1f} and {middle + margin:+.1f} {measure.unit}"
    if chance > _HINT:
        return f"No change is known of {measure.title}: {within}."
    return f"{measure.title.capitalize()}: {abs(middle):.1f} {measure.unit} {'more' if middle > 0 else 'less'}, {within}."


def _numbers(played: Played) -> list[int]:
    scores = sorted(played.scores)
    return [sum(scores), scores[-1] - scores[0], played.rounds, played.decisions]


def _plan(rules: Ruleset, players: int, *, details: bool = False) -> Plan:
    return Plan(rules, players, _SEED, ("greedy",) * (players - len(rules.automata)), details=details)


def _load_lower(folder: Path | None, named: str, variants: tuple[str, ...]) -> Ruleset:
    """The rules to compare with: the base with the variants that are played with it."""
    return load_stack(folder, Stack(named, variants)) if variants else base(folder, named)


@lru_cache(maxsize=MOST_PAIRS)
def _play_base(folder: Path | None, named: str, variants: tuple[str, ...], players: int, number: int) -> Played:
    """A game of the base, remembered: somebody who tries another number plays it again."""
    return play_one(_plan(_load_lower(folder, named, variants), players), number)
