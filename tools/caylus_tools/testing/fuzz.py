"""Games that look for what no reading of the rules can find: rules that are never carried out, games that break.

The same ruleset is played in the same games every time: by random bots, by greedy ones, and from the positions of its scenarios.
What breaks a game is told with the shortest game found that it breaks, as a scenario to keep. For a line that no game has
reached, a position is searched from which few choices lead to it (see `reach`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.limits import MOST_DECISIONS

from caylus_tools.bots import greedy_bot, random_bot
from caylus_tools.common.english import count_things
from caylus_tools.common.games import endless, line_span

from .reach import Search, Table, read_table
from .repro import scenario
from .shrink import Move, shrink

if TYPE_CHECKING:
    from caylus import Diagnostic, Game, Note, Ruleset
    from caylus.diagnostics import Span

    from .scenarios import Scenario

LOOK_EVERY = 8
"""After how many decisions what everybody holds is looked at; the game in which something is wrong is then gone through again."""

GREEDY_AMONG = 30
"""Random games for each greedy one, which takes as long as so many."""

LONGEST_SEARCHED = 300
TABLE_EVERY = 5
"""Choices of a game that is looked at for positions, and those between two positions."""

ENDLESS = "E0904"
BELOW_NOTHING = "W1102"

Place = tuple[str, int]
"""A line of a rules file."""


class Break(NamedTuple):
    """A way in which a game went wrong: a diagnostic's code, message and place."""

    code: str
    message: str
    span: Span | None
    thing: str = ""
    """The number that has fallen below nothing, if that is what went wrong."""

    @property
    def way(self) -> tuple[str, str, Span | None]:
        """A key for this way of going wrong. A loop may be found anywhere in its circle. What goes round in a circle may be found
        anywhere in it.
        """
        return self.code, self.thing, None if self.code in ("E0901", ENDLESS) else self.span


class Broken(NamedTuple):
    """A fault, and a game that shows it, as a scenario; one that does not end is none."""

    fault: Diagnostic
    scenario: str


@dataclass(slots=True)
class Findings:
    """The findings: games that break, each way of breaking once, and lines that no game executed."""

    broken: list[Broken] = field(default_factory=list)
    idle: list[Diagnostic] = field(default_factory=list)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return [*(broken.fault for broken in self.broken), *self.idle]


def fuzz(rules: Ruleset, games: int, advance: Callable[[], None] = lambda: None, positions: Sequence[Scenario] = ()) -> Findings:
    """Plays so many games for each number of players, and the scenarios of `positions`; `advance` is told of each game."""
    from caylus.codegen import Probe

    from .scenarios import run

    found = Findings()
    shortest: dict[tuple[str, str, Span | None], _Played] = {}
    probe = Probe()
    watched = rules.with_probe(probe)
    ends = False
    for players in range(rules.fewest_players, rules.most_players + 1):
        for seed in range(games):
            played = _play(watched, players, seed)
            if played.wrong is not None:
                way = played.wrong.way
                shortest[way] = min(shortest.get(way, played), played, key=lambda game: len(game.moves))
                if played.wrong.code == ENDLESS:
                    break  # and so would most others be, each as long
            ends |= played.wrong is None
            advance()
    for position in positions:
        run(watched, position)
    found.broken += (_make_report(rules, played, played.wrong) for played in shortest.values() if played.wrong is not None)
    if not ends:
        return found  # what lies behind the break is never carried out, and no fault of its own
    tables = _play_greedily(watched, games)
    asked = {point.span for point in probe.points if point.is_condition and not point.part}  # an `if` itself does nothing
    does = {point: number for point, number in probe.points.items() if not point.is_condition and point.span not in asked}
    done = {_line(point.span): point.span for point in does}
    carried_out = {_line(point.span) for point, number in does.items() if probe.counts[number][1]}
    idle = {place: span for place, span in done.items() if place not in carried_out}
    found.idle += _idle(rules, _without_consequences(idle, Search(watched, tables)), set(done), games)
    return found


