"""Names that are given and never asked for."""

from __future__ import annotations

import pytest

from .small import check_texts, warnings

GIVEN = "list order of player\nstate pot number\n"
DONE = (
    "\nrule r { after begin() { for each player in players { do a(player), add player to order, raise pot by size of order } } }"
)


def find_all(body: str) -> list[tuple[str, int, str]]:
    text = GIVEN + f"action a(player) {{ {body} }}" + DONE
    return [(f.code, f.span.column, f.message) for f in check_texts(text)[1] if f.span is not None and f.code != "W1009"]


@pytest.mark.parametrize(
    "body",
    [
        "for each p in players { gain 1 coin }",
        "for each p in order { gain 1 coin }",
        "for each p in shuffled players { lose 1 coin }",
        "for each p in players where p is not player { gain 1 coin }",
        "for each p in players { may pay 1 coin to raise pot by 1 }",
        "for each p in players { choose { option rest { raise pot by 1 } option sleep { lower pot by 1 } } }",
        "for each p in players { if pot > 2 { gain 1 coin } else { raise pot by 1 } }",
        "for each p in players { for each n in 1 to 2 { gain 1 coin } }",
        "for each p in players { player gains 1 coin }",
        "for each p in players { set player.coin to 4 }",
        "for each p in players { do b(player) } }\naction b(player) { gain 1 coin",
        "for each p in order, n in 1 to 3 { gain n coin }",
    ],
)
def test_a_loop_that_serves_the_same_player_each_time_is_pointed_out(body: str) -> None:
    message = "`p` is never used: each time this is done for the same `player`"
    assert find_all(body) == [("W1020", 29, message)]


@pytest.mark.parametrize(
    "body",
    [
        "for each p in players { p gains 1 coin }",
        "for each p in players { raise pot by 1 }",
        "for each p in players where p.coin > player.coin { player gains 1 coin }",
        "for each p in players { gain p.coin coin }",
        "for each p in players { if p.coin > 2 { gain 1 coin } }",
        'for each p in players { gain 1 coin, say "as {p} has it" }',
        "for each n in 1 to 3 { gain 1 coin }",
        "for each p in players { p chooses { option rest { raise pot by 1 } option sleep { lower pot by 1 } } }",
        "for each p in players { for each q in order where q is p { q gains 1 coin } }",
        "for each p in order, n in 1 to 3 { p gains n coin }",
        "gain (count of p in players where p.coin > 2) coin",
    ],
)
def test_a_loop_that_uses_its_name_or_serves_nobody_is_none(body: str) -> None:
    assert find_all(body) == []


def test_a_loop_that_names_player_anew_serves_each() -> None:
    text = "rule r { after begin() { for each p in players { for each player in players { gain 1 coin } } } }"
    assert warnings(text) == []


def test_the_help_says_both_ways() -> None:
    told = next(
        f
        for f in check_texts(GIVEN + "action a(player) { for each p in players { gain 1 coin } }" + DONE)[1]
        if f.code == "W1020"
    )
    assert (told.label, told.help) == (
        "not for each `p`",
        "say who is meant: `p gains …`, or `for each player in …`; if it is `player` each time, count: `count of …`",
    )


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("let n = 3 gain 1 coin", "n"),
        ("let drawn = random order gain 1 coin", "drawn"),
        ("let line = shuffled players gain 1 coin", "line"),
        ("if pot > 2 { let n = pot } let n = 2 gain n coin", "n"),
        ("let n = 3 let half = n / 2 gain 1 coin", "half"),
    ],
)
def test_a_let_that_nobody_asks_for_is_pointed_out(body: str, name: str) -> None:
    assert [(code, message) for code, _, message in find_all(body.replace(" gain", "\n gain").replace(" let", "\n let"))] == [
        ("W1021", f"`{name}` is never used")
    ]


@pytest.mark.parametrize(
    "body",
    [
        "let n = 3\n gain n coin",
        "let n = 3\n if pot > n { gain 1 coin }",
        'let n = 3\n say "it is {n}"',
        "let n = 3\n for each m in 1 to n { gain m coin }",
        "let n = 3\n choose { option rest { gain n coin } option sleep { gain 1 coin } }",
        "let n = 3\n may { require pot > n, pay 1 coin, raise pot by 1 }",
        "let line = shuffled players\n for each p in line { p gains 1 coin }",
    ],
)
def test_a_let_that_something_asks_for_is_none(body: str) -> None:
    assert find_all(body) == []
