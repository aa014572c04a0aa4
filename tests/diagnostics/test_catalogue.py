"""Every code has a page, and the examples on it show what it says."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from caylus.diagnostics.catalogue import codes, page
from caylus.parser.parse import parse

OWN = [code for code in codes() if code.startswith("E01")]


@pytest.mark.parametrize("code", codes())
def test_a_page_begins_with_its_code_and_a_summary(code: str) -> None:
    found = page(code)
    assert found is not None
    assert re.match(rf"# {code} [^\n]+\n\n\S", found.text)
    assert found.summary
    assert bool(found.bad) == bool(found.good)


@pytest.mark.parametrize("code", OWN)
def test_the_bad_example_has_that_fault_and_no_other_and_the_good_one_has_none(code: str) -> None:
    found = page(code)
    assert found is not None
    if found.bad:
        assert {fault.code for fault in parse(found.bad, "bad.rules")[1]} == {code}
    assert parse(found.good, "good.rules")[1] == ()


def test_every_code_of_the_language_has_a_page() -> None:
    folders = [files(package) for package in ("caylus.parser", "caylus.syntax")]
    sources = [file.read_text(encoding="utf-8") for folder in folders for file in folder.iterdir() if file.name.endswith(".py")]
    used = {code for source in sources for code in re.findall(r'"(E\d{4})"', source)}
    assert set(OWN) <= used <= set(codes())


def test_the_index_lists_every_code_with_its_summary() -> None:
    index = (Path(__file__).parents[2] / "rulesets" / "CODES.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[(\w+)\]\([^)]*/(\w+)\.md\) \| (.+) \|$", index, re.MULTILINE)
    pages = [found for code in codes() if (found := page(code))]
    assert listed == [(found.code, found.code, found.summary) for found in pages]


def test_a_code_is_found_however_it_is_written() -> None:
    assert page("e0101") == page("E0101")


@pytest.mark.parametrize("code", ["E9998", "E01", "", "../parser/grammar", "E0101.md"])
def test_what_is_no_code_has_no_page(code: str) -> None:
    assert page(code) is None
