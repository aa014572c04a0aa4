"""Things nobody can come by, and resources that nothing brings."""

from __future__ import annotations

import pytest

from check.small import check_texts, warnings

KINDS = """
kind hut plural huts { price number = 1 }
kind stone_hut plural stone_huts is hut
kind wood_hut plural wood_huts is hut
stone_hut tower
state site hut
rule taxes { after begin() { for each player in players where site is not none { lose site.price coin } } }
"""


def building(way: str) -> list[str]:
    """The codes found where huts come to the site in some way."""
    return unobtainable(KINDS + f"rule builders {{ after begin() {{ {way} }} }}")


def unobtainable(text: str) -> list[str]:
    """The warnings of this matter; what can never hold where a thing is never there is told of besides."""
    return [code for code in warnings(text) if code in ("W1006", "W1007")]


def test_a_thing_that_no_rule_leads_to_is_pointed_out() -> None:
    assert building("for each hut in wood_huts { set site to hut }") == ["W1006"]


@pytest.mark.parametrize(
    "way",
    [
        "set site to tower",
        "for each hut in stone_huts { set site to hut }",
        "for each hut in huts { set site to hut }",
        "set site to first hut in huts",
    ],
)
def test_its_name_its_kind_and_the_kinds_above_lead_to_a_thing(way: str) -> None:
    assert building(way) == []


def test_the_row_that_a_thing_stands_in_leads_to_it() -> None:
    row = "row street of [tower]\nrule builders { after begin() { set site to street[1] } }"
    assert warnings(KINDS + row) == []


def test_a_thing_with_attachments_acts_by_itself() -> None:
    assert warnings("kind law plural laws\nlaw tithe { score(player) is less by 1 }") == []


def test_a_resource_that_nothing_brings_is_pointed_out() -> None:
    market = "resource coin, salt\nrule r { after begin() { for each player in players { may pay 1 salt to gain 1 coin } } }"
    (found,) = check_texts(market)[1]
    assert (found.code, found.message) == ("W1007", "nothing ever brings `salt`")


@pytest.mark.parametrize(
    "way",
    [
        "gain 1 salt",
        "gain 2 goods",
        "gain 1 coin or 1 salt",
        "gain player.coin salt",
        "gain gift(player)",
        "gain barn.worth",
        "raise player.salt by 1",
        "set player.salt to 3",
        "do give(player, 1 salt)",
    ],
)
def test_a_resource_may_be_brought_in_many_ways(way: str) -> None:
    text = f"""
    resource coin, salt
    group goods = coin, salt
    kind hut plural huts {{ worth payment = nothing }}
    hut barn {{ worth 1 salt + 1 coin }}
    value gift(player) {{ 1 salt if player.coin > 2, 1 coin otherwise }}
    action give(player, what: payment) {{ gain what }}
    rule market {{
      after begin() {{ for each player in players {{ {way}, may pay 1 salt to gain 1 coin }} }}
    }}
    """
    assert "W1007" not in warnings(text)


def test_a_supply_is_brought_by_what_returns_to_it() -> None:
    text = "resource camp\nresource coin from camp\nrule r { score(player) is more by 1 where player.camp > 1 }"
    assert unobtainable(text) == []