def _play_greedily(watched: Ruleset, games: int) -> list[Table]:
    """Plays a greedy game for every thirty random ones, and returns tables of games to search in."""
    from caylus import RuleFault

    tables = []
    for players in range(watched.fewest_players, watched.most_players + 1):
        for seed in range(max(1, games // GREEDY_AMONG) + 1):
            bot = random_bot(seed) if seed == 0 else greedy_bot(seed)
            game = watched.new_game(players, seed)
            try:
                while game.moves and len(game.chosen) < LONGEST_SEARCHED:
                    game.play(bot(game))
                    if len(game.chosen) % TABLE_EVERY == 1:
                        tables.append(read_table(game))
            except RuleFault:
                continue  # random games have told of it, or will
    return tables


def _without_consequences(idle: Mapping[Place, Span], search: Search) -> dict[Place, Span]:
    """The idle lines that no position leads to, without those of actions that only idle lines do."""
    left = {place: span for place, span in idle.items() if not search.reaches(place)}
    return {place: span for place, span in left.items() if not search.follows_from(place, left)}


def _line(span: Span) -> Place:
    return span.file, span.line


# ---- playing


class _Played(NamedTuple):
    """A game's beginning, its moves, and what went wrong with it, if anything."""

    players: int
    seed: int
    moves: Sequence[Move]
    wrong: Break | None


def _play(rules: Ruleset, players: int, seed: int) -> _Played:
    """A random game, to its end or to where it goes wrong."""
    moves: list[Move] = []
    return _Played(players, seed, moves, _random_moves(rules, players, seed, moves))


def _random_moves(rules: Ruleset, players: int, seed: int, moves: list[Move]) -> Break | None:
    """Adds the moves of a random game to `moves`; what went wrong with it."""
    from caylus import RuleFault

    draw = Random(seed).random
    try:
        game = rules.new_game(players, seed)
        while game.moves:
            move = int(draw() * len(game.moves))
            moves.append(game.moves[move])
            game.play(move)
            if len(moves) % LOOK_EVERY == 0 and (wrong := _find_negative(game)):
                return wrong
            if len(moves) == MOST_DECISIONS:
                raise endless(game, lambda game: int(draw() * len(game.moves)))
    except RuleFault as fault:
        return Break(fault.code, str(fault), fault.span)
    return _find_negative(game)


def _find_negative(game: Game) -> Break | None:
    """A number of a player that has fallen below nothing. One of the table may; and what players hold stops by itself."""
    for player in game.view()["players"]:
        for name, value in player["state"].items():
            if any(number < 0 for number in _numbers(value)):
                span = game.rules.model.kinds["player"].states[name].span
                return Break(BELOW_NOTHING, f"a player's `{name}` falls below nothing", span, name)
    return None


def _numbers(value: Any) -> list[int]:
    if isinstance(value, Mapping):
        return [number for item in value.values() for number in _numbers(item)]
    return [value] if isinstance(value, int) else []


# ---- what broke


def _make_report(rules: Ruleset, played: _Played, wrong: Break) -> Broken:
    from caylus import Diagnostic, Severity

    players, seed, moves, _ = played
    if wrong.code == ENDLESS:
        return Broken(
            Diagnostic(wrong.code, wrong.message, wrong.span, help=f"of {count_things(players, 'player')}, by chance"), ""
        )

    def retrace(tried: Sequence[Move]) -> list[Move] | None:
        return _retrace(rules, players, seed, tried, wrong)

    shown = retrace(moves)
    fewest = shrink(shown, retrace) if shown is not None else moves
    notes = tuple(_last_change(rules, players, seed, fewest, wrong)) if wrong.thing else ()
    severity = Severity.WARNING if wrong.code == BELOW_NOTHING else Severity.ERROR
    decisions = f"{count_things(len(fewest), 'decision')} of {count_things(players, 'player')}"
    help_ = f"{decisions} {'leads' if len(fewest) == 1 else 'lead'} to it"
    fault = Diagnostic(wrong.code, wrong.message, wrong.span, notes=notes, help=help_, severity=severity)
    return Broken(fault, scenario(rules, players, seed, fewest, wrong.message))


def _retrace(rules: Ruleset, players: int, seed: int, moves: Sequence[Move], wrong: Break) -> list[Move] | None:
    """The moves up to where the game goes wrong in the same way, without those that are not legal; None if it does not."""
    from caylus import RuleFault

    taken: list[Move] = []
    try:
        game = rules.new_game(players, seed)
        for move in moves:
            if move in game.moves:
                taken.append(move)
                game.play(game.moves.index(move))
                if wrong.thing and (fallen := _find_negative(game)):
                    return taken if fallen.way == wrong.way else None
    except RuleFault as fault:
        return taken if Break(fault.code, str(fault), fault.span).way == wrong.way else None
    return None


def _last_change(rules: Ruleset, players: int, seed: int, moves: Sequence[Move], wrong: Break) -> Iterator[Note]:
    """The line that made it fall."""
    from caylus import Note

    game = rules.new_game(players, seed)
    for move in moves:
        game.play(game.moves.index(move))
    for event in reversed(game.events):
        if event.data.get("state") == wrong.thing:
            yield Note("this changes it last", line_span(rules, event.file, event.line))
            return


# ---- what was never carried out


def _idle(rules: Ruleset, idle: Mapping[Place, Span], lines: set[Place], games: int) -> Iterator[Diagnostic]:
    """A warning for each definition of which nothing was carried out, and for each other line that stands in no such line."""
    from caylus import Diagnostic, Severity

    def warning(what: str, span: Span) -> Diagnostic:
        label = f"in {count_things(games, 'random game')} for each number of players"
        help_ = "no position was found that leads to it; a scenario that runs it shows how it comes about"
        return Diagnostic("W1101", f"{what} is never carried out", span, label, help=help_, severity=Severity.WARNING)

    left = dict(idle)
    for name, (first, *_) in rules.history.items():
        inside = {place for place in lines if "." not in name and _holds(first.span, place)}
        if inside and inside <= left.keys():
            yield warning(f"`{name}`", first.span)
            left = {place: span for place, span in left.items() if place not in inside}
    for place, span in left.items():
        if not any(other != place and _holds(around, place) for other, around in left.items()):
            yield warning("this", span)


def _holds(span: Span, place: Place) -> bool:
    file, line = place
    return span.file == file and span.line <= line <= span.end_line
