"""A small game with scenarios of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import caylus
import pytest
from caylus_tools.testing.scenarios import Result, read, run
from support.texts import read_rules

MANIFEST = """
name: orchard
title: Orchard
version: "1.0"
language: 1
seats: [Ann, Ben, Cem]
rules: [orchard.rules]
"""

RULES = read_rules(__file__, "testing")


@pytest.fixture(scope="session")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the small game."""
    folder = tmp_path_factory.mktemp("orchard")
    (folder / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "orchard.rules").write_text(RULES, encoding="utf-8")
    (folder / "scenarios").mkdir()
    return folder


@pytest.fixture(scope="session")
def rules(orchard: Path) -> caylus.Ruleset:
    return caylus.load(orchard)


@pytest.fixture
def play(rules: caylus.Ruleset, tmp_path: Path) -> Callable[[str], Result]:
    """Runs one scenario of Ann and Ben; line 1 of the text given here is line 5 of its file."""

    def play(text: str) -> Result:
        file = tmp_path / "one.yaml"
        lines = [f"    {line}".rstrip() for line in text.strip("\n").splitlines()]
        file.write_text("\n".join(["players: [Ann, Ben]", "", "scenarios:", "  - name: one", *lines, ""]), encoding="utf-8")
        (scenario,) = read(file)
        return run(rules, scenario)

    return play
