"""Whether every `repeat` can end: it has a limit, or somebody decides something each time round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caylus.lang.diagnostics import Diagnostic

from . import model as m
from .calls import bodies, called, statements
from .report import Report
from .ways import several_ways


def check(actions: Sequence[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """`actions` stand after those they do."""
    report = Report()
    deciding: set[m.Action] = set()
    for action in actions:
        if _decides(action.body, deciding):
            deciding.add(action)
        for statement in statements(action.body):
            if isinstance(statement, m.Repeat) and statement.limit is None:
                _check(statement, deciding, report)
    return None, report.found


def _check(repeat: m.Repeat, deciding: set[m.Action], report: Report) -> None:
    if repeat.condition is None and not any(isinstance(x, m.Stop) for x in _own(repeat.body)):
        report.error(
            "E0402",
            repeat.site.span,
            "this `repeat` never ends",
            label="no `while`, no `until`, no `stop`",
            help="say when it ends: `repeat until …`, or `stop` inside it",
        )
    elif not _decides(repeat.body, deciding):
        report.error(
            "E0402",
            repeat.site.span,
            "this `repeat` could go on for ever",
            label="nobody decides anything in it",
            help="give it a limit: `repeat … at most 10 times`",
        )


def _own(body: m.Body) -> Iterator[m.Statement]:
    """The statements of a `repeat` that are not in another `repeat` inside it."""
    for statement in body:
        yield statement
        if not isinstance(statement, m.Repeat):
            for inner in bodies(statement):
                yield from _own(inner)


def _decides(body: m.Body, deciding: set[m.Action]) -> bool:
    return any(_asks(x) or any(a in deciding for a in called(x)) for x in statements(body))


def _asks(statement: m.Statement) -> bool:
    match statement:
        case m.Choose(may=may, options=options):
            return (
                may
                or len(options) > 1
                or any(o.variables or any(several_ways(p.payment) for p in o.head if isinstance(p, m.Transfer)) for o in options)
            )
        case m.Transfer(verb="gain", payment=payment):
            return several_ways(payment)
    return False
