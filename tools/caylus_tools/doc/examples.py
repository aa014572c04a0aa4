"""Examples of a rulebook: scenarios of the ruleset, played and told as the log tells a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import caylus
from caylus.loading import library

from caylus_tools.common.english import join_words
from caylus_tools.testing.scenarios import Scenario, find, read, run, set_up
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.log import render_log
from caylus_tools.verbalize.objects import kind_chain

from .outline import Example

if TYPE_CHECKING:
    from caylus import Ruleset

_NUMBERS = re.compile(r"^(?:[A-Z]\d+ )+")
"""The numbers of examples and rulings that a name begins with."""


def find_scenarios(rules: Ruleset, folders: Mapping[str, Path] | None) -> list[Scenario]:
    """The scenarios beside all layers of a ruleset; none of a layer whose folder is not known."""
    known = {found.name: found.path for found in library.list_rulesets()} if folders is None else folders
    names = [layer["manifest"]["name"] for layer in rules.layers]
    return [scenario for name in names if name in known for file in find(known[name]) for scenario in read(file)]


def play_example(rules: Ruleset, scenario: Scenario, definitions: Definitions) -> Iterator[Example]:
    """The example that a scenario is; none where it does not hold under these rules."""
    if not rules.fewest_players <= len(scenario.players) <= rules.most_players or not run(rules, scenario).is_passed:
        return
    game = set_up(rules, scenario)
    for step in scenario.when:
        decision = next((asked for asked in game.decisions if asked.player == step.player), None)
        (choice,) = step.choices if step.verb == "chooses" else ("",)
        if decision is not None and choice in [option.id for option in decision.options]:
            game.choose(choice, step.player)
    labels = {name: name for name in scenario.players}
    events = [*game.events_for(caylus.SPECTATOR)]
    lines = tuple(line.text for line in render_log(events, rules, labels) if not line.is_heading)
    title = _NUMBERS.sub("", scenario.name)
    yield Example(title, tuple(_places(scenario, definitions)), tuple(_given(scenario, definitions)), lines)


def _places(scenario: Scenario, definitions: Definitions) -> Iterator[tuple[str, Any, str]]:
    """The places on which something lies in the position, with what lies there and who is there.

    The only place of a row has the title of the row, and is left out if nobody is there: what lies there never changes.
    """
    only = {f"{row.name} 1" for row in definitions.model.rows.values() if row.size == 1}
    for name, held in scenario.given.items():
        thing = next((definitions.things[x] for x in _strings(held) if x in definitions.things), None)
        if isinstance(held, Mapping) and thing is not None:
            who = [f"{key}: {value}" for key, value in held.items() if value in scenario.players]
            if who or name not in only:
                yield _capital(_place(name, definitions)), thing, ", ".join(who)


def _given(scenario: Scenario, definitions: Definitions) -> Iterator[str]:
    """The rest of the position: lists, markers, and what players have."""
    having = _group_by_amounts(scenario, definitions)
    for name, held in scenario.given.items():
        if isinstance(held, Mapping) and name in scenario.players:
            yield from (f"{_have(names)} {amounts}." for amounts, names in having.items() if names[0] == name)
            for key, kept in held.items():
                by = [f"{value} ({_title(of, definitions)})" for of, value in kept.items()] if isinstance(kept, Mapping) else []
                if by:
                    yield f"{name}'s {definitions.title(f'player.{key}')}: {', '.join(by)}."
        elif isinstance(held, Mapping) and name in definitions.things:
            states = {state.name: state.title for kind in kind_chain(definitions.things[name]) for state in kind.states.values()}
            has = [
                f"{states[key]}{'' if value is True else f' {value}'}" for key, value in held.items() if key in states and value
            ]
            if has:
                yield f"{_title(name, definitions)}: {join_words(has)}."
        elif isinstance(held, list) and held:
            yield f"{_capital(definitions.title(name))}: {', '.join(_title(one, definitions) for one in held)}."
        elif isinstance(held, (str, int)) and not isinstance(held, bool):
            yield f"{_capital(definitions.title(name))}: {_place(str(held), definitions)}."


def _group_by_amounts(scenario: Scenario, definitions: Definitions) -> dict[str, list[str]]:
    """The players by the amounts that they have, in words."""
    found: dict[str, list[str]] = {}
    for name, held in scenario.given.items():
        if isinstance(held, Mapping) and name in scenario.players:
            amounts = [f"{value} {definitions.amount_word(key, value)}" for key, value in held.items() if isinstance(value, int)]
            if amounts:
                found.setdefault(join_words(amounts), []).append(name)
    return found


def _have(names: Sequence[str]) -> str:
    return f"{names[0]} has" if len(names) == 1 else f"{join_words(names)} each have"


def _place(name: str, definitions: Definitions) -> str:
    """The words for a place of a row; other names as they are."""
    row = definitions.model.rows.get(name.rpartition(" ")[0])
    title = row.title.removeprefix("the ") if row is not None else ""
    return name if row is None else title if row.size == 1 else f"{title} {name.rpartition(' ')[2]}"


def _title(name: object, definitions: Definitions) -> str:
    """The title of a thing; other values as they are."""
    thing = definitions.things.get(str(name))
    return thing.title if thing is not None else str(name)


def _strings(held: object) -> Iterator[str]:
    if isinstance(held, Mapping):
        yield from (value for value in held.values() if isinstance(value, str))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
