"""A finished or unfinished game told step by step: what was chosen, what came of it, and how that is said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caylus import Event, Game, Ruleset

_PLAIN = {None: "none", True: "yes", False: "no"}
_TELLING = ("choice", "gain", "lose", "draw", "say")


@dataclass(frozen=True, slots=True)
class Step:
    """A choice of a transcript, counted from 1, and the events from it to the next; step 0 is what comes before the first.

    `first` is the number of the first of these events among all of the game, from 1. `game` stands at the end of the step.
    """

    number: int
    player: str
    choice: str
    first: int
    events: tuple[Event, ...]
    game: Game


def retold(transcript: Mapping[str, Any], rules: Ruleset) -> Iterator[Step]:
    """The steps of a transcript under `rules`.

    Raises ValueError, `caylus.UnknownThing` or `caylus.RuleFault` where the game cannot begin, `caylus.IllegalChoice` or
    RuleFault at a choice that cannot be made.
    """
    game = rules.new_game(transcript["players"], transcript["seed"], history=False, draws=transcript["draws"])
    step = Step(0, "", "", 1, tuple(game.events), game)
    yield step
    for number, said in enumerate(transcript["choices"], 1):
        game = game.copy(events=True)  # whose events are those from here on
        game.choose(said["choice"])
        step = Step(number, said["player"], said["choice"], step.first + len(step.events), tuple(game.events), game)
        yield step


def wording(event: Event, titles: Mapping[str, str]) -> str:
    """An event in words: things by their `titles`, what else the rules have names for by its name without underscores."""

    def called(value: object) -> str:
        return _PLAIN[value] if value is None or isinstance(value, bool) else titles.get(str(value), str(value))

    def named(name: str) -> str:
        return name.replace("_", " ")

    match event.kind, event.data:
        case "choice", {"option": "decline"}:
            return f"{event.text} ({event.title})"
        case "draw", {"order": order}:
            return f"drawn: {', '.join(map(called, order))}"
        case "list", {"list": name, "members": members}:
            return f"{named(name)}: {', '.join(map(called, members)) or 'empty'}"
        case "set", {"object": thing, "state": state, "index": index, "value": value}:
            name = named(state) + (f" for {called(index)}" if index is not None else "")
            return f"{name}: {called(value)}" if thing is None else f"{called(thing)}: {name} {called(value)}"
    return event.text


def titles(rules: Ruleset) -> dict[str, str]:
    """What the things and the resources of a ruleset are called, by their names; a space is called as it is numbered."""
    model = rules.model
    things = {thing.name: thing.title for kind in model.kinds.values() for thing in kind.objects if thing.row is None}
    return things | {resource.name: resource.title for resource in model.resources}


def telling(events: Iterable[Event]) -> list[Event]:
    """What a player wants to know: choices with their prices, gains, losses, the table's states; no bookkeeping.

    What the words of a choice have already told of what comes of it is left out, and what a rule gives or takes at a stroke
    is one event.
    """
    told = []
    chosen, rest = None, ""
    for event in events:
        if event.kind == "choice":
            chosen, rest = event, event.text
        elif chosen and (event.player, event.rule) == (chosen.player, chosen.rule) and event.kind in chosen.text:
            before, rest = rest, re.sub(rf"(?<!\d){re.escape(_amount(event))}", "", rest, count=1)
            if rest != before:
                continue
        if event.kind in _TELLING or (event.kind == "set" and event.data.get("object", "") is None):
            told.append(event)
    return [at_once for (kind, _), run in groupby(told, lambda event: (event.kind, event.rule)) for at_once in _joined(kind, run)]


def _joined(kind: str, run: Iterable[Event]) -> Iterator[Event]:
    """Gains and losses of one rule after each other as one: `Ann gains 2 coin, 1 nut; Ben gains 1 coin`."""
    if kind not in ("gain", "lose"):
        yield from run
        return
    first, *more = run
    text, player = first.text, first.player
    for event in more:
        text += f", {_amount(event)}" if event.player == player else f"; {event.text}"
        player = event.player
    yield replace(first, text=text)


def _amount(event: Event) -> str:
    """What somebody gains or loses."""
    return event.text.removeprefix(f"{event.player} {event.kind}s ")
