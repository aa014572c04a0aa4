"""A game as a scenario to keep: a file for `scenarios/` that its author completes with what should happen instead."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .shrink import Move

if TYPE_CHECKING:
    from caylus import Ruleset

    from .side_by_side import Split

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?: (?:\+ )?[A-Za-z0-9_]+)*")
_WORDS = {"yes", "no", "on", "off", "true", "false", "null", "none"}


def scenario(rules: Ruleset, players: int, seed: int, moves: Sequence[Move], name: str) -> str:
    """The text of a file with one scenario: a game from its start with these moves, the last of which may break a rule."""
    return "\n".join(_lines(rules, players, seed, moves, name)) + "\n"


def _lines(rules: Ruleset, players: int, seed: int, moves: Sequence[Move], name: str) -> Iterator[str]:
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


def write_course(rules: Ruleset, told: Mapping[str, Any], name: str) -> str:
    """The text of a file with one scenario: a game as a transcript tells it, from its beginning, which holds under `rules`.

    Raises ValueError where the transcript leaves out what its reader may not know, `caylus.RulesetError` for too long a game.
    """
    from .side_by_side import Split, Start

    choices = tuple((made["player"], made["choice"]) for made in told["choices"])
    if None in told["draws"] or any(choice is None for _, choice in choices):
        raise ValueError("something in it is hidden while the game goes on")
    draws = tuple(tuple(draw) for draw in told["draws"])
    players = tuple(told["players"][: len(told["players"]) - len(rules.automata)])
    began = told.get("position") or {}
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


def split_scenario(rules: Ruleset, split: Split, name: str) -> str:
    """The text of a file with one scenario that holds under `rules`, where a game parts from that of another ruleset."""
    from .scenarios import initial_holdings, parse

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
