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
_FIND = "from reference.running import find_difference; print(find_difference({most}) or '')"
NO_FAULT = {"file": "codegen/support.py", "old": "def on_scale(", "new": "def on_scale("}
"""Changes nothing: whoever finds it would find anything."""


def read_faults() -> list[dict[str, Any]]:
    faults: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["fault"]
    return faults


def find_fault(fault: dict[str, Any], most: int = MOST_RULESETS) -> str:
    """Return the words of the first ruleset that finds a fault; none if no one does.

    Raises AssertionError for a fault without a place, and CalledProcessError if the rulesets cannot be played at all.
    """
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
        command = [sys.executable, "-c", _FIND.format(most=most)]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment).stdout.strip()


def main() -> int:
    missed = 0
    for fault in read_faults():
        difference = find_fault(fault)
        missed += not difference
        print(f"{'found ' if difference else 'MISSED'} {fault['file']}: {fault['new']!r}", difference.split(":")[0], flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
