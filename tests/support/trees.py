"""Python files as trees, each read once for all tests of how the code is written."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def read_tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def list_nodes(path: Path) -> list[ast.AST]:
    """All parts of a file, from the outside in."""
    return [*ast.walk(read_tree(path))]
