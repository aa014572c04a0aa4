"""Visibility: the one place that decides what of a table and its events is shown to a seat; and the table as JSON data.

Views (by `schemas/view`), readings, events, decisions, scores, saves and transcripts all ask here; nothing else of a game looks
at an audience. Clients draw their own tables from views; those printed at a prompt are for looking into things.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import model as m
from caylus.codegen.metadata import DecisionInfo, ValueInfo
from caylus.codegen.state_layout import Layout
from caylus.model.components import ListState, Row, State, Thing, things
from caylus.panels import ListPanel, ObjectsPanel, Panel, PlayersPanel, RowPanel, collect_rows, read_panel
from caylus.payments import pack, unpack
from caylus.runtime.machine import RuleFault

from .call_stack import Bound, describe_rule
from .machine import Machine, Move
from .state_codec import UnknownThing, lack

if TYPE_CHECKING:
    from .names import Names


def lies_open(thing: Thing, of: int) -> bool:
    """Return whether all may see what a thing of an object is, by its number among those of the root kind."""
    return not any(True for _ in _audiences(thing, of))


def secrets_on(components: m.Components) -> list[Thing]:
    """The things on the table that may be hidden from somebody."""
    in_rows = [row.kind.root for row in components.rows.values() if not row.audience.is_public]
    secret_things = things(components)
    return [thing for thing in secret_things if not thing.audience.is_public or (thing.owner and thing.owner.root in in_rows)]


def keeps_secrets(secrets: Iterable[Thing]) -> bool:
    """Return whether any of what may be hidden is more than a sum that everybody could have counted."""
    return any(thing.audience.is_secret for thing in secrets)


def holder_slots(layout: Layout, secrets: Iterable[Thing]) -> Iterator[int]:
    """The slots that name the players to whom things are shown."""
    holders = {thing.audience.holder for thing in secrets if thing.audience.holder is not None}
    for holder in holders:
        yield from range(layout.states[holder], layout.states[holder] + layout.objects(holder))


class Watchers(NamedTuple):
    """The seats that see a number that not everybody does: the player `owner`, if any; otherwise whoever all of the slots
    `holders` name, if any; and everybody while the number at `face_up` is not 0, if that is a slot.
    """

    owner: int | None
    holders: tuple[int, ...]
    face_up: int | None


def watchers(layout: Layout, thing: Thing, of: int, slot: int) -> Watchers | None:
    """The seats that see the content of a slot; None for everybody."""
    kept_for = [*_audiences(thing, of)]
    if not kept_for:
        return None
    is_own = all(audience.seen_by == "owner" for audience in kept_for)
    holders = [layout.states[audience.holder] + of for audience in kept_for if audience.holder is not None]
    face_up = (slot - layout.states[state] + at for state, at in layout.face_up.items() if state is thing)
    return Watchers(of if is_own else None, tuple(holders) if len(holders) == len(kept_for) else (), next(face_up, None))


def _audiences(thing: Thing, of: int) -> Iterator[m.Audience]:
    """Those that a thing is hidden but for: its own, and that of the row that its object stands in."""
    if not thing.audience.is_public:
        yield thing.audience
    if thing.owner is not None and not thing.owner.is_player:
        row = thing.owner.root.objects[of].row
        if row is not None and not row.audience.is_public:
            yield row.audience


class Sight:
    """The view of a table on which `s` lies from a seat, by its number; of everything where `seat` is None."""

    def __init__(self, names: Names, s: list[int], seat: int | None) -> None:
        self.names = names
        self.s = s
        self.seat = seat
        self._sees_all = seat is None or not names.secrets
        self.shows_internal = seat is None

    # ---- things on the table

    def sees(self, thing: Thing, of: int = 0) -> bool:
        """Return whether the seat is one of those that a thing of the table, or of an object, is not hidden from."""
        if self._sees_all or thing not in self.names.secrets:
            return True
        return all(self._belongs_to_audience(audience, of) for audience in _audiences(thing, of))

    def _belongs_to_audience(self, audience: m.Audience, of: int) -> bool:
        if audience.holder is not None:
            return self.seat == self.s[self.names.layout.states[audience.holder] + of] >= 0
        return audience.seen_by == "owner" and of == self.seat

    def counts(self, thing: Thing) -> bool:
        """Return whether the seat hears of each change of a thing, although the sum is hidden."""
        return thing.audience.counted

    def amount(self, resource: m.Resource, player: int) -> int | None:
        """The amount that a player holds; None where that is hidden."""
        return self.s[self.names.layout.resources[resource] + player] if self.sees(resource, player) else None

    def state(self, state: m.State, of: int = 0) -> Any:
        """The value of a state, or its values by the names of what they are kept for. Where it is hidden see `_facet`."""
        if self._sees_all or self.sees(state, of):
            return self.names.codec.read(self.s, state, of)
        return self.names.codec.visible_values(state, of, lambda slot: self._facet(state, slot))

    def states(self, kind: m.Kind, of: int) -> dict[str, Any]:
        """The values of all states of an object, by name."""
        s, secrets = self.s, () if self._sees_all else self.names.secrets
        return {
            name: self.state(state, of) if state in secrets else read(s, of)
            for name, state, read in self.names.codec.readers(kind, of)
        }

    def _facet(self, state: m.State, slot: int) -> Any:
        """Of a hidden object, whether there is one; of a hidden number or flag nothing, unless it was revealed."""
        layout = self.names.layout
        if state in layout.face_up and self.s[slot - layout.states[state] + layout.face_up[state]]:
            return self.names.codec.encode(state, self.s[slot])
        return {"there": True} if state.type.base == "object" and self.s[slot] >= 0 else None

    def members(self, list_: m.ListState, of: int = 0) -> list[str] | dict[str, int]:
        """The members of a list; where they are hidden, how many there are."""
        members = self.names.codec.list(self.s, list_, of)
        return members if self.sees(list_, of) else {"size": len(members)}

    def numbers(self) -> Iterator[object]:
        """The numbers on the table as far as the seat sees them: equal for tables that look the same from there."""
        s, layout = self.s, self.names.layout
        yield self.names.open_numbers(s)
        for slot, (thing, of) in self.names.secret_slots.items():
            if thing in layout.lists:
                yield s[slot : slot + 1 + s[slot]] if self.sees(thing, of) else s[slot]
            elif self.sees(thing, of) or (thing in layout.face_up and s[slot - layout.states[thing] + layout.face_up[thing]]):
                yield s[slot]
            else:
                yield thing.holds is not None and s[slot] >= 0

    def value(self, info: ValueInfo, of: Sequence[int]) -> bool:
        """Return whether nothing that a named value of these objects rests on is hidden."""
        return not info.secrets or self.seat is None or not any(at < 0 or of[at] != self.seat for at in info.secrets)

    def always_sees(self, thing: Thing, of: int = 0) -> bool:
        """Return whether the seat sees the thing on every table."""
        return self._sees_all or thing not in self.names.secrets or (thing.audience.seen_by == "owner" and of == self.seat)

    # ---- what happens

    def visible_amount(self, player: int, way: int) -> int:
        """The part of a packed amount, gained or paid by a player, of which the seat is told."""
        if self._sees_all:
            return way
        resources = self.names.components.resources
        return pack([(i, n) for i, n in unpack(way) if self.counts(resources[i]) or self.sees(resources[i], player)])

    def open_amount(self, way: int) -> int:
        """The part of a packed amount that was not there to be lost, of which the seat is told.

        Of what may be hidden it is told nothing: where nothing changes, nobody learns whom a secret choice meant.
        """
        if self._sees_all:
            return way
        resources = self.names.components.resources
        return pack([(i, n) for i, n in unpack(way) if resources[i] not in self.names.secrets])

    def draws_openly(self, kind: str) -> bool:
        """Return whether nothing drawn of a root kind, or of numbers, can come to lie where the seat may not see it."""
        hidden = (thing.holds for thing in self.names.secrets if not thing.audience.counted)
        return self._sees_all or kind not in (held.root.name if held is not None else "" for held in hidden)

    # ---- what is asked

    def question(self, player: int, asked: DecisionInfo) -> bool:
        """Return whether the seat may know the words with which a player is asked."""
        return self.seat in (None, player) or asked.is_asked_openly

    def options(self, player: int, asked: DecisionInfo) -> bool:
        """Return whether the seat may know what a player can choose from."""
        return self.seat in (None, player) or asked.is_open

    def choices(self, player: int, asked: DecisionInfo, move: Move) -> tuple[bool, ...] | None:
        """Of each choice in a player's move, whether the seat is told; None where it learns nothing of the move at all."""
        tells = asked.options[move[0]].tells if move[0] < len(asked.options) else ()
        if self.seat in (None, player):
            return (True,) * len(tells)
        return None if asked.is_secret else tells

    def whole(self, player: int, asked: DecisionInfo, move: Move) -> bool:
        """Return whether the seat may know all of a player's move; a way of paying where it may know what ways there were."""
        tells = self.choices(player, asked, move)
        return tells is not None and all(tells) and (len(move) <= len(tells) + 1 or self.options(player, asked))

    def beforehand(self, player: int) -> bool:
        """Return whether the seat is told what a player has chosen at once with others before all have chosen."""
        return self.seat in (None, player)

    def public(self, bound: Sequence[Bound]) -> list[Bound]:
        """Those variables whose contents all may know; every one for who sees everything."""
        return [pair for pair in bound if self.seat is None or pair[0] not in self.names.secret_variables]


