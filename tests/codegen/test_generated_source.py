"""The Python written for a ruleset: readable, with the lines it came from, and safe from what authors call things."""

from __future__ import annotations

import ast
import dataclasses
import re
from typing import Any

import caylus
import pytest
from caylus.codegen import support
from caylus.codegen.module import write_source
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from reference.known_rulesets import load_known
from support import orchard, tiny
from support.texts import read_rules

TEXT = read_rules(__file__, "generated_source")

PLAIN = """
def block_4(m, s, f):  # main
    f1 = f[1]
    f2 = f[2]
    # tiny/tiny.rules:5
    while f2 < len(f1):
        f[3] = f3 = f1[f2]
        f2 += 1
        f[2] = f2
        # tiny/tiny.rules:6
        s[3 + f3] += 2
        # tiny/tiny.rules:7
        if (s[6] < 3):
            # tiny/tiny.rules:8
            s[6] = check_number(s[6] + 2)
        # tiny/tiny.rules:10
        f[0] = 5
        return False
    m.stack.pop()
    return False
"""


def source(text: str, players: int = 2, traced: bool = False) -> str:
    return tiny.rules(text).program(players, traced).text


def test_a_block_reads_like_the_rule_it_came_from() -> None:
    assert PLAIN.strip() in source(TEXT)


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_line_of_code_knows_its_place_or_has_none(players: int, traced: bool) -> None:
    program = orchard.RULES.program(players, traced)
    lines = program.text.splitlines()
    assert len(program.metadata.spans) >= len(lines)
    for number, text in enumerate(lines, 1):
        comment = re.fullmatch(r"\s*# (\S+):(\d+)", text)
        if comment is not None:
            place = program.metadata.place(number)
            assert place is not None
            assert (place.file, place.line) == (comment[1], int(comment[2]))
    assert program.metadata.place(0) is None
    assert program.metadata.place(len(program.metadata.spans) + 1) is None


def test_generated_code_calls_and_imports_nothing_but_what_it_is_given() -> None:
    for traced in (False, True):
        program = orchard.RULES.program(3, traced)
        tree = ast.parse(program.text)
        imports = (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)
        assert not any(isinstance(node, imports) for node in ast.walk(tree))
        called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
        assert called <= set(program.namespace) | {"tuple", "zip", "len", "min", "max", "int", "range", "abs"}


@pytest.mark.slow
def test_the_same_rules_give_the_same_source() -> None:
    again = tiny.rules.__wrapped__(orchard.TEXT)
    assert again.program(3).text == orchard.RULES.program(3).text


def test_a_log_makes_no_other_blocks() -> None:
    fast, traced = (orchard.RULES.program(3, traced) for traced in (False, True))
    assert fast.decisions.keys() == traced.decisions.keys()
    assert fast.metadata.shape() == traced.metadata.shape()
    assert "m.log" not in fast.text
    assert "m.say" not in fast.text


# Names that generated code has for itself, or that Python reserves, given to everything an author can name.
NAMES = [
    "s",
    "f",
    "m",
    "o",
    "x",
    "n",
    "p",
    "i",
    "way",
    "best",
    "top",
    "members",
    "entry",
    "failed",
    "stopped",
    "options",
    "player_0",
    "block",
    "take",
    "mix",
    "both",
    "either",
    "divide",
    "class",
    "def",
    "None",
    "lambda",
    "import",
    "print",
    "len",
    "tuple",
    "range",
    "min",
    "zip",
    "__import__",
    "__builtins__",
    "ALL",
    "NUMBERS",
    "WAYS",
    "block_1",
    "options_2",
    "do_main_0",
    "read_0_0",
    "f1",
]
TRIAL = read_rules(__file__, "generated_source_trial")


