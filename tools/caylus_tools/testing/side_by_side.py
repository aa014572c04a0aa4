"""The same game under two rulesets, side by side, until a difference shows; and the shortest such game as a scenario to keep.

What is cut out of a game leaves moves that may no longer be legal; those are passed over. So every shortened list of moves
is a game again, and only whether it still goes wrong has to be asked.

A game starts at its beginning or in the position of a scenario. Both games get the same seed and the same choices; after each of
them the tables and the options are compared.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from random import Random
from typing import Any, NamedTuple, TypeVar

import caylus
from caylus import RuleFault, UnknownThing
from caylus.records import Record
from caylus.spaces import cells, numbers

from caylus_tools.bots import greedy_bot

from .scenarios import (
    Choice,
    Scenario,
    Start,
    admits_players,
    differences,
    initial_holdings,
    join_names,
    parse,
    start_in,
    values_by_name,
)

T = TypeVar("T")
Move = tuple[int, ...]

MOST_TRIES = 2000


def shrink(moves: Sequence[T], retrace: Callable[[Sequence[T]], Sequence[T] | None]) -> list[T]:
    """The fewest moves found: pieces are left out, half of the game first, then ever smaller ones, as long as that helps.

    `retrace` gives the moves taken, of some, until the game went wrong, or None if it did not.
    """
    best = list(moves)
    tries = 0
    size = len(best) // 2
    while size > 0 and tries < MOST_TRIES:
        start, shorter = 0, False
        while start < len(best) and tries < MOST_TRIES:
            tries += 1
            new_moves = retrace(best[:start] + best[start + size :])
            if new_moves is not None and len(new_moves) < len(best):
                best, shorter = list(new_moves), True
            else:
                start += size
        size = size if shorter and size == 1 else size // 2
    return best


MOST_CHOICES = 400
"""A game is followed for so many choices at most: longer than a game of most rulesets with few players."""

UNKNOWN = "an unknown name"
"""What stands for a fault of a position that names what a ruleset does not have."""


class Pair(Record):
    """Two rulesets. `by_place`: options of the second may have other names; those at one place of a menu are one option."""

    first: caylus.Ruleset
    second: caylus.Ruleset
    by_place: bool = False


class Split(NamedTuple):
    """A game that two rulesets play differently: how it starts, the choices until then, and what differs, in words.

    `wanted` is what the first ruleset has, by the keys of a table; `offered` and `refused` are what it offers alone, and what
    only the second one offers.
    """

    start: Start
    choices: tuple[Choice, ...]
    what: str
    wanted: Mapping[tuple[str, ...], Any] = {}
    offered: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    def is_like(self, other: Split) -> bool:
        """Return whether the difference is of the same kind."""
        if self.wanted or other.wanted:
            return bool(self.wanted.keys() & other.wanted.keys())
        return self.what == other.what or bool(self.offered and other.offered) or bool(self.refused and other.refused)


Pick = Callable[["caylus.Game"], int]
"""Chooses an option by its index."""


def starts(rules: caylus.Ruleset, scenarios: Sequence[Scenario], games: int) -> Iterator[Start]:
    """Starts of games: the scenarios' positions, `games` beginnings for each number of players, then the positions again."""
    fitting = [one for one in scenarios if admits_players(rules, one.players)]
    yield from (start_in(scenario, 0) for scenario in fitting)
    for seed in range(games):
        for players in range(rules.fewest_players, rules.most_players + 1):
            yield Start(tuple(rules.seats[: players - len(rules.automata)]), seed)
    yield from (start_in(scenario, seed) for seed in range(1, games + 1) for scenario in fitting)


def compare(pair: Pair, start: Start) -> Split | None:
    """Plays a game at random under both rulesets; where and how they part, or None."""
    draw = Random(start.seed)
    greedy = greedy_bot(start.seed) if start.seed % 2 and start.begin is None else None

    def pick(game: caylus.Game) -> int:
        return greedy(game) if greedy else int(draw.random() * len(game.moves))

    return _compare(pair, start, pick, start.steps)


def follow(pair: Pair, start: Start, choices: Sequence[Choice]) -> Split | None:
    """The same for the choices that are given, those left out that are not offered; the game ends with them."""
    return _compare(pair, start, None, choices)


