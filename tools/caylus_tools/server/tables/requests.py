"""Orders to a table and their answers, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from caylus import MatchTerms, Ruleset

Undo = Literal["consent", "own", "none"]
"""How far people may take back: with the consent of those concerned, only what is theirs alone, not at all."""


class RulesetSource(Protocol):
    """The source of the rules of tables."""

    def rules(self, hash: str, players: int) -> Ruleset:
        """Rules that were stored, ready for so many players. Raises Refused."""


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """A seat of a table that is opened: a person's, perhaps `mine` who opens it, or that of a bot of a policy."""

    kind: Literal["person", "bot"] = "person"
    label: str = ""
    policy: str | None = None
    mine: bool = False


@dataclass(frozen=True, slots=True)
class TableOrder:
    """A table that somebody opens. `seats` are without those that rules play; `start` is a save to go on from. Without a save, a
    game of a `match` begins.
    """

    rules: Ruleset
    seats: Sequence[SeatOrder]
    title: str = ""
    public: bool = False
    spectators: bool = True
    undo: Undo = "consent"
    clock: Mapping[str, Any] | None = None
    start: Mapping[str, Any] | None = field(default=None, repr=False)
    match: MatchTerms | None = None


class Opened(NamedTuple):
    """A new table: its id, and the tokens of the links to the seats that wait for somebody, and for watching."""

    table: str
    links: dict[str, str]
    watch: str | None


class Standing(NamedTuple):
    """The part of a game that lists of tables tell: the seats that have to decide, the round and its phase, the seat that chose
    last, and the points of seats as far as everybody may know them.
    """

    waiting: Sequence[str]
    round: int
    phase: str
    last: str | None
    scores: Mapping[str, int | None]


UNKNOWN = Standing((), 0, "", None, {})
"""The standing of a game that has not begun, or is not in memory."""


class Audience(NamedTuple):
    """The audience of a message: a seat, or None for whoever watches, held by a visitor.

    `since` is what a state before called its `cursor`, `chat` the number of the last line of chat: what came before is left out.
    `moment` is that of the message that was sent last, whose difference is told; empty for who has to be told everything.
    """

    seat: str | None
    visitor: str
    since: str = ""
    chat: int = 0
    moment: str = ""


class Message(NamedTuple):
    """A message in JSON, and what an audience has been told as soon as it is sent (see `Audience`)."""

    data: bytes
    moment: str
    since: str
    chat: int


class Answer(NamedTuple):
    """A submit stands in the table at a revision: `again` if it did so before. `asked`: others have to agree to it first."""

    revision: int
    again: bool = False
    asked: bool = False


ANSWER = "`revision` at which it stands; `again`, if it did before; `asked`, if others have to agree first"
