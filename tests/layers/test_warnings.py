"""Warnings and layers: what is below was warned of by itself; what a layer does to it is told at the layer's line."""

from __future__ import annotations

from pathlib import Path

import pytest
from caylus.loading import library

from .garden import BASE, Variant, check, check_again, write

IDLE = "constant rent = 1\n" + BASE


@pytest.mark.nightly
@pytest.mark.parametrize("name", [found.name for found in library.list_rulesets()])
def test_nothing_in_a_shipped_ruleset_or_variant_is_warned_of(name: str) -> None:
    assert library.check_path(name).diagnostics == ()


@pytest.mark.slow
def test_a_manifest_says_which_warnings_are_errors_and_which_are_silent(tmp_path: Path) -> None:
    idle, number = "constant tax = 1", "constant levy = 1"
    write(
        tmp_path,
        silent=Variant(idle, {"severity": {"W1001": "silent"}}),
        strict=Variant(idle, {"severity": {"W1001": "error"}}),
        above=Variant(number, {"severity": {"W1001": "warning"}, "requires": ["strict"]}),
        wrong=Variant(idle, {"severity": {"W1999": "error"}}),
    )
    assert check_again(tmp_path, ["silent"]) == []
    assert [found.code for found in check_again(tmp_path, ["strict"])] == ["W1001"]
    assert library.check_path(tmp_path / "garden", [tmp_path / "strict"]).diagnostics[0].is_error
    (own,) = library.check_path(tmp_path / "garden", [tmp_path / "above"]).diagnostics
    assert not own.is_error
    assert "there is no warning `W1999`" in [found.message for found in check_again(tmp_path, ["wrong"])]


def test_only_the_topmost_layer_is_warned_of(tmp_path: Path) -> None:
    write(tmp_path, base=IDLE, above="constant tax = 1")
    assert [found.message for found in check_again(tmp_path, [])] == ["the constant `rent` is never used"]
    assert [found.message for found in check_again(tmp_path, ["above"])] == ["the constant `tax` is never used"]


def test_a_row_that_a_layer_makes_too_short_is_told_of_at_its_line(tmp_path: Path) -> None:
    base = BASE + "kind spot plural spots { state user player }\nrow path of 3 spots\n"
    base = base.replace("do field.harvest(player)", "do field.harvest(player)\n        set path[3].user to player")
    found = check(tmp_path, base=base, short="change row path of 2 spots")
    (one,) = [f for f in found if f.code == "E0312"]
    assert (one.lines[0], one.lines[1]) == ("change row path of 2 spots", "set path[3].user to player")


def test_a_value_that_is_only_shown_now_is_told(tmp_path: Path) -> None:
    write(tmp_path, still='replace phase spring "Spring" { for each player in order { gain 1 coin } }')
    manifest = tmp_path / "garden" / "ruleset.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "values: [income]\n", encoding="utf-8")
    (found,) = check_again(tmp_path, ["still"])
    assert (found.code, found.message, found.help) == (
        "W1001",
        "the value `income` is never used any more, only shown",
        "what is shown of it is not so: `remove value income`",
    )
    assert found.lines[0].startswith("replace phase spring")


def test_what_other_layers_below_leave_idle_is_theirs(tmp_path: Path) -> None:
    still = 'replace phase spring "Spring" { for each player in order { gain 1 coin } }'
    above = Variant("rule extra { after autumn() { for each player in order { gain 1 coin } } }", {"requires": ["still"]})
    write(tmp_path, still=still, above=above)
    assert [(found.code, found.lines) for found in check_again(tmp_path, ["above"])] == []
