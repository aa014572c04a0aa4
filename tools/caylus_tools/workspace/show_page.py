"""Write the page of a ruleset as its texts are now: all things and rules as players see them."""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .workspace import Workspace


def write_page(workspace: Workspace, file: Path) -> Path | None:
    """The page about a file's ruleset, which is gone with this process; None where the rules have errors."""
    from caylus_tools.common.files import write_text
    from caylus_tools.doc.page import html
    from caylus_tools.doc.reference import reference

    analysis = workspace.analysis(file)
    if analysis is None or analysis.ruleset is None:
        return None
    page = _folder() / f"{(workspace.ruleset_of(file) or file).stem}.html"
    write_text(page, html(reference(analysis.ruleset, {}, with_code=False)))
    return page


@cache
def _folder() -> Path:
    """A folder of this process that nobody else can write to."""
    folder = mkdtemp(prefix="caylus-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
