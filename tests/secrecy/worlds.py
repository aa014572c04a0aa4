"""Two games that a seat cannot tell apart: another one beside a game, in which what the seat may not know is something else.

Three ways. From the first draws on: the game of the same seed, in which things that have landed out of the seat's sight have
changed places. Right now: hidden numbers are others, and things that the seat has not seen since they were last mixed have
changed places. And by the engine's own account: two worlds that it holds to be possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import caylus
from caylus import model as m
from caylus.codegen.metadata import Choices, FrameType, Loop
from caylus.codegen.state_layout import RANDOM, Layout
from caylus.runtime.saves import find_moment

from .audiences import Hidden, hidden_from, list_differences
from .surfaces import seat_name

TRIES = 12
"""How often draws are changed, all that may be at first and then two places at a time, before it is taken that they cannot be."""


def dealt_otherwise(one: caylus.Game, seat: int, draw: Random) -> caylus.Game | None:
    """The game of the same seed with other draws before its first decision, where no difference lies in the seat's sight."""
    drawn = [list(order) for _, order in one._machine.drawn]
    if not drawn:
        return None
    s = one._machine.s
    loose = {(kind.name, s[slot]) for slot, kind in hidden_from(one, seat).objects.items()}
    for attempt in range(TRIES):
        other = [order[:] for order in drawn]
        for (kind, _), order in zip(one._machine.drawn, other, strict=True):
            places = [i for i, member in enumerate(order) if (kind, member) in loose]
            places = draw.sample(places, min(len(places), 2)) if attempt else places
            members = draw.sample([order[i] for i in places], len(places))
            for i, member in zip(places, members, strict=True):
                order[i] = member
        two = _dealt(one, other) if other != drawn else None
        if two is not None and _differ_out_of_sight(one, two, seat):
            return two
    return None


def _dealt(one: caylus.Game, draws: Sequence[Sequence[int]]) -> caylus.Game | None:
    """The game of the same seed with these draws; None where later draws are of something else, because of the former."""
    kinds = [kind for kind, _ in one._machine.drawn]
    named = [[one.names.name_drawn(kind, i) for i in order] for kind, order in zip(kinds, draws, strict=True)]
    try:
        return one.rules.new_game(one.players, one.seed or 0, draws=named)
    except caylus.RuleFault as fault:
        if fault.draw is None:
            raise
        return None


def _differ_out_of_sight(one: caylus.Game, two: caylus.Game, seat: int) -> bool:
    """Return whether nothing but what is hidden from a seat differs in the states of two games, and something does."""
    hidden = hidden_from(one, seat)
    if hidden != hidden_from(two, seat) or not _are_frames_alike(one, two, hidden):
        return False
    differing = list_differences(one, two)
    return differing <= hidden.slots and (bool(differing) or one._machine.stack != two._machine.stack)


def _are_frames_alike(one: caylus.Game, two: caylus.Game, hidden: Hidden) -> bool:
    """Return whether actions that wait have in mind the same, but for secret objects that lie nowhere or out of sight."""
    secrets = one.names.program.metadata.secrets
    for ones, twos in zip(one._machine.stack, two._machine.stack, strict=False):
        place = one.names.program.metadata.places.get(ones[0])
        if ones[0] != twos[0] or (place is None and ones != twos):
            return False
        may_differ = {at: v for v, at in place.bound if v in secrets} if place is not None else {}
        may_differ |= {p.members: p.variables[0] for p in place.loops if p.variables[0] in secrets} if place is not None else {}
        for at, (a, b) in enumerate(zip(ones, twos, strict=True)):
            if a != b and not (at in may_differ and _lie_out_of_sight(one, may_differ[at], a, hidden)):
                return False
    return len(one._machine.stack) == len(two._machine.stack)


def _lie_out_of_sight(game: caylus.Game, variable: m.Variable, held: Any, hidden: Hidden) -> bool:
    """Return whether all objects that a variable holds lie where they are hidden, if anywhere."""
    kind, layout, s = variable.type.kind, game.names.layout, game._machine.s
    if kind is None:
        return False
    seen = {
        s[slot] for base in layout.lists_with(kind) for slot in range(base + 1, base + 1 + s[base]) if slot not in hidden.objects
    }
    return seen.isdisjoint(held if isinstance(held, tuple) else (held,))


