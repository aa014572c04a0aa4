"""Bases for classes of data, so that each need not say again what kind of dataclass it is.

A process imports hundreds of such classes and makes objects of few. What `dataclass` writes for a class takes most of the time
of an import, so here a method of a class is written when it is called for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from reprlib import recursive_repr
from typing import Any, ClassVar, NoReturn, dataclass_transform


class _Data:
    """A dataclass whose `_methods` are written late."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    _methods: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls) -> None:
        cls.__doc__ = cls.__doc__ or cls.__name__  # `dataclass` would make one of the signature
        dataclass(init=False, repr=False, eq=False)(cls)
        for name in cls._methods:
            if name not in cls.__dict__:
                setattr(cls, name, _write_on_call(cls, name))

    @recursive_repr()
    def __repr__(self) -> str:
        shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"


def _write_on_call(cls: type[_Data], name: str) -> Callable[..., Any]:
    """A method that puts the real one into its place."""

    def call(self: _Data, *args: Any, **kwargs: Any) -> Any:
        variables: dict[str, Any] = {"set_field": object.__setattr__, "MISSING": MISSING}
        exec(_WRITERS[name](cls, variables), variables)  # noqa: S102 -- made of the names of fields
        method = variables[name]
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)
        return method(self, *args, **kwargs)

    return call


def _write_constructor(cls: type[_Data], variables: dict[str, Any]) -> str:
    parameters, statements = ["self"], []
    for each in fields(cls):
        name, default = each.name, f"default_{each.name}"
        parameter = value = name
        if each.default is not MISSING:
            variables[default] = each.default
            parameter = f"{name}={default}"
            value = name if each.init else default
        elif each.default_factory is not MISSING:
            variables[default] = each.default_factory
            parameter = f"{name}=MISSING"
            value = f"{default}() if {name} is MISSING else {name}" if each.init else f"{default}()"
        elif not each.init:
            continue  # `__post_init__` sets it
        if each.init:
            parameters.append(parameter)
        statements.append(f"set_field(self, {name!r}, {value})" if issubclass(cls, Record) else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        statements.append("self.__post_init__()")
    return f"def __init__({', '.join(parameters)}):\n    {'; '.join(statements) or 'pass'}"


def _write_comparison(cls: type[_Data], _: dict[str, Any]) -> str:
    names = [each.name for each in fields(cls) if each.compare]
    return (
        "def __eq__(self, other):\n"
        "    if other.__class__ is not self.__class__:\n"
        "        return NotImplemented\n"
        f"    return {_tuple('self', names)} == {_tuple('other', names)}"
    )


def _write_hash(cls: type[_Data], _: dict[str, Any]) -> str:
    names = [each.name for each in fields(cls) if (each.compare if each.hash is None else each.hash)]
    return f"def __hash__(self):\n    return hash({_tuple('self', names)})"


def _tuple(owner: str, names: Iterable[str]) -> str:
    return f"({''.join(f'{owner}.{name}, ' for name in names)})"


_WRITERS = {"__init__": _write_constructor, "__eq__": _write_comparison, "__hash__": _write_hash}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(_Data):
    """Data that never changes. Records with equal fields are equal."""

    _methods = ("__init__", "__eq__", "__hash__")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class Entity(_Data):
    """Data that is filled in bit by bit. An entity is equal to nothing but itself."""

    _methods = ("__init__",)
