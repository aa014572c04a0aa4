"""Declare kinds, what their objects have, rows, and the lists and states of the table; with titles, and with who may see them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Protocol, Union

from caylus import model as m, syntax as s
from caylus.check.paths import OF_PROPERTIES, OF_STATES, definition_notes, field, kind_named, parameters, type_written
from caylus.check.scope import Scope
from caylus.check.symbols import UNKNOWN, Entry, Symbols, describe, is_unknown, list_type, object_type
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.render import as_words
from caylus.graph import report_circle, topological_order
from caylus.limits import DEEPEST_KINDS, MOST_INDICES
from caylus.syntax.definitions import PLAYER


class Titled(Protocol):
    """A definition that may have a title after its name."""

    @property
    def name(self) -> s.Name: ...
    @property
    def title(self) -> s.Text | None: ...


def make_title(node: Titled) -> str:
    """Its title; without one, its name in words."""
    if node.title is not None:
        return node.title.text
    return "who can win" if node.name.text == "may_win" else as_words(node.name.text)


_OF_ALL = {"hidden from all": m.FACE_DOWN, "not hidden": m.PUBLIC}
_OF_PLAYERS = {**_OF_ALL, "hidden": m.OWN, "hidden sum": m.COUNTED}


def resource_audience(node: s.Audience | None, scope: Scope) -> m.Audience:
    """Of what each player holds."""
    audience = _OF_PLAYERS.get(node.words) if node is not None else None
    return audience or _resolve_audience(node, None, scope)


def member_audience(thing: m.State | m.ListState, owner: m.Kind | None, node: s.Audience | None, scope: Scope) -> m.Audience:
    """Of a state or a list, whose fields are all known; `owner` is the kind that has it, None for the table's."""
    if node is not None and node.words == "hidden sum":
        if owner is not None and owner.is_player and isinstance(thing, m.State) and thing.type == m.NUMBER:
            return m.COUNTED
        message = f"`{thing.name}` is no number of a player, so there is no sum to hide"
        scope.wrong("E0320", node, message, "only a number adds up", help="write `hidden`")
        return m.PUBLIC
    if node is not None and node.words == "for rules only":
        return m.INTERNAL
    return _resolve_audience(node, owner, scope)


def _resolve_audience(node: s.Audience | None, owner: m.Kind | None, scope: Scope) -> m.Audience:
    if node is None:
        return m.PUBLIC
    if node.words in _OF_ALL:
        return _OF_ALL[node.words]
    if node.words == "for rules only":
        scope.wrong("E0320", node, "only a state or a list can be `for rules only`", "a row holds nothing itself")
        return m.PUBLIC
    if node.words == "hidden from":
        scope.wrong(
            "E0320", node, "things are hidden from all, or from all but one", "not from one", help="write `hidden from all`"
        )
        return m.PUBLIC
    if node.holder is not None:
        return _reader_audience(node.holder, owner, scope)
    if owner is not None and owner.is_player:
        return m.OWN
    help = "write `hidden from all`"
    if owner is not None:
        help += ", or `hidden except for` and what names a player here"
    scope.wrong("E0320", node, "`hidden` does not say from whom", "it belongs to nobody", help=help)
    return m.PUBLIC


def _reader_audience(name: s.Name, owner: m.Kind | None, scope: Scope) -> m.Audience:
    member = field(owner, name.text) if owner is not None else None
    is_player = isinstance(member, m.State) and member.type == object_type(scope.symbols.player) and not member.indices
    if isinstance(member, m.State) and is_player and member.audience.is_public:
        return m.Audience("holder", member)
    if owner is None:
        message, label = "`except for` names a player that an object has, and this is nobody's", "nothing has it here"
    elif member is None:
        message, label = f"{describe(object_type(owner))} has no `{name.text}`", "unknown"
    else:
        message, label = f"`{name.text}` names no player that everybody can see", "not somebody whom all know"
    help = "name a state of the same kind that is a player"
    if owner is not None and owner.is_player and name.text == "player":
        help = "what a player has is hidden from all others by `hidden` alone"
    scope.wrong("E0320", name, message, label, notes=definition_notes(member) if member is not None else (), help=help)
    return m.PUBLIC


