"""Packages stay light: who adds lines removes others, or raises a ceiling in `sizes.txt` and says in the commit why."""

from __future__ import annotations

from pathlib import Path

TOP = Path(__file__).parents[1]
ROOTS = ("interpreter/caylus", "tools/caylus_tools", "tools/bench", "tests")


def count_lines(folder: str) -> dict[str, int]:
    """The lines of Python of each package in a folder, and of its single modules together."""
    lines: dict[str, int] = {}
    for path in (TOP / folder).rglob("*.py"):
        parts = path.relative_to(TOP / folder).parts
        package = f"{folder}/{parts[0]}" if len(parts) > 1 and folder != "tests" else folder
        lines[package] = lines.get(package, 0) + len(path.read_text("utf-8").splitlines())
    return lines


def test_no_package_is_larger_than_its_ceiling() -> None:
    ceilings = dict(line.split() for line in (TOP / "tests" / "sizes.txt").read_text("utf-8").splitlines())
    lines = {package: number for folder in ROOTS for package, number in count_lines(folder).items()}
    assert {package: number for package, number in lines.items() if number > int(ceilings.get(package, 0))} == {}
    assert {*ceilings} <= {*lines}, "a package that is gone has no ceiling"
