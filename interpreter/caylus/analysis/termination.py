"""Whether every `repeat` can end: it has a limit, or somebody decides something each time round."""

from __future__ import annotations

from collections.abc import Container, Iterable

from caylus import model as m
from caylus.diagnostics.collector import Collector, first_word
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.model.payment_choices import several_ways
from caylus.model.walk import Doer, done_by, in_the_same_repeat, statements


def check(doers: Iterable[Doer]) -> tuple[None, tuple[Diagnostic, ...]]:
    """`doers` stand after those they do."""
    collector = Collector()
    deciding: set[Doer] = set()
    for doer in doers:
        if isinstance(doer, m.MemberAction):
            if any(body in deciding for body in doer.bodies):
                deciding.add(doer)
            continue
        if _decides(doer.body, deciding):
            deciding.add(doer)
        for statement in statements(doer.body):
            if isinstance(statement, m.Repeat) and statement.limit is None:
                _check(statement, deciding, collector)
    return None, collector.found


def _check(repeat: m.Repeat, deciding: Container[Doer], collector: Collector) -> None:
    place = first_word(repeat.site.span, "repeat")
    if repeat.condition is None and not any(isinstance(x, m.Stop) for x in in_the_same_repeat(repeat.body)):
        help = "say when: `repeat until …`, or `stop` inside it"
        collector.error("E0402", place, "this `repeat` never ends", "no `while`, no `until`, no `stop`", help=help)
    elif not _decides(repeat.body, deciding):
        help = "give it a limit: `repeat … at most 10 times`"
        collector.error("E0402", place, "this `repeat` could go on for ever", "nobody decides anything in it", help=help)


def _decides(body: m.Body, deciding: Container[Doer]) -> bool:
    return any(_asks(x) or done_by(x) in deciding for x in statements(body))


def _asks(statement: m.Statement) -> bool:
    match statement:
        case m.Choose(may=may, options=options):
            payments = [x.payment for o in options for x in o.head if isinstance(x, m.Transfer)]
            return may or len(options) > 1 or bool(options[0].variables) or any(several_ways(p) for p in payments)
        case m.Transfer(verb="gain", payment=payment):
            return several_ways(payment)
    return False
