"""The LALR automaton: tokens in, syntax out. It knows neither files nor faults."""

from __future__ import annotations

from typing import Any, NamedTuple

from .build import Builder, Overrun
from .diagnostics import Diagnostic
from .tables import END, tables
from .tokens import Token

DEEPEST_SYNTAX = 160  # leaves whoever walks the tree five calls a level


class _Part(NamedTuple):
    """What was read: a node, or the parts a rule hands upwards; its outermost tokens; how deep its syntax goes."""

    value: Any
    first: Token
    last: Token
    height: int


class Automaton:
    """Reads one definition. A copy goes on from the same place."""

    __slots__ = ("_builder", "_functions", "_gotos", "_moves", "_parts", "_rules", "_states")

    def __init__(self, builder: Builder) -> None:
        self._builder, self._functions = builder, builder.functions
        self._rules, self._moves, self._gotos = tables().rules, tables().moves, tables().gotos
        self._states = [0]
        self._parts: list[_Part] = []

    def copy(self) -> Automaton:
        other = Automaton(self._builder)
        other._states, other._parts = self._states[:], self._parts[:]
        return other

    def feed(self, token: Token) -> bool:
        """Reads a token. False: it cannot stand here, and this automaton is of no more use."""
        moves, states = self._moves, self._states
        while (move := moves[states[-1]].get(token.type)) is not None:
            if move >= 0:
                states.append(move)
                self._parts.append(_Part(self._builder.leaf(token), token, token, 0))
                return True
            self._reduce(~move)
        return False

    def result(self) -> Any:
        """The definition, if it is complete; else None."""
        return self._parts[0].value if self.feed(Token(END, "", 0, 0)) else None

    def admits(self, kind: str) -> bool:
        """Whether a token of this type can stand here."""
        moves, states = self._moves, self._states[:]
        while (move := moves[states[-1]].get(kind)) is not None:
            if move >= 0:
                return True
            rule = self._rules[~move]
            del states[-rule.length :]
            states.append(self._gotos[states[-1]][rule.origin])
        return False

    def admitted(self) -> frozenset[str]:
        """The types of token that can stand here."""
        return frozenset(kind for kind in self._moves[self._states[-1]] if self.admits(kind))

    def _reduce(self, number: int) -> None:
        rule, states = self._rules[number], self._states
        if rule.only_hands_on:
            states.pop()
        else:
            parts = self._parts[-rule.length :]
            del self._parts[-rule.length :], states[-rule.length :]
            self._parts.append(self._joined(number, parts))
        states.append(self._gotos[states[-1]][rule.origin])

    def _joined(self, number: int, parts: list[_Part]) -> _Part:
        values: list[Any] = []
        for place in self._rules[number].parts:
            if place is None:
                values.append(None)
            elif place >= 0:
                values.append(parts[place].value)
            else:
                values += parts[~place].value
        first, last = parts[0].first, parts[-1].last
        height = max(part.height for part in parts)
        if function := self._functions[number]:
            if height == DEEPEST_SYNTAX:
                message = "things stand too deep in one another here"
                raise Overrun(Diagnostic("E0109", message, last.span(self._builder.path), help="make an action or a value of a part of it"))
            return _Part(function(self._builder.span(first, last), values), first, last, height + 1)
        return _Part(values, first, last, height)
