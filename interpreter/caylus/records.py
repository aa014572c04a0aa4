"""Bases for classes of data, so that each need not say again what kind of dataclass it is.

The methods of a class are compiled in one piece: `dataclass` compiles each by itself, which took half of the time of a start.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from reprlib import recursive_repr
from typing import Any, ClassVar, dataclass_transform


class _Data:
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @recursive_repr()
    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{x.name}={getattr(self, x.name)!r}' for x in fields(self) if x.repr)})"


def _make_methods(cls: type, *, is_frozen: bool) -> None:
    """Make a class a dataclass, with an `__init__`, and with `__eq__` and `__hash__` where it is frozen."""
    dataclass(init=False, repr=False, eq=False)(cls)
    members = fields(cls)
    names: dict[str, Any] = {"_set": object.__setattr__, "_missing": MISSING}
    parameters, lines = ["self"], ["def __init__({}):"]
    for x in members:
        value = x.name
        if x.default_factory is not MISSING:
            names[f"_{x.name}"] = x.default_factory
            value = f"_{x.name}() if {x.name} is _missing else {x.name}"
        elif x.default is not MISSING:
            names[f"_{x.name}"] = x.default
        default = "_missing" if x.default_factory is not MISSING else f"_{x.name}"
        parameters.append(f"{x.name}={default}" if f"_{x.name}" in names else x.name)
        lines.append(f" _set(self, {x.name!r}, {value})" if is_frozen else f" self.{x.name} = {value}")
    lines[0] = lines[0].format(", ".join(parameters))
    lines += [] if members else [" pass"]
    if is_frozen:
        mine, theirs = (_write_tuple(name, [x for x in members if x.compare]) for name in ("self", "other"))
        hash_key = _write_tuple("self", [x for x in members if (x.compare if x.hash is None else x.hash)])
        lines.append(
            f"def __eq__(self, other): return {mine} == {theirs} if other.__class__ is self.__class__ else NotImplemented"
        )
        lines.append(f"def __hash__(self): return hash({hash_key})")
    exec("\n".join(lines), names)  # noqa: S102 - of names of fields alone
    for name in ({"__init__", "__eq__", "__hash__"} & names.keys()) - cls.__dict__.keys():
        setattr(cls, name, names[name])


def _write_tuple(name: str, members: list[Field[Any]]) -> str:
    return f"({''.join(f'{name}.{x.name}, ' for x in members)})"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(_Data):
    """Data that never changes. Records with equal fields are equal."""

    def __init_subclass__(cls) -> None:
        _make_methods(cls, is_frozen=True)

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class Entity(_Data):
    """Data that is filled in bit by bit. An entity is equal to nothing but itself."""

    def __init_subclass__(cls) -> None:
        _make_methods(cls, is_frozen=False)
