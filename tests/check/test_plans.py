"""Tables and sequences."""

from __future__ import annotations

import pytest
from caylus import model as m

from .small import codes, fault, model

SEASONS = """
resource coin
kind season plural seasons
season spring
season autumn
"""


def test_a_table_picks_a_cell_by_an_object_and_a_number() -> None:
    text = "table weather(player) by season, year {\n spring | gain 1 coin | gain 2 coin\n autumn | lose 1 coin | nothing\n}"
    action = model(SEASONS + text).actions["weather"]
    assert [(p.name, str(p.type)) for p in action.params] == [("player", "player"), ("season", "season"), ("year", "number")]
    (spring,) = action.body
    assert isinstance(spring, m.If)
    assert isinstance(spring.condition, m.Compare)
    assert spring.condition.right == m.Const(0, action.params[1].type)
    (first,) = spring.then
    (autumn,) = spring.otherwise
    assert isinstance(first, m.If)
    assert isinstance(autumn, m.If)
    assert len(first.then) == 1
    assert autumn.otherwise == ()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("spring | nothing", "`weather` has no row for `autumn`"),
        ("spring | nothing\nautumn | nothing | nothing", "this row has 2 cells, the first 1"),
        ("spring | nothing\nautumn | nothing\nspring | nothing", "`spring` has two rows in `weather`"),
        (
            "spring | nothing\nautumn | nothing\nsummer | nothing",
            "`summer` is nothing in this ruleset; the rows of `weather` are seasons",
        ),
        ("spring | nothing\nautumn | nothing\ncoin | nothing", "`coin` is a resource; the rows of `weather` are seasons"),
    ],
)
def test_a_table_has_one_row_for_each_object_and_all_are_as_long(rows: str, message: str) -> None:
    found = fault(SEASONS + f"table weather(player) by season, year {{\n{rows}\n}}")
    assert (found.code, found.message) == ("E0314", message)


def test_what_is_wrong_in_a_cell_is_found() -> None:
    assert codes(SEASONS + "table weather(player) by season, year {\nspring | gain 1 coni\nautumn | gain 2\n}") == [
        "E0204",
        "E0301",
    ]


@pytest.mark.parametrize(("members", "code"), [("rest", "E0302"), ("coin", "E0206"), ("sleep", "E0204"), ("score", "E0206")])
def test_a_sequence_is_made_of_actions_that_take_nothing(members: str, code: str) -> None:
    assert fault(f"action rest(player) {{ gain 1 coin }}\nsequence day = begin, {members}").code == code


def test_a_sequence_may_be_part_of_another() -> None:
    made = model("sequence year = day, begin\nsequence day = begin, begin")
    (first, *_) = made.actions["year"].body
    assert isinstance(first, m.Do)
    assert first.action is made.actions["day"]
