"""What an editor tells of the word under the pointer."""

from __future__ import annotations

from pathlib import Path

from caylus_tools.workspace import Workspace
from caylus_tools.workspace.navigation import hover
from support import tiny


def test_a_definition_is_not_told_as_a_change_of_itself(tmp_path: Path) -> None:
    file = tiny.write(tmp_path, "resource coin\naction main() { nothing }\nrule more { after main() { nothing } }") / "tiny.rules"
    workspace = Workspace([tmp_path])
    workspace.check(file, warns=False)
    coin, main = (hover(workspace, file, *place) for place in ((1, 10), (2, 8)))
    assert coin is not None
    assert main is not None
    assert "Changed by" not in coin.markdown
    assert main.markdown.count("\n- ") == 1
