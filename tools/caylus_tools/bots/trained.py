"""Learned numbers: the features of a position, the judgement by their weights, and the files that hold the weights of a ruleset.

Names last: a variant that adds a thing or moves a slot leaves the features of everything else as they are. The numbers of a
state fall into groups that belong together, such as all amounts of one resource, or all states of one space. The features of
a group depend on the numbers of the group alone, so after a move only the groups that it has touched are looked at again.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import compress
from operator import ne
from pathlib import Path
from typing import NamedTuple

import caylus
from caylus import RulesetError
from caylus.documents import read_json, read_text
from caylus.machine import UNIT, UNIT_BITS, Contest, Part, add_parts, contest_parts
from caylus.spaces import Cell, asking_rule, cells, numbers

from caylus_tools.common.files import data_folder

from .tastes import Likings

Found = Iterable[tuple[str, float]]
"""Features that are not 0: a name and a number each."""

_STEPS = (0, 1, 2, 3, 4, 5, 6, 8, 11, 16)
"""Where the ranges begin that an amount is sorted into: the second of something may be worth less than the first."""
_MEMBER = re.compile(r"(?P<row>.*) (?P<number>[0-9]+)")


class Group(NamedTuple):
    """Slots of a state, and the features of the numbers there.

    The slots may hold so much of an `amount` for the seat and each of its rivals. A slot with a limit that is not -1 counts by
    whether its number is below that.
    """

    slots: tuple[int, ...]
    features: Callable[[Sequence[int]], Found]
    amount: str = ""
    limits: tuple[int, ...] = ()


@lru_cache(maxsize=64)
def groups(rules: caylus.Ruleset, players: int, seat: int) -> tuple[Group, ...]:
    """The groups of a table as a seat looks at it."""
    return tuple(_Table(cells(rules, players), players, seat).groups())


def outlook_features(game: caylus.Game, seat: int) -> Iterator[tuple[str, float]]:
    """The ruleset's own opinion, of the seat and of its rivals."""
    own, *rivals = (game.outlook(name) for name in (*game.players[seat:], *game.players[:seat]))
    yield OUTLOOK, own
    if rivals:
        yield _best_rival(OUTLOOK), max(rivals)
        yield _rivals(OUTLOOK), sum(rivals) / len(rivals)


def _best_rival(name: str) -> str:
    return f"{name}{RIVAL}"


def _rivals(name: str) -> str:
    return f"{name} of rivals"


def _comparison(name: str, is_more: bool) -> str:
    return f"{name}: more than any rival" if is_more else f"{name}: less than a rival"


def name_asked(is_own: bool, rule: str) -> str:
    """The feature of a rule that asks the seat, or another."""
    return f"{'asked' if is_own else 'another asked'}: {rule}"


OUTLOOK = "outlook"
RIVAL = " of the best rival"
"""The end of the names of features that count what the best rival has."""
ALWAYS = "always"
"""The feature that every position has."""


