"""Check that the log tells what matters: `python tools/bench/log_completeness.py classic worker castle_queue stable` plays games.

Of every piece of a player that comes to lie in one of the places named, states of the members of rows or lists, some line has to
say what became of it before it is gone again; and the points by source have to add up to the scores, with nothing left over.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools")]

import caylus  # noqa: E402
from caylus_tools.simulation.playing import Plan, play_to_the_end  # noqa: E402
from caylus_tools.verbalize.breakdown import REST, breakdown  # noqa: E402
from caylus_tools.verbalize.log import Line, render_log  # noqa: E402

if TYPE_CHECKING:
    from caylus import Event, Game


class Stay(NamedTuple):
    """A piece of a `player` that lay at a `place`, or in a list, from one event to another; `phase` is the one it left in."""

    player: str
    place: str
    begun: int
    ended: int
    phase: object


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("places", nargs="*", help="states that hold players, and lists of players")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--policy", default="random")
    chosen = parser.parse_args()
    rules = caylus.load(chosen.ruleset)
    stays = untold = wrong = 0
    for number in range(chosen.games):
        players = 2 + number % 4
        game = play_to_the_end(Plan(rules, players, 1, (chosen.policy,) * players), number)
        lines = render_log(game.events, rules, game.labels)
        for stay in _stays(game, chosen.places):
            stays += 1
            if not any(_tells(line, before, stay, game) for before, line in pairwise([Line((), "", True, 0), *lines])):
                untold += 1
                print(f"game {number}: {stay}")
        points = breakdown(game.events, rules, game.scores)
        wrong += any(sum(points[name].values()) != score or REST in points[name] for name, score in game.scores.items())
    print(f"{stays} pieces placed; of {untold} no line tells what became of them; {wrong} of {chosen.games} scores unexplained")


def _stays(game: Game, places: Sequence[str]) -> Iterator[Stay]:
    there: dict[tuple[str, str, str], Event] = {}
    for event in game.events:
        data = event.data
        if event.kind == "set" and data["state"] in places and data.get("object"):
            name, place, members = data["state"], data["object"], [data["value"]]
        elif event.kind == "list" and data["list"] in places:
            name, place, members = data["list"], "", data["members"]
        else:
            continue
        now = {(name, place, member) for member in members if member is not None}
        before = {key for key in there if key[:2] == (name, place)}
        for key in before - now:
            yield Stay(key[2], place, there.pop(key).number, event.number, event.phase)
        there |= dict.fromkeys(now - before, event)


def _tells(line: Line, before: Line, stay: Stay, game: Game) -> bool:
    """Return whether a line names the player, and the place; of a list, whether it tells of the phase in which it is left."""
    if line.number <= stay.begun or before.number >= stay.ended:
        return False
    if stay.player not in line.text and not line.text.startswith("Everybody"):
        return False
    if not stay.place:
        return game.events[line.number - 1].phase == stay.phase
    titles = {thing.name: thing.title for kind in game.rules.model.kinds.values() for thing in kind.objects}
    return bool(re.search(rf"\b{re.escape(titles[stay.place])}\b", line.text))


if __name__ == "__main__":
    main()
