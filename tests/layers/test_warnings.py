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


def test_what_other_layers_below_leave_idle_is_theirs(tmp_path: Path) -> None:
    still = 'replace phase spring "Spring" { for each player in order { gain 1 coin } }'
    above = Variant("rule extra { after autumn() { for each player in order { gain 1 coin } } }", {"requires": ["still"]})
    write(tmp_path, still=still, above=above)
    assert [(found.code, found.lines) for found in check_again(tmp_path, ["above"])] == []


FREE = "condition free(player, field) { require field.owner is none"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        # it empties a phase, which leaves a value idle
        (
            'replace phase spring "No spring" { nothing }',
            [
                ("W1022", "`spring` does nothing any more", 0, ""),
                ("W1001", "the value `income` is never used", 0, "value income(player) = prize + bonus[season]"),
            ],
        ),
        ("rule z { instead of spring() { nothing } }", [
            ("W1022", "`spring` does nothing any more", 0, ""),
            ("W1001", "the value `income` is never used", 0, "value income(player) = prize + bonus[season]"),
        ]),
        ("rule z { instead of tend(player, field) { for each f in fields where f is field { nothing } } }", [
            ("W1022", "`tend` does nothing any more", 0, ""),
            ("W1002", None, None, None),
        ]),
        # it contradicts a requirement
        ('rule z { forbid free(player, field) where field.owner is none "taken" }', [("W1004", "this never holds", 0, FREE)]),
        ('rule z { forbid free(guest, plot) where plot.owner is not guest "taken" }', [("W1004", "this never holds", 0, FREE)]),
        (
            'rule z { forbid free(player, field) where field.owner is not none and player.coin < 3 "taken" }',
            [("W1004", "this never holds", 0, FREE)],
        ),
        ("rule z { income(player) is never less than 9\nincome(player) is never more than 8 }", [
            ("W1049", "this hides the other bound: the value is always 8", 1, "rule z"),
        ]),
        # it leaves a value, an action, a list, a table idle
        ("replace value income(player) = bonus[season]", [("W1001", "the constant `prize` is never used", 0, "constant prize = 2")]),
        (
            "change value income { prize + bonus[season] becomes 2 }",
            [("W1001", "the constant `prize` is never used", 0, "constant prize = 2"), ("W1001", "the scale `bonus` is never used", 0, "scale bonus = [1, 2, 3]"), ("W1009", "`season` changes, but no rule asks for it", 0, "state season number")],
        ),
        ("change phase autumn { remove option rest }", [("E0408", None, None, None)]),
        ("rule z { instead of spring() { for each player in order { gain 1 coin } } }", [
            ("W1001", "the value `income` is never used", 0, "value income(player) = prize + bonus[season]"),
        ]),
    ],
)  # fmt: skip
def test_what_a_layer_does_to_its_base_is_told_at_its_line(
    tmp_path: Path, rules: str, told: list[tuple[str, str | None, int | None, str | None]]
) -> None:
    found = check(tmp_path, harsh=rules)
    lines = rules.splitlines()
    for code, message, line, below in told:
        if message is None or line is None:
            continue
        (one,) = [f for f in found if (f.code, f.message) == (code, message)]
        assert one.lines[0] == lines[line]
        assert not below or one.lines[1].startswith(below)
    expected = {message for _, message, _, _ in told}
    assert None in expected or {f.message for f in found} == expected


def test_what_contradicts_a_requirement_of_an_option_below_is_told_at_its_line(tmp_path: Path) -> None:
    base = BASE.replace("require free(player, field)", "require free(player, field)\n        require player.coin > 2")
    (found,) = check(tmp_path, base=base, poor='rule z { forbid free(player, field) where player.coin > 1 "too rich" }')
    assert (found.code, found.lines[1]) == ("W1004", "require player.coin > 2")
    assert found.lines[0].startswith("rule z")


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


@pytest.mark.parametrize(
    "rules",
    [
        "change constant prize = 3",
        'replace phase spring "Spring" { for each player in order { gain income(player) + 1 coin } }'.replace("income(player) + 1", "(income(player) + 1)"),
        "replace phase spring \"Spring\" { for each player in order { gain (prize + bonus[season]) coin } }\nremove value income",
        "rule z { instead of tend(player, field) where player.coin > 2 { nothing } }",
        "rule z { instead of tend(player, field) { do as before, gain 1 coin } }",
        'rule z { forbid free(player, field) where player.coin < 2 "too poor" }',
        'rule z { forbid free(player, field) where field is orchard and (player.coin < 2 or player.coin > 4) "not for you" }',
        "change game for 1 to 2 players",
    ],
)  # fmt: skip
def test_an_honest_layer_is_not_warned_of(tmp_path: Path, rules: str) -> None:
    assert check(tmp_path, kind_one=rules) == []


def test_a_narrowed_number_of_players_is_no_fault_of_what_is_below(tmp_path: Path) -> None:
    base = BASE.replace("gain 1 pear + 1 seed", "gain 1 pear + 1 seed\n    if size of players > 1 { gain 1 apple }")
    assert check(tmp_path, base=base, alone="change game for 1 to 1 players") == []


def test_what_an_object_below_still_bends_cannot_be_removed_and_is_not_told(tmp_path: Path) -> None:
    base = BASE.replace(
        "  harvest { gain 1 apple }\n", "  harvest { gain 1 apple }\n  income(player) is more by 1 where this.owner is player\n"
    )
    assert check(tmp_path, base=base, still='replace phase spring "Spring" { for each player in order { gain 1 coin } }') == []