@pytest.mark.parametrize("name", NAMES)
def test_what_an_author_calls_things_never_matters(name: str) -> None:
    plain = tiny.game(_name_variable("thing"), players=2)
    game = tiny.game(_name_variable(name), players=2)
    for _ in range(2):
        assert game._machine.s == plain._machine.s
        assert len(game.moves) == len(plain.moves) == 5
        for each in (game, plain):
            each.play(3)
    assert game.digest() == plain.digest()


def _name_variable(name: str) -> str:
    text = re.sub(r"\bNAME(\d?)\b", rf"{name}\1", TRIAL)
    for word in ("WORTH", "STATE", "VALUE", "CONDITION"):
        text = text.replace(word, f"{name}_{word.lower()}")
    return text


def test_texts_of_authors_do_not_reach_the_code() -> None:
    text = """
resource coin "a \\"coin\\"', \\\\ ''' # {"
action main() "x\\" + __import__('os')" {
  for each player in players {
    say "'''{player}''' \\\\\\" # \\" {player.coin}"
    choose "what'ever" { option a "\\" + {player} + '" { require player.coin is 0 "'''" }, option b { } }
  }
}
"""
    game = tiny.game(text, players=1)
    assert game.decision is not None
    assert game.decision.options[0].text == "\" + Ann + '"
    assert game.events[0].text == "'''Ann''' \\\" # \" 0"


HOSTILE = "x(): pass\nboom()\n#'''\"\r\x0cboom()\u2028"


@pytest.mark.slow
def test_no_text_of_the_model_becomes_code_even_if_it_was_never_checked() -> None:
    model = tiny.rules(_name_variable("thing")).model
    texts = _texts(model)
    assert {("Variable", "name"), ("Value", "name"), ("Action", "name"), ("Property", "name"), ("Span", "file")} <= texts.keys()
    refused = set()
    for sort, things in texts.items():
        before = [getattr(thing, sort[1]) for thing in things]
        for thing in things:
            object.__setattr__(thing, sort[1], HOSTILE)
        try:
            for traced in (False, True):
                names = {
                    node.id for node in ast.walk(ast.parse(write_source(model, 2, traced).text)) if isinstance(node, ast.Name)
                }
                assert "boom" not in names, sort
        except ValueError:
            refused.add(sort)
        finally:
            for thing, text in zip(things, before, strict=True):
                object.__setattr__(thing, sort[1], text)
    assert {("Variable", "name"), ("Value", "name"), ("Property", "name")} <= refused
    assert ("Span", "file") not in refused


TEXTS = ("name", "title", "text", "file", "see", "label", "said", "one", "many")


def _texts(model: object) -> dict[tuple[str, str], list[Any]]:
    """Everything in a model that has a text, by its class and what the text is called in it."""
    found: dict[tuple[str, str], list[Any]] = {}
    seen: set[int] = set()
    left = [model]
    while left:
        thing = left.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, dict):
            left += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set | frozenset):
            left += thing
        elif dataclasses.is_dataclass(thing):
            for field in dataclasses.fields(thing):
                value = getattr(thing, field.name)
                if isinstance(value, str) and field.name in TEXTS:
                    found.setdefault((type(thing).__name__, field.name), []).append(thing)
                left.append(value)
    return found


@pytest.mark.parametrize("shown", ["guest.coin", "guest.guess to guest"])
def test_what_is_shown_of_a_player_who_may_be_none_is_a_program_that_python_reads(shown: str) -> None:
    states = "resource coin\nstate guest player\neach player has { guess number hidden }\n"
    assert tiny.game(f"{states}action main() {{ reveal {shown} }}").over


TELLING = read_rules(__file__, "generated_source_telling")


def test_words_cost_nothing_where_nobody_reads_them() -> None:
    fast = tiny.rules(TELLING).program(2, is_traced=False).text
    assert "has_seen" not in fast
    assert "def tell" not in fast
    assert "pot > 1" not in fast
    assert "m.tell(" in tiny.rules(TELLING).program(2, is_traced=True).text


