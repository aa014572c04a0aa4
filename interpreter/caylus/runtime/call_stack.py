"""Describe the call stack of a game: the actions that wait, the phase among them, their arguments, and the seats to be asked.

All of it follows from the frames, so that it is the same in a game that was resumed or that began in a described position.

What has been chosen lies in the frame of the decision and has no effect yet (see `codegen.coroutines`). So everybody is asked of
the same table, by a frame of their own, which tells nothing of what others have chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.codegen.metadata import Choices, Place
from caylus.codegen.program import AtOnce

from .machine import Machine, Move, draw_below

if TYPE_CHECKING:
    from .names import Names


Bound = tuple["m.Variable", int]
"""A variable and what it holds."""


def current_phase(names: Names, stack: Sequence[Sequence[Any]]) -> dict[str, Any] | None:
    """The innermost phase: its `name`, `title` and `citation`; None outside of phases."""
    phases, spots = names.program.metadata.phases, names.program.metadata.spots
    phases_found = (phases.get(frame[0]) if frame[0] >= 0 else spots[-1 - frame[0]].phase for frame in reversed(stack))
    return next((describe_rule(phase) for phase in phases_found if phase is not None), None)


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
    texts: dict[str, str] = {}
    players: set[str] = set()
    for variable, id_ in bound:
        kind = variable.type.kind
        if variable.type.base != "object" or kind is None or (name := names.name(kind, id_)) is None:
            continue
        if (lent := names.lent(s, kind, id_)) is not None:
            texts[lent[0]] = lent[1]
        texts[variable.name] = name
        (players.add if kind.is_player and id_ == player else players.discard)(variable.name)
    return {variable: name for variable, name in texts.items() if variable not in players}


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
    places_found = [(places[frame[0]], frame) for frame in stack if frame[0] in places]
    return [(place, [(variable, frame[at]) for variable, at in place.bound]) for place, frame in places_found]


def bound_variables(names: Names, stack: Sequence[Sequence[Any]]) -> list[Bound]:
    """The variables when something was done, outermost first.

    The frame at work, the last one, does not know where it is; the statements on top of it do, which have negative numbers.
    """
    spots = names.program.metadata.spots
    frames = [frame for frame in stack if frame[0] >= 0][:-1]
    bound = [pair for _, variables in waiting(names, frames) for pair in variables]
    for number, *frame_values in (frame for frame in stack if frame[0] < 0):
        bound += zip(spots[-1 - number].bound, frame_values, strict=True)
    return bound


def describe_rule(site: m.Site) -> dict[str, Any]:
    """The name of a rule, its title and its page of the rulebook: `name`, `title` and `citation`."""
    return {"name": site.rule, "title": site.title, "citation": site.see}


def seats_to_ask(machine: Machine) -> list[int]:
    """The seats that have to decide, in the order in which they are asked; the first is the machine's `player`."""
    asks = machine.program.at_once.get(machine.stack[-1][0])
    if asks is None:
        return [machine.player] if machine.player >= 0 else []
    frame = machine.stack[-1]
    pairs = zip(asks.seats(frame), frame[asks.choices], strict=True)
    return [seat for seat, chosen in pairs if not chosen and options(machine, frame_for_seat(machine, seat))]


def pending_moves(machine: Machine) -> dict[int, Move]:
    """The moves of those asked together with whoever decides now, by seat."""
    asks = machine.program.at_once.get(machine.stack[-1][0])
    if asks is None:
        return {}
    frame = machine.stack[-1]
    pairs = zip(asks.seats(frame), frame[asks.choices], strict=True)
    moves_by_seat = {seat: move for seat, move in pairs if move and seat < machine.program.people}
    return {
        seat: move for seat, move in moves_by_seat.items() if len(options(machine, frame_for_seat(machine, seat))) >= asks.fewest
    }


def frame_for_seat(machine: Machine, seat: int) -> list[Any]:
    """The frame of the decision as a seat is asked by it."""
    frame = machine.stack[-1][:]
    asks = machine.program.at_once.get(frame[0])
    if asks is not None:
        seats = asks.seats(frame)
        frame[asks.choices] = ((),) * len(seats)
        asks.bind(machine, machine.s, frame, seats.index(seat))
    return frame


def options(machine: Machine, frame: list[Any]) -> Sequence[Move]:
    """The options of the player asked by a frame."""
    if frame[0] not in machine.program.at_once:
        return machine.options
    return machine.program.options[frame[0]](machine, machine.s, frame)


def to_come(machine: Machine, names: Names) -> list[tuple[int, int]]:
    """The choices that have still to be carried out: the place of the frame that holds each, and whose it is."""
    held = [
        (at, zip(asks.seats(frame), frame[place], strict=True)) for at, frame, place, asks, _ in _pending_frames(machine, names)
    ]
    return [(at, seat) for at, choices in held for seat, move in choices if move]


def ask_again(machine: Machine) -> None:
    """Has the decision speak of the state as it is now, after that has been written to from outside."""
    frame = machine.stack[-1]
    asks = machine.program.at_once.get(frame[0])
    if asks is not None:
        asks.bind(machine, machine.s, frame, asks.seats(frame).index(machine.player))


def draw_anew(machine: Machine, names: Names, seat: int) -> None:
    """Has the others choose anything that they may, where a seat knows no more than that they have chosen."""
    for _, frame, place, asks, block in _pending_frames(machine, names):
        frame[place] = tuple(
            _draw_move(machine, asks, [block, *frame[1:]], i) if move and other != seat else move
            for i, (other, move) in enumerate(zip(asks.seats(frame), frame[place], strict=True))
        )


def _pending_frames(machine: Machine, names: Names) -> Iterator[tuple[int, list[Any], int, AtOnce, int]]:
    """The frames that hold choices: the place of each in the stack, itself, where in it they are, and what has asked for them."""
    for at, frame in enumerate(machine.stack if machine.program.at_once else ()):
        for place, type_ in enumerate(names.program.metadata.frames[frame[0]], 1):
            if isinstance(type_, Choices) and frame[place] and any(frame[place]):
                yield at, frame, place, machine.program.at_once[type_.block], type_.block


def _draw_move(machine: Machine, asks: AtOnce, frame: list[Any], member: int) -> Move:
    """One of the options that a member of the list has now; () if there is none."""
    asks.bind(machine, machine.s, frame, member)
    move_options = options(machine, frame)
    if not move_options:
        return ()
    seat = asks.seats(frame)[member]
    if seat >= machine.program.people:
        return machine.program.taken[frame[0]](machine, machine.s, seat, move_options)
    machine.s[0], lot = draw_below(machine.s[0], len(move_options))
    return move_options[lot]
