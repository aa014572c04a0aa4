"""Characters together in one hand: what each of them says, added up.

Each situation below tells what Red is asked and takes, and sums, beside it and without a look at the rules, what that
comes to by the characters in his hand. Every pair of characters is put through every situation, and hands of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import caylus
import pytest
from hypothesis import given, settings, strategies as st

pytestmark = pytest.mark.nightly

RULES = caylus.load("1303")
CHARACTERS = {thing.name for thing in RULES.model.kinds["character"].objects}
PLAYERS = ["Red", "Blue", "Green"]

Hand = frozenset[str]
Found = dict[str, Any]
Situation = Callable[[Hand], tuple[Found, Found]]
"""What a hand makes of a situation, and what it should."""


def begin(phase: str, hand: Hand, given: Mapping[str, Any]) -> caylus.Game:
    held = {character: {"holder": "Red"} for character in hand}
    return RULES.position(phase, {"turn_order": PLAYERS, **given, **held}, PLAYERS)


def list_questions(game: caylus.Game, player: str, option: str) -> bool:
    """Whether a player has to choose and may choose that."""
    decision = game.decision
    return decision is not None and decision.player == player and option in [o.id for o in decision.options]


def take(game: caylus.Game, player: str, *options: str) -> bool:
    """Takes the first of the options if the player is asked for it, and tells whether it was."""
    if options and list_questions(game, player, options[0]):
        game.choose(options[0])
        return take(game, player, *options[1:]) or True
    return False


def holdings(game: caylus.Game, player: str, *resources: str) -> Found:
    held = next(p["resources"] for p in game.view()["players"] if p["name"] == player)
    return {f"{player}'s {name}": held[name] for name in resources}


# ---- planning


def rising_early(hand: Hand) -> tuple[Found, Found]:
    """Before Blue begins, Red places on Blue's manor if he may."""
    game = begin(
        "planning",
        hand,
        {
            "turn_order": ["Blue", "Red", "Green"],
            "Red": {"worker": 4},
            "Blue": {"worker": 4},
            "road 9": {"tile": "wood_farm"},
            "road 10": {"tile": "manor", "owner": "Blue"},
        },
    )
    early = take(game, "Red", "place manor")
    found = {"early": early, "asks": game.decision and game.decision.player}
    found |= holdings(game, "Red", "worker", "camp", "prestige") | holdings(game, "Blue", "prestige")
    rises = "early_riser" in hand
    return found, {
        "early": rises,
        "asks": "Blue",
        "Red's worker": 4 - 2 * rises,
        "Red's camp": 1 * rises,
        "Red's prestige": 0,
        "Blue's prestige": 0 if "thief" in hand else 1 * rises,
    }


def placing_after_a_pass(hand: Hand) -> tuple[Found, Found]:
    """Blue has passed. Red places beside Green on Blue's tailor if he may, and on Blue's manor. Somebody has the Steward."""
    game = begin(
        "planning",
        hand,
        {
            "bridge": ["Blue"],
            "steward": {"holder": "Blue"},
            "Red": {"worker": 8},
            "Green": {"worker": 1},
            "road 9": {"tile": "wood_farm"},
            "road 10": {"tile": "manor", "owner": "Blue"},
            "road 11": {"tile": "tailor", "owner": "Blue", "worker": "Green"},
            "road 12": {"tile": "market", "owner": "Blue", "worker": "Green"},
            "road 13": {"tile": "covered_market", "owner": "Blue", "worker": "Red"},
        },
    )
    take(game, "Red", "decline")
    own = list_questions(game, "Red", "place covered_market")
    joined = take(game, "Red", "place tailor")
    again = joined and list_questions(game, "Red", "place market")
    take(game, "Red", "place manor")
    found = {"beside his own": own, "joined": joined, "joined again": again}
    found |= holdings(game, "Red", "worker", "camp", "prestige") | holdings(game, "Blue", "prestige")
    joins = "journeyman" in hand
    placed = 1 + joins
    extra = 0 if "night_worker" in hand else placed
    to_owner = 0 if "thief" in hand else 1 if "steward" in hand else 2
    return found, {
        "beside his own": False,
        "joined": joins,
        "joined again": False,
        "Red's worker": 8 - placed - extra,
        "Red's camp": extra,
        "Red's prestige": 0,
        "Blue's prestige": placed * to_owner,
    }


