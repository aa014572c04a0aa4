"""What people read of what has happened: who did what and where, what came of it, and who got as much as who."""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from caylus.english import English, Offer
from caylus_tools.screen.scene import load_words
from caylus_tools.verbalize.log import Line, render_log
from caylus_tools.verbalize.names import titles as titles_of
from support import tiny
from support.texts import read_rules

FAIR = read_rules(__file__, "log_fair")


def lines(choices: str, players: int = 2, since: int = 0, names: list[str] | None = None) -> list[Line]:
    game = tiny.game(FAIR, players) if names is None else tiny.rules(FAIR).new_game(names)
    for choice in choices.split(", ") if choices else ():
        game.choose(choice)
    return render_log(game.events, game.rules, game.labels, since)


def words(*args: object, **more: object) -> list[str]:
    return [line.text for line in lines(*args, **more)]  # type: ignore[arg-type]


def test_likes_are_told_together_a_round_has_a_heading_and_a_passage_is_cited_once() -> None:
    assert [(line.text, line.cited, line.is_heading) for line in lines("idle, idle")] == [
        ("Opening: everybody +2 coins in the purse, +1 chip, +1 nut", "", False),
        ("Round 1", "", True),
        ("Morning: Ann +2 coins; Ben +1 coin", "Page 2", False),
        ("Everybody stays at home", "Page 3", False),
        ("Round 2", "", True),
        ("Morning: Ann +2 coins; Ben +1 coin", "Page 2", False),
        ("Gate: 2", "", False),
    ]


def test_a_choice_that_an_object_lets_somebody_make_is_told_with_its_title() -> None:
    game = tiny.game(
        """
resource coin
kind helper plural helpers { state holder player }
helper guide "The guide" { after main() { if this.holder as player { do walk(player) } } }
state flag_at "the flag" number
action walk(player) "Walk" { may "Move the flag" { set flag_at to flag_at + 1 } }
action main() { set guide.holder to first player in players, for each player in players { do walk(player) } }
""",
        1,
    )
    while game.decision is not None:
        game.play(0)
    lines = [line.text for line in render_log(game.events, game.rules, game.labels)]
    assert [line.partition(": ")[0] for line in lines if "flag" in line] == ["Ann", "Ann (The guide)"]


def test_of_several_players_those_who_have_as_much_are_the_others() -> None:
    assert "Morning: Ann +2 coins; the others +1 coin" in words("", players=3)


def test_the_others_are_all_the_others_and_no_fewer() -> None:
    some, all_ = (f"for each player in players, place in 1 to {last} {{ gain (1 + 1 / place) coin }}" for last in (3, 4))
    assert shares(some) == ["Ann +2 coins; Ben and Cem +1 coin"]
    assert shares(all_) == ["Ann +2 coins; the others +1 coin"]


def test_one_is_told_in_the_singular_whether_it_comes_or_goes() -> None:
    assert shares("do give(), do take()") == ["everybody +3 coins", "everybody −1 coin"]


def shares(statements: str) -> list[str]:
    """The lines that tell four players what they have got."""
    text = f"""
resource coin "coin" plural "coins"
action give() "Give" {{ for each player in players {{ gain 3 coin }} }}
action take() "Take" {{ for each player in players {{ lose 1 coin }} }}
action main() "Shares" {{ {statements} }}
"""
    game = tiny.game(text, 4)
    return [line.text.partition(": ")[2] for line in render_log(game.events, game.rules, game.labels)]


def test_a_choice_is_told_with_its_place_its_price_and_what_came_of_it_at_once() -> None:
    assert words("visit mill at path 1, visit inn, pay 1 nut, rest")[3:6] == [
        "Ann visits Mill (path 1)",
        "Ben visits Inn (path 2)",
        "Ann (Mill, path 1) pays 1 nut; +2 coins",
    ]
    assert words("visit mill at path 1, visit inn, pay 1 nut, rest")[6] == (
        "Ben (Inn, path 2) rests for 1 coin; Ann +1 nut; awake: Ben, the innkeeper"
    )


