"""Have bots play whole games as machine code, where the rules and the bots allow it: the same games as in Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from caylus.limits import MOST_DECISIONS
from caylus.machine import GREEDY, LEARNED, RANDOM, Unfit, find

from .opinions import LearnedOpinion, Mind, Opinion, find_mind, find_opinion, learnt

if TYPE_CHECKING:
    from caylus import Game, Ruleset

_WORTHWHILE = {"random": 400}
"""Games for which it pays to make machine code first; other bots take longer over a game."""


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
        _check_fit(rules, players, [mind for mind in minds if mind])
    except Unfit as unfit:
        return str(unfit)
    return ""


def _check_fit(rules: Ruleset, players: int, minds: Sequence[Mind]) -> None:
    """Raises `Unfit` where these bots cannot play these rules as machine code."""
    kinds = {RANDOM if mind.is_random else LEARNED if mind.value_model else GREEDY for mind in minds}
    if reason := _reason_against(rules, players, frozenset(kinds)):
        raise Unfit(reason)


@lru_cache(maxsize=64)
def _reason_against(rules: Ruleset, players: int, kinds: frozenset[int]) -> str:
    """The reason why bots of these kinds cannot play as machine code, so that a search need not look for it with each game."""
    try:
        program = find(rules, players).program
    except Unfit as unfit:
        return str(unfit)
    if kinds != {RANDOM} and (program.layout.hides or program.at_once):
        return "something is hidden from the bots, who imagine it in Python"
    if GREEDY in kinds and learnt(rules, players):
        return "the bots know more of the things in these rules than the outlook says"
    return ""


def play_on(
    game: Game,
    minds: Sequence[Mind],
    streams: list[int],
    owners: Sequence[int],
    most: int = MOST_DECISIONS,
    round_: int = -1,
) -> list[int]:
    """Has bots play a copy of a game without history as far as machine code goes, and returns the indexes of their moves.

    `minds` are those of each seat, `owners` says from which of the `streams` each draws; these go on. They stop after
    `most` moves, and once another round than `round_` begins. Of a game that is unfit for machine code it is none.
    """
    rules, players = game.rules, len(game.players)
    try:
        _check_fit(rules, players, minds)
        bots, judges = _seat(rules, players, minds)
        likings = [mind.find_liking(rules, players) for mind in minds]
        return find(rules, players).play(game, bots, streams, owners, most, round_, judges, likings)
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


def play_alike(game: Game, mind: Mind, stream: list[int], most: int = MOST_DECISIONS, round_: int = -1) -> list[int]:
    """The same of bots of one mind that draw from one stream."""
    seats = len(game.players) - len(game.rules.automata)
    return play_on(game, [mind] * seats, stream, [0] * seats, most, round_)


def judge_moves(game: Game, mind: Mind) -> list[int]:
    """The worth of each move in hand to whoever decides, as a mind judges it; none for a game that is unfit for machine code."""
    rules, players = game.rules, len(game.players)
    try:
        _check_fit(rules, players, [mind])
        (bot,), judges = _seat(rules, players, [mind])
        return find(rules, players).judge(game, bot, judges)
    except Unfit:
        return []
