"""Judges a scenario: plays it, and says what came out otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus import RuleFault, UnknownThing

from .comparing import differences
from .empty_lists import forgotten
from .scenario import Result, Scenario, Step

if TYPE_CHECKING:
    from caylus import Decision, Game, Ruleset

LAST_EVENTS = 10

ENDLESS = "E0901"
"""The code of rules that run on without ever asking."""

Choice = tuple[str | None, str]
"""A player, and the id of what they choose."""

Holdings = dict[str, dict[str, int]]
"""What each player holds, by player and resource."""


def run(ruleset: Ruleset, scenario: Scenario) -> Result:
    """Plays the scenario by the rules of `ruleset`. Whatever is wrong is told in the result, names the rules lack too."""
    try:
        messages = _play(ruleset, scenario)
    except UnknownThing as error:
        messages = [f"{scenario.place(*_part(scenario, error))}: {error}"]
    except RuleFault as fault:
        messages = [f"{scenario.place(*(() if fault.draw is None else ('draws', fault.draw)))}: {fault}"]
        if fault.code == ENDLESS:
            messages += _forgotten(ruleset, scenario)
    except ValueError as error:
        messages = [f"{scenario.place()}: {error}"]
    return Result(scenario.name, scenario.place(), tuple(messages))


def _part(scenario: Scenario, error: UnknownThing) -> tuple[str | int, ...]:
    """The part of the scenario that holds the unknown name."""
    first = error.path[0]
    if first == "draws":
        return ("draws", int(error.path[1]))
    if first in (scenario.setup, scenario.begin):
        return ("setup",) if first == scenario.setup else ("begin",)
    return ("given", *error.path)


def _play(ruleset: Ruleset, scenario: Scenario) -> list[str]:
    game = set_up(ruleset, scenario)
    before = initial_holdings(game, scenario)
    messages: list[str] = []
    taken: list[Choice] = []
    for number, step in enumerate(scenario.when):
        faults = list(_take(game, step, taken))
        messages += (f"{scenario.place('when', number)}: {fault}" for fault in faults)
        if faults and step.verb == "chooses":
            break  # what follows would speak of another game
    else:
        messages += _end(scenario, game, before)
    messages[:0] = _check_draws(game, scenario)
    if not messages:
        return []
    return [*messages, *(() if game.chosen else _forgotten(ruleset, scenario)), *_history(game)]


def set_up(ruleset: Ruleset, scenario: Scenario) -> Game:
    """The game in the position that a scenario begins with."""
    return ruleset.position(
        scenario.begin,
        scenario.given,
        scenario.players,
        arguments=scenario.arguments,
        setup=scenario.setup,
        draws=scenario.draws,
        goes_on=scenario.round is not None,
        round=scenario.round or 0,
    )


def _forgotten(ruleset: Ruleset, scenario: Scenario) -> Iterator[str]:
    return (f"{scenario.place('given')}: {text}" for text in forgotten(ruleset, scenario))


# ---- steps


def _take(game: Game, step: Step, taken: list[Choice]) -> Iterator[str]:
    """Takes or looks at the decision in hand, and tells what is otherwise. Who choose at once do so in any order.

    A choice that was the only one has been taken already; `taken` are the choices of the steps before.
    """
    decision = next((asked for asked in game.decisions if asked.player == step.player), game.decision)
    offered = [option.id for option in decision.options] if decision else []
    if step.verb == "chooses":
        (choice,) = step.choices
        is_asked = decision is not None and decision.player == step.player
        if is_asked and choice in offered:
            game.choose(choice, step.player)
        elif not _was_forced(game, taken, (step.player, choice)):
            if decision is None:
                yield "nobody has to choose any more"
            elif is_asked:
                yield f"`{choice}` is not offered{_because(decision, choice)}{_describe_decision(decision)}"
            else:
                yield f"{decision.player} has to choose, expected {step.player}{_describe_decision(decision)}"
        taken.append((step.player, choice))
        return
    if decision is None:
        yield "nobody has to choose any more"
        return
    for choice, reason in step.choices.items():
        if step.verb == "refused":
            yield from _not_refused(decision, choice, reason)
        elif choice not in offered:
            yield f"`{choice}` is not offered{_because(decision, choice)}{_describe_decision(decision)}"
    more = [choice for choice in offered if choice not in step.choices] if step.verb == "only" else []
    if more:
        yield f"{', '.join(f'`{choice}`' for choice in more)}: offered besides, expected only what is listed"


def _was_forced(game: Game, taken: Sequence[Choice], choice: Choice) -> bool:
    """Return whether a choice has been made, unasked, behind those that were taken."""
    made = [(event.player, event.data["option"]) for event in game.events if event.kind == "choice"]
    at = 0
    for step in taken:
        at = made.index(step, at) + 1 if step in made[at:] else at
    return choice in made[at:]


def _because(decision: Decision, choice: str) -> str:
    """The first thing that keeps a choice from being offered."""
    try:
        return "".join(f" because {found.text} ({found.file}:{found.line})" for found in decision.why_not(choice)[:1])
    except UnknownThing as error:
        return f": {error}"


def _not_refused(decision: Decision, choice: str, reason: str | None) -> Iterator[str]:
    """The differences if a choice that there is should not be offered, for that reason if one is given."""
    try:
        reasons = [found.text for found in decision.why_not(choice)]
    except UnknownThing as error:
        yield f"{error}{_describe_decision(decision)}"
        return
    if not reasons:
        yield f"`{choice}` is offered, expected it not to be{_describe_decision(decision)}"
    elif reason is not None and reason not in reasons:
        yield f"`{choice}` is not offered because {'; '.join(reasons)}, expected because {reason}"


def _describe_decision(decision: Decision) -> str:
    return f"\n    {decision.player}: {decision.prompt}: {', '.join(option.id for option in decision.options)}"


# ---- the end


def _check_draws(game: Game, scenario: Scenario) -> Iterator[str]:
    """The names given as drawn that are none of what was drawn: things of two kinds go by the same numbers in play."""
    all_came = game.transcript()["draws"] if scenario.draws else ()
    for number, (written, came) in enumerate(zip(scenario.draws, all_came, strict=False)):
        for name in written:
            if name not in ("_", *came):
                among = ", ".join(f"`{one}`" for one in came)
                yield f"{scenario.place('draws', number)}: draw {number + 1}: `{name}` is not among what is drawn: {among}"


def _end(scenario: Scenario, game: Game, before: Holdings) -> Iterator[str]:
    decision = game.decision
    asked = decision.player if decision else None
    if asked != scenario.asks:
        choices = _describe_decision(decision) if decision else ""
        yield f"{scenario.place('asks')}: {asked or 'nobody'} has to choose next, expected {scenario.asks or 'nobody'}{choices}"
    view = game.view()
    yield from (
        f"{scenario.place('changes', *keys)}: {fault}" for keys, fault in _check_changes(scenario, before, holdings_of(view))
    )
    yield from (f"{scenario.place('then', *keys)}: {fault}" for keys, fault in differences(scenario.then, view))
    if scenario.winners is not None and sorted(game.winners) != sorted(scenario.winners):
        yield f"{scenario.place('winners')}: {_join_names(game.winners)} won, expected {_join_names(scenario.winners)}"
    reason = game.result.reason
    if scenario.ends is not None and reason != scenario.ends:
        came = "no rule ended the game" if reason is None else f"the game ended with “{reason}”"
        yield f"{scenario.place('ends')}: {came}, expected “{scenario.ends}”"


def _check_changes(scenario: Scenario, before: Holdings, after: Holdings) -> Iterator[tuple[tuple[str, ...], str]]:
    """The resources of the players that have not changed as they should; what `then` names may have, to what it says."""
    wanted = scenario.changes
    for player in sorted(wanted.keys() - after.keys()):
        yield (player,), f"{player} is not a player"
    for player, resources in after.items():
        expected = wanted.get(player, {})
        for resource in sorted(expected.keys() - resources.keys()):
            yield (player, resource), f"{resource} is not a resource"
        for resource, amount in resources.items():
            by = amount - before[player][resource]
            is_settled = resource not in expected and resource in scenario.then.get(player, ())
            if by != expected.get(resource, 0) and not is_settled:
                yield (player, resource), f"{player}'s {resource} changed by {by}, expected {expected.get(resource, 0)}"


def holdings_of(view: Mapping[str, Any]) -> Holdings:
    return {player["name"]: dict(player["resources"]) for player in view["players"]}


def initial_holdings(game: Game, scenario: Scenario) -> Holdings:
    """The holdings when the scenario began: what its setup left, and what is given on top."""
    if scenario.setup is not None:
        holdings = holdings_of(game.rules.position(scenario.setup, {}, scenario.players, draws=scenario.draws).view())
    else:
        holdings = {player: {resource.name: 0 for resource in game.rules.model.resources} for player in game.players}
    for player, resources in holdings.items():
        given = scenario.given.get(player, {})
        resources.update({name: given[name] for name in resources if name in given})
    return holdings


def _join_names(names: Sequence[str]) -> str:
    return ", ".join(names) or "nobody"


def _history(game: Game) -> Iterator[str]:
    events = game.events[-LAST_EVENTS:]
    if events:
        yield "the last things that happened:"
    for event in events:
        place = f"  ({event.rule}, {event.file}:{event.line})" if event.rule else ""
        yield f"    {event.text}{place}"