def test_who_cannot_do_what_a_place_offers_comes_away_with_a_line_all_the_same() -> None:
    told = words("visit mill at path 1, idle, pay 1 nut, visit mill at path 1, idle")
    assert told[-1] == "Ann (Mill, path 1) cannot pay 1 nut: no nuts"


def test_what_a_person_declines_is_told_in_the_words_of_the_rules() -> None:
    assert "Ann (Inn, path 2) works on" in words("visit inn, idle, decline")


def test_what_one_declines_again_is_told_once_and_what_one_does_again_is_told_again() -> None:
    text = """
resource coin "coin" plural "coins"
action main() { for each player in players { gain 3 coin, do rest(player), do rest(player) } }
action rest(player) "Rest" { may "lie down" or "go on" { pay 1 coin } }
"""

    def lines_when(option: int) -> list[str]:
        game = tiny.game(text, 1)
        for _ in range(2):
            game.choose(tiny.ids(game)[option])
        return [line.text for line in render_log(game.events, game.rules, game.labels)][1:]

    assert lines_when(-1) == ["Ann goes on (Rest)"]
    assert lines_when(0) == ["Ann lies down for 1 coin"] * 2


@pytest.mark.parametrize(
    "words",
    [
        "promise: pay later",
        "promise: pay 3 coins",
        "threaten: pay 2 coin + 2 coin or else",
        "pay your dues, gain respect",
        "Ann gains 2 coins",
        "gain 2 coins + 1 nut",
        "see what Ann cannot do",
        "Ben cannot pay 1 nut",
        "decline (The fair)",
        ": from the pile into Ann's hand",
    ],
)
def test_the_words_of_an_author_are_told_as_they_are_whatever_they_speak_of(words: str) -> None:
    text = f"""
resource coin "coin" plural "coins", nut "nut" plural "nuts"
action main() "The fair" {{
  for each player in players {{
    gain 3 nut
    choose "{words}: {words}" {{ option dear "{words}" {{ pay 2 nut, gain 2 coin }} option free "Not so. {words}" {{ gain 2 coin }} }}
  }}
  say "{words}"
}}
"""
    game = tiny.game(text, 2)
    assert game.decision is not None
    assert load_words(game.rules).texts(game.decision) == [words, f"Not so. {words}"]
    assert [option.text for option in game.decision.options] == [f"{words}: pay 2 nuts", f"Not so. {words}"]
    assert game.decision.prompt == f"{words}: {words}"
    game.choose("dear")
    game.choose("free")
    told = [line.text for line in render_log(game.events, game.rules, game.labels)]
    does = {"gain 2 coins + 1 nut": "Ann gains 2 coins + 1 nut", "decline (The fair)": "Ann declines (The fair)"}
    assert told[1:3] == [f"{does.get(words, f'Ann: {words}')} for 2 nuts; +2 coins", "The fair: Ben +3 nuts"]
    assert told[3:] == [f"Ben: Not so. {words}; +2 coins", f"{words[:1].upper()}{words[1:]}"]


def test_what_words_say_of_the_price_is_not_said_again() -> None:
    text = """
resource coin "coin" plural "coins", nut "nut" plural "nuts"
group fruit "fruit" plural "fruits" = nut
action main() {
  for each player in players {
    gain 3 coin
    choose { option toll "hand over {player.coin coin}" { pay player.coin coin } option tax "pay the tax" { pay 1 coin } option refuse "never" { } }
  }
}
"""
    game = tiny.game(text, 2)
    assert game.decision is not None
    assert [option.text for option in game.decision.options] == ["hand over 3 coins", "pay the tax: pay 1 coin", "never"]
    game.choose("toll")
    game.choose("tax")
    told = [line.text for line in render_log(game.events, game.rules, game.labels)]
    assert [line for line in told if ("coins" in line and "+3" not in line) or "tax" in line] == [
        "Ann hands over 3 coins",
        "Ben pays the tax for 1 coin",
    ]


