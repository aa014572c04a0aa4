"""Between numbers and names: what the slots of a state are called, and what a move says.

A thing's name never depends on the state (`path 7`, `Red`); its label may: a row's member is called after the object
it holds where the kind says so (`place mill`), with its place added where two would be called alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from caylus import model as m
from caylus.codegen import Program
from caylus.codegen.state_layout import Layout
from caylus.english import English, Piece, Text
from caylus.payments import pack, unpack

from .state_codec import StateCodec, UnknownThing
from .visibility import holder_slots, lies_open, secrets_on

_AMOUNT = re.compile(r"[1-9][0-9]{0,8}")


class Names:
    """The names of one game: its program's objects and its players.

    `players` are the seats, which are names as other things have them; `labels` is what texts for people call those who
    sit there, and nothing else: the names of seats with a capital, where nothing else is given.
    """

    def __init__(self, program: Program, players: Sequence[str], labels: Sequence[str] = ()) -> None:
        self.program = program
        self.players = tuple(players)
        self.labels = tuple(labels) or tuple(name[:1].upper() + name[1:] for name in self.players)
        self._ids: dict[str, dict[str, int]] = {}
        self._others: dict[Program, Names] = {}
        self._named: dict[m.Kind, list[str]] = {}
        self._places: dict[int, tuple[int | None, dict[str, Any]]] = {}
        self._members: dict[m.Kind, list[tuple[str, int]]] = {}
        self._lenders: dict[tuple[m.Kind, int], tuple[m.Kind, m.State | m.Property] | None] = {}

    def for_program(self, program: Program) -> Names:
        """The same for another program of the same rules."""
        if program not in self._others:
            self._others[program] = Names(program, self.players, self.labels)
        return self._others[program]

    @cached_property
    def codec(self) -> StateCodec:
        return StateCodec(self)

    @cached_property
    def layout(self) -> Layout:
        return self.program.layout

    @cached_property
    def components(self) -> m.Components:
        return self.program.layout.components

    @cached_property
    def english(self) -> English:
        """The words for what is told of the game."""
        return English(self.components, dict(zip(self.players, self.labels, strict=True)))

    @cached_property
    def secret_variables(self) -> frozenset[m.Variable]:
        """The variables that not everybody may know."""
        return frozenset(self.program.metadata.secrets)

    @cached_property
    def secrets(self) -> frozenset[m.Thing]:
        """The things on the table that may be hidden from somebody."""
        return frozenset(secrets_on(self.components))

    @cached_property
    def secret_slots(self) -> dict[int, tuple[m.Thing, int]]:
        """The slots of what may be hidden from somebody: what lies there, and of which object; of a list its first slot."""
        return {slot: (thing, of) for slot, (thing, of, _) in self.layout.things_by_slot.items() if thing in self.secrets}

    @cached_property
    def _open_slots(self) -> tuple[list[int], list[int]]:
        """The slots of what everybody sees, those in which lists begin apart."""
        slots, lists = [slot for slot in self.layout.things_by_slot if slot not in self.secret_slots], self.layout.owned_lists()
        return [slot for slot in slots if slot not in lists], [slot for slot in slots if slot in lists]

    def open_numbers(self, s: Sequence[int]) -> list[object]:
        """The numbers of a state that everybody sees."""
        slots, lists = self._open_slots
        return [*map(s.__getitem__, slots), *(s[slot : slot + 1 + s[slot]] for slot in lists)]

    @cached_property
    def audience_slots(self) -> frozenset[int]:
        """The slots that decide who is told of something, or what things are named after."""
        return self.lender_slots.union(holder_slots(self.layout, self.secrets))

    # ---- objects

    @cached_property
    def resources(self) -> dict[str, m.Resource]:
        return {resource.name: resource for resource in self.components.resources}

    @cached_property
    def things(self) -> dict[str, m.Object]:
        """All objects but players, by name."""
        kinds = [kind for kind in self.components.kinds.values() if kind.parent is None and not kind.is_player]
        return {name: kind.objects[id_] for kind in kinds for name, id_ in self.ids(kind).items()}

    @cached_property
    def on_table(self) -> dict[str, m.State | m.ListState]:
        """The states and lists of the table, by name."""
        return {**self.components.states, **self.components.lists}

    def place(self, slot: int) -> tuple[int | None, dict[str, Any]]:
        """The player whose thing lies at a slot of the state, and the thing as data, which nobody changes."""
        if slot not in self._places:
            self._places[slot] = self._find_place(slot)
        return self._places[slot]

    def _find_place(self, slot: int) -> tuple[int | None, dict[str, Any]]:
        thing, of, keys = self.layout.things_by_slot[slot]
        if isinstance(thing, m.Resource):
            return of, {"state": thing.name}
        player = of if thing.owner is not None and thing.owner.is_player else None
        object_ = self.name(thing.owner, of) if thing.owner is not None else None
        if isinstance(thing, m.ListState):
            return player, {"object": object_, "list": thing.name}
        indices = [self.name(index, key) for index, key in zip(thing.indices, keys, strict=True)]
        return player, {
            "object": object_,
            "state": thing.name,
            "index": indices if len(indices) > 1 else indices[0] if indices else None,
        }

    def fields(self, kind: m.Kind, id_: int) -> dict[str, m.Thing]:
        """The things that a player or an object has, by name."""
        states, lists = self.codec.object_fields(kind, id_)
        return {**(self.resources if kind.is_player else {}), **states, **lists}

    def name(self, kind: m.Kind, id_: int) -> str | None:
        """The name of an object of a kind (by its number among those of the root); None for none."""
        if id_ < 0:
            return None
        return self.names_in(kind)[id_]

    def names_in(self, kind: m.Kind) -> list[str]:
        """The names of the objects of the root of a kind."""
        if kind not in self._named:
            self._named[kind] = self._kind_names(kind.root)
        return self._named[kind]

    def members(self, kind: m.Kind) -> list[tuple[str, int]]:
        """The objects of a kind: the name of each, and its number among those of the root."""
        if kind not in self._members:
            numbers = range(kind.first, kind.first + self.layout.size(kind))
            self._members[kind] = [(self.name(kind, number) or "", number) for number in numbers]
        return self._members[kind]

    def _kind_names(self, root: m.Kind) -> list[str]:
        if root.is_player:
            return list(self.players)
        there = root.objects[: self.layout.size(root)]
        return [one.name if one.owner < 0 else f"{self.players[one.owner]} {one.name}" for one in there]

    def name_drawn(self, kind: str, value: int) -> str | int:
        """The name of what was drawn, an object of the kind of that name; a number, of no kind, is its own name."""
        return self.name(self.components.kinds[kind], value) or "" if kind else value

    def id(self, kind: m.Kind, name: object, path: tuple[str, ...]) -> int:
        """The number behind a name; -1 for None."""
        if name is None:
            return -1
        ids = self.ids(kind.root)
        if not isinstance(name, str) or not 0 <= ids.get(name, -1) - kind.first < self.layout.size(kind):
            kind_names = [n for n, i in ids.items() if 0 <= i - kind.first < self.layout.size(kind)]
            raise UnknownThing(path, f"`{name}` is not a {kind.name}", str(name), kind_names)
        return ids[name]

    def ids(self, root: m.Kind) -> dict[str, int]:
        """The numbers of all objects of a root kind, by name."""
        if root.name not in self._ids:
            self._ids[root.name] = {self.name(root, i) or "": i for i in range(self.layout.size(root))}
        return self._ids[root.name]

    def label(self, s: list[int], kind: m.Kind, id_: int) -> str:
        """The name of an object in an option's id."""
        name = self.name(kind, id_) or "none"
        lender = self._lender(kind, id_)
        if lender is None:
            return name
        own, field = lender
        holder = self._values(s, field)[id_]
        lent = self.name(field.type.kind or own, holder)
        once = self._values(s, field)[own.first : own.first + self.layout.size(own)].count(holder) == 1
        return name if lent is None else lent if once else f"{lent} at {name}"

    def title(self, s: list[int], kind: m.Kind, id_: int) -> str:
        """The title of an object, in brackets where it lies if it is called after what lies there."""
        first, *places = self.titles(s, kind, id_)
        return first + "".join(f" ({place})" for place in places)

    def titles(self, s: list[int], kind: m.Kind, id_: int) -> list[str]:
        """The title of an object; before it, of what it is called after. The only place of a row has no title of its own then."""
        if id_ < 0:
            return ["none"]
        if kind.is_player:
            return [self.labels[id_]]
        object_ = kind.root.objects[id_]
        title = object_.title if object_.owner < 0 else f"{self.labels[object_.owner]}'s {object_.title}"
        lender = self._lender(kind, id_)
        if lender is None:
            return [title]
        own, field = lender
        holder = self._value(s, field, id_)
        if holder < 0:
            return [title]
        titles = self.titles(s, field.type.kind or own, holder)
        return titles if object_.row is not None and object_.row.size == 1 else [*titles, title]

    def title_where_it_lies(self, s: list[int], object_: m.Object) -> str:
        """The title of an object, with the member of a row that is named after it, if that is one alone."""
        holders = self.holders(s, object_.kind, object_.id)
        place = self.find(holders[0]) if len(holders) == 1 else None
        return self.title(s, *place) if place is not None else self.title(s, object_.kind, object_.id)

    def lent(self, s: list[int], kind: m.Kind, id_: int) -> tuple[str, str] | None:
        """The thing that an object is named after just now: the name of its state or property, and that of what it holds."""
        lender = self._lender(kind, id_)
        if lender is None:
            return None
        own, field = lender
        holder = self.name(field.type.kind or own, self._value(s, field, id_))
        return None if holder is None else (field.name, holder)

    def holders(self, s: list[int], kind: m.Kind, id_: int) -> list[str]:
        """The members of rows that are called after an object just now."""
        borrowers = self._borrowers.get(kind.root.name, ())
        return [name for field, member, name in borrowers if self._value(s, field, member) == id_]

    @cached_property
    def _borrowers(self) -> dict[str, list[tuple[m.State | m.Property, int, str]]]:
        """By root kind, the members of rows that are called after its objects: by what, their numbers and their names."""
        borrowers: dict[str, list[tuple[m.State | m.Property, int, str]]] = {}
        for row, member in self._row_members():
            lender = self._lender(row.kind, member)
            if lender is not None and (of := lender[1].type.kind) is not None:
                borrowers.setdefault(of.root.name, []).append((lender[1], member, self.name(row.kind, member) or ""))
        return borrowers

    def _row_members(self) -> Iterator[tuple[m.Row, int]]:
        """All that stand in rows, those of the table first, then those of each player."""
        for row in self.components.rows.values():
            yield from ((row, member) for member in range(row.first, row.first + row.size))
        for player in range(len(self.players)):
            for row in self.components.kinds["player"].rows.values():
                first = row.first + row.stride * player
                yield from ((row, member) for member in range(first, first + row.size))

    def find(self, name: str) -> tuple[m.Kind, int] | None:
        """The object of a name: its root kind and its number among those."""
        for kind in self.components.kinds.values():
            if kind.parent is None and name in (ids := self.ids(kind)):
                return kind, ids[name]
        return None

    def _lender(self, kind: m.Kind, id_: int) -> tuple[m.Kind, m.State | m.Property] | None:
        """The source of an object's name: the nearest kind of its that says so, and the state or property it names if open."""
        if (kind, id_) not in self._lenders:
            self._lenders[kind, id_] = self._find_lender(kind, id_)
        return self._lenders[kind, id_]

    def _find_lender(self, kind: m.Kind, id_: int) -> tuple[m.Kind, m.State | m.Property] | None:
        own = None if id_ < 0 or kind.is_player else kind.root.objects[id_].kind
        while own is not None and own.called is None:
            own = own.parent
        holder = own
        while holder is not None and own is not None and own.called is not None:
            state = holder.states.get(own.called)
            field = state or holder.properties.get(own.called)
            if field is not None:
                is_open = state is None or state not in self.secrets or lies_open(state, id_)
                return (own, field) if is_open else None
            holder = holder.parent
        return None

    @cached_property
    def lender_slots(self) -> frozenset[int]:
        """The slots that things are named after."""
        slots: set[int] = set()
        for kind in self.components.kinds.values():
            for state in kind.states.values():
                if any(state.name == other.called for other in self.components.kinds.values()):
                    base = self.layout.states[state]
                    slots.update(range(base, base + self.layout.objects(state)))
        return frozenset(slots)

    def _values(self, s: list[int], field: m.State | m.Property) -> list[int]:
        """A state or a property of objects, by object."""
        from caylus.model import Property

        if isinstance(field, Property):
            return [v for v in field.values if isinstance(v, int)]
        base = self.layout.states[field]
        return s[base : base + self.layout.objects(field)]

    def _value(self, s: list[int], field: m.State | m.Property, id_: int) -> int:
        """The value of one object."""
        base = self._states.get(field)
        return s[base + id_] if base is not None else self._values(s, field)[id_]

    @cached_property
    def _states(self) -> dict[m.State | m.Property, int]:
        return dict(self.layout.states.items())

    def value(self, s: list[int], type_: m.Type, value: int) -> str:
        """A value of any type in an option's id."""
        if type_.base == "object" and type_.kind is not None:
            return self.label(s, type_.kind, value)
        return ("yes" if value else "no") if type_.base == "flag" else str(value)

    def words(self, s: list[int], parts: Sequence[str | tuple[str, Any]]) -> Text:
        """A text of the rules, with what the formulas in it come to."""
        return [part if isinstance(part, str) else self._piece(s, *part) for part in parts]

    def _piece(self, s: list[int], what: str, value: Any) -> Piece:
        """The result of a formula in a text, by its root kind or the name of its type."""
        if what == "flag":
            return bool(value)
        if what == "payment":
            return {"ways": [*map(self.amounts, value)]}
        if isinstance(value, (tuple, list)):
            return [self._piece(s, what, member) for member in value]
        kind = self.components.kinds.get(what)
        return int(value) if kind is None else {"name": self.name(kind, value), "title": self.title(s, kind, value)}

    def amounts(self, way: int) -> dict[str, int]:
        """A packed amount by the names of the resources."""
        resources = self.components.resources
        return {resources[r].name: n for r, n in unpack(way)}

    def amounts_by_name(self, way: int) -> str:
        """A packed amount as ids have it: `1 coin + 2 grain`."""
        return " + ".join(f"{n} {name}" for name, n in self.amounts(way).items()) or "nothing"

    def way(self, words: str) -> int | None:
        """The packed amount that words like `1 coin + 2 grain` speak of, by names or titles; None where they are no amounts."""
        resources_by_name = self.components.resources
        resources = {r.plural: r for r in resources_by_name} | {r.title: r for r in resources_by_name} | self.resources
        amounts: dict[int, int] = {}
        if words == "nothing":
            return 0
        for part in words.split(" + "):
            number, _, name = part.partition(" ")
            if not _AMOUNT.fullmatch(number) or name not in resources:
                return None
            amounts[resources[name].index] = int(number)
        return pack(list(amounts.items()))

    # ---- states
