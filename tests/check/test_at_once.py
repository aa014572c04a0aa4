"""What may be chosen at once: a question asked of a table that lies still, once of each player."""

from __future__ import annotations

import pytest

from .small import check_texts, codes, fault, place, warnings

THINGS = """
resource coin "coin", charm
resource nut from coin
kind hut plural huts { fee payment = nothing, state owner player, state guests number }
hut den { fee 2 coin }
list order of player
each player has { mark number }
state day number
"""
CHOICE = "choose { option stay { }, option go { gain 1 coin } }"


def loop(body: str, head: str = "for each player in players at once") -> str:
    return f"{THINGS}\naction main() {{\n  {head} {{\n    {body}\n  }}\n}}"


@pytest.mark.parametrize(
    "body",
    [
        CHOICE,
        f'let purse = player.coin\n    {CHOICE}\n    say "{{player}} is done"',
        "may pay 1 coin to gain 1 nut",
        "player may choose { option go { gain 1 coin } }",
        "choose { option go { repeat at most 2 times { stop } }, option stay { } }",
        f"{CHOICE}\n    for each other in order at once {{ other may {{ other gains 1 coin }} }}",
    ],
)
def test_a_body_is_names_a_choice_and_anything_after_it(body: str) -> None:
    assert codes(loop(body)) == []


@pytest.mark.parametrize(
    "body",
    [
        f"gain 1 coin\n    {CHOICE}",
        f"if day > 1 {{ {CHOICE} }}",
        f'say "now"\n    {CHOICE}',
        f"for each other in order at once {{ other may {{ other gains 1 coin }} }}\n    {CHOICE}",
        f"let lots = shuffled huts\n    {CHOICE}",
        f"let die = random 1 to 6\n    {CHOICE}",
        "gain 1 coin",
        "let purse = player.coin",
    ],
)
def test_what_is_asked_at_once_comes_first(body: str) -> None:
    assert codes(loop(body)) == ["E0419"]


def test_what_comes_too_early_is_pointed_at() -> None:
    assert place(fault(loop(f"gain 1 coin\n    {CHOICE}")))[:2] == (11, 5)


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("den.owner chooses { option stay { }, option go { } }", "for each player in players at once"),
        ("hut.owner chooses { option stay { }, option go { } }", "for each hut in huts at once"),
        ("order[1] chooses { option stay { }, option go { } }", "for each n in 1 to 3 at once"),
    ],
)
def test_each_player_chooses_once_and_for_themselves(body: str, head: str) -> None:
    assert codes(loop(body, head)) == ["E0418"]


def test_whoever_chooses_may_be_one_of_several_that_go_side_by_side() -> None:
    assert codes(loop(CHOICE, "for each player in order, hut in huts at once")) == []


def test_no_stop_leaves_a_loop_in_which_others_have_chosen_as_well() -> None:
    text = loop("choose { option stay { stop }, option go { } }")
    inside = text.replace("for each player", "repeat at most 3 times { for each player").removesuffix("}") + "} }"
    assert codes(inside) == ["E0403"]


def test_listing_the_options_of_all_is_one_piece_of_work() -> None:
    many = "choose { option go(a in 1 to 99, b in 1 to 99, c in 1 to 5 where a + b + c is 3) { }, option stay { } }"
    assert codes(loop(many, "for each player in players")) == []
    assert codes(loop(many)) == ["E0416"]


# ---- what one spoils for another


@pytest.mark.parametrize(
    "body",
    [
        "choose { option take(hut in huts where hut.owner is none) { set hut.owner to player }, option stay { } }",
        "choose { option rob(other in order where other.coin > 0) { other loses 1 coin }, option stay { } }",
        "choose { option last { require player is not in order, add player to order }, option stay { } }",
        "may choose { option visit(hut in huts) { require hut.guests < 2, do enter(player, hut) } }",
        "may { player pays 1 coin, richest() loses 1 coin }",
    ],
)
def test_it_is_pointed_out_where_one_may_spoil_what_another_has_chosen(body: str) -> None:
    text = f"{loop(body)}\nrule r {{ after begin() {{ do main() }} }}\n{HELPERS}"
    assert "W1011" in warnings(text)


@pytest.mark.parametrize(
    "body",
    [
        "choose { option go { pay 1 coin, raise player.mark by 1 }, option stay { } } else { nothing }",
        "may choose { option bid(n in 1 to player.coin) { set player.mark to n } }",
        "may pay 1 nut to gain 1 charm",
        "choose { option note { do mark(player) }, option stay { require player.mark < 9, raise day by 1 } } else { nothing }",
        'choose { option take(hut in huts where hut.owner is none) { set hut.owner to player } } else { say "too late" }',
    ],
)
def test_nobody_spoils_what_is_another_s_own_or_provided_for(body: str) -> None:
    text = f"{loop(body)}\nrule r {{ after begin() {{ do main() }} }}\n{HELPERS}"
    assert "W1011" not in warnings(text)


HELPERS = """
action enter(player, hut) { raise hut.guests by 1 }
action mark(player) { raise player.mark by 1 }
value richest() = first player in players with most player.coin
"""


def test_it_is_said_what_is_asked_for_and_changed() -> None:
    body = "choose { option take(hut in huts where hut.owner is none) { set hut.owner to player }, option stay { } }"
    _, found = check_texts(loop(body))
    told = next(diagnostic for diagnostic in found if diagnostic.code == "W1011")
    assert told.label == "it asks for `owner`, and changes it"
