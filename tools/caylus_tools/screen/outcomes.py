"""What comes at once of a move, found by trying it out where the player who decides could be, for all that they see.

What is told is what comes of it in each of a few such worlds: so nothing in it tells what others hide, or what will be drawn.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.model.gaining import Gaining
from caylus.model.walk import bodies, versions_of

from caylus_tools.verbalize.events import wording, worth_telling

if TYPE_CHECKING:
    from caylus import Decision, Event, Game

_WORLDS = 4
"""In so many worlds what is not known seldom comes out alike by chance."""


class Outcomes:
    """Of the moves of one decision, of which `view` is what the player who decides sees."""

    def __init__(self, game: Game, decision: Decision, view: Mapping[str, Any], titles: Mapping[str, str]) -> None:
        self._player, self._rule = decision.player, decision.rule
        self._titles = titles
        self._own = _rules_within(game.rules.model, decision.rule)
        seen = hashlib.sha256(json.dumps(view).encode()).digest()
        self._worlds = [game.determinized(self._player, int.from_bytes(seen[:8]) + world) for world in range(_WORLDS)]

    def of(self, move: int) -> str:
        """What the rule that asks does next, or the decision it leads to; not what chance brings, nor what other rules do."""
        trials = [world.copy(events=True) for world in self._worlds]
        for trial in trials:
            trial.play(move)
        doings = [list(self._doings(trial)) for trial in trials]
        alike = [same[0] for same in takewhile(lambda told: len(set(told)) == 1, zip(*doings, strict=False))]
        then = {self._following(trial) for trial in trials}
        return ", ".join(alike) if any(doings) else then.pop() if len(then) == 1 else ""

    def _doings(self, trial: Game) -> Iterator[str]:
        """What the player sees of what the rule does."""
        happened = takewhile(lambda event: event.kind != "draw", trial.events)
        seen = list(takewhile(lambda event: any(_is_same(event, one) for one in happened), trial.events_for(self._player)))
        at_once = takewhile(lambda event: event.kind != "choice" and event.rule in self._own, seen[1:])
        return (_doing(event, self._player, self._titles) for event in worth_telling([*seen[:1], *at_once])[1:])

    def _following(self, trial: Game) -> str:
        """The decision of the same player that it leads to."""
        following = trial.decision
        if following and following.player == self._player and following.rule != self._rule and following.rule in self._own:
            return f"then: {following.prompt}"
        return ""


def _is_same(seen: Event, happened: Event) -> bool:
    """Whether it may be the same event, of which less is seen than has happened."""
    return (seen.kind, seen.player, seen.file, seen.line) == (happened.kind, happened.player, happened.file, happened.line)


def _doing(event: Event, player: str, titles: Mapping[str, str]) -> str:
    """What happened, of the player who decides as what they do."""
    text = wording(event, titles)
    return text.replace(f"{player} {event.kind}s", event.kind, 1) if event.player == player else text


def _rules_within(model: m.Model, rule: str) -> set[str]:
    """The definitions whose statements an action, or an object's own actions, may carry out."""
    gaining = Gaining(model.triggers)
    waiting = [model.actions[rule].body] if rule in model.actions else []
    for kind in model.kinds.values():
        for action in kind.actions.values():
            waiting += [body.body for body in action.bodies if body is not None and body.site.rule == rule]
    within = {rule}
    seen: set[int] = set()
    while waiting:
        body = waiting.pop()
        if id(body) not in seen:
            seen.add(id(body))
            within |= {statement.site.rule for statement in body}
            waiting += [inner for statement in body for inner in (*bodies(statement), *_done_by(statement, gaining))]
    return within


def _done_by(statement: m.Statement, gaining: Gaining) -> list[m.Body]:
    """The bodies of the actions that a statement carries out or sets off."""
    match statement:
        case m.Do(action=action):
            return [action.body]
        case m.DoMember():
            return [version.body for version in versions_of(statement)]
    return [action.body for action in gaining.set_off_by(statement)]
