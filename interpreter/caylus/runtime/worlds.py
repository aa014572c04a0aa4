"""Worlds of a seat: games that it could be in, each played from the start, in which it is told all that it has been told.

So it is known which draws and which parts of choices a seat has seen by now. Of a card that came out of somebody's hand the seat
does not know which of the hidden cards of that hand it was: it may stand for any of them.

Whatever a seat is told follows from draws and choices. So those that the seat has seen are kept, the others are drawn anew, and
the game is played again: if at any choice the seat sees, hears or is asked anything else than in truth, another is tried. After a
while the next try is the one that came farthest, with one draw or choice changed. A world that comes through contradicts nothing,
by whatever way it was told: a card laid, an answer to `reveal`, a price paid, a condition that must have held, a choice made at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from operator import eq
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from caylus.diagnostics.diagnostic import RulesetError
from caylus.limits import MOST_REMEMBERED, MOST_REPLAYED, MOST_WORLDS_KEPT
from caylus.runtime.machine import ANY, RuleFault
from caylus.runtime.start import Start

from .call_stack import seats_to_ask
from .events import Entry, Log
from .machine import Move, seed_state
from .saves import History, tells_hidden
from .seats import BESIDE, Seat, seat_number
from .visibility import Sight

if TYPE_CHECKING:
    from .game import Game


class Origin(NamedTuple):
    """A place in a draw, or in a choice, by the number of the draw or choice."""

    is_drawn: bool
    number: int
    place: int


class Marked(int):
    """A number that knows its origins, and its value there. Of what is calculated from it only amounts of a resource do."""

    origins: tuple[Origin, ...]
    original: int

    def __lshift__(self, bits: int) -> Marked:
        return _mark(int(self) << bits, self.origins, self.original)


def _mark(value: int, origins: tuple[Origin, ...], original: int) -> Marked:
    number = Marked(value)
    number.origins, number.original = origins, original
    return number


def origins(value: object) -> tuple[Origin, ...]:
    return value.origins if isinstance(value, Marked) else ()


def mark(values: Iterable[int], is_drawn: bool, number: int) -> tuple[int, ...]:
    """Numbers drawn or chosen, each with one origin more."""
    places = ((value, Origin(is_drawn, number, place)) for place, value in enumerate(values))
    return tuple(_mark(value, (*origins(value), origin), value) for value, origin in places)


class Seen(NamedTuple):
    """A number that came to light, and all origins that it may have for all that the seat knows."""

    value: int
    origins: tuple[Origin, ...]


class Witness:
    """Notes of the numbers that a seat sees while a marked game is played."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.seen: dict[Origin, Seen] = {}
        self._mixed: dict[Origin, frozenset[Origin]] = {}  # of cards of a hand out of which one was chosen unseen

    def watch(self, game: Game, before: Sequence[int]) -> None:
        """Takes in the log of a game, and its table; `before` is the state that the log began with."""
        layout, s = game.names.layout, game._machine.s
        hands = {base: list(before[base + 1 : base + 1 + before[base]]) for base, (list_, _) in layout.owned_lists().items()}
        hidden = {base for base, (list_, _) in layout.owned_lists().items() if list_ in layout.hands}
        sight = Sight(game.names, s, self.seat)
        for entry in game.entries:
            self._hear(sight, entry, hands, hidden)
        for slot, (thing, of, _) in layout.things_by_slot.items():
            if slot not in hands and sight.sees(thing, of):
                self._see((s[slot],))
        for base, (list_, owner) in layout.owned_lists().items():
            if sight.sees(list_, owner):
                self._see(s[base + 1 : base + 1 + s[base]])

    def _hear(self, sight: Sight, entry: Entry, lists: dict[int, list[int]], hands: set[int]) -> None:
        _, kind, (_, *stack), *data = entry
        at_slot = sight.names.layout.things_by_slot

        def sees(slot: int) -> bool:
            return sight.sees(*at_slot[slot][:2])

        match kind, data:
            case "set", [slot, new, *_] if sees(slot):
                self._see((new,))
            case (("gain" | "pay" | "lose"), [player, amount]) if sight.visible_amount(player, amount) == amount:
                self._see((amount,))
            case "list", [slot, members, *_]:
                if sees(slot):
                    self._see(members)
                lists[slot] = list(members)
            case "put", [source, target, moved]:
                hand = lists.get(source, ())
                if source in hands and not sees(source) and len(moved) < len(hand):
                    self._mix(hand)
                if sees(source) or sees(target):
                    self._see(moved)
                for value in moved:
                    if value in hand:
                        lists[source].remove(value)
                    if target in lists:
                        lists[target].append(value)
            case "reveal", [slot, value, to]:
                if to < 0 or to == self.seat or sees(slot):
                    self._see(value if isinstance(value, tuple) else (value,))
            case (("choice" | "lapse"), [player, _, _, move, *_]):
                asked = sight.names.program.decisions[stack[-1][0]]
                tells = sight.choices(player, asked, move)
                if tells is not None:
                    is_whole = sight.whole(player, asked, move)
                    are_known = (True, *tells, *[False] * (len(move) - len(tells) - 1))
                    # which of the cards of a hidden hand was chosen nobody knows before it is moved
                    parts = [part for part, is_known in zip(move, are_known, strict=False) if is_known or is_whole]
                    for part, origin in ((one, origin) for one in parts for origin in origins(one) if not origin.is_drawn):
                        self.seen.setdefault(origin, Seen(int(part), (origin,)))

    def _mix(self, hand: Iterable[int]) -> None:
        """Notes that any card of a hand may be the one that is chosen, and any other one of those that stay."""
        origins_found = [origin for card in hand for origin in origins(card) if origin.is_drawn]
        for number in {origin.number for origin in origins_found}:
            alike = [origin for origin in origins_found if origin.number == number]
            mixed = frozenset(other for origin in alike for other in self._could_be(origin))
            self._mixed.update(dict.fromkeys(alike, mixed))

    def _could_be(self, origin: Origin) -> frozenset[Origin]:
        return self._mixed.get(origin, frozenset((origin,)))

    def _see(self, values: Iterable[int]) -> None:
        """Notes numbers seen, with all the origins that each may have."""
        for value in values:
            for origin in origins(value):
                assert isinstance(value, Marked)
                self.seen.setdefault(origin, Seen(value.original, tuple(sorted(self._could_be(origin)))))

    def settle(self, draws_by_lot: Sequence[Sequence[int]], known_places: Sequence[int], lots: Random) -> list[tuple[int, ...]]:
        """Draws that show the seat what it has seen, and hold anything where it has seen nothing.

        Of draws with numbers in `known_places` everybody knows out of what they were drawn: what is left of that is shuffled
        here, so that things of which several are alike are as likely as they should be.
        """
        draws = [[ANY] * len(order) for order in draws_by_lot]
        for sighting in sorted(self.seen.values(), key=lambda one: len(one.origins) > 1):
            free = [o for o in sighting.origins if o.is_drawn and draws[o.number][o.place] == ANY]
            if free:
                origin = lots.choice(free)
                draws[origin.number][origin.place] = sighting.value
        for number in known_places:
            draw, order = draws[number], draws_by_lot[number]
            if len(order) > 1:
                rest = sorted(order)  # in an order that tells nothing of the truth
                for member in draw:
                    if member != ANY:
                        rest.remove(member)
                lots.shuffle(rest)
                draw[:] = [rest.pop() if member == ANY else member for member in draw]
        return [tuple(draw) for draw in draws]

    def amend(self, draws: Sequence[list[int]], departure: Callable[[Origin], float]) -> set[Origin]:
        """Has draws show what the seat has seen, by swaps of places that what lay there left as late as can be.

        Returns the places where that lies. Raises ValueError where it cannot be had.
        """
        places: set[Origin] = set()
        unmet: list[Seen] = []
        for sighting in sorted(self.seen.values(), key=lambda one: len(one.origins)):
            free = [o for o in sighting.origins if o.is_drawn and o.number < len(draws) and o not in places]
            witness_place = next((o for o in free if draws[o.number][o.place] == sighting.value), None)
            if witness_place is not None:
                places.add(witness_place)
            elif free:
                unmet.append(sighting)
        for value, candidates in unmet:
            origin = max((o for o in candidates if o.is_drawn and o not in places), key=departure)
            order = draws[origin.number]
            holders = (Origin(True, origin.number, n) for n, member in enumerate(order) if member == value)
            other = max((o for o in holders if o not in places), key=departure)
            order[origin.place], order[other.place] = order[other.place], order[origin.place]
            places.add(origin)
        return places

    @cached_property
    def known_origins(self) -> set[Origin]:
        """The places in draws of which the seat knows what came there."""
        settled_origins: set[Origin] = set()
        for sighting in sorted(self.seen.values(), key=lambda one: len(one.origins)):
            free = [origin for origin in sighting.origins if origin.is_drawn and origin not in settled_origins]
            if len(free) == 1:
                settled_origins.add(free[0])
        return settled_origins

    def _free(self, number: int, size: int) -> list[int]:
        """The places of a draw of which the seat does not know what came there."""
        return [place for place in range(size) if Origin(True, number, place) not in self.known_origins]

    def is_settled(self, number: int, size: int) -> bool:
        """Return whether a draw can only have been what it was: of one that puts all in an order, one place follows from the
        others.
        """
        return size == 0 or len(self._free(number, size)) < min(size, 2)

    def vary(self, number: int, draws: Sequence[int], lots: Random) -> tuple[int, ...]:
        """A draw that differs a little from what was drawn, where the seat does not know it."""
        if len(draws) == 1:
            return (ANY,)
        new_draws, free = list(draws), self._free(number, len(draws))
        for _ in range(lots.choice((1, 1, 2, 3))):
            one, other = lots.sample(free, 2)
            new_draws[one], new_draws[other] = new_draws[other], new_draws[one]
        return tuple(new_draws)

    def has_seen(self, number: int, move: Sequence[int]) -> bool:
        """Return whether the seat has seen all of a choice."""
        return all(Origin(False, number, place) in self.seen for place in range(len(move)))

    def allows(self, number: int, move: Sequence[int], option: Sequence[int]) -> bool:
        """Return whether an option could have been the choice of a number, `move` in truth, for all the seat has seen."""
        places = [place for place in range(len(move)) if Origin(False, number, place) in self.seen]
        if 0 in places and len(option) != len(move):
            return False
        return all(place < len(option) and option[place] == move[place] for place in places)


