"""Check states: the value at the start, the bounds, and the room for all that a state is kept for."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions import constants
from caylus.check.scope import Scope
from caylus.limits import MOST_PLAYERS, MOST_VALUES
from caylus.syntax.walk import walk

Bounds = tuple[int, int]


class _Beginning(NamedTuple):
    """The value of a state of one object at the start, and its bounds, if it has any."""

    initial: int
    bounds: Bounds | None


def begin(state: m.State, node: s.State | s.Property, scope: Scope) -> None:
    """Fills it in: once for the whole table and for players, else for each object."""
    kind = state.kind
    if kind is None or kind.is_player:
        beginnings = [_beginning(state, node, scope)]
    else:
        scope.symbols.spend(len(kind.root.objects))
        is_same = not mentions_this(_start(node)) and not mentions_this(node.type.bounds)
        same = _beginning(state, node, scope) if is_same else None
        own = {thing.id: same or _beginning(state, node, scope.for_object(thing)) for thing in kind.objects}
        others = _Beginning(_zero(state), next((one.bounds for one in own.values()), None))
        beginnings = [own.get(thing.id, others) for thing in kind.root.objects]
    state.initial = [one.initial for one in beginnings]
    state.bounds = [one.bounds for one in beginnings if one.bounds is not None]


def mentions_this(node: s.Expr | None) -> bool:
    """Return whether an expression speaks of the object that it belongs to."""
    return node is not None and any(isinstance(x, s.Literal) and x.word == "this" for x in walk(node))


def _start(node: s.State | s.Property) -> s.Expr | None:
    return node.initial if isinstance(node, s.State) else node.default


def _zero(state: m.State) -> int:
    return -1 if state.type.base == "object" else 0


def _beginning(state: m.State, node: s.State | s.Property, scope: Scope) -> _Beginning:
    start, written = _start(node), node.type.bounds
    bounds = _bounds(state, written, scope) if written is not None and state.type == m.NUMBER else None
    value = constants.evaluate_constant(start, scope, state.type, f"`{state.name}` is") if start is not None else None
    initial = value.value if isinstance(value, m.Const) else _zero(state)
    if bounds is None:
        return _Beginning(initial, None)
    low, high = bounds
    if start is not None and value is not None and not low <= initial <= high:
        message = f"`{state.name}` cannot be {initial} at the start"
        scope.wrong("E0306", start, message, f"it goes from {low} to {high}")
    return _Beginning(max(low, min(initial, high)), bounds)


def _bounds(state: m.State, node: s.Range, scope: Scope) -> Bounds | None:
    low = constants.number(node.low, scope, f"`{state.name}` goes from")
    high = constants.number(node.high, scope, f"`{state.name}` goes up to")
    if low is None or high is None:
        return None
    if low > high:
        scope.wrong("E0306", node, f"`{state.name}` cannot go from {low} to {high}", "the lower bound comes first")
        return None
    return low, high


def check_room(states: Sequence[m.State], scope: Scope) -> None:
    """Reports a state whose values are too many to be kept with those of the states before it."""
    game = next(scope.symbols.all(s.Game), None)
    players = min(game.most, MOST_PLAYERS) if game is not None else 1
    room = MOST_VALUES
    for state in states:
        kinds = [*state.indices, *([state.kind] if state.kind is not None else [])]
        values = prod(kind.root.size_for(players) for kind in kinds) if state.indices else 0
        if values > room:
            message = f"`{state.name}` would be {values:,} values, one for each of all that it is kept for"
            help = f"a game has room for {MOST_VALUES:,} of them in all"
            scope.wrong("E0306", s.Node(state.span), message, "too many", help=help)
        else:
            room -= values
