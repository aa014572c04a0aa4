"""Bots of a server: they choose what may be chosen, in time, whatever becomes of their processes."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator
from queue import Queue

import caylus
import pytest
from caylus_tools.common.process_pool import Bounds
from caylus_tools.server import Refused, bots
from caylus_tools.server.bots import Bots, Chosen, Job, check_policy
from caylus_tools.server.storage.database import StorageFull
from support import tiny
from support.breaking import RULES as BREAKING

from ..processes import jobs

pytestmark = pytest.mark.slow

SECONDS = 300.0
"""Long enough for a busy machine: a choice that comes after its test would be taken for that of the next one."""
Heard = tuple[Job, Chosen, float]


@pytest.fixture(scope="module", autouse=True)
def patient() -> Iterator[None]:
    """Bots stand back behind the other tests, and may be kept waiting by them: only what they compute is bounded."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bots, "QUICK", bots.QUICK._replace(seconds=SECONDS))
        patch.setattr(bots, "THINKING", bots.THINKING._replace(seconds=SECONDS))
        yield


@pytest.fixture(scope="module")
def answers() -> Queue[Heard]:
    return Queue()


@pytest.fixture(scope="module")
def made(answers: Queue[Heard]) -> Iterator[Bots]:
    found = Bots(lambda job, chosen: answers.put((job, chosen, time.monotonic())), pause=0.05)
    yield found
    found.close()


@pytest.fixture(scope="module")
def game() -> caylus.Game:
    return caylus.load("classic").new_game(2, 1)


def job(game: caylus.Game, policy: str, table: str = "table", revision: int = 1, seat: str | None = None) -> Job:
    seat = seat or game.waiting[0]
    decision = game.decision_for(seat)
    assert decision is not None
    options = tuple(option.id for option in decision.options)
    return Job(table, seat, revision, policy, pickle.dumps(game.determinize(seat, 1)), options)


@pytest.mark.parametrize("policy", ["random", "greedy", "mcts:20", "mcts:100ms"])
def test_any_bot_chooses_what_may_be_chosen(made: Bots, answers: Queue[Heard], game: caylus.Game, policy: str) -> None:
    asked = job(game, policy)
    made.ask(asked)
    told, chosen, _ = answers.get(timeout=SECONDS)
    assert told is asked
    assert chosen.option in asked.options
    assert chosen.note == ""


def test_what_is_asked_twice_is_answered_once(made: Bots, answers: Queue[Heard], game: caylus.Game) -> None:
    for revision in (7, 8):
        asked = job(game, "random", revision=revision)
        made.ask(asked)
        made.ask(asked)
        assert answers.get(timeout=SECONDS)[0].revision == revision
    time.sleep(0.2)
    assert answers.empty()


def test_a_decision_that_its_table_has_gone_on_from_is_not_thought_about(
    made: Bots, answers: Queue[Heard], game: caylus.Game
) -> None:
    made.ask(job(game, "mcts:1s", "busy"))
    for revision in (1, 2, 3):
        made.ask(job(game, "mcts:1s", "one", revision=revision))
    assert {(one.table, one.revision) for one, *_ in (answers.get(timeout=SECONDS) for _ in range(2))} == {
        ("busy", 1),
        ("one", 3),
    }
    assert answers.empty()


def test_what_is_thought_about_ends_when_its_table_goes_on(made: Bots, answers: Queue[Heard], game: caylus.Game) -> None:
    made.ask(job(game, "mcts:12s", "one", revision=1))
    while made._searching.queue.waiting:
        time.sleep(0.01)
    made.ask(job(game, "mcts:0.1s", "one", revision=2))
    assert answers.get(timeout=SECONDS)[0].revision == 2
    assert answers.empty()


def test_a_choice_comes_late_enough_to_be_followed(
    made: Bots, answers: Queue[Heard], game: caylus.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "_pause", 0.5)
    begun = time.monotonic()
    made.ask(job(game, "random", revision=30))
    assert answers.get(timeout=SECONDS)[2] >= begun + 0.5


def test_a_bot_that_thinks_keeps_no_quick_one_waiting(made: Bots, answers: Queue[Heard], game: caylus.Game) -> None:
    made.ask(job(game, "mcts:2s", "slow"))
    made.ask(job(game, "random", "quick"))
    assert [answers.get(timeout=SECONDS)[0].table for _ in range(2)] == ["quick", "slow"]


