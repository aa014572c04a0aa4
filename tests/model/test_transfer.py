"""What an expression comes to in play lies in the set that it has, for everybody who evaluates sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import caylus
import pytest
from caylus import model as m, spaces
from caylus.analysis.facts import Facts
from caylus.analysis.secrets.formulas import Amounts, find_sources
from caylus.arithmetic import ARITHMETIC, COMPARE
from caylus.model.evaluate import Evaluator
from caylus.model.transfer import (
    _TRANSFERS,
    MIRRORED,
    NOTHING,
    OPPOSITE,
    SIGNS,
    Range,
    SetEvaluator,
    compare_ranges,
    mirror_signs,
    operate_ranges,
    restrict,
)
from caylus.model.walk import every_statement, parts
from hypothesis import given, settings, strategies as st
from support import tiny

# ---- numbers

NUMBERS = st.integers(-6, 6)
RANGES = st.tuples(NUMBERS, NUMBERS).map(lambda ends: Range(min(ends), max(ends)))


def numbers_in(range_: Range) -> range:
    return range(int(range_.low), int(range_.high) + 1)


@pytest.mark.parametrize("op", ARITHMETIC)
@given(left=RANGES, right=RANGES)
def test_the_result_of_an_operator_lies_in_its_range(op: str, left: Range, right: Range) -> None:
    low, high = operate_ranges(op, left, right)
    results = [ARITHMETIC[op](a, b) for a in numbers_in(left) for b in numbers_in(right)]
    assert low <= min(results)
    assert max(results) <= high
    if op not in "/%":
        assert (low, high) == (min(results), max(results))


@pytest.mark.parametrize("op", COMPARE)
@given(left=RANGES, right=RANGES)
def test_a_comparison_leaves_open_just_what_can_be(op: str, left: Range, right: Range) -> None:
    pairs = [(a, b) for a in numbers_in(left) for b in numbers_in(right)]
    signs = compare_ranges(left, right)
    assert bool(signs & SIGNS[op]) == any(COMPARE[op](a, b) for a, b in pairs)
    assert bool(signs & SIGNS[OPPOSITE[op]]) == any(not COMPARE[op](a, b) for a, b in pairs)
    assert mirror_signs(signs) == compare_ranges(right, left)
    assert mirror_signs(SIGNS[op]) == SIGNS[MIRRORED[op]]


@pytest.mark.parametrize("op", COMPARE)
@given(number=NUMBERS, right=RANGES)
def test_a_comparison_restricts_its_left_side_to_the_numbers_for_which_it_can_hold(op: str, number: int, right: Range) -> None:
    low, high = restrict(op, right)
    assert (low <= number <= high) == (op == "!=" or any(COMPARE[op](number, b) for b in numbers_in(right)))


# ---- formulas in play

FORMULAS = {
    "number": [
        "3", "step", "seen", "player.coin", "player.goods", "player[wanted]", "last.width", "last.number", "player.number",
        "steps[step]", "last.sizes[step]", "step - 7 * seen", "step / 3", "seen / (step - 5)", "(0 - step) / 2", "step % 3",
        "step % (2 - step)", "min(step, 3)", "max(step, 3)", "abs(2 - step)", "size of hand", "size of (hand after last)",
        "count of card in hand where card.width > 1", "count of n in 1 to step where n > 2", "sum of card.width for card in hand",
        "sum of n * step for n in 2 to 4", "reach(last)",
        "brief(step)", "reveal step", "last.stands", "size of all_cards()", "robot.coin", "tagged[last]", "player.had[last]",
    ],
    "flag": [
        "step > 3", "last is first_card()", "last is in hand", "not last is in hand", "step > 2 and seen < 2", "step > 2 or seen < 2",
        "some card in hand where card.width > 1", "rich(player)", "player can pay (2 coin or 1 nut)", "is_odd(step)", "not step > 8", "step > 8", "step > 2 and step < 9", "step < 3 or step > 8", "last is in path",
    ],
    "card": [
        "small", "last", "path[step]", "player.shelf[step]", "hand[step]", "first card in hand where card.width > 1",
        "first_card()", "(hand from last)[step]", "(hand after last)[1]", "(sort card in hand by fewest card.width)[1]", "last.likes",
        "first card in cards where card is not last with most card.width",
    ],
}  # fmt: skip
"""Formulas of every class, by the type of the state that notes what they come to."""

LISTS = [
    "card in cards", "card in path", "card in player.shelf", "card in hand", "card in hand from last", "card in hand before last",
    "card in (sort card in hand by most card.width)", "card in all_cards()", "n in 1 to step", "n in seen to 2",
    "2 card in hand", "ware in sack", "2 ware in sack", "thing in goods", "2 kept in cards, last_one in kept",
]  # fmt: skip
"""Lists of every class that an option chooses from."""

NOTES = ("probe_", "lot", "drawn", "turned")
PROBES = {f"probe_{type_}_{n}": (type_, text) for type_, texts in FORMULAS.items() for n, text in enumerate(texts)}
RULES = "\n".join(
    [
        """
