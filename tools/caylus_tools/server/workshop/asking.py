"""Answers about a place in a text: what stands there, what may stand there, where it is defined and used."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from caylus.loading import library

from caylus_tools.server.rules.stack import MANIFEST, Stack, with_manifest
from caylus_tools.workspace import Workspace
from caylus_tools.workspace.complete import complete
from caylus_tools.workspace.hints import find_gaps, find_slips, hints
from caylus_tools.workspace.hover import hover, signature
from caylus_tools.workspace.navigation import Place, definition, references

ROOT = Path("/-/workshop/own")
"""A folder that there is not: the texts are those of a page alone."""
GUARD_SECONDS = 4.0
"""Processor time in which small changes are tried for one answer."""
MOST = 60
"""Answers of one kind."""


@cache
def _workspace() -> Workspace:
    """The one of this process: it remembers what a base means from one request to the next."""
    return Workspace()


def ask_place(
    _: Path | None, stack: Stack, files: Mapping[str, str], what: str, file: str, line: int, column: int
) -> dict[str, Any]:
    """The answer to `what` (a key of `_ASKED`) about a place in a file. It is empty where nothing is."""
    return _ASKED[what](_write(stack, files), ROOT / file, line, column)


def find_unnoticed(_: Path | None, stack: Stack, files: Mapping[str, str], start: int) -> dict[str, Any]:
    """Some more small changes, from that of a number on, each with the scenario that notices it; first the lines that none runs.

    `next` is the number to go on with.
    """
    until = time.thread_time() + GUARD_SECONDS
    workspace = _write(stack, files)
    gaps, found = find_gaps(workspace, ROOT / MANIFEST) if not start else ([], 0)
    slips: list[dict[str, Any]] = []
    after = start
    for slip in find_slips(workspace, ROOT / MANIFEST, start):
        after += 1
        if slip is not None:
            slips.append({**slip._asdict(), "file": _called(slip.file)})
        if time.thread_time() > until:
            break
    return {"gaps": [{**gap._asdict(), "file": _called(gap.file)} for gap in gaps], "slips": slips, "next": after, "found": found}


def _write(stack: Stack, files: Mapping[str, str]) -> Workspace:
    """The workspace with the texts of a page and no others."""
    workspace = _workspace()
    written = {
        ROOT / name: text for name, text in {**files, **with_manifest(stack.own or {}, stack.base, stack.variants)}.items()
    }
    for gone in workspace.buffers.keys() - written.keys():
        workspace.close(gone)
    for path, text in written.items():
        workspace.write(path, text)
    return workspace


def _hover(workspace: Workspace, file: Path, line: int, column: int) -> dict[str, Any]:
    found = hover(workspace, file, line, column)
    if found is None:
        return {"lines": [], "code": ""}
    return {"lines": list(found.lines), "code": found.code}


def _complete(workspace: Workspace, file: Path, line: int, column: int) -> dict[str, Any]:
    typed = re.search(r"\w*$", workspace.line(file, line)[: column - 1])
    start = typed[0].lower() if typed is not None else ""
    found = [item for item in complete(workspace, file, line, column) if item.label.lower().startswith(start)]
    return {"items": [item._asdict() for item in found[:MOST]]}


def _signature(workspace: Workspace, file: Path, line: int, column: int) -> dict[str, Any]:
    found = signature(workspace, file, line, column)
    return found._asdict() if found is not None else {"params": []}


def _hints(workspace: Workspace, file: Path, line: int, _: int) -> dict[str, Any]:
    """The values in all lines from that of the place on."""
    return {"hints": [hint._asdict() for hint in hints(workspace, file, line, len(workspace.lines(file)))]}


def _definition(workspace: Workspace, file: Path, line: int, column: int) -> dict[str, Any]:
    return {"places": _places(definition(workspace, file, line, column))}


def _references(workspace: Workspace, file: Path, line: int, column: int) -> dict[str, Any]:
    return {"places": _places(references(workspace, file, line, column))}


def _places(found: Sequence[Place]) -> list[dict[str, Any]]:
    """Places by the names of their files: own ones as a page has them, others as citations call them."""
    named = [(_called(path), span) for path, span in found]
    return [
        {"file": name, "line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}
        for name, span in named[:MOST]
        if name
    ]


def _called(path: Path) -> str:
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    layer = next((one for one in library.list_rulesets() if path.is_relative_to(one.path)), None)
    return f"{layer.name}/{path.relative_to(layer.path).as_posix()}" if layer is not None else ""


_ASKED: Mapping[str, Callable[[Workspace, Path, int, int], dict[str, Any]]] = {
    "hover": _hover,
    "complete": _complete,
    "definition": _definition,
    "references": _references,
    "signature": _signature,
    "hints": _hints,
}
