"""pytest collects the scenarios that lie beside a ruleset: `scenarios/*.yaml` next to a `ruleset.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from caylus import Ruleset

    from .scenarios import Scenario


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file of scenarios, where it is one."""
    folder = file_path.parent
    if file_path.suffix == ".yaml" and folder.name == "scenarios" and (folder.parent / "ruleset.yaml").is_file():
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


class ScenarioFile(pytest.File):
    """The scenarios of one file."""

    def collect(self) -> Iterator[pytest.Item]:
        import caylus
        from caylus.diagnostics.render import render

        from .scenarios import read

        try:
            rules = _rules(self.path.parent.parent)
            all_scenarios = read(self.path)
        except caylus.RulesetError as error:
            raise self.CollectError(render(error.diagnostics, error.sources)) from error
        for scenario in all_scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.name, rules=rules, scenario=scenario)


class ScenarioItem(pytest.Item):
    """One scenario."""

    def __init__(self, *, rules: Ruleset, scenario: Scenario, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.rules = rules
        self.scenario = scenario

    def runtest(self) -> None:
        from caylus.diagnostics import visible

        from .scenarios import run

        result = run(self.rules, self.scenario)
        if not result.is_passed:
            raise ScenarioFailed("\n".join(map(visible, result.messages)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Render what differs, rather than where this module noticed."""
        return str(excinfo.value) if isinstance(excinfo.value, ScenarioFailed) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        line = int(self.scenario.place().rsplit(":", 1)[-1])
        return self.path, line - 1, self.name


class ScenarioFailed(Exception):
    """A scenario does not hold; the text says where and how."""


@cache
def _rules(folder: Path) -> Ruleset:
    import caylus

    return caylus.load(folder)
