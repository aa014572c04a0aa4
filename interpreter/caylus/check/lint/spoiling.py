"""Choices made at once that one player may spoil for another, with nobody saying what then."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.analysis.interference import Spoiling
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, first_word
from caylus.model.walk import every_statement, question


def check(symbols: Symbols, model: m.Model) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only."""
    collector = Collector()
    considered = {node.span for node in symbols.nodes if isinstance(node, s.Choose) and node.otherwise is not None}
    spoiling = Spoiling(model)
    for loop in every_statement(model):
        if not isinstance(loop, m.ForEach) or not loop.at_once:
            continue
        _, choose, _ = question(loop)
        spoilt = spoiling.spoiled_things(loop)
        if spoilt and choose.site.span not in considered:
            message = "what one player does here may spoil what another has chosen"
            label = f"it asks for {' and '.join(f'`{held.name}`' for held in spoilt)}, and changes it"
            help = (
                "say with `else { … }` what then becomes of whoever comes later; "
                "or let all choose into a state of their own, and say behind the loop what comes of it"
            )
            place = first_word(choose.site.span, "may" if choose.may else "choose")
            collector.warning("W1011", place, message, label, help=help)
    return None, collector.diagnostics
