"""What is no mistake, but looks like one: names nobody uses, statements nobody reaches."""

from __future__ import annotations

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic

from . import model as m
from .kinds import Written
from .names import Names
from .order import walk
from .report import Report

_SHOULD_BE_USED = {
    "resource",
    "group",
    "constant",
    "scale",
    "list",
    "state",
    "value",
    "condition",
    "action",
    "phase",
    "table",
    "sequence",
}


def check(names: Names, written: Written) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only."""
    report = Report()
    for entry in names.entries.values():
        if not entry.used and entry.what in _SHOULD_BE_USED:
            report.warning(
                "W1001",
                entry.span,
                f"the {entry.what} `{entry.name}` is never used",
                label="nothing asks for it",
                help="use it or remove it",
            )
    for field in written:
        if (
            isinstance(field, (m.Property, m.State))
            and field not in names.read
            and field.kind is not None
            and field.kind.called != field.name
        ):
            report.warning(
                "W1002",
                field.span,
                f"`{field.name}` of `{field.kind.name}` is never used",
                label="nothing asks for it",
                help="use it or remove it",
            )
    for file in names.files:
        for node in walk(file.definitions):
            if isinstance(node, s.Block):
                _after_stop(node, report)
    return None, report.found


def _after_stop(block: s.Block, report: Report) -> None:
    for stop, after in zip(block.statements, block.statements[1:], strict=False):
        if isinstance(stop, s.Stop):
            report.warning(
                "W1003", after.span, "nothing after `stop` is ever done", label="never reached", help="put it before `stop`"
            )
