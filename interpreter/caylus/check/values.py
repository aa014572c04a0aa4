"""Values and conditions: their formulas, what modifies and what restricts them."""

from __future__ import annotations

from collections.abc import Mapping

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic, Note

from . import model as m
from .attachments import Attached, Attachments
from .callables import standing
from .expressions import expression, fitted, wanted
from .names import PLAYER, Names
from .operators import Operand
from .order import in_order, references, report_circle
from .report import Report
from .scope import Scope
from .texts import plain
from .types import UNKNOWN, common, is_unknown, object_of, said

CHANGES = ("becomes", "plus", "minus", "at least", "at most")
"""The changes a modifier can make, in the order in which they apply."""


def check(names: Names, attachments: Attachments) -> tuple[None, tuple[Diagnostic, ...]]:
    """Fills in every value and condition, each after those it asks."""
    report = Report()
    nodes: dict[str, s.Value | s.Condition] = {e.name: d for e, d in [*names.defined(s.Value), *names.defined(s.Condition)]}
    order, circles = in_order({name: _asked(node, attachments.get(name, []), nodes) for name, node in nodes.items()})
    for circle in circles:
        report_circle(report, "E0401", circle, "asks", "a value is made of others, never of itself")
    for name in order:
        node, meaning = nodes[name], names.entries[name].meaning
        scope = parameter_scope(node, names, report)
        if isinstance(node, s.Value) and isinstance(meaning, m.Value):
            _value(node, meaning, attachments.get(name, []), scope)
        elif isinstance(node, s.Condition) and isinstance(meaning, m.Condition):
            _condition(node, meaning, attachments.get(name, []), scope)
    return None, report.found


def _asked(node: s.Value | s.Condition, attached: list[Attached], nodes: Mapping[str, object]) -> list[tuple[str, s.Span]]:
    return [(r.name, r.span) for part in [node, *(a.node for a in attached)] for r in references(part) if r.name in nodes]


def parameter_scope(node: s.Value | s.Condition | s.Action | s.Table, names: Names, report: Report) -> Scope:
    """The scope of a definition's body: its parameters."""
    scope = Scope(names, report, standing(node), {})
    meaning = names.entries[node.name.text].meaning
    if isinstance(meaning, (m.Value, m.Condition, m.Action)):
        for param, variable in zip(node.params, meaning.params, strict=False):
            scope.bind_to(param.name, variable)
    return scope


def _value(node: s.Value, value: m.Value, attached: list[Attached], scope: Scope) -> None:
    for case in node.cases[:-1]:
        if case.condition is None:
            scope.wrong(
                "E0311",
                case.span,
                "nothing below `otherwise` is ever reached",
                label="comes last",
                help="move this case to the end",
            )
    last = node.cases[-1]
    if last.condition is not None:
        scope.wrong(
            "E0311",
            last.span,
            f"`{value.name}` is left open when none of its cases holds",
            label="no case after this",
            help="end with a case `… otherwise`",
        )
    cases = [
        (wanted(c.condition, scope, m.FLAG, "`if` needs") if c.condition is not None else None, Operand(c.value, expression(c.value, scope)))
        for c in node.cases
    ]  # fmt: skip
    value.type = _common_type([result for _, result in cases], value.name, scope)
    value.cases = [(condition, fitted(result, value.type, f"`{value.name}` is", scope)) for condition, result in cases]
    for change in CHANGES:
        value.modifiers += [
            _modifier(value, a, a.node, scope) for a in attached if isinstance(a.node, s.Modify) and a.node.change == change
        ]


def _common_type(results: list[Operand], name: str, scope: Scope) -> m.Type:
    type_ = results[0].type
    for result in results[1:]:
        joined = common(type_, result.type)
        if joined is None:
            scope.wrong(
                "E0310", result.node.span, f"`{name}` is {said(type_)} in one case and {said(result.type)} in another",
                label=said(result.type), notes=(Note(f"{said(type_)} here", results[0].node.span),),
            )  # fmt: skip
            return UNKNOWN
        type_ = joined
    if type_ == m.NOBODY:
        scope.wrong(
            "E0310", results[0].node.span, f"`{name}` is always `none`, so nobody knows of what kind", label="none of what?"
        )
        return UNKNOWN
    if type_.base in ("list", "scale"):
        scope.wrong(
            "E0313",
            results[0].node.span,
            f"a value cannot be {said(type_)}",
            label="not a value",
            help="a value is a number, a flag, a payment or an object",
        )
        return UNKNOWN
    return type_


def _modifier(value: m.Value, attached: Attached, node: s.Modify, scope: Scope) -> m.Modifier:
    inner = attached.scope(value.params, scope.report)
    where = attached.where(inner)
    if value.type != m.NUMBER and node.change != "becomes" and not is_unknown(value.type):
        inner.wrong(
            "E0318",
            node.span,
            f"`{value.name}` is {said(value.type)}, which can only become another",
            label=f"`{node.change}` is for numbers",
            help="write `becomes`",
        )
    amount = wanted(node.value, inner, value.type, f"`{value.name}` is")
    return m.Modifier(where, node.change, amount, inner.site(node.span))


def _condition(node: s.Condition, condition: m.Condition, attached: list[Attached], scope: Scope) -> None:
    condition.requires = [require(r, scope) for r in node.requires]
    for a in attached:
        if isinstance(a.node, s.Restrict):
            inner = a.scope(condition.params, scope.report)
            where = a.where(inner)
            for r in a.node.requires:
                made = require(r, inner)
                test = m.Logic("or", (m.Not(where), made.condition)) if where is not None else made.condition
                condition.requires.append(m.Require(test, made.reason, made.site))


def require(node: s.Require, scope: Scope) -> m.Require:
    """What has to hold; without a reason of its own its text is the reason."""
    reason = plain(node.reason, scope) if node.reason is not None else scope.names.source(node.condition.span)
    return m.Require(wanted(node.condition, scope, m.FLAG, "`require` needs"), reason, scope.site(node.span))


def of_player(name: str, names: Names, report: Report) -> m.Value | None:
    """The value `name(player)`, a number, if it is defined and is that."""
    entry = names.entries.get(name)
    if entry is None or not isinstance(entry.meaning, m.Value):
        return None
    value = entry.meaning
    entry.used = True
    if [p.type for p in value.params] != [object_of(names.player)]:
        report.error(
            "E0207",
            entry.span,
            f"`{name}` is asked for one player",
            label="takes something else",
            help=f"write `value {name}({PLAYER}) = …`",
        )
    elif value.type != m.NUMBER and not is_unknown(value.type):
        report.error("E0207", entry.span, f"`{name}` is {said(value.type)}, not a number", label="a number is needed")
    return value
