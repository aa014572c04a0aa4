"""Shapes of what is sent: the parameters of a function are the fields of a request, their types say what each may be.

All that comes is read with suspicion. What does not fit is refused with a sentence.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, NoReturn, Union, get_args, get_origin, get_type_hints

from caylus.records import Record
from caylus.signs import clean_text

from caylus_tools.server import Refused

LONGEST_LABEL = 24
_MOST_TYPED = 400
"""Letters of a name as it is sent, marks that are cut off among them."""
_TOKEN = re.compile(r"[\w-]{1,64}", re.ASCII)
_TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
_Schema = Mapping[str, Any]
"""JSON Schema."""
_TEXT: _Schema = {"type": "string"}
_OBJECT: _Schema = {"type": "object"}
_TOKENS: _Schema = {**_TEXT, "pattern": r"^[\w-]{1,64}$"}
_NUMBER: _Schema = {"type": "integer", "minimum": 0}
_FLAG: _Schema = {"type": "boolean"}
_TEXTS: _Schema = {"type": "array", "items": _TEXT}
_OBJECTS: _Schema = {"type": "array", "items": _OBJECT}


def refuse(text: str) -> NoReturn:
    raise Refused("malformed", text)


def check_text(value: str, field_name: str, *, lines: bool = False) -> str:
    """The same text, if it can be stored and shown: without half letters, control characters other than ends of `lines` and, in
    one line, what has letters around it read the other way.

    Raises Refused.
    """
    for letter in value:
        is_control = unicodedata.category(letter) in ("Cc", "Cs") and not (lines and letter in "\n\r\t")
        if is_control or (not lines and unicodedata.bidirectional(letter) in _TURNING):
            refuse(f"{field_name} holds what cannot be shown.")
    return value


def _require(is_right: bool, name: str, requirement: str) -> None:
    if not is_right:
        refuse(f"“{name}” has to be {requirement}.")


class Shape:
    """The shape of a field, in the type of a parameter, as in `Annotated[str, Text(500)]`. A `str`, an `int`, a `bool` and a
    `Literal` say by themselves what they are. What may be None may be left out.

    `schema` is for the description of the API. `read` returns the value of the field of a name. Raises Refused.
    """

    schema: _Schema = _TEXT
    default: Any = Parameter.empty
    """The value where nothing is sent, for parameters without one."""

    def read(self, value: Any, name: str) -> Any:
        raise NotImplementedError


class Text(Shape, Record):
    """A text of at most so many letters; only one of `lines` may have several."""

    most: int = 200
    lines: bool = False

    def read(self, value: Any, name: str) -> str:
        _require(isinstance(value, str), name, "a text")
        _require(len(value) <= self.most, name, f"at most {self.most} letters long")
        return check_text(value, f"“{name}”", lines=self.lines)


class Token(Shape):
    """A word that some program has made up."""

    schema = _TOKENS

    def read(self, value: Any, name: str) -> str:
        _require(isinstance(value, str) and _TOKEN.fullmatch(value) is not None, name, "1 to 64 letters and digits, - or _")
        return str(value)


class Label(Shape):
    """The label of a person (see `clean_text`). It may be empty or left out."""

    default = ""

    def read(self, value: Any, name: str) -> str:
        try:
            return clean_text(Text(_MOST_TYPED).read(value, name), LONGEST_LABEL)
        except ValueError as error:
            refuse(f"“{name}” {error}.")


class Range(Shape, Record):
    """A number from `least` to `most`."""

    schema = _NUMBER
    least: int = 0
    most: int = 2**31 - 1

    def read(self, value: Any, name: str) -> int:
        is_inside = type(value) is int and self.least <= value <= self.most
        _require(is_inside, name, f"a whole number from {self.least} to {self.most}")
        return int(value)


class Flag(Shape):
    """True or false."""

    schema = _FLAG

    def read(self, value: Any, name: str) -> bool:
        _require(type(value) is bool, name, "true or false")
        return bool(value)


class Choice(Shape, Record):
    """One of some words: a `Literal`."""

    words: tuple[str, ...]

    def read(self, value: Any, name: str) -> str:
        _require(value in self.words, name, f"one of {', '.join(self.words)}")
        return str(value)


class Texts(Shape, Record):
    """A list of at most so many texts, of so many letters each."""

    schema = _TEXTS
    most: int
    letters: int = 200

    def read(self, value: Any, name: str) -> list[str]:
        _require(isinstance(value, list) and len(value) <= self.most, name, f"a list of at most {self.most} texts")
        return [Text(self.letters).read(one, name) for one in value]


class Files(Shape, Record):
    """Texts of several lines by the names of their files: at most so many, of so many letters each."""

    schema = _OBJECT
    most: int
    letters: int

    def read(self, value: Any, name: str) -> dict[str, str]:
        _require(isinstance(value, dict) and len(value) <= self.most, name, f"an object of at most {self.most} texts")
        text = Text(self.letters, lines=True)
        return {check_text(file, "The name of a file"): text.read(one, _join_names(name, file)) for file, one in value.items()}


class Object(Shape, Record):
    """An object whose fields are the parameters of `make`; `inline`: they lie among the other fields."""

    schema = _OBJECT
    make: Callable[..., Any]
    inline: bool = False

    def read(self, value: Any, name: str) -> Any:
        _require(isinstance(value, dict), name, "an object")
        return self.make(**read_fields(self.make, value, name))


class Objects(Shape, Record):
    """A list of at most so many objects."""

    schema = _OBJECTS
    make: Callable[..., Any]
    most: int

    def read(self, value: Any, name: str) -> list[Any]:
        _require(isinstance(value, list) and len(value) <= self.most, name, f"a list of at most {self.most} objects")
        return [Object(self.make).read(one, name) for one in value]


class Data(Shape):
    """An object or a list of any JSON, an empty one if it is left out, which the function itself looks through."""

    def __init__(self, type_: type[dict[str, Any]] | type[list[Any]], letters: int = 2**31) -> None:
        self.schema = _OBJECT if type_ is dict else _OBJECTS
        self.default = type_()
        self._letters = letters

    def read(self, value: Any, name: str) -> Any:
        is_list = isinstance(self.default, list)
        _require(isinstance(value, list if is_list else dict), name, "a list" if is_list else "an object")
        _require(len(json.dumps(value)) <= self._letters, name, f"at most {self._letters} letters long")
        return value


TokenText = Annotated[str, Token()]
LabelText = Annotated[str, Label()]
OptionId = Annotated[str, Text(4000)]
"""The id of an option tells all that is chosen at once."""


class Field(NamedTuple):
    """A field of a request, for a parameter of a function; `default` is `Parameter.empty` where it must be there."""

    parameter: str
    name: str
    shape: Shape
    is_nullable: bool
    default: Any

    @property
    def is_needed(self) -> bool:
        return self.default is Parameter.empty and not self.is_nullable

    def take(self, values: dict[str, Any], within: str = "") -> Any:
        """Takes the value of the field out of an object. Raises Refused."""
        is_sent, value = self.name in values, values.pop(self.name, None)
        if value is None and self.is_nullable:
            return None
        if not is_sent and not self.is_needed:
            return self.default
        return self.shape.read(value, _join_names(within, self.name))


_PLAIN: Mapping[object, Shape] = {str: Text(), int: Range(), bool: Flag()}
_ELSEWHERE = ("self", "call", "_", "visitor")
"""Parameters that no field is for."""


@cache
def find_fields(function: Callable[..., Any]) -> tuple[Field, ...]:
    """The fields for the parameters of a function. An `audience` is asked for by its seat; an underscore behind a name keeps it
    from being a word of Python."""
    types = get_type_hints(function, include_extras=True)
    parameters = [one for one in signature(function).parameters.values() if one.name not in _ELSEWHERE]
    return tuple(
        Field("audience", "seat", Text(), True, None) if one.name == "audience" else _make_field(one, types[one.name])
        for one in parameters
    )


def _make_field(parameter: Parameter, type_: Any) -> Field:
    is_nullable = get_origin(type_) in (Union, UnionType)
    if is_nullable:
        [type_] = (one for one in get_args(type_) if one is not NoneType)
    if get_origin(type_) is Annotated:
        shape: Shape = get_args(type_)[1]
    else:
        shape = Choice(get_args(type_)) if get_origin(type_) is Literal else _PLAIN[type_]
    default = shape.default if parameter.default is Parameter.empty else parameter.default
    return Field(parameter.name, parameter.name.rstrip("_"), shape, is_nullable, default)


def read_arguments(function: Callable[..., Any], read: Callable[[Field], Any]) -> dict[str, Any]:
    """The arguments of a function: `read` has the value of each field."""
    return {
        field.parameter: field.shape.make(**read_arguments(field.shape.make, read))
        if isinstance(field.shape, Object) and field.shape.inline
        else read(field)
        for field in find_fields(function)
    }


def read_fields(function: Callable[..., Any], values: Mapping[str, Any], within: str = "") -> dict[str, Any]:
    """The arguments of a function, of an object that has no other fields. Raises Refused."""
    left = dict(values)
    arguments = read_arguments(function, lambda field: field.take(left, within))
    refuse_others(left, within)
    return arguments


def refuse_others(values: Mapping[str, Any], within: str = "") -> None:
    """Raises Refused for fields that nobody has taken."""
    for name in values:
        refuse(f"“{_join_names(within, name)}” is nothing that is asked for here.")


def list_fields(function: Callable[..., Any]) -> Iterator[Field]:
    """The fields of a request, those of objects that lie among them included."""
    for field in find_fields(function):
        if isinstance(field.shape, Object) and field.shape.inline:
            yield from list_fields(field.shape.make)
        else:
            yield field


def _join_names(within: str, name: str) -> str:
    """The name of a field of an object, as it can be printed."""
    printable = name if name.isidentifier() and len(name) <= 40 else "a name"
    return f"{within}.{printable}" if within else printable
