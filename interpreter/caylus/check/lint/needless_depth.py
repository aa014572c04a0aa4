"""Warn of a depth that is given although nothing recurs."""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m
from caylus.diagnostics.diagnostic import Collector, Diagnostic


def check(useless: Iterable[m.Do | m.DoMember]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only."""
    collector = Collector()
    for doing in useless:
        message = f"`{doing.action.name}` never leads back to here, so that nothing is deep"
        help = f"leave out `at most {doing.deep} deep`"
        collector.warning("W1014", doing.site.span, message, "done once, and not inside itself", help=help)
    return None, collector.diagnostics
