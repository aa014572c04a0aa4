"""Between the numbers of a state and what people and files write for them: values, by the names of what they are kept for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus.diagnostics.render import having, nearest

if TYPE_CHECKING:
    from caylus import model as m

    from .names import Names


Reader = Callable[[list[int], int], Any]
"""Reads a state of an object, by its number, from the numbers of the table."""


class UnknownThing(Exception):
    """A name or a value that the rules do not have. `path` leads to it: keys of the mapping that held it.

    With the `wrong` word and the `known` ones, the message ends with what was probably meant. `help` says that alone, or what
    there is.
    """

    def __init__(self, path: tuple[str, ...], message: str, wrong: str = "", candidates: Iterable[str] = ()) -> None:
        there = list(candidates)
        suggestion = nearest(wrong, there)
        super().__init__(f"{message}; did you mean `{suggestion}`?" if suggestion else message)
        self.path = path
        self.wrong = wrong
        self.reason = message
        self.help = f"did you mean `{suggestion}`?" if suggestion else having(there)


def lack(kind: m.Kind, name: str) -> str:
    """The words that say that a player or an object does not have what is named behind them."""
    return "a player has no" if kind.is_player else f"`{name}` has no state"


class StateCodec:
    """Reads the states and lists of one game as values by name, and writes such values into them."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.layout = names.layout
        self._fields: dict[m.Kind, tuple[dict[str, m.State], dict[str, m.ListState]]] = {}
        self._internal: dict[m.Kind, tuple[str, ...]] = {}
        self._readers: dict[m.State, Reader] = {}
        self._kind_readers: dict[m.Kind, list[tuple[str, m.State, Reader]]] = {}

    def encode(self, state: m.State | m.Resource | m.ListState, value: int) -> Any:
        """The content of a state as JSON: a number, a flag, a name or None."""
        if state.type.base == "object" and state.type.kind is not None:
            return self.names.name(state.type.kind, value)
        return bool(value) if state.type.base == "flag" else value

    def decode(self, what: m.State | m.Variable, value: object, path: tuple[str, ...]) -> int:
        """The number behind a value of a state or a parameter."""
        if what.type.base == "object" and what.type.kind is not None:
            return self.names.id(what.type.kind, value, path)
        wanted = bool if what.type.base == "flag" else int
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            raise UnknownThing(path, f"`{what.name}` is a {what.type.base}, not `{value}`")
        return int(value)

    def argument(self, param: m.Variable, value: object, path: tuple[str, ...]) -> int:
        """The number behind what an action begins with: a number, a flag or an object, but not none."""
        if param.type.base not in ("number", "flag", "object"):
            raise UnknownThing(path, f"an action that takes {param.type} is not begun from outside")
        number = self.decode(param, value, path)
        if param.type.base == "object" and number < 0:
            raise UnknownThing(path, f"`{param.name}` is not given")
        return number

    def read(self, s: list[int], state: m.State, id_: int = 0) -> Any:
        """The content of a state of an object: a value, or by the names of what it is kept for, one within the other."""
        return self.reader(state)(s, id_)

    def reader(self, state: m.State) -> Reader:
        """The function that reads a state of an object: a view asks for hundreds."""
        if state not in self._readers:
            self._readers[state] = self._make_reader(state)
        return self._readers[state]

    def _make_reader(self, state: m.State) -> Reader:
        first, type_ = self.layout.states[state], state.type
        if len(state.indices) == 1 and type_.base != "object":
            step, stride = self.layout.strides(state)
            places = [(name, number * stride) for name, number in self.names.members(state.indices[0])]
            return lambda s, id_: {name: self.encode(state, s[first + id_ * step + place]) for name, place in places}
        if state.indices:
            return lambda s, id_: self.visible_values(state, id_, lambda slot: self.encode(state, s[slot]))
        if type_.base == "object" and type_.kind is not None:
            names = [*self.names.names_in(type_.kind), None]  # none is -1
            return lambda s, id_: names[s[first + id_]]
        return (lambda s, id_: s[first + id_] != 0) if type_.base == "flag" else lambda s, id_: s[first + id_]

    def readers(self, kind: m.Kind, id_: int) -> list[tuple[str, m.State, Reader]]:
        """The states of an object by name, and the functions that read them."""
        own = kind if kind.is_player else kind.root.objects[id_].kind
        if own not in self._kind_readers:
            self._kind_readers[own] = [
                (name, state, self.reader(state)) for name, state in self.object_fields(kind, id_)[0].items()
            ]
        return self._kind_readers[own]

    def visible_values(self, state: m.State, id_: int, tell: Callable[[int], Any]) -> Any:
        """The values of a state of an object that may be seen, by the slot where each is."""
        first, *strides = self.layout.strides(state)

        def is_visible_slot(slot: int, kept_for: Sequence[tuple[m.Kind, int]]) -> Any:
            if not kept_for:
                return tell(slot)
            (index, stride), *inner = kept_for
            return {name: is_visible_slot(slot + number * stride, inner) for name, number in self.names.members(index)}

        return is_visible_slot(self.layout.states[state] + id_ * first, [*zip(state.indices, strides, strict=True)])

    def write(self, s: list[int], state: m.State, id_: int, value: object, path: tuple[str, ...]) -> None:
        """Writes what is given for a state of an object: a value, or by the names of what it is kept for."""
        first, *strides = self.layout.strides(state)
        given = [(self.layout.states[state] + id_ * first, value, path)]
        for index, stride in zip(state.indices, strides, strict=True):
            given = [
                (slot + self.names.id(index, str(key), (*at, str(key))) * stride, item, (*at, str(key)))
                for slot, values, at in given
                for key, item in self._for_each(state, index, values, at).items()
            ]
        for slot, item, at in given:
            number = self.decode(state, item, at)
            low, high = state.find_bounds(id_) or (number, number)
            if not low <= number <= high:
                raise UnknownThing(at, f"`{state.name}` goes from {low} to {high}, not to {number}")
            s[slot] = number

    def _for_each(self, state: m.State, index: m.Kind, value: object, path: tuple[str, ...]) -> Mapping[Any, object]:
        if not isinstance(value, Mapping):
            raise UnknownThing(path, f"`{state.name}` has a value for each {index.name}, not `{value}`")
        return value

    def list(self, s: list[int], list_: m.ListState, owner: int = 0) -> list[str]:
        base = self.layout.list_slot(list_, owner)
        return [self.names.name(list_.kind, i) or "" for i in s[base + 1 : base + 1 + s[base]]]

    def object_fields(self, kind: m.Kind, id_: int) -> tuple[dict[str, m.State], dict[str, m.ListState]]:
        """The states and the lists that an object has: those of its kind and of the kinds above it."""
        own = _own_kind(kind, id_)
        if own not in self._fields:
            kinds = own.lineage[::-1]
            states = {name: state for each in kinds for name, state in each.states.items()}
            self._fields[own] = states, {name: list_ for each in kinds for name, list_ in each.lists.items()}
        return self._fields[own]

    def internal_fields(self, kind: m.Kind, id_: int) -> tuple[str, ...]:
        """The names of those that are for the rules only."""
        own = _own_kind(kind, id_)
        if own not in self._internal:
            states, lists = self.object_fields(kind, id_)
            things: list[m.State | m.ListState] = [*states.values(), *lists.values()]
            self._internal[own] = tuple(thing.name for thing in things if thing.is_internal)
        return self._internal[own]


def _own_kind(kind: m.Kind, id_: int) -> m.Kind:
    return kind if kind.is_player else kind.root.objects[id_].kind
