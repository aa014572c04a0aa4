"""A game played under other rules than its own: where it stops being the same game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from caylus import UnknownThing

if TYPE_CHECKING:
    from caylus import Decision, Event, Game, Ruleset


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first step of a game that other rules change.

    `step` counts the choices of the transcript from 1, 0 being what comes before them. `player` makes the `choice` there,
    or has made it; both are empty before the first and after the last. `what` says in a word or two how it differs:
    cannot begin, over, other decider, not offered, other outcome, other scores, other result; `details` are the lines that
    tell more.
    """

    step: int
    player: str
    choice: str
    what: str
    details: tuple[str, ...]


def divergence(transcript: Mapping[str, Any], own: Ruleset, other: Ruleset) -> Divergence | None:
    """The first step where a transcript that fits its own rules goes otherwise under the others; None if it nowhere does.

    Raises `caylus.RulesetError` (E0703) for a transcript that does not fit its own rules.
    """
    import caylus

    whole = caylus.replay(transcript, rules=own)
    old = own.replay(transcript, 0)
    try:
        new = other.replay(transcript, 0)
    except caylus.RulesetError as error:
        return Divergence(0, "", "", "cannot begin", (str(error),))
    outcome = _other_outcome(old, new)
    if outcome:
        return Divergence(0, "", "", "other outcome", outcome)
    for step, entry in enumerate(transcript["choices"], 1):
        player, choice = entry["player"], entry["choice"]
        refusal = _refusal(new, player, choice)
        if refusal is not None:
            return Divergence(step, player, choice, *refusal)
        old, new = old.copy(events=True), new.copy(events=True)  # so that their events are those of this step
        old.choose(choice, player)
        try:
            new.choose(choice, player)
        except caylus.RuleFault as error:
            return Divergence(step, player, choice, "other outcome", (str(error),))
        outcome = _other_outcome(old, new)
        if outcome:
            return Divergence(step, player, choice, "other outcome", outcome)
    if whole.over and new.scores != whole.scores:
        changed = [f"{name}: {score} -> {new.scores[name]}" for name, score in whole.scores.items() if new.scores[name] != score]
        return Divergence(len(transcript["choices"]), "", "", "other scores", tuple(changed))
    if whole.over and new.result != whole.result:
        told = (f"{whole.result.render(whole.labels)} -> {new.result.render(new.labels)}",)
        return Divergence(len(transcript["choices"]), "", "", "other result", told)
    return None


def _refusal(game: Game, player: str, choice: str) -> tuple[str, tuple[str, ...]] | None:
    """The reason why a player cannot make a choice now, if that is so."""
    if game.over:
        return "over", ("the game is over here",)
    decision = next((asked for asked in game.decisions if asked.player == player), None)
    if decision is None:
        return "other decider", tuple(map(_describe_decision, game.decisions))
    if choice in (option.id for option in decision.options):
        return None
    try:
        reasons = [f"{reason.text}   ({reason.file}:{reason.line})" for reason in decision.why_not(choice)]
    except UnknownThing:
        reasons = ["there is no such option here any more"]
    offered = ", ".join(option.id for option in decision.options)
    return "not offered", (*reasons, f"{_describe_decision(decision)}: {offered}")


def _describe_decision(decision: Decision) -> str:
    return f"{decision.player} decides here: {decision.prompt}   ({decision.file}:{decision.line})"


def _other_outcome(old: Game, new: Game) -> tuple[str, ...]:
    """The first thing that happened otherwise in this step, or in one of the games only."""
    for before, after in zip_longest(old.events, new.events):
        if before is None or after is None or before.text != after.text:
            return f"was: {_description(before, old.decision)}", f"now: {_description(after, new.decision)}"
    return ()


def _description(event: Event | None, decision: Decision | None) -> str:
    """Describe what happened next, or what came instead of anything: a decision, or the end."""
    if event is not None:
        return f"{event.text}   ({event.title}, {event.file}:{event.line})" if event.rule else event.text
    return _describe_decision(decision) if decision is not None else "the game is over"
