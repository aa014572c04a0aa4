"""Monte Carlo tree search for any number of players, with chance and with hidden numbers, on any ruleset.

Each iteration imagines a game that the seat could be in (see `Imagination`), goes down the trees with every player out for
their own good, adds one place to them, and lets everybody play the best move at once to the end of the round. What that is
worth to each seat is remembered all the way up. Nobody plays by what is hidden from them, neither in the trees nor after them.

Each seat has a tree of its own. A place in it is what the seat has chosen and has been told of the choices of others, whatever
was drawn on the way and whatever else is hidden. What is known there is an average over all that the seat cannot see, so nobody
answers a secret choice of another (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012; many observers).
A move need not be there each time, and how often it was is counted. Of the moves that are there, the next is chosen by PUCT: the
more it has brought, the better it looked before and the less it is known.

The bots misjudge a little, each time in another way. So a game without chance shows as well how much depends on the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import exp, sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

from caylus import Stream

from caylus_tools.common.intervals import t_quantile
from caylus_tools.verbalize.option_texts import load_option_texts

from .common import Bot, Budget, Deadline, Imagination, freeze_garbage_collector, imagine_game
from .in_machine import judge_line, judge_moves, mean_worths, play_alike
from .opinions import Mind, Opinion, OutlookOpinion, best, find_learned_opinion, find_opinion, futures
from .tastes import Move, Taste
from .trained import Trained, find

if TYPE_CHECKING:
    from collections.abc import Callable

    from caylus import Game


Told = tuple[int | None, ...]
"""The part of a move that a seat is told."""
Edges = dict[Move, "Edge"]

EAGERNESS = 1.0
"""How much it counts that a move is little known, in the spread of all values so far."""

TRUST = 2.0
"""How much more a move with the best outlook is looked at than one with the worst: e to the power of this."""


class Edge:
    """A move: `total` is the sum of the values that it led to, for whoever makes it."""

    __slots__ = ("available", "prior", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.available = 0
        self.visits = 0
        self.total = 0.0


class Place:
    """A place in a tree: what a seat has done and been told since the decision that is thought about.

    `edges` are the moves that the seat can make here, None before anybody has looked; `later` are the places that follow.
    """

    __slots__ = ("edges", "later", "total", "visits")

    def __init__(self) -> None:
        self.edges: Edges | None = None
        self.later: dict[tuple[int, Told], Place] = {}
        self.visits = 0
        self.total = 0.0

    def follow(self, seat: int, observation: Told) -> Place:
        """The place after a seat has moved, by what is told of the move."""
        key = seat, observation
        place = self.later.get(key)
        if place is None:
            place = self.later[key] = Place()
        return place


class Trees:
    """The tree of each seat; its root is whatever led to the decision that is thought about."""

    def __init__(self, seats: int) -> None:
        self.roots = [Place() for _ in range(seats)]
        self._lowest = [1.0] * seats
        self._highest = [0.0] * seats

    def edges(self, moves: Sequence[Move], outlooks: Sequence[float]) -> Edges:
        """Moves of which nothing is known but the outlook that each gives at once to whoever makes it."""
        worst, best = min(outlooks), max(outlooks)
        weights = [exp(TRUST * (outlook - worst) / (best - worst or 1)) for outlook in outlooks]
        whole = sum(weights)
        return {move: Edge(weight / whole) for move, weight in zip(moves, weights, strict=True)}

    def select(self, place: Place, edges: Edges, moves: Sequence[Move], seat: int) -> tuple[int, Edge]:
        """The move that its maker looks at next, of those that are there now: its index and its edge."""
        expected = place.total / place.visits  # of a move nobody has looked at
        eagerness = EAGERNESS * (self._highest[seat] - self._lowest[seat] or 1.0)
        best = 0, Edge(0.0)
        most = -1.0
        for index, move in enumerate(moves):
            edge = edges.get(move)
            if edge is None:  # it was not there when the others were found
                edge = edges[move] = Edge(1 / len(moves))
            edge.available += 1
            value = edge.total / edge.visits if edge.visits else expected
            promise = value + eagerness * edge.prior * sqrt(edge.available) / (1 + edge.visits)
            if promise > most:
                most = promise
                best = index, edge
        return best

    def remember(self, path: Sequence[tuple[int, Place | Edge]], values: Sequence[float]) -> None:
        """Record the outcome of the moves of a path, each for its maker."""
        for seat, stop in path:
            stop.total += values[seat]
            stop.visits += 1
        self._lowest = list(map(min, self._lowest, values))
        self._highest = list(map(max, self._highest, values))


_WORLDS = 24
_FEWEST = 4
"""Worlds that are looked at, however little time there is."""
_ENOUGH = 4
"""Worlds after which it no longer matters by how much less than a point a move is worse."""
_LEVEL = 8
"""Worlds after which moves that seem alike are."""
ROUNDS = 3
"""How many rounds are played on after the one of the decision: a plan takes as long."""
_LONGEST = 300
"""Decisions, in rulesets whose rounds are long or that have none."""
_LOOKS = 60
"""How far bots play moves on that look for a better one: see `Mind`."""
_QUICK_WORLDS = 2
"""Worlds in which moves are judged at once, where bots cannot play them on."""
_ERROR = 0.3
"""How far the bots misjudge: see `Taste`; in the first world not at all."""
_MOST_EXPECTED = 3
_POINT = 1.0
"""What is not worth so many points is not worth telling."""


class Prospect(NamedTuple):
    """The index of a move, and the points by which it is worse than the best one, give or take `margin`.

    `expected` are the next moves after it: a player's label and the text of the option each. `ends` are the games after it, each
    as far as it was played on, if they were to be kept.
    """

    move: int
    behind: float
    margin: float
    expected: tuple[tuple[str, str], ...]
    ends: tuple[Game, ...]


def compare_moves(
    game: Game, value_model: Trained, indexes: Sequence[int], seed: int, seconds: float = 60.0, until_clear: bool = False
) -> list[Prospect]:
    """The moves at these indexes, the best first, by what whoever decides may know. Raises `caylus.RuleFault`.

    Games are played on for so many rounds that what is begun shows what it brings, all of them unless the moves seem alike.
    Who stops as soon as it is clear which one is better has an answer sooner, and is misled by chance now and then.
    """
    draw, deadline = Stream(seed), Deadline(seconds)
    margins: list[list[float]] = [[] for _ in indexes]
    ends: list[list[Game]] = [[] for _ in indexes]
    expected: list[tuple[tuple[str, str], ...]] = []
    for number in range(_WORLDS):
        is_settled = _is_clear if until_clear else _is_level
        if number >= _FEWEST and (deadline.has_passed() or is_settled(margins)):
            break
        world = imagine_game(game, draw)
        mind, chance = Mind(value_model, Taste(number, _ERROR if number else 0.0)), draw.getrandbits(64)
        for place, index in enumerate(indexes):
            margin, later, end, moves = _look_ahead(world, index, mind, chance, ROUNDS)
            margins[place].append(margin)
            ends[place].append(end)
            if not number:
                expected.append(tuple(_name_moves(later, moves[:_MOST_EXPECTED])))
    means = [fmean(results) for results in margins]
    first = means.index(max(means))
    results = [
        Prospect(index, means[first] - mean, _half_interval(margins[first], margins[place]), expected[place], (*ends[place],))
        for place, (index, mean) in enumerate(zip(indexes, means, strict=True))
    ]
    return sorted(results, key=lambda prospect: prospect.behind)


def find_better(game: Game, value_model: Trained, move: int, seed: int) -> tuple[int, float]:
    """The move that bots would make in place of another, and by how many points that is worse after the round; 0 for none."""
    draw = Stream(seed)
    world, chance = imagine_game(game, draw), draw.getrandbits(64)
    mind = Mind(value_model)
    moves = play_alike(world.copy(), mind._replace(looks=_LOOKS), [chance], 1)
    better = moves[0] if moves else _find_quick_best(game, value_model, draw)
    if better == move:
        return move, 0.0
    better_worth, worth = (_judge_ahead(world, index, mind, chance) for index in (better, move))
    return better, max(0.0, value_model.scale.points(better_worth - worth))


def _find_quick_best(game: Game, value_model: Trained, draw: Stream) -> int:
    worths = mean_worths(game, value_model, draw, _QUICK_WORLDS)
    return worths.index(max(worths))


def _judge_ahead(world: Game, index: int, mind: Mind, chance: int) -> float:
    """The worth of a move once bots of a mind have played on to the end of the round."""
    worth = judge_line(world, index, mind, chance, _LONGEST, world.rounds)
    if worth is None:
        _, _, end, _ = _look_ahead(world, index, mind, chance, 0)
        worth = find_learned_opinion(mind.value_model, world).worth(end, world.seat)
    return worth


def _look_ahead(world: Game, index: int, mind: Mind, chance: int, rounds: int) -> tuple[float, Game, Game, list[int]]:
    """The margin by a move once bots have played on for so many rounds more; the game after it, and after them; their moves."""
    line = world.copy()
    line.play(index)
    later = line.copy()
    moves = _play_rounds(line, mind, chance, world.rounds + rounds)
    return find_learned_opinion(mind.value_model, world).expect(line, world.seat), later, line, moves


def _is_clear(margins: Sequence[Sequence[float]]) -> bool:
    """Return whether every move is surely worse than the first one by a point, or surely not, or seems not to be."""
    first, *others = margins
    for other in others:
        behind, margin = fmean(first) - fmean(other), _half_interval(first, other)
        seems_as_good = behind < _POINT and len(first) >= _ENOUGH
        if not seems_as_good and abs(abs(behind) - _POINT) < margin:
            return False
    return True


def _is_level(margins: Sequence[Sequence[float]]) -> bool:
    """Return whether no move seems to be worth a point more than another."""
    means = [fmean(results) for results in margins]
    return len(margins[0]) >= _LEVEL and max(means) - min(means) < _POINT


def _play_rounds(game: Game, mind: Mind, chance: int, last: int) -> list[int]:
    """Has bots of a mind play a game on to the end of a round, and returns their moves."""
    stream, moves = [chance], list[int]()

    def goes_on() -> bool:
        return not game.over and game.rounds <= last and len(moves) < _LONGEST

    if goes_on():
        moves += play_alike(game, mind, stream, _LONGEST, last)
    bot = mind.bot(Stream(stream[0]), replays=False)
    while goes_on():
        moves.append(bot(game))
        game.play(moves[-1])
    return moves


def _name_moves(game: Game, moves: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The labels of those who make some moves, and the texts of these."""
    for move in moves:
        if decision := game.decision:
            yield decision.label, load_option_texts(game.rules).distinct_texts(decision)[move]
        game.play(move)