class Table(NamedTuple):
    """The titles of the columns, and the rows; the first column says what a row is about."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables(view: Mapping[str, Any], panels: Sequence[Panel], names: Names) -> Iterator[Table]:
    """The tables of a view for the panels of a manifest; of everything, for a manifest that has none."""
    single = {**view["table"], **view["lists"]}
    for panel in panels or _all(view):
        match panel:
            case RowPanel(row=row, show=show, markers=markers):
                own = [row, *(f"{p['name']} {row}" for p in view["players"])]
                yield from (_row(view, name, show, markers) for name in own if name in collect_rows(view))
            case ListPanel(names=listed):
                yield Table(["list", "members"], [[name, _text(single[name])] for name in listed if name in single])
            case ObjectsPanel(kind=kind, show=show) if kind in names.components.kinds:
                states = {n: s for objects in view["objects"].values() for n, s in objects.items()}
                members = {o.name: states[o.name] for o in names.components.kinds[kind].objects if o.name in states}
                holding_names = list(dict.fromkeys(key for holds in members.values() for key in holds))
                yield _table(kind, holding_names if show is None else show, members)
            case PlayersPanel(columns=columns):
                holders = {_player_label(p): {**p["resources"], **p["state"], **p["lists"]} for p in view["players"]}
                column_names = [name for name in columns if any(name in holds for holds in holders.values())]
                yield _table("players", column_names, holders)
            case _:
                pass


def _all(view: Mapping[str, Any]) -> Iterator[Panel]:
    yield from (read_panel({"row": name}) for name in collect_rows(view))
    if view["lists"]:
        yield ListPanel(tuple(view["lists"]))
    yield PlayersPanel((*view["players"][0]["resources"], *view["players"][0]["state"]))


def _row(view: Mapping[str, Any], name: str, column_names: Sequence[str] | None, markers: Collection[str]) -> Table:
    """A row, and which markers of the table stand where, by name or by number. Members with nothing on them are left out."""
    cells = {}
    members = collect_rows(view)[name]
    show = [key for key in (column_names if column_names is not None else members[0] if members else ()) if key != "name"]
    for number, member in enumerate(members, 1):
        here = [m for m in markers if view["table"].get(m) in (number, member["name"])]
        states = {**{key: member.get(key) for key in show}, **({"markers": here} if markers else {})}
        if any(value not in (None, False, 0, []) for value in states.values()):
            cells[member["name"]] = states
    return _table(name, [*show, *(["markers"] if markers else [])], cells)


def _table(title: str, keys: Sequence[str], things: Mapping[str, Mapping[str, Any]]) -> Table:
    return Table([title, *keys], [[name, *(_text(states.get(key)) for key in keys)] for name, states in things.items()])


def _player_label(player: Mapping[str, Any]) -> str:
    """A label with the seat, by which the other tables speak of the player."""
    name, label = player["name"], player["label"]
    return name if name == label else f"{label} ({name})"


def _text(value: Any) -> str:
    if value is None or value == []:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        if any(map(_is_row, value.values())):  # of a map only what lies somewhere
            rows = {key: {other: item for other, item in row.items() if item} for key, row in value.items()}
            return ", ".join(f"{key} ({_text(row)})" for key, row in rows.items() if row) or "-"
        return ", ".join(f"{key} {_text(item)}" for key, item in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _is_row(value: Any) -> bool:
    """Return whether it is what a state that is kept for several things holds for one of the first."""
    return isinstance(value, Mapping) and value != {"there": True}


def render_text(tables: Iterable[Table]) -> str:
    return "\n\n".join("\n".join(_lines([table.columns, *table.rows])) for table in tables)


def _lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def render_html(tables: Iterable[Table]) -> str:
    return "".join(_html(table) for table in tables)


def _html(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def view(sight: Sight) -> dict[str, Any]:
    """Players, the table's states, lists, rows and objects, as far as they are seen. What is internal no seat sees."""
    names, components = sight.names, sight.names.components
    kind = components.kinds["player"]
    players = []
    for p, name in enumerate(names.players):
        own = {
            "resources": {resource.name: sight.amount(resource, p) for resource in components.resources},
            "state": {n: value for n, value in sight.states(kind, p).items() if _is_shown(sight, kind.states[n])},
            "lists": {n: sight.members(list_, p) for n, list_ in kind.lists.items() if _is_shown(sight, list_)},
            "rows": {n: row(sight, spaces, p) for n, spaces in kind.rows.items()},
        }
        played = {"automaton": True} if p >= names.program.people else {}
        players.append({"name": name, "label": names.labels[p], **played, **own})
    return {
        "players": players,
        "table": {name: sight.state(state) for name, state in components.states.items() if _is_shown(sight, state)},
        "lists": {name: sight.members(list_) for name, list_ in components.lists.items() if _is_shown(sight, list_)},
        "rows": {name: row(sight, members) for name, members in components.rows.items()},
        "objects": _objects(sight),
    }


