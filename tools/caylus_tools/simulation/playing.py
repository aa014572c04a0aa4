"""One game or match between bots, as its number and the plan settle it, and many games in sum."""

from __future__ import annotations

import hashlib
import json
import platform
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple, TextIO

import caylus
from caylus.records import Record

from caylus_tools.bots import bot_named
from caylus_tools.bots.finishing import Finished, finish, finish_in_python
from caylus_tools.common.english import count_things, full_title, join_words
from caylus_tools.common.output import tell

_TOOLS = Path(__file__).parents[1]
_PLAYING = (Path(caylus.__file__).parent, _TOOLS / "bots", _TOOLS / "simulation")


@cache
def identity() -> str:
    """The code that plays and the version of Python, in a few words: the same wherever equal seeds give equal games."""
    digest = hashlib.sha256()
    for package in _PLAYING:
        for file in sorted((*package.rglob("*.py"), *package.rglob("*.wat"))):
            digest.update(f"{file.relative_to(package).as_posix()}\n".encode())
            digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return f"caylus {digest.hexdigest()[:12]} on Python {'.'.join(platform.python_version_tuple()[:2])}"


RULES = "rules"
"""What plays the seats that rules play, in tables."""


class Plan(Record):
    """A plan of games to play. `policy` names a bot for each seat that no rules play; `resources`: whether to note what the
    players have at the end; `details`: whether to note who chose what, and where the points came from, which takes a second go
    through the game. With terms of a `match`, numbers are those of matches, and not of games. `engine` is `python` or `machine`:
    the games are the same.

    `seed` and a game's number settle all chance in it, that of the rules as that of the bots, and nothing else does. Games
    of one number, seed and policy under two rulesets are therefore a pair: what differs between them comes from the rules.
    """

    rules: caylus.Ruleset
    players: int
    seed: int
    policy: tuple[str, ...]
    resources: bool = False
    details: bool = False
    match: caylus.MatchTerms | None = None
    engine: str = "python"

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names."""
        return self.rules.seating(self.players)

    @property
    def plays(self) -> tuple[str, ...]:
        """The player of each seat: a bot, or the rules."""
        return (*self.policy, *[RULES] * len(self.rules.automata))


class Chosen(NamedTuple):
    """A choice: in which round, by the rule that asked, and the option's id."""

    round: int
    seat: int
    rule: str
    option: str


class Brought(NamedTuple):
    """The points that a source brought to each seat."""

    seat: int
    source: str
    points: int


class Played(NamedTuple):
    """One finished game, by its number and the `seed` of its own. Bit `i` of `winners` is the player in seat `i`.

    `teams` has for each seat the first seat of those that won or lost together with it. `resources` are those of each seat, in
    the order of the rules; `choices` and `points` are what `details` tells. All three are () if the plan does not ask for them.
    `made_up` is how often a bot made do with a world that only looks at the table, having none that agrees with all it was told.
    """

    number: int
    seed: int
    decisions: int
    rounds: int
    scores: tuple[int, ...]
    winners: int
    teams: tuple[int, ...]
    resources: tuple[tuple[int, ...], ...]
    digest: str
    choices: tuple[Chosen, ...] = ()
    points: tuple[Brought, ...] = ()
    made_up: int = 0


class PlayedMatch(NamedTuple):
    """One finished match: its games, and how it has come out."""

    games: tuple[Played, ...]
    match: caylus.Match


def play_one(plan: Plan, number: int) -> Played:
    """Plays one game of the plan to its end, and keeps the numbers only. Raises as `play_to_the_end`."""
    game, decisions, made_up = _play(plan, number, keeps_moves=plan.details)
    return _note_result(plan, number, game, decisions, made_up)


def play_with_choices(plan: Plan, number: int) -> tuple[Played, list[Chosen]]:
    """The same of a plan without details, with the choices of the game."""
    game, decisions, made_up = _play(plan, number, keeps_moves=True)
    return _note_result(plan, number, game, decisions, made_up), _play_again(plan, number, game)[1]


