"""Files of numbers that hold what bots have learned of a ruleset: where they lie, how they are read and written."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus import RulesetError
from caylus.documents import read_json, read_text

from caylus_tools.common.files import data_folder

from .judgement import Weight, Weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from caylus import Game, Ruleset

FILE = "bots.json"
"""Beside the manifest of a shipped ruleset."""
MOST_BYTES = 300 * 1024
_SCHEMA = "trained"
_THOUSANDTHS, _MILLIONTHS = 1_000, 1_000_000
_NUMBERS = re.compile(r"\[\n[-0-9,\s]+\]")
"""A list of numbers, which is written in one line."""
_MARGIN, _WIN, _OWN = 0.3, 0.5, 0.8
"""How much the margin, a victory and the own score count. Who aims at the margin alone hinders more than it builds, and loses."""


class Result(NamedTuple):
    """The end of a game for a seat: its score, by how much that is more than the mean of its rivals, its share of the victory.

    The share is 0 where victory went as it goes on average; `margin` is None where nobody plays against the seat.
    """

    score: float
    margin: float | None
    victory: float

    @classmethod
    def of(cls, game: Game, seat: int) -> Result:
        standings, name = game.result.standings, game.players[seat]
        (own,) = (standing for standing in standings if name in standing.players)
        others = [standing.score for standing in standings if standing is not own]
        won = own.has_won / max(1, len(game.result.winning)) - 1 / len(standings)
        margin = own.score - sum(others) / len(others) if others else None
        return cls(own.score / len(own.players), margin, won)


@dataclass(frozen=True, slots=True)
class Scale:
    """The spread of the margins in the games that were learned from, and the mean and the spread of the scores."""

    margin: float
    mean: float
    spread: float

    def outcome(self, result: Result) -> float:
        """The worth of a result: the own score, the margin and the victory."""
        above_mean = (result.score - self.mean) / self.spread
        margin = above_mean if result.margin is None else result.margin / self.margin
        return _MARGIN * margin + _WIN * result.victory + _OWN * above_mean

    def points(self, worth: float) -> float:
        """The margin, in points, that goes with a worth: about, for who is ahead wins and has more points as well."""
        return worth * self.margin / (_MARGIN + 0.4 * _WIN + 0.7 * _OWN)


@dataclass(frozen=True, slots=True)
class Trained:
    """The knowledge for one number of players, from so many games."""

    games: int
    scale: Scale
    weights: Weights


def write(path: Path, rules: Ruleset, found: Mapping[int, Trained]) -> None:
    """Writes a file. Weights that round to nothing are left out."""
    players = {
        str(number): {
            "games": trained.games,
            "scale": [round(part * _THOUSANDTHS) for part in (trained.scale.margin, trained.scale.mean, trained.scale.spread)],
            "weights": {
                name: rounded
                for name, weight in sorted(trained.weights.items())
                if any(rounded := [round(part * _MILLIONTHS) for part in weight])
            },
        }
        for number, trained in sorted(found.items())
    }
    document = {"format": 2, "ruleset": rules.name, "identity": rules.identity, "players": players}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = _NUMBERS.sub(lambda found: json.dumps(json.loads(found[0])), json.dumps(document, indent=1, ensure_ascii=False))
    path.write_text(text + "\n", encoding="utf-8")


def read(path: Path) -> dict[int, Trained]:
    """The content of a file, by the number of players. Raises `RulesetError` for anything else than such a file."""
    document = read_json(read_text(path, path.as_posix(), MOST_BYTES), path.as_posix(), _SCHEMA).value
    return {
        int(number): Trained(
            part["games"],
            Scale(*(value / _THOUSANDTHS for value in part["scale"])),
            {name: Weight(*(number / _MILLIONTHS for number in weight)) for name, weight in part["weights"].items()},
        )
        for number, part in document["players"].items()
    }


def own_file(rules: Ruleset) -> Path:
    """The file that keeps what is learned of these very rules for the people of this machine."""
    return data_folder() / "bots" / f"{rules.identity}.json"


@lru_cache(maxsize=32)
def find(rules: Ruleset, players: int) -> Trained | None:
    """The knowledge of a ruleset: of these very rules, else of the shipped ruleset that they are a variant of."""
    for path in (own_file(rules), *_shipped(rules)):
        try:
            if path.is_file() and (found := read(path).get(players)):
                return found
        except RulesetError:  # a damaged file is no reason not to play
            continue
    return None


def _shipped(rules: Ruleset) -> list[Path]:
    from caylus.loading import library

    return [found.path / FILE for found in library.list_rulesets() if found.name == rules.name]
