"""`caylus replay --under` finds the first step that other rules change."""

from __future__ import annotations

import json
from pathlib import Path

import caylus
import pytest
from caylus_tools.transcripts import Divergence, divergence
from support.running import Caylus
from support.village import RULES, write_variant


@pytest.fixture
def game(village: Path) -> caylus.Game:
    """Ann and Ben play the small game to its end: they can but rest on the first day, go to the mill on the second, and rest."""
    game = caylus.load(village).new_game(["Ann", "Ben"])
    for choice in ("work mill", "work mill", "rest", "rest"):
        game.choose(choice)
    assert game.over
    return game


def under(game: caylus.Game, village: Path, change: str) -> Divergence | None:
    """Where a variant of these rules first changes the game."""
    return divergence(game.transcript(), game.rules, caylus.load(write_variant(village.parent, change)))


def test_a_game_goes_the_same_way_under_its_own_rules(game: caylus.Game) -> None:
    assert divergence(game.transcript(), game.rules, game.rules) is None


@pytest.mark.slow
def test_what_is_not_played_changes_nothing(game: caylus.Game, village: Path) -> None:
    assert under(game, village, "change hut store { cost 5 coin }") is None


def test_a_choice_that_is_not_legal_any_more_is_told_with_the_reason_and_its_place(game: caylus.Game, village: Path) -> None:
    found = under(
        game, village, 'rule strike "Strike" { forbid may_work(player, hut) where hut is mill and days < 3 "a strike" }'
    )
    assert found is not None
    assert (found.step, found.player, found.choice, found.what) == (1, "Ann", "work mill", "not offered")
    assert found.details[0].startswith("a strike   (twist/rules.rules:1)")


def test_a_choice_that_is_gone_is_told_with_what_is_offered_instead(game: caylus.Game, village: Path) -> None:
    found = under(game, village, "remove hut mill\nreplace condition may_work(player, hut) { require player.jobs < 2 }")
    assert found is not None
    assert (found.step, found.what) == (1, "not offered")
    assert "no such option" in found.details[0]
    assert "work store, rest" in found.details[-1]


def test_a_decision_that_does_not_come_is_told(game: caylus.Game, village: Path) -> None:
    change = "rule siesta { instead of noon() where days is 2 { do noon_backwards() } }\n"
    change += "action noon_backwards() {\n  for each player in players where player.jobs < 0 { gain 1 coin }\n}"
    found = under(game, village, change)
    assert found is not None
    assert (found.step, found.what) == (0, "other outcome")
    assert found.details[0] == "was: Ann decides here: Work or rest   (village/rules.rules:26)"


def test_another_decider_is_told(game: caylus.Game, village: Path) -> None:
    noon = RULES[RULES.index("phase noon") : RULES.index("phase evening")].replace("choose ", "other_than(player) chooses ")
    other = "value other_than(one: player) {\n  one if days is 1\n  first player in players where player is not one otherwise\n}"
    found = under(game, village, f"{other}\nreplace {noon}")
    assert found is not None
    assert (found.step, found.player, found.what) == (1, "Ann", "other decider")
    assert found.details[0].startswith("Ben decides here: Work or rest")


def test_another_outcome_is_told_by_the_first_event_that_differs(game: caylus.Game, village: Path) -> None:
    found = under(game, village, "change hut mill { use { gain 3 grain } }")
    assert found is not None
    assert (found.step, found.choice, found.what) == (1, "work mill", "other outcome")
    assert [line.split("   ")[0] for line in found.details] == ["was: Ann gains 2 grain", "now: Ann gains 3 grain"]


def test_other_scores_are_told_where_everything_else_is_equal(game: caylus.Game, village: Path) -> None:
    found = under(game, village, "replace value score(player) = player.coin")
    assert found is not None
    assert (found.what, found.details) == ("other scores", ("Ann: 9 -> 7", "Ben: 9 -> 7"))


def test_another_result_is_told_where_the_scores_are_equal(game: caylus.Game, village: Path) -> None:
    found = under(game, village, "value team(player) = 1")
    assert found is not None
    assert (found.what, found.details) == (
        "other result",
        ("Ann and Ben share the win with 9 -> Ann and Ben win together with 18",),
    )


def test_rules_for_other_numbers_of_players_cannot_begin(game: caylus.Game, village: Path) -> None:
    found = under(game, village, "change game for 3 to 3 players")
    assert found is not None
    assert (found.step, found.what) == (0, "cannot begin")


@pytest.mark.slow
def test_the_command_tells_the_step_and_exits_with_a_finding(caylus_: Caylus, tmp_path: Path) -> None:
    game = caylus.load("classic").new_game(2, seed=3)
    while not game.over and len(game.chosen) < 40:
        game.play(len(game.moves) // 2)
    for name, data in (("transcript.json", game.transcript()), ("save.json", game.save())):
        (tmp_path / name).write_text(json.dumps(data), encoding="utf-8")
        same = caylus_("replay", tmp_path / name, "--under", "classic")
        assert (same.code, same.out) == (0, "Under Caylus nothing differs in 40 choices.\n")
        other = caylus_("replay", tmp_path / name, "--under", "classic", "--with", "richer-start")
        assert other.code == 1
        assert "goes otherwise under Caylus with richer-start" in other.out
        assert "8 denier" in other.out


def test_variants_without_rules_to_put_them_on_are_a_matter_of_usage(caylus_: Caylus) -> None:
    done = caylus_("replay", "game.json", "--with", "salt")
    assert done.code == 2
    assert "--under" in done.err
