"""`match` statements that tell classes apart, and sources in which each of them lacks a case."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import zip_longest


def dispatches(tree: ast.AST) -> Iterator[tuple[ast.Match, set[str]]]:
    """Each `match`, and the classes that it tells apart, as in `m.Let`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Match):
            yield (
                node,
                {ast.unparse(p.cls) for case in node.cases for p in _alternatives(case.pattern) if isinstance(p, ast.MatchClass)},
            )


def exhaustive(tree: ast.AST) -> Iterator[tuple[ast.Match, ast.stmt]]:
    """Each `match` that `assert_never` ends, in a case of its own or right behind it, and that statement."""
    for node in ast.walk(tree):
        for body in (value for _, value in ast.iter_fields(node) if isinstance(value, list)):
            for here, behind in zip_longest(body, body[1:]):
                if isinstance(here, ast.Match):
                    for end in (here.cases[-1].body[0], behind):
                        if end is not None and ast.unparse(end).startswith("assert_never("):
                            yield here, end


def drop_case(source: str) -> tuple[str, set[int]]:
    """A source in which each exhaustive `match` lacks a class, and the lines of the `assert_never` that it now gets to."""
    tree = ast.parse(source)
    ends = [end for match, end in exhaustive(tree) if _remove_a_class(match)]
    at = {index for index, call in enumerate(_calls(tree)) if any(end is call for end in ends)}
    spoilt = ast.unparse(tree)
    return spoilt, {call.lineno for index, call in enumerate(_calls(ast.parse(spoilt))) if index in at}


def _calls(tree: ast.AST) -> list[ast.stmt]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Expr) and ast.unparse(node).startswith("assert_never(")]


def _alternatives(pattern: ast.pattern) -> list[ast.pattern]:
    match pattern:
        case ast.MatchOr(patterns=patterns):
            return [inner for part in patterns for inner in _alternatives(part)]
        case ast.MatchAs(pattern=ast.pattern() as inner):
            return _alternatives(inner)
    return [pattern]


def _remove_a_class(match: ast.Match) -> bool:
    """Removes the last class for good: every case of it alone, and it from the cases that it shares."""
    classes = [ast.unparse(p.cls) for case in match.cases for p in _alternatives(case.pattern) if isinstance(p, ast.MatchClass)]
    if not classes:
        return False

    def is_other(pattern: ast.pattern) -> bool:
        return not (isinstance(pattern, ast.MatchClass) and ast.unparse(pattern.cls) == classes[-1])

    kept = []
    for case in match.cases:
        left = [p for p in _alternatives(case.pattern) if is_other(p)]
        if left and len(left) < len(_alternatives(case.pattern)):
            case.pattern = ast.MatchOr(left) if len(left) > 1 else left[0]
        if left:
            kept.append(case)
    match.cases[:] = kept
    return True
