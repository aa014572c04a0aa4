"""Mask the variables of suspended actions that a seat may not see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caylus.model.components import Variable

    from ..names import Names

Change = Callable[[int], int]


def imagine_frame(names: Names, frame: list[Any], becomes: Mapping[int, int], seat: int) -> list[Any]:
    """The frame with other cards, `becomes` says which, where it holds some that are secret, and without the rivals' numbers.

    What it once had in mind and can speak of no more is forgotten.
    """
    metadata, new = names.program.metadata, frame[:]
    place = metadata.places.get(frame[0])
    if place is None:
        return new
    held = {at for _, at in (*place.bound, *place.loops)}
    for at in metadata.variables[frame[0]]:
        if at not in held:
            new[at] = 0
    holds = {variable: frame[at] for variable, at in place.bound}
    for variable, at in place.bound:
        change = _change(names, variable, becomes, _is_known(names, variable, holds, seat))
        new[at] = tuple(map(change, frame[at])) if isinstance(frame[at], tuple) else change(frame[at])
    for variables, at in place.loops:
        changes = [_change(names, variable, becomes, _is_known(names, variable, holds, seat)) for variable in variables]
        if len(changes) == 1:
            new[at] = tuple(map(changes[0], frame[at]))
        else:
            new[at] = tuple(tuple(change(i) for change, i in zip(changes, row, strict=True)) for row in frame[at])
    return new


def cards_in_frames(names: Names, frames: Iterable[list[Any]]) -> Iterator[int]:
    """Secret cards that actions have in mind, in an order that is the same wherever a seat cannot tell the difference."""
    cards = names.layout.cards
    for frame in frames:
        for variable, held in _frame_variables(names, frame):
            kind = variable.type.kind
            if variable in names.secret_variables and kind is not None and kind.root in cards:
                yield from (cards[kind.root] + member for member in held if member >= 0)


def _frame_variables(names: Names, frame: list[Any]) -> Iterator[tuple[Variable, Sequence[int]]]:
    """Each variable that an action can speak of, with all that it is or will be."""
    place = names.program.metadata.places.get(frame[0])
    if place is None:
        return
    for variable, at in place.bound:
        yield variable, frame[at] if isinstance(frame[at], tuple) else (frame[at],)
    for variables, at in place.loops:
        yield from zip(variables, [frame[at]] if len(variables) == 1 else zip(*frame[at], strict=True), strict=False)


def _is_known(names: Names, variable: Variable, holds: Mapping[Variable, Any], seat: int) -> bool:
    """Whether the secrets that a variable rests on are those of the seat: what was given or chosen is the current player's."""
    players = names.components.kinds["player"]
    current = next((held for other, held in holds.items() if other.name == players.name), None)
    owners = names.program.metadata.secrets.get(variable, ())
    return all(owner is not None and (current if owner is variable else holds.get(owner)) == seat for owner in owners)


def _change(names: Names, variable: Variable, becomes: Mapping[int, int], is_known: bool) -> Change:
    kind, cards = variable.type.kind, names.layout.cards
    if variable not in names.secret_variables:
        return lambda held: held
    if kind is not None and kind.root in cards:
        first = cards[kind.root]
        return lambda held: becomes.get(first + held, first + held) - first if held >= 0 else held
    if is_known:
        return lambda held: held
    return lambda held: 0 if kind is None else min(held, kind.first)
