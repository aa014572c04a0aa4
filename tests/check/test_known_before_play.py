"""What has to be known before play, where a value says it: as if the value's formula stood there."""

from __future__ import annotations

import pytest

from .small import check_texts, codes, fault, faults, model, place

HUTS = "kind hut plural huts { cost payment = nothing, worth number = 1, steps scale from 0 }\n"
NEEDED = {
    "a constant": "constant rent = @",
    "a property": HUTS + "hut barn { worth @ }",
    "a property that all have": "kind hut plural huts { worth number = @ }\nhut barn",
    "a payment": HUTS + "hut barn { cost @ coin }",
    "a scale": "scale bonus = [1, @]",
    "a scale of an object": HUTS + "hut barn { steps [1, @] }",
    "the length of a row": "kind plot plural plots\nrow lane of @ plots",
    "the length of a row of players": "kind plot plural plots\neach player has { lane row of @ plots }",
    "a state at the start": "state day number = @",
    "a state of players at the start": "each player has { day number = @ }",
    "the bound of a state": "state day number from 0 to @",
    "a depth": "action a(player) { may pay 1 coin to do a(player) at most @ deep }",
    "a formula made of it": "constant rent = 2 + 3 * @",
}


@pytest.mark.parametrize("text", NEEDED.values(), ids=NEEDED)
def test_what_depends_on_the_game_is_refused_through_a_value_as_if_it_stood_there(text: str) -> None:
    game = "list passed of player\nvalue now() = size of passed\nvalue soon() = now()\n"
    (direct,), (named,), (twice,) = (faults(game + text.replace("@", body)) for body in ("(size of passed)", "now()", "soon()"))
    assert direct.code == named.code == twice.code == "E0307"
    assert (named.message, named.help) == (
        direct.message.replace("size of passed", "now()").replace("(now())", "now()"),
        direct.help,
    )


@pytest.mark.parametrize("text", NEEDED.values(), ids=NEEDED)
def test_what_asks_nothing_of_the_game_is_known_through_a_value(text: str) -> None:
    values = "constant half = 1\nvalue now() = twice(half)\nvalue twice(n: number) = 2 * n\n"
    assert codes(values + text.replace("@", "now()")) == []


def test_a_value_that_is_known_is_what_it_comes_to() -> None:
    made = model(
        "value now() = 2 * rate\nconstant rate = 3\nconstant rent = now() + 1\nvalue fare() = now() coin\nconstant toll = fare()"
    )
    assert (made.constants["rent"].value, made.constants["toll"].alternatives) == (7, (((0, 6),),))  # type: ignore[union-attr]


def test_of_cases_the_first_that_holds_is_meant() -> None:
    cases = "value fee(n: number) {\n  1 if n < 2 and not (n is 0)\n  5 if n is 0 or n is 9\n  3 otherwise\n}\n"
    made = model(cases + "constant a = fee(1)\nconstant b = fee(0)\nconstant c = fee(4)")
    assert [made.constants[name].value for name in "abc"] == [1, 5, 3]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("value few() {\n  1 if size of players > 2\n  2 otherwise\n}\nconstant rent = few()", "E0307", "`few()` is not known before play"),
        ("value fee() = 3\nrule r { fee() is more by 1 }\nconstant rent = fee()", "E0307", "`fee()` is not known before play"),
        ("constant fee = 3\nrule r { fee is more by 1 }\nconstant rent = 2 * fee", "E0307", "`fee` is not known before play"),
        ("value debt() = 0 - 1\n" + HUTS + "hut barn { cost debt() coin }", "E0306", "nobody can pay `debt() coin`"),
        ("value none_of() = 0\nkind plot plural plots\nrow lane of none_of() plots", "E0306", "a row cannot have 0 members"),
        ("value fare() = 2 coin\n" + HUTS + "hut barn { worth fare() }", "E0301", "`fare()` is a payment, but `worth` is a number"),
        ("value square(n: number) = n * n * n\nconstant all = square(1000000)", "E0306", "`n * n * n` is too large a number"),
        ("value rich(player) = player.coin\nconstant all = rich(yes)", "E0301", "`yes` is a flag, but for `player` `rich` needs a player"),
    ],
)  # fmt: skip
def test_what_comes_of_a_value_is_judged_as_if_it_stood_there(text: str, code: str, message: str) -> None:
    found = fault(text)
    assert (found.code, found.message) == (code, message)


def test_a_rule_that_changes_the_value_is_shown() -> None:
    found = fault("value fee() = 3\nrule r {\n  fee() is more by 1\n}\nconstant rent = fee()")
    assert place(found) == (5, 17, 22)
    assert [(note.text, note.span.line) for note in found.notes if note.span] == [("a rule changes `fee` here", 3)]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("value fee() = rent\nconstant rent = fee()", "E0208", "this goes round in a circle: `rent` needs `fee` needs `rent`"),
        ("value fee() = toll()\nvalue toll() = fee()\nconstant rent = fee()", "E0401", "this goes round in a circle: `fee` asks `toll` asks `fee`"),
        ("value fee() = 1 + 2 * fee()\nconstant rent = fee()", "E0401", "`fee` asks itself"),
    ],
)  # fmt: skip
def test_a_circle_through_values_is_told_once(text: str, code: str, message: str) -> None:
    found = fault(text)
    assert (found.code, found.message) == (code, message)


@pytest.mark.nightly
def test_values_inside_of_values_end_before_the_stack_does() -> None:
    deep = [f"value v{n}() = {'+ '.join(['1 '] * 140)}+ v{n - 1}()" for n in range(1, 12)]
    assert codes("\n".join(["value v0() = 1", *deep, "constant rent = v11()"])) == ["E0414"]
    wide = [f"value w{n}() = w{n - 1}() + w{n - 1}()" for n in range(1, 40)]
    assert "E0319" in codes("\n".join(["value w0() = 0", *wide, "constant rent = w39()"]))


def test_a_value_in_play_is_still_asked() -> None:
    made = model(
        "value fee() = 3\nconstant rent = fee()\naction a(player) { gain (fee() + rent) coin }\nrule r { after begin() { for each player in players { do a(player) } } }"
    )
    assert "CallValue" in str(made.actions["a"].body)


def test_a_value_without_a_fault_leaves_none() -> None:
    assert (
        check_texts(
            "value fee() = 3\nconstant rent = fee()\nrule r { after begin() { for each player in players { player gains rent coin } } }"
        )[1]
        == ()
    )
