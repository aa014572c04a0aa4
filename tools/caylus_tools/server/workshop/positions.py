"""A position that somebody sets up, the choices in it, and the same as a scenario or as a game to play."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import IllegalChoice, RuleFault, RulesetError, UnknownThing
from caylus import model as m
from caylus.analysis.conservation import find_invariants
from caylus.documents import accept
from caylus.loading import library

from caylus_tools.bots import USUAL, greedy_bot
from caylus_tools.play.start import HUMAN
from caylus_tools.server import Refused
from caylus_tools.server.processes import CHOICE_LIMITS, TOO_MANY, has_too_many_options
from caylus_tools.server.rules.jobs import load_stack
from caylus_tools.server.rules.stack import Stack
from caylus_tools.server.tables.message import render_decision, render_options
from caylus_tools.testing.scenarios import parse, run
from caylus_tools.testing.side_by_side import Split, Start, split_scenario
from caylus_tools.verbalize.log import Log

from .making import clamp_players

if TYPE_CHECKING:
    from caylus import Game, Ruleset

SEED = 1
"""A page that asks again sees the same game."""
SECONDS = 5.0
"""Of computing, after which bots do not come to the round that is wished for."""


class Position(NamedTuple):
    """A position: that of a `view`, or that of a game of bots in a round, 0 being its beginning; what is `given` is written on
    it, and then `choices` are made.
    """

    players: int = 0
    round: int = 0
    view: Mapping[str, Any] | None = None
    given: Mapping[str, Any] = {}
    choices: tuple[str, ...] = ()


def show_position(folder: Path | None, stack: Stack, position: Position) -> dict[str, Any]:
    """The table in a position, who decides what, and what has been told since it began. Raises Refused."""
    rules = load_stack(folder, stack)
    game, start = _reach(rules, position)
    heard = 0 if position.view is not None else len(start.events)  # a phase that asks nothing has been told already
    log = Log(rules, game.labels)
    lines = log.lines(game.events[heard:])
    decision = game.decision
    return {
        "start": start.view(),
        "view": game.view(),
        "over": game.over,
        "decision": render_decision(decision),
        "options": render_options(game, decision) if decision is not None else [],
        "log": [{"text": line.text, "file": line.file, "line": line.line} for line in lines],
    }


def save_position(folder: Path | None, stack: Stack, position: Position) -> dict[str, Any]:
    """A save that goes on from a position, with bots in all seats but the first. Raises Refused."""
    rules = load_stack(folder, stack)
    game, _ = _reach(rules, position)
    if game.over:
        raise Refused("bad", "The game is over in this position: there is nothing to play.")
    return game.save(None, [HUMAN, *[USUAL] * (len(game.players) - len(rules.automata) - 1)])


def write_situation(folder: Path | None, stack: Stack, position: Position, name: str) -> dict[str, Any]:
    """A position with its choices as the text of a file with one scenario, which holds under these rules. Raises Refused."""
    rules = load_stack(folder, stack).with_limits(CHOICE_LIMITS)
    _, start = _reach(rules, position)
    view, set_up = start.view(), start.start.position
    if set_up is not None:
        begun = _shortest_start(rules, Start(_people(rules, view), begin=set_up.begin, given=set_up.given))
    elif view["phase"] is not None and position.round:
        given = library.given_in_view(view)
        begun = _shortest_start(rules, Start(_people(rules, view), begin=view["phase"]["name"], given=given))
    else:
        draws = tuple(tuple(draw) for draw in start.transcript()["draws"])
        begun = Start(_people(rules, view), given={}, draws=draws)
    choices = _made(start, position.choices)
    try:
        if begun.begin is not None and not _is_within_action(rules, begun, choices):
            begun = replace(begun, round=set_up.round if set_up is not None else view["round"])
        text = split_scenario(rules, Split(begun, choices, ""), name)
        (scenario,) = parse(text, "scenarios/new.yaml")
    except (IllegalChoice, RulesetError, RuleFault, ValueError) as error:
        raise Refused("bad", f"This position cannot be written as a scenario: {error}") from None
    return {"text": text, "holds": run(rules, scenario).is_passed}


def _is_within_action(rules: Ruleset, start: Start, choices: tuple[tuple[str, str], ...]) -> bool:
    """Return whether the action that a start begins with asks for all the choices: a phase ends, and the game goes on."""
    game = start.game(rules)
    for player, choice in choices:
        if game.over:
            return False
        game.choose(choice, player)
    return True


def _made(start: Game, choices: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Each choice with the player who makes it."""
    game, made = start.copy(), []
    for choice in choices:
        made.append((game.players[game.seat], choice))
        game.choose(choice)
    return tuple(made)


