"""A client of the library in a hundred lines: a table on a server, and players who know what is on their screen and no more.

Screens are JSON data. No text is ever taken apart: players go by what an option pays, gains and touches, and by the view.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import caylus

Screen = dict[str, Any]
Seat = str | caylus.Spectator


class Table:
    """A game on a server. Whoever asks for a screen is a seat, or `caylus.SPECTATOR`, who sees nothing hidden."""

    def __init__(self, rules: caylus.Ruleset, people: Sequence[str], seed: int) -> None:
        self.rules = rules
        self.game = rules.new_game(people, seed)

    def screen(self, seat: Seat, heard: int) -> Screen:
        """The screen for a seat that has heard of the events up to a number."""
        decision = self.game.decision
        choices = decision.options if decision is not None and decision.player == seat else ()
        news = self.game.events_for(seat, since=heard)
        return {
            "view": self.game.view(seat),
            "news": [{"number": event.number, "kind": event.kind, "player": event.player, **event.data} for event in news],
            "choices": [{"id": option.id, "cells": list(option.cells), **option.data} for option in choices],
            "about": decision.about if decision is not None else None,
        }

    def choose(self, seat: Seat, choice: str) -> None:
        """Raises `caylus.IllegalChoice`, which says why, and changes nothing."""
        if self.game.decision is None or self.game.decision.player != seat:
            raise caylus.IllegalChoice(f"it is not for {seat} to choose")
        self.game.choose(choice)

    def take_back(self, seat: str) -> bool:
        """Back to before the seat's last choice, if nobody has learnt anything or chosen since."""
        last = len(self.game.chosen) - 1
        if not self.game.can_undo_to(last, seat):
            return False
        self.game.undo_to(last)
        return True

    def resume(self, saved: str) -> None:
        self.game = caylus.resume(json.loads(saved), self.rules)


class Player:
    """Somebody before a screen who takes what brings most for what it costs; a spectator only looks on."""

    def __init__(self, seat: Seat, seed: int) -> None:
        self.seat = seat
        self.news: list[dict[str, Any]] = []
        self._draw = Random(seed)

    def look(self, table: Table) -> Screen:
        """The screen as it comes over the wire."""
        screen: Screen = json.loads(json.dumps(table.screen(self.seat, self.news[-1]["number"] if self.news else 0)))
        self.news += screen["news"]
        return screen

    def choice(self, screen: Screen) -> str:
        held = next(player["resources"] for player in screen["view"]["players"] if player["name"] == self.seat)
        worth = [self._worth(option, held) for option in screen["choices"]]
        best: list[str] = [option["id"] for option, value in zip(screen["choices"], worth, strict=True) if value == max(worth)]
        return self._draw.choice(best)

    def _worth(self, option: Mapping[str, Any], held: Mapping[str, int]) -> int:
        """The worth of a position: scarce things are worth more, and so is a place on the table."""
        gains = sum(amount * (2 if held[name] > 2 else 3) for name, amount in option["gains"].items())
        return int(gains - sum(option["pays"].values()) + 2 * bool(option["cells"]))


def play(rules: caylus.Ruleset, people: Sequence[str], seed: int) -> tuple[Table, dict[Seat, Player]]:
    """A whole game, with a spectator; some choices are taken back, and in the middle the server starts again."""
    table = Table(rules, people, seed)
    seats: tuple[Seat, ...] = (*table.game.players, caylus.SPECTATOR)
    players = {seat: Player(seat, seed) for seat in seats}
    while (decision := table.game.decision) is not None:
        screens = {seat: player.look(table) for seat, player in players.items()}
        player = players[decision.player]
        table.choose(player.seat, player.choice(screens[player.seat]))
        if len(table.game.chosen) % 3 == 0 and table.take_back(decision.player):
            table.choose(player.seat, player.choice(screens[player.seat]))
        if len(table.game.chosen) % 20 == 0:
            table.resume(json.dumps(table.game.save()))
    for watching in players.values():
        watching.look(table)
    return table, players
