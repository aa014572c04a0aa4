"""Everything that a seat can look at, as plain data: what two games have to show alike that the seat cannot tell apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import cache
from typing import Any

import caylus
from caylus.spaces import ActionSpace
from caylus_tools.bots import bot_named
from caylus_tools.learning.environment import Observations
from caylus_tools.screen.compose import compose
from caylus_tools.screen.marked import plain
from caylus_tools.screen.scene import Scene

MOST_PREVIEWS = 3
MOST_ADVISED = 8
LARGEST = 99
"""How far numbers go in an environment, where rules do not say."""

Shown = dict[str, Any]
"""What a seat is shown, by the surface that shows it."""


def seat_name(game: caylus.Game, seat: int) -> str | caylus.Spectator:
    """The library's name for a seat."""
    return game.players[seat] if seat >= 0 else caylus.SPECTATOR


def table(game: caylus.Game, seat: int) -> Shown:
    """The table, whoever decides."""
    player = seat_name(game, seat)
    components = game.names.components
    names = [*components.states, *components.lists, *components.rows, *game.players, *game.names.things]
    shown = {"view": game.view(player), "read": {name: game.read(name, player=player) for name in names}}
    if seat >= 0:
        for relative, seen in enumerate(_observations(game.rules, len(game.players))):
            shown[f"observation {relative}"] = seen.observe(game, seat).tolist()
    return shown


@cache
def _observations(rules: caylus.Ruleset, players: int) -> tuple[Observations, ...]:
    space = ActionSpace(rules, players, LARGEST)
    return Observations(rules, players, space, False), Observations(rules, players, space, True)


def events(game: caylus.Game, seat: int, since: int) -> list[dict[str, Any]]:
    """The events that the seat has been told since one of them."""
    return [
        {**asdict(event), "printed": str(event), "repr": repr(event)} for event in game.events_for(seat_name(game, seat), since)
    ]


def last_event(game: caylus.Game, seat: int) -> int:
    """The number of the last thing that the seat has been told; 0 before it has been told of anything."""
    told = game.events_for(seat_name(game, seat))
    return told[-1].number if told else 0


def decision(game: caylus.Game, seat: int, wanted: Iterable[str]) -> Shown:
    """The decision in hand, its options, and what whoever asks for something `wanted` is refused for."""
    asked = game.decision_for(seat_name(game, seat))
    if asked is None:
        return {"decision": None}
    return {
        "decision": (asked.player, asked.label, asked.question, asked.phase, asked.rules, asked.about),
        "place": (asked.rule, asked.title, asked.see, asked.file, asked.line),
        "options": [(o.id, o.text, o.data, o.cells, str(o), repr(o)) for o in asked.options],
        "printed": (str(asked), repr(asked), asked._repr_html_()),
        "errors": {id_: _refusal(asked, id_) for id_ in wanted},
    }


def _refusal(asked: caylus.Decision, id_: str) -> Any:
    """The reasons against a choice; whether it is an option after all."""
    try:
        return asked.find(id_).id
    except caylus.IllegalChoice as error:
        return str(error), [str(reason) for reason in error.reasons]


def _decides(game: caylus.Game, seat: int) -> bool:
    """Return whether a seat alone has to decide."""
    return game.seat == seat and len(game.decisions) == 1


def previews(game: caylus.Game, seat: int) -> Shown:
    """The screen of who may choose, and what it says that comes of the first options."""
    if not _decides(game, seat) or game.decision is None:
        return {}
    scene = Scene(game, game.decision_for(game.decision.player), since=10**9)  # what has happened is a surface of its own
    shown = compose(scene, 100, 40).lines if len(scene.choices) <= MOST_PREVIEWS else ()
    return {
        "screen": [*map(plain, shown), scene.projection],
        "previews": [scene.outcome(choice) for choice in scene.choices[:MOST_PREVIEWS]],
    }


def advice(game: caylus.Game, seat: int) -> Shown:
    """The advice of a bot to who may choose."""
    if not _decides(game, seat) or len(game.moves) > MOST_ADVISED:
        return {}
    try:
        return {"advice": bot_named("greedy", 1)(game)}
    except caylus.RuleFault:  # in a game that it makes up
        return {"advice": None}


def save(game: caylus.Game, seat: int) -> Shown:
    """The save that is given out to go on from."""
    return {"save": _answer_or_fault(lambda: game.save(seat_name(game, seat)))}


def past_moments(game: caylus.Game, seat: int) -> Shown:
    """The past of a game that knows how it began: its transcript, and how far back a player may go."""
    chosen = len(game.chosen)
    shown: Shown = {"transcript": _answer_or_fault(lambda: game.transcript(seat_name(game, seat)))}
    if seat >= 0:
        shown["undo"] = [game.can_undo_to(n, game.players[seat]) for n in range(max(0, chosen - 4), chosen)]
    return shown


def may_undo(game: caylus.Game, seat: int) -> bool:
    """Return whether a player may take back the last choice."""
    return seat >= 0 and game.can_undo_to(len(game.chosen) - 1, game.players[seat])


def _answer_or_fault(ask: Callable[[], Any]) -> Any:
    """The answer, if only that there is none."""
    try:
        return ask()
    except (caylus.RulesetError, ValueError) as refused:
        return type(refused).__name__, str(refused)


def differences(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The differences between two things shown, byte for byte, with their places."""
    if json.dumps(one) == json.dumps(other):
        return
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other):
            yield f"{path}, keys", list(one), list(other)
            return
        pairs = [(key, one[key], other[key]) for key in one]
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        pairs = [(number, a, b) for number, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        yield path, one, other
        return
    for key, a, b in pairs:
        yield from differences(a, b, f"{path}/{key}")
