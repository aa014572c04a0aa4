"""What generated code says of its types: nothing to Python, everything to a compiler that makes it faster still."""

from __future__ import annotations

from .metadata import Choices, FrameType


def of_type(type_: FrameType) -> str:
    """How a value of a type is held."""
    if isinstance(type_, Choices):
        return "tuple[tuple[int, ...], ...]"
    if isinstance(type_, tuple):
        return f"tuple[tuple[{', '.join(map(of_type, type_))}], ...]"
    return {"list": "tuple[int, ...]", "payment": "tuple[int, ...]", "scale": "tuple[int, tuple[int, ...]]"}.get(
        type_.base, "int"
    )


def of_value(value: object) -> str:
    """How a constant is held: numbers, tuples of like things, and pairs of a number and a tuple."""
    if not isinstance(value, tuple):
        return "int" if isinstance(value, int) else "object"
    if len(value) == 2 and isinstance(value[0], int) and isinstance(value[1], tuple):
        return f"tuple[int, {of_value(value[1])}]"
    parts = dict.fromkeys("None" if part is None else of_value(part) for part in value)
    some = [part for part in parts if part != "None"]
    return f"tuple[{' | '.join([*some[:1], *(['None'] if 'None' in parts else [])]) or 'int'}, ...]"
