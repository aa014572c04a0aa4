"""The pages for authors, each followed step by step in an empty folder, as its reader would."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest
from caylus_tools.cli import main as cli

from .steps import Command, File, steps

pytestmark = pytest.mark.slow

RULESETS = Path(__file__).parents[2] / "rulesets"
PAGES = {name: tuple(steps((RULESETS / name).read_text(encoding="utf-8"))) for name in ("README.md", "NEW_GAME.md", "FILES.md")}
COMMANDS = [
    pytest.param(page, step, id=f"{page} {step.line}: {step.words}")
    for page, all_steps in PAGES.items()
    for step in all_steps
    if isinstance(step, Command)
]
FINDINGS = ("error[", "FAILED ", " differences")


class Done(NamedTuple):
    """What a command printed, and its exit code."""

    output: str
    code: int


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[tuple[str, int], Done]]:
    """What became of each command, with every file written as it stands on its page at that point."""
    done: dict[tuple[str, int], Done] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "80")
        for page, all_steps in PAGES.items():
            patch.chdir(tmp_path_factory.mktemp(page))
            for step in all_steps:
                if isinstance(step, File):
                    _write(step)
                else:
                    done[page, step.line] = _run_command(step, patch)
    return done


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


@pytest.mark.parametrize(("page", "command"), COMMANDS)
def test_a_command_prints_what_the_page_shows(page: str, command: Command, followed: dict[tuple[str, int], Done]) -> None:
    output = followed[page, command.line].output
    if not command.prints(output):
        assert output == command.shown


@pytest.mark.parametrize(("page", "command"), COMMANDS)
def test_a_command_ends_with_findings_exactly_where_the_page_shows_some(
    page: str, command: Command, followed: dict[tuple[str, int], Done]
) -> None:
    assert followed[page, command.line].code == int(any(finding in command.shown for finding in FINDINGS))


def test_an_output_that_is_not_the_shown_one_is_noticed() -> None:
    shown = Command(1, "caylus show", "", "first\n…\n… of 3\nlast")
    assert shown.prints("first  \nanything\nat all\n2 of 3\nlast\n")
    assert shown.prints("first\n2 of 3\nlast\n")
    assert not shown.prints("first\n2 of 4\nlast\n")
    assert not shown.prints("first\n2 of 3\nlast\nand more\n")
