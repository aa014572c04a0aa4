"""Trace the numbers of a game to the draws and choices that they come from.

So it is known which draws and which parts of choices a seat has seen by now. Of a card that came out of somebody's hand the seat
does not know which of the hidden cards of that hand it was: it may stand for any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from caylus.runtime.running.random import ANY

from ..viewing.visibility import Sight

if TYPE_CHECKING:
    from ..game import Game
    from ..running.machine import Move
    from ..telling.events import Entry


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
                    known = (True, *tells, *[False] * (len(move) - len(tells) - 1))
                    self._hear_choice(part for part, told in zip(move, known, strict=False) if told or is_whole)

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
        held = [origin for card in hand for origin in origins(card) if origin.is_drawn]
        for number in {origin.number for origin in held}:
            alike = [origin for origin in held if origin.number == number]
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

    def settle(self, drawn: Sequence[Sequence[int]], known: Sequence[int], lots: Random) -> list[tuple[int, ...]]:
        """Draws that show the seat what it has seen, and hold anything where it has seen nothing.

        Of the draws whose numbers are `known` everybody knows out of what they were drawn: what is left of that is shuffled here,
        so that things of which several are alike are as likely as they should be.
        """
        draws = [[ANY] * len(order) for order in drawn]
        for seen in sorted(self.seen.values(), key=lambda one: len(one.origins) > 1):
            free = [o for o in seen.origins if o.is_drawn and draws[o.number][o.place] == ANY]
            if free:
                origin = lots.choice(free)
                draws[origin.number][origin.place] = seen.value
        for number in known:
            draw, order = draws[number], drawn[number]
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
        settled: set[Origin] = set()
        for seen in sorted(self.seen.values(), key=lambda one: len(one.origins)):
            free = [origin for origin in seen.origins if origin.is_drawn and origin not in settled]
            if len(free) == 1:
                settled.add(free[0])
        return settled

    def _free(self, number: int, size: int) -> list[int]:
        """The places of a draw of which the seat does not know what came there."""
        return [place for place in range(size) if Origin(True, number, place) not in self.known_origins]

    def is_settled(self, number: int, size: int) -> bool:
        """Return whether a draw can only have been what it was: of one that puts all in an order, one place follows from the
        others.
        """
        return size == 0 or len(self._free(number, size)) < min(size, 2)

    def vary(self, number: int, drawn: Sequence[int], lots: Random) -> tuple[int, ...]:
        """A draw that differs a little from what was drawn, where the seat does not know it."""
        if len(drawn) == 1:
            return (ANY,)
        varied, free = list(drawn), self._free(number, len(drawn))
        for _ in range(lots.choice((1, 1, 2, 3))):
            one, other = lots.sample(free, 2)
            varied[one], varied[other] = varied[other], varied[one]
        return tuple(varied)

    def has_seen(self, number: int, move: Sequence[int]) -> bool:
        """Return whether the seat has seen all of a choice."""
        return all(Origin(False, number, place) in self.seen for place in range(len(move)))

    def allows(self, number: int, move: Sequence[int], option: Sequence[int]) -> bool:
        """Return whether an option could have been the choice of a number, `move` in truth, for all the seat has seen."""
        known = [place for place in range(len(move)) if Origin(False, number, place) in self.seen]
        if 0 in known and len(option) != len(move):
            return False
        return all(place < len(option) and option[place] == move[place] for place in known)