def _compare(pair: Pair, start: Start, pick: Pick | None, steps: Sequence[Choice]) -> Split | None:
    waiting, choices = list(steps), list[Choice]()
    (one, fault), (other, other_fault) = (_attempt(partial(start.game, rules)) for rules in (pair.first, pair.second))
    is_alike = one is not None and other is not None and _cell_names(pair.first, one) == _cell_names(pair.second, other)
    while True:
        if not choices and UNKNOWN in (fault, other_fault):
            return None  # a position that names what only one of them has is none that they share
        if fault != other_fault:
            return Split(start, tuple(choices), f"{_describe_fault(other_fault)}, not {_describe_fault(fault)}")
        if one is None or other is None or fault is not None:
            return None
        if (difference := _difference(one, other, is_alike, pair.by_place)) is not None:
            return Split(start, tuple(choices), *difference)
        choice = _next_choice(one, waiting, pick)
        if choice is None or len(choices) == MOST_CHOICES:
            return None
        choices.append(choice)
        # the choice of the second game that is that of the first: of the same name, or else at the same place
        player, id_ = choice
        mine, theirs = (next(candidate for candidate in game.decisions if candidate.player == player) for game in (one, other))
        others = [option.id for option in theirs.options]
        same = choice if id_ in others else (player, others[[option.id for option in mine.options].index(id_)])
        (_, fault) = _attempt(partial(one.choose, choice[1], choice[0]))
        (_, other_fault) = _attempt(partial(other.choose, same[1], same[0]))


def _attempt(do: Callable[[], T]) -> tuple[T | None, str | None]:
    """The result, or what went wrong instead."""
    try:
        return do(), None
    except RuleFault as fault:
        return None, fault.code
    except UnknownThing:
        return None, UNKNOWN
    except ValueError as error:
        return None, str(error)


def _describe_fault(fault: str | None) -> str:
    return "the rules carry it out" if fault is None else f"it ends in {fault}"


def _next_choice(game: caylus.Game, waiting: list[Choice], pick: Pick | None) -> Choice | None:
    """The first of the choices waiting that is offered, those before it dropped; else one picked."""
    while waiting:
        player, id_ = waiting.pop(0)
        for decision in game.decisions:
            if decision.player == player and any(option.id == id_ for option in decision.options):
                return player, id_
    next_decision = game.decision
    return None if next_decision is None or pick is None else (next_decision.player, next_decision.options[pick(game)].id)


# ---- what differs


def _cell_names(rules: caylus.Ruleset, game: caylus.Game) -> list[tuple[str, int]]:
    return [(cell.name, cell.slot) for cell in cells(rules, len(game.players))]


def _difference(one: caylus.Game, other: caylus.Game, is_alike: bool, by_place: bool) -> tuple[Any, ...] | None:
    """The first difference that the players could see: a `Split` from `what` on."""
    if not is_alike or numbers(one) != numbers(other):
        values = values_by_name(one.view())
        texts_by_keys = dict(differences(values, other.view()))
        texts_by_keys = {
            keys: text for keys, text in texts_by_keys.items() if not text.startswith("there is no ")
        }  # which only one of them has
        if texts_by_keys:
            text = "; ".join(list(texts_by_keys.values())[:3]).replace(", expected ", ", not ")
            return text, {keys: _value_at(values, keys) for keys in texts_by_keys}
    if one.waiting != other.waiting:
        return (f"{join_names(other.waiting)} has to choose, not {join_names(one.waiting)}",)
    for mine, theirs in zip(one.decisions, other.decisions, strict=True):
        ours, others = [option.id for option in mine.options], [option.id for option in theirs.options]
        if sorted(ours) != sorted(others) and not (by_place and len(ours) == len(others)):
            more, fewer = [id_ for id_ in ours if id_ not in others], [id_ for id_ in others if id_ not in ours]
            parts = [f"{what}: {', '.join(ids[:3])}" for what, ids in (("not offered", more), ("offered", fewer)) if ids]
            return "; ".join(parts) or "one option is offered twice", {}, tuple(more), tuple(fewer)
    if not (one.over and other.over) or sorted(one.winners) == sorted(other.winners):
        return None
    return (f"{join_names(other.winners)} won, not {join_names(one.winners)}",)