def being_visited(hand: Hand) -> tuple[Found, Found]:
    """Green places on Red's manor, and Red himself on Red's tailor."""
    game = begin(
        "planning",
        hand,
        {
            "turn_order": ["Green", "Red", "Blue"],
            "Green": {"worker": 2},
            "Red": {"worker": 2},
            "road 9": {"tile": "wood_farm"},
            "road 10": {"tile": "manor", "owner": "Red"},
            "road 11": {"tile": "tailor", "owner": "Red"},
        },
    )
    take(game, "Red", "decline")
    take(game, "Green", "place manor")
    take(game, "Red", "place tailor")
    return holdings(game, "Red", "prestige", "worker"), {"Red's prestige": 2 if "steward" in hand else 1, "Red's worker": 1}


# ---- activation


def activating(hand: Hand) -> tuple[Found, Found]:
    """Red builds with wood and with stone, is second on Blue's farm if he could be, and moves the provost if he may."""
    second = {"second_worker": "Red"} if "journeyman" in hand else {}
    game = begin(
        "activation",
        hand,
        {
            "provost": 10,
            "supply": ["wood_quarry", "gold_mine"],
            "Red": {"wood": 1, "food": 2, "stone": 1},
            "printed 3": {"tile": "carpenter", "worker": "Red"},
            "road 9": {"tile": "stonemason", "owner": "Blue", "worker": "Red"},
            "road 10": {"tile": "stone_farm", "owner": "Blue", "worker": "Green", **second},
            "road 11": {"tile": "wood_sawmill", "owner": "Blue", "worker": "Red"},
        },
    )
    take(game, "Red", "build wood_quarry")
    moved = take(game, "Red", "move 1")
    take(game, "Red", "build gold_mine")
    take(game, "Green", "accept")
    for _ in range(2):  # on the farm, and behind it
        take(game, "Red", "accept")
    found = {"moved": moved, "over": game.over, "provost": game.view()["table"]["provost"]}
    found |= holdings(game, "Red", "prestige", "food", "fabric", "wood", "camp")
    found |= holdings(game, "Blue", "food", "prestige") | holdings(game, "Green", "food", "fabric")
    bailiff, journeyman = "bailiff" in hand, "journeyman" in hand
    return found, {
        "moved": bailiff,
        "over": True,
        "provost": 10 + bailiff,
        "Red's prestige": 2 + 4 + 2 * ("architect" in hand),
        "Red's food": 2 * journeyman,
        "Red's fabric": 1 * journeyman,
        "Red's wood": 2 * bailiff,
        "Red's camp": 3 + journeyman,
        "Blue's food": 1,
        "Blue's prestige": 0,
        "Green's food": 2,
        "Green's fabric": 1,
    }


# ---- delivery


def delivering(hand: Hand) -> tuple[Found, Found]:
    """Red, first on the site, delivers a bundle with gold, then three stone if he may; after Green's two, another if he may."""
    game = begin(
        "delivery",
        hand,
        {
            "round": 1,
            "site 1": {"tile": "starting_farm"},
            "night_worker": {"holder": "Blue"},
            "site_queue": ["Red", "Green"],
            "Red": {"food": 3, "wood": 3, "stone": 3, "gold": 3},
            "Green": {"food": 2, "wood": 2, "fabric": 2},
        },
    )
    take(game, "Red", "deliver 1 food + 1 wood + 1 gold")
    alike = take(game, "Red", "deliver 3 stone")
    take(game, "Red", "enough")
    take(game, "Green", "deliver 1 food + 1 wood + 1 fabric", "deliver 1 food + 1 wood + 1 fabric")
    added = take(game, "Red", "deliver 1 food + 1 wood + 1 gold", "enough")
    found = {"three alike": alike, "at the end": added, "favor": game.decision and game.decision.player}
    found |= holdings(game, "Red", "prestige", "gold", "stone") | holdings(game, "Green", "prestige")
    chamberlain, deliveryman = "chamberlain" in hand, "deliveryman" in hand
    bundles = 1 + chamberlain + deliveryman
    return found, {
        "three alike": chamberlain,
        "at the end": deliveryman,
        "favor": "Red" if bundles >= 2 else "Green",
        "Red's prestige": bundles * (5 + ("foreman" in hand)) + 5 * ("goldsmith" in hand),
        "Red's gold": 3 - 1 - deliveryman,
        "Red's stone": 3 - 3 * chamberlain,
        "Green's prestige": 10,
    }


