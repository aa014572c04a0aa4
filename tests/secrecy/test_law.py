"""The law of secrets, what the language promises of them, and that the judge is worth something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import caylus
import pytest
from caylus.runtime.seats import BESIDE
from support import tiny

from .games import Found, find_all, hiding, parameters, programs, whole
from .lockstep import Tally, play
from .mutants import Spoil, mutants
from .surfaces import seat_name

GAMES = 1
"""Of each ruleset; `python -m secrecy` plays as many as one likes."""


def judge(one: Found) -> None:
    """Plays games until there is a leak."""
    if hiding(one) is None:
        pytest.skip("hides nothing")
    tally = Tally()
    for seed in range(GAMES):
        play(one, seed, tally)
        assert not tally.leaks, "\n".join(map(str, tally.leaks))
    if not tally.counts["comparisons"]:
        pytest.skip("nobody is asked anything")


@pytest.mark.parametrize("one", parameters())
def test_games_that_differ_in_what_a_seat_may_not_know_look_the_same_to_it(one: Found) -> None:
    judge(one)


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


SEEDS = 10
SMALL = [one for one in find_all() if not one.ruleset and "/" not in one.name]
"""The rulesets beside this file: all that can be hidden is in them."""


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "spoil"), [pytest.param(*pair, id=pair[0]) for pair in mutants()])
def test_a_mask_that_is_dropped_is_missed(name: str, spoil: Spoil, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch)
    monkeypatch.setattr(tiny, "rules", cache(tiny.rules.__wrapped__))  # nothing that was loaded before,
    monkeypatch.setenv("CAYLUS_CACHE", "")  # nor by other tests, which shall not get what is spoilt here
    tally = Tally()
    for seed in range(SEEDS):
        for one in SMALL:
            play(one, seed, tally)
            if tally.leaks:
                return
    pytest.fail(f"nobody notices that {name}")


def find_errors(text: str) -> list[tuple[str, int, str]]:
    """The errors: code, line and the name of the hidden thing."""
    try:
        tiny.rules(text)
    except caylus.RulesetError as error:
        found = [fault for fault in error.diagnostics if fault.is_error]
        names = [
            re.findall(r"`(\w+)` is hidden here", fault.notes[0].text) if fault.notes else [fault.message] for fault in found
        ]
        return [(fault.code, fault.span.line if fault.span else 0, *name) for fault, name in zip(found, names, strict=True)]  # type: ignore[misc]
    return []


@pytest.mark.parametrize("text", programs("refused.txt").values(), ids=programs("refused.txt"))
def test_rules_that_tell_a_secret_are_refused_where_they_do(text: str) -> None:
    lines = text.strip("\n").splitlines()
    ((line, code, hidden),) = [(at, *found) for at, text in enumerate(lines, 1) for found in re.findall(r"-- (E\d+) (\w+)", text)]
    assert find_errors(text) == [(code, line, hidden)]


@pytest.mark.parametrize("text", programs("honest.txt").values(), ids=programs("honest.txt"))
def test_rules_that_keep_their_secrets_are_accepted(text: str) -> None:
    assert find_errors(text) == []  # that they tell nothing is tried in test_law


TOP = "reveal deck[1] to order[1]"
PICK = """
action main() {
  do deal()
  for each player in order {
    let found = first card in deck where card.worth > 3
    put found from deck into player.hand
  }
  for each player in order { may gain 1 point }
}"""


def test_a_card_that_cannot_be_shown_to_one_player_is_told_how_it_can() -> None:
    with pytest.raises(caylus.RulesetError) as refused:
        tiny.rules(whole(f"action main() {{\n  do deal()\n  {TOP}\n}}"))
    (fault,) = refused.value.diagnostics
    assert (fault.code, fault.message) == ("E0308", "`deck[1]` cannot be revealed by itself")
    assert "`let shown = reveal deck[1]`" in fault.help
    assert "`put` it into a hidden state of that player" in fault.help


def test_a_card_that_was_picked_by_what_is_hidden_is_told_how_to_be_shown_first() -> None:
    with pytest.raises(caylus.RulesetError) as refused:
        tiny.rules(whole(PICK))
    fault = next(fault for fault in refused.value.diagnostics if fault.code == "E1005")
    assert "`let found = reveal first … in deck where …`" in fault.help


def disagreements(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where a view shows something else than one in which nothing is hidden. What is for the rules only, seats lack."""
    if other is None or one == other or (one is not None and other == {"there": True}):
        return
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() >= other.keys():
        for key in other:
            yield from disagreements(one[key], other[key], f"{path}/{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from disagreements(a, b, f"{path}/{number}")
    elif not (isinstance(one, list) and other == {"size": len(one)}):
        yield path, one, other


@pytest.mark.parametrize("one", parameters())
def test_seats_are_shown_the_same_or_not_shown_it(one: Found) -> None:
    rules = hiding(one)
    if rules is None:
        pytest.skip("hides nothing")
    draw = Random(one.name)
    game = rules.new_game(min(3, rules.most_players), 5)
    for _ in range(40):
        views = [game.view(seat_name(game, seat)) for seat in range(BESIDE, len(game.players))]
        everything = game.view()
        for view in views:
            assert list(disagreements(everything, view)) == []
        beside = views[0]
        for view in views[1:]:
            assert list(hide_from_player(beside, view)) == []
        if game.over:
            return
        try:
            game.play(draw.randrange(len(game.moves)))
        except caylus.RuleFault:
            return


def hide_from_player(beside: Any, view: Any, path: str = "") -> Iterator[str]:
    """What whoever watches is shown and a player is not."""
    if isinstance(beside, dict) and isinstance(view, dict) and beside.keys() == view.keys():
        for key in beside:
            yield from hide_from_player(beside[key], view[key], f"{path}/{key}")
    elif isinstance(beside, list) and isinstance(view, list):
        for number, (a, b) in enumerate(zip(beside, view, strict=True)):
            yield from hide_from_player(a, b, f"{path}/{number}")
    elif beside != view and (view in (None, {"there": True}) or isinstance(beside, list)):
        yield path