def detached_copy(world: Game) -> Game:
    """A copy to play on, which tells nothing of what came before."""
    return _restart_log(world.copy())


def _restart_log(world: Game) -> Game:
    world._history = History(world._machine, len(world.chosen), is_complete=True)
    return world


@dataclass
class Attempt:
    """A game in which the seat was told the same at the first decision and after each choice, as far as it has `reached`.

    `worlds` are the game at each of them from the `first` on: of an attempt that is kept for later, at the last ones. `draws`
    settle what is drawn, `wanted` what others choose from here on, where they can.
    """

    worlds: list[Game]
    picks: list[Move]
    draws: list[tuple[int, ...]]
    wanted: Sequence[Move] = ()
    reached: int = field(init=False)
    first: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._first_wanted = len(self.picks)
        self.reached = len(self.worlds)

    def pack(self) -> Attempt:
        """The same as numbers alone, to be played again."""
        return Attempt([], [], self.draws_made if self.worlds else self.draws, self.picks if self.worlds else self.wanted)

    @property
    def draws_made(self) -> list[tuple[int, ...]]:
        """The draws until now."""
        return [order for _, order in self.worlds[-1]._machine.drawn] if self.worlds else []

    def goes_on(self, seed: int) -> Game | None:
        """The last game, to be played on with draws as they are settled; None where there is none yet."""
        if not self.worlds:
            return None
        world = self.worlds[-1].copy()
        world._machine.s[0] = seed_state(seed)
        world._machine.fixed = self.draws[len(world._machine.drawn) :]
        return _restart_log(world)

    def pick(self, number: int, options: Sequence[Move], lots: Random) -> Move:
        """The choice of a number: the wanted one where that is among the options, else any."""
        place = number - self._first_wanted
        if place < len(self.wanted) and self.wanted[place] in options:
            return self.wanted[place]
        return lots.choice(options)

    def vary(self, witness: Witness, others: Sequence[tuple[int, ...]], choices: Sequence[int], lots: Random) -> Attempt:
        """The same with another draw, and either the same draws after it or `others`; or with one of the `choices` made anew."""
        made = self.draws_made
        draws = [*made, *self.draws[len(made) :]]
        free = [number for number, order in enumerate(made) if not witness.is_settled(number, len(order))]
        choices = [number for number in choices if number < len(self.picks)]
        if not free and not choices:
            return Attempt([], [], list(others))
        at = lots.randrange(len(free) + len(choices))
        if at >= len(free):
            number = choices[at - len(free)]
            return Attempt(self.worlds[: number + 1], self.picks[:number], draws, [(), *self.picks[number + 1 :]])
        number = free[at]
        draws[number] = witness.vary(number, draws[number], lots)
        if lots.random() < _ALL_ANEW:
            draws[number + 1 :] = others[number + 1 :]
        step = sum(len(world._machine.drawn) <= number for world in self.worlds)
        picks = max(step - 1, 0)
        return Attempt(self.worlds[:step], self.picks[:picks], draws, self.picks[picks:])


