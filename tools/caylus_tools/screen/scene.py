"""A moment of a game as one person sees it: all that a screen is composed of, asked of the game once."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from caylus_tools.verbalize import log
from caylus_tools.verbalize.breakdown import breakdown
from caylus_tools.verbalize.option_texts import load_cells

from .choices import Choice, choices, space_keys
from .layout import Row, layout, order_of_players
from .names import Names
from .outcomes import Outcomes
from .words import load_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from caylus import Decision, Game

_WORLDS = 3
"""A projection is told where it is the same in so many games that the player could be in."""


class Scene:
    """`decision` as the player who makes it sees it (`Game.decision_for`), None at the end; `since` the number of the last event
    that they had been told when they last decided. The `seed` is shown where it is given: it foretells all draws, so
    whoever shows a scene has to know that its players know it.

    The game may go on meanwhile: what is worked out only when it is asked for is worked out on copies.
    """

    def __init__(self, game: Game, decision: Decision | None, since: int = 0, seed: int | None = None) -> None:
        self.rules, self.labels, self.words = game.rules, game.labels, load_words(game.rules)
        self.names = Names(game)
        self.player = decision.player if decision is not None else None
        self.decision, self.seed, self.since = decision, seed, since
        self.view: Mapping[str, Any] = game.view(self.player)
        self.layout = layout(game.rules, self.view)
        self.events = game.events_for(self.player)
        self.result = game.result if game.over else None
        self.ready, self.waiting = game.ready, game.waiting
        self.keys = space_keys(self.layout.rows, self.view, self.player, self.names.signs)
        self.choices: tuple[Choice, ...] = ()
        self._outcomes: dict[str, str] = {}
        self._described: dict[str, str] = {}
        self._effects: dict[str, str] = {}
        if decision is not None:
            prices = [self.words.price(option.data["pays"]) for option in decision.options]
            self.choices = choices(decision, self.words.texts(decision), prices, self.keys)
            self._trials = Outcomes(game, decision, self.view)
            self._effects_of_cells = load_cells(self.rules).effects(decision)
        self.projection = self._project_points(game)

    def _project_points(self, game: Game) -> int | None:
        """The points of the player if the game ended now, as far as they can know them."""
        name = self.rules.manifest.get("project")
        if name is None or self.player is None or (name not in self.rules.model.actions and name not in self.rules.model.values):
            return None
        worlds = range(_WORLDS if game.keeps_secrets else 1)
        found = {(game.imagine(self.player, world).project_points(name) or {}).get(self.player) for world in worlds}
        return found.pop() if len(found) == 1 else None

    @cached_property
    def usual_price(self) -> tuple[str, bool]:
        """The price that most of the choices have that stand on the board alone, and whether all have it; empty without such."""
        prices = Counter(choice.price for choice in self.choices if choice.cell and not choice.is_listed)
        price, times = prices.most_common(1)[0] if prices else ("", 0)
        return (price, len(prices) == 1) if 2 * times > prices.total() else ("", False)

    def outcome(self, choice: Choice) -> str:
        """The immediate outcome of a choice, or what the rules say of what it chooses."""
        if choice.key not in self._outcomes:
            if self._effects_of_cells[choice.number]:
                return self._outcomes.setdefault(choice.key, self._tell_obstacle(choice))
            told = "" if choice.cell or self._heads_row(choice) else self._thing_tags(choice)
            self._outcomes[choice.key] = told or self._trials.describe(choice.number) or self._thing_tags(choice)
        return self._outcomes[choice.key]

    def _tell_obstacle(self, choice: Choice) -> str:
        """What keeps the player from what a choice says that it gives."""
        obstacle = self._trials.obstacle(choice.number)
        return f"now you {obstacle}" if obstacle else ""

    def describe(self, choice: Choice) -> str:
        """The immediate outcome of a choice, and the effect of the space where it is, unless it is where a marker goes."""
        if choice.key not in self._described:
            effect = self.words.does(choice.cell, self.view, choice.text) if choice.cell else ""
            if effect and self._trials.moves_marker(choice.number, choice.option):
                effect = ""
            self._described[choice.key] = ". ".join(filter(None, (self.outcome(choice), effect)))
        return self._described[choice.key]

    def _heads_row(self, choice: Choice) -> bool:
        """Return whether a choice takes a row of a table of the rules, of which some cells may be had now."""
        chosen = {str(thing) for thing in choice.option.data["choices"].values()}
        return any(not chosen.isdisjoint(self.words.cells(table)) for table in self.rules.model.tables)

    def effect(self, name: str) -> str:
        """The effect of a thing, or of the thing on a space, in a few words."""
        if name not in self._effects:
            self._effects[name] = self.words.effect(name, self.view)
        return self._effects[name]

    def _thing_tags(self, choice: Choice) -> str:
        chosen = [str(thing) for thing in choice.option.data["choices"].values()]
        return "; ".join(filter(None, (self.words.does(name, self.view, f"{choice.text} {choice.price}") for name in chosen)))

    @property
    def notices(self) -> list[str]:
        """Titles of the notices that hold while the game goes on."""
        names = self.rules.manifest.get("notices", ()) if self.result is None else ()
        return [self.rules.model.values[name].site.title for name in names if self.view["values"].get(name) is True]

    @cached_property
    def news(self) -> list[log.Line]:
        """The events since the player last decided, line by line."""
        return self.log(self.since)

    def log(self, since: int = 0) -> list[log.Line]:
        """The events since the one of a number."""
        return log.render_log(self.events, self.rules, self.labels, since)

    @cached_property
    def sources(self) -> dict[str, dict[str, int]]:
        """The points of each player by what brought them, as far as whoever looks has been told."""
        return breakdown(self.events, self.rules, self.view["scores"])

    @cached_property
    def order(self) -> list[Mapping[str, Any]]:
        """The players in the order that the table has, if it has one."""
        players = {player["name"]: player for player in self.view["players"]}
        order = order_of_players(self.layout.header, self.view)
        return [players[name] for name in (self.view["lists"][order] if order else players)]

    @property
    def rows(self) -> list[Row]:
        return self.layout.rows
