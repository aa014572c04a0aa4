"""Tables and sequences: actions made of other actions and statements by a fixed plan."""

from __future__ import annotations

from collections.abc import Sequence

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Note

from . import model as m
from .attachments import Attached, Attachments
from .callables import standing
from .names import Names
from .report import Report
from .statements import block
from .types import object_of, with_article
from .values import parameter_scope


def table(node: s.Table, action: m.Action, names: Names, report: Report) -> m.Body:
    scope = parameter_scope(node, names, report)
    chosen, column = action.params[-2:]
    scope.bind_to(s.Name(node.by.span, node.by.text), chosen)
    scope.bind_to(node.column, column)
    kind = chosen.type.kind
    if kind is None:
        return ()
    width = len(node.rows[0].cells)
    made: dict[m.Object, m.Body] = {}
    where: dict[m.Object, s.Span] = {}
    for row in node.rows:
        if len(row.cells) != width:
            report.error(
                "E0314",
                row.span,
                f"this row has {len(row.cells)} cells, the first one {width}",
                label="not as long as the first",
                notes=[Note("the first row", node.rows[0].span)],
            )
        entry = names.look(row.name.text)
        object_ = entry.meaning if entry is not None else None
        cells = [block(cell, scope) for cell in row.cells]
        if not isinstance(object_, m.Object) or not object_.kind.within(kind):
            known = entry.said() if entry is not None else f"`{row.name.text}` is nothing in this ruleset"
            report.error(
                "E0314",
                row.name.span,
                f"{known}, but the rows of `{node.name.text}` are {kind.plural}",
                label=f"not {with_article(kind.name)}",
            )
        elif object_ in made:
            report.error(
                "E0314",
                row.name.span,
                f"`{object_.name}` has two rows in `{node.name.text}`",
                label="the second",
                notes=[Note("the first", where[object_])],
            )
        else:
            where[object_] = row.span
            made[object_] = _by_number(column, cells, scope.site(row.span))
    missing = [o for o in kind.objects if o not in made]
    if missing:
        listed = ", ".join(f"`{o.name}`" for o in missing)
        report.error(
            "E0314", node.name.span, f"`{node.name.text}` has no row for {listed}", label=f"one row for each of the {kind.plural}"
        )
    body: m.Body = ()
    for object_, cells_ in reversed(made.items()):
        test = m.Compare("==", m.Local(chosen), m.Const(object_.id, object_of(object_.kind)))
        body = (m.If(test, cells_, body, scope.site(where[object_])),)
    return body


def _by_number(column: m.Variable, cells: Sequence[m.Body], site: m.Site) -> m.Body:
    body: m.Body = ()
    for number, cell in reversed(list(enumerate(cells, 1))):
        body = (m.If(m.Compare("==", m.Local(column), m.Const(number, m.NUMBER)), cell, body, site),)
    return body


def sequence(node: s.Sequence, attachments: Attachments, names: Names, report: Report) -> m.Body:
    rule = standing(node)
    around = [a for a in attachments.get(node.name.text, []) if isinstance(a.node, s.AroundEach)]
    body: list[m.Statement] = []
    for name in node.members:
        entry = names.look(name.text)
        action = entry.meaning if entry is not None else None
        if not isinstance(action, m.Action):
            guess = names.nearest(name.text)
            said_ = entry.said() if entry is not None else f"`{name.text}` is nothing in this ruleset"
            if entry is None or entry.what not in ("action", "phase", "table", "sequence"):
                report.error(
                    "E0206" if entry is not None else "E0204",
                    name.span,
                    f"{said_}; a sequence is made of phases and actions",
                    label="cannot be done",
                    help=f"did you mean `{guess}`?" if entry is None and guess else "",
                )
            continue
        if action.params:
            report.error(
                "E0302",
                name.span,
                f"`{name.text}` needs {', '.join(f'`{p.name}`' for p in action.params)}, which a sequence does not give",
                label="takes parameters",
            )
            continue
        body += _each(around, "before", report)
        body.append(m.Do(action, (), rule.at(name.span)))
        body += _each(around, "after", report)
    return tuple(body)


def _each(around: Sequence[Attached], when: str, report: Report) -> list[m.Statement]:
    return [
        x
        for a in around
        if isinstance(a.node, s.AroundEach) and a.node.when == when
        for x in block(a.node.body, a.scope((), report))
    ]