_ALL_ANEW = 0.5  # How often all that is drawn after a draw that differs is drawn anew as well.


_PLAIN = 0.9  # While more than this part of the bound is left, tries have only what is sure in common.


class NoWorld(Exception):
    """No world was found within the bound that contradicts nothing the seat was told."""


class _Unknown(Exception):
    """It is not known what led to a game."""


Observation = tuple[object, ...]
"""What a seat sees, hears and is asked at a choice: equal where it cannot tell two games apart."""


class Trace:
    """Record of what a seat was told of a game, choice by choice, and the tries to find other games in which it is told the same.

    The `game` is the same game played again with numbers that know where they come from; it follows the true one.
    Raises _Unknown for a game of which it is not known what led to it.
    """

    def __init__(self, truth: Game, player: Seat, seat: int) -> None:
        self.start = start = truth._made_up or truth.start
        if start.seed is None or tells_hidden(truth, Sight(truth.names, truth._machine.s, seat)):
            raise _Unknown
        self.player, self.seat = player, seat
        self.witness = Witness(seat)
        self.moves: list[tuple[int, Move]] = []
        self.observations: list[Observation] = []
        self.draws = [tuple(map(int, order)) for _, order in truth._machine.drawn]
        self.game = self._start_game(truth, start.seed, [mark(order, True, i) for i, order in enumerate(self.draws)])
        self.known_places = _first_of_kinds(kind for kind, _ in self.game._machine.drawn)
        self._sure = Attempt([], [], [])
        lists, decks = truth.names.layout.owned_lists(), truth.rules.decks
        self._decks = [base for base, (list_, _) in lists.items() if list_.span in decks]
        self._places: list[dict[Origin, int]] = []  # at each choice, the slots of the decks where draws lie
        self._departures: dict[Origin, int] = {}
        self._observe([0] * len(self.game._machine.s))
        self.follow(truth)

    def leads_to(self, truth: Game) -> bool:
        """Return whether the choices and draws until now are the first ones of a game."""
        draws = [order for _, order in truth._machine.drawn[: len(self.draws)]]
        moves = [move for _, move in self.moves]
        return self.start == (truth._made_up or truth.start) and draws == self.draws and truth.chosen[: len(moves)] == moves

    def follow(self, truth: Game) -> None:
        """Goes on to where a game stands. Raises _Unknown."""
        new = [tuple(map(int, order)) for _, order in truth._machine.drawn[len(self.draws) :]]
        self.draws += new
        try:
            for number in range(len(self.moves), len(truth.chosen)):
                game, before, move = self.game, self.game._machine.s, truth.chosen[number]
                seat = truth._choosers[number] if truth._choosers else game.seat
                options = [option for option in game._legal_moves(seat) if option == move]
                if not options:
                    raise _Unknown
                self.moves.append((seat, move))
                self.game = detached_copy(game)
                count = len(game._machine.drawn)
                self.game._machine.fixed = [mark(order, True, i) for i, order in enumerate(self.draws[count:], count)]
                self.game._play(mark(options[0], False, number), seat)
                self._observe(before)
        except (RuleFault, RulesetError, ValueError) as error:
            raise _Unknown from error
        machine, goal = self.game._machine, truth._machine
        if (machine.s[1:], machine.stack) != (goal.s[1:], goal.stack):
            raise _Unknown

    def _start_game(self, truth: Game, seed: int, draws: Sequence[tuple[int, ...]]) -> Game:
        try:
            return type(truth).start_game(truth.rules, truth.names, Start(seed, self.start.position), draws)
        except (RuleFault, RulesetError, ValueError) as error:
            raise _Unknown from error

    def _observe(self, before: Sequence[int]) -> None:
        self.witness.watch(self.game, before)
        self.observations.append(tuple(self._observation(self.game)))
        s, number = self.game._machine.s, len(self._places)
        slots = (slot for base in self._decks for slot in range(base + 1, base + 1 + s[base]))
        self._places.append({origin: slot for slot in slots for origin in origins(s[slot])})
        for origin in self._places[number - 1].keys() - self._places[number].keys() if number else ():
            self._departures.setdefault(origin, number)

    def _observation(self, game: Game) -> Iterator[object]:
        """The parts of the seat's observation: the events of the last choice, the question now, and what lies on the table."""
        machine, teller = game._machine, game._teller_for()
        assert teller is not None, "a game that is played again tells what happens"
        yield Log(teller.names, machine.s, self.seat).signatures(teller.entries)
        decision = game.decision_for(self.player)
        yield decision and (decision.player_index, decision.prompt, decision.about, tuple(decision.moves))
        yield tuple(seats_to_ask(machine))
        yield game.rounds, tuple(Sight(game.names, machine.s, self.seat).numbers())

    # ---- tries

    @property
    def open_choices(self) -> list[int]:
        """The numbers of the choices of others of which the seat has not seen everything."""
        moves = enumerate(self.moves)
        return [n for n, (seat, move) in moves if seat != self.seat and not self.witness.has_seen(n, move)]

    def find(self, lots: Random, most: int) -> Attempt | None:
        """An attempt in which the seat is told the same until now; None where none was found by playing `most` choices again."""
        budget, best, open_choices = most, None, self.open_choices
        self._extend_sure(open_choices)
        while budget > 0:
            draws = self.witness.settle(self.draws, self.known_places, lots)
            attempt = Attempt(self._sure.worlds[:], self._sure.picks[:], draws)  # with nothing in common but what is sure
            if best is not None and budget <= most * _PLAIN:
                attempt = best.vary(self.witness, attempt.draws, open_choices, lots)
            budget -= self.carry_on(attempt, lots)
            if attempt.reached > len(self.moves):
                return attempt
            if best is None or attempt.reached >= best.reached:
                best = attempt
        return None

    def _extend_sure(self, open_choices: Sequence[int]) -> None:
        """Finds the part that every attempt has in common: all that led there is known to be as it was in truth."""
        first_open = min(open_choices, default=len(self.moves))
        sure, lots = self._sure, Random(0)
        sure.draws = self.witness.settle(self.draws, self.known_places, lots)

        def is_sure(world: Game) -> bool:
            draws = world._machine.drawn
            return len(world.chosen) <= first_open and all(
                self.witness.is_settled(number, len(order)) for number, (_, order) in enumerate(draws)
            )

        self.carry_on(sure, lots, is_sure)
        while sure.worlds and (len(sure.worlds) > len(self.moves) or not is_sure(sure.worlds[-1])):
            sure.worlds.pop()
        sure.reached = len(sure.worlds)
        del sure.picks[max(sure.reached - 1, 0) :]

    def carry_on(self, attempt: Attempt, lots: Random, is_wanted: Callable[[Game], bool] = lambda _: True) -> int:
        """Plays an attempt on while the seat is told the same, and each world but the last one is wanted.

        Returns how many choices were played for it.
        """
        steps = 1
        try:
            world = attempt.goes_on(lots.getrandbits(63)) or self._start_game(self.game, lots.getrandbits(63), attempt.draws)
            while attempt.reached <= len(self.moves):
                number = attempt.reached
                if number:
                    seat, move = self.moves[number - 1]
                    options = list(self._possible(world, number - 1, seat, move))
                    if not options:
                        break
                    pick = attempt.pick(number - 1, options, lots)
                    world._play(pick, seat)
                    attempt.picks.append(pick)
                    steps += 1
                attempt.worlds.append(world)
                if not all(map(eq, self._observation(world), self.observations[number])):
                    break
                attempt.reached += 1
                if not is_wanted(world):
                    break
                world = detached_copy(world)
        except (RuleFault, RulesetError, ValueError, _Unknown):
            pass
        return steps

    def resume(self, attempt: Attempt, lots: Random) -> Attempt | None:
        """Plays on an attempt of before, mended where need be; None where the seat is told something else in it."""
        if not attempt.worlds:
            choices = len(attempt.wanted)
            self.carry_on(attempt, Random(0), lambda world: len(world.chosen) < choices)
            if attempt.reached <= choices:
                return None
        if attempt.reached <= len(self.moves):
            attempt.draws = self._complete_draws(attempt.draws_made, lots)
            self.carry_on(attempt, lots)
        later = attempt if attempt.reached > len(self.moves) else self._mend(attempt, lots)
        return later if later is not None and later.reached > len(self.moves) else None

    def _complete_draws(self, draws: Sequence[tuple[int, ...]], lots: Random) -> list[tuple[int, ...]]:
        """These draws, and those to come as they have to be for what the seat has seen."""
        return [*draws, *self.witness.settle(self.draws, self.known_places, lots)[len(draws) :]]

    def _departure(self, origin: Origin) -> float:
        """The number of choices after which what was drawn lay in its deck no more."""
        return inf if origin in self._places[-1] else self._departures.get(origin, -1)

    def _mend(self, attempt: Attempt, lots: Random) -> Attempt | None:
        """An attempt in which cards that lay in a deck until lately are others, first as those that came to light since have it,
        then by lot.

        Nobody looked at them there, so all until then is as it was, and it is played on from there.
        """
        for number in range(_MENDINGS):
            worlds = attempt.worlds[: attempt.reached - attempt.first]
            draws = [list(order) for _, order in worlds[-1]._machine.drawn] if worlds else []
            try:
                fixed_places = self.witness.amend(draws, self._departure)
            except ValueError:
                return None
            if number and not self._swap(draws, fixed_places, attempt.first, lots):
                return None
            later = self._with_draws(attempt, worlds, draws, lots)
            if later is None and not number:
                return None
            if later is not None:
                self.carry_on(later, lots)
                if later.reached > len(self.moves):
                    return later
                if later.reached >= attempt.reached:
                    attempt = later
        return None

    def _swap(self, draws: Sequence[list[int]], fixed_places: Set[Origin], first: int, lots: Random) -> bool:
        """Swaps two cards by lot, of which one left its deck after the choice `first` and the other one later.

        Returns whether any left it since.
        """
        free = [o for o, number in self._departures.items() if number > first and o not in fixed_places and o.number < len(draws)]
        if not free:
            return False
        one = lots.choice(free)
        order = draws[one.number]
        places = (Origin(True, one.number, place) for place, member in enumerate(order) if member != order[one.place])
        later = [o for o in places if o not in fixed_places and self._departure(o) >= self._departure(one)]
        if later:
            other = lots.choice(later)
            order[one.place], order[other.place] = order[other.place], order[one.place]
        return True

    def _with_draws(self, attempt: Attempt, worlds: list[Game], draws: Sequence[Sequence[int]], lots: Random) -> Attempt | None:
        """The attempt as far as what would be drawn otherwise lies in decks, to be played on from there."""
        while worlds:
            number, world = attempt.first + len(worlds) - 1, worlds.pop().copy()
            machine, places = world._machine, self._places[number]
            changes = [
                (Origin(True, n, place), old, new)
                for n, ((_, order), members) in enumerate(zip(machine.drawn, draws, strict=False))
                for place, (old, new) in enumerate(zip(order, members, strict=True))
                if old != new
            ]
            if not all(origin in places and machine.s[places[origin]] == old for origin, old, _ in changes):
                continue
            for origin, _, new in changes:
                machine.s[places[origin]] = new
            machine.drawn = [(kind, tuple(order)) for (kind, _), order in zip(machine.drawn, draws, strict=False)]
            machine.refresh()
            to_come = self._complete_draws([order for _, order in machine.drawn], lots)
            later = Attempt([*worlds, world], attempt.picks[:number], to_come, attempt.picks[number:])
            later.first, later.reached = attempt.first, number + 1
            return later
        return None

    def _possible(self, world: Game, number: int, seat: int, move: Move) -> Iterator[Move]:
        """The options of a world that could have been chosen there, for all that the seat knows of the choice."""
        for option in world._legal_moves(seat):
            if option == move if seat == self.seat else self.witness.allows(number, move, option):
                yield option