def test_of_several_ways_to_pay_all_are_told_to_be_too_dear() -> None:
    text = """
resource coin "coin" plural "coins", nut "nut" plural "nuts"
action main() { for each player in players { do buy(player) } }
action buy(player) "Buying" { may choose { option pay 1 coin to gain 1 nut, option pay 2 coin + 1 nut to gain 3 nut } }
"""
    game = tiny.game(text, 1)
    assert [line.text for line in render_log(game.events, game.rules, game.labels)] == [
        "Ann cannot pay 1 coin or pay 2 coins and 1 nut: no coins"
    ]


def test_people_are_called_by_their_names() -> None:
    told = words("idle, idle", names=["Zoë: a", "Mr Gains"])
    assert "Morning: Zoë: a +2 coins; Mr Gains +1 coin" in told
    assert "Everybody stays at home" in told


def test_news_are_the_lines_that_tell_of_something_new() -> None:
    whole = lines("idle, idle")
    assert lines("idle, idle", since=whole[2].number) == whole[3:]
    assert lines("idle, idle", since=whole[-1].number) == []


def test_nothing_is_told_of_a_game_in_which_nothing_happened() -> None:
    assert render_log([], tiny.rules(FAIR), {"Ann": "Ann"}) == []


def test_a_secret_choice_stays_one() -> None:
    game = tiny.game(
        "resource coin hidden\naction main() { for each player in players at once { choose { option a { gain 1 coin }, option b { } } } }"
    )
    game.choose("a")
    assert not [line for line in render_log(game.events_for("Ben"), game.rules, game.labels) if " a" in line.text]


CARDS = read_rules(__file__, "log_cards")


def deal(*choices: str, name: str = "Ann") -> list[str]:
    game = tiny.rules(CARDS).new_game([name])
    for choice in choices:
        game.choose(choice)
    return [line.text for line in render_log(game.events, game.rules, game.labels)]


def test_a_move_is_told_where_it_shows_more_than_the_choice_that_made_it() -> None:
    assert deal("draw") == ["Ann draws a card; Ace: from pile into Ann's hand"]
    assert deal("draw", name="You")[0].startswith("You draw a card")


def test_what_a_choice_named_is_not_told_again_nor_is_bookkeeping() -> None:
    assert deal("lay king") == ["Ann lays King; +1 coin"]


HIDDEN = """
resource coin "coin" plural "coins"
kind card plural cards
card ace "Ace"
card king "King"
list deck of card hidden from all
state top card hidden from all
state chief player
action main() {
  for each card in cards { add card to deck }
  for each player in players {
    choose { option lay { put deck[1] from deck into top, set chief to player }, option away { set chief to none } }
  }
}
"""


def test_of_what_is_hidden_it_is_told_that_it_is_there() -> None:
    game = tiny.game(HIDDEN, 3)
    game.choose("lay")
    game.choose("away")
    assert [line.text for line in render_log(game.events_for("Ann"), game.rules, game.labels)] == [
        "Ann lays; a card: from deck into top; chief: Ann",
        "Ben: away; chief: none",
    ]


def test_what_is_declined_nowhere_in_particular_is_told_with_the_rule_that_asked() -> None:
    game = tiny.game(
        "resource coin\naction main() { for each player in players { do beg(player) } }\n"
        'action beg(player) "Begging" { may "beg" or "stay proud" { gain 1 coin } }'
    )
    game.choose("decline")
    game.choose("decline")
    assert [line.text for line in render_log(game.events, game.rules, game.labels)] == ["Everybody stays proud (Begging)"]


def test_what_is_gained_and_lost_again_at_a_stroke_is_no_line() -> None:
    game = tiny.game("resource coin\naction main() { for each player in players { gain 1 coin, lose 1 coin } }")
    assert render_log(game.events, game.rules, game.labels) == []


