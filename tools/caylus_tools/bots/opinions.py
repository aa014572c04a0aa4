"""Opinions of moves and positions: by the ruleset's outlook, by experience, or by what was learned; and bots one move ahead.

An outlook tells how well somebody stands. Of what a variant has added it knows at most what all of its kind are worth, and what a
new thing does shows only later, when it works. So games are played in which anybody does anything, and of every choice it is
noted how much the outlook of whoever made it rises until the end of the round. By how much more it rises with a thing unheard
of than with the others that the same option may name, the outlook has thought too little of it.
"""

from __future__ import annotations

import marshal
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from math import exp, inf, tanh
from random import Random
from statistics import fmean, pstdev
from threading import get_ident
from typing import NamedTuple

import caylus
from caylus import RuleFault, Stream, model as m
from caylus.cache import Shelf
from caylus.machine import LIKING_BITS, UNIT, WIDTH, add_likings, find_lender, list_lenders, name_things
from caylus.model.walk import parts
from caylus.spaces import asking_block, numbers

from caylus_tools.common.files import TOOLS

from .common import Bot, Imagination, choose_any
from .tastes import DECLINE, Liking, Move, Taste
from .trained import OUTLOOK, Judgement, Result, Trained, find

Side = tuple[str, ...]
"""Who win and lose together: a team, or one who plays alone."""


class Evaluation:
    """Seen from one decision.

    A ruleset's outlook may count in any unit. The one that makes a difference is how far the outlooks lie apart, those of
    the sides from one another and those of now from those a little later: it is taken from the first position that is
    looked at.
    """

    def __init__(self, now: caylus.Game) -> None:
        self._now = _outlooks(now, _sides(now))
        self._unit = 0.0

    def values(self, world: caylus.Game) -> list[float]:
        """The share of each seat's side in one victory; at the end, half of that goes to those who have won."""
        sides = _sides(world)
        outlooks = _outlooks(world, sides)
        self._unit = self._unit or pstdev(self._now + outlooks) or 1.0
        shares = self._shares(outlooks)
        if world.over:
            winners, winning = world.result.winners, len(world.result.winning)
            won = [1 / winning if winners.issuperset(side) else 0.0 for side in sides]
            shares = [(share + part) / 2 for share, part in zip(shares, won, strict=True)]
        worth = {name: share for side, share in zip(sides, shares, strict=True) for name in side}
        return [worth[name] for name in world.players]

    def _shares(self, outlooks: Sequence[int]) -> list[float]:
        """By how far one side is ahead of the others; a side that has no others plays against how it stood before."""
        if len(outlooks) == 1:
            return [(1 + tanh((outlooks[0] - sum(self._now)) / self._unit / 2)) / 2]
        best = max(outlooks)
        weights = [exp((outlook - best) / self._unit) for outlook in outlooks]
        whole = sum(weights)
        return [weight / whole for weight in weights]


def _sides(game: caylus.Game) -> list[Side]:
    """Of a game as it stands, in the order of their first seats."""
    return sorted((standing.players for standing in game.result.standings), key=lambda side: game.players.index(side[0]))


def _outlooks(game: caylus.Game, sides: Sequence[Side]) -> list[int]:
    return [sum(game.outlook(name) for name in side) for side in sides]


def unheard(rules: caylus.Ruleset) -> set[str]:
    """By name. What variants add or change was not there when the outlook was written, unless it names it."""
    if rules.model.outlook is None:
        return set()
    base = rules.layers[0]["manifest"]["name"]
    later = {part.split(".")[0] for part, steps in rules.history.items() if steps[-1].layer != base}
    things = {thing.name for kind in rules.model.kinds.values() for thing in kind.objects}
    return (things & later) - set(_outlook_names(rules.model.outlook))


