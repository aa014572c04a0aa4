"""Tables and sequences: actions that put others together by a plan."""

from __future__ import annotations

from collections.abc import Sequence

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Note

from . import model as m
from .attachments import DOES, Attached
from .callables import scope_of, standing
from .scope import Scope
from .statements import block
from .types import object_of, with_article

MOST_CELLS = 32
"""How many rows a table may have, and how many columns."""


def table(node: s.Table, action: m.Action, top: Scope) -> m.Body:
    """The cell of the row and the column that the last two of the table's parameters name."""
    scope = scope_of(node, action.params, top)
    chosen, column = action.params[-2:]
    scope.bind_to(node.by, chosen)
    scope.bind_to(node.column, column)
    rows = [(row, [block(cell, scope) for cell in row.cells]) for row in node.rows]
    kind = chosen.type.kind
    if kind is None or not _is_whole(node, kind, scope):
        return ()
    body: m.Body = ()
    for row, cells in reversed(rows):
        object_ = scope.names.entries[row.name.text].meaning
        assert isinstance(object_, m.Object)
        body = (
            _pick(chosen, m.Const(object_.id, object_of(object_.kind)), _by_number(column, cells, row, scope), body, row, scope),
        )
    return body


def _by_number(column: m.Variable, cells: Sequence[m.Body], row: s.TableRow, scope: Scope) -> m.Body:
    body: m.Body = ()
    for number, cell in reversed(list(enumerate(cells, 1))):
        body = (_pick(column, m.Const(number, m.NUMBER), cell, body, row, scope),)
    return body


def _pick(variable: m.Variable, is_: m.Const, then: m.Body, otherwise: m.Body, row: s.TableRow, scope: Scope) -> m.If:
    return m.If(m.Compare("==", m.Local(variable), is_), then, otherwise, scope.site(row.span))


def _is_whole(node: s.Table, kind: m.Kind, scope: Scope) -> bool:
    """Whether every object of the kind has one row, and every row the same number of cells."""
    fine = True
    rows: dict[m.Object, s.TableRow] = {}
    for row in node.rows:
        entry = scope.names.look(row.name.text)
        object_ = entry.meaning if entry is not None else None
        fault = ""
        if len(row.cells) != len(node.rows[0].cells):
            fault, at = f"this row has {len(row.cells)} cells, the first {len(node.rows[0].cells)}", node.rows[0]
        if isinstance(object_, m.Object) and object_ in rows:
            fault, at = f"`{object_.name}` has two rows", rows[object_]
        if fault:
            scope.wrong("E0314", row, f"{fault} in `{node.name.text}`", "this row", notes=[Note("the first", at.span)])
            fine = False
        if isinstance(object_, m.Object) and object_.kind.within(kind):
            rows.setdefault(object_, row)
        elif entry is None or entry.meaning is not None:
            known = f"`{row.name.text}` is nothing in this ruleset" if entry is None else entry.said()
            help = scope.names.did_you_mean(row.name.text, [o.name for o in kind.objects]) if entry is None else ""
            message = f"{known}; the rows of `{node.name.text}` are {kind.plural}"
            scope.wrong("E0314", row.name, message, f"not {with_article(kind.name)}", help=help)
            fine = False
    missing = [f"`{o.name}`" for o in kind.objects if o not in rows]
    if fine and missing:
        message = f"`{node.name.text}` has no row for {', '.join(missing[:5])}{' …' if len(missing) > 5 else ''}"
        scope.wrong("E0314", node.name, message, f"one row for each of the {kind.plural}")
    if max(len(rows), len(node.rows[0].cells)) > MOST_CELLS:
        message = f"a table has at most {MOST_CELLS} rows and columns"
        scope.wrong("E0314", node.name, message, "too large", help="write several tables")
        return False
    return fine and len(kind.objects) == len(rows) == len(node.rows)


def sequence(node: s.Sequence, around: Sequence[Attached], top: Scope) -> m.Body:
    """Its members one after the other, with what goes before and after each."""
    body: list[m.Statement] = []
    scope = top.of_rule(standing(node))
    for name in node.members:
        entry = scope.resolve(name, DOES, "a phase or an action")
        if entry is None or not isinstance(entry.meaning, m.Action):
            continue
        if entry.meaning.params:
            takes = ", ".join(f"`{p.name}`" for p in entry.meaning.params)
            message = f"`{name.text}` takes {takes}, which a sequence does not give"
            scope.wrong("E0302", name, message, "takes something", notes=entry.here())
            continue
        body += _each("before", around, top)
        body.append(m.Do(entry.meaning, (), scope.site(name.span)))
        body += _each("after", around, top)
    return tuple(body)


def _each(when: str, around: Sequence[Attached], top: Scope) -> list[m.Statement]:
    wanted = [(a, a.node) for a in around if isinstance(a.node, s.AroundEach) and a.node.when == when]
    return [x for a, node in wanted for x in block(node.body, a.scope((), top))]