class _Table:
    """Sorts the cells of a table into groups."""

    def __init__(self, table: Sequence[Cell], players: int, seat: int) -> None:
        self._players = players
        self._seat = seat
        self._amounts: dict[str, dict[int, int]] = defaultdict(dict)
        self._lists: dict[str, list[Cell]] = defaultdict(list)
        self._objects: dict[str, list[Cell]] = defaultdict(list)
        self._alone: list[Cell] = []
        for cell in table:
            owner, _, _ = cell.name.rpartition(".")
            if cell.length:
                self._lists[cell.name.rpartition("[")[0] + f" {cell.players}"].append(cell)
            elif len(cell.players) == 1 and cell.kind is None:
                self._amounts[cell.name][cell.players[0]] = cell.slot
            elif owner and not cell.players:
                self._objects[owner].append(cell)
            elif not cell.players or cell.players[0] == seat:
                self._alone.append(cell)
        self._pointers = [cell for cell in self._alone if cell.kind is not None and not cell.kind.is_player]

    def groups(self) -> Iterator[Group]:
        for name, slots in self._amounts.items():
            if len(slots) == self._players:
                order = (*range(self._seat, self._players), *range(self._seat))
                yield Group(tuple(slots[player] for player in order), _amount(name), name)
        for members in self._lists.values():
            yield self._list(members)
        for name, states in self._objects.items():
            yield self._object(name, states)
        for cell in self._alone:
            yield Group((cell.slot,), self._single(cell))

    def _list(self, cells: Sequence[Cell]) -> Group:
        first = cells[0]
        slots, name = (first.length, *(cell.slot for cell in cells)), first.name.rpartition("[")[0]
        if first.kind is not None and first.kind.is_player:
            return Group(slots, _places(name, self._seat))
        whose = "" if not first.players else "my " if first.players[0] == self._seat else "another's "
        return Group(slots, _contents(f"{whose}{name}", first.objects))

    def _object(self, name: str, states: Sequence[Cell]) -> Group:
        of_players = [cell for cell in states if cell.kind is not None and cell.kind.is_player]
        if not of_players:
            return Group(tuple(cell.slot for cell in states), _states(states))
        pointers = [cell for cell in self._pointers if name in cell.objects]
        used = [*states, *pointers]
        limits = (*[-1] * len(states), *(cell.objects.index(name) for cell in pointers))
        return Group(tuple(cell.slot for cell in used), _holders(name, states, pointers, self._seat), limits=limits)

    def _single(self, cell: Cell) -> Callable[[Sequence[int]], Found]:
        if cell.kind is not None and cell.kind.is_player:
            return _whose(cell.name, self._seat)
        if cell.kind is not None:
            return _pointed(cell)
        return _states((cell,))


def _amount(name: str) -> Callable[[Sequence[int]], Found]:
    """The amount that a seat has of something, and how that stands to what its rivals have."""

    def features(values: Sequence[int]) -> Found:
        own, *rivals = values
        yield name, own
        yield f"{name}: {_STEPS[_step(own)]}", 1
        if rivals:
            best = max(rivals)
            yield _best_rival(name), best
            yield _rivals(name), sum(rivals) / len(rivals)
            if own != best:
                yield _comparison(name, own > best), 1

    return features


def _step(number: int) -> int:
    return max(0, bisect_right(_STEPS, number) - 1)


def _states(states: Sequence[Cell]) -> Callable[[Sequence[int]], Found]:
    """States of the table, and of things that belong to nobody."""
    names = [(cell.name, cell.objects) for cell in states]

    def features(values: Sequence[int]) -> Found:
        for (name, objects), value in zip(names, values, strict=True):
            if objects:
                if value >= 0:
                    yield f"{name}: {objects[value]}", 1
            elif value:
                yield name, value
                yield f"{name}: {_STEPS[_step(value)]}", 1

    return features


def _whose(name: str, seat: int) -> Callable[[Sequence[int]], Found]:
    def features(values: Sequence[int]) -> Found:
        if values[0] >= 0:
            yield f"my {name}" if values[0] == seat else f"another's {name}", 1

    return features


def _pointed(cell: Cell) -> Callable[[Sequence[int]], Found]:
    """The place of a state that holds a thing: its number, for a member of a row."""
    objects = cell.objects
    places = [_MEMBER.fullmatch(name) for name in objects]

    def features(values: Sequence[int]) -> Found:
        if values[0] >= 0:
            place = places[values[0]]
            yield (cell.name, int(place["number"])) if place else (f"{cell.name}: {objects[values[0]]}", 1)

    return features


def _places(name: str, seat: int) -> Callable[[Sequence[int]], Found]:
    """The place of a seat in a list of players."""

    def features(values: Sequence[int]) -> Found:
        size = values[0]
        members = values[1 : 1 + size]
        if seat in members:
            yield f"{name}: place {members.index(seat) + 1}", 1
        yield f"size of {name}", size

    return features


