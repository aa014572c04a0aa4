"""What is attached to values, conditions, actions and gains, and in which order."""

from __future__ import annotations

import pytest
from caylus import model as m

from .small import check_texts, codes, fault, faults, model, warnings

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


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("wage() is 3", "E0302", "`wage` is a constant, and has no parentheses"),
        ("rent is 3", "E0302", "`rent` is a value, and has parentheses"),
        ("wage is 3 coin", "E0301", "`3 coin` is a payment, but `wage` is a number"),
        ("barn is 3", "E0206", "`barn` is a hut, not a value or a constant"),
    ],
)
def test_what_is_wrong_with_a_bent_constant(text: str, code: str, message: str) -> None:
    found = fault(TABLE + "constant wage = 2\n" + rule("a", text))
    assert (found.code, found.message) == (code, message)


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


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("hut barn { price(here, plot) is more by 1 }", "E0205", "`here` cannot be a player"),
        ("rule a { price(player, here) is more by 1 }", "E0210", "`this` is nothing here"),
        ("hut barn { price(this, plot) is more by 1 }", "E0304", "`is` does not go between a player and a hut"),
        ("hut barn { price(here, here) is more by 1 }", "E0203", "`here` already means something else"),
        ("action a(player) { gain here.number coin }", "E0204", "`here` is nothing in this ruleset"),
    ],
)
def test_here_and_this_stand_for_what_they_can_be(text: str, code: str, message: str) -> None:
    found = fault(PLACES + text)
    assert (found.code, message in found.message) == (code, True)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("rest(p) is more by 1", "E0206", "`rest` is an action, not a value"),
        ('forbid rent(p, h) where p is h "no"', "E0206", "`rent` is a value, not a condition"),
        ("before free(h) { }", "E0206", "`free` is a condition, not an action"),
        ("after each of rest { }", "E0206", "`rest` is an action, not a sequence"),
        ("rant(p, h) is more by 1", "E0204", "`rant` is not a value in this ruleset"),
        ("rent(h) is more by 1", "E0302", "`rent` takes 2, but has 1 here"),
        ("after rest(a, b) { }", "E0302", "`rest` takes 1, but has 2 here"),
        ("rent(p, h) is more by 1 coin", "E0301", "`1 coin` is a payment, but `rent` is a number"),
        ("rent(p, h) is more by 1 where h.price", "E0301", "`h.price` is a number, but `where` needs a flag"),
        ("rent(p, p) is more by 1", "E0203", "`p` already means something else"),
        ("after rest(p) { gain 1 coin }", "E0407", "who gains? there is no `player` here"),
        ("after rest(p) { stop }", "E0403", "there is no `repeat` to stop here"),
    ],
)
def test_what_is_wrong_with_an_attachment(text: str, code: str, message: str) -> None:
    found = fault(TABLE + rule("a", text))
    assert (found.code, found.message) == (code, message)


def test_only_numbers_go_up_and_down() -> None:
    assert codes("value v() = 1 coin\n" + rule("a", "v() is never more than 2 coin")) == ["E0316"]
    assert codes("value v() = 1 < 2\n" + rule("a", "v() is no")) == []


def test_more_rules_instead_of_one_action_than_anybody_can_follow_are_refused() -> None:
    many = "".join(rule(f"r{i}", f"instead of rest(player) where player.coin is {i} {{ }}") for i in range(40))
    assert codes(TABLE + many) == ["E0411"]


def test_an_attachment_has_a_title_and_a_citation_of_its_own_or_those_of_its_rule() -> None:
    text = 'rule a "Rule" see "Page 1" { before rest(p) "Gate" see "Page 2" { }, after rest(p) { } }'
    sites = model(TABLE + text).actions["rest"].attached
    assert [(site.rule, site.title, site.see) for site in sites] == [("a", "Gate", "Page 2"), ("a", "Rule", "Page 1")]


ORCHARD = "resource coin, apple, pear\ngroup fruit = apple, pear\nvalue v() = 1\n"
GIVES = "rule g { after begin() { for each player in players { gain 1 apple + 1 pear } } }\n"


def trigger_rule(*triggers: str) -> str:
    return "rule r {\n" + "\n".join(triggers) + "\n}"


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
    assert codes(ORCHARD + trigger_rule(trigger)) == [code]


def test_an_attachment_of_an_object_speaks_of_it_as_this() -> None:
    text = "kind hut plural huts { state open flag }\nhut barn { after player gains coin where not this.open { set this.open to yes } }"
    assert codes(text) == []


def test_waiting_for_something_does_not_use_it() -> None:
    assert warnings("resource coin, apple\n" + trigger_rule("after player gains apple { gain 1 coin }")) == ["W1001"]


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
    found = faults(ORCHARD + more + GIVES + trigger_rule(f"after player gains apple {{ {body} }}"))
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
    assert codes(ORCHARD + GIVES + trigger_rule(f"after player gains apple {{ {body} }}", asks)) == []


def test_a_repeat_in_which_a_gain_leads_to_a_decision_may_go_on() -> None:
    loop = "action a(player) { repeat while player.coin < 9 { gain 1 apple } }\nrule s { after begin() { for each player in players { do a(player) } } }"
    assert codes(ORCHARD + loop) == ["E0402"]
    assert codes(ORCHARD + loop + "\n" + trigger_rule("after player gains apple { may gain 1 coin }")) == []
    assert codes(ORCHARD + loop + "\n" + trigger_rule("after player gains apple { gain 1 coin }")) == ["E0402"]


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


def test_a_condition_that_always_holds_is_pointed_out_in_a_trigger_too() -> None:
    assert "W1005" in warnings(ORCHARD + GIVES + trigger_rule("after player gains apple where 1 < 2 { gain 1 coin }"))


@pytest.mark.nightly
@pytest.mark.slow
def test_hundreds_of_triggers_that_wait_for_each_other_are_checked_soon() -> None:
    names = [f"r{i}" for i in range(600)]
    chain = "\n".join(f"after player gains {a} {{ gain 1 {b} }}" for a, b in zip(names[1:], names, strict=False))
    made, found = check_texts(
        f"resource coin, {', '.join(names)}\nrule r {{\n{chain}\n}}\nrule g {{ after begin() {{ for each player in players {{ gain 1 r599 }} }} }}"
    )
    assert made is not None, found
