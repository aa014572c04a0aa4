"""Where a line end separates, where a word of the language is a name, what stands in braces, and forms that the language had."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import pytest
from caylus import syntax as s
from caylus.diagnostics.diagnostic import apply_fixes
from caylus.formatter import format_text
from caylus.parser.ast_builder import Builder
from caylus.parser.following import definitions, find_following
from caylus.parser.lalr import head_types, keywords, read, soft_words, spellings
from caylus.parser.lexer import scan
from caylus.parser.parse import parse
from caylus.parser.tokens import Token

from .shape import definition, faults, shape, statement


def statements(text: str) -> list[str]:
    """The shapes of the statements of an action."""
    action = definition(f"action a() {{ {text} }}")
    assert isinstance(action, s.Action)
    return [shape(one) for one in action.body.statements]


@pytest.mark.parametrize(
    "text",
    [
        "for each x in xs {\n stop\n}",
        "for each x in xs {\n\n stop,\n clear hand\n\n}",
        "do trade(\n player,\n 3\n)",
        "set x to fields[\n 3\n]",
        "require a\n and b\n or c",
        "require a\n \"not now\"",
        "set x to 1\n + 2",
        "for each x in xs\n where x.open { stop }",
        "if x { stop }\n else { clear hand }",
        "let x =\n 3",
        "choose {\n option one\n \"first\"\n see \"Part 1\" { stop }\n}",
        "set x\n to 1\n * 2",
        "put card\n from hand\n into pile",
        "let best = first x\n in xs\n with most x.worth",
        "require price\n is not 3\n or coin\n >= 2",
        "repeat until x\n at most 3 times { stop }",
    ],
)  # fmt: skip
def test_a_line_end_that_separates_nothing_is_as_good_as_a_blank(text: str) -> None:
    assert statement(text) == statement(text.replace("\n", " ").replace(" stop clear", " stop, clear"))


@pytest.mark.parametrize("change", ["is 2", "is more by 1", "is less by 1", "is never less than 0", "is never more than 3"])
def test_what_becomes_of_a_value_may_stand_below(change: str) -> None:
    text = "rule r {{ price(player, space){0}{1}{0}where space is old }}"
    assert shape(definition(text.format("\n", change))) == shape(definition(text.format(" ", change)))


@pytest.mark.parametrize(
    "text",
    [
        "choose { option a { stop } option b { clear hand } option c { } }",
        "if x { stop } clear hand",
        "for each x in xs { stop } may { stop } if x { } else { stop } stop",
    ],
)
def test_a_closing_brace_separates_as_a_line_end_does(text: str) -> None:
    assert statements(text) == statements(re.sub(r"(?<=}) (?=option|clear|may|if|stop)", "\n", text))
    assert faults(f"action a() {{\n{text}\n gian 1 coin\n}}") == [(3, "E0114")]


def test_cells_of_a_table_go_on_behind_a_closing_brace() -> None:
    assert faults("table t(player) by hut, column {\n a | may { stop } | stop\n b | stop | if x { stop }\n}") == []


@pytest.mark.parametrize("text", ["gain 1\ncoin", "set x to\n3", "gain 1 coin gain 1 coin", "require\na"])
def test_a_statement_does_not_run_over_a_line_end_elsewhere(text: str) -> None:
    assert faults(f"action a() {{ {text} }}\n")


def test_definitions_stand_on_lines_of_their_own() -> None:
    file, found = parse("resource coin\n\nstate x number\nstate y number", "t.rules")
    assert (len(file.definitions), found) == (3, ())
    assert faults("resource coin state x number")


def test_a_definition_need_not_be_indented() -> None:
    file, found = parse("action a() {\nif x {\ngain 1 coin\n}\nplayer gains 1 coin\n}\nresource coin\n", "t.rules")
    assert (len(file.definitions), found) == (2, ())


PROJECT = Path(__file__).parents[2]
Uses = dict[str, list[tuple[tuple[Token, ...], s.Definition]]]
_BUILT_IN = {"player", "players", "resources", "number", "flag", "payment", "abs", "min", "max"}
TRIALS = int(os.environ.get("CAYLUS_TRIALS", "4000"))


@pytest.fixture(scope="module")
def uses_by_game() -> list[Uses]:
    """The definitions of each edition by the names in them."""
    games = []
    for game in ("classic", "1303"):
        uses: Uses = defaultdict(list)
        for file in sorted(PROJECT.glob(f"rulesets/{game}/*.rules")):
            for part in definitions(scan(file.read_text(encoding="utf-8"), "x").tokens):
                tree = read(part, Builder("x"))
                assert tree is not None
                for name in sorted({token.text for token in part if token.type == "NAME"} - _BUILT_IN):
                    uses[name].append((part, tree))
        games.append(uses)
    return games


def replace_name(games: list[Uses], chance: Random) -> str:
    """Write a soft word for a name in all definitions that have it: "same" if they say the same, "refused", or what is misread."""
    uses = chance.choice(games)
    name, word = chance.choice(sorted(uses)), chance.choice(sorted(soft_words()))
    (kind,) = (kind for kind, spelling in spellings().items() if spelling == word)
    misread = ""
    for part, tree in uses[name]:
        other = read([token._replace(type=kind) if token[:2] == ("NAME", name) else token for token in part], Builder("x"))
        if other is None or (isinstance(tree, s.Kind) and tree.name.text == name and kind in head_types()):
            return "refused"  # E0115, where it is a kind
        if not s.same(tree, other):
            misread = f"`{word}` for `{name}` in {part[:8]}"
    return misread or "same"


@pytest.mark.slow
def test_a_soft_word_in_the_place_of_any_name_is_never_misread(uses_by_game: list[Uses]) -> None:
    outcomes = {replace_name(uses_by_game, Random(seed)) for seed in range(60)}
    assert outcomes <= {"same", "refused"}


@pytest.mark.nightly
def test_a_soft_word_is_as_good_a_name_as_any_other_in_nearly_all_places(uses_by_game: list[Uses]) -> None:
    outcomes = Counter(replace_name(uses_by_game, Random(seed)) for seed in range(TRIALS))
    assert set(outcomes) <= {"same", "refused"}
    assert outcomes["same"] >= 0.97 * TRIALS


@pytest.mark.slow
def test_most_words_can_be_names_and_the_others_are_told() -> None:
    hard_words = keywords() - soft_words()
    assert len(hard_words) <= 36
    assert [word for word in sorted(hard_words) if faults(f"resource {word}\n") != [(1, "E0115")]] == []
    assert [word for word in sorted(soft_words()) if faults(f"resource {word}\nvalue a({word}) = {word}\n")] == []


def test_a_word_that_begins_something_is_no_name_of_a_kind() -> None:
    assert faults("kind group { worth number }\n") == [(1, "E0115")]
    assert faults("kind hidden { worth number }\nhidden hut { worth 3 }\nstate x hidden\n") == []


def test_a_word_is_a_name_where_it_or_what_follows_it_cannot_stand() -> None:
    text = "action lower(clear, set) {\n  lower clear.set by 1\n  set clear.until to set\n  clear.loses gains 1 gains\n}\n"
    file, problems = parse(text, "x")
    assert problems == ()
    (action,) = file.definitions
    assert isinstance(action, s.Action)
    lower, assign, gain = action.body.statements
    assert isinstance(lower, s.Adjust)
    assert isinstance(assign, s.Assign)
    assert isinstance(gain, s.Transfer)
    assert format_text(text, "x") == text
    assert format_text(text.replace("clear, set", "clear,set").replace("1 gains", "1   gains"), "x") == text


def test_a_fault_behind_words_that_are_names_is_told_alone() -> None:
    text = "action lower(clear, set) {\n  lower clear.set by 1\n  clear.loses gains 1 gains\n  set clear.until = set\n}\n"
    assert faults(text) == [(4, "E0101")]


def test_an_editor_goes_on_behind_a_word_that_is_a_name() -> None:
    following = find_following("action lower(clear) {\n  if clear.until ")
    assert "is" in following.words
    assert following.tokens[3].type == "NAME"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("so be it", ["so be it"]),
        ("{player} pays {fee(player) + 1} in all", ["player", "Chain(+)", "pays", "in all"]),
        ("{count of x in fields where x.wet}", ["Query"]),
        (r"\{player\} says \"{x}\"\n", ['{player} says "', "x", '"\n']),
        ("", []),
    ],
)
def test_a_text_consists_of_words_and_of_formulas(text: str, parts: list[str]) -> None:
    made = statement(f'say "{text}"')
    assert all(part.partition("(")[0] in made for part in parts)


def test_braces_that_stand_for_themselves_are_words() -> None:
    assert statement(r'say "a \{b\} {c}"') == 'Say("a {b} {c}")'
    assert statement(r'say "costs \${c} or $2"') == 'Say("costs ${c} or $2")'


@pytest.mark.parametrize(
    ("text", "code", "message", "place"),
    [
        ("has {", "E0412", "this `{` has no partner in the text", "{"),
        ("has } in it", "E0412", "this `}` has no partner in the text", "}"),
        ("pays ${fee}", "E0412", "a formula in a text stands in braces alone: `{fee}`", "$"),
        ("{}", "E0101", "expected a value, found `}`", "}"),
        ("{ price + }", "E0101", "expected a value, found `}`", "}"),
        ("{a, b}", "E0101", "expected `}`, found `,`", ","),
        ("{sze of fields}", "E0114", "`sze` is not a word of the language", "sze"),
        ("{x ! y}", "E0105", "the language has no `!`", "!"),
        ("{x -- y}", "E0101", "a comment has no place in a text", "-- y}"),
        ("{" + "f(" * 30 + ")" * 30 + "}", "E0109", "this formula is too deep for a text", "f(" * 30 + ")" * 30),
    ],
)
def test_what_is_wrong_with_a_formula_is_told_of_its_place_in_the_text(text: str, code: str, message: str, place: str) -> None:
    line = f'action a() {{ say "{text}" }}'
    (fault,) = parse(line, "t.rules")[1]
    assert (fault.code, fault.message) == (code, message)
    assert fault.span is not None
    assert line[fault.span.column - 1 : fault.span.end_column - 1] == place


def test_what_else_is_wrong_with_a_definition_is_told_as_well() -> None:
    text = 'action a() {\n  say "{}"\n  gian 1 coin\n}\n'
    assert [(fault.code, fault.span.line) for fault in parse(text, "t.rules")[1] if fault.span] == [("E0101", 2), ("E0114", 3)]


OLD = """\
action settle(player, plot, huts: set of hut) {
  plot.owner: { gain 1 coin }  -- whoever owns it
  owner_of(plot): {
    -- both are asked
    choose by player "Stay?" { option stay { nothing }, option go { nothing } }
  }
  may by plot.owner sell "sell {plot}" or "keep it" { set plot.owner to none }  -- for nothing
  for each hut in huts { may by hut.owner pay 1 coin to add player to guests }
  may choose by plot.owner { option leave { nothing } }
}
"""
NEW = """\
action settle(player, plot, huts: list of hut) {
  if plot.owner as player { gain 1 coin }  -- whoever owns it
  if owner_of(plot) as player {
    -- both are asked
    player chooses "Stay?" { option stay { nothing }, option go { nothing } }
  }
  plot.owner may sell "sell {plot}" or "keep it" { set plot.owner to none }  -- for nothing
  for each hut in huts { hut.owner may pay 1 coin to add player to guests }
  plot.owner may choose { option leave { nothing } }
}
"""


def test_each_old_form_is_told_and_mended() -> None:
    faults = parse(OLD, "x")[1]
    assert [fault.span.line for fault in faults if fault.span] == [1, 2, 3, 5, 7, 8, 9]
    assert apply_fixes(OLD, "x", [fault.fix for fault in faults if fault.fix]) == NEW
    assert parse(NEW, "x")[1] == ()
