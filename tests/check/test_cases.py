"""Faults and sound rules, case by case: the files of `cases` hold worlds, and for each world rules with the codes found in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from .small import check_texts

CODES = re.compile(r"(?:[EW]\d{4} ?)*")


class Case(NamedTuple):
    """Rules, the beginnings of codes that are looked for, or left out behind a hyphen, the codes found, and the first's message if it is fixed."""

    id: str
    rules: str
    among: tuple[str, ...]
    codes: list[str]
    message: str


def read_cases(path: Path) -> Iterator[Case]:
    worlds: dict[str, str] = {}
    for part in path.read_text("utf-8").split("\n==== ")[1:]:
        head, *cases = part.split("\n---- ")
        (name, among, sentence), text = head.partition("\n")[0].split(" | "), head.partition("\n")[2]
        world = worlds.setdefault(name, text)
        for number, case in enumerate(cases, 1):
            expected, _, rules = case.partition("\n")
            codes = CODES.match(expected.removeprefix("sound"))
            assert codes is not None
            whole = world.replace("@", rules.strip()) if "@" in world else f"{world}\n{rules}"
            yield Case(f"{sentence}-{number}", whole, tuple(among.split()), codes[0].split(), expected[codes.end() :])


CASES = [case for path in sorted((Path(__file__).parent / "cases").glob("*.txt")) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_in_rules_is_found_what_the_case_says(case: Case) -> None:
    left_out = tuple(code[1:] for code in case.among if code.startswith("-"))
    faults = check_texts(case.rules)[1]
    found = [fault for fault in faults if fault.code.startswith(case.among) and not fault.code.startswith(left_out)]
    assert [fault.code for fault in found] == case.codes, [fault.message for fault in found]
    assert case.message in ("", "sound", *(fault.message for fault in found[:1]))
