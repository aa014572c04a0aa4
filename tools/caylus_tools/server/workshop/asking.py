"""Answers about a place in a text: what stands there, what may stand there, where it is defined and used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from caylus.loading import library

from caylus_tools.server.rules.stack import Stack, with_manifest
from caylus_tools.workspace import Workspace
from caylus_tools.workspace.complete import complete
from caylus_tools.workspace.hover import hover
from caylus_tools.workspace.navigation import Place, definition, references

ROOT = Path("/-/workshop/own")
"""A folder that there is not: the texts are those of a page alone."""
MOST = 60
"""Answers of one kind."""


@cache
def _workspace() -> Workspace:
    """The one of this process: it remembers what a base means from one request to the next."""
    return Workspace()


def ask_place(
    _: Path | None, stack: Stack, files: Mapping[str, str], what: str, file: str, line: int, column: int
) -> dict[str, Any]:
    """The answer to `what` (hover, complete, definition or references) about a place in a file. It is empty where nothing is."""
    workspace = _workspace()
    written = {
        ROOT / name: text for name, text in {**files, **with_manifest(stack.own or {}, stack.base, stack.variants)}.items()
    }
    for gone in workspace.buffers.keys() - written.keys():
        workspace.close(gone)
    for path, text in written.items():
        workspace.write(path, text)
    return _ASKED[what](workspace, ROOT / file, line, column)


def _hover(workspace: Workspace, file: Path, line: int, column: int) -> dict[str, Any]:
    found = hover(workspace, file, line, column)
    if found is None:
        return {"lines": [], "code": ""}
    return {"lines": list(found.lines), "code": found.code}


def _complete(workspace: Workspace, file: Path, line: int, column: int) -> dict[str, Any]:
    return {"items": [item._asdict() for item in complete(workspace, file, line, column)[:MOST]]}


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
}
