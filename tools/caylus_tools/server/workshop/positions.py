"""Positions that somebody sets up, and pairs of games of bots."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from statistics import fmean, stdev
from typing import Annotated, Any, NamedTuple

import caylus
from caylus import Game, IllegalChoice, RuleFault, Ruleset, RulesetError, UnknownThing, model as m
from caylus.analysis.conservation import find_invariants
from caylus.documents import accept
from caylus.loading import library

from caylus_tools.bots import USUAL, greedy_bot
from caylus_tools.bots.in_machine import choose_engine
from caylus_tools.common.games import HUMAN, Chooser
from caylus_tools.common.intervals import t_chance, t_quantile
from caylus_tools.server import Refused
from caylus_tools.server.processes import CHOICE_LIMITS, TOO_MANY, has_too_many_options
from caylus_tools.server.rules.jobs import base, load_stack
from caylus_tools.server.rules.stack import Stack, places
from caylus_tools.server.shapes import Data, Object, Range, Texts
from caylus_tools.server.tables.message import render_decision, render_options
from caylus_tools.simulation.playing import Plan, play_with_choices
from caylus_tools.testing.scenarios import Start, parse, run
from caylus_tools.testing.side_by_side import Split, split_scenario
from caylus_tools.verbalize.log import Log

from .making import clamp_players

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


_MOST_CHOICES, _OPTION = 100, 4000
LETTERS = 256 * 1024
Players = Annotated[int, Range(0, 20)]


def read_position(
    *,
    players: Players = 0,
    round_: Annotated[int, Range(0, 12)] = 0,
    view: Annotated[Any, Data(dict)] | None,
    given: Annotated[Any, Data(dict, LETTERS)],
    choices: Annotated[Sequence[str], Texts(_MOST_CHOICES, _OPTION)] = (),
) -> Position:
    return Position(players, round_, view, given, tuple(choices))


PositionField = Annotated[Position, Object(read_position, inline=True)]


def show_position(folder: Path | None, stack: Stack, position: Position) -> dict[str, Any]:
    """The table in a position, who decides what, and what has been told since it began. Raises Refused."""
    rules = load_stack(folder, stack)
    game, start = _reach(rules, position)
    first_event = 0 if position.view is not None else len(start.events)  # a phase that asks nothing has been told already
    log = Log(rules, game.labels)
    lines = log.lines(game.events[first_event:])
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
        shortest_start = _shortest_start(rules, Start(_people(rules, view), begin=set_up.begin, given=set_up.given))
    elif view["phase"] is not None and position.round:
        given_values = library.given_in_view(view)
        shortest_start = _shortest_start(rules, Start(_people(rules, view), begin=view["phase"]["name"], given=given_values))
    else:
        draws = tuple(tuple(draw) for draw in start.transcript()["draws"])
        shortest_start = Start(_people(rules, view), given={}, draws=draws)
    choices = _made(start, position.choices)
    try:
        if shortest_start.begin is not None and not _is_within_action(rules, shortest_start, choices):
            shortest_start = replace(shortest_start, round=set_up.round if set_up is not None else view["round"])
        text = split_scenario(rules, Split(shortest_start, choices, ""), name)
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
    game, choice_list = start.copy(), []
    for choice in choices:
        choice_list.append((game.players[game.seat], choice))
        game.choose(choice)
    return tuple(choice_list)


def _people(rules: Ruleset, view: Mapping[str, Any]) -> tuple[str, ...]:
    """The players without those that rules play."""
    names = [player["name"] for player in view["players"]]
    return tuple(names[: len(names) - len(rules.automata)])


def _shortest_start(rules: Ruleset, start: Start) -> Start:
    """A start without what lies there by itself: each fact is left out that changes nothing of the table."""
    target_view, until = start.game(rules).view(), time.thread_time() + SECONDS
    parts: list[tuple[str, ...]] = [(name,) for name in start.given or {}]
    while parts and time.thread_time() < until:
        part = parts.pop(0)
        less = replace(start, given=_without(start.given or {}, part))
        if _view_of(rules, less) == target_view:
            start = less
        elif len(part) == 1 and isinstance(content := (start.given or {})[part[0]], Mapping):
            parts += [(*part, key) for key in content]
    return start


def _without(given_values: Mapping[str, Any], part: tuple[str, ...]) -> dict[str, Any]:
    """The given things, without one of them or one state of it."""
    name, *key = part
    if key:
        return {**given_values, name: {inner: value for inner, value in given_values[name].items() if inner != key[0]}}
    return {other: value for other, value in given_values.items() if other != name}


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


def _write_on(rules: Ruleset, view: Mapping[str, Any], given_values: Mapping[str, Any]) -> Game:
    """The game that a view shows, with what is given: of a place, a thing or a player only the states that are named."""
    there = library.given_in_view(accept(view, "the view", "view").value)
    changes = {
        name: {**there[name], **value} if _has_parts(there.get(name), value) else value for name, value in given_values.items()
    }
    names = [player["name"] for player in view["players"]]
    for hand, holders in _find_hands(rules):
        before, after = _count_pieces(there, names, holders), _count_pieces({**there, **changes}, names, holders)
        for name in names:
            if before[name] != after[name] and hand not in given_values.get(name, {}):
                left = max(0, there[name][hand] + before[name] - after[name])
                changes[name] = {**changes.get(name, there[name]), hand: left}
    return rules.position(view, changes)


@lru_cache(maxsize=8)
def _find_hands(rules: Ruleset) -> list[tuple[str, tuple[str, ...]]]:
    """The numbers of players that count pieces off the table, each with the states and lists that the pieces go to."""
    entries = []
    for one in find_invariants(rules.model):
        hands = [place for place in one.places if _is_of_player(place)]
        if one.kind.is_player and len(hands) == 1 and isinstance(hands[0], m.State) and hands[0].type == m.NUMBER:
            entries.append((hands[0].name, tuple(place.name for place in one.places if place is not hands[0])))
    return entries


def _is_of_player(place: m.Resource | m.State | m.ListState) -> bool:
    return isinstance(place, m.Resource) or (place.owner is not None and place.owner.is_player)


def _count_pieces(there: Mapping[str, Any], players: list[str], places: tuple[str, ...]) -> Counter[str]:
    """The pieces of each player in states and lists of the table and of all that lies on it."""
    things = [there, *(thing for name, thing in there.items() if isinstance(thing, Mapping) and name not in players)]
    values = [thing.get(place) for thing in things for place in places]
    names = (name for value in values for name in (value if isinstance(value, list) else [value]))
    return Counter(name for name in names if isinstance(name, str))


def _has_parts(old: object, new: object) -> bool:
    return isinstance(old, Mapping) and isinstance(new, Mapping)


MOST_PAIRS = 400
PLAYING_SECONDS, FIRST_SECONDS = 3.0, 0.3
"""Of computing, after which a request plays no further pair; somebody who has none yet waits for one."""
_SEED = 7
_FEWEST = 3
"""Pairs before anything is said."""
_SURE, _LIKELY, _HINT = 0.01, 0.05, 0.2
"""How likely chance alone may be for each word."""


class Measure(NamedTuple):
    """A number of a game, called as players call it; `per_player` ones are divided by the number of players."""

    title: str
    per_player: bool


MEASURES = (
    Measure("Points of each player", per_player=True),
    Measure("Points between the first and the last", per_player=False),
    Measure("Rounds in a game", per_player=False),
    Measure("Choices in a game", per_player=False),
)
ROW = 2 * len(MEASURES)
"""Numbers of a pair: those of the base, then those of the rules that are tried."""


def play_pairs(
    folder: Path | None, stack: Stack, players: int, rows: Sequence[Sequence[int]], uses: Mapping[str, Sequence[int]]
) -> dict[str, Any]:
    """Plays on from `rows`, the pairs so far, and tells what they say; `uses` counts choices by the thing they name, those in
    games of the base and those in games of the rules that are tried.

    Raises Refused.
    """
    stack, _ = places(folder).identify(stack)
    if stack.base is None:
        raise Refused("bad", "These rules stand on nothing: there is nothing to compare them with.")
    rules, lower = load_stack(folder, stack), _load_lower(folder, stack.base, stack.variants)
    players = clamp_players(rules, players)
    if not lower.fewest_players <= players <= lower.most_players:
        raise Refused("bad", f"The base is not for {players} players: there is nothing to compare with.")
    new_rows = [list(row) for row in rows]
    counts = [Counter({name: pair[side] for name, pair in uses.items()}) for side in (0, 1)]
    until = time.thread_time() + (PLAYING_SECONDS if rows else FIRST_SECONDS)
    while len(new_rows) < MOST_PAIRS and (len(new_rows) == len(rows) or time.thread_time() < until):
        number = len(new_rows)
        try:
            games = (_play_base(folder, stack.base, stack.variants, players, number), _play_counted(rules, players, number))
        except caylus.RulesetError as error:
            raise Refused("broken_rules", f"A game broke off: {error.diagnostics[0].message}") from None
        new_rows.append([number for numbers, _ in games for number in numbers])
        for count, (_, things) in zip(counts, games, strict=True):
            count.update(things)
    return {
        "players": players,
        "rows": new_rows,
        "uses": {name: [count[name] for count in counts] for name in counts[0] | counts[1]},
        "sentences": list(compare_rows(new_rows, players)),
        "done": len(new_rows) >= MOST_PAIRS,
    }


def check_rows(value: object) -> list[list[int]]:
    """Rows as a page sends them back. Raises Refused."""
    if not isinstance(value, list) or len(value) > MOST_PAIRS or not all(_are_numbers(row, ROW) for row in value):
        raise Refused("bad", "These are no numbers of games.")
    return value


def check_uses(value: object) -> dict[str, list[int]]:
    """Counts as a page sends them back. Raises Refused."""
    if not isinstance(value, dict) or len(value) > 1000 or not all(_are_numbers(counts, 2) for counts in value.values()):
        raise Refused("bad", "These are no counts of choices.")
    return value


def _are_numbers(row: object, size: int) -> bool:
    return isinstance(row, list) and len(row) == size and all(type(number) is int and abs(number) < 10**9 for number in row)


def compare_rows(rows: Sequence[Sequence[int]], players: int) -> Iterator[dict[str, Any]]:
    """A sentence for each measure, with how sure it is: `sure`, `likely`, `hint` or `open`. Nothing of too few pairs."""
    if len(rows) < _FEWEST:
        return
    for at, measure in enumerate(MEASURES):
        share = players if measure.per_player else 1
        before = [row[at] / share for row in rows]
        changes = [row[len(MEASURES) + at] / share - old for row, old in zip(rows, before, strict=True)]
        middle, spread = fmean(changes), stdev(changes)
        error = spread / math.sqrt(len(changes))
        margin = t_quantile(len(changes) - 1) * error
        chance = min(1.0, len(MEASURES) * t_chance(middle / error, len(changes) - 1)) if error else float(not middle)
        yield {
            "title": measure.title,
            "before": round(fmean(before), 2),
            "after": round(fmean(before) + middle, 2),
            "low": round(middle - margin, 2),
            "high": round(middle + margin, 2),
            "text": _sentence(measure, middle, margin, chance),
            "sure": _word(chance),
        }


def _word(chance: float) -> str:
    limits = (("sure", _SURE), ("likely", _LIKELY), ("hint", _HINT))
    return next((word for word, limit in limits if chance <= limit), "open")


def _sentence(measure: Measure, middle: float, margin: float, chance: float) -> str:
    within = f"from {_change(middle - margin)} to {_change(middle + margin)}"
    if chance > _HINT:
        return f"{measure.title}: no clear change in these games. It may be anything {within}."
    return f"{measure.title}: {_change(middle)} on average. It may be anything {within}."


def _change(number: float) -> str:
    return f"{abs(number):.1f} {'more' if number > 0 else 'fewer'}"


def _play_counted(rules: Ruleset, players: int, game: int) -> tuple[list[int], Counter[str]]:
    """The measures of a game of bots, and how many choices named each thing."""
    outcome, choices = play_with_choices(_plan(rules, players), game)
    scores, chooser = sorted(outcome.scores), Chooser(rules.model)
    things = (chooser.choice(choice.rule, choice.option).thing for choice in choices)
    return [sum(scores), scores[-1] - scores[0], outcome.rounds, outcome.decisions], Counter(filter(None, things))


def _plan(rules: Ruleset, players: int) -> Plan:
    bots = ("greedy",) * (players - len(rules.automata))
    return Plan(rules, players, _SEED, bots, engine=choose_engine(bots, MOST_PAIRS))


def _load_lower(folder: Path | None, base_name: str, variants: tuple[str, ...]) -> Ruleset:
    """The rules to compare with: the base with the variants that are played with it."""
    return load_stack(folder, Stack(base_name, variants)) if variants else base(folder, base_name)


@lru_cache(maxsize=MOST_PAIRS)
def _play_base(
    folder: Path | None, base_name: str, variants: tuple[str, ...], players: int, number: int
) -> tuple[list[int], Counter[str]]:
    """A game of the base, remembered: somebody who tries another number plays it again."""
    return _play_counted(_load_lower(folder, base_name, variants), players, number)
