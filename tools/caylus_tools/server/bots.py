"""Bots that decide at the tables of a server, in processes of their own and in time."""

from __future__ import annotations

import logging
import pickle
import time
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from random import Random
from threading import Lock, Timer
from typing import TYPE_CHECKING, NamedTuple

from caylus_tools.bots import bot_named, is_searching
from caylus_tools.common.errors import UsageError
from caylus_tools.common.process_pool import Bounds, Closed, Pool, ProcessLost
from caylus_tools.server import Refused
from caylus_tools.server.queues import Asked, Asker, FairQueue, is_wanted
from caylus_tools.server.storage.database import StorageUnavailable

if TYPE_CHECKING:
    from caylus import Game, Ruleset


def prepare_rules(data: bytes) -> None:
    """Reads the rules of a pickled game, which stay for the next one."""
    _game(data)


def choose_option(data: bytes, seat: str, policy: str, seed: int) -> str:
    """The id of what the bot chooses at a seat in a pickled game, which is determinized: nothing in it is anybody's secret.

    Where several choose at once and others are asked first, they choose anything there.
    """
    game = _game(data)
    while game.players[game.seat] != seat:
        game.play(0)
    move = game.moves[bot_named(policy, seed)(game)]
    decision = game.decision
    assert decision is not None
    return decision.render_id(move)


def _game(data: bytes) -> Game:
    game: Game = pickle.loads(data)  # noqa: S301 (the server itself has pickled it)
    if game.rules not in _known:
        _known.append(game.rules)
    return game


_known: deque[Ruleset] = deque(maxlen=32)
"""Rules that stay in this process: who unpickles another game of them takes those that are still there."""


MEMORY = 300 * 1024 * 1024
QUICK = Bounds(seconds=20, busy=8, memory=MEMORY)
"""Most take a moment; but what a variant has brought is learnt first, which takes seconds on a slow machine."""

THINKING = Bounds(seconds=20, busy=15, memory=MEMORY)
PATIENCE = 2
"""How often in a row bots of a table may run over; after that they choose anything, and keep nobody else's waiting."""

AGAIN = 2.0
"""Seconds after which a choice is offered again that could not be stored, or for which a table had no time."""

_log = logging.getLogger(__name__)


class Job(NamedTuple):
    """A decision that a bot has to make: by `policy` (see `bot_named`), at a seat, at a revision of a table.

    `game` is pickled, and a game that the seat could be in for all it sees; `options` are the ids of what may be chosen. The
    tables of each `owner` take turns with those of others.
    """

    table: str
    seat: str
    revision: int
    policy: str
    game: bytes
    options: tuple[str, ...]
    owner: str = ""


class Chosen(NamedTuple):
    """The id of an option, and a sentence for the log where the bot did not come to choose it by itself."""

    option: str
    note: str = ""


def check_policy(policy: str) -> str:
    """A policy that bots of a server play by. Raises Refused."""
    try:
        bot_named(policy, 0)
    except UsageError as error:
        raise Refused("bad", f"There is no such bot: {error}.") from None
    return policy


class _Lane:
    """A process that stands back behind the server, and a thread that waits for it."""

    def __init__(self, bounds: Bounds) -> None:
        self.pool = Pool(1, nice=10, expected=(Refused,))
        self.queue = FairQueue(1)
        self.bounds = bounds

    def close(self) -> None:
        self.queue.close()
        self.pool.close()


class Bots:
    """`offer` is given each choice, in a thread of its own, no sooner than `pause` seconds after it was asked for, so that people
    can follow; it raises Refused where the table has gone on.

    Bots that search have other processes than those that do not, so that nobody waits seconds for what takes a moment. All stand
    back behind the server itself.
    """

    def __init__(self, offer: Callable[[Job, Chosen], object], pause: float = 0.8) -> None:
        self._offer = offer
        self._pause = pause
        self._quick = _Lane(QUICK)
        self._searching = _Lane(THINKING)
        self._in_hand: dict[tuple[str, str], tuple[int, Asked[None]]] = {}
        """By table and seat, the revision that is thought about."""
        self._overruns: Counter[str] = Counter()
        self._timers: set[Timer] = set()
        self._is_closed = False
        self._lock = Lock()

    def ask(self, job: Job) -> None:
        """Returns at once; the same decision asked for again is made once. One that its table has gone on from is dropped."""
        lane = self._searching if is_searching(job.policy) else self._quick
        with self._lock:
            revision, last = self._in_hand.get(job[:2], (None, None))
            if revision == job.revision:
                return
            if last is not None:
                last.is_wanted = False
                last.cancel()
            decide = partial(self._decide, job, lane, time.monotonic() + self._pause)
            self._in_hand[job[:2]] = job.revision, lane.queue.submit(Asker("", job.owner), decide)

    def close(self) -> None:
        """Stop: choices that have not been offered by now are dropped."""
        with self._lock:
            self._is_closed = True
            for timer in self._timers:
                timer.cancel()
        self._quick.close()
        self._searching.close()

    def _decide(self, job: Job, lane: _Lane, not_before: float) -> None:
        choice = self._choose(job, lane)
        if is_wanted():
            self._schedule_offer(max(0.0, not_before - time.monotonic()), job, choice)

    def _schedule_offer(self, seconds: float, job: Job, choice: Chosen) -> None:
        timer = Timer(seconds, self._offer_choice, (job, choice))
        timer.daemon = True
        with self._lock:
            self._timers = {one for one in self._timers if one.is_alive()}
            if not self._is_closed:
                self._timers.add(timer)
                timer.start()

    def _choose(self, job: Job, lane: _Lane) -> Chosen:
        anything = Random(job.revision).choice(job.options)
        if self._overruns[job.table] >= PATIENCE:
            return Chosen(anything)
        work = partial(choose_option, job.game, job.seat, job.policy, job.revision)
        try:
            option = lane.pool.do(work, lane.bounds, partial(prepare_rules, job.game), is_wanted)
            self._overruns.pop(job.table, None)
            return Chosen(option)
        except (ProcessLost, Closed):
            note = f"The bot of {job.seat} took too long, and chose anything."
        except Exception:  # a rule breaks in what it imagines, say, which must not end the game
            _log.exception("a bot failed at table %s", job.table)
            note = f"The bot of {job.seat} could not decide, and chose anything."
        with self._lock:
            self._overruns[job.table] += is_wanted()
        return Chosen(anything, note)

    def _offer_choice(self, job: Job, choice: Chosen) -> None:
        with self._lock:
            if self._in_hand.get(job[:2], (None, None))[0] == job.revision:
                del self._in_hand[job[:2]]
            if self._is_closed:
                return
        try:
            self._offer(job, choice)
        except StorageUnavailable:  # the same choice, when the database is back
            self._schedule_offer(AGAIN, job, choice)
        except Refused as refusal:
            if refusal.code == "busy":
                self._schedule_offer(AGAIN, job, choice)
            _log.debug("a bot's choice at table %s was refused: %s", job.table, refusal.text)
        except Exception:
            _log.exception("a bot's choice at table %s was lost", job.table)
