"""Whatever stands behind a command or one of its options, the answer comes soon, in words, with an exit code."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest
from caylus_tools.cli import main as cli
from support.running import Caylus

NOUGHTS = str(Path(__file__).parents[1] / "games" / "noughts")
"""Of the processor."""

SOUND: dict[str, tuple[str, ...]] = {
    "list": (),
    "play": (NOUGHTS, "--seats", "random,random"),
    "resume": ("game.json", "--seats", "random,random"),
    "replay": ("game.json",),
    "analyse": ("game.json", "--out", "game.html"),
    "check": (NOUGHTS,),
    "explain": ("E0101",),
    "fmt": ("--check", NOUGHTS),
    "lsp": (),
    "test": (NOUGHTS,),
    "show": (NOUGHTS,),
    "diff": (NOUGHTS, NOUGHTS),
    "doc": (NOUGHTS, "-o", "-"),
    "new": ("mine", "--of", "classic"),
    "why": ("game.json",),
    "simulate": (NOUGHTS, "--games", "3"),
    "rate": (NOUGHTS, "--games", "2", "--bots", "random,greedy"),
    "train": (NOUGHTS, "--minutes", "0.001", "--jobs", "1", "--out", "bots.json"),
    "balance": (NOUGHTS, "--games", "30", "--bots", "random", "--json"),
    "completion": ("bash",),
}
QUICK = ("list", "explain", "why", "completion")

NUMBERS = ("-1", "0", "10000", "18446744073709551616", "9" * 30, "1" * 4000, "nan", "inf", "-inf", "1e999", "٣", "1_000", "+5")
TEXTS = ("", " ", "a" * 5000, "\n", "\x1b[2J", "\u202e", "\udcff\udcfe", "\ud800", "\0", "a\0b", "%s%n{0}", ",,,,", "=", "~", "*")
PATHS = ("/dev/full", "/dev/zero", "/proc/self/mem", "no/such/x.csv", "x" * 300 + ".html", "../nothing", "-", "--", "\udcff.csv")
BOTS = ("mcts:0", "mcts:nan", "mcts:-1s", "human," * 500, "tcp://x:99999", "@file")
HOSTILE = (*NUMBERS, *TEXTS, *PATHS, *BOTS)
SHARE = 12


def command_lines(command: str) -> Iterator[list[str]]:
    """A sound command line of that command with a hostile word somewhere in it; each place has its share of the words."""
    commands = next(a.choices for a in cli._parser()._actions if isinstance(a, argparse._SubParsersAction))
    options = [action for action in commands[command]._actions if action.option_strings and action.nargs != 0]
    sound = SOUND[command]
    for hostile in HOSTILE[::SHARE]:
        yield [command, *sound, hostile]
    for place in range(len(sound)):
        for hostile in HOSTILE[place % SHARE :: SHARE]:
            yield [command, *sound[:place], hostile, *sound[place + 1 :]]
    for number, option in enumerate(options):
        name = option.option_strings[-1]
        for hostile in HOSTILE[number % SHARE :: SHARE]:
            if name != "--games" or hostile != "10000":  # which is sound
                yield [command, *sound, *([f"{name}={hostile}"] if len(hostile) % 2 else [name, hostile])]


@pytest.mark.slow
@pytest.mark.parametrize("command", [pytest.param(name, marks=() if name in QUICK else pytest.mark.nightly) for name in SOUND])
def test_no_word_of_a_command_line_ends_in_a_bug(
    caylus_: Caylus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    saved = caylus_("play", NOUGHTS, "--seats", "random,random", "--save", "game.json")
    assert saved.code == 0
    for words in command_lines(command):
        done = caylus_(*words)
        told = done.out + done.err
        assert done.code in (0, 1, 2), (words, told[-1000:])
        assert "Traceback" not in told, words
        assert done.code != 2 or len(done.err) < 5000, words


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("simulate", NOUGHTS, "--jobs", "10000"), "10000 processes are too many for this machine"),
        (("balance", NOUGHTS, "--jobs", "10000"), "10000 processes are too many for this machine"),
        (("simulate", NOUGHTS, "--seed", str(2**64)), "'18446744073709551616' is not a whole number of at most 64 bits"),
        (("play", NOUGHTS, "--seed", "1" * 3000), f"'{'1' * 60}…' is not a whole number of at most 64 bits"),
        (("play", NOUGHTS, "--seed", "nan"), "'nan' is not a whole number"),
        (("show", "a\0b"), "word 2 is nothing that a file or anything else can be called"),
        (("show", "x" * 5000), "word 2 is nothing that a file or anything else can be called"),
        (("show", NOUGHTS, "--with=--"), "word 3 is nothing"),
    ],
)
def test_a_word_that_cannot_be_meant_is_told(caylus_: Caylus, words: tuple[str, ...], told: str) -> None:
    done = caylus_(*words)
    assert done.code == 2
    assert told in done.err


@pytest.mark.parametrize("seed", ["0", "-1", str(2**64 - 1), str(-(2**63))])
def test_every_number_of_64_bits_is_a_seed(caylus_: Caylus, seed: str) -> None:
    assert caylus_("simulate", NOUGHTS, "--games", "1", "--seed", seed).code == 0
