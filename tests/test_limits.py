"""Every bound stands in one module, and those that an author can meet in the reference of the language, with the same number."""

from __future__ import annotations

import re
from pathlib import Path

import caylus
from caylus import limits
from caylus.diagnostics.render import page

ROOT = Path(__file__).parent.parent
LIBRARY = Path(caylus.__file__).parent
OTHERS = "# ==== what no author of rules meets"
BOUND = re.compile(r"^_?(?:MOST|DEEPEST|LONGEST|GREATEST|LARGEST|MAX)(?:_[A-Z_]+)?\s*(?::[^=]+)?=\s*[0-9(]", re.MULTILINE)


def rows() -> dict[str, tuple[str, str]]:
    """What the reference says of each bound: the number, and the codes of what lies beyond."""
    table = (ROOT / "rulesets" / "CODES.md").read_text(encoding="utf-8").split("| <!-- limits -->")[1]
    found = re.findall(r"^\|[^|]*<!-- ([A-Z_]+) --> \| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)
    return {name: (number, codes) for name, number, codes in found}


def write_rules(name: str) -> str:
    """A bound as people write it."""
    number: int = getattr(limits, name)
    return f"{number // 1024} KB" if name.startswith("MOST_BYTES") else f"{number:,}"


def test_the_reference_states_every_bound_that_an_author_can_meet() -> None:
    text = Path(limits.__file__).read_text(encoding="utf-8")
    assert text.count(OTHERS) == 1
    met = re.findall(r"^([A-Z_]+) = ", text.split(OTHERS)[0], re.MULTILINE)
    assert [*rows()] == met


def test_each_bound_in_the_reference_is_the_one_that_holds() -> None:
    assert {name: number for name, (number, _) in rows().items()} == {name: write_rules(name) for name in rows()}


def test_what_lies_beyond_has_a_page() -> None:
    for _, codes in rows().values():
        assert all(page(code) for code in codes.split(", "))


def test_no_bound_stands_anywhere_else() -> None:
    elsewhere = {
        file.relative_to(LIBRARY).as_posix(): found
        for file in sorted(LIBRARY.rglob("*.py"))
        if file.name != "limits.py" and (found := BOUND.findall(file.read_text(encoding="utf-8")))
    }
    assert not elsewhere