def test_what_one_player_does_twice_is_told_twice() -> None:
    game = tiny.game(
        'resource coin "coin"\n'
        "action main() { repeat at most 2 times { for each player in players { do earn(player) } } }\n"
        "action earn(player) { choose { option earn { gain 2 coin } option rest { } } }",
        1,
    )
    game.choose("earn")
    game.choose("earn")
    assert [line.text for line in render_log(game.events, game.rules, game.labels)] == ["Ann gains 2 coin", "Ann gains 2 coin"]


def test_a_tile_that_stays_in_the_box_is_told_of_no_space() -> None:
    rules = caylus.load("classic", ["new-tiles"])
    game = rules.new_game(3, 3)
    first = next(line.text for line in render_log(game.events_for(caylus.SPECTATOR), rules, {}))
    road = game.view(caylus.SPECTATOR)["rows"]["road"][:6]
    titles = titles_of(rules)
    *others, last = [titles[space["tile"]] for space in road]
    assert first == f"The first spaces of the road, in their order: {', '.join(others)} and {last}"


RULES = tiny.rules("kind card plural cards\nkind judge plural judges\naction main() { nothing }")
TITLES = {"mill_tile": "Mill", "old_anna": "Old Anna"}


def told(happened: str, player: str | None = None, **data: Any) -> str:
    words = English(RULES.model, TITLES, is_for_players=True)
    return words.render(words.event(happened, player, "A visit", data))


def put(source: tuple[str | None, str], into: tuple[str | None, str], **what: Any) -> str:
    places = {name: {"object": owner, "list": list_} for name, (owner, list_) in (("from", source), ("into", into))}
    return told("put", **places, **what)


def test_names_of_the_rules_become_words_and_things_are_called_by_their_titles() -> None:
    assert [
        told("list", object=None, list="turn_order", members=["Ann", "old_anna"]),
        told("list", object=None, list="turn_order", members=[]),
        told("set", object=None, state="first_player", index=None, value=None),
        told("set", object="path 3", state="lower_tile", index=None, value="mill_tile"),
        told("set", object="Ann", state="seen", index="old_anna", value=True),
        told("set", object=None, state="way", index=["mill_tile", "old_anna"], value=3),
        told("draw", order=["mill_tile", "old_anna"]),
    ] == [
        "turn order: Ann, Old Anna",
        "turn order: empty",
        "first player: none",
        "path 3: lower tile Mill",
        "Ann: seen for Old Anna yes",
        "way for Mill and Old Anna: 3",
        "drawn: Mill, Old Anna",
    ]


def test_what_was_moved_and_what_was_shown_is_told_by_whose_it_is() -> None:
    assert [
        put((None, "old_pile"), ("Ann", "card_hand"), members=["mill_tile"]),
        put((None, "old_pile"), ("Ann", "hand"), size=1, kind="card"),
        told("reveal", "Ann", object="Ann", list="hand", members=["mill_tile", "old_anna"]),
        told("reveal", "Ann", object="Ann", state="bid", index=None, value=3, to="Bert"),
        told("reveal", "Ann", object="Ann", list="hand", size=2, kind="card", to="Bert"),
        told("reveal", "Ann", object="Ann", state="bid", index=None, to="Bert"),
        told("set", object=None, state="culprit", index=None, value={"there": True, "kind": "judge"}),
        told("set", "Ann", object="Ann", state="debts", index=None, change=-2),
    ] == [
        "Mill: from old pile into Ann's card hand",
        "a card: from old pile into Ann's hand",
        "Ann's hand: Mill, Old Anna (revealed)",
        "Ann: bid 3 (shown to Bert)",
        "Ann's hand: 2 cards (shown to Bert)",
        "Ann: bid (shown to Bert)",
        "culprit: a judge",
        "Ann: debts -2",
    ]


def test_who_declines_is_told_to_decline_something() -> None:
    offer: Offer = {"words": ["decline"], "effects": [], "pays": {}, "apart": []}
    assert told("choice", "Ann", option="decline", name="decline", offer=offer) == "Ann: decline (A visit)"
