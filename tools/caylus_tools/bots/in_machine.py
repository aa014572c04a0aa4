"""Have bots play whole games as machine code, where the rules and the bots allow it: the same games as in Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from caylus.limits import MOST_BLOCKS, MOST_DECISIONS
from caylus.machine import GREEDY, LEARNED, RANDOM, UNIT, Unfit, find

from .common import imagine_game
from .opinions import LearnedOpinion, Mind, Opinion, find_experience, find_mind, find_opinion

if TYPE_CHECKING:
    from caylus import Game, Ruleset

    from .trained import Trained

_WORTHWHILE = {"random": 400, "normal": 1}
"""Games for which it pays to make machine code first; 8 for bots that are not named here."""


def choose_engine(policies: Sequence[str], games: int) -> str:
    """The engine to use for so many games: machine code where it is there and they are worth it."""
    is_worthwhile = games >= min((_WORTHWHILE.get(policy, 8) for policy in policies), default=0)
    return "machine" if is_worthwhile and find_spec("wasmtime") is not None else "python"


def reason_against(rules: Ruleset, players: int, policies: Sequence[str]) -> str:
    """The reason why these bots cannot play these rules as machine code; empty if they can."""
    minds = [find_mind(policy, 0, rules, players) for policy in policies]
    for policy, mind in zip(policies, minds, strict=True):
        if mind is None:
            return f"the bot `{policy}` plays in Python"
    try:
        find(rules, players)
    except Unfit as unfit:
        return str(unfit)
    return ""


def plays_whole_games(rules: Ruleset, players: int, minds: Sequence[Mind]) -> bool:
    """Return whether these bots need nothing but machine code; else it judges their moves in worlds that Python imagines.

    Raises `Unfit`.
    """
    program = find(rules, players).program
    return all(mind.is_random for mind in minds) or not (program.layout.hides or program.at_once)


def play_on(
    game: Game,
    minds: Sequence[Mind],
    streams: list[int],
    owners: Sequence[int],
    most: int = MOST_DECISIONS,
    last_round: int = MOST_BLOCKS,
) -> list[int]:
    """Has bots play a copy of a game without history as far as machine code goes, and returns the indexes of their moves.

    `minds` are those of each seat, `owners` says from which of the `streams` each draws; these go on. They stop after
    `most` moves, and after the end of the round `last_round`. Of a game that is unfit for machine code it is none.
    """
    rules, players = game.rules, len(game.players)
    try:
        if not plays_whole_games(rules, players, minds):
            return []
        bots, judges = _seat(rules, players, minds)
        likings = [mind.find_liking(rules, players) for mind in minds]
        experience, looks = find_experience(rules, players) if GREEDY in bots else None, [mind.looks for mind in minds]
        return find(rules, players).play(game, bots, streams, owners, most, last_round, judges, likings, experience, looks)
    except Unfit:
        return []


def _seat(rules: Ruleset, players: int, minds: Sequence[Mind]) -> tuple[list[int], list[LearnedOpinion]]:
    """The number of each mind in machine code, and the judges that they need, in an order that seats do not change."""
    models = [mind.value_model and replace(mind.value_model, likings={}) for mind in minds]
    opinions = [find_opinion(model, rules, players) for model in models]
    judges = sorted({opinion for opinion in opinions if isinstance(opinion, LearnedOpinion)}, key=id)
    kinds: dict[Opinion, int] = {judge: LEARNED + number for number, judge in enumerate(judges)}
    bots = [RANDOM if mind.is_random else kinds.get(opinion, GREEDY) for mind, opinion in zip(minds, opinions, strict=True)]
    return bots, judges


def play_alike(game: Game, mind: Mind, stream: list[int], most: int = MOST_DECISIONS, last_round: int = MOST_BLOCKS) -> list[int]:
    """The same of bots of one mind that draw from one stream."""
    seats = len(game.players) - len(game.rules.automata)
    return play_on(game, [mind] * seats, stream, [0] * seats, most, last_round)


def judge_line(game: Game, move: int, mind: Mind, chance: int, most: int, last_round: int) -> float | None:
    """The worth of a move to whoever decides, once bots of a mind that has learned have played on.

    They draw from a stream, make so many moves at most, and stop after the end of a round. None where Python has to play on.
    """
    rules, players = game.rules, len(game.players)
    minds = [mind] * (players - len(rules.automata))
    try:
        if len(game.waiting) > 1 or not plays_whole_games(rules, players, minds):
            return None
        bots, judges = _seat(rules, players, minds)
        likings = [mind.find_liking(rules, players)] * len(minds)
        worth = find(rules, players).judge_line(game, move, bots, chance, most, last_round, judges, likings)
    except Unfit:
        return None
    return None if worth is None else worth / UNIT


def judge_moves(game: Game, mind: Mind, has_experience: bool = True) -> list[int]:
    """The worth of each move in hand to whoever decides, as a mind judges it; none for a game that is unfit for machine code.

    Nor where others choose at the same time. The game is one that whoever decides could be in. Without anything learned, it is
    the outlook; with more experience of some things, in small parts.
    """
    rules, players = game.rules, len(game.players)
    if len(game.waiting) > 1:
        return []
    try:
        (bot,), judges = _seat(rules, players, [mind])
        experience = find_experience(rules, players) if has_experience and bot == GREEDY else None
        return find(rules, players).judge(game, bot, judges, experience)
    except Unfit:
        return []


def mean_worths(game: Game, value_model: Trained, draw: Random, looks: int) -> list[float]:
    """The worth of each move in hand to whoever decides, on average over so many games that they could be in."""
    opinion = find_opinion(value_model, game.rules, len(game.players))
    worlds = (imagine_game(game, draw) for _ in range(looks))
    worths = (judge_moves(world, opinion.mind) or opinion.worths(world, draw) for world in worlds)
    return [fmean(values) / UNIT for values in zip(*worths, strict=True)]
