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

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import eq
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from caylus.diagnostics.diagnostic import RulesetError
from caylus.limits import MOST_REPLAYED
from caylus.runtime.machine import ANY, RuleFault
from caylus.runtime.start import Start

from .call_stack import seats_to_ask
from .machine import seed_state
from .saves import History, tells_hidden
from .seats import BESIDE, Seat, seat_number
from .visibility import Sight

if TYPE_CHECKING:
    from .events import Entry
    from .game import Game
    from .machine import Move


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
        return self._as(int(self) << bits, self.origins, self.original)

    @classmethod
    def _as(cls, value: int, origins: tuple[Origin, ...], original: int) -> Marked:
        marked = cls(value)
        marked.origins, marked.original = origins, original
        return marked

    @classmethod
    def mark(cls, value: int, origin: Origin) -> Marked:
        """The number with one origin more."""
        return cls._as(value, (*origins(value), origin), value)


def origins(value: object) -> tuple[Origin, ...]:
    return value.origins if isinstance(value, Marked) else ()


def mark_draw(number: int, drawn: Sequence[int]) -> tuple[int, ...]:
    return tuple(Marked.mark(int(value), Origin(True, number, place)) for place, value in enumerate(drawn))


def mark_choice(number: int, move: Move) -> Move:
    return tuple(Marked.mark(value, Origin(False, number, place)) for place, value in enumerate(move))


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
                if source in hands and not sees(source):
                    self._mix(lists.get(source, ()))
                if sees(source) or sees(target):
                    self._see(moved)
                self._move(moved, lists.get(source), lists.get(target))
            case "reveal", [slot, value, to]:
                if to < 0 or to == self.seat or sees(slot):
                    self._see(value if isinstance(value, tuple) else (value,))
            case (("choice" | "lapse"), [player, _, _, move, *_]):
                asked = sight.names.program.decisions[stack[-1][0]]
                tells = sight.choices(player, asked, move)
                if tells is not None:
                    is_whole = sight.whole(player, asked, move)
                    are_known = (True, *tells, *[False] * (len(move) - len(tells) - 1))
                    self._hear_choice(part for part, is_known in zip(move, are_known, strict=False) if is_known or is_whole)

    def _hear_choice(self, parts: Iterable[int]) -> None:
        """Notes parts of a choice. Which of the cards of a hidden hand was chosen nobody knows before it is moved."""
        for part in parts:
            for origin in origins(part):
                if not origin.is_drawn:
                    self.seen.setdefault(origin, Seen(int(part), (origin,)))

    def _move(self, moved: Iterable[int], source: list[int] | None, target: list[int] | None) -> None:
        for value in moved:
            if source is not None and value in source:
                source.remove(value)
            if target is not None:
                target.append(value)

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
    """The game at its first decision and after each choice; the seat was told the same at those that it has `reached`.

    `draws` settle what is drawn, `wanted` what others choose from here on, where they can.
    """

    worlds: list[Game]
    picks: list[Move]
    draws: list[tuple[int, ...]]
    wanted: Sequence[Move] = ()
    reached: int = 0

    def __post_init__(self) -> None:
        self._first_wanted = len(self.picks)

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
        made = [order for _, order in self.worlds[-1]._machine.drawn] if self.worlds else []
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

    def sure(self, is_sure: Callable[[Game], bool]) -> Attempt:
        """The part that every attempt has in common, without the last choice of it."""
        step = 0
        while step < self.reached - 1 and is_sure(self.worlds[step]):
            step += 1
        return Attempt(self.worlds[:step], self.picks[: max(step - 1, 0)], [])


_ALL_ANEW = 0.5
"""How often all that is drawn after a draw that differs is drawn anew as well."""


_PLAIN = 0.9
"""While more than this part of the bound is left, tries have only what is sure in common."""


class NoWorld(Exception):
    """No world was found within the bound that contradicts nothing the seat was told."""


