"""Measure how much of a ruleset's text the games played by it have executed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from caylus.diagnostics import split_lines
from caylus.limits import MOST_DECISIONS

from caylus_tools.bots import random_bot
from caylus_tools.verbalize.source_text import cases_by_span

if TYPE_CHECKING:
    from caylus import Ruleset


@dataclass(frozen=True, slots=True)
class Gap:
    """A line that was not all carried out, or a condition that did not come out both ways, as `what` says; `text` is its line."""

    file: str
    line: int
    what: str
    text: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many lines were carried out and how many outcomes of conditions seen, of how many; `gaps` are the rest, in order."""

    lines_run: int
    lines: int
    outcomes_seen: int
    outcomes: int
    gaps: tuple[Gap, ...]

    @property
    def line_share(self) -> float:
        """Per cent; 100 of nothing."""
        return 100 * self.lines_run / self.lines if self.lines else 100.0

    @property
    def outcome_share(self) -> float:
        return 100 * self.outcomes_seen / self.outcomes if self.outcomes else 100.0


def play_random_games(rules: Ruleset, games: int) -> None:
    """So many random games for each number of players, the same every time."""
    for players in range(rules.fewest_players, rules.most_players + 1):
        for seed in range(games):
            game, bot = rules.new_game(players, seed), random_bot(seed)
            while game.moves and len(game.chosen) < MOST_DECISIONS:  # what has no end is for `check --deep` to tell
                game.play(bot(game))


def coverage(rules: Ruleset) -> Coverage:
    """The coverage of a ruleset's own text by the games played with its probe. The text of a variant's base does not count."""
    assert rules.probe is not None
    cases = cases_by_span(rules)
    lines: dict[tuple[str, int], list[bool]] = {}
    missed: dict[tuple[str, int], dict[str, None]] = {}
    outcomes = seen = 0
    for point, number in rules.probe.points.items():
        span = cases[point.span][point.part - 1].span if point.part else point.span
        if not span.file.startswith(f"{rules.name}/"):
            continue
        no, yes = rules.probe.counts[number]
        if point.is_condition:
            outcomes += 2
            seen += (no > 0) + (yes > 0)
            if not no or not yes:
                what = "always held" if yes else "never held" if no else "never asked"
                missed.setdefault((span.file, span.line), {})[what] = None
        else:
            lines.setdefault((span.file, span.line), []).append(yes > 0)
    for place, ran in lines.items():
        if not all(ran):
            missed.setdefault(place, {})["carried out in part" if any(ran) else "never carried out"] = None
    texts = {path: split_lines(text) for path, text in rules.sources.items()}
    order = {path: number for number, path in enumerate(texts)}
    places = sorted(missed, key=lambda place: (order[place[0]], place[1]))
    gaps = (Gap(file, line, ", ".join(missed[file, line]), texts[file][line - 1].strip()) for file, line in places)
    return Coverage(sum(map(all, lines.values())), len(lines), seen, outcomes, tuple(gaps))
