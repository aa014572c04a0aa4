"""Whatever stands behind a command, and whatever files, folders and texts are called, the answer comes soon, in words."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from caylus.diagnostics import visible
from caylus.diagnostics.render import first_hidden
from caylus_tools.cli import main as cli
from support.running import Caylus, Done
from support.village import write_game

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


NAMES = (
    "a\x1b[2J\x1b]0;title\x07b",
    "a\n::error file=x::planted",
    "::error::planted",
    " ::warning::planted",
    "##[error]planted",
    "a\r::error::planted",
    "a\u202eb\u2028::error::planted\x9b31m",
    os.fsdecode(b"a\xff\xc2\x85b"),
)
SCENARIO = "players: [Ann, Ben]\nscenarios:\n  - {{name: '{}', begin: morning, then: {{days: 7}}}}\n"


def is_harmless(done: Done) -> bool:
    """Whether there is nothing hidden in what was printed, and nothing that a build service would take for an order."""
    lines = (done.out + done.err).split("\n")
    return not any(first_hidden(line) or line.strip().startswith("::") or "##[" in line or line == "planted" for line in lines)


COMMANDS: list[tuple[str, ...]] = [
    ("check", "{}"),
    ("check", "--format", "json", "{}"),
    ("check", "--format", "sarif", "{}"),
    ("check", "{}/nothing.rules"),
    ("fmt", "--check", "{}"),
    ("fmt", "--diff", "{}"),
    ("fmt", "{}"),
    ("test", "{}"),
    ("test", "--json", "{}"),
    ("new", "mine", "--of", "{}"),
    ("new", "mine", "--of", "classic", "--in", "{}"),
    ("new", "{}", "--of", "classic"),
    ("doc", "{}", "-o", "{}"),
    ("doc", "{}", "-o", "no/{}"),
    ("why", "{}"),
    ("replay", "{}"),
    ("explain", "{}"),
    ("show", "{}", "{}"),
    ("simulate", "{}", "--games", "1", "--bots", "{}"),
    ("simulate", "{}", "--games", "1", "--out", "{}"),
    ("simulate", "{}", "--games", "{}"),
    ("{}", "{}"),
    ("check", "--{}", "{}"),
]


@pytest.mark.parametrize("number", range(2 * len(COMMANDS)))
def test_no_name_makes_a_line_of_its_own_or_moves_the_cursor(
    number: int, caylus_: Caylus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, name = COMMANDS[number // 2], NAMES[number % len(NAMES)]
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path).rename(tmp_path / name)
    rules = next(Path(name).glob("*.rules"))
    rules.write_text(rules.read_text().replace("wage", " wgae", 1))
    (Path(name) / "scenarios").mkdir(exist_ok=True)
    (Path(name) / "scenarios" / "a.yaml").write_text(SCENARIO.format("It is no day"))
    done = caylus_(*(word.format(name) for word in words))
    assert done.code in (0, 1, 2), done.err
    assert is_harmless(done), done
    if "json" in words and done.out:
        json.loads(done.out)


def test_annotations_are_escaped_as_github_has_it(caylus_: Caylus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path).rename(tmp_path / "a,b:c%d\n::error::e\r\x1b")
    rules = next(tmp_path.glob("*/*.rules"))
    rules.write_text(rules.read_text().replace("wage", "wgae", 1))
    done = caylus_("check", "--format", "github", rules.parent.name)
    (line,) = done.out.rstrip("\n").split("\n")
    assert line.startswith(f"::error file=a%2Cb%3Ac%25d%0A%3A%3Aerror%3A%3Ae%0D\\x1b/{rules.name},line=")
    assert not first_hidden(line)


@pytest.mark.parametrize("title", ["]]>", "<b>&amp;", "a \"quoted\" 'name'", "::error::x", "☃ é 日本 𝕏", "%0A::error::"])
def test_results_for_junit_are_well_formed_whatever_a_scenario_is_called(
    title: str, caylus_: Caylus, village: Path, tmp_path: Path
) -> None:
    (village / "scenarios").mkdir(exist_ok=True)
    for file in (village / "scenarios").glob("*"):
        file.unlink()
    (village / "scenarios" / "]]>\x01\ufffe.yaml").write_text(SCENARIO.format(title.replace("'", "''")), encoding="utf-8")
    done = caylus_("test", village, "--junit", tmp_path / "out.xml")
    assert (done.code, is_harmless(done)) == (1, True), done
    (case,) = ElementTree.parse(tmp_path / "out.xml").getroot().iter("testcase")
    assert case.get("name") == visible(title)
    assert case.get("classname", "").endswith("]]>\\x01\\ufffe")
