"""What a person's words mean."""

from __future__ import annotations

import caylus
import pytest
from caylus_tools.answers.matching import alike, exact, things
from caylus_tools.screen.scene import Choice


@pytest.fixture(scope="module")
def building() -> caylus.Game:
    """A game in which somebody may build a Market or a Covered market."""
    game = caylus.load("1303").new_game(3, seed=4)
    while game.decision is not None and game.decision.rule != "build":
        ids = [option.id for option in game.decision.options]
        game.choose("place carpenter" if "place carpenter" in ids else ids[0])
    return game


def choices(game: caylus.Game) -> list[Choice]:
    assert game.decision is not None
    return [Choice(str(at + 1), option, at, option.text, "") for at, option in enumerate(game.decision.options)]


def find_match(typed: str, game: caylus.Game) -> list[str]:
    return [choice.option.id for choice in alike(typed, choices(game), game.rules)]


def test_a_name_that_is_all_of_one_title_and_a_part_of_others_means_the_one(building: caylus.Game) -> None:
    assert find_match("market", building) == find_match("MARKET", building) == ["build market"]
    assert len(find_match("covered", building)) > 1


def test_words_are_known_by_how_they_begin(building: caylus.Game) -> None:
    assert find_match("arket", building) == find_match("1", building) == []
    assert len(find_match("build", building)) == len(choices(building))
    assert find_match("noth", building) == ["decline"]
    assert find_match("cov mar", building) == find_match("mar cov", building) == find_match("covered", building)


def test_a_place_tells_things_of_one_name_apart() -> None:
    game = caylus.load("classic").new_game(3, seed=3)
    assert len(find_match("carp", game)) > 1
    (one,) = find_match("carpenter road 8", game) or [""]
    assert one in find_match("carp", game)
    assert find_match("carp roa 8", game) == [one]
    assert find_match("carpenter road 88", game) == []


def test_only_a_key_as_it_is_shown_is_the_key_of_a_choice(building: caylus.Game) -> None:
    shown = choices(building)
    assert exact("1", shown) == shown[0]
    for said in ("0", "01", "\N{ARABIC-INDIC DIGIT ONE}", "9" * 5000):
        assert exact(said, shown) is None


def test_things_are_known_by_name_and_by_title(rules: caylus.Ruleset) -> None:
    assert [thing.name for thing in things("gold mine", rules)] == ["gold_mine"]
    assert [thing.name for thing in things("market", rules)] == ["market"]
    assert [thing.name for thing in things("Marketplace", rules)] == ["market_neutral", "market"]
    assert things("road 1", rules) == []
