"""What the flow of secrets says is told, which the law takes its word for, is what a reader of the rules would say."""

from __future__ import annotations

import caylus
import pytest

from .games import find_all

TOLD = {
    "hands": {"play": (True,), "save": (False,), "back": (), "show": (True,), "note": (False,), "pass": ()},
    "bids": {"bid": (False,)},
    "goals": {"keep": (False,)},
    "tiles": {"mark": (False, False), "give": (True, True), "turn": (True,), "take": (True,)},
    "vault": {"accuse": (True,), "open": (True,), "look": (True,)},
    "chests": {"dig": (True,), "drop": (True, True), "swap": (True, True)},
}
"""Of each option's choices, whether all are told of it."""


def load(name: str) -> caylus.Ruleset:
    return next(one for one in find_all() if one.name == name).load()


@pytest.mark.parametrize("name", TOLD)
def test_what_is_chosen_is_told_where_something_comes_of_it_that_all_see(name: str) -> None:
    decisions = load(name).program(2).decisions.values()
    tells = {option.name: option.tells for decision in decisions for option in decision.options}
    assert {option: tells[option] for option in TOLD[name]} == TOLD[name]


def test_a_bid_that_only_its_bidder_sees_is_made_in_secret() -> None:
    decisions = load("bids").program(2).decisions.values()
    (auction,) = [decision for decision in decisions if [option.name for option in decision.options] == ["bid"]]
    assert auction.is_secret


@pytest.mark.parametrize("name", ["hands", "bids", "goals"])
def test_what_follows_from_a_hand_or_a_purse_is_shown_to_nobody_else(name: str) -> None:
    decisions = load(name).program(2).decisions.values()
    asked = [decision for decision in decisions if {"play", "bid", "keep"} & {option.name for option in decision.options}]
    assert asked
    assert not any(decision.is_open for decision in asked)
