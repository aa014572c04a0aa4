"""What is attached to values, conditions, actions and gains, and in which order."""

from __future__ import annotations

import pytest
from caylus import model as m

from .small import check_texts, codes, fault, model, warnings

TABLE = """
resource coin
kind hut plural huts { price number, state owner player }
hut barn { price 3 }
value rent(player, hut) = hut.price
condition free(hut) { require hut.owner is none }
action rest(player) { gain 1 coin }
phase morning { }
phase evening { }
sequence day = morning, evening
"""


def rest(*texts: str) -> m.Action:
    return model(TABLE + texts[0], *texts[1:]).actions["rest"]


def gains(body: m.Body) -> list[str]:
    """A body of gains and conditions, in short."""
    found = []
    for x in body:
        if isinstance(x, m.If):
            found.append(f"if({' '.join(gains(x.then))}|{' '.join(gains(x.otherwise))})")
        elif isinstance(x, m.Transfer) and isinstance(x.payment, m.ConstPayment):
            found.append(str(x.payment.alternatives[0][0][1]))
    return found


def rule(name: str, text: str) -> str:
    return f"rule {name} {{ {text} }}\n"


def test_the_order_of_the_files_is_the_order_of_the_text() -> None:
    first, second = rule("a", "after rest(p) { p gains 2 coin }"), rule("b", "after rest(p) { p gains 3 coin }")
    assert gains(rest("", first, second).body) == ["1", "2", "3"]
    assert gains(rest("", second, first).body) == ["1", "3", "2"]


def test_a_rule_bends_a_constant_which_is_asked_in_play_then() -> None:
    text = "constant wage = 2\naction work(player) { gain wage coin }\n" + rule("a", "wage is more by 3 where size of huts > 2")
    made = model(TABLE + text)
    assert isinstance(made.constants["wage"], m.Const)
    assert (made.constants["wage"].value, made.values["wage"].modifiers[0].change) == (2, "plus")
    (gain,) = made.actions["work"].body
    assert isinstance(gain, m.Transfer)
    assert isinstance(gain.payment, m.Quantity)
    assert gain.payment.amount == m.CallValue(made.values["wage"], ())


def test_an_instead_for_all_cases_stands_below_those_for_some() -> None:
    text = rule("a", "instead of rest(player) { gain 9 coin }") + rule("b", "instead of rest(player) where 2 > 1 { gain 3 coin }")
    assert gains(rest(text).body) == ["if(3|9)"]


def test_two_insteads_for_all_cases_are_refused_with_both_places() -> None:
    found = fault(TABLE + rule("a", "instead of rest(player) { }") + rule("b", "instead of rest(player) { }"))
    assert (found.code, found.message) == ("E0411", "two rules stand instead of `rest`, and neither says when")
    assert found.span is not None
    assert found.notes[0].span is not None
    assert found.span.line == found.notes[0].span.line + 1


def test_an_action_lists_the_rules_woven_into_it() -> None:
    text = 'rule a "Feast" see "Page 9" { after rest(player) { gain 2 coin } }'
    (site,) = rest(text).attached
    assert (site.rule, site.title, site.see) == ("a", "Feast", "Page 9")


def test_an_object_attaches_as_itself() -> None:
    text = 'hut inn "The inn" see "Page 2" { price 2, after rest(player) where this.owner is player { gain 2 coin } }'
    last = rest(text).body[-1]
    assert isinstance(last, m.If)
    assert isinstance(last.condition, m.Compare)
    assert isinstance(last.condition.left, m.Read)
    assert last.condition.left.object == m.Const(1, m.Type("object", model_kind(last.condition.left)))
    assert (last.site.rule, last.site.title, last.site.see) == ("inn", "The inn", "Page 2")


def model_kind(read: m.Read) -> m.Kind:
    assert read.state.kind is not None
    return read.state.kind


