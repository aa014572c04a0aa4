"""Actions: their own bodies, and the attachments woven into them."""

from __future__ import annotations

from collections.abc import Sequence

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic, Note

from . import model as m
from . import tables
from .attachments import Attachments
from .names import Names
from .report import Report
from .statements import block
from .values import parameter_scope


def check(names: Names, attachments: Attachments) -> tuple[list[m.Action], tuple[Diagnostic, ...]]:
    """Fills in every action, phase, table and sequence, and lists them."""
    report = Report()
    made: list[m.Action] = []
    for entry in names.entries.values():
        action, node = entry.meaning, entry.definition
        if isinstance(action, m.Action):
            match node:
                case s.Action():
                    own = block(node.body, parameter_scope(node, names, report))
                case s.Table():
                    own = tables.table(node, action, names, report)
                case s.Sequence():
                    own = tables.sequence(node, attachments, names, report)
                case _:
                    continue
            _weave(action, own, attachments, report)
            made.append(action)
    return made, report.found


def _weave(action: m.Action, own: m.Body, attachments: Attachments, report: Report) -> None:
    """Before, then instead or the action's own body, then after; each in the order of the text."""
    parts: dict[str, list[tuple[m.Expr | None, m.Body, m.Site]]] = {"before": [], "instead": [], "after": []}
    for attached in attachments.get(action.name, []):
        if isinstance(attached.node, s.Around):
            scope = attached.scope(action.params, report)
            where = attached.where(scope)
            site = scope.site(attached.node.span)
            parts[attached.node.when].append((where, block(attached.node.body, scope), site))
            action.attached.append(site)
    always = [(body, site) for where, body, site in parts["instead"] if where is None]
    for _, site in always[1:]:
        report.error(
            "E0411", site.span, f"two rules replace `{action.name}`, and neither says when", label="the second",
            notes=[Note("the first", always[0][1].span)], help="say with `where` when each of them holds",
        )  # fmt: skip
    body = always[0][0] if always else own
    for where, text, site in reversed(parts["instead"]):
        if where is not None:
            body = (m.If(where, text, body, site),)
    action.body = (*_when(parts["before"]), *body, *_when(parts["after"]))


def _when(parts: Sequence[tuple[m.Expr | None, m.Body, m.Site]]) -> list[m.Statement]:
    found: list[m.Statement] = []
    for where, body, site in parts:
        found += [m.If(where, body, (), site)] if where is not None else body
    return found
