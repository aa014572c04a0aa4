"""What is hidden: who sees it, who hears of it, and that nobody goes back behind what came to light."""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from caylus.documents import accept
from support import tiny
from support.texts import read_rules

TABLE = read_rules(__file__, "sight")


def play_step(done: str) -> caylus.Game:
    """The table after Ann has done something."""
    game = tiny.game(TABLE.replace("DONE", done))
    game.choose("act")
    return game


def collect_messages(game: caylus.Game, seat: object, kind: str) -> list[tuple[str, Any]]:
    return [(event.text, event.data) for event in game.events_for(seat) if event.kind == kind]  # type: ignore[arg-type]


# ---- views


def test_of_what_is_hidden_others_see_how_many_and_whether_there_is_something() -> None:
    game = play_step(
        "set player.goal to two, set player.bid to 3, set player.ready to yes, set player.met[ace] to ten, set up to six"
    )
    for seat, hand, goal, bid, ready, met in (
        ("Ann", ["ace"], "two", 3, True, {"ace": "ten", "ten": None, "two": None, "six": None}),
        ("Ben", {"size": 1}, {"there": True}, None, None, {"ace": {"there": True}, "ten": None, "two": None, "six": None}),
        (
            caylus.SPECTATOR,
            {"size": 1},
            {"there": True},
            None,
            None,
            {"ace": {"there": True}, "ten": None, "two": None, "six": None},
        ),
    ):
        view = game.view(seat)
        assert accept(view, "the view", "view").value == view
        ann = view["players"][0]
        assert ann["lists"] == {"hand": hand, "stash": [] if seat == "Ann" else {"size": 0}}
        assert ann["state"] == {"goal": goal, "bid": bid, "ready": ready, "met": met, "fame": 0 if seat == "Ann" else None}
        assert game.read("Ann.hand", player=seat) == hand
        assert game.read("Ann.goal", player=seat) == goal
        assert game.read("bid", "Ann", player=seat) == bid
        assert view["table"] == {"up": {"there": True}, "order": None}
        assert view["lists"] == {"deck": {"size": 2}, "discards": []}
    assert game.view()["lists"]["deck"] == ["two", "six"]


def test_what_is_hidden_but_for_a_holder_is_seen_by_whoever_that_is() -> None:
    game = play_step("set one.face to six")
    assert [game.read("one.face", player=seat) for seat in (None, "Ann", "Ben", caylus.SPECTATOR)] == [
        "six",
        *[{"there": True}] * 3,
    ]
    game = play_step("set one.face to six, set one.owner to player")
    assert [game.read("one.face", player=seat) for seat in ("Ann", "Ben", caylus.SPECTATOR)] == ["six", *[{"there": True}] * 2]


def test_in_a_hidden_row_lies_hidden_what_lies_open_in_another() -> None:
    game = play_step("set vault[1].content to two, set shelf[1].content to two")
    for seat, content in ((None, "two"), ("Ann", {"there": True}), (caylus.SPECTATOR, {"there": True})):
        view = game.view(seat)
        assert [member["content"] for member in view["rows"]["vault"]] == [content, None]
        assert [member["content"] for member in view["rows"]["shelf"]] == ["two", None]


def test_what_was_revealed_lies_open_until_it_is_written_again() -> None:
    for done, goal in (("reveal player.goal", "two"), ("reveal player.goal, set player.goal to six", {"there": True})):
        game = play_step(f"set player.goal to two, {done}")
        assert game.read("Ann.goal", player="Ben") == goal


def test_nothing_is_called_after_what_lies_hidden() -> None:
    rules = tiny.rules(TABLE.replace("DONE", "choose { option use(tile in tiles) { gain 1 coin }, option skip { } }"))
    game = rules.new_game(2)
    game._machine.s[game.names.layout.states[game.names.components.kinds["tile"].states["face"]]] = 3
    game.choose("act")
    assert tiny.ids(game) == ["use one", "skip"]


