"""Orders to a table and its answers as plain data, and the `state` message as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, NamedTuple, Protocol

from caylus import Decision, Game, MatchTerms, Reason, RuleFault, Ruleset, Spectator, model as m
from caylus.diagnostics import split_lines
from caylus.panels import RowPanel
from caylus.records import Record

from caylus_tools.answers.rulebook import load_lessons
from caylus_tools.screen.scene import Outcomes, load_words
from caylus_tools.server.storage.schema import SeatRow
from caylus_tools.verbalize.log import breakdown
from caylus_tools.verbalize.option_texts import load_cells

Undo = Literal["consent", "own", "none"]
"""How far people may take back: with the consent of those concerned, only what is theirs alone, not at all."""


class RulesetSource(Protocol):
    """The source of the rules of tables."""

    def rules(self, hash: str, players: int) -> Ruleset:
        """Rules that were stored, ready for so many players. Raises Refused."""


class SeatOrder(Record):
    """A seat of a table that is opened: a person's, perhaps `mine` who opens it, or that of a bot of a policy."""

    kind: Literal["person", "bot"] = "person"
    label: str = ""
    policy: str | None = None
    mine: bool = False


class TableOrder(Record):
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


def as_json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def merge_objects(*parts: bytes) -> bytes:
    """One object of several: what many are told is put into words once."""
    return b"{" + b",".join(part[1:-1] for part in parts if part != b"{}") + b"}"


def fields(values: Mapping[str, bytes]) -> bytes:
    """An object of values that are JSON already."""
    return b"{" + b",".join(b'"' + name.encode() + b'":' + value for name, value in values.items()) + b"}"


def array(items: list[bytes]) -> bytes:
    return b"[" + b",".join(items) + b"]"


def pick(row: object, *names: str) -> dict[str, Any]:
    """Some fields of a row, as they are."""
    return {name: getattr(row, name) for name in names}


def render_seat(seat: SeatRow) -> dict[str, Any]:
    """The part of a seat that everybody may know."""
    return {**pick(seat, "name", "label", "kind", "policy"), "taken": seat.holder is not None}


def render_refusal(reasons: Sequence[Reason], rules: Ruleset) -> list[dict[str, Any]]:
    """Each said once, with the line of the rules behind it."""
    unique_reasons = {reason.text: reason for reason in reasons}.values()
    return [{"text": one.text, "see": one.see, **_place(one.file, one.line, rules)} for one in unique_reasons]


def render_fault(fault: RuleFault, rules: Ruleset) -> dict[str, Any]:
    """Describe what broke, and the line of the rules it broke in, if that is known."""
    span = fault.span
    return render_place(str(fault), span.file if span is not None else "", span.line if span is not None else 0, rules)


def render_place(text: str, file: str, line: int, rules: Ruleset) -> dict[str, Any]:
    """A text about a line of the rules, with the line."""
    return {"text": text, **_place(file, line, rules)}


def _place(file: str, line: int, rules: Ruleset) -> dict[str, Any]:
    lines = split_lines(rules.sources.get(file, ""))
    return {"file": file, "line": line, "source": lines[line - 1].strip() if 0 < line <= len(lines) else ""}


_IN_THE_PICTURE = ("ruleset", "title", "phases", "tables", "decides", "waiting", "result")
"""What of a view does not change in a game, or is told beside it."""


def render_view(game: Game, eye: str | Spectator | None) -> dict[str, Any]:
    """The table as it is seen, without what a picture of the rules shows already."""
    view = game.view(eye)
    return {name: value for name, value in view.items() if name not in _IN_THE_PICTURE}


_OF_DECISION = ("player", "prompt", "title", "see", "phase", "rule", "place", "file", "line")


def render_decision(decision: Decision | None) -> dict[str, Any] | None:
    """Describe who decides what, as far as it may be known to whom `decision` was given."""
    if decision is None:
        return None
    usual = decision.usual
    return {
        **pick(decision, *_OF_DECISION),
        "sealed": decision.is_sealed,
        "usual": usual.id if usual is not None else None,
    }


def render_options(game: Game, decision: Decision) -> list[dict[str, Any]]:
    """Describe the options of a decision, in the words of the screen."""
    words = load_words(game.rules)
    usual = decision.usual
    texts = words.texts(decision)
    lessons, truths = load_lessons(game.rules), dict[tuple[str, ...], bool]()
    queues = {
        panel.queue["by"]: [panel.queue["of"]] for panel in game.rules.panels if isinstance(panel, RowPanel) and panel.queue
    }
    effects = load_cells(game.rules).effects(decision)
    outcomes = Outcomes(game, decision)
    losses = outcomes.losses()
    return [
        {
            "id": option.id,
            "name": option.data["option"],
            "text": text,
            "choices": option.data["choices"],
            "pays": option.data["pays"],
            "gains": option.data["gains"],
            "price": words.price(option.data["pays"]),
            "cells": [*option.cells, *queues.get(option.data["option"], ())],
            "group": words.title(option.data["option"]),
            "declines": option.data["option"] == m.DECLINE,
            "usual": usual is not None and option.id == usual.id,
            "warnings": [
                *filter(None, [losses.get(number)]),
                *(
                    [one.text for one in lessons.warnings(game, option, truths)]
                    or filter(None, [outcomes.describe_unpaid(number)])
                ),
            ],
            "obstacle": outcomes.obstacle(number) if effect else "",
        }
        for number, (option, text, effect) in enumerate(zip(decision.options, texts, effects, strict=True))
    ]


def render_result(game: Game) -> dict[str, Any]:
    """Describe the result of a game that is over, and the sources of each player's points."""
    return {**game.result.data(game.labels), "sources": breakdown(game.events, game.rules, game.scores)}
