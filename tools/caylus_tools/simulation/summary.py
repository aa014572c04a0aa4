"""Summarise many games: as one JSON object, or in a few lines for people."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TextIO

import caylus

from caylus_tools.common.english import count_things, full_title, join_words
from caylus_tools.common.output import tell

from .playing import Plan, Played, PlayedMatch


@dataclass(slots=True)
class Tally:
    """A tally of the games so far, in their order; `hash` is over all final states. `matches` are those that they belong to."""

    players: int
    games: int = 0
    decisions: int = 0
    rounds: array[int] = field(default_factory=lambda: array("l"))
    scores: array[int] = field(default_factory=lambda: array("l"))
    winners: array[int] = field(default_factory=lambda: array("L"))
    teams: array[int] = field(default_factory=lambda: array("B"))
    matches: list[caylus.Match] = field(default_factory=list)
    _hash: hashlib._Hash = field(default_factory=hashlib.sha256)

    def add(self, played: Played) -> None:
        self.games += 1
        self.decisions += played.decisions
        self.rounds.append(played.rounds)
        self.scores.extend(played.scores)
        self.winners.append(played.winners)
        self.teams.extend(played.teams)
        self._hash.update(played.digest.encode())

    def add_match(self, played: PlayedMatch) -> None:
        self.matches.append(played.match)
        for game in played.games:
            self.add(game)

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


def write_json(out: TextIO, plan: Plan, tally: Tally, seconds: float) -> None:
    """Written game by game (schemas/simulation), so that no copy of all results is held beside the tally."""
    numbers = {"players": plan.players, "games": tally.games, "decisions": tally.decisions, "seconds": round(seconds, 3)}
    lists: dict[str, Iterable[object]] = {
        "rounds": tally.rounds,
        "scores": map(tally.scores_of_game, range(tally.games)),
        "winners": (_names(plan, tally.seats_that_won(game)) for game in range(tally.games)),
    }
    if plan.rules.model.team is not None:
        lists["teams"] = ([_names(plan, seats) for seats in tally.teams_of_game(game)] for game in range(tally.games))
    if plan.match is not None:
        lists["matches"] = map(_match_data, tally.matches)
    out.write(json.dumps({"ruleset": plan.rules.name, "bots": plan.policy, **numbers})[:-1])
    for name, values in lists.items():
        out.write(f', "{name}": [')
        out.writelines(f"{', ' if game else ''}{json.dumps(value)}" for game, value in enumerate(values))
        out.write("]")
    out.write(f', "hash": "{tally.hash}"}}\n')


def _match_data(match: caylus.Match) -> dict[str, object]:
    result = match.result
    scores = {name: standing.score for standing in result.standings for name in standing.players}
    return {"games": len(match.played), "scores": scores, "winners": sorted(result.winners)}


def write_text(out: TextIO, plan: Plan, tally: Tally, seconds: float, decisions: int) -> None:
    """`decisions` of them were made in these `seconds`."""
    games = f"{count_things(tally.games, 'game')} of {count_things(plan.players, 'player')}, {tally.decisions:,} decisions"
    speed = f" in {seconds:.1f} s ({decisions / seconds:,.0f} decisions a second)" if decisions else ""
    tell(f"{full_title(plan.rules)}: {games}{speed}", file=out)
    lines = [("bots", join_words([*dict.fromkeys(plan.policy)]) if len({*plan.policy}) == 1 else ", ".join(plan.policy))]
    if tally.games:
        lines.append(("rounds", _spread(tally.rounds)))
        for seat, name in enumerate(plan.seats):
            won = sum(seat in tally.seats_that_won(game) for game in range(tally.games))
            lines.append((name, f"{_spread(tally.scores[seat :: plan.players])}, wins {won / tally.games:.0%}"))
        lines += _outcomes(plan, tally)
    if plan.match is not None and tally.matches:
        lines += _match_outcomes(plan, plan.match, tally.matches)
    lines.append(("hash", tally.hash))
    width = max(len(name) for name, _ in lines)
    for name, line in lines:
        tell(f"{name:{width}}  {line}", file=out)


def _match_outcomes(plan: Plan, terms: caylus.MatchTerms, matches: Sequence[caylus.Match]) -> Iterator[tuple[str, str]]:
    """The lengths of matches, and what became of each player in them."""
    yield "matches", f"{len(matches):,}, with {_spread([len(match.played) for match in matches])} games"
    results = [match.result for match in matches]
    for name in plan.seats:
        scores = [standing.score for result in results for standing in result.standings if name in standing.players]
        won = sum(name in result.winners for result in results)
        yield f"{name}, matches", f"{_spread(scores)} {terms.count}, wins {won / len(matches):.0%}"
    if lost := sum(result.is_lost for result in results):
        yield "lost matches", f"{lost / len(matches):.0%}"


def _outcomes(plan: Plan, tally: Tally) -> Iterator[tuple[str, str]]:
    """The results of teams, and how often a win was shared or everybody lost, where that happened."""
    played, won = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    shared = lost = 0
    for game in range(tally.games):
        winners, teams = set(tally.seats_that_won(game)), tally.teams_of_game(game)
        winning = [team for team in teams if winners.issuperset(team)]
        played.update(team for team in teams if len(team) > 1)
        won.update(winning)
        shared += len(winning) > 1
        lost += not winning
    for team, games in sorted(played.items()):
        among = "" if games == tally.games else f" of the {count_things(games, 'game')} that they play together"
        yield join_words(_names(plan, team)), f"win {won[team] / games:.0%}{among}"
    if shared:
        yield "shared wins", f"{shared / tally.games:.0%}"
    if lost:
        yield "lost", f"{lost / tally.games:.0%}"


def _names(plan: Plan, seats: Sequence[int]) -> list[str]:
    return [plan.seats[seat] for seat in seats]


def _spread(numbers: Sequence[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}, on average {sum(numbers) / len(numbers):.1f}"
