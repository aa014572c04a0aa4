"""What a game needs is made once for all, by whichever thread comes first."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import caylus
import pytest
from caylus import cache
from caylus.codegen.module import write_source
from caylus.runtime.ruleset import MEANINGS, Meaning
from support import orchard, tiny

pytestmark = pytest.mark.slow

THREADS = 8


@pytest.fixture(params=["kept", "nothing kept"])
def kept(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path / "cache") if request.param == "kept" else "")


@pytest.fixture
def fresh(kept: None, tmp_path: Path) -> caylus.Ruleset:
    """The orchard, of which nothing has been made yet."""
    tmp_path.joinpath("rules").mkdir()
    return caylus.load(tiny.write(tmp_path / "rules", orchard.TEXT))


def run_together(do: Callable[[int], Any]) -> list[Any]:
    """What comes of it in each of several threads that begin together."""
    barrier = Barrier(THREADS)

    def each(number: int) -> Any:
        barrier.wait()
        return do(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(each, range(THREADS)))


def all_told(game: caylus.Game) -> object:
    """Everything that a game has to say of its first decision."""
    decision = game.decision
    assert decision is not None
    options = [(option.id, option.text, option.data) for option in decision.options]
    refused = [reason.text for reason in decision.why_not("decline")]
    return decision.prompt, options, refused, game.view(), [event.text for event in game.events]


def test_who_is_warm_never_looks_into_the_rules_again(fresh: caylus.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.warm(3)

    def never() -> Meaning:
        raise AssertionError

    monkeypatch.setattr(fresh, "_understand", never)
    game = fresh.new_game(3, seed=5)
    assert all_told(game) == all_told(orchard.RULES.new_game(3, seed=5))
    silent = game.copy()
    silent.play(0)
    silent.copy(events=True).view()
    game.play(0)
    assert game.transcript()["choices"]
    assert fresh.new_game(["Eve", "Fay", "Gus"]).decision is not None
    fresh.warm(3)


def test_what_was_kept_of_rules_means_the_same(fresh: caylus.Ruleset, tmp_path: Path) -> None:
    fresh.warm(3)
    again = caylus.load(tmp_path / "rules")
    assert write_source(again.model, 3, True, None).text == write_source(fresh.model, 3, True, None).text
    assert (again.files, again.history) == (fresh.files, fresh.history)


def test_several_numbers_of_players_can_be_warm(fresh: caylus.Ruleset) -> None:
    for players in (2, 4, 2):
        fresh.warm(players)
    programs = {players: fresh.program(players) for players in (2, 4)}
    fresh.warm(3)
    assert all(fresh.program(players) is program for players, program in programs.items())


def test_nobody_warms_a_game_that_cannot_be(fresh: caylus.Ruleset) -> None:
    for players in (0, 99):
        with pytest.raises(ValueError, match="is for 1 to 4 players"):
            fresh.warm(players)


def test_threads_that_begin_together_get_one_program_and_the_same_games(
    fresh: caylus.Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    understand, understood = fresh._understand, []
    monkeypatch.setattr(fresh, "_meaning", {})
    monkeypatch.setattr(fresh, "_understand", lambda: understood.append(1) or understand())

    def play(number: int) -> tuple[object, int, int, str]:
        if number % 2:
            fresh.warm(3)
        game = fresh.new_game(3, seed=5)
        told = all_told(game)
        while game.moves:
            game.play(len(game.moves) // 2)
        metadata = fresh.program(3).metadata
        return told, id(metadata.layout), id(fresh.model), game.digest()

    first, *rest = run_together(play)
    assert all(other == first for other in rest)
    assert len(understood) == 1
    assert first[0] == all_told(orchard.RULES.new_game(3, seed=5))


def test_each_thread_may_warm_another_number_of_players(fresh: caylus.Ruleset) -> None:
    run_together(lambda number: fresh.warm(2 + number % 3))
    for players in (2, 3, 4):
        assert all_told(fresh.new_game(players, seed=1)) == all_told(orchard.RULES.new_game(players, seed=1))


def test_what_lies_where_meaning_is_kept_makes_nothing_but_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path))
    for planted in (os.getcwd, eval, cache.write, tiny.rules):
        MEANINGS.keep(planted, "rules", "model")
        assert MEANINGS.has("rules", "model")
        assert MEANINGS.get("rules", "model") is None
