"""Analyse a finished game: the standing of each seat from round to round, its turning points, and its worst choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import tanh
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from caylus_tools.bots.opinions import LearnedOpinion
from caylus_tools.bots.playing_on import Prospect, compare_moves
from caylus_tools.bots.trained import Trained, find
from caylus_tools.common.errors import UsageError
from caylus_tools.verbalize.option_texts import load_option_texts

if TYPE_CHECKING:
    from caylus import Game

_LOOKS = 2
"""Worlds in which each choice is judged at first, before the worst are looked at more closely."""
_MOST_CANDIDATES = 6
"""Choices of each seat that are looked at more closely."""
_MOST_MISTAKES = 3
"""Choices of each seat that are told."""
_LEAST = 1.0
"""Points that are worth telling."""
_MOST_TURNS = 3
_LEAST_TURN = 0.15
"""How far a round moves the winner between a sure loss (-1) and a sure victory (1), to be a turning point."""

Standing = tuple[float, ...]
"""For each seat the points by which it is expected to end above the average of all seats."""


class Mistake(NamedTuple):
    """A choice that was worse than another by `lost` points, give or take `margin`; `expected` are the moves after the better."""

    number: int
    round: int
    seat: int
    chosen: str
    better: str
    lost: float
    margin: float
    expected: tuple[tuple[str, str], ...]


class Turn(NamedTuple):
    """A round in which the game turned: the winner's lead over the best rival before it and after it, and the choice in it that
    moved the lead most.

    `is_last` where the winner takes the lead in it and does not lose it again.
    """

    round: int
    before: float
    after: float
    is_last: bool
    seat: int
    chosen: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """`standings` has a pair for each round: its number, and the standing at its begin; the last is the end of the game."""

    game: Game
    standings: tuple[tuple[int, Standing], ...]
    turns: tuple[Turn, ...]
    mistakes: tuple[tuple[Mistake, ...], ...]
    choices: int
    games: int

    @property
    def labels(self) -> list[str]:
        return [*self.game.labels.values()]

    @property
    def winner(self) -> int:
        """The seat whose lead is told: of several winners, or where nobody wins, the one with most points."""
        scores, winners = self.game.scores, self.game.result.winners
        return self.game.players.index(max(winners or self.game.players, key=lambda name: scores[name]))


class _Made(NamedTuple):
    """A choice that was made: its text, and the standing after it."""

    round: int
    seat: int
    chosen: str
    after: Standing


class _Candidate(NamedTuple):
    """A choice that seems worse than the one at the index `best`, by `lost` in worth."""

    number: int
    lost: float
    move: int
    best: int


def count_steps(game: Game) -> int:
    """The number of times that `analyse` calls `advance`."""
    return len(game.chosen) + _MOST_CANDIDATES * len(game.players)


def analyse(game: Game, advance: Callable[[], None] = lambda: None) -> Analysis:
    """The analysis of a game that is over; `advance` is called after each of its steps.

    Raises `UsageError` for a game that is not over, or of which bots have learned nothing.
    """
    if not game.over:
        raise UsageError("the game is not over, and is analysed only when it is; `analyse` at the table looks at a decision")
    learned = find(game.rules, len(game.players))
    if learned is None:
        raise UsageError(f"bots have learned nothing of {game.rules.title} for {len(game.players)}: `caylus train` teaches them")
    try:
        look = _Look(game, learned)
    except ValueError:
        raise UsageError("the game began in the middle, and what came before is not known") from None
    for _ in look.go_through():
        advance()
    mistakes = tuple(tuple(look.find_mistakes(seat, advance)) for seat in range(len(game.players)))
    standings = tuple(look.standings)
    found = Analysis(game, standings, (), mistakes, len(look.made), learned.games)
    turns = tuple(_find_turns(standings, look.made, found.winner, learned.scale.margin)) if len(game.players) > 1 else ()
    return replace(found, turns=turns)


class _Look:
    """One way through a game."""

    def __init__(self, game: Game, learned: Trained) -> None:
        self._transcript = game.transcript()
        self._rules = game.rules
        self._texts = load_option_texts(game.rules)
        self._learned = learned
        self._start = start = game.rules.replay(self._transcript, 0)
        self._opinion = LearnedOpinion(learned, game.rules, len(game.players))
        self._candidates: list[list[_Candidate]] = [[] for _ in game.players]
        self.made: list[_Made] = []
        self.standings: list[tuple[int, Standing]] = [(start.rounds, self._standing(start))]

    def go_through(self) -> Iterator[None]:
        game = self._start.copy()
        for number, entry in enumerate(self._transcript["choices"]):
            seat, round_ = game.players.index(entry["player"]), game.rounds
            decision = game.decision_for(entry["player"])
            assert decision is not None
            texts = dict(zip((option.id for option in decision.options), self._texts.texts(decision), strict=True))
            if game.seat == seat and len(game.moves) > 1:
                self._judge(game, number, entry["choice"])
            game.choose(entry["choice"], entry["player"])
            standing = self._standing(game)
            self.made.append(_Made(round_, seat, texts[entry["choice"]], standing))
            if game.rounds > round_ or game.over:
                self.standings.append((game.rounds + game.over, standing))
            yield

    def _judge(self, game: Game, number: int, choice: str) -> None:
        decision = game.decision
        assert decision is not None
        worths = self._opinion.mean_worths(game, Random(number), _LOOKS)
        move = next(index for index, option in enumerate(decision.options) if option.id == choice)
        best = worths.index(max(worths))
        if worths[best] > worths[move]:
            self._candidates[game.seat].append(_Candidate(number, worths[best] - worths[move], move, best))

    def _standing(self, game: Game) -> Standing:
        worths = [self._learned.scale.points(self._opinion.worth(game, seat)) for seat in range(len(game.players))]
        if len(worths) == 1:
            return (worths[0],)
        middle = fmean(worths)
        return tuple(worth - middle for worth in worths)

    def find_mistakes(self, seat: int, advance: Callable[[], None]) -> list[Mistake]:
        """The choices of a seat that lost most, as far as playing on from them confirms it."""
        candidates = sorted(self._candidates[seat], key=lambda found: -found.lost)[:_MOST_CANDIDATES]
        found = []
        for candidate in candidates:
            if mistake := self._check(candidate):
                found.append(mistake)
            advance()
        for _ in range(_MOST_CANDIDATES - len(candidates)):
            advance()
        return sorted(found, key=lambda mistake: -mistake.lost)[:_MOST_MISTAKES]

    def _check(self, candidate: _Candidate) -> Mistake | None:
        game = self._rules.replay(self._transcript, candidate.number).copy()
        better, worse = compare_moves(game, self._learned, [candidate.best, candidate.move], candidate.number)
        if better.move != candidate.best or worse.behind < max(_LEAST, worse.margin):
            return None
        return self._mistake(game, candidate.number, better, worse)

    def _mistake(self, game: Game, number: int, better: Prospect, worse: Prospect) -> Mistake:
        decision = game.decision
        assert decision is not None
        texts = self._texts.texts(decision)
        return Mistake(
            number + 1,
            game.rounds,
            game.seat,
            texts[worse.move],
            texts[better.move],
            worse.behind,
            worse.margin,
            better.expected,
        )


def _find_turns(standings: Sequence[tuple[int, Standing]], made: Sequence[_Made], winner: int, spread: float) -> Iterator[Turn]:
    """The last round in which the winner took the lead, and those that moved the victory most, in the order of play.

    `spread` is that of the margins in games of this ruleset: a lead of so many points decides most of them.
    """
    leads = [_lead(standing, winner) for _, standing in standings]
    moves = [abs(tanh(after / spread) - tanh(before / spread)) for before, after in pairwise(leads)]
    taken = next((at for at in range(len(moves) - 1, -1, -1) if leads[at] <= 0 < leads[at + 1]), None)
    most = sorted(range(len(moves)), key=lambda at: -moves[at])[:_MOST_TURNS]
    for at in sorted({at for at in most if moves[at] >= _LEAST_TURN} | ({taken} if taken is not None else set())):
        round_ = standings[at][0]
        choice = _mover(made, standings[at][1], round_, winner, leads[at + 1] - leads[at])
        if choice is not None:
            yield Turn(round_, leads[at], leads[at + 1], at == taken, choice.seat, choice.chosen)


def _lead(standing: Standing, winner: int) -> float:
    """By how much the winner is ahead of the best rival."""
    return standing[winner] - max(worth for seat, worth in enumerate(standing) if seat != winner)


def _mover(made: Sequence[_Made], begin: Standing, round_: int, winner: int, change: float) -> _Made | None:
    """The choice of a round that moved the winner's lead most, in the direction of the round's change."""
    found, most, before = None, 0.0, _lead(begin, winner)
    for choice in made:
        if choice.round == round_:
            now = _lead(choice.after, winner)
            step = (now - before) * (1 if change > 0 else -1)
            found, most = (choice, step) if found is None or step > most else (found, most)
            before = now
    return found
