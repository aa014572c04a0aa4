"""Events as people read them, and which of them a player is told."""

from __future__ import annotations

from typing import Any

from caylus import Event
from caylus_tools.verbalize.events import wording, worth_telling

TITLES = {"mill_tile": "Mill", "old_anna": "Old Anna"}


def event(kind: str, text: str, player: str | None = None, rule: str = "visit", **data: Any) -> Event:
    return Event(1, kind, text, player, rule, "A visit", None, "market.rules", 1, data, 1, None, {})


def put(source: str, into: str, text: str = "…", rule: str = "visit", **what: Any) -> Event:
    data: dict[str, Any] = {"from": source, "into": into, **what}
    return event("put", text, rule=rule, **data)


def test_names_of_the_rules_become_words_and_things_are_called_by_their_titles() -> None:
    told = [
        event("list", "…", list="turn_order", members=["Ann", "old_anna"]),
        event("list", "…", list="turn_order", members=[]),
        event("set", "…", object=None, state="first_player", index=None, value=None),
        event("set", "…", object="path 3", state="lower_tile", index=None, value="mill_tile"),
        event("set", "…", object="Ann", state="seen", index="old_anna", value=True),
        event("set", "…", object=None, state="way", index=["mill_tile", "old_anna"], value=3),
        event("draw", "…", order=["mill_tile", "old_anna"]),
    ]
    assert [wording(one, TITLES) for one in told] == [
        "turn order: Ann, Old Anna",
        "turn order: empty",
        "first player: none",
        "path 3: lower tile Mill",
        "Ann: seen for Old Anna yes",
        "way for Mill and Old Anna: 3",
        "drawn: Mill, Old Anna",
    ]


def test_what_was_moved_and_what_was_shown_is_told_by_whose_it_is() -> None:
    told = [
        put("old_pile", "Ann.card_hand", members=["mill_tile"]),
        put("old_pile", "Ann.hand", "a card: from old_pile into Ann.hand", size=1),
        event("reveal", "…", "Ann", list="Ann.hand", members=["mill_tile", "old_anna"]),
        event("reveal", "…", "Ann", object="Ann", state="bid", index=None, value=3, to="Bert"),
        event("reveal", "Ann.hand: 2 cards (shown to Bert)", "Ann", list="Ann.hand", size=2, to="Bert"),
        event("set", "culprit: a judge", object=None, state="culprit", index=None, value={"there": True}),
    ]
    assert [wording(one, TITLES) for one in told] == [
        "Mill: from old pile into Ann's card hand",
        "a card: from old_pile into Ann.hand",
        "Ann's hand: Mill, Old Anna (revealed)",
        "Ann: bid 3 (shown to Bert)",
        "Ann.hand: 2 cards (shown to Bert)",
        "culprit: a judge",
    ]


def test_a_move_is_told_where_it_shows_more_than_the_choice_that_made_it() -> None:
    chosen = event("choice", "Ann: sell Mill", "Ann", option="sell mill_tile")
    sold = put("Ann.hand", "pile", members=["mill_tile"])
    drawn = put("pile", "Ann.hand", members=["old_anna"])
    unseen = put("pile", "Bert.hand", size=1)
    elsewhere = put("Ann.hand", "pile", rule="market", members=["mill_tile"])
    assert worth_telling([chosen, sold, drawn, unseen, elsewhere]) == [chosen, drawn, elsewhere]


def test_who_declines_is_told_to_decline_something() -> None:
    assert wording(event("choice", "Ann: decline", "Ann", option="decline"), TITLES) == "Ann: decline (A visit)"


def test_a_choice_that_says_what_it_brings_is_not_followed_by_it() -> None:
    chosen = event("choice", "Ann: pay 1 nut, gain 2 coin", "Ann", option="pay")
    same = event("gain", "Ann gains 2 coin", "Ann")
    other = event("gain", "Ann gains 2 coin", "Ann", rule="market")
    more = event("gain", "Bert gains 2 coin", "Bert")
    assert worth_telling([chosen, same, same, other, more]) == [chosen, same, other, more]


def test_of_a_choice_that_names_several_gains_none_is_told_again() -> None:
    chosen = event("choice", "Ann: gain 1 nut + 1 coin", "Ann", option="gain")
    gains = [event("gain", "Ann gains 1 nut", "Ann"), event("gain", "Ann gains 1 coin", "Ann")]
    assert worth_telling([chosen, *gains]) == [chosen]
    eleven = event("choice", "Ann: gain 11 nut", "Ann", option="gain")
    assert worth_telling([eleven, gains[0]]) == [eleven, gains[0]]


def test_what_a_rule_gives_at_a_stroke_is_told_in_one_line() -> None:
    gains = [
        event("gain", "Ann gains 2 coin", "Ann"),
        event("gain", "Ann gains 1 nut", "Ann"),
        event("gain", "Bert gains 1 coin", "Bert"),
    ]
    lost = event("lose", "Bert loses 1 nut", "Bert")
    other = event("lose", "Ann loses 1 nut", "Ann", rule="market")
    told = worth_telling([*gains, lost, other])
    assert [one.text for one in told] == ["Ann gains 2 coin, 1 nut; Bert gains 1 coin", "Bert loses 1 nut", "Ann loses 1 nut"]


def test_bookkeeping_is_not_told() -> None:
    table = event("set", "…", object=None, state="round", index=None, value=2)
    kept = event("set", "…", object="Ann", state="visits", index=None, value=2)
    resource = event("set", "Ann's nut: 3", state="nut", value=3)
    listed = event("list", "…", list="home", members=["Ann"])
    assert worth_telling([table, kept, resource, listed, event("pay", "Ann pays 1 nut", "Ann")]) == [table]
