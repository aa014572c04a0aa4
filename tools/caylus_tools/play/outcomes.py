"""What comes at once of a move, found by trying it out on a copy of the game."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.model.walk import bodies, versions_of

from caylus_tools.verbalize.events import wording, worth_telling

from .labels import Labels

if TYPE_CHECKING:
    from caylus import Decision, Event, Game


def outcome(game: Game, decision: Decision, move: int, labels: Labels) -> str:
    """What the rule that asks does next, or the decision it leads to; not what chance brings, nor what other rules do then."""
    trial = game.copy(events=True)
    trial.play(move)
    own = _rules_within(game.rules.model, decision.rule)
    chosen, *later = trial.events_for(decision.player)
    at_once = takewhile(lambda event: event.kind not in ("choice", "draw") and event.rule in own, later)
    doings = [_doing(event, decision.player, labels) for event in worth_telling([chosen, *at_once])[1:]]
    if doings:
        return ", ".join(doings)
    following = trial.decision
    if following and following.player == decision.player and following.rule != decision.rule and following.rule in own:
        return f"then: {following.prompt}"
    return ""


def _doing(event: Event, player: str, labels: Labels) -> str:
    """What happened, of the player who decides as what they do."""
    text = wording(event, labels.titles)
    return text.replace(f"{player} {event.kind}s", event.kind, 1) if event.player == player else text


def _rules_within(model: m.Model, rule: str) -> set[str]:
    """The definitions whose statements an action, or an object's own actions, may carry out."""
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
            waiting += [inner for statement in body for inner in (*bodies(statement), *_done_by(statement))]
    return within


def _done_by(statement: m.Statement) -> list[m.Body]:
    """The bodies of the action that a statement carries out."""
    match statement:
        case m.Do(action=action):
            return [action.body]
        case m.DoMember():
            return [version.body for version in versions_of(statement)]
    return []