def _value_at(values: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        values = values[key]
    return values


# ---- the shortest


def shorten(pair: Pair, split: Split, until: float = inf) -> Split:
    """A game that parts in fewer choices, and from a smaller position if it is one; the best found until a time (`monotonic`)."""
    if split.start.begin is None and split.choices:
        split = min(split, _from_phase(pair, split) or split, key=lambda one: len(one.choices))

    def retrace(choices: Sequence[Choice]) -> Sequence[Choice] | None:
        again = follow(pair, split.start, choices) if time.monotonic() < until else None
        return again.choices if again is not None else None

    if split.start.steps:
        split = split._replace(start=replace(split.start, steps=()))
    fewest = shrink(split.choices, retrace)
    split = follow(pair, split.start, fewest) or split
    return _smaller(pair, split, until) if split.start.given else split


def _from_phase(pair: Pair, split: Split) -> Split | None:
    """The same difference from a position: the phase in which it came about, begun on the table of one of its decisions."""
    game = split.start.game(pair.first)
    tables: list[tuple[int, str, Mapping[str, Any]]] = []
    for number, (player, id_) in enumerate(split.choices):
        view = game.view()
        if view["phase"] is not None:
            tables.append((number, view["phase"]["name"], values_by_name(view)))
        game.choose(id_, player)
    if not tables:
        return None
    last = tables[-1][1]
    of_phase = [table for table in tables if table[1] == last]
    for number, phase, values in (of_phase[-1], of_phase[0]):
        given_values = {name: _without_name(value) for name, value in values.items()}
        start = Start(split.start.players, split.start.seed, phase, {}, None, given_values)
        again = follow(pair, start, split.choices[number:])
        for seed in range(4):
            again = again or compare(pair, replace(start, seed=seed))
        if again is not None:
            return again
    return None


def _without_name(value: Any) -> Any:
    """What a position says of a thing: all that a view does but its name."""
    return {key: inner for key, inner in value.items() if key != "name"} if isinstance(value, Mapping) else value


def _smaller(pair: Pair, split: Split, until: float) -> Split:
    """The same from a position in which nothing is given without need."""
    for keys in _keys(split.start.given or {}):
        if time.monotonic() > until:
            break
        fewer = _without(split.start.given or {}, keys)
        again = follow(pair, replace(split.start, given=fewer), split.choices)
        if again is not None and again.choices == split.choices and again.is_like(split):
            split = again
    return split


def _keys(given_values: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """All that is given, then each part of it."""
    inner = [(name, key) for name, value in given_values.items() if isinstance(value, Mapping) for key in value]
    return [*((name,) for name in given_values), *inner]


def _without(given_values: Mapping[str, Any], keys: tuple[str, ...]) -> Mapping[str, Any]:
    if len(keys) == 1 or keys[0] not in given_values:
        return {name: value for name, value in given_values.items() if name != keys[0]}
    inner = {key: value for key, value in given_values[keys[0]].items() if key != keys[1]}
    return {name: inner if name == keys[0] else value for name, value in given_values.items()}


_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?: (?:\+ )?[A-Za-z0-9_]+)*")
_WORDS = {"yes", "no", "on", "off", "true", "false", "null", "none"}


def scenario(rules: caylus.Ruleset, players: int, seed: int, moves: Sequence[Move], name: str) -> str:
    """The text of a file with one scenario: a game from its start with these moves, the last of which may break a rule."""
    return "\n".join(_lines(rules, players, seed, moves, name)) + "\n"


def _lines(rules: caylus.Ruleset, players: int, seed: int, moves: Sequence[Move], name: str) -> Iterator[str]:
    names = rules.seating(players)
    yield f"players: {_list(names)}"
    yield ""
    yield "scenarios:"
    yield f"  - name: {json.dumps(name, ensure_ascii=False)}"
    if not moves:
        return
    game = rules.new_game(names, seed)
    steps = []
    for number, move in enumerate(moves, 1):
        decision = game.decision
        assert decision is not None
        steps.append(f"      - {quote_word(decision.player)}: {quote_word(decision.options[game.moves.index(move)].id)}")
        if number < len(moves):
            game.play(game.moves.index(move))
    draws = game.transcript()["draws"]
    if draws:
        yield "    draws:"
        yield from (f"      - {_list(draw)}" for draw in draws)
    yield "    when:"
    yield from steps


def write_course(rules: caylus.Ruleset, transcript: Mapping[str, Any], name: str) -> str:
    """The text of a file with one scenario: a game as a transcript tells it, from its beginning, which holds under `rules`.

    Raises ValueError where the transcript leaves out what its reader may not know, `caylus.RulesetError` for too long a game.
    """

    choices = tuple((entry["player"], entry["choice"]) for entry in transcript["choices"])
    if None in transcript["draws"] or any(choice is None for _, choice in choices):
        raise ValueError("something in it is hidden while the game goes on")
    draws = tuple(tuple(draw) for draw in transcript["draws"])
    players = tuple(transcript["players"][: len(transcript["players"]) - len(rules.automata)])
    began = transcript.get("position") or {}
    start = Start(
        players,
        begin=began.get("begin"),
        arguments=began.get("arguments"),
        setup=began.get("setup"),
        given=began.get("given") or {},
        draws=draws,
        round=began["round"] if began.get("goes_on") else None,
    )
    return split_scenario(rules, Split(start, choices, ""), name)


def split_scenario(rules: caylus.Ruleset, split: Split, name: str) -> str:
    """The text of a file with one scenario that holds under `rules`, where a game parts from that of another ruleset."""
    start = split.start
    game = start.game(rules)
    for player, id_ in split.choices:
        game.choose(id_, player)
    view, draws = game.view(), game.transcript()["draws"]
    lines = [f"players: {_list(start.players)}", "", "scenarios:", f"  - name: {json.dumps(name, ensure_ascii=False)}"]
    if start.setup is not None:
        lines.append(f"    setup: {start.setup}")
    if start.begin is not None:
        parts = {"do": start.begin, "with": start.arguments or None, "round": start.round}
        parts = {key: value for key, value in parts.items() if value is not None}
        lines.append(f"    begin: {_value(parts) if len(parts) > 1 else start.begin}")
    if draws:
        lines += ["    draws:", *(f"      - {_list(draw)}" for draw in draws)]
    if start.given:
        lines += ["    given:", *(f"      {quote_word(key)}: {_value(value)}" for key, value in start.given.items())]
    steps = [f"{quote_word(player)}: {quote_word(id_)}" for player, id_ in split.choices]
    steps += [f"{word}: {_list(ids)}" for word, ids in (("offered", split.offered), ("refused", split.refused)) if ids]
    if steps:
        lines += ["    when:", *(f"      - {step}" for step in steps)]
    (scenario,) = parse("\n".join(lines) + "\n", "scenario")
    before = initial_holdings(game, scenario)
    changes = {
        player["name"]: {name: now - before[player["name"]][name] for name, now in player["resources"].items()}
        for player in view["players"]
    }
    changes = {player: {name: by for name, by in own.items() if by} for player, own in changes.items()}
    if any(changes.values()):
        lines += ["    changes:", *(f"      {quote_word(player)}: {_value(own)}" for player, own in changes.items() if own)]
    then: dict[str, Any] = {}
    for keys, value in split.wanted.items():
        if len(keys) != 2 or keys[0] not in before or keys[1] not in before[keys[0]]:
            within = then
            for key in keys[:-1]:
                within = within.setdefault(key, {})
            within[keys[-1]] = value
    if then:
        lines += ["    then:", *(f"      {quote_word(key)}: {_value(value)}" for key, value in then.items())]
    if game.decision is not None:
        lines.append(f"    asks: {quote_word(game.decision.player)}")
    elif " won, not " in split.what or start.begin is None:
        lines.append(f"    winners: {_list(game.winners)}")
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """A value of a view as YAML on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quote_word(key)}: {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _list(value)
    return "none" if value is None else quote_word(value) if isinstance(value, str) else str(value)


def _list(words: Sequence[str | int]) -> str:
    return f"[{', '.join(quote_word(word) if isinstance(word, str) else str(word) for word in words)}]"


def quote_word(text: str) -> str:
    """A text as YAML, in quotes where YAML could take it for something else."""
    return text if _PLAIN.fullmatch(text) and text.lower() not in _WORDS else json.dumps(text, ensure_ascii=False)


_LISTED = re.compile(r"^changes:[^\n]*(?:\n(?:[ \t\]-][^\n]*)?)*(?:\n|\Z)", re.MULTILINE)
"""The key with all its lines, up to the next key or to the end."""


def list_changes(manifest: str, entries: Sequence[str]) -> str:
    """The text of a manifest that lists these entries, where it lists any by now or at its end; none of no entries."""
    section = "".join(["changes:\n", *(f"  - {quote_word(entry)}\n" for entry in entries)]) if entries else ""
    match = _LISTED.search(manifest)
    if match is None:
        return f"{manifest.rstrip()}\n{section}"
    after = manifest[match.end() :]
    return f"{manifest[: match.start()]}{section}{after}"
