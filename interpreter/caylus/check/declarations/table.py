"""The lists and states of the table."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.type_names import kind_named
from caylus.check.scope import Scope
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic

from . import audiences, kinds
from .titles import title_of


def declare(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """The table's states and lists."""
    top = Scope.top(symbols)
    for entry, node in symbols.defined(s.State):
        entry.meaning = state = kinds.state(node, None, top)
        state.audience = audiences.of(state, None, node.audience, top)
    for entry, node_ in symbols.defined(s.ListState):
        kind = kind_named(node_.kind, top, plural=True)
        if kind is not None:
            entry.meaning = list_ = m.ListState(entry.name, title_of(node_), kind, entry.span)
            list_.audience = audiences.of(list_, None, node_.audience, top)
    return None, top.collector.found