class Worlds:
    """Of a seat at a game as it stands; see `Game.worlds`.

    They `are_exact` if none contradicts anything that the seat was told. That cannot be had where it is not known what led
    here, as in a game resumed from the save of a seat or begun in a position that gives hidden things: then only what the state
    tells of cards and numbers is kept. What was found of `earlier` worlds of the seat is taken over from them.
    """

    def __init__(self, game: Game, player: Seat, earlier: Worlds | None = None) -> None:
        self._game = game.copy()
        self._player = player
        seat = seat_number(player, game.players)
        self._seat = BESIDE if seat is None else seat
        self._earlier_trace: Trace | None = None
        if earlier is not None:
            self._earlier_trace = earlier.__dict__.pop("_trace", None) or earlier._earlier_trace
            earlier._earlier_trace = None

    @cached_property
    def _trace(self) -> Trace | None:
        """The record of what the seat was told, where worlds have to be looked for and can be."""
        if not self._has_to_look:
            return None
        earlier, self._earlier_trace = self._earlier_trace, None
        if earlier is not None and earlier.leads_to(self._game):
            with suppress(_Unknown):
                earlier.follow(self._game)
                return earlier
        with suppress(_Unknown):
            return Trace(self._game, self._player, self._seat)
        return None

    @property
    def _has_to_look(self) -> bool:
        return self._game.rules.tells_secrets and not self._game.over

    @property
    def are_exact(self) -> bool:
        """Return whether no world contradicts anything that the seat was told."""
        return not self._has_to_look or self._trace is not None

    def belong_to(self, game: Game) -> bool:
        """Return whether they are of a game as it stands."""
        own = self._game
        return own.chosen == game.chosen and own._machine.s == game._machine.s and own._machine.stack == game._machine.stack

    def draw(self, seed: int, most: int | None = None) -> Game:
        """A world; equal seeds give equal ones. Raises NoWorld where none was found by playing `most` choices again."""
        if self._trace is None:
            return self._game.imagine(self._player, seed)
        attempt = self._trace.find(Random(seed), MOST_REPLAYED if most is None else most)
        if attempt is None:
            raise NoWorld(f"no world was found that contradicts nothing {self._player} was told")
        return _detach(attempt.worlds[-1], seed)


