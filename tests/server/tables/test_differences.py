"""A page is told the difference to what it was told last, and nobody the difference to what others were told."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from caylus_tools.server.tables import Audience, LiveTable, Message
from caylus_tools.server.tables.state_messages import find_difference
from support.serving.people import State, amend, take_message

from .house import OWNER, House, load_modules, play, state

pytestmark = pytest.mark.slow

OFTEN = 30
"""Choices after each of which all pages are compared."""


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1, "b": {"c": [1, 2]}}, {"a": 1, "b": {"c": [1, 3]}}, {"b": {"c": {"1": [3]}}}),
        ({"a": [1]}, {"a": [1, 2]}, {"a": [[1, 2]]}),
        ({"a": {"b": 1}}, {"a": {"c": 1}}, {"a": [{"c": 1}]}),
        ({"a": {"b": 1}}, {"a": None}, {"a": [None]}),
        ({"a": []}, {"a": {}}, {"a": [{}]}),
    ],
    ids=str,
)
def test_a_difference_names_what_has_changed_and_nothing_else(old: Any, new: Any, difference: Any) -> None:
    assert find_difference(old, new) == difference
    assert amend(old, json.loads(json.dumps(difference))) == new


class Page:
    """A page of a seat, or of a spectator, that takes the messages it is sent."""

    def __init__(self, table: LiveTable, seat: str | None, visitor: str) -> None:
        self._table, self._audience = table, Audience(seat, visitor)
        self.state: State = {}

    def hear(self) -> str:
        """Takes the next message; its type."""
        told: Message = self._table.messages([self._audience])[self._audience]
        message = json.loads(told.data)
        self.state = take_message(self.state, message)
        self._audience = self._audience._replace(since=told.since, chat=told.chat, moment=told.moment)
        return str(message["type"])

    def is_up_to_date(self) -> bool:
        told = state(self._table, self._audience.seat, self._audience.visitor)
        new = ("moment", "cursor", "log", "log_from", "chat")
        return {name: value for name, value in self.state.items() if name not in new} == {
            name: value for name, value in told.items() if name not in new
        }


@pytest.mark.parametrize("name", [pytest.param("classic", marks=pytest.mark.nightly), "1303"])
def test_a_page_that_takes_the_changes_knows_what_a_new_page_is_told(house: House, name: str) -> None:
    table = house.table(load_modules(name), people=3)
    pages = [Page(table, seat["name"], seat["name"]) for seat in table.about_table(OWNER)["seats"]]
    pages.append(Page(table, None, OWNER))
    assert [page.hear() for page in pages] == ["state"] * 4
    for number in range(OFTEN):
        play(table, Random(number), 1)
        sorts = [page.hear() for page in pages]
        assert sorts == ["change"] * 4
        assert all(page.is_up_to_date() for page in pages)


def test_who_has_missed_much_is_told_everything(house: House) -> None:
    table = house.table(load_modules("classic"))
    seats = [seat["name"] for seat in table.about_table(OWNER)["seats"]]
    slow, quick = (Page(table, seat, seat) for seat in seats)
    assert [slow.hear(), quick.hear()] == ["state", "state"]
    for number in range(3):
        play(table, Random(number), 1)
        assert quick.hear() == "change"
    assert slow.hear() == "state"
    assert slow.is_up_to_date()


def test_who_leaves_a_seat_is_told_everything_that_a_spectator_may_know(house: House) -> None:
    table = house.table(load_modules("1303"))
    seat = table.about_table(OWNER)["seats"][0]["name"]
    page, spectator = Page(table, seat, OWNER), Page(table, None, OWNER)
    told = Page(table, seat, seat)
    assert [page.hear(), spectator.hear(), told.hear()] == ["state", "state", "state"]
    assert (page.state["seat"], told.state["seat"]) == (None, seat)
    table.leave(seat, seat)
    assert told.hear() == "state"
    assert told.state["seat"] is None


def test_nobody_is_told_the_difference_to_what_others_were_told(house: House) -> None:
    table = house.table(load_modules("1303"))
    first, second = (seat["name"] for seat in table.about_table(OWNER)["seats"])
    one = Audience(first, first)
    other = Audience(second, second, moment=table.messages([one])[one].moment)
    assert json.loads(table.messages([other])[other].data)["type"] == "state"
