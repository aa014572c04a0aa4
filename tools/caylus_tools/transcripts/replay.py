"""A finished or unfinished game step by step: what was chosen, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caylus import Event, Game, Ruleset


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


def replay_steps(transcript: Mapping[str, Any], rules: Ruleset) -> Iterator[Step]:
    """The steps of a transcript under `rules`.

    Raises `caylus.RulesetError` (E0703) where the game cannot begin, `caylus.IllegalChoice` or `caylus.RuleFault` at a choice
    that cannot be made.
    """
    game = rules.replay(transcript, 0)
    step = Step(0, "", "", 1, tuple(game.events), game)
    yield step
    for number, entry in enumerate(transcript["choices"], 1):
        game = game.copy(events=True)  # whose events are those from here on
        game.choose(entry["choice"], entry["player"])
        step = Step(number, entry["player"], entry["choice"], step.first + len(step.events), tuple(game.events), game)
        yield step