def test_a_game_is_where_it_is_whether_somebody_reads_along_or_not() -> None:
    game = tiny.game(TELLING, 2)
    while game.moves:
        read, quiet = game.copy(events=True), game.copy()
        for one in (read, quiet, game):
            one.play(0)
        assert read.digest() == quiet.digest()
        assert [option.id for option in (read.decision.options if read.decision else ())] == tiny.ids(quiet)


def test_what_draws_lots_or_may_fail_is_carried_out_all_the_same() -> None:
    text = """
        state pot number = 1
        value far(x: number) = x * x * x * x * x * x * x * x * x * x * x * x
        action main() {
          for each player in shuffled players { say "{player} is drawn" }
          if far(pot + 1000) > 3 { say "far away" }
        }
    """
    source = tiny.rules(text).program(2, is_traced=False).text
    assert "m.draw(" in source
    assert "far" in source


ROOM = 6
BASE = 3
MEMBERS = st.integers(0, ROOM - 1)


class ListInTheState(RuleBasedStateMachine):
    """A list between two numbers that are not its own, beside the same list in Python."""

    def __init__(self) -> None:
        super().__init__()
        self.s = [91, 92, 93, *[0] * (ROOM + 1), 94]
        self.wanted: list[int] = []

    @rule(member=MEMBERS)
    def add(self, member: int) -> None:
        if member in self.wanted:
            with pytest.raises(OverflowError):
                support.add(self.s, BASE, member)
        else:
            support.add(self.s, BASE, member)
            self.wanted.append(member)

    @rule(member=MEMBERS, front=st.booleans())
    def put_to_an_end(self, member: int, front: bool) -> None:
        support.shift(self.s, BASE, member, front)
        others = [m for m in self.wanted if m != member]
        self.wanted = [member, *others] if front else [*others, member]

    @rule(front=st.booleans())
    def add_none(self, front: bool) -> None:
        support.add(self.s, BASE, -1)
        support.shift(self.s, BASE, -1, front)

    @rule(member=st.integers(-1, ROOM - 1))
    def remove(self, member: int) -> None:
        support.remove(self.s, BASE, member)
        self.wanted = [m for m in self.wanted if m != member]

    @rule()
    def reverse(self) -> None:
        support.reverse(self.s, BASE)
        self.wanted.reverse()

    @precondition(lambda self: self.wanted)
    @rule()
    def clear(self) -> None:
        support.clear(self.s, BASE)
        self.wanted = []

    @invariant()
    def the_state_holds_the_list_and_nothing_behind_it(self) -> None:
        behind = [0] * (ROOM - len(self.wanted))
        assert self.s == [91, 92, 93, len(self.wanted), *self.wanted, *behind, 94]

    @invariant()
    def items_are_counted_from_one_and_none_lies_outside(self) -> None:
        items = [support.list_member(self.s, BASE, i) for i in range(-1, ROOM + 2)]
        assert items == [-1, -1, *self.wanted, *[-1] * (ROOM + 1 - len(self.wanted))]


TestAListInTheState = ListInTheState.TestCase


@pytest.mark.parametrize(
    ("name", "sign", "often"), [("narrow", "FITS_", 1), ("narrow", "m.incremental[", 1), ("reach", "in REACH_", 2)]
)
def test_options_are_narrowed_where_that_can_be_done(name: str, sign: str, often: int) -> None:
    assert load_known()[name]().program(2, is_traced=False).text.count(sign) >= often


def test_kept_lists_follow_positions_undo_and_saves() -> None:
    rules = load_known()["narrow"]()
    game = rules.position(None, {"Ann": {"coin": 5}, "street 4": {"tree": "oak"}, "yard 1": {"owner": "Ann", "tree": "elm"}}, 2)
    first = tiny.ids(game)
    assert "claim street 4" in first
    assert "cut yard 1" not in first  # no other stands free
    for _ in range(6):
        game.play(len(game.moves) // 2)
    assert list(caylus.resume(game.save()).moves) == list(game.moves)
    for _ in range(6):
        game.undo()
    assert tiny.ids(game) == first
