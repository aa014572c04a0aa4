"""What a person's words mean."""

from __future__ import annotations

import caylus
import pytest
from caylus_tools.play.matching import alike, exact, things


@pytest.fixture(scope="module")
def building() -> caylus.Game:
    """A game in which somebody may build a Market or a Covered market."""
    game = caylus.load("1303").new_game(3, seed=4)
    while game.decision is not None and game.decision.rule != "build":
        ids = [option.id for option in game.decision.options]
        game.choose("place carpenter" if "place carpenter" in ids else ids[0])
    return game


def test_a_name_that_is_all_of_one_title_and_a_part_of_others_means_the_one(building: caylus.Game) -> None:
    decision = building.decision
    assert decision is not None
    meant = {
        said: [option.id for option in alike(said, decision, building.rules).values()] for said in ("market", "MARKET", "covered")
    }
    assert meant["market"] == meant["MARKET"] == ["build market"]
    assert len(meant["covered"]) > 1


def test_words_are_whole_words_and_more_than_a_letter(building: caylus.Game) -> None:
    decision = building.decision
    assert decision is not None
    assert alike("arket", decision, building.rules) == {}
    assert alike("1", decision, building.rules) == {}
    assert len(alike("build", decision, building.rules)) == len(decision.options) - 1


def test_only_a_number_as_it_is_shown_is_the_number_of_a_choice(building: caylus.Game) -> None:
    decision = building.decision
    assert decision is not None
    assert exact("1", decision.options) == decision.options[0]
    for said in ("0", "01", "\N{ARABIC-INDIC DIGIT ONE}", "9" * 5000):
        assert exact(said, decision.options) is None


def test_things_are_known_by_name_and_by_title(rules: caylus.Ruleset) -> None:
    assert [thing.name for thing in things("gold mine", rules)] == ["gold_mine"]
    assert [thing.name for thing in things("market", rules)] == ["market"]
    assert [thing.name for thing in things("Marketplace", rules)] == ["market_neutral", "market"]
    assert things("road 1", rules) == []