def _outlook_names(outlook: m.Value) -> Iterator[str]:
    """The names that an outlook's formulas use one by one and not only as one of their kind."""
    waiting: list[m.Value | m.Condition] = [outlook]
    names = set(waiting)
    for definition in waiting:
        for part in parts(_formulas(definition)):
            if isinstance(part, m.Const) and part.type.kind is not None and part.value >= 0:
                yield part.type.kind.root.objects[part.value].name
            elif isinstance(part, m.CallValue | m.CallCondition):
                name = part.value if isinstance(part, m.CallValue) else part.condition
                if name not in names:
                    names.add(name)
                    waiting.append(name)


def _formulas(definition: m.Value | m.Condition) -> tuple[object, ...]:
    if isinstance(definition, m.Condition):
        return tuple(definition.requires)
    return (*(formula for case in definition.cases for formula in case if formula is not None), *definition.modifiers)


_GAMES = 100
_LONGEST = 1000
"""Decisions: as far as a game is watched that goes on and on."""
_ENOUGH = 20
"""Of a thing that was chosen less often nothing is known."""

_SMALL_PARTS = 1 << LIKING_BITS

Learnt = Mapping[tuple[str, str], float]
"""What to add to the outlook after a choice, by the name of the option and the thing that it names."""

_LEARNT: Shelf[Learnt] = Shelf("learnt", lambda rises: marshal.dumps(dict(rises)), marshal.loads, made_by=(TOOLS,))


@lru_cache(maxsize=16)
def learnt(rules: caylus.Ruleset, players: int) -> Learnt:
    """The same wherever and whenever it is asked for; empty for rules whose outlook knows all there is."""
    new = unheard(rules)
    if not new:
        return {}
    rises = _LEARNT.get(rules.identity, str(players))
    if rises is None:
        rises = _learn(rules, players, new)
        _LEARNT.keep(rises, rules.identity, str(players))
    return rises


def _learn(rules: caylus.Ruleset, players: int, new: Collection[str]) -> Learnt:
    rises: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number in range(_GAMES):
        with suppress(RuleFault):  # which is told to whoever meets it in a game of theirs
            _watch(rules.new_game(players, number), Random(number), rises)
    option_rises: dict[str, list[int]] = defaultdict(list)
    for (option, thing), values in rises.items():
        if thing not in new:
            option_rises[option] += values
    return {
        (option, thing): round((fmean(values) - fmean(option_rises[option])) * _SMALL_PARTS) / _SMALL_PARTS
        for (option, thing), values in rises.items()
        if thing in new and len(values) >= _ENOUGH and option_rises[option]
    }


def outlooks(game: caylus.Game, futures: Iterable[tuple[caylus.Game, int]]) -> Sequence[float]:
    """After each of the moves in hand, with what experience adds; `futures` has them without, and the games after the moves."""
    rules, players = game.rules, len(game.players)
    more = learnt(rules, players)
    if not more:
        return [outlook for _, outlook in futures]
    values = []
    for move, (later, outlook) in zip(game.moves, futures, strict=True):
        is_to_come = later.rounds == game.rounds and not later.over  # else the outlook has seen what came of it
        values.append(outlook + (more.get(name_choice(game, move), 0.0) if is_to_come else 0.0))
    return values


def name_choice(game: caylus.Game, move: Move) -> tuple[str, str]:
    """The option of a move, and the first thing that it names, before any number."""
    rules, players, block = game.rules, len(game.players), asking_block(game)
    return _name(rules, players, block, tuple(name_things(numbers(game), _lenders(rules, players)[block], move)))


@lru_cache(maxsize=16)
def _lenders(rules: caylus.Ruleset, players: int) -> list[list[int]]:
    return list_lenders(rules.program(players))


@lru_cache(maxsize=1 << 14)
def _name(rules: caylus.Ruleset, players: int, block: int, things: tuple[int, ...]) -> tuple[str, str]:
    decision = rules.program(players).decisions[block]
    if decision.gains or things[0] >= len(decision.options):
        return "gain" if decision.gains else DECLINE, ""
    option = decision.options[things[0]]
    for variable, value, lent in zip(option.variables, things[1::2], things[2::2], strict=False):
        kind = variable.type.kind
        if kind is None and variable.type.base == "number":
            break
        lender = find_lender(kind) if kind and lent >= 0 else None
        thing, number = (lender.type.kind, lent) if lender else (kind, value)
        if thing is not None and not thing.is_player and 0 <= number < len(thing.root.objects):
            return option.name, thing.root.objects[number].name
    return option.name, ""


