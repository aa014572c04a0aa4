"""`rulesets/LANGUAGE.md` shows all of the language, and what it shows is right."""

from __future__ import annotations

import re
from pathlib import Path

import caylus
import pytest
from caylus.formatter import format_text
from caylus.loading import library
from caylus.parser.lalr import keywords, soft_words
from caylus.parser.lexer import scan
from support.constructs import CONSTRUCTS, constructs

from . import reference

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return reference.write(tmp_path_factory.mktemp("reference"))


def test_every_construct_of_the_grammar_is_in_an_example() -> None:
    shown = set().union(*(constructs(text) for _, _, text in reference.examples()))
    assert shown == CONSTRUCTS


def test_every_word_of_the_language_is_in_an_example_and_those_that_are_no_names_in_the_list() -> None:
    words = keywords()
    assert words <= {token.text for _, _, text in reference.examples() for token in scan(text, "x.rules").tokens}
    (listed,) = re.findall(r"## Words\n\n[^\n]+\n\n(.*?)\n\n", reference.text(), re.DOTALL)
    assert listed.split() == sorted(words - soft_words())


def test_every_block_of_rules_on_the_page_is_one_of_the_examples() -> None:
    assert reference.text().count("```rules") == len(reference.examples()) > 15


@pytest.mark.parametrize(
    "text", [text for _, _, text in reference.examples()], ids=lambda text: text.strip().splitlines()[0][:40]
)
def test_an_example_is_laid_out_as_it_should_be(text: str) -> None:
    assert format_text(text, "x.rules") == text.lstrip("\n")


def test_the_examples_together_have_no_faults(folders: tuple[Path, Path]) -> None:
    assert [library.check_path(folder).diagnostics for folder in folders] == [(), ()]


@pytest.mark.parametrize("number", [0, 1])
def test_the_examples_together_can_be_played(folders: tuple[Path, Path], number: int) -> None:
    rules = caylus.load(folders[number])
    seen: set[str] = set()
    for seed in range(30):
        game = rules.new_game(2 + seed % 2, seed)
        while (decision := game.decision) is not None:
            assert all(option.text for option in decision.options)
            seen.update(option.id.split()[0] for option in decision.options)
            game.play((seed * 7919 + len(seen) * 31) % len(game.moves))
        assert game.view()["over"]
    common = {"visit", "build", "home", "pay", "decline", "toll", "ask"}
    assert common | ({"shelter"} if number else {"beg"}) <= seen
