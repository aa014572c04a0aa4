"""A scenario, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caylus.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Step:
    """`verb` is chooses (`player` takes `choice`), offered, only or refused; `choices` of a refusal hold the reason, or None."""

    verb: str
    player: str
    choices: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class Scenario:
    """The parts as `schemas/scenario` describes them. `begin` None is the game from its start; a value None is `none`.
    In a `round`, the game goes on after the action; for None, the scenario ends with it.

    `question` and `answer` are what the rulebook makes of it, empty where it makes nothing.
    """

    name: str
    see: str | None
    players: tuple[str, ...]
    setup: str | None
    begin: str | None
    arguments: Mapping[str, Any]
    round: int | None
    draws: tuple[tuple[str | int, ...], ...]
    given: Mapping[str, Any]
    when: tuple[Step, ...]
    changes: Mapping[str, Mapping[str, int]]
    then: Mapping[str, Any]
    asks: str | None
    winners: tuple[str, ...] | None
    ends: str | None
    question: str
    answer: str
    file: str
    span: Callable[..., Span | None]
    """`span("then", "Red")`: where a part of the scenario stands, or the nearest part around it."""

    def place(self, *part: str | int) -> str:
        """The file and line of a part, or of the nearest part around it."""
        span = self.span(*part)
        return f"{span.file}:{span.line}" if span else self.file


@dataclass(frozen=True, slots=True)
class Result:
    """`messages` say what differs, each with its file and line, and what happened last; there are none if the scenario holds."""

    name: str
    place: str
    messages: tuple[str, ...]

    @property
    def is_passed(self) -> bool:
        return not self.messages