def test_a_seat_that_is_not_asked_first_chooses_all_the_same(made: Bots, answers: Queue[Heard]) -> None:
    game = caylus.load("classic", ["blind-bids"]).new_game(3, 1)
    while len(game.waiting) < 2:
        game.play(0)
    asked = job(game, "greedy", seat=game.waiting[1])
    made.ask(asked)
    _, chosen, _ = answers.get(timeout=SECONDS)
    game.choose(chosen.option, asked.seat)
    assert game.waiting[0] != asked.seat


@pytest.fixture(scope="module")
def small() -> caylus.Game:
    """What a process has ready at once."""
    return tiny.game(BREAKING)


def harm_bots(instead: Callable[..., object], game: caylus.Game, monkeypatch: pytest.MonkeyPatch, times: int = 1) -> list[Chosen]:
    """What bots choose whose thoughts are taken by something else."""
    answers: Queue[Chosen] = Queue()
    monkeypatch.setattr(bots, "choose_option", instead)
    monkeypatch.setattr(bots, "QUICK", Bounds(seconds=20, busy=0.2))
    hurt = Bots(lambda _, chosen: answers.put(chosen), pause=0)
    try:
        found = []
        for revision in range(times):
            hurt.ask(job(game, "greedy", revision=revision))
            found.append(answers.get(timeout=SECONDS))
        return found
    finally:
        hurt.close()


@pytest.mark.parametrize(
    ("harm", "note"),
    [
        pytest.param(jobs.spin, "took too long, and chose anything.", marks=pytest.mark.nightly),
        (jobs.die, "took too long, and chose anything."),
        (jobs.fail, "could not decide, and chose anything."),
    ],
)
def test_a_bot_that_comes_to_harm_chooses_anything_and_the_log_says_so(
    small: caylus.Game, monkeypatch: pytest.MonkeyPatch, harm: Callable[..., object], note: str
) -> None:
    (chosen,) = harm_bots(harm, small, monkeypatch)
    assert chosen.option in job(small, "greedy").options
    assert chosen.note == f"The bot of {small.waiting[0]} {note}"


@pytest.mark.nightly
def test_bots_of_a_table_that_run_over_again_and_again_are_not_waited_for(
    small: caylus.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    *first, last = harm_bots(jobs.spin, small, monkeypatch, times=bots.PATIENCE + 1)
    assert all(chosen.note for chosen in first)
    assert last.note == ""


def test_a_choice_that_comes_too_late_is_no_matter(game: caylus.Game, caplog: pytest.LogCaptureFixture) -> None:
    offered: Queue[int] = Queue()

    def refuse(job: Job, chosen: Chosen) -> None:
        offered.put(job.revision)
        raise Refused("stale", "Somebody else was first.")

    late = Bots(refuse, pause=0)
    try:
        late.ask(job(game, "random"))
        assert offered.get(timeout=SECONDS) == 1
        late.ask(job(game, "random", revision=2))
        assert offered.get(timeout=SECONDS) == 2
    finally:
        late.close()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_choice_that_waits_when_bots_are_closed_is_dropped(game: caylus.Game) -> None:
    offered: list[Job] = []
    closed = Bots(lambda job, _: offered.append(job), pause=60.0)
    closed.ask(job(game, "random"))
    while not closed._timers:
        time.sleep(0.01)
    closed.close()
    for timer in closed._timers:
        timer.join()
    assert not offered


@pytest.mark.parametrize(
    "error", [StorageFull("The disk is full."), Refused("busy", "The server is busy.")], ids=["full", "busy"]
)
def test_a_choice_that_could_not_be_stored_just_now_is_offered_again(
    game: caylus.Game, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(bots, "AGAIN", 0.05)
    offered: Queue[str] = Queue()

    def offer(job: Job, chosen: Chosen) -> None:
        offered.put(chosen.option)
        if offered.qsize() < 2:
            raise error

    made = Bots(offer, pause=0.0)
    made.ask(job(game, "random"))
    assert len({offered.get(timeout=SECONDS), offered.get(timeout=SECONDS)}) == 1
    made.close()


def test_rules_that_break_in_what_a_bot_imagines_end_no_game(made: Bots, answers: Queue[Heard]) -> None:
    asked = job(tiny.game(BREAKING), "greedy", table="breaking")
    made.ask(asked)
    _, chosen, _ = answers.get(timeout=SECONDS)
    assert chosen.option in asked.options
    assert "could not decide" in chosen.note


@pytest.mark.parametrize("policy", ["", "chess", "mcts:", "mcts:0s", "random:2s", "mcts:2s; rm"])
def test_bots_that_nobody_knows_are_refused(policy: str) -> None:
    with pytest.raises(Refused):
        check_policy(policy)