# ---- events


def test_of_hidden_lists_others_hear_how_many_there_are() -> None:
    game = play_step("put deck[1] from deck into player.hand, reverse player.hand, clear player.hand")
    deck, hand = {"object": None, "list": "deck"}, {"object": "Ann", "list": "hand"}
    assert collect_messages(game, "Ann", "list")[-2:] == [
        ("Ann.hand: two, ace", {**hand, "members": ["two", "ace"]}),
        ("Ann.hand: empty", {**hand, "members": []}),
    ]
    own, rival = (collect_messages(game, seat, "put")[-1] for seat in ("Ann", "Ben"))
    assert own == ("two: from deck into Ann.hand", {"from": deck, "into": hand, "members": ["two"]})
    assert rival == ("a card: from deck into Ann.hand", {"from": deck, "into": hand, "size": 1, "kind": "card"})
    assert collect_messages(game, "Ben", "list")[-1] == ("Ann.hand: 0 cards", {**hand, "size": 0, "kind": "card"})


def test_whoever_sees_where_something_lands_sees_what_it_is() -> None:
    game = play_step("put all of player.hand into discards, put all of deck into player.stash")
    assert [text for text, _ in collect_messages(game, "Ben", "put")][-2:] == [
        "ace: from Ann.hand into discards",
        "2 cards: from deck into Ann.stash",
    ]
    assert [text for text, _ in collect_messages(game, "Ann", "put")][-1] == "two, six: from deck into Ann.stash"


def test_of_hidden_numbers_and_flags_others_hear_nothing_and_of_objects_whether_there_is_one() -> None:
    game = play_step(
        "set player.bid to 4, set player.ready to yes, set player.goal to two, set player.goal to six, set player.goal to none"
    )
    assert [text for text, _ in collect_messages(game, "Ann", "set")] == [
        "Ann.bid: 4",
        "Ann.ready: yes",
        "Ann.goal: two",
        "Ann.goal: six",
        "Ann.goal: none",
    ]
    there = {"object": "Ann", "state": "goal", "index": None, "value": {"there": True, "kind": "card"}}
    assert collect_messages(game, "Ben", "set") == [("Ann.goal: a card", there), ("Ann.goal: none", {**there, "value": None})]
    numbers = [event.number for event in game.events_for("Ben")]
    assert numbers == [*range(1, len(numbers) + 1)]


def test_of_a_hidden_sum_each_change_is_told_and_the_sum_is_not() -> None:
    game = play_step("gain 2 prize + 1 gem, raise player.fame by 3, raise player.prize by 1, lower player.fame by 1")
    assert [text for text, _ in collect_messages(game, "Ben", "gain")] == ["Ann gains 2 prize"]
    assert collect_messages(game, "Ben", "set") == [
        ("Ann.fame: +3", {"object": "Ann", "state": "fame", "index": None, "change": 3}),
        ("Ann's prize: +1", {"state": "prize", "change": 1}),
        ("Ann.fame: -1", {"object": "Ann", "state": "fame", "index": None, "change": -1}),
    ]
    assert [text for text, _ in collect_messages(game, "Ann", "set")] == ["Ann.fame: 3", "Ann's prize: 3", "Ann.fame: 2"]
    assert game.read("Ann.prize", player="Ben") is game.read("Ann.fame", player="Ben") is None


@pytest.mark.slow
def test_what_is_shown_to_one_the_others_hear_was_shown() -> None:
    game = play_step(
        "let rival = first other in players after player, set player.goal to six, reveal player.goal to rival, reveal deck to player, reveal player.hand"
    )
    ann = ["Ann.goal: six (shown to Ben)", "deck: two, six (shown to Ann)", "Ann.hand: ace (revealed)"]
    assert [text for text, _ in collect_messages(game, "Ann", "reveal")] == ann
    assert [text for text, _ in collect_messages(game, "Ben", "reveal")] == [ann[0], "deck: 2 cards (shown to Ann)", ann[2]]
    assert collect_messages(game, caylus.SPECTATOR, "reveal")[0] == (
        "Ann.goal (shown to Ben)",
        {"object": "Ann", "state": "goal", "index": None, "to": "Ben"},
    )


