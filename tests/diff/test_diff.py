"""`caylus diff` reads like a sheet of errata."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import caylus
import pytest
from caylus_tools.diff import Difference, differences, to_text
from support import tiny
from support.running import Caylus
from support.village import RULES, write_game, write_variant

pytestmark = pytest.mark.slow


def diff_variant(folder: Path, change: str) -> list[Difference]:
    """How the small game with a variant of these rules differs from the small game alone."""
    variant = write_variant(folder, change)
    return differences(caylus.load(folder / "village"), caylus.load(variant))


def only(found: list[Difference]) -> tuple[str, str, str, str, str]:
    (difference,) = found
    return difference.name, difference.part, difference.verb, difference.old, difference.new


def test_a_ruleset_does_not_differ_from_itself(caylus_: Caylus) -> None:
    done = caylus_("diff", "classic", "classic")
    assert done.code == 0
    assert done.out == "Caylus 1.0.0 -> Caylus 1.0.0: no differences\n"


def test_the_first_printing_reads_like_an_erratum_sheet(caylus_: Caylus) -> None:
    done = caylus_("diff", "classic", "classic", "--with-b", "first-printing")
    assert done.code == 1
    told = [line.split("   (")[0] for line in done.out.splitlines()]
    assert told[0] == "Caylus 1.0.0 -> Caylus 1.0.0 with first-printing: 3 differences"
    assert told[2] == "Stone buildings"
    assert "  Church: worth 3 prestige and 1 royal favour -> 4 prestige and 1 royal favour" in told
    assert "  Tailor: use changed" in told
    assert [" ".join(line.split()) for line in told if line.startswith("    ") and "option" in line] == [
        "- option pay 2 cloth to gain 4 prestige",
        "+ option pay 1 cloth to gain 2 prestige",
    ]
    assert "  Jeweller: removed" in told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("change constant wage = 3", ("wage", "", "changed", "2", "3")),
        ("change hut mill { cost 4 coin }", ("mill", "cost", "changed", "1 coin", "4 coin")),
        ('change hut mill "Windmill" { }', ("mill", "title", "changed", "Mill", "Windmill")),
        ("change resource grain hidden", ("grain", "", "changed", "open", "hidden")),
        ("change game for 2 to 4 players", ("game", "players", "changed", "1 to 3", "2 to 4")),
        (
            "change value pay_of { size of players becomes 3 }",
            ("pay_of", "", "changed", "value pay_of(player) = wage + size of players", "value pay_of(player) = wage + 3"),
        ),
        ("remove hut store", ("store", "", "removed", "", "")),
        ('hut inn "Inn" { cost 1 coin }', ("inn", "", "added", "", "Cost 1 coin. Joins `huts`, chosen in `noon`.")),
        ("state rain flag", ("rain", "", "added", "", "yes or no")),
        ('each player has { pack "what one carries" list of hut hidden }', (
            "player", "pack", "added", "", "a list of huts, hidden from the other players",
        )),
        ("each player has { hat flag }", ("player", "hat", "added", "", "yes or no")),
        ("replace sequence day \"Day\" = noon, morning, evening", ("day", "noon", "moved", "after Morning", "first")),
        ("replace sequence day \"Day\" = morning, evening", ("day", "noon", "removed", "after Morning", "")),
        (
            "replace value pay_of(player) = wage",
            ("pay_of", "", "changed", "value pay_of(player) = wage + size of players", "value pay_of(player) = wage"),
        ),
        (
            "change hut mill { after morning() { say \"creak\" } }",
            ("mill", "after morning", "added", "", 'after morning() { say "creak" }'),
        ),
        (
            "change hut mill { after owner gains coin as given { owner gains given.coin grain } }",
            ("mill", "after gaining coin", "added", "", "after owner gains coin as given { owner gains given.coin grain }"),
        ),
    ],
)  # fmt: skip
def test_each_sort_of_change_is_one_difference(village: Path, change: str, told: tuple[str, ...]) -> None:
    found = [d for d in diff_variant(village.parent, change) if d.name == told[0]]
    assert only(found) == told


def test_a_phase_put_into_a_sequence_is_added_where_it_stands(village: Path) -> None:
    found = diff_variant(village.parent, 'phase night "Night" { raise days by 1 }\nadd night to day after noon')
    assert only([d for d in found if d.name == "day"]) == ("day", "night", "added", "", "after Noon")
    assert [(d.verb, d.title) for d in found if d.name == "night"] == [("added", "Night")]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ('rule alms "Alms" {', "after each part of Day: for each player: gain 1 coin"),
        ('rule alms "Alms" about "Everybody is given a coin now and then." {', "Everybody is given a coin now and then."),
    ],
)
def test_what_is_added_tells_what_it_says(village: Path, rule: str, told: str) -> None:
    found = diff_variant(village.parent, rule + " after each of day { for each player in players { gain 1 coin } } }")
    assert only(found) == ("alms", "", "added", "", told)


def test_a_changed_rule_shows_the_lines_that_differ_with_both_places(village: Path) -> None:
    change = 'replace condition may_work(player, hut) {\n  require player.jobs < 3  "three jobs"\n}'
    (found,) = diff_variant(village.parent, change)
    assert [(line.sign, line.text.strip(), line.span.file, line.span.line) for line in found.lines][:1] == [
        ("-", "condition may_work(player, hut) {", "village/rules.rules", 42),
    ]
    assert ("+", "twist/rules.rules") in {(line.sign, line.span.file) for line in found.lines}


def test_an_option_replaced_inside_a_phase_shows_only_that_option(village: Path) -> None:
    (found,) = diff_variant(village.parent, "change phase noon { replace option rest { gain 9 coin } }")
    assert [(line.sign, line.text.strip()) for line in found.lines] == [
        ("-", "option rest { gain pay_of(player) coin }"),
        ("+", "option rest { gain 9 coin }"),
    ]


def test_a_changed_constant_shows_in_the_prices_that_rest_on_it(tmp_path: Path) -> None:
    write_game(tmp_path, rules=RULES.replace("cost 1 coin", "cost wage coin"))
    found = diff_variant(tmp_path, "change constant wage = 5")
    assert [(d.name, d.part, d.old, d.new) for d in found] == [("wage", "", "2", "5"), ("mill", "cost", "2 coin", "5 coin")]


def test_layout_comments_and_citations_are_no_differences(tmp_path: Path) -> None:
    first = write_game(tmp_path)
    noisy = RULES.replace('phase morning "Morning" {', 'phase morning "Morning" see "page 3" {\n  -- a new day\n')
    noisy = noisy.replace("pay 1 grain to gain 3 coin", "pay 1 grain\n to gain 3   coin -- more\n")
    (tmp_path / "other").mkdir()
    second = write_game(tmp_path / "other", rules=noisy)
    assert differences(caylus.load(first), caylus.load(second)) == []


@pytest.mark.parametrize(("base", "variant"), [("classic", "salt"), ("classic", "new-tiles"), ("1303", "open-prestige")])
def test_what_a_shipped_variant_does_shows_and_the_other_way_round_it_is_undone(base: str, variant: str) -> None:
    plain, changed = caylus.load(base), caylus.load(variant)
    there, back = differences(plain, changed), differences(changed, plain)
    assert there
    assert {(d.chapter, d.name, d.part, d.old, d.new) for d in there if d.verb == "changed"} == {
        (d.chapter, d.name, d.part, d.new, d.old) for d in back if d.verb == "changed"
    }
    assert {(d.chapter, d.name, d.part) for d in there if d.verb == "added"} == {
        (d.chapter, d.name, d.part) for d in back if d.verb == "removed"
    }


def test_the_two_editions_can_be_compared(caylus_: Caylus) -> None:
    done = caylus_("diff", "classic", "1303", "--json")
    assert done.code == 1
    told = json.loads(done.out)
    assert told["second"] == {"ruleset": "1303", "version": "1.0.0", "variants": []}
    found = {(d["name"], d["part"], d["change"]) for d in told["differences"]}
    assert ("section", None, "removed") in found
    assert ("prestige", None, "changed") in found
    assert ("early_riser", None, "added") in found


@pytest.mark.nightly
def test_the_order_does_not_depend_on_hash_seeds(tmp_path: Path) -> None:
    roots = os.pathsep.join(path for path in sys.path if path)
    told = {
        subprocess.run(
            [sys.executable, "-m", "caylus_tools", "diff", "classic", "1303", "--rules"],
            env={**os.environ, "PYTHONPATH": roots, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
            cwd=tmp_path,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert told != {b""}


def test_a_ruleset_that_is_not_there_is_a_matter_of_usage(caylus_: Caylus) -> None:
    done = caylus_("diff", "classic", "classik")
    assert done.code == 2
    assert "did you mean `classic`?" in done.err


def test_how_many_copies_there_are_is_a_difference(tmp_path: Path) -> None:
    for name, manifest, text in (
        (
            "base",
            tiny.MANIFEST,
            "kind card plural cards\n3 card wheat\ncard joker\naction main() { }\n" + tiny.GAME + "\n" + tiny.SCORE,
        ),
        (
            "more",
            'name: more\ntitle: More\nversion: 1.0.0\nlanguage: 1\nabout: More of all.\nextends: { name: tiny, version: "1" }\n'
            "rules: [tiny.rules]\n",
            "change 5 card wheat { }\nchange 2 card joker { }\n",
        ),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(manifest, encoding="utf-8")
        (tmp_path / name / "tiny.rules").write_text(text, encoding="utf-8")
    base = caylus.load(tmp_path / "base")
    found = differences(base, caylus.load(tmp_path / "base", [tmp_path / "more"]))
    assert [(d.name, d.part, d.old, d.new) for d in found] == [("wheat", "copies", "3", "5"), ("joker", "copies", "", "2")]


def test_two_games_are_compared_as_players_read_them() -> None:
    from caylus_tools.diff import are_two_games, compare_games

    classic, second = caylus.load("classic"), caylus.load("1303")
    assert are_two_games(classic, second)
    assert not are_two_games(classic, caylus.load("classic", variants=["salt"]))
    told = compare_games(classic, second).split("\n")
    assert len(told) <= 120
    assert "  Placing workers / Planning" in told
    assert "  Building the castle / Delivery at the construction site" in told
    assert not [line for line in told if ".rules" in line or "{" in line]


def test_a_new_object_is_told_with_the_lists_that_it_joins(tmp_path: Path) -> None:
    (tmp_path / "booth").mkdir()
    manifest = (
        'name: booth\ntitle: Booth\nversion: 1.0.0\nlanguage: 1\nextends: { name: classic, version: "1" }\nrules: [all.rules]\n'
    )
    (tmp_path / "booth/ruleset.yaml").write_text(manifest, encoding="utf-8")
    rules = """neutral_building booth "Booth" { use { gain 1 denier } }
kind omen plural omens { strength number = 1 }
omen rain "Rain" { }
rule omens_come { after income() { for each omen in omens { for each player in players { gain 1 food } } } }
"""
    (tmp_path / "booth/all.rules").write_text(rules, encoding="utf-8")
    new = {found.name: found.new for found in differences(caylus.load("classic"), caylus.load("classic", [tmp_path / "booth"]))}
    assert new["booth"].endswith("Joins `neutral_buildings`, dealt in `set_up`.")
    assert "oins" not in new["rain"]


def test_a_difference_is_told_by_titles_and_without_what_only_bots_go_by(village: Path) -> None:
    outlook = "value outlook(player) = 3 * longing(player)\nvalue longing(player) = player.jobs\nrule dreams { outlook(player) is more by 1 }\n"
    found = diff_variant(village.parent, outlook + 'each player has { debt "what is owed" number }')
    assert [(d.name, d.part) for d in found] == [("player", "debt")]
    assert "player: what is owed added a number" in to_text(found, caylus.load(village), caylus.load(village))
