"""Colours by meaning: each name of a file of rules with the sort of thing that it names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus import model as m
from caylus.loading.analysis import Meant

from .names import OPTION

if TYPE_CHECKING:
    from .workspace import Workspace

SORTS = ("type", "class", "property", "variable", "parameter", "function", "method", "enumMember", "event", "macro")
"""The sorts of the protocol of editors that names are given."""
_OF = {
    "kind": "type", "plural": "type", "resource": "enumMember", "group": "type", "constant": "enumMember", "scale": "enumMember",
    "value": "function", "condition": "function", "action": "function", "phase": "function", "table": "function",
    "sequence": "function", "rule": "macro", "seat": "class", OPTION: "event", "variable": "parameter",
}  # fmt: skip


class Token(NamedTuple):
    """A name on a line, counted from 1, with its length, its sort, and whether it is defined here."""

    line: int
    column: int
    length: int
    sort: str
    is_definition: bool


def tokens(workspace: Workspace, file: Path) -> list[Token]:
    """The tokens of a file, in the order of the text; those that a later text has moved away from are left out."""
    names = workspace.names(file)
    lines = workspace.lines(file)
    if names is None or file.suffix != ".rules":
        return []
    found = []
    for span, meant in names.in_file(file):
        line = lines[span.line - 1] if span.line <= len(lines) else ""
        if line[span.column - 1 : span.end_column - 1] == meant.name:
            found.append(Token(span.line, span.column, len(meant.name), sort_of(meant), span == meant.definition))
    return found


def sort_of(meant: Meant) -> str:
    if meant.owner:
        return "method" if meant.what == "action" else "property"
    return "class" if isinstance(meant.meaning, m.Object) else _OF.get(meant.what, "variable")
