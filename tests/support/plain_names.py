"""Measure how plainly code is named: `python tests/support/plain_names.py FOLDER…` prints the shares, `--list` the names behind them.

Counted are functions that begin with a participle (`told`), or begin or end with a preposition (`of_state`, `made_by`), and docstrings
that open with a question word.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

IRREGULAR = frozenset(
    [
        "told",
        "heard",
        "held",
        "begun",
        "chosen",
        "shown",
        "drawn",
        "written",
        "made",
        "found",
        "kept",
        "said",
        "given",
        "seen",
        "meant",
        "known",
        "lost",
        "gone",
        "left",
        "taken",
        "built",
        "broken",
        "done",
        "brought",
        "met",
        "laid",
        "sent",
        "spent",
        "stood",
        "thought",
        "worn",
        "come",
        "fallen",
        "sought",
        "bought",
        "caught",
    ]
)
PREPOSITIONS = frozenset(
    [
        "of",
        "in",
        "at",
        "by",
        "behind",
        "beside",
        "elsewhere",
        "within",
        "without",
        "between",
        "among",
        "above",
        "below",
        "before",
        "after",
        "around",
        "apart",
        "past",
        "off",
        "beyond",
        "beneath",
        "through",
    ]
)
NO_PARTICIPLES = frozenset({"embed", "exceed", "proceed", "speed"})
QUESTION = re.compile(r"(What|Who|Whom|Whose|Where|Whether|How|When|Which|That|Whatever|Whoever|Why)\b")


@dataclass
class Shares:
    """The offenders of a folder, each with its place, and how many there could have been."""

    functions: int = 0
    docstrings: int = 0
    modules: int = 0
    participles: list[str] = field(default_factory=list)
    prepositions: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    module_questions: list[str] = field(default_factory=list)


def split_name(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)]


def is_participle(word: str) -> bool:
    return word in IRREGULAR or (word.endswith("ed") and len(word) > 4 and word not in NO_PARTICIPLES)


def measure(files: Iterator[Path]) -> Shares:
    shares = Shares()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                _count_docstring(shares, path, node)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not node.name.startswith("__"):
                _count_name(shares, path, node)
    return shares


def _count_docstring(
    shares: Shares, path: Path, node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
) -> None:
    text = ast.get_docstring(node)
    if text is None:
        return
    found = [f"{path}: {text.splitlines()[0]}"] if QUESTION.match(text) else []
    shares.docstrings += 1
    shares.questions += found
    if isinstance(node, ast.Module):
        shares.modules += 1
        shares.module_questions += found


def _count_name(shares: Shares, path: Path, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    words = split_name(node.name)
    shares.functions += 1
    if words and is_participle(words[0]):
        shares.participles.append(f"{path}:{node.lineno}: {node.name}")
    elif words and PREPOSITIONS & {words[0], words[-1]}:
        shares.prepositions.append(f"{path}:{node.lineno}: {node.name}")


if __name__ == "__main__":
    for folder in [word for word in sys.argv[1:] if word != "--list"]:
        found = measure(path for path in sorted(Path(folder).rglob("*.py")))
        print(
            f"{folder}: {found.functions} functions; participle first {len(found.participles) / found.functions:.1%};"
            f" preposition first or last {len(found.prepositions) / found.functions:.1%};"
            f" question word {len(found.questions) / max(found.docstrings, 1):.1%}"
            f" (modules {len(found.module_questions) / max(found.modules, 1):.1%})"
        )
        if "--list" in sys.argv:
            print(*found.participles, *found.prepositions, *found.questions, sep="\n")
