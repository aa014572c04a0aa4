"""A word of the language is a word where it can stand, and elsewhere a name, which never changes what rules say."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import pytest
from caylus import syntax as s
from caylus.formatter import format_text
from caylus.parser.ast_builder import Builder
from caylus.parser.following import definitions, find_following
from caylus.parser.lalr import head_types, keywords, read, soft_words, spellings
from caylus.parser.lexer import scan
from caylus.parser.parse import parse
from caylus.parser.tokens import Token

from .shape import faults

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
