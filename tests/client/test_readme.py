"""What the README tells whoever builds on the library runs as it stands there, and comes to what the comments say."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_examples_run_one_after_the_other_and_come_to_what_they_say() -> None:
    names: dict[str, Any] = {}
    told = 0
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            source = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
            code, _, comment = source.partition("  # ")
            if isinstance(statement, ast.Expr) and comment[:1] in tuple('({["0123456789'):
                assert eval(code, names) == ast.literal_eval(comment), code
                told += 1
            else:
                exec(source, names)
    assert told > 8
