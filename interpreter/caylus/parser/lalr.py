"""The LALR automaton, twice: one that reads a definition, and one that only says what can stand where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from caylus.limits import DEEPEST_STACK, DEEPEST_SYNTAX
from caylus.syntax import Definition

from .ast_builder import Builder
from .lalr_tables import END, tables
from .lexer import Token

_LAST = Token(END, "", 0, 0)


class _Part(NamedTuple):
    """What has been read: a node, or the parts that a rule hands upwards; its outermost tokens; how deep its syntax goes."""

    value: Any
    first: Token
    last: Token
    height: int


def read(tokens: Iterable[Token], builder: Builder) -> Definition | None:
    """What the tokens define; None if they cannot be read."""
    rules, moves, gotos = tables().rules, tables().moves, tables().gotos
    states = [0]
    parts: list[_Part] = []
    for token in (*tokens, _LAST):
        while (move := moves[states[-1]].get(token.type)) is not None and move < 0:
            rule = rules[~move]
            if rule.only_hands_on:
                states.pop()
            else:
                joined = _join(~move, parts[-rule.length :], builder)
                del states[-rule.length :], parts[-rule.length :]
                parts.append(joined)
            states.append(gotos[states[-1]][rule.origin])
        if (parts and parts[-1].height > DEEPEST_SYNTAX) or len(parts) > DEEPEST_STACK:
            builder.fault("E0109", "this stands too deep in other things", parts[-1].last.span(builder.path))
            return None
        if move is None:
            return None
        states.append(move)
        parts.append(_Part(builder.leaf(token), token, token, 0))
    definition: Definition = parts[0].value
    return definition


def _join(number: int, parts: list[_Part], builder: Builder) -> _Part:
    """What the rule of that number makes of its parts."""
    values: list[Any] = []
    for place in tables().rules[number].parts:
        if place is None:
            values.append(None)
        elif place >= 0:
            values.append(parts[place].value)
        elif values:
            values += parts[~place].value
        else:  # nobody else has this list; a long one must not be copied for each member
            values = parts[~place].value
    first, last = parts[0].first, parts[-1].last
    height = max([part.height for part in parts])
    function = builder.functions[number]
    if function is None:
        return _Part(values, first, last, height)
    return _Part(function(builder.span(first, last), values), first, last, height + 1)


class Automaton:
    """Follows the tokens of a definition without reading them. A copy goes on from the same place."""

    __slots__ = ("_states",)

    def __init__(self, states: Iterable[int] = (0,)) -> None:
        self._states = list(states)

    def copy(self) -> Automaton:
        return Automaton(self._states)

    def feed(self, kind: str) -> bool:
        """Follows a token of this type. False: it cannot stand here, and nothing has changed."""
        moves, rules, gotos, states = tables().moves, tables().rules, tables().gotos, self._states
        kept = len(states)  # of the stack, if the token can stand here
        added: list[int] = []
        state = states[-1]
        while (move := moves[state].get(kind)) is not None:
            if move >= 0:
                del states[kept:]
                states += (*added, move)
                return kept < DEEPEST_STACK
            rule = rules[~move]
            if rule.length > len(added):
                kept -= rule.length - len(added)
                added.clear()
            else:
                del added[-rule.length :]
            state = gotos[added[-1] if added else states[kept - 1]][rule.origin]
            added.append(state)
        return False

    def admits(self, kind: str) -> bool:
        """Whether a token of this type can stand here."""
        return self.copy().feed(kind)

    def admitted(self) -> frozenset[str]:
        """The types of token that can stand here."""
        return frozenset(kind for kind in tables().moves[self._states[-1]] if self.admits(kind))
