"""Check that every `repeat` can end: it has a limit, or somebody decides something in each turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from caylus import model as m
from caylus.diagnostics.diagnostic import Collector, Diagnostic, first_word
from caylus.model.walk import Doer, statements, walk_same_repeat
from caylus.syntax import Span

from .consequences import Consequences


def check(
    doers: Iterable[Doer], consequences: Consequences, faults: Collection[Span] = ()
) -> tuple[None, tuple[Diagnostic, ...]]:
    """Errors of loops without an end; of one with a fault in it nothing: what was meant there may be what ends it."""
    collector = Collector()
    for doer in doers:
        for statement in statements(doer.body) if isinstance(doer, m.Action) else ():
            is_endless = isinstance(statement, m.Repeat) and statement.limit is None
            if is_endless and not any(fault.is_inside(statement.site.span) for fault in faults):
                assert isinstance(statement, m.Repeat)
                _check(statement, consequences, collector)
    return None, collector.diagnostics


def _check(repeat: m.Repeat, consequences: Consequences, collector: Collector) -> None:
    place = first_word(repeat.site.span, "repeat")
    stops = any(isinstance(x, m.Stop) for x in walk_same_repeat(repeat.body))
    if repeat.condition is None and not stops and not consequences.ends(repeat.body):
        help = "say when: `repeat until …`, or `stop` inside it"
        collector.error("E0402", place, "this `repeat` never ends", "no `while`, no `until`, no `stop`", help=help)
    elif not consequences.decides(repeat.body):
        help = "give it a limit: `repeat … at most 10 times`"
        collector.error("E0402", place, "this `repeat` could go on for ever", "nobody decides anything in it", help=help)
