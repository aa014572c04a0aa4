"""The actions that each object does in its own way."""

from __future__ import annotations

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic, Note
from caylus.lang.suggest import nearest

from . import model as m
from .kinds import Written
from .names import Names
from .objects import Objects, scope_of
from .paths import field, fields
from .report import Report
from .statements import block
from .types import object_of, said


def check(names: Names, objects: Objects, written: Written) -> tuple[list[m.Action], tuple[Diagnostic, ...]]:
    """Fills in each object's version of its kind's actions, and lists them."""
    report = Report()
    for member, node in written.items():
        if isinstance(member, m.MemberAction) and isinstance(node, s.MemberAction):
            member.bodies[:] = [None] * len(member.kind.root.objects)
            for o in member.kind.objects:
                of = objects.nodes.get(o)
                own = next((b for b in of.behaviours if b.name.text == member.name), None) if of is not None else None
                text = own.body if own is not None else node.body
                if text is not None:
                    member.bodies[o.id] = _member_body(
                        member, node, o, text, own.span if own is not None else node.span, names, report
                    )
    for object_, of in objects.nodes.items():
        _check_behaviours(object_, of, report)
    made = [body for member in written if isinstance(member, m.MemberAction) for body in member.bodies if body is not None]
    return made, report.found


def _member_body(
    member: m.MemberAction, node: s.MemberAction, object_: m.Object, text: s.Block, span: s.Span, names: Names, report: Report
) -> m.Action:
    scope = scope_of(object_, names, report)
    params = tuple(scope.bind(p.name, v.type) for p, v in zip(node.params, member.params, strict=True))
    return m.Action(member.name, params, block(text, scope), False, [], scope.site(span))


def _check_behaviours(object_: m.Object, node: s.Object, report: Report) -> None:
    seen: dict[str, s.Span] = {}
    for behaviour in node.behaviours:
        name = behaviour.name
        known = field(object_.kind, name.text)
        if name.text in seen:
            report.error(
                "E0201",
                name.span,
                f"`{name.text}` is written twice",
                label="again here",
                notes=[Note("it stands here already", seen[name.text])],
            )
        elif not isinstance(known, m.MemberAction):
            guess = nearest(name.text, [f for f in fields(object_.kind) if isinstance(field(object_.kind, f), m.MemberAction)])
            report.error(
                "E0205",
                name.span,
                f"{said(object_of(object_.kind))} has no action `{name.text}`",
                label="unknown",
                help=f"did you mean `{guess}`?" if guess else "",
            )
        seen.setdefault(name.text, name.span)