def declare_row(entry: Entry, node: s.Row, scope: Scope) -> m.Row | None:
    """A row of its kind; the objects that it names get their places in it."""
    audience = _resolve_audience(node.audience, None, scope)
    if node.kind is None:
        row: m.Row | None = None
        for name in node.members:
            object_ = _object(name, scope)
            if object_ is None:
                continue
            row = row or m.Row(entry.name, make_title(node), object_.kind, -1, 0, entry.span, audience, True)
            wrong = _explain_misplacement(object_, row)
            if wrong:
                scope.wrong("E0322", name, wrong, "cannot stand here", notes=[Note("it is defined here", object_.span)])
            else:
                row.size += 1
                object_.row, object_.number = row, row.size
        return row
    kind = kind_named(node.kind, scope, plural=True)
    if kind is scope.symbols.player:
        help = f"write `list {entry.name} of player`"
        scope.wrong("E0206", node.kind, "players do not stand in a row", "a kind of object is needed", help=help)
        return None
    if kind is None or _is_of_resources(kind, node.kind, scope):
        return None
    return m.Row(entry.name, make_title(node), kind, -1, 0, entry.span, audience)


def _is_of_resources(kind: m.Kind, name: s.Name, scope: Scope) -> bool:
    """Reports a row that would bring resources along."""
    if kind.is_of_resources:
        help = "define each, and name them: `row … of [one, another]`"
        scope.wrong(
            "E0324", name, f"{kind.plural} are resources, each with a name of its own", "none comes with a row", help=help
        )
    return kind.is_of_resources


def make_player_row(node: s.PlayerRow, owner: m.Kind, scope: Scope) -> m.Row | None:
    """A row that each player has."""
    kind = kind_named(node.kind, scope, plural=True)
    if not owner.is_player:
        help = "say so in `each player has`, or define one for the table: `row … of …`"
        scope.wrong("E0323", node, f"{describe(object_type(owner))} has no row of its own", "only players have", help=help)
    elif kind is scope.symbols.player:
        scope.wrong("E0206", node.kind, "players do not stand in a row", "a kind of object is needed")
    elif kind is not None and not _is_of_resources(kind, node.kind, scope):
        return m.Row(node.name.text, make_title(node), kind, -1, 0, node.name.span)
    return None


def row_members(row: m.Row, owner: int = -1) -> list[m.Object]:
    """The objects that a row brings with it."""
    called = row.title.removeprefix("the ")
    numbers = range(1, row.size + 1)
    return [m.Object(f"{row.name} {n}", f"{called} {n}", row.kind, -1, row, n, None, row.span, owner=owner) for n in numbers]


def _object(name: s.Name, scope: Scope) -> m.Object | None:
    entry = scope.symbols.look(name.text, name.span)
    if entry is not None and isinstance(entry.definition, s.Object):
        return entry.meaning if isinstance(entry.meaning, m.Object) else None
    if entry is None:
        guess = scope.symbols.did_you_mean(name.text, [e.name for e, _ in scope.symbols.definitions_of(s.Object)])
        scope.wrong("E0204", name, f"`{name.text}` is not an object in this ruleset", "unknown name", help=guess)
    else:
        scope.wrong("E0206", name, f"{entry.describe()}, not an object", "an object is needed", notes=entry.here())
    return None


def _explain_misplacement(object_: m.Object, row: m.Row) -> str:
    """The reason why an object cannot be in a row; an empty text where it can."""
    if object_.row is row:
        return f"`{object_.name}` stands in `{row.name}` already"
    if object_.row is not None:
        return f"`{object_.name}` stands in `{object_.row.name}`, and nowhere else"
    if object_.kind is not row.kind:
        one, other = describe(object_type(object_.kind)), describe(object_type(row.kind))
        return f"`{object_.name}` is {one}, and the first of `{row.name}` {other}"
    return f"there are {object_.copies} of `{object_.name}`, which one stands here?" if object_.copies > 1 else ""


def side_by_side(object_: m.Object, placed_objects: Container[m.Object], objects: Iterable[m.Object]) -> list[m.Object]:
    """An object, or where it is the first of its row that comes, all of that row; nothing for one that is placed."""
    if object_.row is None:
        return [object_]
    if object_ in placed_objects:
        return []
    return sorted((other for other in objects if other.row is object_.row), key=lambda other: other.number)


Field = Union[m.Property, m.State, m.ListState, m.Row, m.MemberAction]
Written = dict[Field, s.Field]
"""What each field was made from."""


