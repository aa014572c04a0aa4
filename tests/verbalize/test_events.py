"""Single events as people read them."""

from __future__ import annotations

from typing import Any

from caylus import Event
from caylus_tools.verbalize.events import wording

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
        "a card: from old pile into Ann's hand",
        "Ann's hand: Mill, Old Anna (revealed)",
        "Ann: bid 3 (shown to Bert)",
        "Ann's hand: 2 cards (shown to Bert)",
        "culprit: a judge",
    ]


def test_who_declines_is_told_to_decline_something() -> None:
    assert wording(event("choice", "Ann: decline", "Ann", option="decline"), TITLES) == "Ann: decline (A visit)"
