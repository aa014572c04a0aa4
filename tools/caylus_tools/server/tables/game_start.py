"""Begin the games of a table, and name the people who play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from caylus import Game, Ruleset, RulesetError, resume

from caylus_tools.server.storage.rows import SeatRow


class Beginning:
    """The same game at its first decision, as often as it is wanted: of a seed, or of a save."""

    def __init__(self, rules: Ruleset, seed: int, start: Mapping[str, Any] | None) -> None:
        self.rules = rules
        self._seed = seed
        self._save = None if start is None else {**start, "ruleset": {"layers": rules.layers, "variants": list(rules.variants)}}

    @property
    def base(self) -> int:
        """Return how many choices were made before it begins."""
        return len(self._save["choices"]) if self._save is not None else 0

    def game(self, labels: Sequence[str]) -> Game:
        """The game; `labels` are those of people's seats. Raises RulesetError and ValueError for a save that does not fit."""
        if self._save is None:
            return self.rules.new_game(labels, self._seed)
        return resume(self._save, self.rules, labels=(*labels, *self.rules.automata.values()))

    @cached_property
    def _recorded_choices(self) -> list[tuple[str, str]]:
        """The choices that a save records: whose each was, and the option. Raises RulesetError and ValueError."""
        if self._save is None or not self.base:
            return []
        told = resume(self._save, self.rules).transcript()["choices"]
        return [(choice["player"], choice["choice"]) for choice in told]

    @cached_property
    def choosers(self) -> list[str]:
        """The seats that made the choices of a save; nothing where it does not tell how it came about."""
        try:
            return [seat for seat, _ in self._recorded_choices]
        except (RulesetError, ValueError):
            return []

    def from_the_start(self, labels: Sequence[str]) -> tuple[Game, list[tuple[str, str]]]:
        """The game before anybody has chosen, and what a save tells of the choices since: whose each was, and the option."""
        return (self.replay_to(labels, 0) if self.base else self.game(labels)), self._recorded_choices

    def sooner(self, number: int) -> Beginning:
        """The same after fewer of the choices of its save. Raises IllegalChoice as `before` does."""
        game = resume(self._save or {}, self.rules)
        game.undo_to(number)
        return Beginning(self.rules, self._seed, game.save())

    def replay_to(self, labels: Sequence[str], number: int) -> Game:
        """The game of a save as it was after fewer choices. Raises IllegalChoice where it does not tell of them."""
        game = resume(self._save or {}, self.rules, labels=(*labels, *self.rules.automata.values()))
        game.undo_to(number)
        return game


def make_labels(rules: Ruleset, seats: Sequence[SeatRow]) -> list[str]:
    """The labels of people at seats: their own names, with the seat where a name alone could mislead."""
    called = [seat.label.casefold() for seat in seats]
    named = {seat.name.casefold() for seat in seats} | {name.casefold() for pair in rules.automata.items() for name in pair}
    labels = []
    for seat in seats:
        own = seat.label.casefold()
        is_plain = called.count(own) == 1 and own not in named - {seat.name.casefold()}
        labels.append((seat.label if is_plain else f"{seat.label} ({seat.name})") if own else seat.name)
    return labels
