"""The effects of options that carry out a cell of a table: a column chosen by its number says nothing of what it gives."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.model.walk import every_statement

from .consequences import make_place
from .decompose_model import rows
from .expressions import Expressions, is_player
from .phrases import Phrases, join_deeds
from .prose import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caylus import Decision, Option, Ruleset

NOTHING = "nothing"


class Cells:
    """Of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        phrases = Phrases(Expressions(rules.model, None, is_player))
        self._calls: dict[tuple[str, str, int, str], m.Do] = {}
        self._cells: dict[str, dict[str, list[str]]] = {}
        for statement in every_statement(rules.model):
            for option in statement.options if isinstance(statement, m.Choose) else ():
                match option.body:
                    case (m.Do(action=action) as call,) if action.table is not None:
                        self._calls[(*make_place(statement.site), option.name)] = call
        for name, action in rules.model.actions.items():
            if action.table is not None:
                told = ((of.name, [_describe(cell, phrases) for cell in cells]) for of, cells in rows(action))
                self._cells[name] = dict(told)

    def effects(self, decision: Decision) -> list[str]:
        """List the effect of the cell that each option of a decision carries out; empty for options that carry out none."""
        return [self._effect(decision, option) for option in decision.options]

    def _effect(self, decision: Decision, option: Option) -> str:
        call = self._calls.get((decision.rule, decision.file, decision.line, option.data["option"]))
        if call is None:
            return ""
        _, row, column = _values(call.arguments, {**decision.about, **option.data["choices"]})
        cells = self._cells[call.action.name].get(str(row), [])
        return cells[column - 1] if isinstance(column, int) and 0 < column <= len(cells) else ""


def _describe(cell: m.Body, phrases: Phrases) -> str:
    """The gains of a cell for whoever chooses it, who may leave it as well."""
    match phrases.deeds(cell):
        case []:
            return NOTHING
        case [deed]:
            return plain(deed.prose)
        case deeds:
            return plain(join_deeds(deeds))


def _values(arguments: Sequence[m.Expr], known: Mapping[str, object]) -> list[object]:
    """The names and numbers that are known of the arguments of a table."""
    return [known.get(argument.variable.name) if isinstance(argument, m.Local) else None for argument in arguments[-3:]]


@lru_cache(maxsize=64)
def load_cells(rules: Ruleset) -> Cells:
    return Cells(rules)
