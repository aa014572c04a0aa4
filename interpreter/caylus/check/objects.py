"""Declare objects and resources, number them, and set what they have at the start.

First come a kind's own objects, with those of its rows, then the kinds below it, and last the rows of players, one player after
the other: where fewer play, the last are not there. So a kind that players have rows of is the last of its family.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from typing import NamedTuple

from caylus import model as m, syntax as s
from caylus.check.expressions import constant_number, constant_numbers, evaluate_constant
from caylus.check.paths import definition_notes, field, fields, kind_named, no_member, resources_meant, resources_named
from caylus.check.scope import Scope
from caylus.check.symbols import Entry, Symbols, describe, object_type
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.render import with_article
from caylus.graph import report_circle, topological_order
from caylus.limits import MOST_AMOUNT, MOST_OBJECTS, MOST_PLAYERS, MOST_VALUES
from caylus.syntax.walk import walk

from .kinds import Written, declare_row, make_title, resource_audience, row_members, side_by_side

Own = Mapping[m.Kind, list[m.Object]]


def number_objects(own: Own, of_players: Mapping[m.Kind, list[m.Row]], players: int) -> None:
    """Numbers all objects. `own` has every kind; of the rows of players, the objects are made for so many players."""
    below: dict[m.Kind, list[m.Kind]] = {kind: [] for kind in own}
    for kind in own:
        if kind.parent is not None:
            below[kind.parent].append(kind)
    theirs: dict[m.Kind, list[m.Object]] = {}
    for kind, each in of_players.items():
        theirs[kind] = [object_ for owner in range(players) for row in each for object_ in row_members(row, owner)]
        above: m.Kind | None = kind
        while above is not None:
            above.each = sum(row.size for row in each)
            above = above.parent
        for row in each:
            row.stride = kind.each
    for kind in own:
        if kind.parent is None and not kind.is_player:
            _number(kind, 0, own, theirs, below)


def _number(kind: m.Kind, first: int, own: Own, theirs: Own, below: Mapping[m.Kind, list[m.Kind]]) -> int:
    """Numbers a kind's objects from `first` on; the result is the number after the last."""
    kind.first = first
    kind.objects = []
    _place(kind, own[kind])
    for lower in sorted(below[kind], key=lambda lower: lower.each):
        _number(lower, first + len(kind.objects), own, theirs, below)
        kind.objects += lower.objects
    _place(kind, theirs.get(kind, []))
    shared = [object_ for object_ in kind.objects if object_.owner < 0]
    kind.size = len(shared)
    kind.count = sum(object_.copies for object_ in shared)
    return first + len(kind.objects)


def _place(kind: m.Kind, objects: list[m.Object]) -> None:
    """Puts objects behind those that the kind has already."""
    for id_, object_ in enumerate(objects, kind.first + len(kind.objects)):
        object_.id = id_
        if object_.row is not None and object_.number == 1 and object_.owner <= 0:
            object_.row.first = id_
    kind.objects += objects


Objects = dict[m.Object, s.Object]
"""What each named object was made from."""


def declare_objects(symbols: Symbols) -> tuple[Objects, tuple[Diagnostic, ...]]:
    """Objects and rows with their kinds; their numbers come with `lay_out`."""
    top = Scope.top(symbols)
    objects: Objects = {}
    for entry, node in symbols.definitions_of(s.Object):
        group = symbols.entries.get(node.kind.text)
        if group is not None and group.what == "group":
            title = f' "{node.title.text}"' if node.title is not None else ""
            message = f"{group.describe()}, not a kind"
            help = f"write `resource {entry.name}{title}`, and `add {entry.name} to {group.name}`"
            top.wrong("E0206", node.kind, message, "a kind is needed", notes=group.here(), help=help)
            continue
        kind = kind_named(node.kind, top)
        if kind is symbols.player:
            top.wrong("E0206", node.kind, "players are not named in the rules", "they come with the game")
        elif kind is not None:
            see = node.see.text if node.see is not None else None
            copies = node.copies.value if node.copies is not None else 1
            entry.meaning = object_ = m.Object(entry.name, make_title(node), kind, -1, None, 0, see, entry.span, copies)
            object_.about = _about(node, top)
            objects[object_] = node
    for entry, row in symbols.definitions_of(s.Row):
        entry.meaning = declare_row(entry, row, top)
    return objects, top.collector.diagnostics