def values(sight: Sight, names: Iterable[str]) -> dict[str, Any]:
    """Named values: what each comes to, or by name of each object that it takes, one within the other.

    What rests on something hidden is None, and what has grown beyond all bounds.
    """
    values_by_name = sight.names.program.metadata.values
    return {name: _values(sight, name, values_by_name[name]) for name in names if name in values_by_name}


def value(sight: Sight, name: str, arguments: Sequence[str]) -> Any:
    """One named value; see `GameState.value`."""
    info = sight.names.program.metadata.values.get(name)
    if info is None or len(info.params) != len(arguments):
        raise UnknownThing((name,), f"`{name}` is no value of {len(arguments)} things", name, sight.names.program.metadata.values)
    of = []
    for param, argument in zip(info.params, arguments, strict=True):
        assert param.type.kind is not None
        number = dict(sight.names.members(param.type.kind)).get(argument)
        if number is None:
            raise UnknownThing((argument,), f"`{name}` does not take `{argument}`", argument)
        of.append(number)
    return _finder(sight, name, info)(tuple(of))


def _finder(sight: Sight, name: str, info: ValueInfo) -> Callable[[tuple[int, ...]], Any]:
    """The function that finds a value for the numbers of objects."""
    names, s = sight.names, sight.s
    find, tell, is_open = names.program.explanation("shown", name), _teller(names, info), not info.secrets

    def value(of: tuple[int, ...]) -> Any:
        if not is_open and not sight.value(info, of):
            return None
        try:
            raw_value = find(s, *of)
        except OverflowError:
            return None
        return raw_value if tell is None else tell(raw_value)

    return value


