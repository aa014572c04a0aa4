"""A syntax tree as one line of text: what was read, without where it stood."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from caylus import syntax as s
from caylus.parser.parse import parse


def shape(node: Any) -> str:
    """`Assign(x, 3)` for `set x to 3`: names and numbers stand for themselves, what is left out is `-`."""
    match node:
        case s.Name() | s.Text() as leaf:
            return leaf.text if isinstance(leaf, s.Name) else f'"{leaf.text}"'
        case s.Words(parts=parts):
            return f'"{"".join(part if isinstance(part, str) else f"{{{shape(part)}}}" for part in parts)}"'
        case s.Reference():
            return node.name
        case s.Number():
            return str(node.value)
        case s.Literal():
            return node.word
        case s.Node():
            inner = ", ".join(shape(getattr(node, field.name)) for field in fields(node) if field.name != "span")
            return f"{type(node).__name__}({inner})" if inner else type(node).__name__
        case tuple():
            return f"[{', '.join(map(shape, node))}]"
        case None:
            return "-"
        case _:
            return str(node)


def definition(text: str) -> s.Definition:
    """The one definition of a text that has no fault."""
    file, faults = parse(text, "t.rules")
    assert not faults
    (only,) = file.definitions
    return only


def statement(text: str) -> str:
    """The shape of one statement."""
    action = definition(f"action a() {{ {text} }}")
    assert isinstance(action, s.Action)
    (only,) = action.body.statements
    return shape(only)


def expression(text: str) -> str:
    """The shape of one expression."""
    constant = definition(f"constant c = {text}")
    assert isinstance(constant, s.Constant)
    return shape(constant.value)


def faults(text: str) -> list[tuple[int, str]]:
    """The line and the code of every fault of a text."""
    return [(fault.span.line, fault.code) for fault in parse(text, "t.rules")[1] if fault.span]
