"""Faults planted in generated programs, and whether random rulesets find them: `python -m reference.planted` prints the first that does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import caylus

MOST_RULESETS = 200
TESTS = Path(__file__).parents[1]
PACKAGE = Path(caylus.__file__ or "").parent
_FIND = "import sys; from reference.running import find_difference; sys.exit(find_difference({most}))"


def read_faults() -> list[dict[str, Any]]:
    faults: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["fault"]
    return faults


def find_fault(fault: dict[str, Any], most: int = MOST_RULESETS) -> str:
    """The words of the first ruleset that finds a fault; none if no one does. Raises AssertionError for a fault without a place."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("schemas", "rulesets"):
            (root / name).symlink_to(PACKAGE.parents[1] / name)
        copy = shutil.copytree(PACKAGE, root / "interpreter" / "caylus", ignore=shutil.ignore_patterns("__pycache__"))
        text = (copy / fault["file"]).read_text("utf-8")
        assert text.count(fault["old"]) == 1, f"{fault['file']} has {fault['old']!r} {text.count(fault['old'])} times"
        (copy / fault["file"]).write_text(text.replace(fault["old"], fault["new"]), "utf-8")
        path = os.pathsep.join([str(copy.parent), *(entry for entry in sys.path if entry != str(PACKAGE.parent)), str(TESTS)])
        environment = {**os.environ, "PYTHONPATH": path, "CAYLUS_CACHE": folder}
        done = subprocess.run(
            [sys.executable, "-c", _FIND.format(most=most)], capture_output=True, text=True, check=False, env=environment
        )
        return done.stderr.strip() if done.returncode else ""


def main() -> int:
    missed = 0
    for fault in read_faults():
        told = find_fault(fault)
        missed += not told
        print(f"{'found ' if told else 'MISSED'} {fault['file']}: {fault['new']!r}", told.split(":")[0], flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
