"""What a message tells to write is the whole of what is meant, and is sound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from caylus.loading import forms, library
from caylus.loading.analysis import analyse
from check.test_first_mistakes import HARBOUR, harbour, write, write_rules  # noqa: F401 - a fixture
from support.texts import read_pairs

CASES = read_pairs(Path(__file__).with_name("drafts.txt"))


@pytest.mark.parametrize(("written", "advised"), CASES.values(), ids=CASES)
def test_the_whole_of_what_is_meant_is_told(harbour: Path, written: str, advised: str) -> None:  # noqa: F811
    variant = write_rules(harbour, written)
    helps = [diagnostic.help for diagnostic in library.check_path(variant).diagnostics if diagnostic.is_error]
    assert len(helps) == 1
    assert advised in helps[0]
    told = re.match(r"write ((?:`[^`]*`(?: and )?)+)", helps[0])
    assert told is not None


def test_a_row_writes_only_what_its_pattern_or_the_game_has() -> None:
    of_game = {"setup", "final", "opening", "closing", "turn", "order", "points", "fewest", "most"}
    written = [
        (row, name) for rows in forms._rows().values() for row in rows for name in re.findall(r"<(\w+)[.>]", row.text + row.note)
    ]
    assert [(row.text, name) for row, name in written if name not in {*row.sorts, *of_game}] == []


@pytest.mark.parametrize(
    "written",
    [
        "The first player to pass gains 2 coins instead of 1.",
        "The inn gives 2 coins instead of 3.",
        "The player with the most coins on the quay gains 1 point at the end of each round.",
        "Whenever a player sings, they gain 1 coin.",
        "Whenever a player visits the inn with another player, they gain 1 point.",
        "A visit to a stall costs 1 coin more.",
        "Players may not place workers on the smithy in the first round.",
    ],
)
def test_a_sentence_that_no_draft_says_in_full_gets_none(harbour: Path, written: str) -> None:  # noqa: F811
    helps = [
        diagnostic.help for diagnostic in library.check_path(write_rules(harbour, written)).diagnostics if diagnostic.is_error
    ]
    assert not any(help_.startswith("write") for help_ in helps)


@pytest.mark.parametrize("entry", ["first_coins: 5", "first_coins = 5", "first_coins"])
def test_a_setting_among_the_scenarios_that_change_is_met_with_the_rule(harbour: Path, entry: str) -> None:  # noqa: F811
    base = {"name": "harbour", "version": "1"}
    variant = write(harbour.parent / "house", 'rule r { after evening() { say "night" } }\n', extends=base, changes=[entry])
    (fault,) = (diagnostic for diagnostic in library.check_path(variant).diagnostics if diagnostic.is_error)
    assert fault.code == "E0625"
    assert "change constant first_coins = " in fault.help


def test_a_game_in_one_file_and_an_editor_are_told_the_same(harbour: Path) -> None:  # noqa: F811
    mistake = "rule r { gain 1 point after visit(player, place) }\n"
    variant = write_rules(harbour, mistake)
    advice = "rule r { after visit(player, place) { gain 1 point } }"
    (in_one_file,) = library.check_text(HARBOUR + mistake, "harbour.rules").diagnostics
    (in_an_editor,) = analyse(variant).diagnostics
    assert advice in in_one_file.help
    assert advice in in_an_editor.help


def test_a_name_that_is_misspelt_is_mended_and_nothing_else(harbour: Path) -> None:  # noqa: F811
    variant = write_rules(harbour, 'stall orchard "Orchard" { cost 1 coin, worth 1 point, use { gain 2 fihs } }')
    (fault,) = (diagnostic for diagnostic in library.check_path(variant).diagnostics if diagnostic.is_error)
    assert fault.help == "did you mean `fish`?"