def play_match(plan: Plan, number: int) -> PlayedMatch:
    """The same of a match of the plan. Seats in its games are those of the first game, wherever a player sits later."""
    assert plan.match is not None
    seeds, owners = _streams(plan, number)
    match, of_owners = caylus.Match(plan.match, game_seed(plan, number)), [*map(bot_named, plan.policy, seeds)]
    bots = [of_owners[owner] for owner in owners]
    games: list[Played] = []
    game: caylus.Game | None = None
    while not match.is_over:
        try:
            game = match.first_game(plan.rules, plan.players) if game is None else match.next_game(game)
            made_up = finish_in_python(game, [bots[plan.seats.index(name)] for name in game.players[: len(bots)]])
        except caylus.RuleFault as fault:
            raise _explain_fault(fault, plan, number, len(game.chosen) if game is not None and not game.over else 0) from fault
        games.append(_note_result(plan, number, game, len(game.chosen), made_up))
        match = match.add(game)
    return PlayedMatch(tuple(games), match)


def _note_result(plan: Plan, number: int, game: caylus.Game, decisions: int, made_up: int) -> Played:
    """The numbers that are kept of a game that is over, in the order of the plan's seats."""
    result, seat_of = game.result, {name: seat for seat, name in enumerate(plan.seats)}
    winners = sum(1 << seat_of[name] for name in result.winners)
    first = {name: min(seat_of[each] for each in standing.players) for standing in result.standings for name in standing.players}
    teams = tuple(first[name] for name in plan.seats)
    scores = tuple(game.scores[name] for name in plan.seats)
    resources = tuple(tuple(player["resources"].values()) for player in game.view()["players"]) if plan.resources else ()
    choices, points = details(plan, number, game) if plan.details else ((), ())
    assert game.seed is not None
    counts = decisions, game.rounds
    return Played(number, game.seed, *counts, scores, winners, teams, resources, game.digest(), choices, points, made_up)


def details(plan: Plan, number: int, played_game: caylus.Game) -> tuple[tuple[Chosen, ...], tuple[Brought, ...]]:
    """The choices in a game of the plan, and the sources of each player's points: it is gone through with a log."""
    from caylus_tools.verbalize.log import breakdown

    game, choices = _play_again(plan, number, played_game)
    sources = breakdown(game.events, plan.rules, game.scores)
    points = (Brought(seat, *item) for seat, name in enumerate(game.players) for item in sources[name].items())
    return tuple(choices), tuple(points)


def _play_again(plan: Plan, number: int, played_game: caylus.Game) -> tuple[caylus.Game, list[Chosen]]:
    """A game of the plan, gone through again, and the choices in it."""
    game = plan.rules.new_game(plan.players, game_seed(plan, number))
    choices: list[Chosen] = []
    for move in played_game.chosen:
        decision = game.decision
        assert decision is not None
        choices.append(Chosen(game.rounds, game.seat, decision.rule, decision.render_id(move)))
        game.play(game.moves.index(move))
    return game, choices


def play_to_the_end(plan: Plan, number: int) -> caylus.Game:
    """One game of the plan, over.

    Raises `caylus.RulesetError` when a rule breaks in play; it tells how to play that game again.
    """
    return _play(plan, number, keeps_moves=True).game


def _play(plan: Plan, number: int, keeps_moves: bool) -> Finished:
    """One game of the plan, over."""
    seeds, owners = _streams(plan, number)
    game: caylus.Game | None = None
    try:
        game = plan.rules.new_game(players=plan.players, seed=game_seed(plan, number))
        return finish(game, plan.policy[: len(seeds)], seeds, owners, plan.engine, keeps_moves)
    except caylus.RuleFault as fault:
        raise _explain_fault(fault, plan, number, len(game.chosen) if game is not None else 0) from fault


def game_seed(plan: Plan, number: int) -> int:
    """The seed for `Ruleset.new_game` of a game of the plan."""
    return _seed(plan.seed, number, "game")