PLACES = """
kind plot plural plots called hut { state hut hut, state owner player }
row field of 3 plots
kind hut plural huts { state guest player }
value price(player, plot) = 2
action visit(player, plot, hut) { set hut.guest to player }
action main() { for each player in players, plot in field { lose price(player, plot) coin, do visit(player, plot, plot.hut) } }
resource coin
"""


def test_here_is_a_place_that_the_object_lies_on_and_this_the_object() -> None:
    named = "before visit(player, plot, hut) where plot.hut is this and plot.owner is player { set plot.owner to none }"
    itself = "after visit(player, plot, hut) where hut is this { gain 1 coin }"
    short = named.replace("(player, plot,", "(player, here,").replace("plot.hut is this and ", "").replace(" plot.", " here.")
    made = [
        model(PLACES + f"hut barn {{ {one}, {other} }}").actions["visit"].body
        for one, other in ((named, itself), (short, "after visit(player, plot, this) { gain 1 coin }"))
    ]
    long, short_ = ([str(x.condition) for x in body if isinstance(x, m.If)] for body in made)
    assert len(long) == 2
    assert long == short_


def test_more_rules_instead_of_one_action_than_anybody_can_follow_are_refused() -> None:
    many = "".join(rule(f"r{i}", f"instead of rest(player) where player.coin is {i} {{ }}") for i in range(40))
    assert codes(TABLE + many) == ["E0411"]


def test_an_attachment_has_a_title_and_a_citation_of_its_own_or_those_of_its_rule() -> None:
    text = 'rule a "Rule" see "Page 1" { before rest(p) "Gate" see "Page 2" { }, after rest(p) { } }'
    sites = model(TABLE + text).actions["rest"].attached
    assert [(site.rule, site.title, site.see) for site in sites] == [("a", "Gate", "Page 2"), ("a", "Rule", "Page 1")]


ORCHARD = "resource coin, apple, pear\ngroup fruit = apple, pear\nvalue v() = 1\n"


def trigger_rule(*triggers: str) -> str:
    return "rule r {\n" + "\n".join(triggers) + "\n}"


# ---- circles


def test_a_circle_is_shown_step_by_step() -> None:
    text = ORCHARD + trigger_rule("after player gains apple { do gain_more(player) }", "after player gains pear { gain 1 apple }")
    found = fault(text + "\naction gain_more(player) { if player.coin > 2 { gain 2 pear } }")
    assert found.code == "E0417"
    way = "`gain_more` leads to `pear` leads to `r` leads to `apple` leads to `r` leads to `gain_more`"
    assert found.message == f"this goes round in a circle: {way}"
    assert [(note.text, note.span and note.span.line) for note in found.notes[1:3]] == [
        ("`r` leads to `apple` here", 6),
        ("`apple` leads to `r` here", 5),
    ]


# ---- warnings


def test_what_is_raised_past_those_who_wait_for_it_is_pointed_out() -> None:
    given = "rule g { after begin() { for each player in players { CHANGE } } }\n"

    def find_all(change: str) -> list[str]:
        return warnings(
            "resource coin, apple\n" + given.replace("CHANGE", change) + trigger_rule("after player gains apple { gain 1 coin }")
        )

    assert find_all("raise player.apple by 1") == ["W1010"]
    assert find_all("for each thing in resources { raise player[thing] by 1 }") == ["W1010"]
    assert find_all("set player.apple to player.apple + 1") == find_all("gain 1 apple, lower player.apple by 1") == []


@pytest.mark.nightly
@pytest.mark.slow
def test_hundreds_of_triggers_that_wait_for_each_other_are_checked_soon() -> None:
    names = [f"r{i}" for i in range(600)]
    chain = "\n".join(f"after player gains {a} {{ gain 1 {b} }}" for a, b in zip(names[1:], names, strict=False))
    made, found = check_texts(
        f"resource coin, {', '.join(names)}\nrule r {{\n{chain}\n}}\nrule g {{ after begin() {{ for each player in players {{ gain 1 r599 }} }} }}"
    )
    assert made is not None, found