def _contents(name: str, objects: Sequence[str]) -> Callable[[Sequence[int]], Found]:
    def features(values: Sequence[int]) -> Found:
        size = values[0]
        yield f"size of {name}", size
        for value in values[1 : 1 + size]:
            if value >= 0:
                yield f"{name}: {objects[value]}", 1

    return features


def _holders(name: str, states: Sequence[Cell], pointers: Sequence[Cell], seat: int) -> Callable[[Sequence[int]], Found]:
    """The holders of things: each state of a thing that tells a player, with what else lies there and what stands before it."""
    own = [(cell.name.rpartition(".")[2], cell) for cell in states]
    whose = [(number, state) for number, (state, cell) in enumerate(own) if cell.kind is not None and cell.kind.is_player]
    things = [(number, cell.objects) for number, (_, cell) in enumerate(own) if cell.kind is not None and not cell.kind.is_player]
    numbers = [(number, state) for number, (state, cell) in enumerate(own) if cell.kind is None]
    here = [(number, cell.name, cell.objects.index(name)) for number, cell in enumerate(pointers, len(states))]

    def features(values: Sequence[int]) -> Found:
        lying = [objects[values[number]] for number, objects in things if values[number] >= 0] if things else [name]
        beyond = [pointer for number, pointer, index in here if 0 <= values[number] < index]
        for number, state in whose:
            if values[number] < 0:
                continue
            feature = f"my {state}" if values[number] == seat else f"another's {state}"
            yield feature, 1
            for thing in lying:
                yield f"{feature}: {thing}", 1
                for pointer in beyond:
                    yield f"{feature}: {thing}, beyond {pointer}", 1
            for pointer in beyond:
                yield f"{feature}, beyond {pointer}", 1
            for other, state_name in numbers:
                if values[other]:
                    yield f"{feature}: {name}, {state_name}", values[other]

    return features


class Weight(NamedTuple):
    """The weight of a feature at the beginning of a game, how it changes to the end, and what it says of how much is over."""

    early: float
    change: float
    elapsed: float


Weights = Mapping[str, Weight]
"""The weight of each feature by its name; a feature without one counts nothing."""


NOTHING = Weight(0.0, 0.0, 0.0)