def change_line(one: caylus.Game, seat: int, exchanged: Mapping[tuple[str, int], int], draw: Random) -> caylus.Game | None:
    """A copy in which hidden numbers are others and objects out of sight have changed places; None if that comes to nothing."""
    one.events  # noqa: B018 (so that the copy need not tell of it by what is changed)
    two = one.copy(events=True)
    machine, layout = two._machine, one.names.layout
    s = machine.s
    before = s[:]
    hidden = hidden_from(one, seat)
    supplied = {slot for r, base in layout.resources.items() if r.supply for slot in (base, layout.resources[r.supply])}
    flags = {base + i for state, base in layout.states.items() if state.type.base == "flag" for i in range(_room(layout, state))}
    bounds = {slot: state.find_bounds(of) for state in layout.states for of, slot in layout.values(state)}
    for slot in hidden.numbers:
        if slot in flags:
            s[slot] = draw.randrange(2)
        elif not any(first <= slot < first + layout.players for first in supplied):
            least, most = bounds.get(slot) or (0, s[slot] + 2)
            s[slot] = min(max(least, s[slot] + draw.choice((-2, -1, 0, 1, 2))), most)
    for slot, kind in hidden.objects.items():
        s[slot] = exchanged.get((kind.name, s[slot]), s[slot])
    if holds_choices(one):
        return None  # what has been chosen goes by what lies where
    for frame in machine.stack:
        known = _known_slots(one, frame)
        for at, type_ in enumerate(machine.program.metadata.frames[frame[0]], 1):
            frame[at] = frame[at] if at in known else _rename_objects(frame[at], type_, exchanged)
    machine.refresh()
    frame = machine.stack[-1]
    if frame[0] in machine.program.options:
        machine.options = machine.program.options[frame[0]](machine, s, frame)
    if s == before or not machine.options:
        return None
    assert two._history is not None
    assert two._teller is not None
    two._history.moments.append(find_moment(machine, len(two.chosen)))
    two._teller._machine = None
    return two


def holds_choices(game: caylus.Game) -> bool:
    """Return whether anything that was chosen at once with others may still have to be carried out."""
    frames = game._machine.program.metadata.frames
    held = ((frame[at], t) for frame in game._machine.stack for at, t in enumerate(frames[frame[0]], 1))
    return any(isinstance(type_, Choices) and choices and any(choices) for choices, type_ in held)


def _room(layout: Layout, state: m.State) -> int:
    return layout.stride(state) * layout.objects(state)


def _known_slots(game: caylus.Game, frame: list[Any]) -> set[int]:
    """Where a frame has variables, and what loops go through, that everybody may know."""
    metadata = game.names.program.metadata
    place = metadata.places.get(frame[0])
    if place is None:
        return set()
    known = {at for variable, at in place.bound if variable not in metadata.secrets}
    return known | {loop.members for loop in place.loops if _is_open(game, loop)}


def _is_open(game: caylus.Game, loop: Loop) -> bool:
    """Return whether everybody may know what a loop goes through."""
    return not any(variable in game.names.program.metadata.secrets for variable in loop.variables)


def _rename_objects(value: Any, type_: FrameType, exchanged: Mapping[tuple[str, int], int]) -> Any:
    """The content of a frame, with other objects in the place of those exchanged; for several types: a list of such pairs."""
    if isinstance(type_, Choices):
        return value
    if isinstance(value, tuple) and isinstance(type_, tuple):
        return tuple(tuple(_rename_objects(v, t, exchanged) for v, t in zip(pair, type_, strict=True)) for pair in value)
    if isinstance(value, tuple):
        return tuple(_rename_objects(item, type_, exchanged) for item in value)
    kind = None if isinstance(type_, tuple) else type_.kind
    return value if kind is None else exchanged.get((kind.root.name, value), value)


def imagine_world(one: caylus.Game, seat: int, draw: Random) -> tuple[caylus.Game, caylus.Game]:
    """Two worlds of a seat, whose chance is the same from here on."""
    player: Any = seat_name(one, seat)
    worlds = [_world(one, player, draw.getrandbits(32)).copy(events=True) for _ in range(2)]
    stream = draw.getrandbits(60)
    for game in worlds:
        game._machine.s[RANDOM] = stream
    for frame, other in zip(*(game._machine.stack for game in worlds), strict=True):
        place = one.names.program.metadata.places.get(frame[0])
        for loop in place.loops if place is not None else ():
            if _is_open(one, loop):
                other[loop.members] = frame[loop.members]  # an order that was drawn, and that all see as the loop goes on
    return worlds[0], worlds[1]


def _world(one: caylus.Game, player: Any, seed: int) -> caylus.Game:
    try:
        return one.determinize(player, seed)
    except caylus.NoWorld:
        return one.imagine(player, seed)
