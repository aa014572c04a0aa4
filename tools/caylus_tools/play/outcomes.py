"""What comes at once of a move, found by trying it out on a copy of the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from caylus.check import model as m

from . import log

if TYPE_CHECKING:
    from caylus import Decision, Game


def outcome(game: Game, decision: Decision, move: int) -> str:
    """What the rule that asks does next, or the decision it leads to; not what chance brings, nor what other rules do then."""
    trial = game.copy(events=True)
    trial.play(move)
    own = _rules_within(game.rules.model, decision.rule)
    later = takewhile(
        lambda event: event.kind not in ("choice", "draw") and event.rule in own, trial.events_for(decision.player)[1:]
    )
    doings = [event.text.removeprefix(f"{decision.player} ") for event in log.telling(list(later))]
    if doings:
        return ", ".join(doings)
    following = trial.decision
    if following and following.player == decision.player and following.rule != decision.rule and following.rule in own:
        return f"then: {following.prompt}"
    return ""


def _rules_within(model: m.Model, rule: str) -> set[str]:
    """The definitions whose statements an action, or an object's own actions, may carry out."""
    bodies = [model.actions[rule].body] if rule in model.actions else []
    for kind in model.kinds.values():
        for action in kind.actions.values():
            bodies += [body.body for body in action.bodies if body is not None and body.site.rule == rule]
    within = {rule}
    seen: set[int] = set()
    while bodies:
        body = bodies.pop()
        if id(body) not in seen:
            seen.add(id(body))
            within |= {statement.site.rule for statement in body}
            bodies += [inner for statement in body for inner in _inner(statement)]
    return within


def _inner(statement: m.Statement) -> Iterator[m.Body]:
    """The bodies that a statement may carry out."""
    match statement:
        case m.ForEach(body=body) | m.Repeat(body=body):
            yield body
        case m.If(then=then, otherwise=otherwise):
            yield from (then, otherwise)
        case m.Choose(options=options, otherwise=otherwise):
            yield from (option.body for option in options)
            yield otherwise
        case m.Do(action=action):
            yield action.body
        case m.DoMember(action=action):
            yield from (body.body for body in action.bodies if body is not None)
