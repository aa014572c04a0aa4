"""The colours of rules, in documentation and in editors, are those of the language."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from caylus.parser.lalr import keywords
from caylus.parser.lexer import scan
from caylus.parser.tokens import LINE_END
from caylus_tools.authoring.pygments_lexer import WORDS, RulesLexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String, Token, Whitespace
from support.effort import limit_calls

from . import reference

PROJECT = Path(__file__).parents[2]
CORPUS = {
    str(file.relative_to(PROJECT)): file.read_text(encoding="utf-8") for file in sorted(PROJECT.glob("rulesets/**/*.rules"))
}
CORPUS["the language reference"] = "".join(text for _, _, text in reference.examples())
EDITOR = PROJECT / "tools" / "editors" / "vscode"
GRAMMAR = json.loads((EDITOR / "rules.tmLanguage.json").read_text(encoding="utf-8"))

Place = tuple[int, int]


def words(text: str) -> Iterator[tuple[Place, str, str]]:
    """Place, type and text of the words as the language reads them, comments among them."""
    scanned = scan(text, "x.rules")
    for token in scanned.tokens:
        if token.type != LINE_END:
            yield (token.line, token.column), "WORD" if token.text in keywords() else token.type, token.text
    for comment in scanned.comments:
        yield (comment.span.line, comment.span.column), "COMMENT", comment.text


def places(text: str, at: Iterator[tuple[int, Any]]) -> dict[Place, Any]:
    """By line and column what lies at offsets of a text."""
    found, line, start = {}, 1, 0
    for offset, value in at:
        line += text.count("\n", start, offset)
        start = offset
        found[line, offset - text.rfind("\n", 0, offset)] = value
    return found


# ---- Pygments


def test_the_lexer_knows_exactly_the_words_of_the_language() -> None:
    assert set(WORDS) == keywords()


def test_the_lexer_has_no_errors_and_loses_nothing() -> None:
    for text in CORPUS.values():
        tokens = list(RulesLexer().get_tokens_unprocessed(text))
        assert [token for token in tokens if token[1] is Error] == []
        assert "".join(value for _, _, value in tokens) == text


@pytest.mark.parametrize("text", CORPUS.values(), ids=CORPUS)
def test_the_lexer_sees_what_the_language_sees(text: str) -> None:
    seen = places(text, ((offset, token) for offset, token, _ in RulesLexer().get_tokens_unprocessed(text)))
    expected = {"COMMENT": Comment, "STRING": String, "NUMBER": Number, "NAME": Name}
    for place, type_, word in words(text):
        wanted = WORDS[word] if type_ == "WORD" else expected.get(type_, Token)
        assert seen[place] in wanted, f"{word!r} in line {place[0]}"


def test_the_lexer_tells_formulas_in_braces_and_calls_apart() -> None:
    text = 'say "{player} \\" { sees {price(hut) % 2}" do go(-1) -- why'
    tokens = {value: token for _, token, value in RulesLexer().get_tokens_unprocessed(text)}
    assert tokens["{player}"] is tokens["{price(hut) % 2}"] is String.Interpol
    assert tokens['\\"'] is String.Escape
    assert tokens["go"] is Name.Function
    assert (tokens["say"], tokens["-"], tokens["-- why"]) == (Keyword, Operator, Comment.Single)


def test_a_text_that_is_not_closed_ends_with_its_line() -> None:
    tokens = list(RulesLexer().get_tokens_unprocessed('say "a\nstop'))
    assert tokens[-2:] == [(6, Whitespace, "\n"), (7, Keyword, "stop")]


@pytest.mark.parametrize("piece", ['"{', '"', "a", "_1", "((", "--", '"\\', "{}", "é", "0", "- ", "\n"])
def test_a_hostile_text_takes_so_many_calls_for_each_letter(piece: str) -> None:
    text = piece * 8_000
    with limit_calls(len(text) * 20):
        list(RulesLexer().get_tokens_unprocessed(text))


def test_pygments_finds_the_lexer() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    module, name = project["project"]["entry-points"]["pygments.lexers"]["rules"].split(":")
    assert getattr(import_module(module), name) is RulesLexer
    assert "rules" in RulesLexer.aliases


# ---- editors

PATTERNS = [GRAMMAR["repository"][include["include"][1:]] for include in GRAMMAR["patterns"]]


def scopes(line: str) -> Iterator[tuple[int, str]]:
    """Where an editor would see what, in a line: of the patterns that match first the first, as in any TextMate grammar."""
    at = 0
    while at <= len(line):
        found = [
            (match.start(), n, match)
            for n, p in enumerate(PATTERNS)
            if (match := re.compile(p.get("match") or p["begin"]).search(line, at))
        ]
        if not found:
            return
        start, number, match = min(found, key=lambda one: one[:2])
        yield start, PATTERNS[number]["name"]
        at = match.end()
        if "end" in PATTERNS[number]:
            inner = re.compile(
                "|".join([f"(?P<end>{PATTERNS[number]['end']})", *(p["match"] for p in PATTERNS[number]["patterns"])])
            )
            while inside := inner.search(line, at):
                at = inside.end()
                if inside["end"] is not None:
                    break


def test_the_grammar_for_editors_knows_exactly_the_words_of_the_language() -> None:
    lists = re.findall(r"\\b\(([a-z|]+)\)\\b", json.dumps(GRAMMAR).replace("\\\\", "\\"))
    listed = [word for words in lists for word in words.split("|")]
    assert sorted(listed) == sorted(keywords())


@pytest.mark.parametrize("text", CORPUS.values(), ids=CORPUS)
def test_an_editor_sees_what_the_language_sees(text: str) -> None:
    seen = {(n, start + 1): scope for n, line in enumerate(text.splitlines(), 1) for start, scope in scopes(line)}
    expected = {"COMMENT": "comment.", "STRING": "string.", "NUMBER": "constant.numeric.", "NAME": ("variable.", "entity.")}
    of_words = ("storage.", "keyword.control.", "keyword.operator.word.", "constant.language.")
    for place, type_, word in words(text):
        if type_ == "WORD" or type_ in expected:
            assert seen[place].startswith(of_words if type_ == "WORD" else expected[type_]), f"{word!r} in line {place[0]}"


def test_the_extension_names_files_that_are_there() -> None:
    contributes = json.loads((EDITOR / "package.json").read_text(encoding="utf-8"))["contributes"]
    (language,), (grammar,) = contributes["languages"], contributes["grammars"]
    assert (EDITOR / language["configuration"]).is_file()
    assert json.loads((EDITOR / grammar["path"]).read_text(encoding="utf-8"))["scopeName"] == grammar["scopeName"]
    assert (language["id"], language["extensions"]) == (grammar["language"], [".rules"])