# ---- going back


@pytest.mark.parametrize(
    ("done", "is_learnt"),
    [
        ("put deck[1] from deck into player.hand", True),
        ("put deck[1] from deck into up", False),
        ("put all of player.hand into player.stash", False),
        ("put all of player.hand into deck", False),
        ("put all of player.hand into discards", True),
        ("reveal player.bid", True),
        ("reveal deck to player", True),
        ("set one.owner to player", True),
        ("set player.bid to 2, gain 1 coin", False),
        ("if reveal some other in players where other.bid > 3 { gain 1 coin }", True),
        ("if reveal richest(player) { gain 1 coin }", True),
        ("add 1 to order", False),
    ],
)
def test_nobody_goes_back_behind_what_came_to_light(done: str, is_learnt: bool) -> None:
    game = play_step(done.replace("add 1 to order", "raise order by 1"))
    assert game.can_undo_to(0, "Ann") is not is_learnt
    resumed = caylus.resume(game.save())
    assert resumed.can_undo_to(0, "Ann") is not is_learnt
    game.undo_to(0)
    assert game.learnt == (0, 2)  # two hands were dealt
    game.choose("stay")
    assert game.can_undo_to(0, "Ann")


LISTS = read_rules(__file__, "sight_lists")


def test_a_list_of_an_object_is_told_in_the_log_by_whose_it_is() -> None:
    text = LISTS.replace("ASK", "").replace("FIRST", "put ace from deck into board[2].pile\nput deck[1] from deck into chosen")
    told = [event.text for event in tiny.game(text).events if event.kind == "put"]
    assert told == ["ace: from deck into board 2.pile", "king: from deck into chosen"]


def test_a_position_names_the_cards_of_each_list() -> None:
    text = LISTS.replace("ASK", "").replace("FIRST", "ann chooses { option a { }, option b { } }")
    given_ = {"Ben": {"hand": ["ten", "ace"]}, "board 2": {"pile": ["king"]}}
    game = tiny.rules(text).position("main", given_, players=2)
    assert game.view()["players"][1]["lists"] == {"hand": ["ten", "ace"]}
    assert game.read("Ben.hand") == ["ten", "ace"]
    assert game.read("board 2.pile") == ["king"]
    for wrong in ({"Ben": {"hand": ["ten", "ten"]}}, {"Ben": {"hand": "ten"}}, {"board 2": {"pile": ["red"]}}):
        with pytest.raises((ValueError, caylus.UnknownThing)):
            tiny.rules(text).position("main", wrong, players=2)


@pytest.mark.parametrize(
    ("declared", "problem"),
    [
        ("list pile of player hidden", "`hidden` does not say from whom"),
        ("state day number hidden", "`hidden` does not say from whom"),
        ("list pile of player hidden from player", "things are hidden from all, or from all but one"),
        ("each player has { day flag hidden sum }", "no sum to hide"),
        ("kind hut plural huts { worth number hidden }", "a property is printed"),
        ("kind hut plural huts { state worth number hidden except for owner }", "a hut has no `owner`"),
        ("kind hut plural huts { state worth number hidden except for days, state days number }", "names no player"),
        ("each player has { hand list of player = 3 }", "is empty at the start"),
        ("kind hut plural huts { keys list of player }", "a property cannot be a list"),
    ],
)
def test_an_audience_says_who_may_see_a_thing_that_somebody_has(declared: str, problem: str) -> None:
    with pytest.raises(caylus.RulesetError, match=problem):
        tiny.rules(f"{declared}\naction main() {{ }}")
