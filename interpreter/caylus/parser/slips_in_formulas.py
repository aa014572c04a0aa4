"""Slips in formulas: what joins parts of a payment, questions about lists inside others, bounds and numbers."""

from __future__ import annotations

from .slips import At, Change, Slip

_QUESTIONS = {"SOME", "COUNT", "SUM", "FIRST", "SORT", "RANDOM"}
_JOINTS = {"AND", "OR", "NOT", "PLUS", "MINUS", "FACTOR", "COMPARISON", "IS"}


def payment_with_comma(at: At) -> Slip | None:
    """`cost 1 coin, 1 apple`."""
    comma = next((at.place - back for back in (1, 2) if at.type(-back) == "COMMA"), None)
    if comma is None or at.line[comma + 1 : comma + 2] == [] or at.line[comma + 1].type != "NUMBER" or comma == 0:
        return None
    message = f"`{at.text(comma + 1, comma + 3)}` stands alone here"
    help = "the parts of a payment are joined by `+`"
    return Slip(message, comma + 1, comma + 3, help, (Change(comma, comma + 1, "+"),), "write `+`", is_guess=True)


def question_inside(at: At) -> Slip | None:
    """`… and some x in list where …`, without parentheses."""
    if at.type() not in _QUESTIONS or "LPAR" not in at.accepted_types or at.type(-1) not in _JOINTS:
        return None
    inside, last = at.here.copy(), at.place
    inside.feed("LPAR")
    for number, token in enumerate(at.line[at.place :], at.place):
        if not inside.feed(token.type):
            break
        if inside.admits("RPAR"):
            last = number + 1
    word = at.line[at.place].text
    changes = (Change(at.place, at.place, "("), Change(last, last, ")")) if last > at.place else ()
    message = f"`{word} …` stands in parentheses inside another formula"
    title = f"write `({at.text(at.place, last)})`"
    return Slip(message, at.place, at.place + 1, "it reaches as far to the right as it can", changes, title)


def two_bounds(at: At) -> Slip | None:
    """`1 < x < 4`."""
    if at.type() != "COMPARISON":
        return None
    first = next((i for i in range(at.place - 1, -1, -1) if at.line[i].type == "COMPARISON"), None)
    if first is None:
        return None
    middle = at.text(first + 1, at.place)
    message, help = "two comparisons are joined by `and`", f"`{middle}` stands in both of them"
    return Slip(
        message, at.place, at.place + 1, help, (Change(at.place, at.place, f"and {middle}"),), f"write `and {middle}` before it"
    )


def fraction(at: At) -> Slip | None:
    """`7.5`."""
    if at.types(-2, 0) != ["NUMBER", "DOT", "NUMBER"]:
        return None
    help = "there are no fractions; count in halves or tenths, and divide at the end"
    return Slip("numbers are whole", at.place - 2, at.place + 1, help)


def misplaced_amount(at: At) -> Slip | None:
    """`gain coin 1`, `quay 2`."""
    if at.types(-1, 0) != ["NAME", "NUMBER"] or "DIFFERENT" not in at.accepted_types:
        return None
    name, number = at.line[at.place - 1].text, at.line[at.place].text
    if at.type(-2) in ("GAIN", "PAY", "LOSE", "GAINS", "PAYS", "LOSES"):
        message, new = "an amount stands before what it counts", f"{number} {name}"
        return Slip(message, at.place - 1, at.place + 1, "", (Change(at.place - 1, at.place + 1, new),), f"write `{new}`")
    help = f"an amount stands before what it counts: `{number} {name}`; a member of a row or list in brackets: `{name}[{number}]`"
    return Slip(f"`{number}` stands alone behind `{name}`", at.place, at.place + 1, help)
