"""The shipped rulesets are right, are checked fast, and whatever is done to their texts ends in diagnostics."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from caylus.check import check
from caylus.parser.parse import parse
from caylus.syntax import File
from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).parent.parent.parent / "rulesets"
TOKEN = re.compile(r'[A-Za-z_]\w*|\d+|"[^"\n]*"|[^\s\w]')


def texts(name: str) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / name).glob("*.rules"))}


@cache
def parse_text(text: str, path: str) -> File:
    return parse(text, path)[0]


CLASSIC = texts("classic")
PLACES = [(path, match.start(), match.end()) for path, text in CLASSIC.items() for match in TOKEN.finditer(text)]
TOKENS = sorted({token for text in CLASSIC.values() for token in TOKEN.findall(text)})


@pytest.mark.nightly
@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(PLACES), st.sampled_from(TOKENS)), min_size=1, max_size=4, unique_by=lambda edit: edit[0][0]
    )
)
def test_a_text_with_words_exchanged_ends_in_a_model_or_in_errors_and_always_in_the_same(
    edits: list[tuple[tuple[str, int, int], str]],
) -> None:
    changed = dict(CLASSIC)
    for (path, start, end), token in edits:
        changed[path] = changed[path][:start] + token + changed[path][end:]
    files = [parse_text(text, path) for path, text in changed.items()]
    made, found = check(files)
    if not any(file.unread for file in files):
        assert (made is None) == any(fault.is_error for fault in found)
    assert check(files)[1] == found
    assert all(fault.message and not fault.message.endswith(".") for fault in found)
