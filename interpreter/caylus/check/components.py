"""Resources, groups, lists, states of the table, constants and scales."""

from __future__ import annotations

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic

from . import expressions
from . import model as m
from .expressions import wanted
from .kinds import kind_named, table_state
from .names import Names
from .order import in_order, references, report_circle
from .paths import resources_named
from .report import Report
from .scope import Scope, Standing
from .types import is_unknown


def readable(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")


def declare_resources(names: Names) -> tuple[list[m.Resource], tuple[Diagnostic, ...]]:
    """Resources in the order of the text, then groups, which may be made of groups above them."""
    report = Report()
    resources: list[m.Resource] = []
    for node in names.all(s.Resources):
        for item in node.items:
            entry = names.entries.get(item.name.text)
            if entry is not None and entry.definition is node and entry.meaning is None:
                title = item.title.text if item.title else readable(item.name.text)
                entry.meaning = m.Resource(item.name.text, title, len(resources), node.hidden, None, item.name.span)
                resources.append(entry.meaning)
    for node in names.all(s.Resources):
        if node.supply is not None:
            _set_supply(node, resources, names, report)
    _declare_groups(names, report)
    return resources, report.found


def _declare_groups(names: Names, report: Report) -> None:
    groups = {entry.name: group for entry, group in names.defined(s.Group)}
    needs = {name: [(n.text, n.span) for n in [*g.members, *g.excepted] if n.text in groups] for name, g in groups.items()}
    order, circles = in_order(needs)
    for circle in circles:
        report_circle(report, "E0208", circle, "needs", "a group is made of resources and of other groups")
    for name in order:
        names.entries[name].meaning = _group(groups[name], Scope(names, report, Standing(name, name, None), {}))


def _group(node: s.Group, scope: Scope) -> m.Group | None:
    members = dict.fromkeys(r for name in node.members for r in resources_named(name, scope))
    for name in node.excepted:
        excepted = resources_named(name, scope)
        if members and not set(excepted) <= set(members):
            scope.wrong("E0317", name.span, f"`{name.text}` is not in this group anyway", label="cannot be taken out")
        members = {r: None for r in members if r not in excepted}
        if excepted and not members:
            scope.wrong("E0317", node.span, f"the group `{node.name.text}` has no members", label="nothing is left")
    return m.Group(node.name.text, tuple(members), node.name.span) if members else None


def _set_supply(node: s.Resources, resources: list[m.Resource], names: Names, report: Report) -> None:
    assert node.supply is not None
    entry = names.look(node.supply.text)
    mine = [r for r in resources if any(r.span == item.name.span for item in node.items)]
    if entry is None or not isinstance(entry.meaning, m.Resource):
        said = entry.said() if entry is not None else f"`{node.supply.text}` is nothing in this ruleset"
        report.error(
            "E0206",
            node.supply.span,
            f"{said}; a supply is counted in a resource",
            label="not a resource",
            help=f"define it: `resource {node.supply.text}`" if entry is None else "",
        )
    elif entry.meaning in mine:
        report.error("E0208", node.supply.span, f"`{entry.name}` cannot be its own supply", label="itself")
    else:
        for resource in mine:
            resource.supply = entry.meaning


def declare_table(names: Names) -> tuple[None, tuple[Diagnostic, ...]]:
    """The table's states and lists."""
    report = Report()
    for entry, state in names.defined(s.State):
        entry.meaning = table_state(state, names, report)
    for entry, list_ in names.defined(s.ListState):
        kind = kind_named(list_.kind, names, report, plural=True)
        entry.meaning = m.ListState(entry.name, kind, entry.span) if kind is not None else None
    return None, report.found


def evaluate_constants(names: Names) -> tuple[None, tuple[Diagnostic, ...]]:
    """Constants and scales, each after those it is made of."""
    report = Report()
    nodes: dict[str, s.Constant | s.Scale] = {e.name: d for e, d in [*names.defined(s.Constant), *names.defined(s.Scale)]}
    needs = {name: [(r.name, r.span) for r in references(node) if r.name in nodes] for name, node in nodes.items()}
    order, circles = in_order(needs)
    for circle in circles:
        report_circle(report, "E0208", circle, "needs", "a constant is made of others, never of itself")
    for name in order:
        node = nodes[name]
        scope = Scope(names, report, Standing(name, name, None), {})
        if isinstance(node, s.Scale):
            numbers = [known_number(value, scope) for value in node.values]
            names.entries[name].meaning = m.ConstScale(node.start, tuple(n or 0 for n in numbers))
        else:
            names.entries[name].meaning = _constant(node, scope)
    return None, report.found


def _constant(node: s.Constant, scope: Scope) -> m.Const | m.ConstPayment | None:
    expr = expressions.expression(node.value, scope)
    if is_unknown(expr.type):
        return None
    if isinstance(expr, (m.Const, m.ConstPayment)) and expr.type.base in ("number", "flag", "payment"):
        return expr
    not_known(node.value, scope, "a constant is a number, a flag or a payment made of constants")
    return None


def known(node: s.Expr, scope: Scope, type_: m.Type, why: str) -> m.Const | m.ConstPayment | m.ConstScale | None:
    """An expression whose value is known before play; None, and reported, for any other."""
    expr = wanted(node, scope, type_, why)
    if isinstance(expr, (m.Const, m.ConstPayment, m.ConstScale)):
        return expr if not is_unknown(expr.type) else None
    not_known(node, scope, "only constants, and properties of the same object above this one, are known by then")
    return None


def known_number(node: s.Expr, scope: Scope) -> int | None:
    value = known(node, scope, m.NUMBER, "what is needed here is")
    return value.value if isinstance(value, m.Const) else None


def not_known(node: s.Expr, scope: Scope, help: str) -> None:
    scope.wrong(
        "E0307", node.span, f"`{scope.names.source(node.span)}` is not known before play", label="depends on the game", help=help
    )
