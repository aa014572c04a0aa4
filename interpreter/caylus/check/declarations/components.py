"""Resources, groups, and the lists and states of the table."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.paths import resources_named
from caylus.check.expressions.type_names import kind_named
from caylus.check.scope import Scope
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.diagnostics.english import as_words
from caylus.graph import in_order, report_circle

from . import audiences, kinds


def declare_resources(symbols: Symbols) -> tuple[list[m.Resource], tuple[Diagnostic, ...]]:
    """Resources in the order of the text, and the groups made of them."""
    top = Scope.top(symbols)
    resources: list[m.Resource] = []
    for node in symbols.all(s.Resources):
        for item in node.items:
            entry = symbols.entries.get(item.name.text)
            if entry is not None and entry.span == item.name.span:
                title = item.title.text if item.title is not None else as_words(entry.name)
                entry.meaning = m.Resource(
                    entry.name, title, len(resources), audiences.of_a_resource(item.audience, top), None, entry.span
                )
                resources.append(entry.meaning)
    _set_supplies(symbols, top)
    _declare_groups(symbols, top)
    return resources, top.collector.found


def _set_supplies(symbols: Symbols, scope: Scope) -> None:
    for item in (item for node in symbols.all(s.Resources) for item in node.items):
        if not isinstance(item.supply, s.Name):
            continue
        supply = scope.resolve(item.supply, ("resource",), "a resource")
        entry = symbols.entries.get(item.name.text)
        if supply is None or entry is None:
            continue
        if entry is supply:
            scope.wrong("E0208", item.supply, f"`{supply.name}` cannot be its own supply", "itself")
        elif isinstance(entry.meaning, m.Resource) and isinstance(supply.meaning, m.Resource):
            entry.meaning.supply = supply.meaning


def _declare_groups(symbols: Symbols, scope: Scope) -> None:
    groups = {entry.name: group for entry, group in symbols.defined(s.Group)}
    needs = {name: [(n.text, n.span) for n in [*g.members, *g.excepted] if n.text in groups] for name, g in groups.items()}
    order, circles = in_order(needs)
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
        if not set(excepted) <= set(members) and not scope.collector.found:  # which may have lacked a name
            scope.wrong("E0303", name, f"`{name.text}` is not in this group anyway", "cannot be taken out")
        members = {r: None for r in members if r not in excepted}
        if not members:
            scope.wrong("E0303", node, f"the group `{node.name.text}` has no members", "nothing is left")
    return m.Group(node.name.text, tuple(members), node.name.span) if members else None


def declare_table(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """The table's states and lists."""
    top = Scope.top(symbols)
    for entry, node in symbols.defined(s.State):
        entry.meaning = state = kinds.state(node, None, top)
        state.audience = audiences.of(state, None, node.audience, top)
    for entry, node_ in symbols.defined(s.ListState):
        kind = kind_named(node_.kind, top, plural=True)
        if kind is not None:
            entry.meaning = list_ = m.ListState(entry.name, kind, entry.span)
            list_.audience = audiences.of(list_, None, node_.audience, top)
    return None, top.collector.found