class Judgement:
    """The worth of positions to one seat, in spreads of the results of games; 0 is the mean.

    A position is judged by how it differs from another one, `base`, at first the first that is judged: what the numbers of a
    group are worth together is remembered, and of the groups only those are looked at whose numbers differ. Of an amount the
    seat's own is one group, how it stands to the others' another one, of the `contests`.
    """

    def __init__(self, weights: Weights, rules: caylus.Ruleset, players: int, seat: int) -> None:
        self._weights = weights
        self._seat = seat
        self._groups = groups(rules, players, seat)
        self.slots = [group.slots[:1] if group.amount else group.slots for group in self._groups]
        self.limits = [group.limits or (-1,) * len(slots) for group, slots in zip(self._groups, self.slots, strict=True)]
        amounts = [group for group in self._groups if group.amount and players > 1]
        self.contests = [(group.slots, self._contest(group.amount, players)) for group in amounts]
        self._known: list[dict[tuple[int, ...], Part]] = [{} for _ in range(len(self.slots) + len(amounts))]
        self._read = (*self.slots, *(slots for slots, _ in self.contests))
        self._groups_of: dict[int, list[int]] = {}
        for number, slots in enumerate(self._read):
            for slot in slots:
                self._groups_of.setdefault(slot, []).append(number)
        self.always = self._sum([(ALWAYS, 1)])
        self.of_outlook = self._sum([(OUTLOOK, 1)])
        self.of_outlooks = self._contest(OUTLOOK, players)
        self._asked: dict[tuple[bool, str], Part] = {}
        self._base: list[int] = []
        self._parts: list[Part] = []
        self._whole: Part = (0, 0, 0)

    def rebase(self, game: caylus.Game) -> None:
        """Judges from here on by differences to this position."""
        now = list(numbers(game))
        if self._base:
            for number in self._touched(now):
                self._parts[number] = self._part(number, now)
        else:
            self._parts = [self._part(number, now) for number in range(len(self._read))]
        self._base = now
        self._whole = add_parts([(1, self.always), *((1, part) for part in self._parts)])

    def worth(self, game: caylus.Game) -> float:
        """The worth of a position."""
        return self.look(game)[0]

    def look(self, game: caylus.Game) -> tuple[float, float]:
        """The worth of a position, and the part of the game that is over."""
        if not self._base:
            self.rebase(game)
        now = numbers(game)
        early, change, elapsed = self._whole
        for number in self._touched(now):
            new, old = self._part(number, now), self._parts[number]
            early += new[0] - old[0]
            change += new[1] - old[1]
            elapsed += new[2] - old[2]
        more = add_parts(self._others(game))
        early, change, elapsed = early + more[0], change + more[1], elapsed + more[2]
        part = min(UNIT, max(0, elapsed))
        return (early + (part * change >> UNIT_BITS)) / UNIT, part / UNIT

    def weigh(self, group: int, values: tuple[int, ...]) -> Part:
        """The weight of the numbers of a group together."""
        part = self._known[group].get(values)
        if part is None:
            is_contest = group >= len(self.slots)
            part = self._weigh_contest(group, values) if is_contest else self._sum(self._groups[group].features(values))
            self._known[group][values] = part
        return part

    def _weigh_contest(self, group: int, values: tuple[int, ...]) -> Part:
        return add_parts(contest_parts(values, self.contests[group - len(self.slots)][1]))

    def weigh_asking(self, is_own: bool, rule: str) -> Part:
        """The weight of a rule that asks the seat, or another."""
        key = is_own, rule
        if key not in self._asked:
            self._asked[key] = self._sum([(name_asked(is_own, rule), 1)])
        return self._asked[key]

    def _contest(self, name: str, players: int) -> Contest:
        """The weights of the best rival's amount, of all rivals' together, of more and of less than the best."""
        shares = (_best_rival(name), 1), (_rivals(name), 1 / max(1, players - 1)), (_comparison(name, True), 1)
        best, others, more = (self._sum([share]) for share in shares)
        return best, others, more, self._sum([(_comparison(name, False), 1)])

    def _sum(self, features: Found) -> Part:
        early = change = elapsed = 0.0
        for name, number in features:
            if weight := self._weights.get(name):
                early += number * weight[0]
                change += number * weight[1]
                elapsed += number * weight[2]
        return round(early * UNIT), round(change * UNIT), round(elapsed * UNIT)

    def _others(self, game: caylus.Game) -> Iterator[tuple[int, Part]]:
        """The parts of no group."""
        outlooks = [game.outlook(name) for name in (*game.players[self._seat :], *game.players[: self._seat])]
        yield outlooks[0], self.of_outlook
        if len(outlooks) > 1:
            yield from contest_parts(outlooks, self.of_outlooks)
        if not game.over:
            yield 1, self.weigh_asking(game.seat == self._seat, asking_rule(game))

    def _touched(self, now: Sequence[int]) -> set[int]:
        """The groups whose numbers differ from those of the base."""
        group_numbers: set[int] = set()
        for slot in compress(range(len(now)), map(ne, now, self._base)):
            group_numbers.update(self._groups_of.get(slot, ()))
        return group_numbers

    def _part(self, number: int, state: Sequence[int]) -> Part:
        return self.weigh(number, tuple([state[slot] for slot in self._read[number]]))


def part_over(elapsed: float) -> float:
    """The part of a game that is over, from 0 to 1, by the sum of what its features say of that."""
    return min(1.0, max(0.0, elapsed))


def _others(game: caylus.Game, seat: int) -> Iterator[tuple[str, float]]:
    """The features that are of no group."""
    yield from outlook_features(game, seat)
    if not game.over:
        yield name_asked(game.seat == seat, asking_rule(game)), 1.0


