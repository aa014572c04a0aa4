"""The examples on the pages of the library and of bots run as they are, and give the results in their comments."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PAGES = Path(__file__).parents[2] / "rulesets"


@pytest.mark.parametrize(("page", "results"), [("PYTHON.md", 9), ("SIMULATIONS.md", 0)])
def test_the_examples_run_one_after_the_other_and_come_to_what_they_say(page: str, results: int) -> None:
    names: dict[str, Any] = {}
    told = 0
    for block in re.findall(r"```python\n(.*?)```", (PAGES / page).read_text("utf-8"), re.DOTALL):
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            source = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
            code, _, comment = source.partition("  # ")
            if isinstance(statement, ast.Expr) and comment[:1] in tuple('({["0123456789'):
                assert eval(code, names) == ast.literal_eval(comment), code
                told += 1
            else:
                exec(source, names)
    assert told >= results
