"""Names and docstrings stay plain: what is new is called by nouns and verbs. `plain_names.txt` lists what was there before."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.plain_names import find_faults

TOP = Path(__file__).parents[1]
OLD = frozenset((TOP / "tests" / "support" / "plain_names.txt").read_text("utf-8").splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["interpreter", "tools"])
def test_no_new_name_hides_what_it_stands_for(folder: str) -> None:
    lines = [
        f"{path.relative_to(TOP)}:{fault.line}: `{fault.name}` in `{fault.function}`: {fault.advice}"
        for path in sorted((TOP / folder).rglob("*.py"))
        for fault in find_faults(path.read_text("utf-8"))
        if fault.key not in OLD
    ]
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "name", "line"),
    [
        ("def told(): ...", "told", 1),
        ("def made_by(x): ...", "made_by", 1),
        ("def f(\n  known): ...", "known", 2),
        ("def f():\n  found = 1", "found", 2),
        ('def f():\n  "What it is."', "docstring", 1),
    ],
)
def test_a_name_that_hides_what_it_stands_for_is_found_at_its_line(text: str, name: str, line: int) -> None:
    assert [(fault.name, fault.line) for fault in find_faults(text)] == [(name, line)]


def test_plain_names_are_not_complained_of() -> None:
    assert not [*find_faults("def find_rows(rules):\n  'Find the rows.'\n  for row in rules: is_fixed = row")]
