"""The pages for authors, each followed step by step in an empty folder, as its reader would."""

from __future__ import annotations

import io
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest
from caylus_tools.cli import main as cli

from .steps import Command, File, steps

pytestmark = pytest.mark.slow

RULESETS = Path(__file__).parents[2] / "rulesets"
PAGES = {name: tuple(steps((RULESETS / name).read_text(encoding="utf-8"))) for name in ("README.md", "NEW_GAME.md", "FILES.md")}
FINDINGS = ("error[", "FAILED ", " differences")


class Done(NamedTuple):
    """What a command printed, and its exit code."""

    output: str
    code: int


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


def test_an_output_that_is_not_the_shown_one_is_noticed() -> None:
    shown = Command(1, "caylus show", "", "first\n…\n… of 3\nlast")
    assert shown.prints("first  \nanything\nat all\n2 of 3\nlast\n")
    assert shown.prints("first\n2 of 3\nlast\n")
    assert not shown.prints("first\n2 of 4\nlast\n")
    assert not shown.prints("first\n2 of 3\nlast\nand more\n")