def _half_interval(one: Sequence[float], other: Sequence[float]) -> float:
    """Half of the interval of 95 % of a mean difference, world by world: of few worlds it is wide."""
    differences = [a - b for a, b in zip(one, other, strict=True)]
    return t_quantile(len(differences) - 1) * stdev(differences) / sqrt(len(differences))


LONGEST_PLAYOUT = 100
"""Decisions, in rulesets whose rounds are long or that have none."""

MOST_WORLDS = 12
"""Games that the seat could be in, for one decision, where play tells of secrets: each is found by playing the game again.

Nor are any looked for once half of the time is over.
"""


_PLAYS_OF_A_WORLD = 20
"""What it takes to find one, in choices that are played on."""


def mcts_bot(seed: int, budget: Budget, opinion: Callable[[Game], Opinion] = OutlookOpinion) -> Bot:
    """A searching bot that goes by an opinion. With a budget of iterations, equal seeds make equal bots."""
    draw = Stream(seed)
    return partial(choose_by_search, draw, Imagination(draw), budget, opinion)


def find_best_opinion(game: Game) -> Opinion:
    """By what bots have learned of the ruleset, where they have; else by its outlook."""
    value_model = find(game.rules, len(game.players))
    return find_opinion(value_model, game.rules, len(game.players)) if value_model else OutlookOpinion(game)


