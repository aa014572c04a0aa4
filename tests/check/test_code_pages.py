"""The pages that explain the checker's codes: the bad example has that fault and no other, the good one has none."""

from __future__ import annotations

import re
from pathlib import Path

import caylus
import pytest
from caylus.diagnostics import catalogue

from .small import check_texts, codes

OURS = re.compile(r"E0[234]\d\d|E10\d\d|W10\d\d")
PAGES = [page for code in catalogue.codes() if OURS.fullmatch(code) and (page := catalogue.page(code)) is not None]
EXAMPLES = [page for page in PAGES if page.bad]


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.code)
def test_the_bad_example_has_the_fault_and_no_other(page: catalogue.Page) -> None:
    assert {fault.code for fault in check_texts(page.bad)[1]} == {page.code}


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.code)
def test_the_good_example_has_no_fault(page: catalogue.Page) -> None:
    assert codes(page.good) == []
    if page.code.startswith("W"):
        assert check_texts(page.good)[1] == ()


def test_every_code_of_the_checker_has_a_page_and_every_page_a_code() -> None:
    folder = Path(caylus.__file__).parent
    used = {code for file in folder.rglob("*.py") for code in re.findall(r'"([EW]\d{4})"', file.read_text(encoding="utf-8"))}
    assert {code for code in used if OURS.fullmatch(code)} == {page.code for page in PAGES}
