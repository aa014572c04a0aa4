"""The rows of a table. Times are seconds since 1970.

Holders, owners and links are digests of secrets: who reads them can sit down nowhere.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

Status = Literal["open", "playing", "over", "broken"]

Online = Mapping[str, Sequence[str]]
"""The seats that somebody looks on from, by table."""


@dataclass(frozen=True, slots=True)
class RulesRow:
    """The rules that tables are played by, whole, so that no later change of a ruleset touches a table."""

    hash: str
    layers: Any
    variants: Sequence[str]
    title: str
    made: float


@dataclass(frozen=True, slots=True)
class DraftRow:
    """Rules that somebody has brought and nobody plays by yet: the texts by file, and what they are for (None: for themselves).

    `size` is what it takes of the room for all of them.
    """

    id: str
    base: str | None
    files: Mapping[str, str]
    size: int
    kept: float


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. `revision` is that of its last entry, and `changes` counts whatever else has changed that pages show."""

    id: str
    rules: str
    title: str
    public: bool
    spectators: bool
    owner: str
    made: float
    touched: float
    options: Mapping[str, Any] = field(default_factory=dict)
    status: Status = "open"
    revision: int = 0
    changes: int = 0
    start: Any = None
    watch_link: str | None = None
    asked: Any = None
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a table. `link` is the digest of the link that gives it away, void once it was claimed.

    `seen` is when somebody last looked on from there, to a minute; `wanted` says that the owner has asked the holder for it.
    """

    table: str
    number: int
    name: str
    label: str = ""
    kind: Literal["person", "bot"] = "person"
    policy: str | None = None
    absent: bool = False
    holder: str | None = None
    link: str | None = None
    wishes: Sequence[str] = ()
    left_ms: int | None = None
    seen: float | None = None
    wanted: bool = False


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A choice or an undo, at its place in the table's order: revisions count from 1 without a gap.

    `option` is the choice; of an undo, `back_to` is how many choices remain. `key` is the page's own name for what it asked.
    """

    table: str
    revision: int
    kind: Literal["choice", "undo"]
    seat: str
    key: str
    at: float
    option: str | None = None
    back_to: int | None = None
    by: Literal["person", "bot", "wish", "clock"] = "person"


@dataclass(frozen=True, slots=True)
class ChatRow:
    """Something said at a table; `seat` is None for spectators. Numbers count from 1."""

    table: str
    number: int
    seat: str | None
    name: str
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """The time by which an entry has to follow `revision`."""

    table: str
    revision: int
    at: float


@dataclass(frozen=True, slots=True)
class HookRow:
    """The address where a seat is told that it has to decide, and the last error there."""

    table: str
    seat: str
    url: str
    last_error: str | None = None


@dataclass(frozen=True, slots=True)
class ReminderRow:
    """An address where a visitor is told of their turns at all tables, and the last error there.

    `unconfirmed` is the digest of the token that confirms the address; None once it is confirmed, or needs not to be.
    """

    visitor: str
    address: str
    kind: Literal["push", "hook", "mail"]
    unconfirmed: str | None = None
    last_error: str | None = None


@dataclass(frozen=True, slots=True)
class Appended:
    """The entry stands in the table, at this revision."""

    revision: int


@dataclass(frozen=True, slots=True)
class Again:
    """An entry with that key stands in the table already, at this revision."""

    revision: int


@dataclass(frozen=True, slots=True)
class Stale:
    """Something else stands at that place already; the table is at this revision."""

    revision: int


class TableChanges(TypedDict, total=False):
    """The changes that a table may have besides its entries."""

    title: str
    public: bool
    spectators: bool
    options: Mapping[str, Any]
    status: Status
    start: Any
    watch_link: str | None
    asked: Any
    deadline: float | None
    touched: float


class SeatChanges(TypedDict, total=False):
    """The changes that a seat may have besides its clock."""

    label: str
    kind: Literal["person", "bot"]
    policy: str | None
    absent: bool
    holder: str | None
    link: str | None
    wishes: Sequence[str]
    left_ms: int | None
    wanted: bool


def fresh() -> str:
    """A new token that nobody can guess, fit for addresses and cookies."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """The digest of a token that is stored: SHA-256 as 64 hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()
