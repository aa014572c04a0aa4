"""Lenses tell what no scenario notices, until the text changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from caylus_tools.workspace import Workspace
from caylus_tools.workspace.hints import find_guard, known_guard, lenses, tell_gaps
from support.coins import PAYING, write_paying

pytestmark = pytest.mark.slow


def test_lenses_tell_what_no_scenario_notices_until_the_text_changes(tmp_path: Path) -> None:
    file = write_paying(tmp_path)
    workspace = Workspace([tmp_path])
    (asked,) = lenses(workspace, file)
    assert asked.command == "find_gaps"
    guard = find_guard(workspace, file)
    assert guard is not None
    told = {lens.span.line: lens.title for lens in lenses(workspace, file)}
    assert told[5].startswith("1 line not run, ")
    assert "line 7: no scenario notices `gains 1 coin` -> `gains 2 coin`" in tell_gaps(guard, file, 5, 8)
    assert "`gains 2 coin` -> `gains 3 coin`" not in tell_gaps(guard, file, 5, 8)
    workspace.write(file, PAYING.replace("> 9", "> 8"))
    assert known_guard(workspace, file) is None
