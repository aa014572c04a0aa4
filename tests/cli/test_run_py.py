"""tools/run.py installs what a command needs, and says what it cannot do. Whether the packages suffice, test_documented_commands sees."""

from __future__ import annotations

import importlib.util
import os
import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType

import pytest
from caylus_tools.common.extras import PACKAGES, command_names, extras_of

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def spell(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


class Environment:
    """A folder in place of `.venv`, and a list of what would be done there."""

    def __init__(self, run: ModuleType, home: Path) -> None:
        self.run, self.home = run, home
        self.done: list[str] = []
        self.error: Exception | None = None

    def make(self) -> None:
        self.done.append("environment")
        self.run.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        self.run.PYTHON.touch()

    def install(self, *words: str) -> None:
        if self.error is not None:
            raise self.error
        self.done.append("project" if "--editable" in words else "packages")

    def set_up(self, command: str, *extras: str) -> list[str]:
        """What is done for a command."""
        self.done.clear()
        self.run.set_up(command, {*extras})
        return [*self.done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "tools")
    spec = importlib.util.spec_from_file_location("run_under_test", ROOT / "tools" / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def environment_(run: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Environment:
    home = tmp_path / ".venv"
    for name, path in {
        "HOME": home,
        "PYTHON": home / "python",
        "MARK": home / "set-up",
        "UNFINISHED": home / "unfinished",
    }.items():
        monkeypatch.setattr(run, name, path)
    found = Environment(run, home)
    monkeypatch.setattr(run, "_make_environment", found.make)
    monkeypatch.setattr(run, "_install", found.install)
    return found


@pytest.mark.parametrize(
    ("line", "extras"),
    [
        ("list", set()),
        ("play classic", {"play"}),
        ("serve", {"web"}),
        ("serve --database postgresql://me@host/games", {"web", "postgres"}),
        ("workshop --database=postgresql://me@host/games", {"web", "postgres"}),
        ("simulate classic --out games.csv", set()),
        ("simulate classic --out games.parquet", {"sim"}),
        ("simulate classic -ogames.parquet --scheduler tcp://host:1", {"sim", "dask"}),
        ("nothing", set()),
        ("", set()),
    ],
)
def test_a_command_line_says_what_it_needs(line: str, extras: set[str]) -> None:
    assert extras_of(line.split(), {}) == extras


def test_variables_of_the_program_count_as_well() -> None:
    assert extras_of(["serve"], {"CAYLUS_DATABASE": "postgresql://me@host/games"}) == {"web", "postgres"}


FASTER = {"wasmtime"}
"""Packages without which everything works."""


@pytest.mark.slow
def test_the_modules_of_an_extra_come_from_the_packages_that_it_declares() -> None:
    distributions = packages_distributions()
    for extra, modules in PACKAGES.items():
        needed = {spell(re.split(r"[^\w.-]", line)[0]) for line in PROJECT["optional-dependencies"][extra] if ";" not in line}
        assert {spell(name) for module in modules for name in distributions[module]} == needed - FASTER
    declared = {extra for name in command_names() for extra in extras_of([name], {})}
    assert declared <= PACKAGES.keys()


def test_what_is_there_is_not_installed_again(environment_: Environment) -> None:
    assert environment_.set_up("list") == ["environment", "packages", "project"]
    assert environment_.set_up("list") == []
    assert environment_.set_up("serve", "web") == ["packages"]
    assert environment_.set_up("serve", "web") == environment_.set_up("list") == []
    assert environment_.set_up("pytest", "dev") == ["packages"]
    assert environment_.set_up("train", "learn") == []


def test_an_installation_that_was_killed_is_made_anew(environment_: Environment) -> None:
    environment_.error = KeyboardInterrupt()  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        environment_.set_up("list")
    environment_.error = None
    assert environment_.set_up("list") == ["environment", "packages", "project"]
    assert environment_.set_up("list") == []


def test_other_requirements_are_installed_over_the_old_ones(
    environment_: Environment, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    environment_.set_up("serve", "web")
    monkeypatch.setattr(environment_.run, "DECLARED", tmp_path / "pyproject.toml")
    (tmp_path / "pyproject.toml").write_text("[project]", encoding="utf-8")
    assert environment_.set_up("list") == ["packages", "project"]


def test_without_network_it_says_what_works(environment_: Environment, capsys: pytest.CaptureFixture[str]) -> None:
    environment_.error = environment_.run.NoNetworkError()
    with pytest.raises(
        environment_.run.SetUpError, match=r"there is no network, and `list` needs packages(.|\n)*No command works"
    ):
        environment_.set_up("list")
    environment_.error = None
    environment_.set_up("list")
    environment_.error = environment_.run.NoNetworkError()
    with pytest.raises(
        environment_.run.SetUpError, match=r"HTTPS_PROXY\. These commands work without: analyse, check, (.*, )?why\."
    ):
        environment_.set_up("serve", "web")
    assert environment_.set_up("list") == []


def test_without_network_it_goes_on_with_older_packages(
    environment_: Environment, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environment_.set_up("serve", "web")
    monkeypatch.setattr(environment_.run, "DECLARED", tmp_path / "pyproject.toml")
    (tmp_path / "pyproject.toml").write_text("[project]", encoding="utf-8")
    environment_.error = environment_.run.NoNetworkError()
    assert environment_.set_up("list") == []
    assert "there is no network; going on" in capsys.readouterr().err


def test_an_unknown_command_is_told_with_the_nearest_one_before_anything_is_installed(
    run: ModuleType, environment_: Environment, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.main(["lsit"]) == 2
    assert capsys.readouterr().err == "run.py: there is no command 'lsit'; did you mean `list`?\n"
    assert environment_.done == []


@pytest.mark.skipif(os.name == "nt", reason="folders there have other rights")
def test_a_folder_that_cannot_be_written_is_told_with_the_way_out(
    run: ModuleType, environment_: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(run, "_make_environment", refuse)
    assert run.main(["list"]) == 2
    told = capsys.readouterr().err
    assert "cannot be written or started (Read-only file system)" in told
    assert "Copy the whole folder to a place where you may write" in told
