"""Names and values in descriptions of positions that the rules do not have, found without playing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from caylus.codegen.state_layout import Layout, lay_out
from caylus.model.components import DECLINE
from caylus.model.walk import every_statement

from .names import Names, UnknownThing
from .seats import check_seats, seating
from .start import number_draws, parse_arguments, write

if TYPE_CHECKING:
    from caylus.codegen import Program
    from caylus.model import Model

    from .ruleset import Ruleset


class PositionFault(NamedTuple):
    """A fault of a description: the part of it, with the keys that lead there, what is wrong, and what helps."""

    part: tuple[str | int, ...]
    message: str
    help: str


class _Outline(NamedTuple):
    """Of a program, all that names are found by."""

    layout: Layout


class PositionChecker:
    """Finds what `Ruleset.position` would not accept, with what a position is compared with and who chooses."""

    code = "E0626"
    """That of a diagnostic which says such a fault."""

    def __init__(self, rules: Ruleset, model: Model) -> None:
        self._rules = rules
        self._model = model
        self._layouts: dict[int, Layout] = {}
        self.resources = frozenset(resource.name for resource in model.resources)
        chosen = (option.name for x in every_statement(model) for option in getattr(x, "options", ()))
        self.options = frozenset((*chosen, DECLINE))
        """The names of all options: what the id of a choice begins with, but for amounts that are gained, paid or lost."""

    def players(self, players: Sequence[str]) -> tuple[str, ...]:
        """All who play, those that rules play included. Raises ValueError for players that the rules do not admit."""
        everybody = seating(self._rules, players)
        check_seats(self._rules, everybody, lambda: self._model.kinds)
        return everybody

    def faults(
        self,
        players: Sequence[str],
        begin: str | None,
        given: Mapping[str, Any],
        *,
        arguments: Mapping[str, Any],
        setup: str | None,
        draws: Sequence[Sequence[str | int]],
        then: Mapping[str, Any],
    ) -> Iterator[PositionFault]:
        """Every fault of a position, and of what is expected to lie there `then`."""
        try:
            everybody = self.players(players)
        except ValueError as error:
            yield PositionFault(("players",), str(error), "")
            return
        layout = self._layouts.setdefault(len(everybody), lay_out(self._model, len(everybody)))
        names = Names(cast("Program", _Outline(layout)), everybody)
        for part, name, with_ in (("setup", setup, {}), ("begin", begin, arguments)):
            try:
                if name is not None:
                    parse_arguments(names, name, self._model.actions, with_)
            except UnknownThing as error:
                yield PositionFault((part,), error.reason, error.help)
        for number, draw in enumerate(draws):
            try:
                number_draws(names, [draw], is_open=True)
            except UnknownThing as error:
                yield PositionFault(("draws", number), error.reason, error.help)
        for part, described in (("given", given), ("then", then)):
            for key, value in described.items():
                try:
                    write(names, list(layout.initial), key, value)
                except UnknownThing as error:
                    is_key = part == "then" and error.wrong == error.path[-1]  # which nothing there can be compared with
                    reason = f"there is no {', '.join(error.path)}" if is_key else error.reason
                    yield PositionFault((part, *error.path), reason, error.help)