def delivering_from_afar(hand: Hand) -> tuple[Found, Found]:
    """Green delivers two bundles; then Red, without a worker on the site, one with gold and one of three gold, if he may."""
    game = begin(
        "delivery",
        hand,
        {
            "round": 1,
            "site 1": {"tile": "starting_farm"},
            "night_worker": {"holder": "Blue"},
            "site_queue": ["Green"],
            "Red": {"food": 1, "wood": 1, "gold": 4},
            "Green": {"food": 2, "wood": 2, "fabric": 2},
        },
    )
    take(game, "Green", "deliver 1 food + 1 wood + 1 fabric", "deliver 1 food + 1 wood + 1 fabric")
    first = take(game, "Red", "deliver 1 food + 1 wood + 1 gold")
    second = take(game, "Red", "deliver 3 gold")
    found = {"first": first, "second": second, "favor": game.decision and game.decision.player}
    found |= holdings(game, "Red", "prestige", "gold")
    delivers = "deliveryman" in hand
    both = delivers and "chamberlain" in hand
    bundles = delivers + both
    return found, {
        "first": delivers,
        "second": both,
        "favor": "Green",
        "Red's prestige": bundles * (5 + ("foreman" in hand)) + (5 if delivers and "goldsmith" in hand else 0),
        "Red's gold": 4 - delivers - 3 * both,
    }


# ---- stewardship


def recruiting(hand: Hand) -> tuple[Found, Found]:
    """Red builds the garden over one of two residences, and recruits."""
    game = begin(
        "stewardship",
        hand,
        {
            "first_player": "Red",
            "supply": ["garden"],
            "Red": {"gold": 1, "wood": 1, "camp": 15},
            "Blue": {"camp": 15},
            "road 1": {"tile": "residence", "owner": "Red"},
            "road 2": {"tile": "starting_farm", "owner": "Red"},
        },
    )
    take(game, "Red", "build garden")
    found = holdings(game, "Red", "prestige", "worker") | holdings(game, "Blue", "worker")
    return found, {
        "Red's prestige": 4 + ("architect" in hand),
        "Red's worker": 3 + 2 + 1 + ("day_laborer" in hand),
        "Blue's worker": 3,
    }


SITUATIONS: list[Situation] = [
    rising_early,
    placing_after_a_pass,
    being_visited,
    activating,
    delivering,
    delivering_from_afar,
    recruiting,
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda s: s.__name__)
def test_a_pair_of_characters_in_one_hand_does_what_both_of_them_say(situation: Situation) -> None:
    for pair in combinations(sorted(CHARACTERS), 2):
        found, expected = situation(frozenset(pair))
        assert found == expected, pair


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda s: s.__name__)
@given(hand=st.frozensets(st.sampled_from(sorted(CHARACTERS))))
@settings(max_examples=12)
def test_a_hand_of_any_characters_does_what_all_of_them_say(situation: Situation, hand: Hand) -> None:
    found, expected = situation(hand)
    assert found == expected


def test_every_character_matters_in_some_situation() -> None:
    idle = [situation(frozenset())[1] for situation in SITUATIONS]
    for character in CHARACTERS:
        hand = frozenset({character})
        assert any(situation(hand)[1] != nothing for situation, nothing in zip(SITUATIONS, idle, strict=True)), character