def _about(node: s.Object, scope: Scope) -> str | None:
    """The text that people read about an object."""
    if not node.abouts:
        return None
    first, *others = node.abouts
    for other in others:
        scope.wrong("E0201", other, "`about` is written twice", "again here", notes=[Note("the first", first.span)])
    if formula := _FORMULA.search(first.text.text):
        help_ = "write a paragraph above the object, whose braces are filled: `| …`"
        message = f"people read this as it is written: `{formula[0]}`"
        scope.collector.warning("W1023", first.text.span, message, "the text of an object has no formulas", help=help_)
    return first.text.text


_FORMULA = re.compile(r"\{\s*[a-z][^{}]*\}")
"""What would be a formula in another text."""


def lay_out_objects(
    symbols: Symbols, objects: Objects, players_rows: Mapping[m.Row, s.PlayerRow]
) -> tuple[None, tuple[Diagnostic, ...]]:
    """Makes the members of rows and numbers the objects of each root kind (see above)."""
    top = Scope.top(symbols)
    own: dict[m.Kind, list[m.Object]] = {kind: [] for kind in symbols.kinds() if not kind.is_of_resources}
    for object_ in (object_ for object_ in objects if object_.kind in own):
        own[object_.kind] += side_by_side(object_, own[object_.kind], objects)
    room = MOST_OBJECTS - len(objects)
    for object_, made_from in objects.items():
        room -= _more(object_, made_from, room, top)
    for entry, node in symbols.definitions_of(s.Row):
        if isinstance(entry.meaning, m.Row) and node.size is not None:
            row = entry.meaning
            row.size = _size(node.size, room, top)
            room -= row.size
            own[row.kind] += row_members(row)
    players = min(max((game.most for game in symbols.all(s.Game)), default=1), MOST_PLAYERS)
    of_players: dict[m.Kind, list[m.Row]] = {}
    for row, made_of in players_rows.items():
        if any(kind is not row.kind and kind.root is row.kind.root for kind in of_players):
            message = f"players have rows of another kind than {row.kind.plural}, of the same family"
            top.wrong("E0323", made_of.kind, message, "not these as well", help="give them rows of one kind")
            continue
        row.size = _size(made_of.size, room // players, top)
        room -= row.size * players
        of_players.setdefault(row.kind, []).append(row)
    number_objects(own, of_players, players)
    return None, top.collector.diagnostics


def _more(object_: m.Object, node: s.Object, room: int, scope: Scope) -> int:
    """Return how many objects there are of one besides itself; it has no states then, which would be those of all its copies."""
    if node.copies is None:
        return 0
    if not 1 <= object_.copies <= max(room, 0) + 1:
        help = (
            f"a game has room for {MOST_OBJECTS} objects in all" if object_.copies else "leave it out, or say how many there are"
        )
        scope.wrong("E0306", node.copies, f"there cannot be {object_.copies} of `{object_.name}`", "so many", help=help)
        object_.copies = 1
    own = _changing(object_.kind)
    if own is not None and object_.copies > 1:
        message = f"there are {object_.copies} of `{object_.name}`, and `{own.name}` would be one for all of them"
        notes = [Note("it changes", own.span)]
        help = "keep it where the copies lie: in lists, or for each player"
        scope.wrong("E0321", node.copies, message, "copies have no states", notes=notes, help=help)
    return object_.copies - 1


def _changing(kind: m.Kind | None) -> m.State | m.ListState | None:
    """Something that changes about objects of a kind, if there is anything."""
    while kind is not None:
        own: list[m.State | m.ListState] = [*kind.states.values(), *kind.lists.values()]
        if own:
            return own[0]
        kind = kind.parent
    return None


def _size(node: s.Expr, room: int, scope: Scope) -> int:
    size = constant_number(node, scope, "the size of a row is")
    if size is not None and not 1 <= size <= room:
        help = f"a game has room for {MOST_OBJECTS} objects in all" if size > room else "a row has at least one member"
        scope.wrong("E0306", node, f"a row cannot have {size} members", "the size of the row", help=help)
        return 0
    return size or 0


WrittenResources = dict[m.Resource, s.ResourceItem | None]
"""What each was made from; None for an object of which only its kind says that it is a resource."""


def declare_resources(symbols: Symbols, objects: Objects) -> tuple[list[m.Resource], tuple[Diagnostic, ...]]:
    """Resources by their numbers, and groups. Those that are only resources come first, in the order of the text."""
    top = Scope.top(symbols)
    own: dict[m.Kind, list[m.Object]] = {kind: [] for kind in symbols.kinds() if kind.is_of_resources}
    written: WrittenResources = {}
    for entry, item in _plain(symbols):
        object_ = m.Object(entry.name, make_title(item), symbols.resource, -1, None, 0, None, entry.span)
        own[symbols.resource].append(object_)
        written[_make_resource(entry, object_, item, top)] = item
    for object_, node in objects.items():
        if object_.kind.is_of_resources:
            own[object_.kind] += side_by_side(object_, own[object_.kind], objects)
            written[_make_resource(symbols.entries[object_.name], object_, node.held, top)] = node.held
            if node.copies is not None:
                help = "a player holds any amount of one; what has copies is an object that lies in lists"
                top.wrong("E0324", node.copies, f"`{object_.name}` is a resource, and has no copies", "so many", help=help)
                object_.copies = 1
        elif node.held is not None:
            held = node.held
            help = f"write `is {symbols.resource.name}` behind `kind {object_.kind.name}`, if players hold amounts of it"
            message = f"`{object_.name}` is {with_article(object_.kind.name)}, of which nobody holds any"
            place = held.plural or held.audience or held.supply or held
            top.wrong("E0324", place, message, "this is said of resources", help=help)
    number_objects(own, {}, 0)
    _set_supplies(written, top)
    _declare_groups(symbols, top)
    _check_players(symbols, top)
    return sorted(written, key=lambda resource: resource.index), top.collector.diagnostics


def bound_resources(symbols: Symbols, objects: Objects) -> tuple[None, tuple[Diagnostic, ...]]:
    """Set the lowest amount of each resource, once constants are known."""
    top = Scope.top(symbols)
    held = [(symbols.entries[object_.name], node.held) for object_, node in objects.items() if node.held is not None]
    for entry, item in (*_plain(symbols), *held):
        if item.least is not None and isinstance(entry.meaning, m.Resource):
            least = constant_number(item.least, top, "the least is")
            if least is not None and not -MOST_AMOUNT <= least <= 0:
                message = f"nobody can hold at least {least} `{entry.name}`: all begin with 0"
                top.wrong("E0306", item.least, message, f"from -{MOST_AMOUNT:,} to 0", help="say how far below 0 it can go")
            else:
                entry.meaning.least = least or 0
    return None, top.collector.diagnostics


def _plain(symbols: Symbols) -> list[tuple[Entry, s.ResourceItem]]:
    """The definitions of `resource`; of two definitions of one name the first."""
    items = (item for node in symbols.all(s.Resources) for item in node.items)
    entry_items = ((symbols.entries.get(item.name.text), item) for item in items)
    return [(entry, item) for entry, item in entry_items if entry is not None and entry.span == item.name.span]


def _make_resource(entry: Entry, object_: m.Object, item: s.ResourceItem | None, scope: Scope) -> m.Resource:
    audience = resource_audience(item.audience if item is not None else None, scope)
    plural = item.plural.text if item is not None and item.plural is not None else object_.title
    entry.meaning = resource = m.Resource(object_, audience, None, plural)
    return resource


def _set_supplies(written: WrittenResources, scope: Scope) -> None:
    for resource, item in written.items():
        if item is None or not isinstance(item.supply, s.Name):
            continue
        entry = scope.symbols.look(item.supply.text, item.supply.span)
        if entry is not None and entry.meaning is resource:
            scope.wrong("E0208", item.supply, f"`{resource.name}` cannot be its own supply", "itself")
        elif entry is not None and isinstance(entry.meaning, m.Resource):
            resource.supply = entry.meaning
        else:
            scope.resolve(item.supply, [w for w in scope.symbols.words_for_resources() if w != "group"], "a resource")


def _check_players(symbols: Symbols, scope: Scope) -> None:
    """Check that the other things of players have names of their own."""
    for name in fields(symbols.player):
        entry, there = symbols.entries.get(name), field(symbols.player, name)
        if entry is not None and there is not None and resources_meant(entry.meaning, scope):
            message = f"a player has `{name}` already, as {with_article(entry.what)}"
            help = "give one of them another name"
            scope.wrong("E0201", s.Node(there.span), message, "defined again here", notes=entry.here(), help=help)


# ---- groups


def _declare_groups(symbols: Symbols, scope: Scope) -> None:
    groups = {entry.name: group for entry, group in symbols.definitions_of(s.Group)}
    needs = {name: [(n.text, n.span) for n in [*g.members, *g.excepted] if n.text in groups] for name, g in groups.items()}
    order, circles = topological_order(needs)
    for circle in circles:
        report_circle(scope.collector, "E0208", circle, "needs", "a group is made of resources and of other groups")
    for name in order:
        symbols.entries[name].meaning = _group(groups[name], scope)


def _group(node: s.Group, scope: Scope) -> m.Group | None:
    members = dict.fromkeys(r for name in node.members for r in resources_named(name, scope))
    scope.symbols.spend(len(members))
    for name in node.excepted:
        exceptions = resources_named(name, scope)
        if not members:
            continue
        if not set(exceptions) <= set(members) and not scope.collector.diagnostics:  # which may have lacked a name
            scope.wrong("E0303", name, f"`{name.text}` is not in this group anyway", "cannot be taken out")
        members = {r: None for r in members if r not in exceptions}
        if not members:
            scope.wrong("E0303", node, f"the group `{node.name.text}` has no members", "nothing is left")
    title = make_title(node)
    plural = node.plural.text if node.plural is not None else title
    return m.Group(node.name.text, title, plural, tuple(members), node.name.span) if members else None


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
    start, written_bounds = _start(node), node.type.bounds
    bounds = _bounds(state, written_bounds, scope) if written_bounds is not None and state.type == m.NUMBER else None
    value = evaluate_constant(start, scope, state.type, f"`{state.name}` is") if start is not None else None
    initial = value.value if isinstance(value, m.Const) else _zero(state)
    if bounds is None:
        return _Beginning(initial, None)
    low, high = bounds
    if start is not None and value is not None and not low <= initial <= high:
        message = f"`{state.name}` cannot be {initial} at the start"
        scope.wrong("E0306", start, message, f"it goes from {low} to {high}")
    return _Beginning(max(low, min(initial, high)), bounds)


def _bounds(state: m.State, node: s.Range, scope: Scope) -> Bounds | None:
    low = constant_number(node.low, scope, f"`{state.name}` goes from")
    high = constant_number(node.high, scope, f"`{state.name}` goes up to")
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


Settings = Mapping[m.Object, Mapping[str, s.Setting]]

_ZEROS: dict[str, object] = {"object": -1, "payment": ((),), "scale": (0, (0,)), "flag": False}


def evaluate_properties(symbols: Symbols, objects: Objects, written: Written) -> tuple[None, tuple[Diagnostic, ...]]:
    """Fills in properties, in the order in which they are declared, and states."""
    top = Scope.top(symbols)
    settings = {object_: _settings(object_, node, top) for object_, node in objects.items()}
    changing: list[m.State] = []
    for made, node in written.items():
        match made, node:
            case m.Property(), s.Property():
                _property(made, node, settings, top)
            case m.State(), (s.State() | s.Property()):
                begin(made, node, top)
                changing.append(made)
    for entry, node in symbols.definitions_of(s.State):
        if isinstance(entry.meaning, m.State):
            begin(entry.meaning, node, top)
            changing.append(entry.meaning)
    check_room(changing, top)
    return None, top.collector.diagnostics


def _settings(object_: m.Object, node: s.Object, scope: Scope) -> Mapping[str, s.Setting]:
    """An object's settings by property."""
    settings: dict[str, s.Setting] = {}
    for setting in node.settings:
        name = setting.name
        member = field(object_.kind, name.text)
        if member is None:
            no_member(object_.kind, name, scope)
        elif name.text in settings:
            notes = [Note("it is set here already", settings[name.text].name.span)]
            scope.wrong("E0201", name, f"`{name.text}` is set twice", "again here", notes=notes)
        elif isinstance(member, m.Property):
            scope.symbols.note_member(name.span, member, object_.kind)
            settings[name.text] = setting
        else:
            does = isinstance(member, m.MemberAction)
            help = f"write `{name.text} {{ … }}`" if does else "its kind says what it is at the start"
            message = (
                f"`{name.text}` is {'an action' if does else 'a state'} of {describe(object_type(object_.kind))}, not a property"
            )
            scope.wrong("E0206", name, message, "cannot be set here", notes=definition_notes(member), help=help)
    return settings


# ---- properties


def _property(property_: m.Property, node: s.Property, settings: Settings, scope: Scope) -> None:
    kind = property_.kind
    scope.symbols.spend(len(kind.root.objects))
    values = [_zero_value(property_.type)] * len(kind.root.objects)
    default = None if mentions_this(node.default) else _value(property_, node.default, scope)
    for object_ in kind.objects:
        setting = settings.get(object_, {}).get(property_.name)
        if setting is not None and (setting.is_list or property_.type == m.SCALE):
            values[object_.id] = _scale(property_, node, setting, scope.for_object(object_))
        elif setting is not None or default is None:
            expr = setting.values[0] if setting is not None else node.default
            values[object_.id] = _value(
                property_, expr, scope.for_object(object_), partial(_others, property_, settings, setting, scope)
            )
        else:
            values[object_.id] = default
    property_.values = values


def _others(property_: m.Property, settings: Settings, setting: s.Setting | None, scope: Scope) -> str:
    """An example from another object of a property that one object writes wrongly."""
    of_others = (
        (settings.get(object_, {}).get(property_.name) for object_ in property_.kind.objects) if setting is not None else ()
    )
    other = next((other for other in of_others if other is not None and other is not setting), None)
    return f"another says `{scope.source(other)}`" if other is not None else ""


def _value(property_: m.Property, node: s.Expr | None, scope: Scope, help: Callable[[], str] = str) -> object:
    if node is None:
        return _zero_value(property_.type)
    match evaluate_constant(node, scope, property_.type, f"`{property_.name}` is", help):
        case m.ConstPayment(alternatives=ways):
            return ways
        case m.ConstScale(start=start, numbers=numbers):
            return (start, numbers)
        case m.Const(value=number):
            return bool(number) if property_.type == m.FLAG else number
    return _zero_value(property_.type)


def _scale(property_: m.Property, node: s.Property, setting: s.Setting, scope: Scope) -> object:
    if property_.type == m.SCALE and setting.is_list:
        return (node.type.start, constant_numbers(setting.values, scope))
    if property_.type == m.SCALE:
        return _value(property_, setting.values[0], scope)
    message = f"`{property_.name}` is {describe(property_.type)}, not a scale"
    scope.wrong("E0301", setting, message, "one value is needed", help="write it without brackets")
    return _zero_value(property_.type)


def _zero_value(type_: m.Type) -> object:
    return _ZEROS.get(type_.base, 0)
