"""The code is built as ARCHITECTURE.md says: these packages and no others, and no import that runs up or in a circle."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from support.trees import list_nodes, read_tree

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
LIBRARY, TOOLS = "interpreter/caylus", "tools/caylus_tools"
OWN_CIRCLE = "caylus.model."
"""Its types are made of each other: an action has statements, a statement does actions."""


class Arrow(NamedTuple):
    """An import in `file`: `name` of `module`, or all of it where `name` is empty; perhaps for the sake of types alone."""

    file: str
    module: str
    name: str
    for_types: bool


def _modules() -> dict[str, Path]:
    found = {}
    for folder in (LIBRARY, TOOLS):
        root = ROOT / folder
        for path in sorted(root.rglob("*.py")):
            parts = path.relative_to(root.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = _modules()


@cache
def _all(module: str) -> list[str]:
    """The `__all__` of a module; empty where it has none that is written out."""
    for node in read_tree(MODULES[module]).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
            return list(ast.literal_eval(node.value)) if isinstance(node.value, (ast.List, ast.Tuple)) else []
    return []


def _imports(name: str) -> Iterator[Arrow]:
    """All imports of a module, those inside functions and for types alone as well."""
    path = MODULES[name]
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    asked = [node for node in list_nodes(path) if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"]
    typed = {id(inner) for node in asked for statement in node.body for inner in ast.walk(statement)}
    for node in list_nodes(path):
        if isinstance(node, ast.Import):
            yield from (Arrow(name, alias.name, "", id(node) in typed) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                is_module = inner in MODULES and alias.name not in (_all(module) if module in MODULES else ())
                yield Arrow(name, *((inner, "") if is_module else (module, alias.name)), id(node) in typed)


@cache
def _arrows() -> list[Arrow]:
    """All imports of one module of ours by another one."""
    return [arrow for name in MODULES for arrow in _imports(name) if arrow.module in MODULES and arrow.module != name]


def _tree(folder: str) -> list[str]:
    """What ARCHITECTURE.md says lies in a folder, from the ground up."""
    lines = TEXT.split("```")[1].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"{folder}/"))
    below = lines[start + 1 :]
    end = next((i for i, line in enumerate(below) if not line.startswith(" ")), len(below))
    return [line.split()[0].removesuffix("/").removesuffix(".py") for line in below[:end]]


@pytest.mark.parametrize("folder", [LIBRARY, TOOLS])
def test_the_tree_names_exactly_what_there_is(folder: str) -> None:
    there = {path.stem if path.suffix else path.name for path in (ROOT / folder).iterdir()}
    assert set(_tree(folder)) == {name for name in there if not name.startswith("__")} - {"py"}


@pytest.mark.parametrize("folder", [LIBRARY, TOOLS])
def test_no_import_runs_up(folder: str) -> None:
    root = folder.rpartition("/")[2]
    floor = {name: number for number, name in enumerate(_tree(folder))}
    ups = set()
    for arrow in _arrows():
        one, other = arrow.file.split("."), arrow.module.split(".")
        is_inside = one[0] == other[0] == root and len(one) > 1 and one[1] != "__main__"
        if is_inside and (len(other) == 1 or floor[one[1]] < floor[other[1]]):
            ups.add(f"{arrow.file} imports {arrow.module}")
    assert sorted(ups) == []


def test_the_library_does_not_know_its_tools() -> None:
    assert [arrow for arrow in _arrows() if arrow.file.startswith("caylus.") and arrow.module.startswith("caylus_tools")] == []


def test_no_files_import_each_other_in_a_circle() -> None:
    below: dict[str, set[str]] = {name: set() for name in MODULES}
    for arrow in _arrows():
        if not (arrow.for_types or (arrow.file.startswith(OWN_CIRCLE) and arrow.module.startswith(OWN_CIRCLE))):
            below[arrow.file].add(arrow.module)
    while free := _drop_needs(below) | (below.keys() - set().union(*below.values())):
        below = {name: needs - free for name, needs in below.items() if name not in free}
    assert below == {}


def _drop_needs(below: dict[str, set[str]]) -> set[str]:
    return {name for name, needs in below.items() if not needs}


PUBLIC = set(re.findall(r"`(caylus(?:\.\w+)*)`", TEXT.split("## What is public")[1].split("## ")[0]))


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_what_is_public_is_there_and_says_what_it_is(name: str) -> None:
    assert ast.get_docstring(read_tree(MODULES[name]))


def test_tools_use_nothing_that_is_not_public() -> None:
    taken = {a for a in _arrows() if a.file.startswith("caylus_tools") and a.module.split(".")[0] == "caylus"}
    for path in sorted((ROOT / "tools/bench").glob("*.py")):
        MODULES[f"bench.{path.stem}"] = path
        taken |= {arrow for arrow in _imports(f"bench.{path.stem}") if arrow.module.split(".")[0] == "caylus"}
    assert sorted(arrow for arrow in taken if arrow.module not in PUBLIC or arrow.name.startswith("_")) == []


def test_a_package_that_says_what_it_offers_offers_what_tools_take() -> None:
    for arrow in _arrows():
        if arrow.file.startswith("caylus_tools") and arrow.module in PUBLIC and arrow.name:
            offered = _all(arrow.module)
            assert not offered or arrow.name in offered, arrow


def test_what_a_comment_sends_its_reader_to_is_there() -> None:
    texts = {name: path.read_text(encoding="utf-8") for name, path in MODULES.items()}
    modules = {part for name in MODULES for part in name.split(".")}
    defined = set(
        re.findall(r"\b(?:def|class) (\w+)|^ *(\w+)(?:: [^=\n]+)? =|^    (\w+): ", "\n".join(texts.values()), re.MULTILINE)
    )
    known = modules | {name for names in defined for name in names}
    seen = {(name, word) for name, text in texts.items() for word in re.findall(r"\(see `(?:\w+\.)*(\w+)`", text)}
    assert sorted((name, word) for name, word in seen if word not in known) == []


TELLS_OF_SECRETS = {"audience", "seen_by", "is_open", "is_secret", "tells"}
"""What says, of a thing on the table or of a decision, who may know it."""
PUTS_RULES_INTO_WORDS = {
    "caylus_tools.diff.differences",
    "caylus_tools.diff.proof",
    "caylus_tools.verbalize.prose",
    "caylus_tools.verbalize.definitions",
}


def test_what_a_seat_may_know_of_a_game_is_asked_of_one_module() -> None:
    paths = {name: path for name, path in MODULES.items() if name.startswith(("caylus.runtime", "caylus.spaces", "caylus_tools"))}
    asking = {name for name, path in paths.items() if TELLS_OF_SECRETS & {getattr(node, "attr", "") for node in list_nodes(path)}}
    assert asking - PUTS_RULES_INTO_WORDS == {"caylus.runtime.visibility"}