def _detach(world: Game, seed: int) -> Game:
    """A copy that goes on by draws of its own. What led there is made up as well, so it has worlds of its own."""
    twin = world.copy()
    twin.start, twin._made_up = Start(None), world.start
    twin._machine.s[0] = seed_state(seed)
    twin._machine.fixed.clear()
    return twin


class KeptWorlds:
    """Worlds of a seat that go on from decision to decision, as long as they agree with what the seat is told.

    At each decision every one is handed out once, then new ones are looked for until there are `MOST_WORLDS_KEPT`. A pickle holds
    draws and choices alone, from which the same worlds are played again.
    """

    def __init__(self, waiting: Iterable[Attempt] = ()) -> None:
        self._waiting = [*waiting]  # of earlier decisions
        self._current: list[Attempt] = []  # of this one
        self._is_full = False
        self._trace: Trace | None = None
        self._choices = 0

    def __reduce__(self) -> tuple[type[KeptWorlds], tuple[list[Attempt]]]:
        return KeptWorlds, ([attempt.pack() for attempt in (*self._waiting, *self._current)],)

    def draw(self, worlds: Worlds, seed: int, most: int) -> Game:
        """A world; where none goes on, one that is found by playing `most` choices again. Raises NoWorld."""
        trace, lots = worlds._trace, Random(seed)
        if trace is None:
            return worlds.draw(seed)
        if (trace, len(trace.moves)) != (self._trace, self._choices):
            attempts = [*self._waiting, *self._current]
            self._waiting = attempts if trace is self._trace else [attempt.pack() for attempt in attempts]
            self._trace, self._choices, self._current, self._is_full = trace, len(trace.moves), [], False
        while self._waiting:
            attempt = self._waiting.pop(0)
            attempt_now = trace.resume(attempt, lots)
            if attempt_now is not None:
                return self._hand_out(attempt_now, seed)
        new = None if self._is_full else trace.find(lots, most)
        if new is not None:
            return self._hand_out(new, seed)
        self._is_full = True
        if not self._current:
            raise NoWorld(f"no world was found that contradicts nothing {worlds._player} was told")
        return self._hand_out(self._current.pop(0), seed)

    def _hand_out(self, attempt: Attempt, seed: int) -> Game:
        attempt.first += max(0, len(attempt.worlds) - MOST_REMEMBERED)
        del attempt.worlds[:-MOST_REMEMBERED]
        self._current.append(attempt)
        self._is_full = self._is_full or len(self._current) >= MOST_WORLDS_KEPT
        return _detach(attempt.worlds[-1], seed)


_MENDINGS = 24  # Tries to mend a kept world.


def _first_of_kinds(kinds: Iterable[str]) -> list[int]:
    """The numbers of the first draw of each kind, numbers apart: everybody knows out of what those were drawn."""
    first: dict[str, int] = {}
    for number, kind in enumerate(kinds):
        first.setdefault(kind, number)
    return [number for kind, number in first.items() if kind]
