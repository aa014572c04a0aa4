"""The law of secrets, what the language promises of them, and small rulesets that branch on, count, order or fail by a secret."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, TypeVar

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


Way = TypeVar("Way")
BY_DAY, AT_NIGHT = 25, 1500
MOST_GAMES = 4
NUMBERS = (
    "1", "2", "player.secret", "player.dime", "player.note", "shown", "size of player.hand", "size of deck", "player.seen",
    "(sum of one.worth for one in player.hand)", "hall[player.number].trap", "player.point",
)  # fmt: skip


class Writer:
    """Writes rules at random; equal seeds give equal rules."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._names = 0

    def write_program(self) -> str:
        """The rules of a game whose last decision comes after all that may tell something."""
        loops = (f"for each player in order {{ {self._write_block()} }}" for _ in range(self._pick(1, 2)))
        return whole("\n".join([*loops, "for each player in order { may gain 1 point }\n"]))

    def _pick(self, *ways: Way) -> Way:
        return self._random.choice(ways)

    def _name(self, letter: str) -> str:
        self._names += 1
        return f"{letter}{self._names}"

    def _number(self) -> str:
        return self._pick(*NUMBERS)

    def _condition(self) -> str:
        return self._pick(
            f"{self._number()} > {self._pick(1, 2, 3)}",
            f"{self._number()} is {self._pick(1, 2)}",
            f"{self._number()} < {self._number()}",
            f"(some one in player.hand where one.worth > {self._pick(2, 3, 5)})",
            "deck[1].worth > 3",
            f"size of heap > {self._pick(0, 1)}",
        )

    def _write_public(self) -> str:
        number = self._number()
        return self._pick(
            "raise shown by 1",
            "gain 1 point",
            'say "now"',
            "raise player.seen by 1",
            f"set shown to {number}",
            f"gain ({number}) point",
        )

    def _write_hidden(self) -> str:
        number = self._number()
        return self._pick(
            f"set player.note to {number}", f"raise player.purse by {number}", "player loses 1 dime", "gain 1 dime",
            "put deck[1] from deck into player.hand", f"set player.note to {self._pick(1, 2, 3)}",
        )  # fmt: skip

    def _write_move(self) -> str:
        return self._pick(
            "put player.hand[1] from player.hand into heap", "put deck[2] from deck into player.hand", "put deck[1] from deck into heap",
            "put heap[1] from heap into deck", "shuffle player.hand", "sort one in player.hand by most one.worth",
            "reveal player.secret", "reveal player.note",
        )  # fmt: skip

    def _write_effect(self) -> str:
        write: Callable[[], str] = self._pick(self._write_public, self._write_hidden, self._write_hidden, self._write_move)
        return write()

    def _write_block(self, depth: int = 2) -> str:
        return ", ".join(self._write_statement(depth) for _ in range(self._pick(1, 1, 1, 2)))

    def _write_statement(self, depth: int) -> str:
        if depth == 0:
            return self._write_effect()
        block = self._write_block(depth - 1)
        other = self._pick("", f" else {{ {self._write_block(depth - 1)} }}")
        options = " ".join(
            f"option {self._name('o')} {{ {self._pick('', f'require {self._condition()}, ', 'pay 1 dime, ')}{self._write_effect()} }}"
            for _ in range(self._pick(1, 2, 3))
        )
        return self._pick(
            f"if {self._condition()} {{ {block} }}{other}",
            f"if {self._condition()} {{ {block} }}{other}",
            f"for each {(card := self._name('c'))} in player.hand where {card}.worth > {self._pick(2, 4)} {{ {block} }}",
            f"for each {self._name('n')} in 1 to {self._number()} {{ {block} }}",
            f"choose {{ {options} }}{other or ' else { nothing }'}",
            f"may choose {{ {options} }}",
            self._write_effect(),
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    "seeds", [range(BY_DAY), pytest.param(range(BY_DAY, AT_NIGHT), marks=pytest.mark.nightly)], ids=["some", "many"]
)
def test_what_the_check_lets_through_gives_nothing_away(seeds: range) -> None:
    tally, accepted = Tally(), 0
    for seed in seeds:
        text = Writer(seed).write_program()
        try:
            tiny.rules(text)
        except caylus.RulesetError:
            continue
        finally:
            tiny.rules.cache_clear()
        accepted += 1
        if hiding(program := Found(f"{seed}", text)) is not None:
            for game in range(MOST_GAMES):
                play(program, game, tally)
                assert not tally.leaks, f"{text}\n{tally.leaks[0]}"
    assert accepted > len(seeds) // 10
    assert tally.counts["comparisons"] > len(seeds) // 4
