"""What an agent observes is what its seat may see: all that a view shows, and nothing of what it hides."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import caylus
import pytest
from caylus.spaces import ActionSpace, cells
from caylus_tools.learning.environment import Observations
from support import tiny
from support.texts import read_rules

from .games import TABLES, load, positions

pytestmark = pytest.mark.slow


def observer(rules: caylus.Ruleset, players: int, relative: bool = False) -> Observations:
    return Observations(rules, players, ActionSpace(rules, players), relative)


def make_observation(rules: caylus.Ruleset, game: caylus.Game, seat: int, relative: bool = False) -> dict[str, int]:
    seen = observer(rules, len(game.players), relative)
    return dict(zip(seen.names, map(int, seen.observe(game, seat)), strict=True))


def add_bookkeeping(view: dict[str, Any], everything: dict[str, Any]) -> dict[str, Any]:
    """A view with what is for the rules only, which is no secret."""
    for key, value in everything.items():
        if key not in view:
            view[key] = value
        elif isinstance(value, dict) and isinstance(view[key], dict):
            add_bookkeeping(view[key], value)
        elif isinstance(value, list) and isinstance(view[key], list):
            for one, other in zip(view[key], value, strict=False):
                if isinstance(one, dict):
                    add_bookkeeping(one, other)
    return view


def view_values(rules: caylus.Ruleset, game: caylus.Game, seat: int) -> dict[str, int]:
    """What a view shows, by the names and in the numbers of an observation."""
    view = add_bookkeeping(game.view(game.players[seat]), game.view())
    ids = {player: number for number, player in enumerate(game.players)}
    ids |= {thing.name: thing.id for kind in rules.model.kinds.values() for thing in kind.objects}

    def number(value: Any) -> int:
        return -1 if value is None else ids[value] if isinstance(value, str) else int(value)

    found = {"the round": view["round"], "who decides": number(view["decides"])}

    def state(name: str, value: Any, of: str = "") -> None:
        for key, held in value.items() if isinstance(value, dict) else [("", value)]:
            found[f"{name}[{key}]{of}" if key else f"{name}{of}"] = number(held)

    for player, held in enumerate(view["players"]):
        for name, value in (held["resources"] | held["state"]).items():
            state(name, value, f" of player {player}")
    for name, value in view["table"].items():
        state(name, value)
    for name, members in view["lists"].items():
        places = len(game.players) if rules.model.lists[name].kind.is_player else rules.model.lists[name].kind.root.size
        found |= {f"{name}[{n}]": number(m) for n, m in enumerate([*members, *[None] * (places - len(members))], 1)}
    rows = [(member["name"], member) for row in view["rows"].values() for member in row]
    for thing, states in [*rows, *(pair for things in view["objects"].values() for pair in things.items())]:
        for name, value in states.items():
            if name != "name":
                state(f"{thing}.{name}", value)
    return found


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_an_observation_tells_all_that_a_view_shows_and_nothing_else(ruleset: str, players: int) -> None:
    rules = load(ruleset)
    seen = observer(rules, players)
    assert len(set(seen.names)) == len(seen.names)
    for number, game in enumerate(positions(rules, players, seed=2)):
        if number % 9 and not game.over:
            continue
        for seat in range(players):
            numbers = seen.observe(game, seat)
            assert seen.space.contains(numbers)
            told = dict(zip(seen.names, map(int, numbers), strict=True))
            about_itself = {name for name in told if name.startswith("at ") or name.endswith(" is seen")}
            assert {name: n for name, n in told.items() if name not in about_itself} == view_values(rules, game, seat)


def test_one_decision_is_marked_as_the_one_in_hand() -> None:
    rules = load("classic")
    space = ActionSpace(rules, 3)
    for game in positions(rules, 3, seed=1):
        marked = [name for name, number in make_observation(rules, game, 0).items() if name.startswith("at ") and number]
        if game.decision is None:
            assert marked == []
        else:
            assert len(marked) == 1
            number = space.names.index(marked[0].removeprefix("at "))
            site = space.decisions[number]
            assert (site.rule, site.span.file, site.span.line) == (game.decision.rule, game.decision.file, game.decision.line)
            assert space.names[number].split(" ")[0] == game.decision.rule
        if game.rounds > 1:
            break


def test_what_others_hide_is_marked_as_unseen_until_the_end() -> None:
    rules = load("1303")
    *_, last = positions(rules, 3, seed=1)
    first = make_observation(rules, rules.new_game(3), 1)
    assert [first[f"prestige of player {p}"] for p in range(3)] == [-1, 0, -1]
    assert [first[f"prestige of player {p} is seen"] for p in range(3)] == [0, 1, 0]
    end = make_observation(rules, last, 1)
    assert [end[f"prestige of player {p}"] for p in range(3)] == list(last.scores.values())
    assert [end[f"prestige of player {p} is seen"] for p in range(3)] == [1, 1, 1]


HANDS = read_rules(__file__, "observations_hands")


def test_of_what_is_hidden_a_seat_is_told_how_many_there_are_and_whether_there_is_something() -> None:
    rules = tiny.rules(HANDS)
    game = rules.position("main", {"Ann": {"hand": ["ten"], "bid": 3, "goal": "ace"}}, 2)
    own = ("hand[1]", "hand[2]", "bid", "goal")
    for seat, expected in ((0, [1, -1, 3, 0]), (1, [-1, -1, -1, -1])):
        seen = make_observation(rules, game, seat)
        assert [seen[f"{name} of player 0"] for name in own] == expected
        assert [seen[f"{name} of player 0 is seen"] for name in own] == ([1, 1, 1, 1] if seat == 0 else [0, 1, 0, 0])
        assert (seen["size of hand of player 0"], seen["size of deck"], seen["deck[1] is seen"]) == (1, 0, 1)
        assert seen["goal of player 1 is seen"] == 1  # that there is none
        assert (seen["one.face"], seen["two.face"]) == ((1, -1) if seat == 0 else (-1, -1))
    ben = make_observation(rules, game, 1, relative=True)
    assert (ben["hand[1] of player 0 is seen"], ben["hand[1] of player 1 is seen"], ben["size of hand of player 1"]) == (1, 0, 1)


def test_seen_relatively_every_seat_is_player_0_to_itself() -> None:
    rules = load("1303")
    of_players = {"who decides", *(cell.name for cell in cells(rules, 3) if cell.kind is not None and cell.kind.is_player)}
    plain, relative = observer(rules, 3), observer(rules, 3, relative=True)
    for game in islice(positions(rules, 3, seed=3), 0, None, 20):
        for seat in range(3):
            told = dict(zip(relative.names, relative.observe(game, seat), strict=True))
            for name, number in zip(plain.names, plain.observe(game, seat), strict=True):
                turned = re.sub(r"(?<=player )\d", lambda found, seat=seat: str((int(found[0]) - seat) % 3), name)
                assert told[turned] == ((number - seat) % 3 if name in of_players and number >= 0 else number), name
            assert relative.space.contains(relative.observe(game, seat))


def test_what_stands_behind_a_number_has_a_name() -> None:
    rules = load("classic")
    seen = observer(rules, 3)
    objects = dict(zip(seen.names, seen.objects, strict=True))
    for game in islice(positions(rules, 3, seed=3), 0, None, 20):
        view = game.view()
        told = make_observation(rules, game, 0)
        for space in view["rows"]["road"]:
            number = told[f"{space['name']}.tile"]
            assert (objects[f"{space['name']}.tile"][number] if number >= 0 else None) == space["tile"]
    assert objects["who decides"] == objects["turn_order[1]"] == ("player 0", "player 1", "player 2")
    assert objects["the round"] == objects["food of player 0"] == ()