class Worlds:
    """Of a seat at a game as it stands; see `Game.worlds`.

    They `are_exact` if none contradicts anything that the seat was told. That cannot be had where it is not known what led
    here, as in a game resumed from the save of a seat or begun in a position that gives hidden things: then only what the state
    tells of cards and numbers is kept.
    """

    def __init__(self, game: Game, player: Seat) -> None:
        self._game = game.copy()
        self._player = player
        seat = seat_number(player, game.players)
        self._seat = BESIDE if seat is None else seat

    @cached_property
    def _truth(self) -> list[tuple[object, ...]] | None:
        """The seat's observations at each choice, where worlds have to be looked for and can be."""
        return self._retrace() if self._has_to_look else None

    @property
    def _has_to_look(self) -> bool:
        return self._game.rules.tells_secrets and not self._game.over

    @property
    def are_exact(self) -> bool:
        """Return whether no world contradicts anything that the seat was told."""
        return not self._has_to_look or self._truth is not None

    def belong_to(self, game: Game) -> bool:
        """Return whether they are of a game as it stands."""
        own = self._game
        return own.chosen == game.chosen and own._machine.s == game._machine.s and own._machine.stack == game._machine.stack

    def draw(self, seed: int, most: int | None = None) -> Game:
        """A world; equal seeds give equal ones. Raises NoWorld where none was found by playing `most` choices again."""
        if self._truth is None:
            return self._game.imagine(self._player, seed)
        most = MOST_REPLAYED if most is None else most
        lots, budget = Random(seed), most
        best: Attempt | None = None
        while budget > 0:
            is_plain = budget > most * _PLAIN
            attempt = self._fresh(lots)
            if best is not None and not is_plain:
                attempt = best.vary(self._witness, attempt.draws, self._open, lots)
            budget -= self._follow(attempt, lots)
            if attempt.reached > len(self._moves):
                return self._detached_world(attempt.worlds[-1], seed)
            if best is None or attempt.reached >= best.reached:
                best = attempt
        raise NoWorld(f"no world was found that contradicts nothing {self._player} was told")

    def _retrace(self) -> list[tuple[object, ...]] | None:
        """The seat's observations at each choice of the game, played again; None where they are not known."""
        game = self._game
        self._start = start = game._made_up or game.start
        if start.seed is None or tells_hidden(game, Sight(game.names, game._machine.s, self._seat)):
            return None
        drawn = [order for _, order in game._machine.drawn]
        self._drawn = [tuple(map(int, order)) for order in drawn]
        self._witness = witness = Witness(self._seat)
        self._moves: list[tuple[int, Move]] = []
        entries = []
        try:
            again = self._start_game(start.seed, [mark_draw(i, order) for i, order in enumerate(drawn)])
            self._known = _first_of_kinds(kind for kind, _ in again._machine.drawn)
            before = [0] * len(again._machine.s)
            for number in range(len(game.chosen) + 1):
                witness.watch(again, before)
                entries.append(tuple(self._observations(again)))
                if number == len(game.chosen):
                    break
                seat = game._choosers[number] if game._choosers else again.seat
                offered = [move for move in again._legal_moves(seat) if move == game.chosen[number]]
                if not offered:
                    return None
                before = again._machine.s
                self._moves.append((seat, game.chosen[number]))
                again = detached_copy(again)
                again._play(mark_choice(number, offered[0]), seat)
        except (RuleFault, RulesetError, ValueError):
            return None
        self._open = [
            number for number, (seat, move) in enumerate(self._moves) if seat != self._seat and not witness.has_seen(number, move)
        ]
        is_here = (again._machine.s[1:], again._machine.stack) == (game._machine.s[1:], game._machine.stack)
        return entries if is_here else None

    def _start_game(self, seed: int, draws: Sequence[tuple[int, ...]]) -> Game:
        game = self._game
        return type(game).start_game(game.rules, game.names, Start(seed, self._start.position), draws)

    def _observations(self, game: Game) -> Iterator[object]:
        """The seat's observations: the events of the last choice, the question now, and the view."""
        yield [(e.kind, e.text, e.data, e.about) for e in game.events_for(self._player)]
        asked = game.decision_for(self._player)
        yield asked and (asked.player_index, asked.prompt, asked.about, tuple(asked.moves))
        yield tuple(seats_to_ask(game._machine))
        yield game.view(self._player)

    def _fresh(self, lots: Random) -> Attempt:
        """An attempt that has nothing in common with others but what is sure."""
        return Attempt(self._sure.worlds[:], self._sure.picks[:], self._witness.settle(self._drawn, self._known, lots))

    def _follow(self, attempt: Attempt, lots: Random) -> int:
        """Plays an attempt on as long as the seat is told the same. Returns how many choices were played for it."""
        assert self._truth is not None
        worlds, played = attempt.worlds, 1
        attempt.reached = len(worlds)
        try:
            world = attempt.goes_on(lots.getrandbits(63)) or self._start_game(lots.getrandbits(63), attempt.draws)
            while True:
                number = len(worlds)
                if number:
                    seat, move = self._moves[number - 1]
                    options = list(self._possible(world, number - 1, seat, move))
                    if not options:
                        break
                    pick = attempt.pick(number - 1, options, lots)
                    world._play(pick, seat)
                    attempt.picks.append(pick)
                    played += 1
                worlds.append(world)
                if not all(map(eq, self._observations(world), self._truth[number])):
                    break
                attempt.reached += 1
                if number == len(self._moves):
                    break
                world = detached_copy(world)
        except (RuleFault, RulesetError, ValueError):
            pass
        return played

    @cached_property
    def _sure(self) -> Attempt:
        """The part that every try has in common."""
        lots = Random(0)
        attempt = Attempt([], [], self._witness.settle(self._drawn, self._known, lots))
        self._follow(attempt, lots)
        return attempt.sure(self._is_sure)

    def _is_sure(self, world: Game) -> bool:
        """Return whether all that led to a world is as it was in truth."""
        draws = world._machine.drawn
        has_chosen_anything = any(number < len(world.chosen) for number in self._open)
        return not has_chosen_anything and all(self._witness.is_settled(n, len(order)) for n, (_, order) in enumerate(draws))

    def _possible(self, world: Game, number: int, seat: int, move: Move) -> Iterator[Move]:
        """The options of a world that could have been chosen there, for all that the seat knows of the choice."""
        for option in world._legal_moves(seat):
            if option == move if seat == self._seat else self._witness.allows(number, move, option):
                yield option

    def _detached_world(self, world: Game, seed: int) -> Game:
        """A copy that goes on by draws of its own. What led there is made up as well, so it has worlds of its own."""
        twin = world.copy()
        twin.start, twin._made_up = Start(None), world.start
        twin._machine.s[0] = seed_state(seed)
        twin._machine.fixed.clear()
        return twin


def _first_of_kinds(kinds: Iterable[str]) -> list[int]:
    """The numbers of the first draw of each kind, numbers apart: everybody knows out of what those were drawn."""
    first: dict[str, int] = {}
    for number, kind in enumerate(kinds):
        first.setdefault(kind, number)
    return [number for kind, number in first.items() if kind]