def declare_kinds(symbols: Symbols) -> tuple[Written, tuple[Diagnostic, ...]]:
    """Gives every kind its meaning and its fields; the values of properties and states come later."""
    top = Scope.top(symbols)
    nodes: dict[m.Kind, s.Kind] = {}
    for entry, node in symbols.definitions_of(s.Kind):
        plural = node.plural.text if node.plural is not None else entry.name
        called = node.called.text if node.called is not None else None
        entry.meaning = kind = m.Kind(entry.name, plural, None, called, entry.span)
        nodes[kind] = node
    kinds = _link_parents(nodes, top)
    for kind in nodes:
        of_all = symbols.entries.get(kind.plural)
        if kind not in kinds:
            symbols.entries[kind.name].meaning = None
        elif of_all is not None and of_all.meaning is None and of_all.definition is nodes[kind]:
            of_all.meaning = m.AllOf(kind, list_type(kind))
    written: Written = {}
    for member in _player_fields(top):
        _add(symbols.player, member, written, top)
    for kind in kinds:
        for member in nodes[kind].members:
            _add(kind, member, written, top)
        _check_called(kind, nodes[kind], top)
    for made, said in written.items():
        # set who may see it, now that all fields are known
        if isinstance(made, (m.State, m.ListState)) and isinstance(said, (s.State, s.Property)):
            owner = made.kind if isinstance(made, m.State) else made.owner
            made.audience = member_audience(made, owner, said.audience, top)
        elif isinstance(said, s.Property) and said.audience is not None:
            help = f"write `state {said.name.text}` for what is not printed on it"
            top.wrong("E0320", said.audience, "a property is printed, and hidden from nobody", "seen by all", help=help)
    return written, top.collector.diagnostics


def _player_fields(scope: Scope) -> list[s.Field]:
    members: list[s.Field] = []
    for each in scope.symbols.all(s.EachPlayer):
        if each.name.text == PLAYER:
            if not members:
                scope.symbols.player.span = each.span
            members += each.members
        else:
            help = f"what `{each.name.text}` has stands in its kind"
            scope.wrong("E0206", each.name, "only players are told by `each … has` what they have", "write `player`", help=help)
    return members


# ---- kinds below kinds


def _link_parents(nodes: Mapping[m.Kind, s.Kind], scope: Scope) -> list[m.Kind]:
    """Sets the kinds' parents. The kinds whose parents are all well, each after its own, in the order of the text."""
    parents: dict[m.Kind, m.Kind | None] = {}
    needs: dict[m.Kind, list[tuple[m.Kind, s.Span]]] = {kind: [] for kind in nodes}
    for kind, node in nodes.items():
        parent = parents[kind] = kind_named(node.parent, scope) if node.parent is not None else None
        if node.parent is not None and parent is not None and parent in nodes:
            needs[kind].append((parent, node.parent.span))
    order, circles = topological_order(needs)
    for circle in circles:
        steps = [(kind.name, span) for kind, span in circle]
        report_circle(scope.collector, "E0208", steps, "is", "a kind stands below another, never below itself")
    lost_kinds = {kind for circle in circles for kind, _ in circle}
    levels: dict[m.Kind, int] = {scope.symbols.resource: -1}
    for kind in order:
        parent, node = parents[kind], nodes[kind]
        if node.parent is None:
            levels[kind] = 0
        elif parent is scope.symbols.player:
            scope.wrong("E0206", node.parent, "players have no kinds below them", "not a kind to stand below")
        elif parent in levels and kind not in lost_kinds:
            kind.parent = parent
            levels[kind] = levels[parent] + 1
            if levels[kind] == DEEPEST_KINDS:
                scope.wrong("E0209", node.name, f"more than {DEEPEST_KINDS} kinds stand one below the other", "one too many")
                del levels[kind]
    return sorted((kind for kind in levels if kind in nodes), key=lambda kind: levels[kind])


# ---- what objects have


