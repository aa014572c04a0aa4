"""Resources, those that are objects of a kind among them, and groups of them."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions import constants
from caylus.check.expressions.paths import field, fields
from caylus.check.expressions.units import resources_meant, resources_named
from caylus.check.scope import Scope
from caylus.check.symbols import Entry, Symbols
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.diagnostics.words import with_article
from caylus.graph import report_circle, topological_order
from caylus.limits import MOST_AMOUNT

from . import audiences, numbering, rows
from .objects import Objects
from .titles import make_title

Written = dict[m.Resource, s.ResourceItem | None]
"""What each was made from; None for an object of which only its kind says that it is a resource."""


def declare(symbols: Symbols, objects: Objects) -> tuple[list[m.Resource], tuple[Diagnostic, ...]]:
    """Resources by their numbers, and groups. Those that are only resources come first, in the order of the text."""
    top = Scope.top(symbols)
    own: dict[m.Kind, list[m.Object]] = {kind: [] for kind in symbols.kinds() if kind.is_of_resources}
    written: Written = {}
    for entry, item in _plain(symbols):
        object_ = m.Object(entry.name, make_title(item), symbols.resource, -1, None, 0, None, entry.span)
        own[symbols.resource].append(object_)
        written[_make_resource(entry, object_, item, top)] = item
    for object_, node in objects.items():
        if object_.kind.is_of_resources:
            own[object_.kind] += rows.side_by_side(object_, own[object_.kind], objects)
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
    numbering.number(own, {}, 0)
    _set_supplies(written, top)
    _declare_groups(symbols, top)
    _check_players(symbols, top)
    return sorted(written, key=lambda resource: resource.index), top.collector.diagnostics


def bound(symbols: Symbols, objects: Objects) -> tuple[None, tuple[Diagnostic, ...]]:
    """Set the lowest amount of each resource, once constants are known."""
    top = Scope.top(symbols)
    held = [(symbols.entries[object_.name], node.held) for object_, node in objects.items() if node.held is not None]
    for entry, item in (*_plain(symbols), *held):
        if item.least is not None and isinstance(entry.meaning, m.Resource):
            least = constants.number(item.least, top, "the least is")
            if least is not None and not -MOST_AMOUNT <= least <= 0:
                message = f"nobody can hold at least {least} `{entry.name}`: all begin with 0"
                top.wrong("E0306", item.least, message, f"from -{MOST_AMOUNT:,} to 0", help="say how far below 0 it can go")
            else:
                entry.meaning.least = least or 0
    return None, top.collector.diagnostics


def _plain(symbols: Symbols) -> list[tuple[Entry, s.ResourceItem]]:
    """The definitions of `resource`; of two definitions of one name the first."""
    items = (item for node in symbols.all(s.Resources) for item in node.items)
    found = ((symbols.entries.get(item.name.text), item) for item in items)
    return [(entry, item) for entry, item in found if entry is not None and entry.span == item.name.span]


def _make_resource(entry: Entry, object_: m.Object, item: s.ResourceItem | None, scope: Scope) -> m.Resource:
    audience = audiences.resource_audience(item.audience if item is not None else None, scope)
    plural = item.plural.text if item is not None and item.plural is not None else object_.title
    entry.meaning = resource = m.Resource(object_, audience, None, plural)
    return resource


def _set_supplies(written: Written, scope: Scope) -> None:
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
        excepted = resources_named(name, scope)
        if not members:
            continue
        if not set(excepted) <= set(members) and not scope.collector.diagnostics:  # which may have lacked a name
            scope.wrong("E0303", name, f"`{name.text}` is not in this group anyway", "cannot be taken out")
        members = {r: None for r in members if r not in excepted}
        if not members:
            scope.wrong("E0303", node, f"the group `{node.name.text}` has no members", "nothing is left")
    title = make_title(node)
    plural = node.plural.text if node.plural is not None else title
    return m.Group(node.name.text, title, plural, tuple(members), node.name.span) if members else None