def _streams(plan: Plan, number: int) -> tuple[list[int], list[int]]:
    """The seeds of the bots, and for each seat which of them is that of its bot."""
    if len(set(plan.policy)) == 1:
        return [_seed(plan.seed, number, "bots")], [0] * len(plan.policy)
    return [_seed(plan.seed, number, name) for name in plan.seats[: len(plan.policy)]], [*range(len(plan.policy))]


def _seed(seed: int, number: int, purpose: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed} {number} {purpose}".encode()).digest()[:6], "big")


def _match_words(plan: Plan) -> str:
    """The words of the command line that make a match of a plan, if any are needed."""
    if plan.match == plan.rules.match:
        return ""
    terms = plan.match or caylus.MatchTerms(games=1)
    return f" --match '{f'to {terms.to}' if terms.to is not None else f'{terms.games} by'} {terms.count}'"


def _explain_fault(fault: caylus.RuleFault, plan: Plan, number: int, decisions: int) -> caylus.RulesetError:
    what = "match" if plan.match is not None else "game"
    note = caylus.Note(f"in {what} {number} (its own seed is {game_seed(plan, number)}), after {decisions} decisions")
    words = f"--players {plan.players} --bots {','.join(plan.policy)} --seed {plan.seed} --first {number} --games 1"
    words += _match_words(plan)
    diagnostic = caylus.Diagnostic(fault.code, str(fault), fault.span, notes=(note,), help=f"`{words}` plays it again")
    return caylus.RulesetError((diagnostic,), plan.rules.sources)


@dataclass(slots=True)
class Tally:
    """A tally of the games so far, in their order; `hash` is over all final states. `matches` are those that they belong to."""

    players: int
    games: int = 0
    decisions: int = 0
    made_up: int = 0
    rounds: array[int] = field(default_factory=lambda: array("l"))
    scores: array[int] = field(default_factory=lambda: array("l"))
    winners: array[int] = field(default_factory=lambda: array("L"))
    teams: array[int] = field(default_factory=lambda: array("B"))
    matches: list[caylus.Match] = field(default_factory=list)
    _hash: hashlib._Hash = field(default_factory=hashlib.sha256)

    def add(self, outcome: Played) -> None:
        self.games += 1
        self.decisions += outcome.decisions
        self.made_up += outcome.made_up
        self.rounds.append(outcome.rounds)
        self.scores.extend(outcome.scores)
        self.winners.append(outcome.winners)
        self.teams.extend(outcome.teams)
        self._hash.update(outcome.digest.encode())

    def add_match(self, outcome: PlayedMatch) -> None:
        self.matches.append(outcome.match)
        for game in outcome.games:
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
    if tally.made_up:
        numbers["made_up"] = tally.made_up
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
    if tally.made_up:
        lines.append(("guesses", f"{tally.made_up:,} by what lies on the table, against something that was told"))
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
    if loss_count := sum(result.is_lost for result in results):
        yield "lost matches", f"{loss_count / len(matches):.0%}"


def _outcomes(plan: Plan, tally: Tally) -> Iterator[tuple[str, str]]:
    """The results of teams, and how often a win was shared or everybody lost, where that happened."""
    team_games, won = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    shared = loss_count = 0
    for game in range(tally.games):
        winners, teams = set(tally.seats_that_won(game)), tally.teams_of_game(game)
        winning = [team for team in teams if winners.issuperset(team)]
        team_games.update(team for team in teams if len(team) > 1)
        won.update(winning)
        shared += len(winning) > 1
        loss_count += not winning
    for team, games in sorted(team_games.items()):
        among = "" if games == tally.games else f" of the {count_things(games, 'game')} that they play together"
        yield join_words(_names(plan, team)), f"win {won[team] / games:.0%}{among}"
    if shared:
        yield "shared wins", f"{shared / tally.games:.0%}"
    if loss_count:
        yield "lost", f"{loss_count / tally.games:.0%}"


def _names(plan: Plan, seats: Sequence[int]) -> list[str]:
    return [plan.seats[seat] for seat in seats]


def _spread(numbers: Sequence[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}, on average {sum(numbers) / len(numbers):.1f}"