def _values(sight: Sight, name: str, info: ValueInfo) -> Any:
    names, value = sight.names, _finder(sight, name, info)

    def values(of: tuple[int, ...], params: Sequence[m.Variable]) -> Any:
        if not params:
            return value(of)
        kind = params[0].type.kind
        assert kind is not None
        return {called: values((*of, i), params[1:]) for called, i in names.members(kind)}

    return values((), info.params)


def _teller(names: Names, info: ValueInfo) -> Callable[[Any], Any] | None:
    """The function that makes JSON of what a value comes to; None for a number, which is JSON already."""
    kind = info.type.kind
    if info.type.base == "payment":
        resources = names.components.resources
        return lambda found: [{resources[r].name: n for r, n in unpack(way)} for way in found]
    if info.type.base == "object" and kind is not None:
        return lambda found: names.name(kind, found)
    return bool if info.type.base == "flag" else None


def rule_tables(names: Names, table_names: Iterable[str]) -> dict[str, Any]:
    """Tables of the rules by name: their columns, rows and cells, in the words of the rules. They do not change in a game."""
    tables_by_name = names.components.tables
    return {name: _describe_table(tables_by_name[name]) for name in table_names if name in tables_by_name}


def _describe_table(table: m.Table) -> dict[str, Any]:
    rows = [{"name": object_.name, "title": object_.title, "cells": list(cells)} for object_, cells in table.rows]
    return {**describe_rule(table.site), "columns": list(range(1, len(rows[0]["cells"]) + 1)), "rows": rows}


