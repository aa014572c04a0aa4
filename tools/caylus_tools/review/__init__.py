"""Look back on a finished game: how it went, the rounds that turned it, and the choices that lost most.

`analyse` plays the game again and judges every position by what bots have learned. The choices that seem to lose most are then
played on from, beside the better ones. `text` makes sentences of it, and `html` a page.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import pairwise
from math import tanh
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import caylus
from caylus import RulesetError

from caylus_tools.answers.hints import compare_terms, render_reasons
from caylus_tools.bots.common import freeze_garbage_collector
from caylus_tools.bots.in_machine import mean_worths
from caylus_tools.bots.mcts import ROUNDS, compare_moves, find_better
from caylus_tools.bots.opinions import find_learned_opinion
from caylus_tools.bots.trained import find
from caylus_tools.charts import Frame, Plot, linear, write_head, write_key
from caylus_tools.common.english import capitalize, count_things, full_title, render_interval
from caylus_tools.common.errors import UsageError
from caylus_tools.verbalize.option_texts import load_option_texts

_LOOKS = 2
"""Worlds in which each choice is judged at first, before the worst are looked at more closely."""
_MOST_CANDIDATES = 6
"""Choices of each seat that are looked at more closely."""
_MOST_MISTAKES = 6
"""Choices of each seat that are told."""
_LEAST = 1.0
"""Points that are worth telling."""
_MOST_TURNS = 6
_LEAST_TURN = 0.15
"""How far a round moves the winner between a sure loss (-1) and a sure victory (1), to be a turning point."""
_MOST_TURN = 1.5
"""A round that moves the lead by more spreads of the margin than this tells more of the estimate than of the game."""

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

    game: caylus.Game
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
        return max(range(len(scores)), key=lambda seat: (self.game.players[seat] in winners, scores[self.game.players[seat]]))


class _Made(NamedTuple):
    """A choice that was made: what tells its text, and what finds the standing after it."""

    round: int
    seat: int
    describe: Callable[[], str]
    find_standing: Callable[[], Standing]


class _Candidate(NamedTuple):
    """A choice in a game that seems worse than the one at the index `best`, by `lost` points."""

    game: caylus.Game
    number: int
    lost: float
    move: int
    best: int


def count_steps(game: caylus.Game) -> int:
    """The number of times that `analyse` calls `advance`."""
    return len(game.chosen) + _MOST_CANDIDATES * len(game.players)


def analyse(game: caylus.Game, advance: Callable[[], None] = lambda: None, has_mistakes: bool = True) -> Analysis:
    """The analysis of a game that is over; `advance` is called after each of its steps. Without mistakes it takes a second.

    Raises `UsageError` for a game that is not over, or of which bots have learned nothing.
    """
    with freeze_garbage_collector():
        return _analyse(_Look(game), advance, has_mistakes)


def _analyse(look: _Look, advance: Callable[[], None], has_mistakes: bool) -> Analysis:
    game = look.game
    for _ in look.go_through(has_mistakes):
        advance()
    mistakes = tuple(tuple(look.find_mistakes(seat, advance)) for seat in range(len(game.players) if has_mistakes else 0))
    analysis = Analysis(game, tuple(look.standings), (), mistakes, len(look.made), look.learned.games)
    spread, winner = look.learned.scale.margin, analysis.winner
    if len(game.players) == 1:
        return analysis
    leads = [_lead(standing, winner) for _, standing in look.standings]
    return replace(analysis, turns=tuple(_find_turns(look.standings, leads, look.made, winner, spread)))


def explain_choice(game: caylus.Game, number: int) -> str:
    """The reason for a choice of a game that is over: what it was to bring, by when, beside the next best one.

    Raises `UsageError` as `analyse` does, and where there was no other choice.
    """
    return _Look(game).explain(number)


class _Look:
    """One way through a game. Raises `UsageError`: see `analyse`."""

    def __init__(self, game: caylus.Game) -> None:
        if not game.over:
            raise UsageError("the game is not over, and is analysed only when it is; `analyse` at the table looks at a decision")
        value_model = find(game.rules, len(game.players))
        if value_model is None:
            what = f"{game.rules.title} for {len(game.players)}"
            raise UsageError(f"bots have learned nothing of {what}: `caylus train` teaches them")
        self.game = game
        self._transcript = game.transcript()
        self._rules = game.rules
        self._texts = load_option_texts(game.rules)
        self.learned = value_model
        try:
            self._start = start = game.rules.replay(self._transcript, 0)
        except ValueError:
            raise UsageError("the game began in the middle, and what came before is not known") from None
        self._opinion = find_learned_opinion(value_model, game)
        self._candidates: list[list[_Candidate]] = [[] for _ in game.players]
        self.made: list[_Made] = []
        self.standings: list[tuple[int, Standing]] = [(start.rounds, self._standing(start))]

    def go_through(self, judges: bool) -> Iterator[None]:
        game = self._start.copy()
        for number, entry in enumerate(self._transcript["choices"]):
            seat, round_ = game.players.index(entry["player"]), game.rounds
            decision = game.decision_for(entry["player"])
            assert decision is not None
            if judges and game.seat == seat and len(game.moves) > 1:
                self._judge(game, number, entry["choice"])
            game.choose(entry["choice"], entry["player"])
            describe, find_standing = partial(self._describe, decision, entry["choice"]), partial(self._standing, game.copy())
            self.made.append(_Made(round_, seat, describe, find_standing))
            if game.rounds > round_ or game.over:
                self.standings.append((game.rounds + game.over, find_standing()))
            yield

    def _describe(self, decision: caylus.Decision, choice: str) -> str:
        return self._texts.distinct_texts(decision)[[option.id for option in decision.options].index(choice)]

    def explain(self, number: int) -> str:
        choices = self._transcript["choices"]
        if not 1 <= number <= len(choices):
            raise UsageError(f"the game has choices from 1 to {len(choices)}, and none with the number {number}")
        game, entry = self._rules.replay(self._transcript, number - 1).copy(), choices[number - 1]
        if game.players[game.seat] != entry["player"] or len(game.moves) < 2:
            raise UsageError(f"choice {number} was the only one, or was made at once with others")
        move, worths = self._weigh(game, number - 1, entry["choice"])
        other, _ = find_better(game, self.learned, move, number - 1)
        if other == move:
            other = max(set(range(len(worths))) - {move}, key=worths.__getitem__)
        moves = sorted([move, other], key=worths.__getitem__, reverse=True)
        first, last = compare_moves(game, self.learned, moves, number - 1)
        decision = game.decision
        assert decision is not None
        texts = self._texts.distinct_texts(decision)
        comparison = render_interval(last.behind, last.margin, "better" if first.move == move else "worse")
        if last.behind <= last.margin:
            comparison = "about as good"
        own, others = (first, last) if first.move == move else (last, first)
        reasons = render_reasons(compare_terms(own.ends, others.ends, self.learned, game.seat), self._rules)
        is_over = all(end.over for end in (*own.ends, *others.ends))
        until = "the game" if is_over else f"round {game.rounds + ROUNDS}"
        return (
            f"{_when(game.rounds)}, {decision.label}: “{texts[move]}” and not “{texts[other]}”: {comparison} by the end of "
            f"{until}{f'; {reasons}' if reasons else ''}."
        )

    def _weigh(self, game: caylus.Game, number: int, choice: str) -> tuple[int, list[float]]:
        """The index of a choice, and the worth of each move one move ahead."""
        return self._find_move(game, choice), mean_worths(game, self.learned, Random(number), _LOOKS)

    def _find_move(self, game: caylus.Game, choice: str) -> int:
        """The index of a choice."""
        decision = game.decision
        assert decision is not None
        return next(index for index, option in enumerate(decision.options) if option.id == choice)

    def _judge(self, game: caylus.Game, number: int, choice: str) -> None:
        move = self._find_move(game, choice)
        best, loss = find_better(game, self.learned, move, number)
        if loss >= _LEAST / 2:
            self._candidates[game.seat].append(_Candidate(game.copy(), number, loss, move, best))

    def _standing(self, game: caylus.Game) -> Standing:
        margins = [self._opinion.expect(game, seat) for seat in range(len(game.players))]
        if len(margins) == 1:
            return (margins[0],)
        middle, part = fmean(margins), 1 - 1 / len(margins)  # a margin is to the mean of the rivals, a standing to that of all
        return tuple((margin - middle) * part for margin in margins)

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
        game = candidate.game
        better, worse = compare_moves(game, self.learned, [candidate.best, candidate.move], candidate.number)
        if better.move != candidate.best or worse.behind < max(_LEAST, worse.margin):
            return None
        decision = game.decision
        assert decision is not None
        choice, instead = (self._texts.distinct_texts(decision)[prospect.move] for prospect in (worse, better))
        number, seat = candidate.number + 1, game.seat
        return Mistake(number, game.rounds, seat, choice, instead, worse.behind, worse.margin, better.expected)


def _find_turns(
    standings: Sequence[tuple[int, Standing]],
    leads: Sequence[float],
    choices: Sequence[_Made],
    winner: int,
    spread: float,
) -> Iterator[Turn]:
    """The last round in which the winner took the lead, and those that moved the victory most, in the order of play.

    `spread` is that of the margins in games of this ruleset: a lead of so many points decides most of them.
    """
    moves = [
        abs(tanh(after / spread) - tanh(before / spread)) if abs(after - before) <= _MOST_TURN * spread else 0.0
        for before, after in pairwise(leads)
    ]
    lead_change = next((at for at in range(len(moves) - 1, -1, -1) if leads[at] <= 0 < min(leads[at + 1 :])), None)
    most = sorted(range(len(moves)), key=lambda at: -moves[at])[:_MOST_TURNS]
    for at in sorted({at for at in most if moves[at] >= _LEAST_TURN} | ({lead_change} if lead_change is not None else set())):
        round_ = standings[at][0]
        choice = _mover(choices, standings[at][1], round_, winner, leads[at + 1] - leads[at])
        if choice is not None:
            yield Turn(round_, leads[at], leads[at + 1], at == lead_change, choice.seat, choice.describe())


def _lead(standing: Standing, winner: int) -> float:
    """By how much the winner is ahead of the best rival."""
    return standing[winner] - max(worth for seat, worth in enumerate(standing) if seat != winner)


def _mover(choices: Sequence[_Made], begin: Standing, round_: int, winner: int, change: float) -> _Made | None:
    """The choice of a round that moved the winner's lead most, in the direction of the round's change."""
    best, most, before = None, 0.0, _lead(begin, winner)
    for choice in choices:
        if choice.round == round_:
            now = _lead(choice.find_standing(), winner)
            step = (now - before) * (1 if change > 0 else -1)
            best, most = (choice, step) if best is None or step > most else (best, most)
            before = now
    return best


_WIDTH = 78
"""Fits the narrowest usual screen: a wider one does not wrap it once more."""


def heading(analysis: Analysis) -> str:
    return f"A game of {full_title(analysis.game.rules)}"


def result(analysis: Analysis) -> str:
    """The result of the game: `Red 81, Green 72. Red has won.`"""
    game = analysis.game
    names = (name for standing in game.result.standings for name in standing.players)
    scores = ", ".join(f"{game.labels[name]} {game.scores[name]}" for name in names)
    return f"{scores}. {game.result.render(game.labels)}."


def method(analysis: Analysis) -> Iterator[str]:
    """A sentence about what the analysis rests on."""
    yield (
        f"Every position is judged by what bots have learned from {count_things(analysis.games, 'game')} among themselves. The "
        "numbers are points by which a seat is expected to be ahead at the end. They are estimates, and a very good player may "
        "see more."
    )
    yield (
        "A choice is judged by what its player could know then. A choice counts as worse only if bots that play on from it, and "
        "from the better one, for three rounds more, in two dozen games that differ, confirm it. In brackets stands an interval "
        "of 95 %. `caylus analyse FILE --choice N` tells the reasons for a choice."
    )


def turn_text(analysis: Analysis, found: Turn) -> str:
    """A turning point: `Round 7: Green takes the lead, from about 3 points behind to 5 ahead; …`"""
    winner, mover = analysis.labels[analysis.winner], analysis.labels[found.seat]
    before, after = round(found.before), round(found.after)
    change = ("takes the lead" if before <= 0 < after else "gains ground") if found.after > found.before else "loses ground"
    what = f"{winner} {'takes the lead and keeps it' if found.is_last else 'loses the lead' if after < 0 < before else change}"
    words = f"{what}, from {_ahead(found.before)} to {_ahead(found.after)}"
    return f"{_when(found.round)}: {words}. The choice that did most for it was {mover}'s: “{found.chosen}”."


def _when(round_: int) -> str:
    return f"Round {round_}" if round_ else "Before the first round"


def _ahead(points: float) -> str:
    """`about 3 points behind`."""
    number = round(abs(points))
    if not number:
        return "about level"
    return f"about {count_things(number, 'point')} {'ahead' if points > 0 else 'behind'}"


def mistake_text(found: Mistake) -> str:
    """A choice that lost points: `Round 5, choice 76: “…”. About 6 points better (4 to 8): “…”.`"""
    points = render_interval(found.lost, found.margin, "better")
    return f"{_when(found.round)}, choice {found.number}: “{found.chosen}”. {capitalize(points)}: “{found.better}”."


def expected(blunder: Mistake) -> str:
    """The moves that were to come after the better choice; empty where nobody chooses any more."""
    return f"Expected then: {'; '.join(f'{label}: {text}' for label, text in blunder.expected)}." if blunder.expected else ""


def describe_turns(game: caylus.Game, advance: Callable[[], None]) -> list[str]:
    """Sentences on the turning points of a game that is over; none for one player, and where bots have learned nothing."""
    try:
        analysis = analyse(game, advance, has_mistakes=False)
    except (UsageError, RulesetError):
        return []
    if len(game.players) > 1 and not analysis.turns:
        return [NO_TURN]
    return [turn_text(analysis, turn) for turn in analysis.turns]


NO_TURN = "No round turned the game: it went all the way as it was from the beginning."


def no_mistake(label: str) -> str:
    return f"{label}: no choice can be shown to have lost a point or more."


def look_back(game: caylus.Game) -> Iterator[str]:
    """The analysis of a game that is over, when everything is told to everybody, or why there is none."""
    try:
        yield from text(analyse(game))
    except (UsageError, RulesetError) as error:
        yield str(error)


def text(analysis: Analysis) -> Iterator[str]:
    """All of it, as lines."""
    yield heading(analysis)
    yield from _wrap(result(analysis), "")
    if len(analysis.labels) > 1:
        yield from ("", "Turning points")
        for turning_point in analysis.turns:
            yield from _wrap(turn_text(analysis, turning_point))
        if not analysis.turns:
            yield from _wrap(NO_TURN)
    yield from ("", "Choices that lost most")
    for label, found_of_seat in zip(analysis.labels, analysis.mistakes, strict=True):
        if not found_of_seat:
            yield from _wrap(no_mistake(label))
            continue
        yield f"  {label}"
        for one in found_of_seat:
            yield from _wrap(f"{mistake_text(one)} {expected(one)}".strip(), "    ")
    yield from ("", "How to read this")
    for sentence in method(analysis):
        yield from _wrap(sentence)


def to_object(analysis: Analysis) -> dict[str, Any]:
    """The analysis for programs. Seats are numbers, in the order of the players."""
    game = analysis.game
    return {
        "format": 1,
        "ruleset": game.rules.name,
        "players": [*game.players],
        "scores": game.scores,
        "winners": sorted(game.result.winners),
        "standings": [{"round": number, "ahead": standing} for number, standing in analysis.standings],
        "turns": [turn._asdict() for turn in analysis.turns],
        "mistakes": [mistake._asdict() for of_seat in analysis.mistakes for mistake in of_seat],
    }


def _wrap(sentence: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(sentence, _WIDTH, initial_indent=indent, subsequent_indent=indent and f"{indent}  ")


SIGNED = "caylus analyse"
"""The mark near the beginning of every page; only programs look for it."""
_PLOT_WIDTH, _HEIGHT = 680, 300


def html(analysis: Analysis) -> str:
    """The whole page."""
    title = escape(heading(analysis))
    lines = [
        *write_head(heading(analysis), SIGNED, "review", "Skip to the analysis"),
        *_contents(analysis),
        '<main id="main-part">',
        f"<header><h1>{title}</h1><p>{escape(result(analysis))}</p></header>",
    ]
    if len(analysis.labels) > 1:
        lines += _course(analysis)
    lines += _mistakes(analysis)
    lines.append('<section class="part" id="method"><h2>How to read this</h2>')
    lines += [f"<p>{escape(sentence)}</p>" for sentence in method(analysis)]
    return "\n".join([*lines, "</section>", "</main></body></html>", ""])


def _contents(analysis: Analysis) -> Iterator[str]:
    yield f'<nav aria-label="Contents"><p class="brand">{escape(heading(analysis))}</p><ol>'
    if len(analysis.labels) > 1:
        yield '<li><a href="#course">How the game went</a></li>'
    yield '<li><a href="#mistakes">Choices that lost most</a></li><li><a href="#method">How to read this</a></li></ol></nav>'


def _course(analysis: Analysis) -> Iterator[str]:
    yield '<section class="part" id="course"><h2>How the game went</h2>'
    plot = _plot(analysis)
    yield write_key(analysis.labels)
    caption = f"<figcaption>{escape(plot.caption)}</figcaption>"
    yield f'<figure class="plot" style="--width: {plot.width}px">{plot.svg}{caption}</figure>'
    yield from _table(analysis)
    yield "<h3>Turning points</h3>"
    if analysis.turns:
        yield from ("<ul>", *(f"<li>{escape(turn_text(analysis, turn))}</li>" for turn in analysis.turns), "</ul>")
    else:
        yield f"<p>{NO_TURN}</p>"
    yield "</section>"


def _plot(analysis: Analysis) -> Plot:
    rounds = [round_ for round_, _ in analysis.standings]
    values = [value for _, standing in analysis.standings for value in standing]
    frame = Frame(
        linear(rounds, "at the begin of round", is_tight=True, most=12), linear([0, *values]), width=_PLOT_WIDTH, height=_HEIGHT
    )
    frame.rule_across(0)
    for turn in analysis.turns:
        frame.rule_up(turn.round)
    for seat in range(len(analysis.labels)):
        points = [(round_, standing[seat]) for round_, standing in analysis.standings]
        frame.line(points, seat, 2)
        for point in points:
            frame.mark(point, seat, 2.5)
    caption = "Points by which each seat is expected to end above the average of all; upright lines: turning points"
    return frame.plot(caption, f"{caption}. The table below has the numbers.")


def _table(analysis: Analysis) -> Iterator[str]:
    heads = "".join(f'<th scope="col">{escape(label)}</th>' for label in analysis.labels)
    yield "<details><summary>The numbers</summary><table>"
    yield f'<thead><tr><th scope="col">Round</th>{heads}</tr></thead><tbody>'
    *begins, (_, end) = analysis.standings
    for name, standing in (*begins, ("end", end)):
        cells = "".join(f"<td>{value:+.1f}</td>".replace("-", "−") for value in standing)
        yield f'<tr><th scope="row">{name}</th>{cells}</tr>'
    yield "</tbody></table></details>"


def _mistakes(analysis: Analysis) -> Iterator[str]:
    yield '<section class="part" id="mistakes"><h2>Choices that lost most</h2>'
    for label, mistakes in zip(analysis.labels, analysis.mistakes, strict=True):
        if not mistakes:
            yield f"<p>{escape(no_mistake(label))}</p>"
            continue
        yield f"<h3>{escape(label)}</h3><ul>"
        for mistake in mistakes:
            then = escape(expected(mistake))
            yield f'<li>{escape(mistake_text(mistake))} <span class="then">{then}</span></li>'
        yield "</ul>"
    yield "</section>"
