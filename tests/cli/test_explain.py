"""`caylus explain`: the pages of the codes, for whoever has just met one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import caylus
import caylus_tools
import pytest
from caylus.diagnostics.render import codes, page
from caylus_tools.cli import main as cli


@pytest.mark.slow
def test_a_page_is_shown_with_all_its_words_and_without_marks(capsys: pytest.CaptureFixture[str]) -> None:
    for code in [*codes()][::5]:
        found = page(code)
        assert found is not None
        assert cli.main(["explain", code.lower()]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith(f"{code} {found.summary}\n\n")
        assert not any(line.startswith(("```", "#")) for line in shown.splitlines())
        for example in (found.bad, found.good):
            assert all(f"    {line}\n" in shown for line in example.splitlines() if line.strip())


def test_without_a_code_all_are_listed_each_on_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == list(codes())
    assert all(line.split("  ")[1] for line in lines)


@pytest.mark.parametrize("code", ["E0000", "E1", "../E0101", "spelling"])
def test_what_is_no_code_is_a_matter_of_usage(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain", code]) == 2
    assert f"`{code}`" in capsys.readouterr().err


def test_a_page_is_looked_up_without_loading_the_interpreter() -> None:
    script = "import sys; from caylus_tools.cli.main import main; main(['explain', 'E0301']); print(sorted(sys.modules))"
    roots = os.pathsep.join(str(Path(package.__file__ or "").parents[1]) for package in (caylus, caylus_tools))
    environment = {**os.environ, "PYTHONPATH": roots}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert "'caylus.diagnostics.render'" in done.stdout
    assert "'caylus.loading.library'" not in done.stdout
    assert "'caylus.syntax'" not in done.stdout