def _people(rules: Ruleset, view: Mapping[str, Any]) -> tuple[str, ...]:
    """The players without those that rules play."""
    names = [player["name"] for player in view["players"]]
    return tuple(names[: len(names) - len(rules.automata)])


def _shortest_start(rules: Ruleset, start: Start) -> Start:
    """A start without what lies there by itself: each fact is left out that changes nothing of the table."""
    wanted, until = start.game(rules).view(), time.thread_time() + SECONDS
    parts: list[tuple[str, ...]] = [(name,) for name in start.given or {}]
    while parts and time.thread_time() < until:
        part = parts.pop(0)
        less = replace(start, given=_without(start.given or {}, part))
        if _view_of(rules, less) == wanted:
            start = less
        elif len(part) == 1 and isinstance(held := (start.given or {})[part[0]], Mapping):
            parts += [(*part, key) for key in held]
    return start


def _without(given: Mapping[str, Any], part: tuple[str, ...]) -> dict[str, Any]:
    """The given things, without one of them or one state of it."""
    name, *key = part
    if key:
        return {**given, name: {inner: value for inner, value in given[name].items() if inner != key[0]}}
    return {other: value for other, value in given.items() if other != name}


def _view_of(rules: Ruleset, start: Start) -> Mapping[str, Any] | None:
    """The table at a start; None where no game begins there."""
    try:
        return start.game(rules).view()
    except (RuleFault, ValueError):
        return None


def _reach(rules: Ruleset, position: Position) -> tuple[Game, Game]:
    """The game in a position, and the same before its choices. Raises Refused."""
    try:
        game = _begin(rules.with_limits(CHOICE_LIMITS), position)
        start = game.copy(events=True)
        for choice in position.choices:
            game.choose(choice)
        if has_too_many_options(game):
            raise Refused("too_long", TOO_MANY)
        return game, start
    except UnknownThing as error:
        raise Refused("bad", f"{'.'.join(map(str, error.path))}: {error}" if error.path else str(error)) from None
    except RuleFault as fault:
        raise Refused("broken_rules", f"The rules break in this position: {fault}") from None
    except IllegalChoice as error:
        raise Refused("illegal", str(error)) from None
    except (RulesetError, ValueError) as error:
        raise Refused("bad", f"This is no position of these rules: {error}") from None


def _begin(rules: Ruleset, position: Position) -> Game:
    if position.view is not None:
        return _write_on(rules, position.view, position.given)
    game = rules.new_game(clamp_players(rules, position.players), seed=SEED)
    bot, until = greedy_bot(SEED), time.thread_time() + SECONDS
    while game.moves and game.rounds < position.round and time.thread_time() < until:
        game.play(bot(game))
    return _write_on(rules, game.view(), position.given) if position.given else game


def _write_on(rules: Ruleset, view: Mapping[str, Any], given: Mapping[str, Any]) -> Game:
    """The game that a view shows, with what is given: of a place, a thing or a player only the states that are named."""
    there = library.given_in_view(accept(view, "the view", "view").value)
    changes = {name: {**there[name], **value} if _has_parts(there.get(name), value) else value for name, value in given.items()}
    names = [player["name"] for player in view["players"]]
    for hand, places in _find_hands(rules):
        before, after = _count_pieces(there, names, places), _count_pieces({**there, **changes}, names, places)
        for name in names:
            if before[name] != after[name] and hand not in given.get(name, {}):
                left = max(0, there[name][hand] + before[name] - after[name])
                changes[name] = {**changes.get(name, there[name]), hand: left}
    return rules.position(view, changes)


@lru_cache(maxsize=8)
def _find_hands(rules: Ruleset) -> list[tuple[str, tuple[str, ...]]]:
    """The numbers of players that count pieces off the table, each with the states and lists that the pieces go to."""
    found = []
    for one in find_invariants(rules.model):
        hands = [place for place in one.places if _is_of_player(place)]
        if one.kind.is_player and len(hands) == 1 and isinstance(hands[0], m.State) and hands[0].type == m.NUMBER:
            found.append((hands[0].name, tuple(place.name for place in one.places if place is not hands[0])))
    return found


def _is_of_player(place: m.Resource | m.State | m.ListState) -> bool:
    return isinstance(place, m.Resource) or (place.owner is not None and place.owner.is_player)


def _count_pieces(there: Mapping[str, Any], players: list[str], places: tuple[str, ...]) -> Counter[str]:
    """The pieces of each player in states and lists of the table and of all that lies on it."""
    things = [there, *(thing for name, thing in there.items() if isinstance(thing, Mapping) and name not in players)]
    values = [thing.get(place) for thing in things for place in places]
    named = (name for value in values for name in (value if isinstance(value, list) else [value]))
    return Counter(name for name in named if isinstance(name, str))


def _has_parts(old: object, new: object) -> bool:
    return isinstance(old, Mapping) and isinstance(new, Mapping)
