"""Update what seats know of cards of which several are alike, in the state (see `caylus.batches`).

A `region` says where that lies: its first slot, by how many seats, and where each list lies that such cards may be in. These are
the places; -1 is anywhere else. Seats are the bits of a mask, -1 all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from .batches import Batch, Batches, came, cross_card, empty_place, show_place, took
from .layers import WIDTH

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
