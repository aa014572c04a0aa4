"""The pages for authors and the patterns of `rulesets/HOW_TO.md`, each followed as its reader would."""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import caylus
import pytest
from caylus.formatter import format_text
from caylus.loading import library
from caylus_tools.bots import bot_named
from caylus_tools.cli import main as cli

from .steps import Command, File, steps

PAGE = (Path(__file__).parents[2] / "rulesets" / "HOW_TO.md").read_text(encoding="utf-8")
_PART = re.compile(
    r"^```rules (?P<name>\S+)/(?P<file>\S+)\n(?P<rules>.*?)^```$"
    r"(?:.*?^```yaml\n(?P<manifest>.*?)^```$)?.*?^Players read: `(?P<read>.*?)`$",
    re.DOTALL | re.MULTILINE,
)
MANIFEST = """\
name: {name}
title: {name}
version: 1.0.0
language: 1
about: A pattern.
extends: {{ name: classic, version: "1" }}
rules: [{file}]
"""


class Pattern(NamedTuple):
    """A section of the page: a variant, what its manifest adds, and a text that players read in its games."""

    name: str
    file: str
    rules: str
    manifest: str | None
    read: str

    def write(self, parent: Path) -> Path:
        folder = parent / self.name
        folder.mkdir()
        (folder / self.file).write_text(self.rules, encoding="utf-8")
        (folder / "ruleset.yaml").write_text(
            MANIFEST.format(name=self.name, file=self.file) + (self.manifest or ""), encoding="utf-8"
        )
        return folder


PATTERNS = [
    Pattern(*found.group("name", "file", "rules", "manifest", "read"))
    for section in PAGE.split("\n## ")[1:]
    for found in _PART.finditer(section)
]
each_pattern = pytest.mark.parametrize("pattern", PATTERNS, ids=[pattern.name for pattern in PATTERNS])


def test_every_section_is_a_pattern_of_its_own() -> None:
    assert (
        len(PATTERNS) == len({pattern.name for pattern in PATTERNS}) == PAGE.count("\n## ") - 1 == 22
    )  # the last section is a table


@each_pattern
def test_a_pattern_fits_on_a_screen_and_is_laid_out_as_it_should_be(pattern: Pattern) -> None:
    assert len(pattern.rules.splitlines()) <= 25
    assert format_text(pattern.rules, pattern.file) == pattern.rules


@pytest.mark.nightly
@each_pattern
def test_a_pattern_has_no_faults(pattern: Pattern, tmp_path: Path) -> None:
    assert library.check_path(pattern.write(tmp_path)).diagnostics == ()


@pytest.mark.nightly
@each_pattern
def test_players_read_in_a_game_what_the_page_says(pattern: Pattern, tmp_path: Path) -> None:
    rules = caylus.load("classic", variants=[pattern.write(tmp_path)])
    assert any(pattern.read in text for seed in range(6) for text in _told(rules, seed))


def _told(rules: caylus.Ruleset, seed: int) -> Iterator[str]:
    """Everything that is told in a game of greedy bots, and the options that they had."""
    game = rules.new_game(rules.most_players, seed)
    bot = bot_named("greedy", seed)
    while (decision := game.decision) is not None:
        yield from (option.text for option in decision.options)
        game.play(bot(game))
    yield from (event.text for event in game.events_for(caylus.SPECTATOR))


RULESETS = Path(__file__).parents[2] / "rulesets"
PAGES = {name: tuple(steps((RULESETS / name).read_text(encoding="utf-8"))) for name in ("README.md", "NEW_GAME.md", "FILES.md")}
FINDINGS = ("error[", "FAILED ", " differences")


class Done(NamedTuple):
    """What a command printed, and its exit code."""

    output: str
    code: int


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_print_what_it_shows(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is written as it stands on the page at that point; a command fails exactly where the page shows findings."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    printed, shown = [], []
    for step in PAGES[page]:
        if isinstance(step, File):
            _write(step)
            continue
        done = _run_command(step, monkeypatch)
        code = int(any(finding in step.shown for finding in FINDINGS))
        if done.code != code or not step.prints(done.output):
            title = f"{page} {step.line}: {step.words}"
            printed.append(f"{title} (exit code {done.code})\n{done.output}")
            shown.append(f"{title} (exit code {code})\n{step.shown}")
    assert printed == shown


def _write(step: File) -> None:
    path = Path(step.path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a" if step.added else "w", encoding="utf-8") as file:
        file.write(step.text)


def _run_command(command: Command, patch: pytest.MonkeyPatch) -> Done:
    program, *words = shlex.split(command.words)
    assert program == "caylus"
    patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(command.typed.encode()), encoding="utf-8"))
    with redirect_stdout(io.StringIO()) as output, redirect_stderr(output):
        code = cli.main(words)
    return Done(output.getvalue(), code)


@pytest.mark.slow
def test_an_output_that_is_not_the_shown_one_is_noticed() -> None:
    shown = Command(1, "caylus show", "", "first\n…\n… of 3\nlast")
    assert shown.prints("first  \nanything\nat all\n2 of 3\nlast\n")
    assert shown.prints("first\n2 of 3\nlast\n")
    assert not shown.prints("first\n2 of 4\nlast\n")
    assert not shown.prints("first\n2 of 3\nlast\nand more\n")
