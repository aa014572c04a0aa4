"""`import caylus` is one obvious surface, of which only what is used is loaded."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import caylus
import pytest


def load_modules(statement: str) -> set[str]:
    """The modules of the library that a process has loaded after a statement."""
    script = f"import sys; {statement}; print(*(name for name in sys.modules if name.split('.')[0] == 'caylus'))"
    roots = Path(caylus.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(roots)}
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("name", caylus.__all__)
def test_every_name_of_the_surface_is_there(name: str) -> None:
    assert name in dir(caylus)
    found = getattr(caylus, name)
    assert repr(found) == f"caylus.{name}" if name.isupper() else found.__name__ == name


def test_it_says_which_version_it_is() -> None:
    assert re.fullmatch(r"[0-9].*", caylus.__version__)
    assert "__version__" in dir(caylus)


def test_the_surface_is_what_a_star_imports() -> None:
    names: dict[str, object] = {}
    exec("from caylus import *", names)
    assert names.keys() - {"__builtins__"} == set(caylus.__all__)


def test_what_is_not_there_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="'caylus' has no attribute 'laod'"):
        caylus.laod  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.slow
def test_only_what_is_used_is_loaded() -> None:
    assert load_modules("import caylus") == {"caylus"}
    assert "caylus.runtime" not in load_modules("from caylus import Diagnostic")
    assert "caylus.runtime.game" in load_modules("from caylus import Game")
