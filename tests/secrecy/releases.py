"""The statements that are meant to tell: where two games part before a seat's eyes, a rule has to say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, get_args

import caylus
from caylus import model as m
from caylus.model.walk import action_versions, bodies, children, every_statement, list_actions
from caylus.runtime.events import Log

from .audiences import hidden_from
from .surfaces import seat_name

Line = tuple[str, int]
"""A file and a line of the rules."""


VERBS = ("gain", "pay", "lose")
"""The kinds of events of what players hold."""


def find_line(site: m.Site) -> Line:
    return site.span.file, site.span.line


def is_told(game: caylus.Game, number: int, seat: int) -> bool:
    """Return whether an event tells a seat of something because a rule says so: what is put where the seat sees it, what is revealed."""
    teller = game._teller_for()
    assert teller is not None
    entries, spots = teller.entries, teller.names.program.metadata.spots
    where, kind, _, *data = entries[Log(teller.names, game._machine.s, seat).count_entries(entries, number) - 1]
    if kind == "put":
        lists, hidden = game.names.layout.owned_lists(), hidden_from(game, seat).slots
        if any((slot + 1 if slot in lists else slot) not in hidden for slot in data[:2]):
            return True
    if kind == "reveal":
        return data[2] in (-1, seat)
    return kind in ("put", "say", "set", "list", *VERBS) and reveals(game.rules, [find_line(spots[where].site)])


def choices_by_rules(game: caylus.Game, events: Iterable[Mapping[str, Any]], seat: int) -> list[str]:
    """Those events, in words, that are choices of seats that rules play, but not of the one that is told of them."""
    players = {*game.rules.automata} - {seat_name(game, seat)}
    return [event["text"] for event in events if event["kind"] == "choice" and event["player"] in players]


def ends_as_told(rules: caylus.Ruleset, events: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether a game has ended because of something that a rule reveals. All is told then, so that numbers compare no more."""
    return reveals(rules, [(event["file"], event["line"]) for event in events if event["kind"] == "end"])


def may_fail(game: caylus.Game, seat: int) -> bool:
    """Return whether somebody else decides what might as well have been impossible, of which a rule speaks."""
    asked = game.decision
    if asked is None or game.seat == seat:
        return False
    chooses = (s for s in every_statement(game.rules.model) if isinstance(s, m.Choose) and s.otherwise)
    return (asked.file, asked.line) in map(find_line, (choose.site for choose in chooses))


def reveals(rules: caylus.Ruleset, lines: Iterable[Line]) -> bool:
    """Return whether one of the statements that were at work reveals what a formula comes to, or happens because of what one reveals."""
    return not _releasing(rules).isdisjoint(lines)


@cache
def _releasing(rules: caylus.Ruleset) -> frozenset[Line]:
    """The places of those statements."""
    found: set[Line] = set()
    seen: set[int] = set()

    def look(body: m.Body, is_meant: bool) -> None:
        """`is_meant`: what made the body happen, or a variable that it reads, has been revealed."""
        for statement in body:
            because = is_meant or any(isinstance(part, m.Revealed) for part in _formulas(statement))
            is_meant = is_meant or (because and isinstance(statement, m.Let))
            if because:
                found.add(find_line(statement.site))
            for inner in bodies(statement):
                look(inner, because)
            for action in _called_actions(statement) if because else ():
                if id(action) not in seen:
                    seen.add(id(action))
                    look(action.body, True)

    for action in list_actions(rules.model):
        look(action.body, False)
    return frozenset(found)


def _called_actions(statement: m.Statement) -> list[m.Action]:
    """The actions that a statement may carry out."""
    if isinstance(statement, m.DoMember):
        return action_versions(statement)
    return [statement.action] if isinstance(statement, m.Do) else []


def _formulas(statement: m.Statement) -> Iterator[object]:
    """Every part of a statement, those of statements inside it excepted, and of the values and conditions that it asks."""
    waiting: list[object] = [*children(statement)]
    seen: set[int] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, get_args(m.Statement)):
            continue
        yield part
        waiting += children(part)
        asked = part.value if isinstance(part, m.CallValue) else part.condition if isinstance(part, m.CallCondition) else None
        if asked is not None and id(asked) not in seen:
            seen.add(id(asked))
            waiting += children((*asked.cases, *asked.modifiers) if isinstance(asked, m.Value) else tuple(asked.requires))
