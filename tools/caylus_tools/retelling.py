"""A finished or unfinished game told step by step: what was chosen, what came of it, and how that is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caylus import Event, Game, Ruleset

_PLAIN = {None: "none", True: "yes", False: "no"}


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
