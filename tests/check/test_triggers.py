"""What waits for somebody to gain something: what it may wait for, what it can see, and that it ends."""

from __future__ import annotations

import pytest

from .small import check_texts, codes, fault, faults, model, warnings

TABLE = "resource coin, apple, pear\ngroup fruit = apple, pear\nvalue v() = 1\n"
GIVES = "rule g { after begin() { for each player in players { gain 1 apple + 1 pear } } }\n"


def rule(*triggers: str) -> str:
    return "rule r {\n" + "\n".join(triggers) + "\n}"


def test_triggers_stand_in_the_order_of_the_text_whatever_they_wait_for() -> None:
    made = model(
        TABLE,
        rule("after player gains pear { }", "after player gains fruit { }"),
        rule("after p gains coin { }").replace("r {", "s {"),
    )
    assert [[r.name for r in trigger.resources] for trigger in made.triggers] == [["pear"], ["apple", "pear"], ["coin"]]
    assert [trigger.action.site.rule for trigger in made.triggers] == ["r", "r", "s"]


@pytest.mark.parametrize(
    ("trigger", "code"),
    [
        ("after player gains plum { }", "E0204"),
        ("after player gains v { }", "E0206"),
        ("after player gains apple as player { }", "E0203"),
        ("after player gains apple where 3 { }", "E0301"),
        ("after owner gains apple { gain 1 coin }", "E0407"),
        ("after player gains apple as got { set got to 1 }", "E0308"),
        ("after player gains apple { pay 1 coin }", "E0404"),
        ("after player gains apple { stop }", "E0403"),
    ],
)
def test_what_it_waits_for_and_does_is_checked(trigger: str, code: str) -> None:
    assert codes(TABLE + rule(trigger)) == [code]


def test_an_attachment_of_an_object_speaks_of_it_as_this() -> None:
    text = "kind hut plural huts { state open flag }\nhut barn { after player gains coin where not this.open { set this.open to yes } }"
    assert codes(text) == []


def test_waiting_for_something_does_not_use_it() -> None:
    assert warnings("resource coin, apple\n" + rule("after player gains apple { gain 1 coin }")) == ["W1001"]


# ---- circles


def test_a_circle_is_shown_step_by_step() -> None:
    text = TABLE + rule("after player gains apple { do gain_more(player) }", "after player gains pear { gain 1 apple }")
    found = fault(text + "\naction gain_more(player) { if player.coin > 2 { gain 2 pear } }")
    assert found.code == "E0417"
    way = "`gain_more` leads to `pear` leads to `r` leads to `apple` leads to `r` leads to `gain_more`"
    assert found.message == f"this goes round in a circle: {way}"
    assert [(note.text, note.span and note.span.line) for note in found.notes[1:3]] == [
        ("`r` leads to `apple` here", 6),
        ("`apple` leads to `r` here", 5),
    ]


@pytest.mark.parametrize(
    "body",
    [
        "gain 1 apple",
        "gain 1 apple + 1 coin",
        "for each n in 1 to 2 { if player.coin > n { gain 1 apple } }",
        "do barn.use(player)",
        "for each hut in huts { do hut.use(player) }",
        "for each hut in huts { gain hut.price }",
    ],
)
def test_a_circle_is_found_wherever_the_gain_stands(body: str) -> None:
    more = """
kind hut plural huts { price payment, action use(player) }
hut barn { price 1 apple, use { gain 2 apple } }
"""
    found = faults(TABLE + more + GIVES + rule(f"after player gains apple {{ {body} }}"))
    assert "E0417" in {f.code for f in found}


@pytest.mark.parametrize(
    "body",
    [
        "gain 1 coin",
        "raise player.apple by 1, set player.apple to 2",
        "lose 1 apple",
        "may pay 1 pear to gain 1 apple",
        "gain 1 apple or 1 coin",
        "gain 1 pear",  # which somebody decides about
        "if player.coin is 1 { may gain 1 coin } else { gain 1 apple }",  # as in a `repeat`
    ],
)
def test_none_is_where_somebody_decides_or_nothing_is_gained(body: str) -> None:
    asks = "after player gains pear { may pay 1 coin to gain 1 apple }"
    assert codes(TABLE + GIVES + rule(f"after player gains apple {{ {body} }}", asks)) == []


def test_a_repeat_in_which_a_gain_leads_to_a_decision_may_go_on() -> None:
    loop = "action a(player) { repeat while player.coin < 9 { gain 1 apple } }\nrule s { after begin() { for each player in players { do a(player) } } }"
    assert codes(TABLE + loop) == ["E0402"]
    assert codes(TABLE + loop + "\n" + rule("after player gains apple { may gain 1 coin }")) == []
    assert codes(TABLE + loop + "\n" + rule("after player gains apple { gain 1 coin }")) == ["E0402"]


# ---- warnings


def test_what_is_raised_past_those_who_wait_for_it_is_pointed_out() -> None:
    given = "rule g { after begin() { for each player in players { CHANGE } } }\n"

    def find_all(change: str) -> list[str]:
        return warnings(
            "resource coin, apple\n" + given.replace("CHANGE", change) + rule("after player gains apple { gain 1 coin }")
        )

    assert find_all("raise player.apple by 1") == ["W1010"]
    assert find_all("for each thing in resources { raise player[thing] by 1 }") == ["W1010"]
    assert find_all("set player.apple to player.apple + 1") == find_all("gain 1 apple, lower player.apple by 1") == []


def test_a_condition_that_always_holds_is_pointed_out_in_a_trigger_too() -> None:
    assert "W1005" in warnings(TABLE + GIVES + rule("after player gains apple where 1 < 2 { gain 1 coin }"))


@pytest.mark.nightly
@pytest.mark.slow
def test_hundreds_of_triggers_that_wait_for_each_other_are_checked_soon() -> None:
    names = [f"r{i}" for i in range(600)]
    chain = "\n".join(f"after player gains {a} {{ gain 1 {b} }}" for a, b in zip(names[1:], names, strict=False))
    made, found = check_texts(
        f"resource coin, {', '.join(names)}\nrule r {{\n{chain}\n}}\nrule g {{ after begin() {{ for each player in players {{ gain 1 r599 }} }} }}"
    )
    assert made is not None, found
