"""Warn of names that nobody uses and of statements that are never reached."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from caylus import model as m
from caylus import syntax as s
from caylus.check.declarations.kinds import Written
from caylus.check.symbols import Entry, Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic

_FOR_USE = {
    "resource", "group", "constant", "scale", "list", "state", "value", "condition", "action", "phase", "table", "sequence",
}  # fmt: skip


def check(symbols: Symbols, written: Written, shown: Collection[str]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only; of nothing that has one of the names `shown`."""
    collector = Collector()
    for entry in symbols.entries.values():
        if not entry.used and entry.what in _FOR_USE and entry.name not in shown:
            message = f"the {entry.what} `{entry.name}` is never used"
            collector.warning("W1001", entry.span, message, "nothing asks for it", help=_help(entry))
    for field in written:
        if not isinstance(field, m.MemberAction) and field not in symbols.read and not _lends_a_name(field):
            owner = field.owner if isinstance(field, m.ListState) else symbols.player if isinstance(field, m.Row) else field.kind
            message = f"`{field.name}` of `{owner.name if owner else ''}` is never used"
            collector.warning("W1002", field.span, message, "nothing asks for it", help="use it or remove it")
    for node in symbols.nodes:
        if isinstance(node, s.Block):
            for last, after in pairwise(node.statements):
                if isinstance(last, (s.Stop, s.EndGame)):
                    words = "stop" if isinstance(last, s.Stop) else "end game"
                    collector.warning("W1003", after.span, f"nothing after `{words}` is ever done", "never reached")
    return None, collector.diagnostics


def _help(entry: Entry) -> str:
    if entry.what == "phase":
        return f"name it in a sequence, as by `insert {entry.name} before … in …`, `do` it, or remove it"
    return "use it or remove it"


def _lends_a_name(field: m.Property | m.State | m.ListState | m.Row) -> bool:
    return not isinstance(field, (m.ListState, m.Row)) and field.kind is not None and field.kind.called == field.name
