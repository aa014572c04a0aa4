"""Many finished games, kept as numbers only: memory does not grow with the length of a game."""

from __future__ import annotations

import hashlib
from array import array
from dataclasses import dataclass, field

from .playing import Played


@dataclass(slots=True)
class Tally:
    """A tally of the games so far, in their order; `hash` is over all final states."""

    players: int
    games: int = 0
    decisions: int = 0
    rounds: array[int] = field(default_factory=lambda: array("l"))
    scores: array[int] = field(default_factory=lambda: array("l"))
    winners: array[int] = field(default_factory=lambda: array("L"))
    teams: array[int] = field(default_factory=lambda: array("B"))
    _hash: hashlib._Hash = field(default_factory=hashlib.sha256)

    def add(self, played: Played) -> None:
        self.games += 1
        self.decisions += played.decisions
        self.rounds.append(played.rounds)
        self.scores.extend(played.scores)
        self.winners.append(played.winners)
        self.teams.extend(played.teams)
        self._hash.update(played.digest.encode())

    @property
    def hash(self) -> str:
        return self._hash.hexdigest()

    def scores_of_game(self, game: int) -> list[int]:
        return self.scores[game * self.players : (game + 1) * self.players].tolist()

    def seats_that_won(self, game: int) -> list[int]:
        return [seat for seat in range(self.players) if self.winners[game] >> seat & 1]

    def teams_of_game(self, game: int) -> list[tuple[int, ...]]:
        """The seats of each team, and of each who plays alone."""
        first = self.teams[game * self.players : (game + 1) * self.players]
        return [tuple(seat for seat in range(self.players) if first[seat] == team) for team in sorted(set(first))]
