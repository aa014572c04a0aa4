"""Batches: what a seat knows of cards of which several are alike, so that it can follow none of them.

A **batch** are `faces`, and how many cards with such faces lie in each of its `places`. If it has more faces than cards in
places, the others may be anywhere: nobody saw whether it was one of the batch that went. Of cards in no batch a seat knows
but that they lie unseen somewhere. All of it follows from what the seat has seen, and it always holds in truth; but not all
that the seat could tell is kept: neither in what order cards lie, nor to which of two places one has gone.

Numbers of faces and of places are packed into one number each.

A `region` says where that lies: its first slot, by how many seats, and where each list lies that such cards may be in. These are
the places; -1 is anywhere else. Seats are the bits of a mask, -1 all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .layers import DEPTH, WIDTH

BITS = 16
"""Of each number that is packed."""


class Batch(NamedTuple):
    faces: int
    places: int

    @property
    def is_certain(self) -> bool:
        """Return whether all of it lies in one place."""
        size = self.places >> BITS * lowest(self.places)
        return size < 1 << BITS and total(self.faces) == size


Batches = tuple[Batch, ...]
"""Oldest first. Beyond `DEPTH` of them, the oldest is forgotten."""


def one(number: int) -> int:
    return 1 << BITS * number


def count(packed: int, number: int) -> int:
    return packed >> BITS * number & (1 << BITS) - 1


def unpack_counts(packed: int) -> Iterator[int]:
    """Each number as often as it is counted, ascending."""
    number = 0
    while packed:
        yield from [number] * count(packed, 0)
        packed >>= BITS
        number += 1


def total(packed: int) -> int:
    return packed % ((1 << BITS) - 1)  # the sum of the digits


def lowest(packed: int) -> int:
    """The lowest number that is counted."""
    return ((packed & -packed).bit_length() - 1) // BITS


# ---- what happens, as a seat learns of it. A `place` is one that it does not see into, and that holds `size` cards before


def came(batches: Batches, place: int, faces: Sequence[int]) -> Batches:
    """Cards were put into a place, and the seat saw their faces."""
    return _tidy([*batches, Batch(sum(map(one, faces)), one(place) * len(faces))])


def took(batches: Batches, place: int, size: int, face: int) -> Batches:
    """A card was taken out of a place, and the seat saw its face. It may as well be the one that the seat knew to lie there."""
    here = [batch for batch in batches if count(batch.places, place)]
    may = [batch for batch in here if count(batch.faces, face)]
    certain = [batch for batch in may if batch.is_certain]
    is_of_one = bool(certain) or (len(may) == 1 and _others(here, place, size) == 0)
    less = one(face) if is_of_one else 0
    gone = {batch: Batch(batch.faces - less, batch.places - one(place)) for batch in certain[:1] or may}
    return _tidy([gone.get(batch, batch) for batch in batches])


def cross_card(batches: Batches, source: int, target: int | None, size: int) -> Batches:
    """A card was put from a place into another one, or to where none of them is followed, and the seat did not see its face."""
    here = [batch for batch in batches if count(batch.places, source)]
    is_of_one = len(here) == 1 and _others(here, source, size) == 0
    there = one(target) if target is not None and is_of_one else 0
    gone = {batch: batch._replace(places=batch.places - one(source) + there) for batch in here}
    return _tidy([gone.get(batch, batch) for batch in batches])


def empty_place(batches: Batches, source: int, target: int | None) -> Batches:
    """All cards were put from a place into another one, unseen."""
    there = one(target) if target is not None else 0
    return _tidy([
        batch._replace(places=batch.places + count(batch.places, source) * (there - one(source))) for batch in batches
    ])  # fmt: skip


def show_place(batches: Batches, place: int, faces: Sequence[int]) -> Batches:
    """The seat saw all that lies in a place."""
    return came(empty_place(batches, place, None), place, faces)


def possible(batches: Batches, faces: int, places: int) -> Batches:
    """The possible batches, where these are all cards that the seat does not see, by face and by place.

    A batch may still count a face that has been seen since: nobody saw out of which batch. Nothing is, where it cannot be.
    """
    found = list(batches)
    for face in set(unpack_counts(sum(batch.faces for batch in batches))):
        surplus = sum(count(batch.faces, face) for batch in found) - count(faces, face)
        if surplus > 0:
            doubtful = [batch for batch in found if count(batch.faces, face) and not batch.is_certain]
            if sum(count(batch.faces, face) for batch in doubtful) < surplus:
                return ()
            joined = Batch(sum(b.faces for b in doubtful) - surplus * one(face), sum(b.places for b in doubtful))
            found = [*(batch for batch in found if batch not in doubtful), joined]
    lying = sum(batch.places for batch in found)
    fits = all(count(lying, place) <= count(places, place) for place in set(unpack_counts(lying)))
    return tuple(found) if fits and all(total(batch.places) <= total(batch.faces) for batch in found) else ()


def _others(here: Sequence[Batch], place: int, size: int) -> int:
    """Return how many cards lie in a place that are in no batch."""
    return size - sum(count(batch.places, place) for batch in here)


def _tidy(batches: Sequence[Batch]) -> Batches:
    """Without batches of which nothing is known to lie anywhere; what is certain of a place is one batch."""
    found: list[Batch] = []
    for batch in batches:
        if not batch.places:
            continue
        place = lowest(batch.places)
        like = [other for other in found if count(other.places, place) and other.is_certain]
        for other in like if batch.is_certain else ():
            found.remove(other)
            batch = Batch(batch.faces + other.faces, batch.places + other.places)
        found.append(batch)
    return tuple(found[-DEPTH:])


FOR_GENERATED_CODE = ("learn_alike_put", "learn_alike_shown")
"""The names that a generated module gets from here."""

Region = tuple[int, int, tuple[int, ...]]


def known_batches(s: list[int], base: int, seat: int) -> Batches:
    """The batches that a seat knows."""
    at = base + seat * WIDTH
    return tuple([Batch(s[i], s[i + 1]) for i in range(at, at + WIDTH, 2) if s[i]])


def keep_batches(s: list[int], base: int, seat: int, batches: Batches) -> None:
    """Has a seat know this."""
    at = base + seat * WIDTH
    numbers = [number for batch in batches for number in batch]
    s[at : at + WIDTH] = [*numbers, *[0] * (WIDTH - len(numbers))]


def learn_alike_put(
    s: list[int], region: Region, source: int, target: int, sees: tuple[int, int, int], held: int, moved: Sequence[int]
) -> None:
    """Cards were put from the list at `source`, which `held` so many, into that at `target`.

    `sees` are the seats that see into the one, into the other, and those that see the faces wherever they lie.
    """
    base, seats, places = region
    if source == target or not moved:
        return
    from_ = places.index(source) if source >= 0 else None
    into = places.index(target) if target >= 0 else None
    leaving, landing, faces = sees
    for seat in range(seats):
        bit = 1 << seat
        a = None if leaving & bit else from_
        b = None if landing & bit else into
        sees_faces = (leaving | landing | faces) & bit
        batches = known_batches(s, base, seat)
        if not batches and not sees_faces:
            continue
        if a is not None:
            for gone, face in enumerate(moved if len(moved) < held or sees_faces else ()):
                size = held - gone
                batches = took(batches, a, size, face) if sees_faces else cross_card(batches, a, b, size)
            if len(moved) == held:
                batches = empty_place(batches, a, None if sees_faces else b)
        if b is not None and sees_faces:
            batches = came(batches, b, moved)
        keep_batches(s, base, seat, batches)


def learn_alike_shown(s: list[int], region: Region, list_: int, into: int, seers: int, members: Sequence[int]) -> None:
    """The seats `seers` see all that lies in a list; those of `into` always do."""
    base, seats, places = region
    for seat in range(seats):
        if seers >> seat & 1 and not into >> seat & 1:
            keep_batches(s, base, seat, show_place(known_batches(s, base, seat), places.index(list_), members))
