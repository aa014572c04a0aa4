"""Preview the immediate outcome of a move by trying it in games that the player could be in.

What is told is what comes of it in each of a few such worlds: so nothing in it tells what others hide, or what will be drawn.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from caylus import Limits, RuleFault

from caylus_tools.common.games import collect_rows
from caylus_tools.verbalize.log import Log
from caylus_tools.verbalize.names import english
from caylus_tools.verbalize.option_texts import NOTHING, load_cells

if TYPE_CHECKING:
    from caylus import Decision, Event, Game, Option

_LIMITS = Limits(seconds=0.1)
"""For one choice in one world: a person waits for the screen."""

_WORLDS = 4
"""In so many worlds what is not known seldom comes out alike by chance."""


class Outcomes:
    """Of the moves of one decision, of which `view` is what the player who decides sees."""

    def __init__(self, game: Game, decision: Decision, view: Mapping[str, Any]) -> None:
        self._player, self._rule = decision.player, decision.rule
        self._log = Log(game.rules, game.labels)
        self._english = english(game.rules, game.labels)
        seen = hashlib.sha256(json.dumps(view).encode()).digest()
        self._worlds = [game.imagine(self._player, int.from_bytes(seen[:8]) + world) for world in range(_WORLDS)]

    def describe(self, move: int) -> str:
        """Describe what the rule that asks does next, or the decision it leads to; not what chance brings, nor what other rules
        do.

        Nothing where a rule breaks or takes long in one of the worlds.
        """
        trials = self._trials(move)
        seen = [self._visible_events(trial) for trial in trials]
        doings = [self._log.outcomes_of_choice([*events[:1], *self._immediate_events(events)]) for events in seen]
        alike = [same[0] for same in takewhile(lambda told: len(set(told)) == 1, zip(*doings, strict=False))]
        then = {self._following(trial, events) for trial, events in zip(trials, seen, strict=True)}
        return ", ".join(alike) if any(doings) else then.pop() if len(then) == 1 else ""

    def obstacle(self, move: int) -> str:
        """Describe what the player could do by a move and cannot, alike in every world; nothing where they can."""
        found = set()
        for trial in self._trials(move):
            events = self._visible_events(trial)
            reached = self._log.reachable_rules(events)
            told = [event for event in self._immediate_events(events) if event.kind == "unable" and event.rule in reached]
            found.add(self._cannot(told[0]) if told and told[0].player == self._player else "")
        return found.pop() if len(found) == 1 else ""

    def _cannot(self, event: Event) -> str:
        return self._english.render(self._english.action(event.kind, event.title, event.data)).strip()

    def places(self, move: int, view: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """The states of spaces that a move changes in every world alike, by space, and the flags of the `view` that it turns.

        Nothing where chance has a part in it.
        """
        trials = self._trials(move)
        if not trials or any(event.kind == "draw" for trial in trials for event in trial.events):
            return {}
        before = _states_of_spaces(view)
        changes = [_changes(before, _states_of_spaces(trial.view(self._player))) for trial in trials]
        return changes[0] if all(change == changes[0] for change in changes) else {}

    def moves_marker(self, move: int, option: Option) -> bool:
        """Return whether an option has a state of the table become what it chooses: what lies there is no matter of it."""
        chosen = {str(choice) for choice in option.data["choices"].values()}
        return not chosen.isdisjoint(map(str, self.table_states(move).values()))

    def table_states(self, move: int) -> dict[str, Any]:
        """The states of the table that a move sets before anybody chooses again, in every world alike."""
        told = []
        for trial in self._trials(move):
            seen = self._visible_events(trial)
            now = [event.data for event in self._immediate_events(seen) if event.kind == "set"] if seen else []
            of_table = [one for one in now if "state" in one and one.get("object", "") is None and one["index"] is None]
            told.append({one["state"]: one["value"] for one in reversed(of_table)})
        return told[0] if told and all(states == told[0] for states in told) else {}

    def _trials(self, move: int) -> list[Game]:
        """The worlds after a move; none where a rule breaks or takes long in one of them."""
        trials = [world.copy(events=True) for world in self._worlds]
        try:
            for trial in trials:
                trial.limits = _LIMITS
                trial.play(move)
        except RuleFault:
            return []
        return trials

    def _visible_events(self, trial: Game) -> list[Event]:
        """The events that the player sees before chance has a part in them."""
        happened = takewhile(lambda event: event.kind != "draw", trial.events)
        return list(takewhile(lambda event: any(_is_same(event, one) for one in happened), trial.events_for(self._player)))

    def _immediate_events(self, events: Sequence[Event]) -> Iterator[Event]:
        """The events before anybody chose again."""
        return takewhile(lambda event: event.kind != "choice", events[1:])

    def _following(self, trial: Game, events: Sequence[Event]) -> str:
        """The decision of the same player that it leads to: what a table of the rules offers there, else how it asks."""
        following = trial.decision_for(self._player)
        if following is None or following.player != self._player or following.rule == self._rule:
            return ""
        if following.rule not in self._log.reachable_rules(events):
            return ""
        effects = load_cells(trial.rules).effects(following)
        if not any(effects):
            return f"you are asked: {following.prompt}"
        then = Outcomes(trial, following, trial.view(self._player))
        told = [then._offer(number, effect) for number, effect in enumerate(effects) if effect not in ("", NOTHING)]
        return f"you may {'; or '.join(told)}" if told else "nothing is to be had there yet"

    def _offer(self, move: int, effect: str) -> str:
        """An effect that a move offers, with what keeps the player from it now."""
        obstacle = self.obstacle(move)
        return f"{effect} (now you {obstacle})" if obstacle else effect


def _is_same(seen: Event, happened: Event) -> bool:
    """Return whether it may be the same event, of which less is seen than has happened."""
    return (seen.kind, seen.player, seen.file, seen.line) == (happened.kind, happened.player, happened.file, happened.line)


def _states_of_spaces(view: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """By space its states, and the flags that values of the table have for it."""
    spaces = {space["name"]: dict(space) for row in collect_rows(view).values() for space in row}
    for name, value in view["values"].items():
        for space, flag in value.items() if isinstance(value, dict) else ():
            if isinstance(flag, bool) and space in spaces:
                spaces[space][name] = flag
    return spaces


def _changes(before: Mapping[str, dict[str, Any]], after: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    told = {name: {of: now for of, now in after[name].items() if now != states.get(of)} for name, states in before.items()}
    return {name: changed for name, changed in told.items() if changed}
