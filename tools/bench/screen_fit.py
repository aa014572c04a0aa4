"""Check that the screen shows what a decision needs: `python tools/bench/screen_fit.py classic 1303` plays games and looks.

At every fifth decision, for each size: the choices, the rows in which something may be chosen, what the players have, tables
of the rules (at small sizes the others and tables are a key away), the news, all that is said of the choice with the longest
text while it is marked, and nothing cut off. No terminal is asked.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools")]

import caylus  # noqa: E402
from caylus.panels import GridPanel, PlayersPanel  # noqa: E402
from caylus_tools.bots import bot_named  # noqa: E402
from caylus_tools.screen.board import entries  # noqa: E402
from caylus_tools.screen.compose import compose, pages  # noqa: E402
from caylus_tools.screen.layout import Row  # noqa: E402
from caylus_tools.screen.marked import line_width, plain  # noqa: E402
from caylus_tools.screen.scene import Choice, Scene  # noqa: E402

SIZES = ((80, 24), (100, 40), (160, 50))
SMALL = 24
WIDE = 140
"""From this width on, what is said stands beside the table, and its lines are no longer one below the other."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--games", type=int, default=10, help="of each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 5])
    parser.add_argument("--every", type=int, default=5)
    arguments = parser.parse_args()
    for name in arguments.rulesets:
        rules = caylus.load(name)
        looked, took = 0, Counter[str]()
        missing: Counter[str] = Counter()
        for players in arguments.players:
            for seed in range(arguments.games):
                for scene, seconds in _scenes(rules.new_game(players, seed), seed, arguments.every):
                    looked += 1
                    took["scene"] += int(1e6 * seconds)
                    for width, height in SIZES:
                        start = perf_counter()
                        faults = {f"{width}x{height}: {what}" for what in _missing(scene, width, height)}
                        took[f"{width}x{height}"] += int(1e6 * (perf_counter() - start))
                        missing.update(faults)
                        missing[f"{width}x{height}: not everything"] += bool(faults)
        print(f"{name}: {looked} decisions of {arguments.games} games of each of {arguments.players} players")
        print("  on average", ", ".join(f"{what} {microseconds / looked / 1000:.1f} ms" for what, microseconds in took.items()))
        for what, times in sorted(missing.items()):
            print(f"  {what}: {times}")


def _scenes(game: caylus.Game, seed: int, every: int) -> Iterator[tuple[Scene, float]]:
    """Every so many decisions as whoever makes them sees them, and how long that took."""
    bots = [bot_named("greedy", seed + seat) for seat in range(len(game.players))]
    told = dict.fromkeys(game.players, 0)
    while game.decision is not None:
        player = game.decision.player
        if len(game.chosen) % every == 0:
            start = perf_counter()
            scene = Scene(game, game.decision_for(player), told[player], seed)
            yield scene, perf_counter() - start
        told[player] = max((event.number for event in game.events_for(player)[-1:]), default=0)
        game.play(bots[game.seat](game))


def _missing(scene: Scene, width: int, height: int) -> Iterator[str]:
    """The things that should be on the screen and are not."""
    marked = max(scene.choices, key=lambda choice: sum(map(len, _parts(scene, choice))))
    made = compose(scene, width, height, marked.key)
    text = [plain(line) for line in made.lines]
    whole = "\n".join(text)
    if len(text) >= height or max(map(line_width, made.lines)) > width:
        yield "too large"
    if height > SMALL and "more lines: B" in whole:
        yield "cut off"
    if not {choice.key for choice in scene.choices} <= {span.key for line in made.lines for span in line}:
        yield "choices"
    if scene.news and scene.news[-1].text.split()[-1] not in whole and "earlier (L)" not in whole:
        yield "news"
    if width < WIDE and height > SMALL and not all(part in " ".join(whole.split()) for part in _parts(scene, marked)):
        yield "the marked choice"
    for panel in scene.layout.panels:
        if isinstance(panel, Row):
            entries_found = [entry for entry in entries(scene, panel) if entry.name]
            if any(entry.choice for entry in entries_found) and not all(
                any(f"{entry.key} " in line or entry.key + entry.signs in line for line in text) for entry in entries_found
            ):
                yield f"spaces of {panel.name}"
        elif isinstance(panel, PlayersPanel):
            labels = [str(one["label"])[:6] for one in scene.view["players"] if height > SMALL or one["name"] == scene.player]
            if not all(any(label in line for line in text) for label in labels):
                yield "players"
        elif isinstance(panel, GridPanel):
            first_cell = next(iter(scene.words.cells(panel.table).values()))[0]
            is_shown = any(scene.words.title(panel.table) in line or first_cell in line for line in text)
            if not is_shown and (height > SMALL or "F" not in pages(scene)):
                yield f"table {panel.table}"


def _parts(scene: Scene, choice: Choice) -> tuple[str, ...]:
    """The words of a choice: its text, its price, and its outcome or the effect of its space."""
    effect = scene.words.does(choice.cell, scene.view, choice.text) if choice.cell else ""
    return choice.text, choice.price, scene.outcome(choice) or effect


if __name__ == "__main__":
    main()
