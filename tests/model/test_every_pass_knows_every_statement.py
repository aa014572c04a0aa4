"""Every pass names every statement, so that none overlooks a new one."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path
from typing import get_args

import pytest
from caylus import model as m
from caylus import syntax as s
from support.dispatches import dispatches, drop_case, exhaustive

ROOT = Path(__file__).parents[2]
STATEMENTS = {f"m.{class_.__name__}" for class_ in get_args(m.Statement)}
UNIONS = [
    STATEMENTS,
    {f"m.{class_.__name__}" for class_ in get_args(m.Expr)},
    *(
        {f"s.{class_.__name__}" for class_ in get_args(union)}
        for union in (s.Statement, s.Expr, s.Attachment, s.Edit, s.Definition)
    ),
]
SOURCES = {
    path.relative_to(ROOT): path.read_text() for folder in ("interpreter", "tools") for path in (ROOT / folder).rglob("*.py")
}


def test_what_tells_statements_apart_ends_in_assert_never() -> None:
    open_ended = []
    for path, text in SOURCES.items():
        if "m.Statement" in text or "m.Body" in text:
            tree = ast.parse(text)
            ends = {id(match) for match, _ in exhaustive(tree)}
            for match, classes in dispatches(tree):
                if len(classes) > 2 and classes <= STATEMENTS and id(match) not in ends:
                    open_ended.append(f"{path}:{match.lineno}")
    assert open_ended == []


def test_what_names_all_of_a_union_ends_in_assert_never() -> None:
    open_ended = []
    for path, text in SOURCES.items():
        if "case s." in text or "case m." in text:
            tree = ast.parse(text)
            ends = {id(match) for match, _ in exhaustive(tree)}
            for match, classes in dispatches(tree):
                if any(union <= classes for union in UNIONS) and id(match) not in ends:
                    open_ended.append(f"{path}:{match.lineno}")
    assert open_ended == []


@pytest.mark.nightly
def test_mypy_names_every_pass_that_lacks_a_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mypy = pytest.importorskip("mypy.api")
    wanted = set()
    for folder in ("interpreter", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path, text in SOURCES.items():
        if "assert_never" in text:
            spoilt, lines = drop_case(text)
            (tmp_path / path).write_text(spoilt)
            wanted |= {(path.as_posix(), line) for line in lines}
    assert len(wanted) > 20
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    monkeypatch.chdir(tmp_path)
    said, _, _ = mypy.run(["--follow-imports=silent", *sorted({path for path, _ in wanted})])  # without the insides of the rest
    named = (line.split(":", 2)[:2] for line in said.splitlines() if "assert_never" in line)
    assert wanted - {(path, int(line)) for path, line in named} == set()
