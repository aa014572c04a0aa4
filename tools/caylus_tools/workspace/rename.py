"""Rename a name in all layers, manifests and scenarios of a workspace, or say why that cannot be done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus.diagnostics import Span, split_lines

from caylus_tools.authoring.words import BUILT_IN, EXPLAINED

from .names import OPTION, WORD, Symbol, symbol_of, word_at
from .navigation import meaning_at, references

if TYPE_CHECKING:
    from .workspace import Workspace


class Change(NamedTuple):
    """A place of a file, and the text to write there."""

    file: Path
    span: Span
    text: str


class Refused(Exception):
    """A rename that would leave the rules broken or other than they were; the text says why."""


def find_renamed(workspace: Workspace, file: Path, line: int, column: int) -> tuple[Span, str]:
    """The place and the text of the name that would be renamed. Raises `Refused`."""
    start, word = word_at(workspace.line(file, line), column)
    workspace.analysis(file)
    meant = meaning_at(workspace, file, line, column)
    if meant is None or not meant.definition.file:
        raise Refused(f"`{word}` is no name that these rules give" if word else "there is no name here")
    for path, _ in references(workspace, file, line, column):
        if not workspace.is_own(path):
            raise Refused(f"`{word}` is named in {path.name} of `{path.parent.name}`, which is no folder of this workspace")
    return Span(file.as_posix(), line, start, line, start + len(word)), word


def rename(workspace: Workspace, file: Path, line: int, column: int, new: str) -> list[Change]:
    """The changes that give a name another one. Raises `Refused`."""
    _, old = find_renamed(workspace, file, line, column)
    meant, names = meaning_at(workspace, file, line, column), workspace.names(file)
    assert meant is not None
    assert names is not None
    if not WORD.fullmatch(new):
        raise Refused(f"`{new}` is no name: write letters, digits and `_`, the first of them no digit")
    if new in EXPLAINED or new in BUILT_IN:
        raise Refused(f"`{new}` is a word of the language; choose another name")
    symbol = symbol_of(meant)
    taken = names.options if symbol.sort == OPTION else names.tops
    if new != old and (new in taken or _is_member(names.members, symbol, new)):
        raise Refused(f"`{new}` is there already; choose another name")
    changes = [Change(path, span, new) for path, span in references(workspace, file, line, column)]
    _try(workspace, file, changes)
    return changes


def _is_member(members: object, symbol: Symbol, new: str) -> bool:
    of = members.get(symbol.owner, {}) if symbol.sort == "member" and hasattr(members, "get") else {}
    return new in of


def apply_changes(text: str, changes: list[Change]) -> str:
    """The text of a file with its changes written in."""
    lines = split_lines(text)
    ends = ["\r" if line.endswith("\r") else "" for line in text.split("\n")]
    for change in sorted(changes, key=lambda one: (one.span.line, one.span.column), reverse=True):
        line = lines[change.span.line - 1]
        lines[change.span.line - 1] = line[: change.span.column - 1] + change.text + line[change.span.end_column - 1 :]
    return "\n".join(line + end for line, end in zip(lines, ends, strict=True))


def _try(workspace: Workspace, file: Path, changes: list[Change]) -> None:
    """Raise `Refused` where the ruleset would have an error that it has not now."""
    known = _errors(workspace, file)
    buffers = dict(workspace.buffers)
    try:
        for path in {change.file for change in changes}:
            workspace.write(path, apply_changes(workspace.text(path), [one for one in changes if one.file == path]))
        new = _errors(workspace, file)
    finally:
        workspace.buffers.clear()
        workspace.buffers.update(buffers)
    if len(new) > len(known):
        raise Refused(f"the rules would be broken: {next((text for text in new if text not in known), new[0])}")


def _errors(workspace: Workspace, file: Path) -> list[str]:
    report = workspace.check(file, warns=False)
    return [f"{fault.message} [{fault.code}]" for faults in report.faults.values() for fault in faults if fault.is_error]
