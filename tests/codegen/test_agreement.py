"""The check of a text, what is worked out before a game, play, and play that somebody watches agree on every number and fault."""

from __future__ import annotations

import caylus
import pytest
from caylus.codegen import Probe
from caylus.limits import NUMBER_BOUND
from hypothesis import example, given
from hypothesis import strategies as st
from support import tiny
from support.traced import play_traced

pytestmark = pytest.mark.slow

# ---- formulas as texts

KNOWN = (
    "1",
    "7",
    "1000",
    "1000000",
    "large",
    "(size of players)",
    "limitless()",
    "far()",
    "n",
    "k",
    "(sum of j * k * far() for j in 1 to 3)",
)

HEAD = """
resource coin, apple, pear
group fruit = apple, pear
constant large = 1000000 * 1000000
state n number = {n}
state k number = {k}
state r number
value square(x: number) = x * x
value twice(x: number) = x + x
value far() = square(large)
value limitless() = square(square(1000))
value guarded(x: number) {{
  0  if x < 10 and square(x) < 50
  x  otherwise
}}
value owed(x: number) = x coin
value fruits(x: number) = x fruit
value is_small(x: number) = square(square(x)) < 1000
condition fine(x: number) {{ require x < 3 or x * x > 5 }}
rule dearer {{
  twice(x) is more by k where n > 100
  twice(x) is square(n) where k is 7
}}
action main() {{
"""


def join_parts(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        st.builds(lambda op, ab: f"({ab[0]} {op} {ab[1]})", st.sampled_from("+-*/"), pair),
        st.builds(lambda f, ab: f"{f}({ab[0]}, {ab[1]})", st.sampled_from(["min", "max"]), pair),
        st.builds(lambda f, a: f"{f}({a})", st.sampled_from(["abs", "square", "twice", "guarded"]), inner),
    )


NUMBER = st.recursive(st.sampled_from(KNOWN), join_parts, max_leaves=5)
FLAG = st.recursive(
    st.builds(lambda a, op, b: f"{a} {op} {b}", NUMBER, st.sampled_from(["<", ">=", "is"]), NUMBER)
    | st.sampled_from(["yes", "no", "size of players is 2"])
    | st.builds(lambda f, a: f"{f}({a})", st.sampled_from(["is_small", "fine"]), NUMBER),
    lambda inner: (
        st.builds(lambda a, op, b: f"({a} {op} {b})", inner, st.sampled_from(["and", "or"]), inner)
        | inner.map(lambda a: f"(not {a})")
    ),
    max_leaves=3,
)
STATEMENT = st.one_of(
    NUMBER.map(lambda a: f"set r to {a}"),
    NUMBER.map(lambda a: f"raise r by {a}"),
    NUMBER.map(lambda a: f"for each i in 1 to 1 {{ let x = {a}, set r to x }}"),
    FLAG.map(lambda f: f"if {f} {{ set r to 1 }}"),
    NUMBER.map(lambda a: f"for each i in 1 to {a} {{ set r to i }}"),
    NUMBER.map(lambda a: f"repeat at most {a} times {{ raise k by 1 }}"),
    NUMBER.map(lambda a: f"for each player in players {{ gain owed({a}) }}"),
    NUMBER.map(lambda a: f"for each player in players {{ lose {a} coin }}"),
    NUMBER.map(lambda a: f"for each player in players {{ gain fruits({a}) }}"),
    st.builds(
        lambda a, f, g: f"for each player in players {{ may {{ require {f}, require {g}, pay owed({a}), set r to 2 }} }}",
        NUMBER, FLAG, FLAG,
    ),
    st.builds(
        lambda a, f, g: "for each player in players { may choose { "
        f"option o(other in players where {f}) {{ require {g}, require other.coin * {a} >= 0, pay owed(other.coin) }} }} }}",
        NUMBER, FLAG, FLAG,
    ),
)  # fmt: skip
PROGRAM = st.builds(
    lambda n, k, body: HEAD.format(n=n, k=k) + "\n".join(body) + "\n}",
    st.sampled_from([0, 5, 1_000_000]),
    st.sampled_from([0, 7, 1_000_000]),
    st.lists(STATEMENT, min_size=1, max_size=4),
)


