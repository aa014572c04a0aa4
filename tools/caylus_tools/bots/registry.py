"""From what people write to the bot they mean: a level, or a kind of bot and, for one that searches, a budget after a colon."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import caylus
from caylus import Stream

from caylus_tools.common.english import did_you_mean, join_words
from caylus_tools.common.errors import UsageError

from .common import Bot, Budget, Imagination, parse, random_bot
from .in_machine import judge_moves, play_alike
from .mcts import choose_by_search, find_best_opinion, mcts_bot
from .opinions import choose_one_ahead, find_mind, greedy_bot, read_strength

_LEAST = Budget(iterations=4, plays=40)
"""How far `easy` looks where nothing is learned; `normal` looks at 15 times as many games, and 4 times as many choices."""
_REPLAYED = 80
"""Choices that they play again, at most, to find a game that their seat could be in."""


def _level_bot(seed: int, name: str) -> Bot:
    """A bot that looks ahead by what bots have learned, and where they have not, searches for a short time."""
    draw = Stream(seed)
    return partial(_choose_by_level, name, seed, draw, Imagination(draw, most=_REPLAYED))


def _choose_by_level(name: str, seed: int, draw: Stream, imagination: Imagination, game: caylus.Game) -> int:
    mind = find_mind(name, seed, game.rules, len(game.players))
    if mind is not None and not mind.looks:
        return choose_one_ahead(draw, imagination, mind, None, game)
    if mind is not None:
        stream = [draw.state]
        if moves := play_alike(game.copy(), mind, stream, 1):
            draw.state = stream[0]
            return moves[0]
        return choose_one_ahead(draw, imagination, mind, judge_moves, game)
    strength = read_strength(name) or 0.0
    budget = Budget(round(_LEAST.iterations * 15**strength), plays=round(_LEAST.plays * 4**strength))
    return choose_by_search(draw, imagination, budget, find_best_opinion, game)


_hard_bot = partial(mcts_bot, opinion=find_best_opinion)
_LEVELS: dict[str, Callable[[int], Bot]] = {
    "easy": partial(_level_bot, name="easy"),
    "normal": partial(_level_bot, name="normal"),
    "hard": partial(_hard_bot, budget=Budget(seconds=1.0)),
    "hardest": partial(_hard_bot, budget=Budget(seconds=3.0)),
}
"""From the weakest to the strongest."""
_PLAIN: dict[str, Callable[[int], Bot]] = {**_LEVELS, "random": random_bot, "greedy": greedy_bot}
_SEARCHING: dict[str, Callable[[int, Budget], Bot]] = {"hard": _hard_bot, "mcts": mcts_bot}

LEVELS = tuple(_LEVELS)
USUAL = "normal"
"""The bot of a seat that nobody is named for."""
QUICK = f"{USUAL}:50"
"""The bot for thousands of games: it looks one move ahead by all that bots have learned."""
BOTS = tuple(dict.fromkeys((*_PLAIN, *_SEARCHING)))
_SKILLS = {
    "easy": "look one move ahead by a little of what bots have learned (where they have not, search for a moment)",
    "normal": "play the best moves on to the end of the round, as bots have learned (where they have not, search shortly)",
    "hard": "search, by what bots have learned where they have",
    "hardest": "search for three seconds, by what bots have learned where they have",
    "random": "choose anything",
    "greedy": "look one move ahead by the ruleset's own estimate",
    "mcts": "search by the ruleset's own estimate",
}
DEFAULT_BUDGET = Budget(iterations=300)  # not a time, so that equal seeds give equal games


def describe_skill(text: str) -> str:
    """A few words for what bots of that name do: `choose anything`."""
    name, _, number = text.partition(":")
    return _SKILLS[name] + (f", with a strength of {number} %" if number and name == USUAL else "")


def is_searching(text: str) -> bool:
    """Return whether the bot of that name thinks for a while."""
    return text.partition(":")[0] in ("hardest", *_SEARCHING)


def bot_named(text: str, seed: int) -> Bot:
    """A new bot with its own stream of chance. Raises `UsageError` for a text that names none."""
    name, colon, budget_text = text.partition(":")
    if name not in BOTS:
        raise UsageError(f"there is no bot `{name}`{did_you_mean(name, BOTS, f'there are {join_words(BOTS)}')}")
    if name in _PLAIN and not colon:
        return _PLAIN[name](seed)
    if name == USUAL:
        if read_strength(text) is None:
            raise UsageError(f"`{text}`: after the colon stands the strength of {name}, from 1 to 100: `{name}:40`")
        return _level_bot(seed, text)
    if name not in _SEARCHING:
        raise UsageError(f"`{text}`: {name} takes no budget; write `{name}`")
    budget = parse(budget_text) if colon else DEFAULT_BUDGET
    if budget is None:
        raise UsageError(
            f"`{text}`: after the colon stands how long {name} may think about a decision, as a time "
            f"(`{name}:2s`, `{name}:500ms`) or as a number of iterations (`{name}:500`), and more than 0"
        )
    return _SEARCHING[name](seed, budget)