@dataclass(frozen=True, slots=True)
class Experience:
    """Experience with the choices of a table, beside the outlook: see `caylus.machine.Experience`."""

    rules: caylus.Ruleset
    players: int

    def __call__(self, block: int, things: tuple[int, ...]) -> int:
        more = learnt(self.rules, self.players).get(_name(self.rules, self.players, block, things), 0.0)
        return round(more * _SMALL_PARTS)


def find_experience(rules: caylus.Ruleset, players: int) -> Experience | None:
    """The experience of a table; None where the outlook knows all there is."""
    return Experience(rules, players) if learnt(rules, players) else None


def _watch(game: caylus.Game, draw: Random, rises: dict[tuple[str, str], list[int]]) -> None:
    """Plays a game, and notes by how much the outlook rises between each choice and the end of its round."""
    snapshots: list[tuple[tuple[str, str], str, int]] = []
    for _ in range(_LONGEST):
        if not game.moves:
            break
        move = int(draw.random() * len(game.moves))
        choice = name_choice(game, game.moves[move])
        player, round_ = game.players[game.seat], game.rounds
        game.play(move)
        if game.rounds == round_ and not game.over:
            snapshots.append((choice, player, game.outlook(player)))
            continue
        for choice_key, who, before in snapshots:
            rises[choice_key].append(game.outlook(who) - before)
        snapshots.clear()


class Mind(NamedTuple):
    """Somebody who chooses anything, or looks one move ahead: by what was learned, else by the outlook, and by a taste.

    With `looks`, a mind that has learned plays the best few moves on to the end of the round, each as far as so many looks at
    an option go. It takes every other seat for one that looks one move ahead as itself.
    """

    value_model: Trained | None = None
    taste: Taste = Taste()
    is_random: bool = False
    looks: int = 0

    def find_liking(self, rules: caylus.Ruleset, players: int) -> Liking | None:
        """The liking of such a seat beside the worths; None for whoever goes by these alone."""
        likings = self.value_model.likings if self.value_model else {}
        return Liking(rules, players, self.taste, likings) if likings or self.taste != Taste() else None

    def bot(self, draw: Stream, replays: bool = True, judge: Judge | None = None) -> Bot:
        """The bot with this mind that draws from a stream. `replays`: see `Imagination`; `judge` may know the worths of moves.

        A move that draws is judged by one draw that might come, no more likely than any other.
        """
        return (
            partial(choose_any, draw)
            if self.is_random
            else partial(choose_one_ahead, draw, Imagination(draw, replays), self, judge)
        )


Judge = Callable[["caylus.Game", Mind], Sequence[float]]
"""Tells the worth of each move in hand to whoever decides, as a mind judges it; nothing where it cannot."""

_STRENGTH = re.compile(r"normal:(100|[1-9][0-9]?)")
_LEAST_TRUST = 0.21
"""How far the weakest trust what was learned, beside the ruleset's outlook. They are a little worse in every game alike."""
_LOOKS = 300
"""How far the strongest play a move on: for two, 100 win as often, and 32 win 30 % of games against 1,000."""
_WHOLE_TRUST = 0.5
"""The strength from which on they trust what was learned as it is, and play moves on."""

_ERROR, _ERROR_OF_TWO = 0.12, 0.04
"""How far they misjudge: see `Taste`. It is why no two of their games are alike, and costs about three victories in a hundred.

Where two play, it would cost ten.
"""


def read_strength(name: str) -> float | None:
    """The strength that the name of a bot stands for: 0 for `easy`, 0.4 for `normal:40`, 1 for `normal`; None for any other."""
    match = _STRENGTH.fullmatch(name)
    return int(match[1]) / 100 if match else {"easy": 0.0, "normal": 1.0}.get(name)


