"""A match: several games of a ruleset by the same players, and what is carried over from each game to the next.

Each game of a match is a game of its own, with its own log, save and transcript. A match holds the rest: its terms, the seed from
which the seeds of its games follow, and the results of the games that are over.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from caylus.limits import MOST_GAMES
from caylus.records import Record

from .events import Merits, Result, rank
from .game import Game
from .machine import unfit
from .names import Names
from .start import Position, Start, given_in_view, plain

if TYPE_CHECKING:
    from .ruleset import Ruleset


class MatchTerms(Record):
    """The terms of a match, as `match` in a manifest gives them; at least one of `games` and `to` is a number.

    `games` is the most games of a match. A match also ends as soon as somebody has `to` wins or points, whichever `count` says.
    `first` says who sits first in the next game. `keep` names resources, states and lists: each game begins with what they were
    at the end of the game before.
    """

    games: int | None = None
    to: int | None = None
    count: str = "wins"
    first: str = "next"
    keep: tuple[str, ...] = ()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> MatchTerms:
        return cls(**{**data, "keep": tuple(data.get("keep", ()))})

    def data(self) -> dict[str, Any]:
        """As JSON data (schemas/manifest)."""
        return {name: plain(value) for name, value in asdict(self).items() if value}


class PlayedGame(Record):
    """The result of a game of a match: `players` in the order in which they sat, their `scores` in that order.

    `teams` are those who win and lose together, also where a team is one player. `losers` are those who came last.
    """

    players: tuple[str, ...]
    scores: tuple[int, ...]
    teams: tuple[tuple[str, ...], ...]
    winners: tuple[str, ...]
    losers: tuple[str, ...]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> PlayedGame:
        teams = tuple(tuple(team) for team in data["teams"])
        return cls(tuple(data["players"]), tuple(data["scores"]), teams, tuple(data["winners"]), tuple(data["losers"]))

    def fits(self, players: Sequence[str]) -> bool:
        """Return whether these players can have played it."""
        those, everybody = sorted(players), sorted(chain(*self.teams))
        named_players = {*self.winners, *self.losers}
        return sorted(self.players) == those == everybody and len(self.scores) == len(those) and named_players <= {*those}


class Match(Record):
    """`played` are the games that are over, the first one first. A match never changes: `add` returns the match after a game."""

    terms: MatchTerms
    seed: int = field(repr=False)
    played: tuple[PlayedGame, ...] = ()

    @classmethod
    def from_save(cls, save: Mapping[str, Any], players: Sequence[str]) -> Match | None:
        """The match of a saved game, before this game; None for a game that is in no match.

        A match that was saved for a seat does not tell its seed: it goes on with another one. Raises RulesetError (E0702) for
        games that others have played.
        """
        if "match" not in save:
            return None
        data = save["match"]
        played_games = tuple(map(PlayedGame.from_data, data["games"]))
        if not all(game.fits(players) for game in played_games):
            raise unfit("E0702", "the save tells of a match that other players have played", "resume an earlier save")
        seed = secrets.randbits(62) if data["seed"] is None else data["seed"]
        return cls(MatchTerms.from_data(data["terms"]), seed, played_games)

    def data(self, tells_seed: bool) -> dict[str, Any]:
        """As JSON data (schemas/save). The seed foretells all games to come."""
        games = [plain(asdict(game)) for game in self.played]
        return {"terms": self.terms.data(), "seed": self.seed if tells_seed else None, "games": games}

    # ---- from game to game

    @property
    def number(self) -> int:
        """The number of the game in play, or of the next one: from 1 on."""
        return len(self.played) + 1

    def first_game(self, rules: Ruleset, players: int | Sequence[str]) -> Game:
        """The first game, for players as `Ruleset.new_game` takes them. Raises what it raises."""
        return rules.new_game(players, self._game_seed())

    def add(self, game: Game) -> Match:
        """The match after a game that is over."""
        result = game.result
        last = max(standing.place for standing in result.standings)
        losers = [name for standing in result.standings if standing.place == last for name in standing.players]
        teams = tuple(standing.players for standing in result.standings)
        played_game = PlayedGame(game.players, tuple(game.scores.values()), teams, tuple(game.winners), tuple(losers))
        return replace(self, played=(*self.played, played_game))

    def next_game(self, last: Game) -> Game:
        """The game after the `last` one, which has been added, with the same players.

        Raises RuleFault, UnknownThing and ValueError where the rules cannot begin with what is kept.
        """
        rules = last.rules
        seats = self._seat_order(len(last.players) - len(rules.automata))
        names = Names(rules.program(len(seats)), seats, [last.labels[seat] for seat in seats])
        kept_things = _kept_things(last, self.terms.keep)
        position = Position(None, kept_things, {}, None) if kept_things else None
        return Game.start_game(rules, names, Start(self._game_seed(), position), ())

    def _game_seed(self) -> int:
        """The seed of the game in play. It tells neither the seed of the match nor that of another game."""
        digest = hashlib.sha256(f"match {self.seed} game {self.number}".encode()).digest()
        return int.from_bytes(digest[:8]) >> 2

    def _seat_order(self, people: int) -> tuple[str, ...]:
        """The seats of the next game, whoever begins first. The order around the table stays, and so do the seats behind
        `people`, which rules play.
        """
        last = self.played[-1]
        seats, others = last.players[:people], last.players[people:]
        turned_seats = (*seats[1:], *seats[:1])
        seat_orders = {"next": turned_seats, "same": seats[:1], "winner": last.winners, "loser": last.losers}[self.terms.first]
        at = seats.index(next((seat for seat in turned_seats if seat in seat_orders), turned_seats[0]))
        return (*seats[at:], *seats[:at], *others)

    # ---- the standings

    @property
    def is_over(self) -> bool:
        most = max((standing.score for standing in self.result.standings), default=0)
        has_reached = self.terms.to is not None and most >= self.terms.to
        return has_reached or len(self.played) >= (self.terms.games or MOST_GAMES)

    @property
    def result(self) -> Result:
        """The result of the match; before it is over, the standings so far. Its scores are wins or points, what the terms count.

        Equals are told apart by the other of both. If everybody has lost every game, everybody has lost the match.
        """
        if not self.played:
            return Result(())
        is_won = any(game.winners for game in self.played)
        merits = {}
        for side in self._sides():
            wins = sum({*side} <= {*game.winners} for game in self.played)
            scores = (dict(zip(game.players, game.scores, strict=True)) for game in self.played)
            points = sum(of_game[player] for of_game in scores for player in side)
            score, tie_break = (wins, points) if self.terms.count == "wins" else (points, wins)
            merits[side] = Merits(is_won, score, tie_break)
        return Result(rank(merits))

    def _sides(self) -> Sequence[tuple[str, ...]]:
        """Teams that were the same in all games; else each player alone."""
        first, *others = self.played
        if all({*map(frozenset, game.teams)} == {*map(frozenset, first.teams)} for game in others):
            return sorted(first.teams, key=lambda team: first.players.index(team[0]))
        return [(player,) for player in first.players]


def _kept_things(game: Game, keep: Sequence[str]) -> dict[str, Any]:
    """The things of these names at the end of a game, as `given` of a position."""
    kept_things: dict[str, Any] = {}
    for name, value in given_in_view(game.view()).items():
        if name in keep:
            kept_things[name] = value
        elif game.names.find(name) is not None:
            own = {thing: amount for thing, amount in value.items() if thing in keep}
            kept_things |= {name: own} if own else {}
    return kept_things