def row(sight: Sight, spaces: m.Row, player: int = 0) -> list[dict[str, Any]]:
    """The members of a row in order, of one that each player has those of one, each with its name and its states."""
    first = spaces.first + spaces.stride * player
    ids = range(first, first + spaces.size)
    return [{"name": sight.names.name(spaces.kind, id_), **_contents_for_people(sight, spaces.kind, id_)} for id_ in ids]


def _is_shown(sight: Sight, thing: m.State | m.ListState) -> bool:
    return sight.shows_internal or not thing.is_internal


def _contents_for_people(sight: Sight, kind: m.Kind, id_: int) -> dict[str, Any]:
    """The contents of an object without what is internal to the rules."""
    contents = object_contents(sight, kind, id_)
    for name in () if sight.shows_internal else sight.names.codec.internal_fields(kind, id_):
        del contents[name]
    return contents


def object_contents(sight: Sight, kind: m.Kind, id_: int) -> dict[str, Any]:
    """The contents of an object: its states, and its lists."""
    _, lists = sight.names.codec.object_fields(kind, id_)
    return {**sight.states(kind, id_), **{name: sight.members(list_, id_) for name, list_ in lists.items()}}


def _objects(sight: Sight) -> dict[str, dict[str, dict[str, Any]]]:
    """By root kind, the states of the objects that stand in no row."""
    objects_by_kind: dict[str, dict[str, dict[str, Any]]] = {}
    for kind in sight.names.components.kinds.values():
        if kind.parent is not None or kind.is_player:
            continue
        objects = {}
        for object_ in kind.objects:
            if object_.row is None and (holds := _contents_for_people(sight, kind, object_.id)):
                objects[object_.name] = holds
        if objects:
            objects_by_kind[kind.name] = objects
    return objects_by_kind


def read(sight: Sight, name: str) -> Any:
    """The value of a name, as a view has it; see `Game.read`."""
    names, rows = sight.names, sight.names.components.rows
    thing, *keys = name.split(".")
    if thing in names.on_table:
        return _inside(_content(sight, names.on_table[thing], 0), thing, keys)
    if thing in rows:
        return _inside(row(sight, rows[thing]), thing, keys)
    owner = names.find(thing)
    if owner is None:
        known_names = [*names.on_table, *rows, *names.players, *names.things]
        raise UnknownThing((name,), f"`{thing}` is nothing on the table of this ruleset", thing, known_names)
    kind, of = owner
    fields: dict[str, m.Thing | m.Row] = {**names.fields(kind, of), **(kind.rows if kind.is_player else {})}
    if not keys:
        return {key: _content(sight, one, of) for key, one in fields.items()}
    key, *more = keys
    if key not in fields:
        raise UnknownThing((key if kind.is_player else name,), f"{lack(kind, thing)} `{key}`", key, fields)
    return _inside(_content(sight, fields[key], of), key if kind.is_player else f"{thing}.{key}", more)


def _content(sight: Sight, thing: m.Thing | m.Row, of: int) -> Any:
    if isinstance(thing, State):
        return sight.state(thing, of)
    if isinstance(thing, ListState):
        return sight.members(thing, of)
    return row(sight, thing, of) if isinstance(thing, Row) else sight.amount(thing, of)


def _inside(value: Any, name: str, keys: list[str]) -> Any:
    """The value, or what it has for the names of what it is kept for."""
    if not keys:
        return value
    if not isinstance(value, Mapping):
        raise UnknownThing((name,), f"`{name}` has nothing inside that is called `{'.'.join(keys)}`")
    if keys[0] not in value:
        raise UnknownThing((name,), f"`{name}` has no value for `{keys[0]}`", keys[0], value)
    return _inside(value[keys[0]], f"{name}.{keys[0]}", keys[1:])


def project_points(machine: Machine, names: Names, name: str) -> dict[str, int] | None:
    """See `GameState.project_points`; the machine stays as it is."""
    program = names.program
    if name in program.entries and not program.entries[name].params:
        entry = program.entries[name]
        twin = machine.copy()
        twin.stack[:] = [[0], [entry.block, *[0] * entry.zeros]]
        try:
            twin.run()
        except RuleFault:
            return None
        score, s = program.values["score"], twin.s
        if twin.player >= 0:
            return None
    elif name in program.metadata.values and len(program.metadata.values[name].params) == 1:
        score, s = program.explanation("shown", name), machine.s
    else:
        raise UnknownThing((name,), f"`{name}` is neither an action without parameters nor a value of one player", name)
    with machine.tell_breaks():
        return {player: score(s, p) for p, player in enumerate(names.players)}
