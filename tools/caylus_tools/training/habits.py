"""Habits that beat a bot: its own mind plays against it, and always, or never, makes choices of one sort.

All habits are tried that the rules leave room for and that make a difference in a few games. Each plays a few games, the best
ones play more, and the last three are measured by games of their own, so that their shares owe nothing to luck in the choice.
Only these last games are against `normal` itself: bots that look one move ahead find its habits sooner.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from caylus.spaces import asking_block

from caylus_tools.bots import QUICK, USUAL
from caylus_tools.bots.finishing import finish
from caylus_tools.bots.opinions import Mind, find_mind
from caylus_tools.bots.tastes import Habit, Label, Taste, enumerate_habits, find_labels
from caylus_tools.common.output import Progress
from caylus_tools.simulation.executor import run
from caylus_tools.verbalize.option_texts import load_option_texts

from .games import Match, Score

if TYPE_CHECKING:
    from caylus import Decision, Game, Ruleset

_WATCHED = 12
"""Games in which habits are looked for."""
_STAGES = ((8, 12), (32, 3))
"""So many games of each habit that is left, after which so many are left."""
_APART = 1_000_000
"""Between the seeds of the games of two stages."""


class Exploit(NamedTuple):
    """A habit in words that players know, and how it fares."""

    habit: Habit
    text: str
    score: Score


def describe_exploit(exploit: Exploit) -> str:
    """A habit and its share: `who always chooses “…” wins 94% (84% to 98%) of 50 games, 126 to 112 points`."""
    score = exploit.score
    low, high = score.interval
    return (
        f"who {exploit.text} wins {score.share:.0%} ({low:.0%} to {high:.0%}) of {score.games} games, "
        f"{score.own:.0f} to {score.rivals:.0f} points"
    )


def _count_games(habits: int, games: int) -> int:
    """The number of games that `measure_habits` plays."""
    left = [habits, *(min(habits, most) for _, most in _STAGES)]
    return sum(number * each for number, each in zip(left, [*(each for each, _ in _STAGES), games], strict=True))


def find_habits(rules: Ruleset, players: int, seed: int) -> list[tuple[Habit, str]]:
    """The habits that make a difference in some games, each with its text; of those that come to the same, one."""
    left: dict[Habit, list[tuple[int, tuple[int, ...]]]] = {habit: [] for habit in enumerate_habits(rules, players)}
    texts: dict[Habit, str] = {}
    number = 0
    for game_seed in range(seed, seed + _WATCHED):
        game = rules.new_game(players, game_seed)
        mind = find_mind(QUICK, game_seed, rules, players) or Mind()
        seats = players - len(rules.automata)
        end = finish(rules.new_game(players, game_seed), [mind], [game_seed], [0] * seats, "machine", keeps_moves=True).game
        for move in end.chosen:
            _note_habits(game, number, left, texts)
            number += 1
            game.play(game.moves.index(move))
    different = {tuple(decisions): habit for habit, decisions in reversed(left.items()) if decisions}
    return [(habit, texts[habit]) for habit in different.values()]


def _note_habits(game: Game, number: int, left: dict[Habit, list[tuple[int, tuple[int, ...]]]], texts: dict[Habit, str]) -> None:
    """Notes which habits would make a difference to a decision."""
    decision = game.decision
    if decision is None or len(game.moves) < 2:
        return
    block = asking_block(game)
    labels = [find_labels(game.rules, len(game.players), block, move[:2]) for move in game.moves]
    for label in dict.fromkeys(label for each in labels for label in each):
        moves = [index for index, each in enumerate(labels) if label in each]
        others = [index for index in range(len(labels)) if index not in moves]
        if others:
            for habit, allowed in ((Habit(label, True), moves), (Habit(label, False), others)):
                if habit in left:
                    left[habit].append((number, tuple(allowed)))
                    if habit not in texts:
                        texts[habit] = _describe(game, decision, habit, moves[0])


def _describe(game: Game, decision: Decision, habit: Habit, move: int) -> str:
    """A habit by one of the choices it is about: `always chooses “take the card in …”, or another such choice with …`."""
    option = load_option_texts(game.rules).texts(decision)[move]
    how = f"{'always' if habit.prefers else 'never'} chooses “{option}”"
    if habit.label.rule:
        return f"{how}, or what else there is of that sort at “{decision.prompt}”"
    return f"{how}, or another such choice with {_title(game.rules, habit.label)}"


def _title(rules: Ruleset, label: Label) -> str:
    kinds = rules.model.kinds.values()
    titles = [thing.title for kind in kinds for thing in kind.objects if thing.name == label.sort]
    titles += [f"any of the {kind.plural}" for kind in kinds if kind.name == label.sort]
    return next(iter(titles), label.sort)


def measure_habits(
    rules: Ruleset, players: int, policy: str, games: int, seed: int, jobs: int | None, most: int | None = None
) -> list[Exploit]:
    """The strongest habits against a bot that has all other seats, the strongest first; of `most` habits at most."""
    left = [Exploit(habit, text, Score(0, 0.0, 0.0, 0.0)) for habit, text in find_habits(rules, players, seed)[:most]]
    with Progress(f"games of {len(left)} habits against {policy}", _count_games(len(left), games)) as progress:
        for stage, (each, rest) in enumerate((*_STAGES, (games, len(left)))):
            rival = QUICK if policy == USUAL and stage < len(_STAGES) else policy
            mind = find_mind(rival, 0, rules, players) or Mind()
            ones = (mind._replace(taste=Taste(habits=(exploit.habit,))) for exploit in left)
            matches = [Match(rules, players, seed + stage * _APART, one, rival, "machine") for one in ones]
            results = []
            for result in run(partial(_play_one, matches, each), range(len(left) * each), jobs=jobs):
                results.append(result)
                progress.advance()
            scores = [Score.of(results[at * each : (at + 1) * each]) for at in range(len(left))]
            left = [exploit._replace(score=score) for exploit, score in zip(left, scores, strict=True)]
            left = sorted(left, key=lambda exploit: -exploit.score.share)[:rest]
    return left


def _play_one(matches: Sequence[Match], each: int, number: int) -> tuple[float, float, float]:
    return matches[number // each].play_one(number % each)