def features(game: caylus.Game, seat: int) -> Found:
    """All features of a position, to learn from."""
    return FeatureReader(game, seat).read(game)


class FeatureReader:
    """Reads the features of the positions of one game, as a seat sees them. It remembers those of each group."""

    def __init__(self, game: caylus.Game, seat: int) -> None:
        self._seat = seat
        self._groups: list[tuple[Group, dict[tuple[int, ...], tuple[tuple[str, float], ...]]]] = [
            (group, {}) for group in groups(game.rules, len(game.players), seat)
        ]

    def read(self, game: caylus.Game) -> Found:
        state = numbers(game)
        for group, cache in self._groups:
            values = tuple([state[slot] for slot in group.slots])
            features = cache.get(values)
            if features is None:
                features = cache[values] = tuple(group.features(values))
            yield from features
        yield from _others(game, self._seat)
        yield ALWAYS, 1.0


FILE = "bots.json"
"""Beside the manifest of a shipped ruleset."""
MOST_BYTES = 300 * 1024
_SCHEMA = "trained"
_THOUSANDTHS, _MILLIONTHS = 1_000, 1_000_000
_NUMBERS = re.compile(r"\[\n[-0-9,\s]+\]")
"""A list of numbers, which is written in one line."""


class Aim(NamedTuple):
    """The weights of the margin, of a victory and of the own score in what bots play for."""

    margin: float
    victory: float
    own: float


AIM, DUEL = Aim(0.3, 0.5, 0.8), Aim(0.6, 0.8, 0.2)
"""What bots play for at first, and what else may be better where two play.

Who aims at the margin alone hinders more than it builds, and loses; who aims at the own score may build what helps both alike.
"""


class Result(NamedTuple):
    """The end of a game for a seat: its score, by how much that is more than the mean of its rivals, its share of the victory.

    The share is 0 where victory went as it goes on average; `margin` is None where nobody plays against the seat.
    """

    score: float
    margin: float | None
    victory: float

    @classmethod
    def of(cls, game: caylus.Game, seat: int) -> Result:
        standings, name = game.result.standings, game.players[seat]
        (own,) = (standing for standing in standings if name in standing.players)
        others = [standing.score for standing in standings if standing is not own]
        won = own.has_won / max(1, len(game.result.winning)) - 1 / len(standings)
        margin = own.score - sum(others) / len(others) if others else None
        return cls(own.score / len(own.players), margin, won)


@dataclass(frozen=True, slots=True)
class Scale:
    """The spread of the margins in the games that were learned from, the mean and the spread of the scores, and the aim."""

    margin: float
    mean: float
    spread: float
    aim: Aim = AIM

    def outcome(self, result: Result) -> float:
        """The worth of a result: the own score, the margin and the victory."""
        above_mean = (result.score - self.mean) / self.spread
        margin = above_mean if result.margin is None else result.margin / self.margin
        return self.aim.margin * margin + self.aim.victory * result.victory + self.aim.own * above_mean

    def success(self, result: Result) -> float:
        """The victory, and how clear it is."""
        return result.victory + 0.5 * (result.margin or 0.0) / self.margin

    def points(self, worth: float) -> float:
        """The margin, in points, that goes with a worth: about, for who is ahead wins and has more points as well."""
        return worth * self.margin / (self.aim.margin + 0.4 * self.aim.victory + 0.7 * self.aim.own)


class Trust(NamedTuple):
    """The part of the margin that goes with a worth which comes about: of a worth at the beginning of a game, and at its end."""

    early: float
    late: float


