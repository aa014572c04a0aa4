"""Tables and sequences: actions that put others together by a plan."""

from __future__ import annotations

from collections.abc import Sequence

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope
from caylus.check.statements.statements import block
from caylus.check.symbols import DOES
from caylus.check.types import object_type
from caylus.diagnostics.diagnostic import Note
from caylus.diagnostics.words import with_article
from caylus.limits import MOST_CELLS

from .attachments import Attached
from .callables import parameter_scope, standing


def table(node: s.Table, action: m.Action, top: Scope) -> tuple[m.Body, m.Table | None]:
    """The cell of the row and the column that the last two of the table's parameters name; and how all of it is written.

    Where the table is not whole, which is reported, there is neither.
    """
    scope = parameter_scope(node, action.params, top)
    chosen, column = action.params[-2:]
    scope.bind_to(node.by, chosen)
    scope.bind_to(node.column, column)
    cells = [[block(cell, scope) for cell in row.cells] for row in node.rows]
    objects = _objects(node, chosen.type.kind, scope) if chosen.type.kind is not None else None
    if objects is None:
        return (), None
    body: m.Body = ()
    for row, object_, texts in reversed(list(zip(node.rows, objects, cells, strict=True))):
        site = scope.site(row.span)
        numbered = [(m.Const(number, m.NUMBER), text) for number, text in enumerate(texts, 1)]
        body = _pick(chosen, [(m.Const(object_.id, object_type(object_.kind)), _pick(column, numbered, (), site))], body, site)
    written = [tuple(scope.source(cell) for cell in row.cells) for row in node.rows]
    return body, m.Table(action.site, tuple(zip(objects, written, strict=True)))


def _pick(variable: m.Variable, cases: Sequence[tuple[m.Const, m.Body]], otherwise: m.Body, site: m.Site) -> m.Body:
    for value, text in reversed(cases):
        otherwise = (m.If(m.Compare("==", m.Local(variable), value), text, otherwise, site),)
    return otherwise


def _objects(node: s.Table, kind: m.Kind, scope: Scope) -> list[m.Object] | None:
    """The objects of a table's rows; None where it is not whole, which is reported."""
    rows: dict[m.Object, s.TableRow] = {}
    first, unclear = node.rows[0], False
    for row in node.rows:
        object_ = _object(row, node, kind, scope)
        twin = rows.get(object_) if object_ is not None else None
        if len(row.cells) != len(first.cells):
            message = f"this row has {len(row.cells)} cells, the first {len(first.cells)}"
            scope.wrong("E0314", row, message, "this row", notes=[Note("the first", first.span)])
        if object_ is None:
            unclear = True
        elif twin is not None:
            message = f"`{object_.name}` has two rows in `{node.name.text}`"
            scope.wrong("E0314", row, message, "this row", notes=[Note("the first", twin.span)])
        else:
            rows[object_] = row
    missing = [f"`{o.name}`" for o in kind.objects if o not in rows]
    if missing and not unclear:
        message = f"`{node.name.text}` has no row for {', '.join(missing[:5])}{' …' if len(missing) > 5 else ''}"
        scope.wrong("E0314", node.name, message, f"one row for each of the {kind.plural}")
    if max(len(node.rows), len(first.cells)) > MOST_CELLS:
        message = f"a table has at most {MOST_CELLS} rows and columns"
        scope.wrong("E0314", node.name, message, "too large", help="write several tables")
        return None
    return list(rows) if len(rows) == len(node.rows) else None


def _object(row: s.TableRow, node: s.Table, kind: m.Kind, scope: Scope) -> m.Object | None:
    entry = scope.symbols.look(row.name.text, row.name.span)
    object_ = entry.object if entry is not None else None
    if object_ is not None and object_.kind.is_subkind_of(kind):
        return object_
    if entry is None or entry.meaning is not None:
        known = f"`{row.name.text}` is nothing in this ruleset" if entry is None else entry.describe()
        help = scope.symbols.did_you_mean(row.name.text, [o.name for o in kind.objects]) if entry is None else ""
        message = f"{known}; the rows of `{node.name.text}` are {kind.plural}"
        scope.wrong("E0314", row.name, message, f"not {with_article(kind.name)}", help=help)
    return None


def sequence(node: s.Sequence, around: Sequence[Attached], top: Scope) -> tuple[m.Body, tuple[int, int]]:
    """Its members one after the other, with what goes before and after each, and how many statements these are."""
    body: list[m.Statement] = []
    scope = top.for_rule(standing(node))
    before: list[m.Statement] = []
    after: list[m.Statement] = []
    for name in node.members:
        entry = scope.resolve(name, DOES, "a phase or an action")
        if entry is None or not isinstance(entry.meaning, m.Action):
            continue
        if entry.meaning.params:
            takes = ", ".join(f"`{p.name}`" for p in entry.meaning.params)
            message = f"`{name.text}` takes {takes}, which a sequence does not give"
            scope.wrong("E0302", name, message, "takes something", notes=entry.here())
            continue
        before, after = _each("before", around, top), _each("after", around, top)
        body += [*before, m.Do(entry.meaning, (), scope.site(name.span)), *after]
    return tuple(body), (len(before), len(after))


def _each(when: str, around: Sequence[Attached], top: Scope) -> list[m.Statement]:
    wanted = [(a, a.node) for a in around if isinstance(a.node, s.AroundEach) and a.node.when == when]
    return [x for a, node in wanted for x in block(node.body, a.scope((), top))]
