"""Check that every `repeat` can end: it has a limit, or somebody decides something in each turn."""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m
from caylus.diagnostics.diagnostic import Collector, Diagnostic, first_word
from caylus.model.walk import Doer, statements, walk_same_repeat

from .consequences import Consequences


def check(doers: Iterable[Doer], consequences: Consequences) -> tuple[None, tuple[Diagnostic, ...]]:
    collector = Collector()
    for doer in doers:
        for statement in statements(doer.body) if isinstance(doer, m.Action) else ():
            if isinstance(statement, m.Repeat) and statement.limit is None:
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
