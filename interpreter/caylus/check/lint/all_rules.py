"""Every rule of a ruleset that is being checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caylus import model as m
from caylus.check.symbols import Symbols


def rules(symbols: Symbols, actions: Iterable[m.Action]) -> Iterator[object]:
    """The rules of values, conditions and actions: cases, modifiers, requirements and statements."""
    for meaning in (*(entry.meaning for entry in symbols.entries.values()), *symbols.bent.values()):
        if isinstance(meaning, m.Value):
            yield from (part for case in meaning.cases for part in case if part is not None)
            yield from meaning.modifiers
        elif isinstance(meaning, m.Condition):
            yield from meaning.requires
    for action in actions:
        yield from action.body
