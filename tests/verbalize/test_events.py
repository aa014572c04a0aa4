"""Single events as players read them."""

from __future__ import annotations

from typing import Any

from caylus.english import English, Offer
from support import tiny

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
