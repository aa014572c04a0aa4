"""Warn of pieces that get lost, or come from nowhere, where everything else keeps them."""

from __future__ import annotations

from caylus.analysis.conservation import Breach, Conservation
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note
from caylus.diagnostics.words import join_words
from caylus.limits import MOST_PLACES


def check(conservation: Conservation) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only."""
    collector = Collector()
    for breach in conservation.breaches():
        _report(breach, collector)
    return None, collector.diagnostics


def _report(breach: Breach, collector: Collector) -> None:
    places = join_words([f"`{place.name}`" for place in breach.invariant.places], "and")
    kept_by = dict.fromkeys(row.changes[-1].chain[-1].site.span for row in breach.invariant.kept_by)
    inside = [
        change.chain[-1].site.span for row in breach.rows for change in row.changes if change.place in breach.invariant.places
    ]
    notes = [Note("it changes here", span) for span in dict.fromkeys(inside) if span != breach.statement.site.span]
    notes += [Note("here the sum stays the same", span) for span in kept_by][: MOST_PLACES - len(notes)]
    message = "a piece gets lost here" if breach.change < 0 else "a piece comes from nowhere here"
    label = f"everywhere else, the sum of {places} stays the same"
    help = "take from one place as many as another place gets"
    collector.warning("W1048", breach.statement.site.span, message, label, notes=tuple(notes), help=help)
