"""Random rulesets played by all engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import caylus
from caylus.machine import GREEDY, RANDOM, Unfit, find

from .coverage import CountingGame, CountingPlay, count_parts
from .engines import ENGINES, Difference, Engine, compare
from .generator import load_text, write_text

GAMES = 3
"""With each ruleset."""
CHOICES = 60
"""At most, in each game."""
JUDGED = 7
"""Of so many choices in machine code the moves of one are judged, too."""


def choose_engines(number: int) -> dict[str, Engine]:
    """Those that play the ruleset of a number: of the traced and the plain program one."""
    left_out = ("traced", "plain")[number % 2]
    return {name: engine for name, engine in ENGINES.items() if name != left_out} | {"reference": CountingPlay}


class Report(NamedTuple):
    """`ends` counts how games ended, and rulesets that the check refused, by code. `sorts` were written, `counts` carried out."""

    choices: int
    ends: Counter[str]
    sorts: Counter[str]
    counts: Counter[str]
    differences: tuple[str, ...]

    def __add__(self, other: object) -> Report:
        assert isinstance(other, Report)
        own: tuple[Any, ...] = self
        return Report(*(one + another for one, another in zip(own, other, strict=True)))


NO_REPORT = Report(0, Counter(), Counter(), Counter(), ())


def compare_machine(rules: caylus.Ruleset, players: int, seed: int) -> None:
    """Have machine code play at random, as far as it can, and Python make the same choices, and now and then judge the moves.

    Raises Difference where they part.
    """
    with suppress(Unfit, caylus.RuleFault):
        game, twin = (rules.new_game(players, seed).copy() for _ in range(2))
        moves = find(rules, players).play(game, [RANDOM] * players, [seed], [0] * players, CHOICES)
        for number, move in enumerate(moves):
            if number % JUDGED == 0 and len(twin.waiting) == 1:
                compare_worths(twin, find(rules, players).judge(twin, GREEDY, ()))
            twin.play(move)
        if twin != game or [*twin.moves] != [*game.moves]:
            raise Difference(f"{players} players, seed {seed}: after {moves} machine code is elsewhere than Python")


def compare_worths(game: caylus.Game, worths: Sequence[int]) -> None:
    """Compare the worths of moves, one move ahead, by machine code with those by Python."""
    for move, worth in enumerate(worths):
        later = game.copy()
        later.play(move)
        if later.outlook(game.players[game.seat]) != worth:
            raise Difference(f"{game.digest()}: machine code takes move {move} for worth {worth}")


def play_ruleset(number: int) -> Report:
    """Write and check the ruleset of a number, and play it."""
    ends: Counter[str] = Counter()
    try:
        rules = load_text(write_text(number))
    except caylus.RulesetError as error:
        codes = sorted({found.code for found in error.diagnostics if found.is_error})
        return NO_REPORT._replace(ends=Counter([f"refused: {', '.join(codes)}"]))
    choices, differences = 0, []
    CountingGame.counts.clear()
    for game in range(GAMES):
        try:
            played = compare(rules, 2 + number % 3, GAMES * number + game, CHOICES, choose_engines(number))
            compare_machine(rules, 2 + number % 3, GAMES * number + game)
        except Difference as difference:
            differences.append(f"ruleset {number}: {difference}")
            break
        except Exception as error:
            raise AssertionError(f"ruleset {number} breaks an engine") from error
        choices += played.choices
        ends[played.end] += 1
    return Report(choices, ends, count_parts(rules.model), Counter(CountingGame.counts), tuple(differences))


def find_difference(most: int) -> str | None:
    """The first difference in so many rulesets, or what breaks an engine."""
    for number in range(most):
        try:
            report = play_ruleset(number)
        except AssertionError as error:
            return str(error)
        if report.differences:
            return report.differences[0]
    return None
