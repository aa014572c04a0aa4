"""Declarations of what can be asked of a server: a decorator beside each method says how it is called and described.

An operation is a method that another process may call. An address is where pages ask for something. The parameters of the
function are the fields of the request (see `server.shapes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar

from caylus.records import Record

F = TypeVar("F", bound=Callable[..., Any])

JSON = "application/json"
OBJECT = "an object"


QueueName = Literal["pages", "states", "joins", "foreign", "rules", "checks", "games", "answers"]
"""The queues of a server: for what pages ask at tables, for the states that pages are told, for pages that come to look on, for
tables under rules that are not the server's own, for what pages ask of rules, for checks of visitors' rules and for games by
them, for what is worked out for a seat.
"""


class Address(Record):
    """An address where pages ask for something; as a decorator it declares the function that answers.

    `summary`, `answer` and its type, `media`, are for the description. The fields are a query or a body. It waits in `queue` for
    its like. `reads` are the types of a body; `is_file`: it is a file of its own, and no fields. `rate` bounds how often a
    household may ask; where it is set, more may be sent. A function that is a method of a `service` needs nothing else of a call.
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
    service: Literal["", "rules", "workshop"] = ""

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