def _add(kind: m.Kind, node: s.Field, fields: Written, scope: Scope) -> None:
    name = node.name.text
    if not _is_free(kind, node.name, scope):
        return
    field: Field
    if isinstance(node, s.MemberAction):
        field = kind.actions[name] = m.MemberAction(name, kind, parameters(node.params, scope), [], node.name.span)
    elif isinstance(node, s.PlayerRow):
        row = make_player_row(node, kind, scope)
        if row is None:
            return
        field = kind.rows[name] = row
    elif node.type.is_list:
        of = kind_named(s.Name(node.type.span, node.type.name), scope, plural=True)
        if not isinstance(node, s.State) and not kind.is_player:
            help = f"write `state {name} list of …`"
            scope.wrong("E0313", node.type, "a property cannot be a list", "what is printed does not change", help=help)
            return
        start = node.initial if isinstance(node, s.State) else node.default
        if start is not None:
            scope.wrong("E0313", start, f"`{name}` is empty at the start", "a list begins with nothing", help="`add` to it")
        if of is None:
            return
        field = kind.lists[name] = m.ListState(name, make_title(node), of, node.name.span, kind)
    elif isinstance(node, s.State) or kind.is_player:
        field = kind.states[name] = make_state(node, kind, scope)
    else:
        field = kind.properties[name] = m.Property(name, make_title(node), _property_type(node, scope), kind, [], node.name.span)
    fields[field] = node
    scope.symbols.note_member(node.name.span, field, kind)


def _is_free(kind: m.Kind, name: s.Name, scope: Scope) -> bool:
    there = field(kind, name.text)
    help = "give one of them another name"
    if there is not None:
        message = f"`{kind.name}` has a `{name.text}` already"
        scope.wrong("E0201", name, message, "defined again here", notes=definition_notes(there), help=help)
    elif name.text == "number":
        scope.wrong("E0202", name, "`number` is a name of the language itself", "the place in a row", help="choose another name")
    else:
        return True
    return False


def make_state(node: s.State | s.Property, kind: m.Kind | None, scope: Scope) -> m.State:
    """A state of a kind, or of the whole table."""
    type_ = type_written(node.type, OF_STATES, "a state", scope)
    if len(node.indices) > MOST_INDICES:
        message = f"`{node.name.text}` is kept for more than {MOST_INDICES} things at once"
        scope.wrong("E0306", node.indices[MOST_INDICES], message, "one too many")
    kinds = [kind_named(index, scope) for index in node.indices[:MOST_INDICES]]
    indices = tuple(index for index in kinds if index is not None)
    type_ = type_ if len(indices) == len(node.indices) else UNKNOWN
    return m.State(node.name.text, make_title(node), type_, kind, indices, [], node.name.span)


def _property_type(node: s.Property, scope: Scope) -> m.Type:
    help = f"write `state {node.name.text}` for what changes during a game"
    if node.indices:
        message = f"the property `{node.name.text}` has one value, not one for each {node.indices[0].text}"
        scope.wrong("E0313", node.indices[0], message, "no index here", help=help)
    type_ = type_written(node.type, OF_PROPERTIES, "a property", scope)
    if type_.kind is scope.symbols.player:
        scope.wrong("E0313", node.type, "a property cannot be a player", "not known before the game", help=help)
        return UNKNOWN
    return type_


def _check_called(kind: m.Kind, node: s.Kind, scope: Scope) -> None:
    if node.called is None:
        return
    member = field(kind, node.called.text)
    if member is None:
        scope.wrong("E0205", node.called, f"`{kind.name}` has no `{node.called.text}` to be called after", "unknown")
    elif not _is_an_object(member):
        message = f"`{node.called.text}` is no object, so it lends no name"
        scope.wrong("E0301", node.called, message, "an object is needed", notes=definition_notes(member))


def _is_an_object(member: Field) -> bool:
    if isinstance(member, (m.MemberAction, m.ListState, m.Row)) or (isinstance(member, m.State) and member.indices):
        return False
    return member.type.base == "object" or is_unknown(member.type)


def declare_table(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """The table's states and lists."""
    top = Scope.top(symbols)
    for entry, node in symbols.definitions_of(s.State):
        entry.meaning = state = make_state(node, None, top)
        state.audience = member_audience(state, None, node.audience, top)
    for entry, node_ in symbols.definitions_of(s.ListState):
        kind = kind_named(node_.kind, top, plural=True)
        if kind is not None:
            entry.meaning = list_ = m.ListState(entry.name, make_title(node_), kind, entry.span)
            list_.audience = member_audience(list_, None, node_.audience, top)
    return None, top.collector.diagnostics