resource coin, nut
group goods "goods" = coin, nut
kind card plural cards { width number, sizes scale, likes card, state stands number }
card small { width 1, sizes [4, 2], likes big }
card middle { width 2, sizes [0], likes small }
card big { width 5, sizes [7, 8, 9], likes none }
kind shelf plural shelves is card
kind ware plural wares
2 ware pie
ware jam
scale steps from 2 = [2, 5, 3]
row path of [middle, small]
list hand of card
list sack of ware
state step number from 0 to 6
state seen number
state last card
state drawn card
state turned card = small
state lot number
state wanted resource
state tagged[card] number
each player has { had[card] number from 0 to 3, shelf row of 2 shelves }
seat robot "Robot" { takes decline }
game "Tiny" for 2 to 4 players { do main() }
value reach(card) { card.width if seen is 1, 2 * card.width otherwise }
rule longer { reach(card) is more by 1 where step is 0, reach(card) is never more than 5 }
value brief(n: number) = n + 1
value first_card() = first card in hand
value all_cards() = hand
value is_odd(n: number) = n % 2 is 1
condition rich(player) { require player.coin > 1 "too poor" }
action main() {
  add pie to sack, add jam to sack, add pie to sack
  repeat 3 times { for each player in players { do alter(player), do note(player), do ask(player) } }
}
action alter(player) {
  choose {
    option grow(n in 0 to 6) { set step to n, raise seen by n, gain n coin, set wanted to nut }
    option shrink { lower seen by step, gain 1 nut, set wanted to none, for each card in cards { lower card.stands by 2 } }
    option take(card in cards where card is not in hand) {
      add card to hand, set last to card, raise tagged[card] by step, raise player.had[card] by 1
    }
    option trade { pay 1 coin or 1 nut as given, set lot to given.coin, set step to given[wanted] }
    option drop { set last to none, clear hand }
  }
}
action note(player) {
""",
        *(f"  set {name} to {text}" for name, (_, text) in PROBES.items()),
        "  let number_drawn = random 2 to step, let card_drawn = random hand",
        "  set lot to number_drawn, set drawn to card_drawn",
        "  for each card in shuffled hand { set turned to card }",
        "}",
        "action ask(player) { choose {",
        *(f"option list_{n}({text}) {{ }}" for n, text in enumerate(LISTS)),
        "option decline_all { } } }",
        *(f"state {name} {type_}" for name, (type_, _) in PROBES.items()),
    ]
)


@cache
def evaluators(rules: caylus.Ruleset, players: int) -> list[SetEvaluator]:
    sources = find_sources(rules.model)
    return [
        Evaluator(players),
        Amounts(players, sources, likely=False),
        spaces.Domains(rules.model, players, largest=30),
        Facts(rules.model),
    ]


@cache
def assignments(rules: caylus.Ruleset) -> list[tuple[m.State, m.Expr]]:
    """What each state that notes something is set to: as a formula of the rules, and as the `let` that it comes by."""
    every = list(every_statement(rules.model))
    lets = {s.variable: s.value for s in every if isinstance(s, m.Let)}
    pairs = []
    for s in every:
        if isinstance(s, m.Assign) and isinstance(s.target, m.Read) and s.target.state.name.startswith(NOTES):
            pairs.append((s.target.state, s.value))
            if isinstance(s.value, m.Local) and s.value.variable in lets:
                pairs.append((s.target.state, lets[s.value.variable]))
    return pairs


def covers(one: SetEvaluator, e: m.Expr, value: int) -> bool:
    """Return whether the set of a formula has a value."""
    return contains(one.evaluate(e, NOTHING), value)


def contains(values: object, value: int) -> bool:
    if isinstance(values, Range):
        return values.low <= value <= values.high
    return isinstance(values, int) and bool(values >> (value + 1) & 1)


def positions(rules: caylus.Ruleset, players: int, picks: list[int]) -> Iterator[caylus.Game]:
    game = rules.new_game(players, seed=picks[0])
    for pick in picks:
        if game.over:
            return
        yield game
        game.play(pick % len(game.moves))


@pytest.mark.slow
@settings(max_examples=30)
@given(players=st.integers(2, 4), picks=st.lists(st.integers(0, 60), min_size=6, max_size=24))
def test_what_a_formula_comes_to_in_play_lies_in_its_set(players: int, picks: list[int]) -> None:
    rules = tiny.rules(RULES)
    slots = {cell.name: cell.slot for cell in spaces.cells(rules, players)}
    (asked,) = (s for s in every_statement(rules.model) if isinstance(s, m.Choose) and s.options[0].name == "list_0")
    for game in positions(rules, players, picks):
        if game.decision.options[0].id.startswith("list_"):
            values = {state: spaces.numbers(game)[slots[state.name]] for state, _ in assignments(rules)}
            flags = [(e, values[state]) for state, e in assignments(rules) if e.type == m.FLAG]
            numbers = [(e, values[state]) for state, e in assignments(rules) if e.type == m.NUMBER]
            for one in evaluators(rules, players):
                for state, e in assignments(rules):
                    assert covers(one, e, values[state]), (type(one), e)
                for (flag, holds), (then, a), (otherwise, b) in zip(flags, numbers, numbers[1:], strict=False):
                    assert covers(one, m.Choice(flag, then, otherwise, m.NUMBER), a if holds else b), (type(one), then)
                for number, option in enumerate(asked.options):
                    moves = [picked for k, *picked in game.moves if k == number]
                    for place, source in enumerate(option.sources):
                        each, size = one.list_members(source, NOTHING)
                        assert all(contains(each, picked[place]) for picked in moves), (type(one), source)
                        ways = Counter(tuple(before) for *before, _ in {tuple(picked[: place + 1]) for picked in moves})
                        assert max(ways.values(), default=0) <= size.high, (type(one), source)


def test_formulas_of_every_class_are_tried() -> None:
    model = tiny.rules(RULES).model
    assert {type(part) for statement in every_statement(model) for part in parts(statement)} | {m.Choice} >= set(_TRANSFERS)


def test_a_range_of_numbers_has_as_many_members_as_there_are_numbers() -> None:
    rules = tiny.rules("state n number\naction main() { for each i in 2 to 4 { raise n by i } }")
    (numbers,) = (p for s in every_statement(rules.model) for p in parts(s) if isinstance(p, m.Numbers))
    assert {one.list_members(numbers, NOTHING) for one in evaluators(rules, 2)} <= {(Range(2, 4), Range(n, 3)) for n in (0, 3)}