def choose_by_search(
    draw: Stream, imagination: Imagination, budget: Budget, opinion: Callable[[Game], Opinion], game: Game
) -> int:
    deadline = Deadline(budget.seconds)
    with freeze_garbage_collector():
        search = _Search(game, draw, imagination, deadline, opinion(imagination.imagine(game)))
        for iteration in range(1, budget.iterations + 1):
            search.iterate()
            if (
                search.plays >= budget.plays
                or deadline.has_passed()
                or search.is_settled(min(budget.iterations - iteration, deadline.left_after(iteration)))
            ):
                break
        return search.favourite()


class _Search:
    """The thoughts about one decision. An iteration that the end of the time cuts short is forgotten."""

    def __init__(self, game: Game, draw: Stream, imagination: Imagination, deadline: Deadline, opinion: Opinion) -> None:
        self._true_game = game  # which keeps what each seat was told
        self._game = game.copy()  # without a log, so that those imagined have none to get rid of
        self._draw = draw
        self._imagination = imagination
        self._deadline = deadline
        self._opinion = opinion
        self._trees = Trees(len(game.players))
        self._worlds: list[Game] = []
        self._hides = game.keeps_secrets
        self._bot = opinion.mind.bot(draw, replays=False)
        self.plays = 0

    def iterate(self) -> None:
        world, seats = self._world(), self._game.players
        places = self._trees.roots[:]
        path: list[tuple[int, Place | Edge]] = []
        observations: list[tuple[int, list[Told]]] = []
        while not world.over:
            seat = world.seat
            place = places[seat]
            path.append((seat, place))
            if place.edges is None:
                world = self._play_out(world, place)
                break
            index, edge = self._trees.select(place, place.edges, world.moves, seat)
            path.append((seat, edge))
            move = world.moves[index]
            observations.append((seat, [world.visible_choices(move, name) for name in seats]))
            if len(world.waiting) == 1:  # else it is chosen at once with others, who do not know of it
                for mover, parts in observations:
                    places = [place.follow(mover, part) for place, part in zip(places, parts, strict=True)]
                observations.clear()
            world.play(index)
        if not self._deadline.has_passed():
            self._trees.remember(path, self._opinion.values(world))

    def _world(self) -> Game:
        """A game that the seat could be in. Where one is dear to find, the same few are played again with other draws to come."""
        if not self._game.rules.tells_secrets:
            return self._imagination.imagine(self._game)
        if not self._worlds or (len(self._worlds) < MOST_WORLDS and self._deadline.left_after(1) > 1):
            self._worlds.append(self._imagination.imagine(self._true_game))
            self.plays += _PLAYS_OF_A_WORLD
        world = self._worlds[int(self._draw.random() * len(self._worlds))].copy()
        world.reseed(self._draw.getrandbits(64))
        return world

    def _play_out(self, world: Game, leaf: Place) -> Game:
        """The game after everybody has played the best move at once to the end of the round.

        What the moves seem worth goes to the tree.
        """
        worths = self._worths(self._as_seen(world))
        leaf.edges = self._trees.edges(world.moves, worths)
        rounds = world.rounds
        world.play(best(worths, self._draw))
        moves = self._play_ahead(world, rounds) if not self._hides and world.rounds == rounds and not world.over else 0
        self.plays += moves + 1
        for _ in range(moves, LONGEST_PLAYOUT):
            if world.over or world.rounds != rounds or self._deadline.has_passed():
                break
            self.plays += 1
            world.play(best(self._worths(self._as_seen(world)), self._draw) if self._hides else self._bot(world))
        return world

    def _play_ahead(self, world: Game, rounds: int) -> int:
        """Has the bot that goes by the same opinion play in every seat, as machine code. Returns how many moves it made."""
        stream = [self._draw.state]
        moves = play_alike(world, self._opinion.mind, stream, LONGEST_PLAYOUT, rounds)
        self._draw.state = stream[0]
        return len(moves)

    def _as_seen(self, world: Game) -> Game:
        """A game that whoever decides could take a world for: nobody plays by what is hidden from them."""
        if not self._hides:
            return world
        return world.imagine(world.players[world.seat], self._draw.getrandbits(64))

    def _worths(self, world: Game) -> list[float]:
        """The worth of each move at once; one there was no time to look at has the worst."""
        worths: list[float] = [] if self._hides else [*judge_moves(world, self._opinion.mind, has_experience=False)]
        if worths:
            return worths
        worth = self._opinion.judge(world)
        for _, future in futures(world, self._draw):
            worths.append(worth(future))
            if self._deadline.has_passed():
                break
        return worths + [min(worths)] * (len(world.moves) - len(worths))

    def is_settled(self, left: float) -> bool:
        """Return whether so many more iterations cannot make another move the favourite."""
        most, second = 0, 0
        for edge in (self._trees.roots[self._game.seat].edges or {}).values():
            if edge.visits > most:
                most, second = edge.visits, most
            elif edge.visits > second:
                second = edge.visits
        return most > second + left

    def favourite(self) -> int:
        """The index of the move that was looked at most; of equals, the one with the better outlook."""
        edges_by_move = self._trees.roots[self._game.seat].edges or {}
        edges = [edges_by_move[move] for move in self._game.moves]
        return max(range(len(edges)), key=lambda index: (edges[index].visits, edges[index].prior))
