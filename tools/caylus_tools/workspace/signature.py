"""Signature help: the parameters of what is called, and which of them is being written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus import model as m
from caylus.parser.following import find_following

from .hover import describe_type

if TYPE_CHECKING:
    from .workspace import Workspace


class Signature(NamedTuple):
    """`params` are texts such as `space: a space`; `active` is the number of the one that is being written, from 0."""

    name: str
    title: str
    params: tuple[str, ...]
    active: int


def signature(workspace: Workspace, file: Path, line: int, column: int) -> Signature | None:
    """The call that a place is in the parentheses of."""
    if file.suffix != ".rules":
        return None
    lines = workspace.lines(file)
    before = "\n".join([*lines[: line - 1], (lines[line - 1] if line <= len(lines) else "")[: column - 1]])
    tokens = find_following(before).tokens
    depth = active = 0
    for at in range(len(tokens) - 1, 0, -1):
        kind = tokens[at].type
        if kind in ("RPAR", "RSQB", "RBRACE"):
            depth += 1
        elif kind in ("LSQB", "LBRACE") or (kind == "LPAR" and depth):
            if not depth:
                return None
            depth -= 1
        elif kind == "COMMA" and not depth:
            active += 1
        elif kind == "LPAR":
            return _of(workspace, file, tokens[at - 1].text, active) if tokens[at - 1].type == "NAME" else None
    return None


def _of(workspace: Workspace, file: Path, name: str, active: int) -> Signature | None:
    names = workspace.names(file)
    meant = names.by_word(name) if names is not None else None
    meaning = meant.meaning if meant is not None else None
    if not isinstance(meaning, (m.Value, m.Condition, m.Action, m.MemberAction)):
        return None
    params = tuple(f"{f'{p.label} ' if p.label else ''}{p.name}: {describe_type(p.type)}" for p in meaning.params)
    site = getattr(meaning, "site", None)
    return Signature(name, site.title if site is not None else "", params, min(active, max(len(params) - 1, 0)))
