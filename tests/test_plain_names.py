"""Names and docstrings stay plain: functions are called by a verb, docstrings open with a noun or a verb."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.plain_names import Shares, measure

TOP = Path(__file__).parents[1]
MOST = 0.03


def _helpers() -> list[Path]:
    return [path for path in sorted((TOP / "tests").rglob("*.py")) if not path.name.startswith("test_")]


@pytest.fixture(scope="module", params=["interpreter", "tools", "tests"])
def shares(request: pytest.FixtureRequest) -> Shares:
    files = _helpers() if request.param == "tests" else sorted((TOP / request.param).rglob("*.py"))
    return measure(iter(files))


def test_few_functions_begin_with_a_participle(shares: Shares) -> None:
    assert len(shares.participles) <= MOST * shares.functions, shares.participles


def test_few_functions_begin_or_end_with_a_preposition(shares: Shares) -> None:
    assert len(shares.prepositions) <= MOST * shares.functions, shares.prepositions


def test_few_docstrings_open_with_a_question_word(shares: Shares) -> None:
    assert len(shares.questions) <= MOST * shares.docstrings, shares.questions


def test_no_module_opens_with_a_question_word(shares: Shares) -> None:
    assert not shares.module_questions
