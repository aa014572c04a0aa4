"""Do the tests notice? Each mutation of `mutants.toml` is made in a copy of the tree, and the tests that ought to fail are run.

    python tools/bench/mutants.py                          all of them
    python tools/bench/mutants.py --only verbalize         those whose package or text has this in it
    python tools/bench/mutants.py --tree ../another        another tree, such as one of an earlier commit
    python tools/bench/mutants.py --widen 'tests/server'   more tests for those that live
    python tools/bench/mutants.py --made 100               as many that are made by chance, the same for the same --seed
    python tools/bench/mutants.py --made 100 --part 2/3    the second third of them
    python tools/bench/mutants.py --fast                   without the slow tests

A mutation is found by its text in its package or module, so it is to be written anew where the code has changed: such a one is
`lost`. Nightly tests are left out. A mutation with `equal` changes nothing that anybody could see, for the reason that
is given, and is not tried. Tests that fail without any mutation are `unfit`.

Those that are made change one expression each, in the folders that the table `made` names with their tests: a comparison, `and`
and `or`, `not`, plus and minus, a number, a truth value, which of two values is taken.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

_ROOT = Path(__file__).resolve().parents[2]
_LEFT_OUT = shutil.ignore_patterns("__pycache__", ".git", ".venv", ".*_cache")
_LONGEST = 300
"""Seconds for the tests of one mutation: what makes a program run on is noticed as well."""

Mutation = dict[str, str]

_OTHERWISE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description="Say which mutations no test notices.")
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--tree", type=Path, default=_ROOT)
    parser.add_argument("--widen", default="", metavar="TESTS")
    parser.add_argument("--made", type=int, default=0, metavar="NUMBER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=lambda text: [*map(int, text.split("/"))], default=[1, 1], metavar="N/OF")
    parser.add_argument("--fast", action="store_const", const="not slow and not nightly", default="not nightly", dest="marks")
    options = parser.parse_args()
    settings = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    mutations: list[Mutation] = settings["mutation"]
    if options.made:
        mutations = Random(options.seed).sample(list(_make_mutations(options.tree, settings["made"])), options.made)
    outcomes: Counter[tuple[str, str]] = Counter()
    sound: dict[str, bool] = {}
    with TemporaryDirectory() as folder:
        copy = shutil.copytree(options.tree, Path(folder) / "tree", ignore=_LEFT_OUT)
        part, parts = options.part
        for mutation in mutations[part - 1 :: parts]:
            if any(options.only in mutation[field] for field in ("package", "old", "new")):
                outcome = _outcome(copy, mutation, options.widen, options.marks, sound)
                outcomes[mutation["package"], outcome] += 1
                print(f"{outcome:7}{mutation['package']}: {mutation['old']!r} -> {mutation['new']!r}", flush=True)
    for (package, outcome), number in sorted(outcomes.items()):
        print(f"{number:4} {outcome:7}{package}")
    return int(any(outcome in ("lives", "lost", "unfit") for _, outcome in outcomes))


def _make_mutations(tree: Path, tests: dict[str, str]) -> Iterator[Mutation]:
    """Every change of one expression that stands in a line by itself, in the folders that have `tests`."""
    for folder, those in tests.items():
        for path in sorted((tree / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            for node in _expressions(ast.parse(text)):
                line = text.splitlines()[node.lineno - 1]
                changed_text = _change(node) if node.lineno == node.end_lineno and text.count(line) == 1 else None
                if changed_text is not None:
                    data = line.encode()
                    new = data[: node.col_offset] + f"({ast.unparse(changed_text)})".encode() + data[node.end_col_offset :]
                    yield {"package": path.relative_to(tree).as_posix(), "old": line, "new": new.decode(), "tests": those}


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """All expressions but those in annotations, patterns and the texts of f-strings."""
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "pattern"):
            for inner in value if isinstance(value, list) else [value]:
                if isinstance(inner, ast.expr):
                    yield inner
                if isinstance(inner, ast.AST) and not isinstance(inner, ast.JoinedStr):
                    yield from _expressions(inner)


def _change(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Compare(left, [operator], right):
            return ast.Compare(left, [_OTHERWISE[type(operator)]()], right)
        case ast.BoolOp(operator, values):
            return ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.BinOp(left, ast.Add(), right):
            return ast.BinOp(left, ast.Sub(), right)
        case ast.BinOp(left, ast.Sub(), right):
            return ast.BinOp(left, ast.Add(), right)
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value)):
            return ast.Constant(value + 1)
    return None


def _outcome(tree: Path, mutation: Mutation, wider: str, marks: str, sound: dict[str, bool]) -> str:
    """Try a mutation, and leave the tree as it was. `sound` remembers which tests pass without any."""
    package = tree / mutation["package"]
    files = [path for path in (*package.rglob("*.py"), package.with_suffix(".py")) if path.exists()]
    found = [path for path in files for _ in range(path.read_text("utf-8").count(mutation["old"]))]
    if len(found) != 1:
        return "lost"
    if "equal" in mutation:
        return "equal"
    for tests in filter(None, (mutation["tests"], wider)):
        if tests not in sound:
            sound[tests] = not _fail(tree, tests, marks)
        if not sound[tests]:
            return "unfit"
    (path,) = found
    text = path.read_text("utf-8")
    bytecode_path = Path(cache_from_source(str(path)))
    path.write_text(text.replace(mutation["old"], mutation["new"]), "utf-8")
    bytecode_path.unlink(missing_ok=True)
    try:
        is_noticed = any(_fail(tree, tests, marks) for tests in filter(None, (mutation["tests"], wider)))
    finally:
        path.write_text(text, "utf-8")
        bytecode_path.unlink(missing_ok=True)
    return "killed" if is_noticed else "lives"


def _fail(tree: Path, tests: str, marks: str) -> bool:
    """Return whether tests fail. What makes pytest itself give up is a fault of the list, not a test that notices."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", marks, *tests.split()]
    try:
        process = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=_LONGEST, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return True
    if process.returncode not in (0, 1, 2):
        raise SystemExit(f"{' '.join(command)}\n{process.stdout}{process.stderr}")
    return process.returncode != 0


if __name__ == "__main__":
    sys.exit(main())
