"""The patterns of `rulesets/HOW_TO.md`, each checked and played as its reader would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import caylus
import pytest
from caylus.formatter import format_text
from caylus.loading import library
from caylus_tools.bots import bot_named

PAGE = (Path(__file__).parents[2] / "rulesets" / "HOW_TO.md").read_text(encoding="utf-8")
_PART = re.compile(
    r"^```rules (?P<name>\S+)/(?P<file>\S+)\n(?P<rules>.*?)^```$"
    r"(?:.*?^```yaml\n(?P<manifest>.*?)^```$)?.*?^Players read: `(?P<read>.*?)`$",
    re.DOTALL | re.MULTILINE,
)
MANIFEST = """\
name: {name}
title: {name}
version: 1.0.0
language: 1
about: A pattern.
extends: {{ name: classic, version: "1" }}
rules: [{file}]
"""


class Pattern(NamedTuple):
    """A section of the page: a variant, what its manifest adds, and a text that players read in its games."""

    name: str
    file: str
    rules: str
    manifest: str | None
    read: str

    def write(self, parent: Path) -> Path:
        folder = parent / self.name
        folder.mkdir()
        (folder / self.file).write_text(self.rules, encoding="utf-8")
        (folder / "ruleset.yaml").write_text(
            MANIFEST.format(name=self.name, file=self.file) + (self.manifest or ""), encoding="utf-8"
        )
        return folder


PATTERNS = [
    Pattern(*found.group("name", "file", "rules", "manifest", "read"))
    for section in PAGE.split("\n## ")[1:]
    for found in _PART.finditer(section)
]
each_pattern = pytest.mark.parametrize("pattern", PATTERNS, ids=[pattern.name for pattern in PATTERNS])


def test_every_section_is_a_pattern_of_its_own() -> None:
    assert (
        len(PATTERNS) == len({pattern.name for pattern in PATTERNS}) == PAGE.count("\n## ") - 1 == 22
    )  # the last section is a table


@each_pattern
def test_a_pattern_fits_on_a_screen_and_is_laid_out_as_it_should_be(pattern: Pattern) -> None:
    assert len(pattern.rules.splitlines()) <= 25
    assert format_text(pattern.rules, pattern.file) == pattern.rules


@pytest.mark.nightly
@each_pattern
def test_a_pattern_has_no_faults(pattern: Pattern, tmp_path: Path) -> None:
    assert library.check_path(pattern.write(tmp_path)).diagnostics == ()


@pytest.mark.nightly
@each_pattern
def test_players_read_in_a_game_what_the_page_says(pattern: Pattern, tmp_path: Path) -> None:
    rules = caylus.load("classic", variants=[pattern.write(tmp_path)])
    assert any(pattern.read in text for seed in range(6) for text in _told(rules, seed))


def _told(rules: caylus.Ruleset, seed: int) -> Iterator[str]:
    """Everything that is told in a game of greedy bots, and the options that they had."""
    game = rules.new_game(rules.most_players, seed)
    bot = bot_named("greedy", seed)
    while (decision := game.decision) is not None:
        yield from (option.text for option in decision.options)
        game.play(bot(game))
    yield from (event.text for event in game.events_for(caylus.SPECTATOR))