def find_mind(name: str, seed: int, rules: caylus.Ruleset, players: int) -> Mind | None:
    """The mind of a bot that looks one move ahead, by its name; None for any other."""
    if name in ("greedy", "random"):
        return Mind(is_random=name == "random")
    strength = read_strength(name)
    if strength is not None and (value_model := find(rules, players)):
        error = _ERROR_OF_TWO if players == 2 else _ERROR
        distrust, further = max(0.0, 1 - strength / _WHOLE_TRUST), max(0.0, strength / _WHOLE_TRUST - 1)
        looks = round(_LOOKS**further) if further else 0
        return Mind(_weigh_down(value_model, _LEAST_TRUST**distrust), Taste(seed, error), looks=looks)
    return None


@lru_cache(maxsize=32)
def _weigh_down(value_model: Trained, part: float) -> Trained:
    """Give what was learned less weight beside the ruleset's outlook."""
    return value_model if part == 1 else value_model.weigh(lambda name: 1.0 if name.startswith(OUTLOOK) else part)


def greedy_bot(seed: int) -> Bot:
    return Mind().bot(Stream(seed))


def choose_one_ahead(draw: Stream, imagination: Imagination, mind: Mind, judge: Judge | None, game: caylus.Game) -> int:
    world = imagination.imagine(game)
    worths: Sequence[float] = judge(world, mind) if judge is not None else ()
    worths = worths or find_opinion(mind.value_model, game.rules, len(game.players)).worths(world, draw)
    worths = _add_likings(mind, game, game.moves, worths)
    if mind.looks and len(worths) > 1:
        world.reseed(draw.getrandbits(64))
        return _choose_by_playing_on(draw, world, mind, judge, worths)
    return best(worths, draw)


def _add_likings(mind: Mind, game: caylus.Game, moves: Sequence[Move], worths: Sequence[float]) -> Sequence[float]:
    liking, block = mind.find_liking(game.rules, len(game.players)), asking_block(game)
    return worths if liking is None else add_likings([*map(round, worths)], [liking(block, move) for move in moves])


def _choose_by_playing_on(draw: Stream, world: caylus.Game, mind: Mind, judge: Judge | None, worths: Sequence[float]) -> int:
    """The best of the moves that seem best, after all seats have played on in a world. Each meets the same chance."""
    candidates = sorted(range(len(worths)), key=lambda move: -worths[move])[:WIDTH]
    opinion, bot = find_opinion(mind.value_model, world.rules, len(world.players)), mind._replace(looks=0).bot(draw, False, judge)
    assert isinstance(opinion, LearnedOpinion)
    state, values = draw.state, []
    for move in candidates:
        draw.state, looks = state, 0
        line = world.copy()
        line.play(move)
        while line.moves and line.rounds == world.rounds and looks < mind.looks:
            looks += len(line.moves)
            line.play(bot(line))
        values.append(UNIT * opinion.worth(line, world.seat))
    values_by_move = dict(
        zip(candidates, _add_likings(mind, world, [world.moves[move] for move in candidates], values), strict=True)
    )
    return best([values_by_move.get(move, -inf) for move in range(len(worths))], draw)


def futures(world: caylus.Game, draw: Random) -> Iterator[tuple[caylus.Game, caylus.Game]]:
    """For each move of an imagined game, the game after it, and the game to judge it by.

    What is chosen at once with others comes to nothing before they have chosen too. So the game to judge by is one in which they
    have: anything, and the same for each move.
    """
    others = world.waiting[1:]
    theirs = [draw.random() for _ in others]
    for move in range(len(world.moves)):
        later = world.copy()
        later.play(move)
        future = later.copy() if others else later
        for part in theirs:
            future.play(int(part * len(future.moves)))
        yield later, future


def best(outlooks: Sequence[float], draw: Stream) -> int:
    """The index of the highest outlook; of equals any."""
    highest = max(outlooks)
    equals = [index for index, outlook in enumerate(outlooks) if outlook == highest]
    return equals[draw.draw_below(len(equals))]


