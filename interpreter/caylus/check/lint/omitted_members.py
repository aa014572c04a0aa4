"""Objects that do not say what all others of their kind say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from caylus import model as m
from caylus import syntax as s
from caylus.check.declarations.objects import Objects
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic
from caylus.diagnostics.words import join_words

_FEWEST = 3
"""Others that make a habit."""


def check(symbols: Symbols, objects: Objects) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only: what a layer adds is held against what it finds, and one object against the rest."""
    collector = Collector()
    level = {file.path: file.level for file in symbols.files}
    by_kind: dict[m.Kind, list[s.Object]] = defaultdict(list)
    for object_, node in objects.items():
        by_kind[object_.kind].append(node)
    for kind, nodes in by_kind.items():
        symbols.spend(len(nodes))
        said = [(level[node.span.file], {setting.name.text for setting in node.settings}) for node in nodes]
        for number, node in enumerate(nodes):
            lacking = _lacking(number, said)
            if lacking:
                names = join_words([f"`{name}`" for name in lacking], "and")
                message = f"every other {kind.name} says what its {names} {'is' if len(lacking) == 1 else 'are'}"
                help = f"say it; if it is meant so, write it out, as in `{lacking[0]} nothing` or `{lacking[0]} 0`"
                collector.warning("W1019", node.name.span, message, f"`{node.name.text}` does not", help=help)
    return None, collector.diagnostics


def _lacking(number: int, said: Sequence[tuple[int, set[str]]]) -> list[str]:
    """The members that one object leaves out though all that were there before it give them; or all others, where none were.

    There one thing left out is nothing new: often it is what most properties come to that are not said.
    """
    level, own = said[number]
    below = [names for other, names in said if other < level]
    others = below or [names for place, (_, names) in enumerate(said) if place != number]
    lacking = sorted(set.intersection(*others) - own) if len(others) >= _FEWEST else []
    return lacking if below or len(lacking) > 1 else []
