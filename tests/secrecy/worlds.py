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
from caylus.codegen.metadata import Choices, FrameType
from caylus.codegen.state_layout import RANDOM, Layout
from caylus.runtime.saving.history import find_moment

from .audiences import apart, hidden_from
from .surfaces import name_of

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
    """Whether nothing but what is hidden from a seat differs in the states of two games, and something does."""
    hidden = hidden_from(one, seat)
    if hidden != hidden_from(two, seat) or one._machine.stack != two._machine.stack:
        return False
    differing = apart(one, two)
    return bool(differing) and differing <= hidden.slots


def changed(one: caylus.Game, seat: int, exchanged: Mapping[tuple[str, int], int], draw: Random) -> caylus.Game | None:
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
        for at, type_ in enumerate(machine.program.metadata.frames[frame[0]], 1):
            frame[at] = _renamed(frame[at], type_, exchanged)
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
    """Whether anything that was chosen at once with others may still have to be carried out."""
    frames = game._machine.program.metadata.frames
    held = ((frame[at], t) for frame in game._machine.stack for at, t in enumerate(frames[frame[0]], 1))
    return any(isinstance(type_, Choices) and choices and any(choices) for choices, type_ in held)


def _room(layout: Layout, state: m.State) -> int:
    return layout.stride(state) * layout.objects(state)


def _renamed(value: Any, type_: FrameType, exchanged: Mapping[tuple[str, int], int]) -> Any:
    """What a frame holds, with other objects in the place of those exchanged; for several types: a list of such pairs."""
    if isinstance(type_, Choices):
        return value
    if isinstance(value, tuple) and isinstance(type_, tuple):
        return tuple(tuple(_renamed(v, t, exchanged) for v, t in zip(pair, type_, strict=True)) for pair in value)
    if isinstance(value, tuple):
        return tuple(_renamed(item, type_, exchanged) for item in value)
    kind = None if isinstance(type_, tuple) else type_.kind
    return value if kind is None else exchanged.get((kind.root.name, value), value)


def imagined(one: caylus.Game, seat: int, draw: Random) -> tuple[caylus.Game, caylus.Game]:
    """Two worlds of a seat, whose chance is the same from here on."""
    player: Any = name_of(one, seat)
    worlds = [_world(one, player, draw.getrandbits(32)).copy(events=True) for _ in range(2)]
    stream = draw.getrandbits(60)
    for game in worlds:
        game._machine.s[RANDOM] = stream
    return worlds[0], worlds[1]


def _world(one: caylus.Game, player: Any, seed: int) -> caylus.Game:
    try:
        return one.determinize(player, seed)
    except caylus.NoWorld:
        return one.imagine(player, seed)