def play_game(rules: caylus.Ruleset, traced: bool) -> list[object]:
    """All that is offered in a game in which the last option is always taken, and how it ends: the table, or code and line."""
    seen: list[object] = []
    try:
        game = play_traced(rules) if traced else rules.new_game(2)
        while game.moves:
            seen.append([*game.moves])
            game.play(len(game.moves) - 1)
        return [*seen, game.digest()]
    except caylus.RuleFault as fault:
        return [*seen, fault.code, fault.span and fault.span.line]


def agree(text: str) -> None:
    try:
        rules = tiny.rules.__wrapped__(text)
    except caylus.RulesetError as error:
        assert {d.code for d in error.diagnostics if d.is_error} <= {"E0306", "E0416"}
        return
    plain = play_game(rules, traced=False)
    assert play_game(rules.with_probe(Probe()), traced=False) == plain
    assert play_game(rules.with_probe(Probe()), traced=True) == plain
    assert play_game(rules, traced=True) == plain


def main(body: str, n: int = 5, k: int = 7) -> str:
    return HEAD.format(n=n, k=k) + body + "\n}"


@pytest.mark.slow
@given(text=PROGRAM)
@example(main("if far() * far() > 0 { set r to 1 }"))
def test_a_game_ends_the_same_with_and_without_somebody_who_watches(text: str) -> None:
    agree(text)


@pytest.mark.parametrize(
    "body",
    [
        "set r to far() / far()",
        "if no and far() > 0 or far() * n > 0 { set r to 1 }",
        "if far() * n > 0 and no { set r to 1 }",
        "if twice(far() * n) > 0 { set r to 1 }",
        "for each i in 1 to size of players * 600 { set r to i }",
        "if (count of i in 1 to size of players * 600) > 0 { set r to 1 }",
        "repeat at most size of players * 600 times { raise r by 1 }",
        "raise r by large * 999\nraise r by large * 2",
        "for each player in players { gain owed(large) }",
        "for each player in players { gain fruits(1000) }",
        "for each player in players { may { require no, require far() * n > 0, gain 1 coin } }",
        "for each player in players { may choose { option a(b in players where far() * n > 0 and b is not b) { gain 1 coin } } }",
    ],
)
def test_what_fails_in_play_fails_where_somebody_watches(body: str) -> None:
    agree(main(body))


# ---- what is known before play

LITERALS = st.sampled_from(["1", "3", "1000", "1000000"])


def arithmetic(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(lambda a, op, b: f"({a} {op} {b})", inner, st.sampled_from("+-*/%"), inner)


def exact(text: str) -> tuple[int, int]:
    """What a sum of literals comes to, and the furthest from 0 that anything in it lies."""
    if not text.startswith("("):
        return int(text), int(text)
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 1 and letter in "+-*/%":
            (a, far), (b, also) = exact(text[1 : at - 1]), exact(text[at + 2 : -1])
            result = {"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0, "%": a % b if b else 0}[letter]
            return result, max(far, also, abs(result))
    raise AssertionError(text)


@given(text=st.recursive(LITERALS, arithmetic, max_leaves=6))
def test_a_constant_is_what_the_same_formula_comes_to_in_play(text: str) -> None:
    number, furthest = exact(text)
    names = {literal: f"of_{literal}" for literal in ("1", "3", "1000", "1000000")}
    in_play = text
    for literal in sorted(names, key=len, reverse=True):
        in_play = in_play.replace(f"({literal} ", f"({names[literal]} ").replace(f" {literal})", f" {names[literal]})")
    in_play = names.get(in_play, in_play)
    states = "\n".join(f"state {name} number = {literal}" for literal, name in names.items())
    rest = f"{states}\nstate known number\nstate worked_out number\naction main() {{ SET, set worked_out to {in_play} }}"
    try:
        table = tiny.table(tiny.game(rest.replace("SET", f"set known to {text}"), players=1))
    except caylus.RulesetError as error:
        assert [d.code for d in error.diagnostics if d.is_error] == ["E0306"]
        assert furthest >= NUMBER_BOUND
    else:
        assert furthest < NUMBER_BOUND
        assert table["known"] == table["worked_out"] == number
