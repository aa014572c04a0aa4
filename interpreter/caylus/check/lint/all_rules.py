"""Every rule of a ruleset that is being checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caylus import model as m
from caylus.check.symbols import Symbols


def rules(symbols: Symbols, actions: Iterable[m.Action]) -> Iterator[object]:
    """The rules of values, conditions and actions: cases, modifiers, requirements and statements."""
    for entry in symbols.entries.values():
        if isinstance(entry.meaning, m.Value):
            yield from (part for case in entry.meaning.cases for part in case if part is not None)
            yield from entry.meaning.modifiers
        elif isinstance(entry.meaning, m.Condition):
            yield from entry.meaning.requires
    for action in actions:
        yield from action.body
