"""Bots that search, where people name them: at the table, and in simulations."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pexpect
import pytest
from support.running import Caylus

pytestmark = pytest.mark.slow

NOUGHTS = Path(__file__).parents[1] / "games" / "noughts"


def test_a_game_between_bots_of_every_sort_is_played_to_its_end(piped: Caylus) -> None:
    done = piped("play", NOUGHTS, "--seats", "mcts:20,greedy", "--seed", "1")
    assert done.code == 0, done.err
    assert "wins" in done.out


def test_in_a_pipe_nobody_is_told_that_a_bot_thinks(piped: Caylus) -> None:
    done = piped("play", NOUGHTS, "--seats", "mcts:20ms,random", "--seed", "1")
    assert "thinks" not in done.out + done.err


def test_on_a_terminal_a_bot_that_takes_its_time_is_seen_to_think(environment: dict[str, str], tmp_path: Path) -> None:
    game = pexpect.spawn(
        sys.executable,
        ["-m", "caylus_tools", "play", str(NOUGHTS), "--seats", "human,mcts:300ms", "--seed", "1", "--plain"],
        env={**environment, "TERM": "xterm"},
        cwd=str(tmp_path),
        dimensions=(50, 80),
        encoding="utf-8",
        timeout=60,
    )
    game.expect(r"Nought[^>\n]*> ")
    game.send("5\r")
    game.expect(r"Cross\S* thinks")
    game.expect(r"Nought[^>\n]*> ")
    game.send("q\r")
    game.expect("save it first")
    game.send("y\r")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0


@pytest.mark.parametrize("words", [("play", NOUGHTS, "--seats"), ("simulate", NOUGHTS, "--games", "1", "--bots")])
@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("mcts:0s", "`mcts:2s`"),
        ("mcts:x", "`mcts:500`"),
        ("mcts:-3", "more than 0"),
        ("greedy:3", "takes no budget"),
        ("oracle", "mcts"),
    ],
)
def test_a_bot_that_cannot_be_is_refused_with_what_is_expected(
    piped: Caylus, words: tuple[str | Path, ...], bot: str, told: str
) -> None:
    done = piped(*words, f"random,{bot}")
    assert done.code == 2
    assert done.out == ""
    assert told in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.nightly
def test_simulations_with_a_number_of_iterations_can_be_repeated(piped: Caylus) -> None:
    words = ("simulate", NOUGHTS, "--games", "3", "--bots", "mcts:10,greedy", "--json")
    hashes = {json.loads(piped(*words, "--jobs", jobs).out)["hash"] for jobs in ("1", "2")}
    assert len(hashes) == 1