TRUST = Trust(1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Trained:
    """The knowledge for one number of players, from so many games."""

    games: int
    scale: Scale
    weights: Weights
    likings: Likings = field(default_factory=dict)
    trust: Trust = TRUST

    def points(self, worth: float, part: float) -> float:
        """The margin, in points, that comes about by a worth when so much of a game is over."""
        return self.scale.points(worth) * (self.trust.early + part * (self.trust.late - self.trust.early))

    def __hash__(self) -> int:
        return hash((self.games, self.scale, len(self.weights)))

    def weigh(self, factor: Callable[[str], float]) -> Trained:
        """The same with each weight and liking so many times as large, by its name."""
        weights = {
            name: Weight(factor(name) * weight.early, factor(name) * weight.change, weight.elapsed)
            for name, weight in self.weights.items()
        }
        likings = {name: factor(name) * liking for name, liking in self.likings.items()}
        return replace(self, weights=weights, likings=likings)


def write(path: Path, rules: caylus.Ruleset, models: Mapping[int, Trained]) -> None:
    """Writes a file. Weights that round to nothing are left out."""
    players = {
        str(number): {
            "games": value_model.games,
            "scale": [
                round(part * _THOUSANDTHS)
                for part in (value_model.scale.margin, value_model.scale.mean, value_model.scale.spread)
            ],
            "aim": [round(part * _THOUSANDTHS) for part in value_model.scale.aim],
            "trust": [round(part * _THOUSANDTHS) for part in value_model.trust],
            "weights": {
                name: millionths
                for name, weight in sorted(value_model.weights.items())
                if any(millionths := [round(part * _MILLIONTHS) for part in weight])
            },
            "likings": {name: round(liking * _THOUSANDTHS) for name, liking in sorted(value_model.likings.items())},
        }
        for number, value_model in sorted(models.items())
    }
    document = {"format": 2, "ruleset": rules.name, "identity": rules.identity, "players": players}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = _NUMBERS.sub(lambda found: json.dumps(json.loads(found[0])), json.dumps(document, indent=1, ensure_ascii=False))
    path.write_text(text + "\n", encoding="utf-8")


def _read_scale(part: Mapping[str, list[int]]) -> Scale:
    margin, mean, spread = (value / _THOUSANDTHS for value in part["scale"])
    aim = Aim(*(value / _THOUSANDTHS for value in part["aim"])) if "aim" in part else AIM
    return Scale(margin, mean, spread, aim)


def read(path: Path) -> dict[int, Trained]:
    """The content of a file, by the number of players. Raises `RulesetError` for anything else than such a file."""
    document = read_json(read_text(path, path.as_posix(), MOST_BYTES), path.as_posix(), _SCHEMA).value
    return {
        int(number): Trained(
            part["games"],
            _read_scale(part),
            {name: Weight(*(number / _MILLIONTHS for number in weight)) for name, weight in part["weights"].items()},
            {name: liking / _THOUSANDTHS for name, liking in part.get("likings", {}).items()},
            Trust(*(value / _THOUSANDTHS for value in part["trust"])) if "trust" in part else TRUST,
        )
        for number, part in document["players"].items()
    }


def own_file(rules: caylus.Ruleset) -> Path:
    """The file that keeps what is learned of these very rules for the people of this machine."""
    return data_folder() / "bots" / f"{rules.identity}.json"


@lru_cache(maxsize=32)
def find(rules: caylus.Ruleset, players: int) -> Trained | None:
    """The knowledge of a ruleset: of these very rules, else of the shipped ruleset that they are a variant of."""
    for path in _files(rules):
        try:
            if path.is_file() and (value_model := _read_file(path, path.stat().st_mtime_ns).get(players)):
                return value_model
        except RulesetError:  # a damaged file is no reason not to play
            continue
    return None


@lru_cache(maxsize=8)
def _read_file(path: Path, _mtime: int) -> dict[int, Trained]:
    """The content of a file as it was at a time, read once for all variants of a ruleset."""
    return read(path)


def _files(rules: caylus.Ruleset) -> Iterator[Path]:
    """The files in which knowledge of a ruleset may be, that of this machine first."""
    from caylus.loading import library

    with suppress(RuntimeError):  # a user without a home has no file of their own
        yield own_file(rules)
    yield from (entry.path / FILE for entry in library.list_rulesets() if entry.name == rules.name)
