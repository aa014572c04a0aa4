"""Make up the variables of suspended actions that a seat may not know.

What is made up must not depend on what it really is. So an object is drawn anew from the list that it was taken from, as that
list is dealt by now, and nothing is kept that no rule will read any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..running import random

if TYPE_CHECKING:
    from caylus.codegen.metadata import Loop, SecretVariable
    from caylus.model.components import Kind, Variable

    from ..names import Names

Held = dict["Variable", Any]
"""What variables hold."""


def cards_in_frames(names: Names, frames: Iterable[list[Any]]) -> set[int]:
    """The secret cards that actions still have in mind."""
    metadata, cards = names.program.metadata, names.layout.cards
    found: set[int] = set()
    for frame in frames:
        place = metadata.places.get(frame[0])
        if place is None:
            continue
        held = [(variable, frame[at]) for variable, at in place.bound if variable in place.ahead]
        for loop in place.loops:
            members = frame[loop.members][frame[loop.at] if loop.at else 0 :]
            columns = [members] if len(loop.variables) == 1 else zip(*members, strict=True)
            held += zip(loop.variables, columns, strict=False)
        for variable, value in held:
            kind = variable.type.kind
            if variable in metadata.secrets and kind is not None and kind.root in cards:
                members = value if isinstance(value, tuple) else (value,)
                found.update(cards[kind.root] + member for member in members if member >= 0)
    return found


class FrameImagination:
    """Of frames beside a state `s`, in which everything else has been made up; `becomes` says what has become of each card."""

    def __init__(self, names: Names, s: list[int], becomes: Mapping[int, int], seat: int) -> None:
        self.names = names
        self.s = s
        self.becomes = becomes
        self.seat = seat
        self.metadata = names.program.metadata

    def imagine(self, frame: list[Any]) -> list[Any]:
        """The frame as it may be."""
        place, new = self.metadata.places.get(frame[0]), frame[:]
        if place is None:
            return new
        in_scope = {at for _, at in place.bound} | {loop.members for loop in place.loops}
        for at in self.metadata.variables[frame[0]]:
            if at not in in_scope:
                new[at] = 0
        held: Held = {variable: frame[at] for variable, at in place.bound}
        taken: set[tuple[Kind, int]] = set()
        for variable, at in place.bound:
            secret = self.metadata.secrets.get(variable)
            if secret is not None:
                is_read = variable in place.ahead
                nothing = -1 if variable.type.base == "object" else 0
                new[at] = self._imagine_value(variable, secret, held, taken) if is_read else nothing
        for loop in place.loops:
            new[loop.members] = tuple(self._imagine_members(loop, frame, held, taken))
        return new

    # ---- variables

    def _imagine_value(self, variable: Variable, secret: SecretVariable, held: Held, taken: set[tuple[Kind, int]]) -> Any:
        value = held[variable]
        if self._is_known(secret, held):
            return value
        match variable.type.base:
            case "object" if value < 0 or not secret.is_there:
                return -1
            case "object":
                return next(self._draw_objects(variable, secret, held, (value,), taken))
            case "list" if not secret.is_there:
                return ()
            case "list" if variable.type.kind is None:
                return (0,) * len(value)
            case "list":
                return tuple(self._draw_objects(variable, secret, held, value, taken))
            case "payment":
                return (0,)
            case "scale":
                return (0, (0,))
        return 0

    def _is_known(self, secret: SecretVariable, held: Held) -> bool:
        """Return whether the secrets that a variable rests on are those of the seat."""
        return all(owner is not None and held.get(owner) == self.seat for owner in secret.owners)

    # ---- loops

    def _imagine_members(self, loop: Loop, frame: list[Any], held: Held, taken: set[tuple[Kind, int]]) -> Iterator[Any]:
        """All members of a loop: nothing of those that it has left behind, which nobody can speak of."""
        members = frame[loop.members]
        done = frame[loop.at] if loop.at else 0
        rows = members if len(loop.variables) > 1 else [(member,) for member in members]
        columns = [
            [*[0] * done, *self._imagine_column(variable, is_mixed, held, [row[i] for row in rows[done:]], taken)]
            for i, (variable, is_mixed) in enumerate(zip(loop.variables, loop.mixed, strict=True))
        ]
        return iter(columns[0]) if len(columns) == 1 else zip(*columns, strict=True)

    def _imagine_column(
        self, variable: Variable, is_mixed: bool, held: Held, members: list[int], taken: set[tuple[Kind, int]]
    ) -> list[int]:
        """What one variable of a loop will be."""
        secret = self.metadata.secrets.get(variable)
        if secret is not None and not self._is_known(secret, held):
            if variable.type.kind is None:
                return [0] * len(members)
            return list(self._draw_objects(variable, secret, held, members, taken))
        return self._shuffle(sorted(members)) if is_mixed and secret is None else members

    # ---- objects

    def _draw_objects(
        self, variable: Variable, secret: SecretVariable, held: Held, members: Sequence[int], taken: set[tuple[Kind, int]]
    ) -> Iterator[int]:
        """Objects in the place of `members`, each another one, and none of those `taken`."""
        assert variable.type.kind is not None
        kind = variable.type.kind.root
        if secret.keeps_places and kind in self.names.layout.cards:
            first = self.names.layout.cards[kind]
            yield from (self.becomes.get(first + member, first + member) - first for member in members)
            return
        if not members:
            return
        drawn = [i for source in self._candidates(variable.type.kind, secret, held) for i in self._shuffle(source)]
        found = iter([i for i in dict.fromkeys(drawn) if (kind, i) not in taken])
        for _ in members:
            one = next(found, drawn[0])
            taken.add((kind, one))
            yield one

    def _candidates(self, kind: Kind, secret: SecretVariable, held: Held) -> Iterator[list[int]]:
        """Where objects of a kind may come from, the likeliest first: the list they were taken from, nowhere, one list, two."""
        layout, s = self.names.layout, self.s
        lying = {base: s[base + 1 : base + 1 + s[base]] for base in layout.lists_with(kind.root)}
        places = Counter(i for members in lying.values() for i in members)
        everything = range(kind.first, kind.first + layout.size(kind))
        of = 0 if secret.of is None else held.get(secret.of, -1)
        if secret.source is not None and isinstance(of, int) and of >= 0:
            yield [i for i in lying.get(layout.list_slot(secret.source, of), []) if i in everything]
        for often in sorted({places[i] for i in everything}):
            yield [i for i in everything if places[i] == often]

    def _shuffle(self, members: list[int]) -> list[int]:
        self.s[0], found = random.shuffle_members(self.s[0], members)
        return found
