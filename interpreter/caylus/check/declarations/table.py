"""The lists and states of the table."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.type_names import kind_named
from caylus.check.scope import Scope
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic

from . import audiences, kinds
from .titles import make_title


def declare(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """The table's states and lists."""
    top = Scope.top(symbols)
    for entry, node in symbols.definitions_of(s.State):
        entry.meaning = state = kinds.state(node, None, top)
        state.audience = audiences.member_audience(state, None, node.audience, top)
    for entry, node_ in symbols.definitions_of(s.ListState):
        kind = kind_named(node_.kind, top, plural=True)
        if kind is not None:
            entry.meaning = list_ = m.ListState(entry.name, make_title(node_), kind, entry.span)
            list_.audience = audiences.member_audience(list_, None, node_.audience, top)
    return None, top.collector.diagnostics