_STEEPNESS = 2.0
"""How fast the value of a position comes near 0 or 1, as its worth moves away from the mean."""


class OutlookOpinion:
    """By the ruleset's outlook; `values` are seen from the game `now`."""

    mind = Mind()
    """Whoever has it goes by this opinion."""

    def __init__(self, now: caylus.Game | None = None) -> None:
        self._evaluation = Evaluation(now) if now else None

    def judge(self, world: caylus.Game) -> Callable[[caylus.Game], float]:
        """A function that tells the worth of a position after a decision, to whoever decides."""
        player = world.players[world.seat]
        return lambda seen: seen.outlook(player)

    def values(self, world: caylus.Game) -> list[float]:
        """The value of a position to each seat, between 0 and 1."""
        assert self._evaluation is not None
        return self._evaluation.values(world)

    def worths(self, world: caylus.Game, draw: Random) -> Sequence[float]:
        """The worth of each move of an imagined game to whoever decides, in units of the outlook."""
        player = world.players[world.seat]
        return outlooks(world, ((later, future.outlook(player)) for later, future in futures(world, draw)))


class LearnedOpinion:
    """By what bots have learned of a table with so many players."""

    def __init__(self, value_model: Trained, rules: caylus.Ruleset, players: int) -> None:
        self.mind = Mind(value_model)
        self._learned = value_model
        self.judgements = [Judgement(value_model.weights, rules, players, seat) for seat in range(players)]

    def judge(self, world: caylus.Game) -> Callable[[caylus.Game], float]:
        seat = world.seat
        self.judgements[seat].rebase(world)
        return lambda seen: self.worth(seen, seat)

    def values(self, world: caylus.Game) -> list[float]:
        return [1 / (1 + exp(-_STEEPNESS * self.worth(world, seat))) for seat in range(len(self.judgements))]

    def worth(self, world: caylus.Game, seat: int) -> float:
        """The worth of a position to a seat, in spreads of results."""
        return self.outcome(world, seat) / UNIT if world.over else self.judgements[seat].worth(world)

    def expect(self, world: caylus.Game, seat: int) -> float:
        """The points by which a seat is expected to be ahead of the mean of its rivals at the end, or is where a game is over.

        They say who wins: where others than those with most points have won, they are those that go with the victory.
        """
        if not world.over:
            return self._learned.points(*self.judgements[seat].look(world))
        result, scores = Result.of(world, seat), world.scores
        if {name for name, score in scores.items() if score == max(scores.values())} != {*world.result.winners}:
            return self._learned.scale.points(self.outcome(world, seat) / UNIT)
        return result.score - self._learned.scale.mean if result.margin is None else result.margin

    def outcome(self, world: caylus.Game, seat: int) -> int:
        """The worth of the end of a game, in units; by the judgement of the position for bots that have seen no end."""
        if not self._learned.games:
            return round(UNIT * self.judgements[seat].worth(world))
        return round(UNIT * self._learned.scale.outcome(Result.of(world, seat)))

    def worths(self, world: caylus.Game, draw: Random) -> list[float]:
        """The worth of each move of an imagined game to whoever decides, in units."""
        worth = self.judge(world)
        return [UNIT * worth(future) for _, future in futures(world, draw)]


Opinion = OutlookOpinion | LearnedOpinion


def find_opinion(value_model: Trained | None, rules: caylus.Ruleset, players: int) -> Opinion:
    """The opinion of whoever has learned this, for this thread; without anything learned, by the outlook."""
    return _find_opinion(value_model, rules, players, get_ident()) if value_model else OutlookOpinion()


def find_learned_opinion(value_model: Trained | None, game: caylus.Game) -> LearnedOpinion:
    """The same of whoever has learned something, at the table of a game."""
    assert value_model is not None
    return _find_opinion(value_model, game.rules, len(game.players), get_ident())


@lru_cache(maxsize=32)
def _find_opinion(value_model: Trained, rules: caylus.Ruleset, players: int, _thread: int) -> LearnedOpinion:
    return LearnedOpinion(value_model, rules, players)
