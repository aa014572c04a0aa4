"""Declarations of what can be asked of a server: a decorator beside each method says how it is called and described.

An operation is a method that another process may call. An address is where pages ask for something. The parameters of the
function are the fields of the request: their types and defaults say what each may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

F = TypeVar("F", bound=Callable[..., Any])

JSON = "application/json"
OBJECT = "an object"


@dataclass(frozen=True)
class Text:
    """A text of at most so many letters; only one of `lines` may have several."""

    most: int = 200
    lines: bool = False


@dataclass(frozen=True)
class Token:
    """A word that some program has made up."""


@dataclass(frozen=True)
class Label:
    """The label of a person. It may be empty or left out."""


@dataclass(frozen=True)
class Range:
    """A number from `least` to `most`."""

    least: int = 0
    most: int = 2**31 - 1


@dataclass(frozen=True)
class Flag:
    """True or false."""


@dataclass(frozen=True)
class Choice:
    """One of some words: a `Literal`."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Texts:
    """A list of at most so many texts."""

    most: int


@dataclass(frozen=True)
class Files:
    """Texts of several lines by the names of their files: at most so many, of so many letters each."""

    most: int
    letters: int


@dataclass(frozen=True)
class Object:
    """An object whose fields are the parameters of `make`; `inline`: they lie among the other fields."""

    make: Callable[..., Any]
    inline: bool = False


@dataclass(frozen=True)
class Objects:
    """A list of at most so many objects."""

    make: Callable[..., Any]
    most: int


@dataclass(frozen=True)
class Data:
    """Any JSON, or `default`, which the function itself looks through; `type` names the shape that it is described by."""

    type: str
    default: Any = None


Shape = Text | Token | Label | Range | Flag | Choice | Texts | Files | Object | Objects | Data
"""What a field may be; it stands in the type of a parameter, as in `Annotated[str, Text(500)]`. Without one, a `str`, an `int`, a
`bool` and a `Literal` say what they are. What may be None may be left out.
"""

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
        Field("audience", "seat", Text(), True, None)
        if one.name == "audience"
        else Field(one.name, one.name.rstrip("_"), *_find_shape(types[one.name]), one.default)
        for one in parameters
    )


def read_arguments(function: Callable[..., Any], read: Callable[[Field], Any]) -> dict[str, Any]:
    """The arguments of a function: `read` has the value of each field."""
    return {
        field.parameter: field.shape.make(**read_arguments(field.shape.make, read))
        if isinstance(field.shape, Object) and field.shape.inline
        else read(field)
        for field in find_fields(function)
    }


def list_fields(function: Callable[..., Any]) -> Iterator[Field]:
    """The fields of a request, those of objects that lie among them included."""
    for field in find_fields(function):
        if isinstance(field.shape, Object) and field.shape.inline:
            yield from list_fields(field.shape.make)
        else:
            yield field


def _find_shape(type_: Any) -> tuple[Shape, bool]:
    """The shape that a type tells, and whether it may be None."""
    is_nullable = get_origin(type_) in (Union, UnionType)
    if is_nullable:
        [type_] = (one for one in get_args(type_) if one is not NoneType)
    if get_origin(type_) is Annotated:
        return get_args(type_)[1], is_nullable
    return Choice(get_args(type_)) if get_origin(type_) is Literal else _PLAIN[type_], is_nullable


QueueName = Literal["pages", "joins", "foreign", "rules", "checks", "games", "answers"]
"""The queues of a server: for what pages ask at tables, for pages that come to look on, for tables under rules that are not the
server's own, for what pages ask of rules, for checks of visitors' rules and for games by them, for what is worked out for a seat.
"""


@dataclass(frozen=True)
class Address:
    """An address where pages ask for something; as a decorator it declares the function that answers.

    `summary`, `answer` and its type, `media`, are for the description. The fields are a query or a body. It waits in `queue` for
    its like. `reads` are the types of a body; `is_file`: it is a file of its own, and no fields. `rate` bounds how often a
    household may ask; where it is set, more may be sent.
    """

    method: Literal["GET", "POST"]
    path: str
    summary: str
    answer: str = "an empty object"
    queue: QueueName = "pages"
    media: str = JSON
    reads: str = JSON
    is_file: bool = False
    rate: Literal["", "uploads", "workshop"] = ""

    def __call__(self, function: F) -> F:
        ADDRESSES[function] = self
        return function


ADDRESSES: dict[Callable[..., Any], Address] = {}
"""The functions that answer for addresses which are no operations of a table."""

Kind = Literal["look", "once", "change"]
"""A `look` changes nothing. A second call of what is done `once` finds that the first was carried out. A `change` has neither."""


class Operation(NamedTuple):
    """A method that other processes may call; pages ask for it at `address`, if it has one."""

    function: Callable[..., Any]
    kind: Kind
    address: Address | None


_OPERATIONS: dict[Callable[..., Any], Operation] = {}


def operation(
    kind: Kind,
    path: str = "",
    summary: str = "",
    answer: str = "an empty object",
    *,
    queue: QueueName = "pages",
    body: bool = False,
) -> Callable[[F], F]:
    """Declares a method as an operation; `path` is its address below that of the table.

    The fields of a `look` are a query; or they are a `body`, as those of all others, where they are secret: addresses are logged.
    """
    method: Literal["GET", "POST"] = "GET" if kind == "look" and not body else "POST"
    address = Address(method, f"/api/tables/{{table}}/{path}", summary, answer, queue) if path else None

    def declare(function: F) -> F:
        _OPERATIONS[function] = Operation(function, kind, address)
        return function

    return declare


@cache
def operations(owner: type) -> Mapping[str, Operation]:
    """The operations of a class, by the names of their methods."""
    return {name: one for function, one in _OPERATIONS.items() if getattr(owner, name := function.__name__, None) is function}
