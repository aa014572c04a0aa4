"""Lines are counted alike wherever a text is shown."""

from __future__ import annotations

from pathlib import Path

import caylus
import caylus_tools
import pytest
from caylus.diagnostics.diagnostic import split_lines
from caylus.parser.lexer import scan


def test_a_line_ends_with_a_line_feed_and_nothing_else() -> None:
    assert split_lines("one\ntwo\r\nthree\x0b\x0c\x1c\x85\u2028\u2029still three\r\r\n") == [
        "one",
        "two",
        "three\x0b\x0c\x1c\x85\u2028\u2029still three\r",
        "",
    ]


def test_every_text_has_a_line() -> None:
    assert split_lines("") == [""]


@pytest.mark.parametrize("end", ["\n", "\r\n", " \r \n", "\n\n\r\n"])
def test_the_lexer_finds_its_words_in_those_lines(end: str) -> None:
    text = end.join(("resource coin", "-- a remark", "resource gem"))
    lines = split_lines(text)
    for token in scan(text, "t.rules").tokens:
        if token.type != "_NL":
            assert lines[token.line - 1][token.column - 1 :].startswith(token.text)


def test_nothing_else_splits_lines() -> None:
    folders = (Path(caylus.__file__).parent, Path(caylus_tools.__file__).parent)
    files = [file for folder in folders for file in folder.rglob("*.py") if ".splitlines(" in file.read_text(encoding="utf-8")]
    assert files == []
