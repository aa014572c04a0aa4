"""Kinds, the kinds below them, and what their objects have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Union

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.paths import definition_notes, field
from caylus.check.expressions.type_names import OF_PROPERTIES, OF_STATES, kind_named, parameters, type_written
from caylus.check.scope import Scope
from caylus.check.symbols import Symbols
from caylus.check.types import UNKNOWN, is_unknown, list_type
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.graph import report_circle, topological_order
from caylus.limits import DEEPEST_KINDS, MOST_INDICES
from caylus.syntax.rules import PLAYER

from . import audiences, rows
from .titles import make_title

Field = Union[m.Property, m.State, m.ListState, m.Row, m.MemberAction]
Written = dict[Field, s.Field]
"""What each field was made from."""


def declare(symbols: Symbols) -> tuple[Written, tuple[Diagnostic, ...]]:
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
        _set_audience(made, said, top)
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
        named = [(kind.name, span) for kind, span in circle]
        report_circle(scope.collector, "E0208", named, "is", "a kind stands below another, never below itself")
    lost = {kind for circle in circles for kind, _ in circle}
    levels: dict[m.Kind, int] = {scope.symbols.resource: -1}
    for kind in order:
        parent, node = parents[kind], nodes[kind]
        if node.parent is None:
            levels[kind] = 0
        elif parent is scope.symbols.player:
            scope.wrong("E0206", node.parent, "players have no kinds below them", "not a kind to stand below")
        elif parent in levels and kind not in lost:
            kind.parent = parent
            levels[kind] = levels[parent] + 1
            if levels[kind] == DEEPEST_KINDS:
                scope.wrong("E0209", node.name, f"more than {DEEPEST_KINDS} kinds stand one below the other", "one too many")
                del levels[kind]
    return sorted((kind for kind in levels if kind in nodes), key=lambda kind: levels[kind])


# ---- what objects have


def _add(kind: m.Kind, node: s.Field, written: Written, scope: Scope) -> None:
    name = node.name.text
    if not _is_free(kind, node.name, scope):
        return
    made: Field
    if isinstance(node, s.MemberAction):
        made = kind.actions[name] = m.MemberAction(name, kind, parameters(node.params, scope), [], node.name.span)
    elif isinstance(node, s.PlayerRow):
        row = rows.make_player_row(node, kind, scope)
        if row is None:
            return
        made = kind.rows[name] = row
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
        made = kind.lists[name] = m.ListState(name, make_title(node), of, node.name.span, kind)
    elif isinstance(node, s.State) or kind.is_player:
        made = kind.states[name] = state(node, kind, scope)
    else:
        made = kind.properties[name] = m.Property(name, make_title(node), _property_type(node, scope), kind, [], node.name.span)
    written[made] = node
    scope.symbols.note_member(node.name.span, made, kind)


def _set_audience(made: Field, node: s.Field, scope: Scope) -> None:
    """Set who may see it, now that all fields are known."""
    if isinstance(made, (m.State, m.ListState)) and isinstance(node, (s.State, s.Property)):
        owner = made.kind if isinstance(made, m.State) else made.owner
        made.audience = audiences.member_audience(made, owner, node.audience, scope)
    elif isinstance(node, s.Property) and node.audience is not None:
        help = f"write `state {node.name.text}` for what is not printed on it"
        scope.wrong("E0320", node.audience, "a property is printed, and hidden from nobody", "seen by all", help=help)


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


def state(node: s.State | s.Property, kind: m.Kind | None, scope: Scope) -> m.State:
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
    found = field(kind, node.called.text)
    if found is None:
        scope.wrong("E0205", node.called, f"`{kind.name}` has no `{node.called.text}` to be called after", "unknown")
    elif not _is_an_object(found):
        message = f"`{node.called.text}` is no object, so it lends no name"
        scope.wrong("E0301", node.called, message, "an object is needed", notes=definition_notes(found))


def _is_an_object(found: Field) -> bool:
    if isinstance(found, (m.MemberAction, m.ListState, m.Row)) or (isinstance(found, m.State) and found.indices):
        return False
    return found.type.base == "object" or is_unknown(found.type)
