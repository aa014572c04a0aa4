"""Describe the call stack of a game: the actions that wait, the phase among them, and their arguments.

All of it follows from the frames, so that it is the same in a game that was resumed or that began in a described position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.codegen.metadata import Place

    from ..names import Names

Bound = tuple["m.Variable", int]
"""A variable and what it holds."""


def current_phase(names: Names, stack: Sequence[Sequence[Any]]) -> dict[str, Any] | None:
    """The innermost phase: its `name`, `title` and `citation`; None outside of phases."""
    phases, spots = names.program.metadata.phases, names.program.metadata.spots
    found = (phases.get(frame[0]) if frame[0] >= 0 else spots[-1 - frame[0]].phase for frame in reversed(stack))
    return next((describe_rule(phase) for phase in found if phase is not None), None)


def phases(names: Names) -> list[dict[str, Any]]:
    """All phases in the order in which the game comes to them."""
    return [describe_rule(phase) for phase in names.program.metadata.order]


def rules_in_flight(places: Sequence[Place]) -> Iterator[dict[str, Any]]:
    """The rules in flight, outermost first, each with its `name`, `title`, `citation`, and the `file` and `line` it has come to.

    A rule that was hung on an action follows that action, while it is the one that is carried out.
    """
    for place in places:
        action, site = place.action, place.site
        for one in [site] if site.rule == action.rule else [action, site]:
            yield {**describe_rule(one), "file": one.span.file, "line": one.span.line}


def about(names: Names, s: list[int], bound: Sequence[Bound], player: int) -> dict[str, str]:
    """The objects that variables hold, outermost first, by the names of the variables; an inner one hides an outer one.

    A member of a row that is called after what it holds brings that along. `player` is known already and not told again.
    """
    found: dict[str, str] = {}
    players: set[str] = set()
    for variable, id_ in bound:
        kind = variable.type.kind
        if variable.type.base != "object" or kind is None or (name := names.name(kind, id_)) is None:
            continue
        if (lent := names.lent(s, kind, id_)) is not None:
            found[lent[0]] = lent[1]
        found[variable.name] = name
        (players.add if kind.is_player and id_ == player else players.discard)(variable.name)
    return {variable: name for variable, name in found.items() if variable not in players}


def asking(names: Names, places: Sequence[Place]) -> m.Object | None:
    """The object in whose rules something is asked: the innermost that the rules in flight belong to."""
    rules = (rule["name"] for rule in reversed([*rules_in_flight(places)]))
    return next((names.things[rule] for rule in rules if rule in names.things), None)


def place(bound: Sequence[Bound]) -> tuple[m.Kind, int] | None:
    """The member of a row that variables hold, the innermost if several do; None if none does."""
    for variable, id_ in reversed(bound):
        kind = variable.type.kind
        if kind is None or kind.is_player or variable.type.base != "object" or id_ < 0:
            continue
        if kind.root.objects[id_].row is not None:
            return kind, id_
    return None


def waiting(names: Names, stack: Sequence[Sequence[Any]]) -> list[tuple[Place, list[Bound]]]:
    """The place of each action that waits, and its variables, outermost first."""
    places = names.program.metadata.places
    found = [(places[frame[0]], frame) for frame in stack if frame[0] in places]
    return [(place, [(variable, frame[at]) for variable, at in place.bound]) for place, frame in found]


def bound_variables(names: Names, stack: Sequence[Sequence[Any]]) -> list[Bound]:
    """The variables when something was done, outermost first.

    The frame at work, the last one, does not know where it is; the statements on top of it do, which have negative numbers.
    """
    spots = names.program.metadata.spots
    frames = [frame for frame in stack if frame[0] >= 0][:-1]
    bound = [pair for _, variables in waiting(names, frames) for pair in variables]
    for number, *held in (frame for frame in stack if frame[0] < 0):
        bound += zip(spots[-1 - number].bound, held, strict=True)
    return bound


def describe_rule(site: m.Site) -> dict[str, Any]:
    """The name of a rule, its title and its page of the rulebook: `name`, `title` and `citation`."""
    return {"name": site.rule, "title": site.title, "citation": site.see}
