"""Many games between bots, in one process or several, kept as numbers only: memory does not grow with the length of a game."""

from __future__ import annotations

import hashlib
import multiprocessing
import signal
from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from .bots import Bot, bot_named

if TYPE_CHECKING:
    from caylus import Ruleset


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play. `policy` names a bot for each seat. A game's number and `seed` settle everything that happens in it."""

    ruleset: str
    variants: tuple[str, ...]
    players: int
    games: int
    seed: int
    policy: tuple[str, ...]


class Played(NamedTuple):
    """One finished game. Bit `i` of `winners` is the player in seat `i`."""

    decisions: int
    rounds: int
    scores: tuple[int, ...]
    winners: int
    digest: str


@dataclass(slots=True)
class Tally:
    """What became of the games so far, in their order; `hash` is over all final states."""

    players: int
    games: int = 0
    decisions: int = 0
    rounds: array[int] = field(default_factory=lambda: array("l"))
    scores: array[int] = field(default_factory=lambda: array("l"))
    winners: array[int] = field(default_factory=lambda: array("L"))
    _hash: hashlib._Hash = field(default_factory=hashlib.sha256)

    def add(self, played: Played) -> None:
        self.games += 1
        self.decisions += played.decisions
        self.rounds.append(played.rounds)
        self.scores.extend(played.scores)
        self.winners.append(played.winners)
        self._hash.update(played.digest.encode())

    @property
    def hash(self) -> str:
        return self._hash.hexdigest()

    def scores_of_game(self, game: int) -> list[int]:
        return self.scores[game * self.players : (game + 1) * self.players].tolist()

    def seats_that_won(self, game: int) -> list[int]:
        return [seat for seat in range(self.players) if self.winners[game] >> seat & 1]


def simulate(plan: Plan, jobs: int) -> Iterator[Played]:
    """Plays the games and yields each in the order of their numbers, the same whatever `jobs` is.

    Raises `caylus.RulesetError` when the ruleset cannot be loaded, or a rule breaks in play.
    """
    play = partial(play_one, plan)
    if jobs == 1:
        yield from map(play, range(plan.games))
        return
    chunk = max(1, min(64, plan.games // (4 * jobs)))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_leave_interrupts_to_the_parent) as pool:
        yield from pool.map(play, range(plan.games), chunksize=chunk)


@cache
def load(ruleset: str, variants: tuple[str, ...]) -> Ruleset:
    """`caylus.load`, once a process."""
    import caylus

    return caylus.load(ruleset, variants=variants)


def play_one(plan: Plan, number: int) -> Played:
    """Plays one game of the plan to its end."""
    rules = load(plan.ruleset, plan.variants)
    game = rules.new_game(players=plan.players, seed=_seed(plan.seed, number, "game"), history=False, events=False)
    bots = _bots(plan, number, game.players)
    decisions = 0
    if len(bots) == 1:
        (bot,) = bots.values()
        while game.moves:
            game.play(bot(game))
            decisions += 1
    else:
        while (decision := game.decision) is not None:
            game.play(bots[decision.player](game))
            decisions += 1
    winners = sum(1 << seat for seat, name in enumerate(game.players) if name in game.winners)
    return Played(decisions, game.rounds, tuple(game.scores[name] for name in game.players), winners, game.digest())


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _bots(plan: Plan, number: int, players: Sequence[str]) -> dict[str, Bot]:
    """Who decides for whom; one bot alone where all seats follow the same policy."""
    if len(set(plan.policy)) == 1:
        return {"": bot_named(plan.policy[0], _seed(plan.seed, number, "bots"))}
    return {name: bot_named(policy, _seed(plan.seed, number, name)) for name, policy in zip(players, plan.policy, strict=True)}


def _seed(seed: int, number: int, purpose: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed} {number} {purpose}".encode()).digest()[:6], "big")
