"""Only what pyproject.toml declares is imported, and of that only modules that its manual documents."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from caylus_tools.common.extras import PACKAGES
from support.trees import list_nodes

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
OURS = {path.stem for folder in ("interpreter", "tools", "tests") for path in (ROOT / folder).iterdir()}
DOCUMENTED = re.findall(
    r"\S+",
    """
    alembic.config argcomplete.shell_integration cryptography.hazmat.primitives.asymmetric.ec
    cryptography.hazmat.primitives.asymmetric.utils cryptography.hazmat.primitives.hashes
    cryptography.hazmat.primitives.serialization fontTools.subset fontTools.ttLib fontTools.varLib.instancer gymnasium.spaces
    gymnasium.utils gymnasium.utils.seeding hatchling.builders.hooks.plugin.interface jsonschema.exceptions
    jsonschema.validators numpy.typing pettingzoo.utils playwright.sync_api pygls.exceptions pygls.lsp.server pygls.workspace pygments.lexer
    rich.cells rich.color rich.console rich.text sqlalchemy.exc sqlalchemy.orm starlette.applications starlette.concurrency starlette.datastructures
    starlette.exceptions starlette.middleware starlette.requests starlette.responses starlette.routing starlette.types
    starlette.websockets textual.app textual.binding textual.containers textual.driver textual.message textual.screen
    textual.theme textual.widgets uvicorn.middleware.proxy_headers yaml.error
    """,
)
"""Modules within packages, which their manuals name. A new one is added here once it is found in the manual of its package."""
BOUNDED = {"textual.drivers.linux_driver": "textual"}
"""Modules that no manual documents, and the package, whose next major version pyproject.toml has to exclude."""


@cache
def imports(path: Path) -> set[str]:
    """The modules of other people that a file imports."""
    modules = set()
    for node in list_nodes(path):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules.add(node.module or "")
    return {name for name in modules if name.split(".")[0] not in {*OURS, *sys.stdlib_module_names, "_typeshed"}}


def imported(*folders: str) -> dict[str, Path]:
    """The modules of other people that files in these folders import, each with one such file."""
    return {name: path for folder in folders for path in (ROOT / folder).rglob("*.py") for name in imports(path)}


def requirements() -> dict[str, str]:
    """What pyproject.toml requires: the bounds by the name of the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    return {re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", line)[0]).lower(): line for line in lines}  # type: ignore[index]


def test_a_module_within_a_package_is_documented_or_its_package_bounded() -> None:
    deep = {name for name in imported("interpreter", "tools") if "." in name and not name.startswith("open_spiel.")}
    assert sorted(deep - {*DOCUMENTED, *BOUNDED}) == []
    assert sorted({*DOCUMENTED, *BOUNDED} - deep - {"hatchling.builders.hooks.plugin.interface"}) == []
    assert [name for name in imported("interpreter", "tools", "tests") if re.search(r"(^|\.)_|_impl\b", name)] == []
    assert [name for name, package in BOUNDED.items() if "<" not in requirements()[package]] == []


@pytest.mark.parametrize("folder", ["interpreter", "tools", "tests"])
def test_what_is_imported_is_declared(folder: str) -> None:
    packages = packages_distributions()
    undeclared = {
        f"{path.relative_to(ROOT)} imports {name}"
        for name, path in imported(folder).items()
        if not {re.sub(r"[-_.]+", "-", one).lower() for one in packages.get(name.split(".")[0], ["catanatron"])}
        & {*requirements()}
    }
    assert sorted(undeclared) == []


@pytest.mark.parametrize(
    ("extras", "modules"),
    [
        (
            (),
            [
                "cli.main",
                "doc.page",
                "review",
                "workspace.workspace",
                "simulation.playing",
                "testing.side_by_side",
                "diff.differences",
            ],
        ),
        (("web",), ["server.web.app", "server.workers.directory", "server.workshop.workshop", "server.rules.jobs"]),
        *(
            pytest.param((extra,), modules, marks=pytest.mark.nightly)
            for extra, modules in (
                ("play", ["play.fullscreen", "play.plain"]),
                ("learn", ["learning.environment", "training.fit"]),
                ("report", ["balance.report", "balance.page"]),
                ("lsp", ["language_server.server"]),
            )
        ),
    ],
)
def test_modules_are_imported_with_the_packages_of_their_extras_alone(extras: tuple[str, ...], modules: list[str]) -> None:
    others = {package for extra in PACKAGES for package in PACKAGES[extra]} - {p for extra in extras for p in PACKAGES[extra]}
    lines = [
        "import sys",
        f"sys.modules |= dict.fromkeys({sorted(others)})",
        *(f"import caylus_tools.{name}" for name in modules),
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
