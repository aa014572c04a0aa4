"""All that a seat may take for possible of what is hidden, in two small games: worked out from its log alone, by trying everything.

Each function takes what the seat is told in a round, or in the game, goes through it line by line and keeps the tables with which every
line agrees. It knows the rules of its game, and nothing of how worlds are made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple

import caylus

Table = tuple[tuple[object, ...], ...]
"""What is hidden on a table: of each player, and last of the deck."""

RANKS = {"moth": 1, "crow": 2, "fox": 3, "stag": 4, "moon": 5}
MASKS = Counter(moth=3, crow=2, fox=2, stag=1, moon=1)


def dice(game: caylus.Game) -> Table:
    return tuple(tuple(game.read(f"{player}.pips.{cube}") for cube in ("left_cube", "right_cube")) for player in game.players)


def possible_dice(game: caylus.Game, seat: str) -> set[Table]:
    """By the questions of the round: everybody has heard whether the one who was asked has such a number."""
    round_ = [event for event in game.events_for(seat) if event.round == game.rounds]
    faces = list(product(range(1, 5), repeat=2))
    own = dice(game)[game.players.index(seat)]
    tables = set(product(*([own] if player == seat else faces for player in game.players)))
    for event, answer in zip(round_, round_[1:] + round_[-1:], strict=True):
        if event.kind == "choice" and event.data["option"].startswith("ask"):
            _, asked, face = event.data["option"].split()
            answer = next(later for later in round_[round_.index(answer) :] if later.kind == "say")
            has_one, whose = " has a " in answer.text, game.players.index(asked)
            tables = {table for table in tables if (int(face) in table[whose]) == has_one}
    return set(tables)


def worn_card(game: caylus.Game) -> Table:
    hands = (tuple(sorted(game.read("hand", player))) for player in game.players)
    return (*hands, tuple(sorted(game.read("deck"))))


class _Ball(NamedTuple):
    """A round of masks as it may be: the hands, and what is left in the deck."""

    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]

    def draw_card(self, player: int, masks: Iterable[str]) -> Iterator[_Ball]:
        for mask in masks:
            if mask in self.deck:
                yield self._replace_card(player, (*self.hands[player], mask), _drop_face(self.deck, mask))

    def lay_card(self, player: int, mask: str) -> Iterator[_Ball]:
        if mask in self.hands[player]:
            yield self._replace_card(player, _drop_face(self.hands[player], mask), self.deck)

    def _replace_card(self, player: int, hand: tuple[str, ...], deck: tuple[str, ...]) -> _Ball:
        hands = (*self.hands[:player], tuple(sorted(hand)), *self.hands[player + 1 :])
        return _Ball(hands, deck)


def _drop_face(masks: tuple[str, ...], mask: str) -> tuple[str, ...]:
    at = masks.index(mask)
    return masks[:at] + masks[at + 1 :]


DECK = {"object": None, "list": "deck"}


def possible_masks(game: caylus.Game, seat: str) -> set[Table]:
    """By what was drawn, taken off, shown and answered in the round."""
    log, players = game.events_for(seat), game.players
    last = max(number for number, event in enumerate(log) if event.kind == "put" and event.data["into"] == DECK)
    balls = {_Ball(((),) * len(players), tuple(sorted(MASKS.elements())))}
    for number, event in enumerate(log[last + 1 :], last + 1):
        data = event.data
        if event.kind == "put" and data["from"] == DECK:
            drawer = players.index(data["into"]["object"])
            balls = {after for ball in balls for after in ball.draw_card(drawer, data.get("members", RANKS))}
        elif event.kind == "put":
            whose = players.index(data["from"]["object"])
            for mask in data["members"]:
                balls = {after for ball in balls for after in ball.lay_card(whose, mask)}
        elif event.kind == "reveal" and "members" in data:
            whose = players.index(data["object"])
            balls = {ball for ball in balls if list(ball.hands[whose]) == sorted(data["members"])}
        elif event.kind == "choice":
            agrees = _mask_test(players, event, log[number + 1 :])
            balls = {ball for ball in balls if agrees(ball.hands)}
    return {(*ball.hands, ball.deck) for ball in balls}


def _mask_test(
    players: list[str], event: caylus.Event, later: list[caylus.Event]
) -> Callable[[tuple[tuple[str, ...], ...]], bool]:
    """Says of hands whether a choice could have been made with them, and have been answered as it was."""
    assert event.player is not None
    own = players.index(event.player)
    match event.data["option"].split():
        case ["wear", "fox"]:
            return lambda hands: "stag" not in hands[own]
        case ["guess", rival, mask]:
            is_right = _who_left(later) == rival
            return lambda hands: (hands[players.index(rival)] == (mask,)) == is_right
        case ["compare", rival]:
            left, other = _who_left(later), players.index(rival)
            sign = {event.player: -1, rival: 1}.get(left or "", 0)
            return lambda hands: _sign(RANKS[hands[own][0]] - RANKS[hands[other][0]]) == sign
    return lambda hands: True


def _who_left(later: list[caylus.Event]) -> str | None:
    """The players who left the ball before anything else was said or chosen."""
    for event in later:
        if event.kind == "set" and event.data["state"] == "gone":
            return str(event.data["object"])
        if event.kind in ("say", "choice"):
            return None
    return None


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
