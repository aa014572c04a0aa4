"""Have bots play whole games as machine code, where the rules and the bots allow it: the same games as in Python."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from caylus.limits import MOST_DECISIONS
from caylus.machine import GREEDY, LEARNED, RANDOM, Unfit, find

from . import trained
from .opinions import LearnedOpinion, learnt

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
    bots = _find_bots(rules, players, tuple(policies))
    return bots if isinstance(bots, str) else ""


def _bots(rules: Ruleset, players: int, policies: Sequence[str]) -> tuple[list[int], list[LearnedOpinion]]:
    """The kind of each bot, and the judges that they need. Raises `Unfit`."""
    bots = _find_bots(rules, players, tuple(policies))
    if isinstance(bots, str):
        raise Unfit(bots)
    return bots


@lru_cache(maxsize=16)
def _find_bots(rules: Ruleset, players: int, policies: tuple[str, ...]) -> tuple[list[int], list[LearnedOpinion]] | str:
    """The same, or the reason why there are none, so that a search need not look for it again with each game."""
    try:
        program = find(rules, players).program
    except Unfit as unfit:
        return str(unfit)
    if set(policies) != {"random"} and (program.layout.hides or program.at_once):
        return "something is hidden from the bots, who imagine it in Python"
    value_model = trained.find(rules, players) if "normal" in policies else None
    kinds = {"random": RANDOM, "greedy": GREEDY, "normal": LEARNED if value_model else GREEDY}
    for policy in policies:
        if policy not in kinds:
            return f"the bot `{policy}` plays in Python"
    if GREEDY in map(kinds.get, policies) and learnt(rules, players):
        return "the bots know more of the things in these rules than the outlook says"
    bots = [kinds[policy] for policy in policies]
    return bots, [LearnedOpinion(value_model, rules, players)] if value_model and LEARNED in bots else []


def play_on(
    game: Game,
    policies: Sequence[str],
    streams: list[int],
    owners: Sequence[int],
    most: int = MOST_DECISIONS,
    round_: int = -1,
) -> list[int]:
    """Has bots play a copy of a game without history as far as machine code goes, and returns the indexes of their moves.

    `policies` names the bot of each seat, `owners` says from which of the `streams` each draws; these go on. They stop after
    `most` moves, and once another round than `round_` begins. Of a game that is unfit for machine code it is none.
    """
    players = len(game.players)
    try:
        bots, judges = _bots(game.rules, players, policies)
        return find(game.rules, players).play(game, bots, streams, owners, most, round_, judges)
    except Unfit:
        return []


def play_alike(game: Game, policy: str, stream: list[int], most: int = MOST_DECISIONS, round_: int = -1) -> list[int]:
    """The same of bots of one kind that draw from one stream."""
    policies = _repeat_policy(game, policy)
    return play_on(game, policies, stream, [0] * len(policies), most, round_)


def judge_moves(game: Game, policy: str) -> list[int]:
    """The worth of each move in hand to whoever decides, as a bot judges it; none for a game that is unfit for machine code."""
    players = len(game.players)
    try:
        bots, judges = _bots(game.rules, players, _repeat_policy(game, policy))
        return find(game.rules, players).judge(game, bots[0], judges)
    except Unfit:
        return []


def _repeat_policy(game: Game, policy: str) -> list[str]:
    return [policy] * (len(game.players) - len(game.rules.automata))
