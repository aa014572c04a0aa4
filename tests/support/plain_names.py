"""Find names and docstrings that are not plain: `python tests/support/plain_names.py FOLDER…` prints each with its line and advice."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

IRREGULAR = frozenset(
    re.findall(
        r"\w+",
        "told heard held begun chosen shown drawn written made found kept said given seen meant known lost gone taken built broken done"
        " brought met laid sent spent stood thought worn come fallen sought bought caught",
    )
)
PREPOSITIONS = frozenset(
    re.findall(
        r"\w+",
        "of in at by behind beside elsewhere within without between among above below before after around apart past off beyond beneath"
        " through",
    )
)
NO_PARTICIPLES = frozenset(
    re.findall(r"\w+", "embed exceed proceed speed fixed shared hidden used needed allowed expected elapsed required ordered")
)
QUESTION = re.compile(r"(What|Who|Whom|Whose|Where|Whether|How|When|Which|That|Whatever|Whoever|Why)\b")
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Fault(NamedTuple):
    """A name or a docstring that is not plain, the function (or module) that has it, and what to write instead."""

    line: int
    function: str
    name: str
    advice: str

    @property
    def key(self) -> str:
        return f"{self.function} {self.name}"


def is_participle(word: str) -> bool:
    return word in IRREGULAR or (word.endswith("ed") and len(word) > 4 and "_" not in word and word not in NO_PARTICIPLES)


def find_faults(text: str) -> Iterator[Fault]:
    """The faults of the text of a module, each at its line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, Function)):
            name, line = getattr(node, "name", "module"), getattr(node, "lineno", 1)
            if QUESTION.match(ast.get_docstring(node) or ""):
                yield Fault(line, name, "docstring", "open the docstring with a noun or a verb that names the thing")
        if isinstance(node, Function) and not node.name.startswith("__"):
            yield from _find_in_function(node)


def _find_in_function(function: Function) -> Iterator[Fault]:
    words = [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", function.name)]
    if words and (is_participle(words[0]) or PREPOSITIONS & {words[0], words[-1]}):
        yield Fault(
            function.lineno,
            function.name,
            function.name,
            "call a function by a verb and its object, or by the noun of its result",
        )
    for node in ast.walk(function):
        name = (
            node.arg
            if isinstance(node, ast.arg)
            else node.id
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            else ""
        )
        if is_participle(name.strip("_")):
            yield Fault(getattr(node, "lineno", 1), function.name, name, "call a value by the noun of what it holds")


if __name__ == "__main__":
    for path in (path for folder in sys.argv[1:] for path in sorted(Path(folder).rglob("*.py"))):
        for fault in find_faults(path.read_text("utf-8")):
            print(f"{path}:{fault.line}: `{fault.name}` in `{fault.function}`: {fault.advice}")
