"""The analysis of a game in sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from caylus import RulesetError

from caylus_tools.common.english import count_things, full_title, render_interval
from caylus_tools.common.errors import UsageError

from .analysis import Analysis, Mistake, Turn, analyse

if TYPE_CHECKING:
    from caylus import Game

_WIDTH = 78
"""Fits the narrowest usual screen: a wider one does not wrap it once more."""


def heading(analysis: Analysis) -> str:
    return f"A game of {full_title(analysis.game.rules)}"


def result(analysis: Analysis) -> str:
    """The result of the game: `Red 81, Green 72. Red has won.`"""
    game = analysis.game
    ranked = (name for standing in game.result.standings for name in standing.players)
    scores = ", ".join(f"{game.labels[name]} {game.scores[name]}" for name in ranked)
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
        "from the better one, to the end of the next round, in a dozen games that differ, confirm it. In brackets stands an "
        "interval of 95 %."
    )


def turn(analysis: Analysis, found: Turn) -> str:
    """A turning point: `Round 7: Green takes the lead, from about 3 points behind to 5 ahead; …`"""
    winner, mover = analysis.labels[analysis.winner], analysis.labels[found.seat]
    if found.is_last:
        what = f"{winner} takes the lead and keeps it"
    else:
        what = f"{winner} {'gains' if found.after > found.before else 'loses'} ground"
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


def mistake(found: Mistake) -> str:
    """A choice that lost points: `Round 5: “…”. About 6 points better (4 to 8): “…”.`"""
    points = render_interval(found.lost, found.margin, "better")
    return f"{_when(found.round)}: “{found.chosen}”. {points[:1].upper()}{points[1:]}: “{found.better}”."


def expected(found: Mistake) -> str:
    """The moves that were to come after the better choice; empty where nobody chooses any more."""
    return f"Expected then: {'; '.join(f'{label}: {text}' for label, text in found.expected)}." if found.expected else ""


NO_TURN = "No round turned the game: it went all the way as it was from the beginning."


def no_mistake(label: str) -> str:
    return f"{label}: no choice can be shown to have lost a point or more."


def look_back(game: Game) -> Iterator[str]:
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
        for found in analysis.turns:
            yield from _wrap(turn(analysis, found))
        if not analysis.turns:
            yield from _wrap(NO_TURN)
    yield from ("", "Choices that lost most")
    for label, found_of_seat in zip(analysis.labels, analysis.mistakes, strict=True):
        if not found_of_seat:
            yield from _wrap(no_mistake(label))
            continue
        yield f"  {label}"
        for one in found_of_seat:
            yield from _wrap(f"{mistake(one)} {expected(one)}".strip(), "    ")
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
