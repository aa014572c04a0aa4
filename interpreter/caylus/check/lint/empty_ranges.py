"""Ranges that hold no number, whatever anybody does: what goes through them is never done."""

from __future__ import annotations

from caylus import syntax as s
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic

from .constant_conditions import Judge


def check(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only. What a constant decides is open: a constant is there to be changed."""
    collector = Collector()
    judge = Judge(symbols)
    for node in symbols.nodes:
        if isinstance(node, s.Range) and all(_is_empty(node, judge, players) for players in judge.counts):
            help = "write the lower number first"
            collector.warning("W1015", node.span, "no number lies between these", "always empty", help=help)
    return None, collector.diagnostics


def _is_empty(node: s.Range, judge: Judge, players: int) -> bool:
    low, high = judge.number(node.low, players), judge.number(node.high, players)
    return low is not None and high is not None and low > high
