"""Every pass names every statement, so that none overlooks a new one."""

from __future__ import annotations

import ast
import shutil
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from caylus import model as m, syntax as s
from support.dispatches import dispatches, drop_case, exhaustive

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
STATEMENTS = {f"m.{class_.__name__}" for class_ in get_args(m.Statement)}
FAMILIES = {
    family: {class_ for class_ in get_args(m.Statement) if issubclass(class_, family)}
    for family in (m.Effect, m.Block, m.Call, m.Jump)
}
NAMES = {
    f"m.{family.__name__}": {f"m.{class_.__name__}" for class_ in get_args(m.Statement) if issubclass(class_, family)}
    for family in (*FAMILIES, m.Loop)
}
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


def classes_in(names: set[str]) -> set[str]:
    """The classes that names of classes and of families stand for."""
    return {class_ for name in names for class_ in NAMES.get(name, {name})}


def test_each_statement_but_let_is_of_one_family() -> None:
    members = [class_ for classes in FAMILIES.values() for class_ in classes]
    assert {*members, m.Let} == set(get_args(m.Statement))
    assert len(set(members)) == len(members)


def test_blocks_alone_have_statements_inside_them() -> None:
    holders = {
        class_
        for class_ in get_args(m.Statement)
        if {"Body", "tuple[Option, ...]"} & {str(field.type) for field in fields(class_)}
    }
    assert holders == FAMILIES[m.Block]


def test_what_tells_statements_apart_ends_in_assert_never() -> None:
    open_ended = []
    for path, text in SOURCES.items():
        if "m.Statement" in text or "m.Body" in text:
            tree = ast.parse(text)
            ends = {id(match) for match, _ in exhaustive(tree)}
            for match, classes in dispatches(tree):
                if len(classes) > 2 and classes_in(classes) <= STATEMENTS and id(match) not in ends:
                    open_ended.append(f"{path}:{match.lineno}")
    assert open_ended == []


def test_what_names_all_of_a_union_ends_in_assert_never() -> None:
    open_ended = []
    for path, text in SOURCES.items():
        if "case s." in text or "case m." in text:
            tree = ast.parse(text)
            ends = {id(match) for match, _ in exhaustive(tree)}
            for match, classes in dispatches(tree):
                if any(union <= classes_in(classes) for union in UNIONS) and id(match) not in ends:
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
