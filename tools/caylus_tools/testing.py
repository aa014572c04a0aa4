"""The scenarios beside a ruleset played, and what came of them in the forms that people and programs read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from . import scenarios
from .coverage import Coverage, coverage, play_random_games

if TYPE_CHECKING:
    from caylus import Ruleset


@dataclass(frozen=True, slots=True)
class Tested:
    """A ruleset, the results of its scenarios, and how much of it they have carried out, if that was asked for."""

    rules: Ruleset
    results: tuple[scenarios.Result, ...]
    coverage: Coverage | None

    @property
    def failed(self) -> int:
        return sum(not result.passed for result in self.results)


def run_scenarios(files: Sequence[Path], covering: bool, games: int) -> Tested:
    """Plays the scenarios of files that lie beside one ruleset; for its coverage `games` random games a number of players, too.

    Raises `caylus.RulesetError` for what is wrong with the ruleset or the files.
    """
    import caylus
    from caylus.compile import Watch

    rules = caylus.load(files[0].parent.parent)
    if covering:
        rules = rules.watched(Watch())
    results = tuple(scenarios.run(rules, scenario) for file in files for scenario in scenarios.read(file))
    if not covering:
        return Tested(rules, results, None)
    play_random_games(rules, games)
    return Tested(rules, results, coverage(rules))


def to_text(tested: Tested) -> str:
    return "\n".join(_lines(tested))


def _lines(tested: Tested) -> Iterator[str]:
    for result in tested.results:
        if not result.passed:
            yield f"FAILED {result.name}   ({result.place})"
            yield from (f"  {message}" for message in result.messages)
    outcome = f"{tested.failed} failed" if tested.failed else "all as they should be"
    yield f"{tested.rules.title}: {len(tested.results)} scenarios, {outcome}"
    if (covered := tested.coverage) is not None:
        yield f"  {covered.lines_run} of {covered.lines} lines carried out ({covered.of_lines:.1f} %)"
        yield f"  {covered.outcomes_seen} of {covered.outcomes} outcomes of conditions seen ({covered.of_outcomes:.1f} %)"
        yield from (f"  {gap.file}:{gap.line}: {gap.what}: {gap.text}" for gap in covered.gaps)


def to_json(all_tested: Sequence[Tested]) -> dict[str, Any]:
    """An object a ruleset, with one for each scenario; `coverage` is null unless it was asked for."""
    return {"rulesets": [_object(tested) for tested in all_tested]}


def _object(tested: Tested) -> dict[str, Any]:
    results = [{"name": r.name, "place": r.place, "passed": r.passed, "messages": list(r.messages)} for r in tested.results]
    covered = None
    if tested.coverage is not None:
        covered = {
            "lines": {"covered": tested.coverage.lines_run, "all": tested.coverage.lines},
            "outcomes": {"covered": tested.coverage.outcomes_seen, "all": tested.coverage.outcomes},
            "gaps": [{"file": g.file, "line": g.line, "what": g.what, "text": g.text} for g in tested.coverage.gaps],
        }
    return {"ruleset": tested.rules.name, "failed": tested.failed, "scenarios": results, "coverage": covered}


def to_junit(all_tested: Sequence[Tested]) -> str:
    """JUnit's XML: a suite a ruleset, a case a scenario."""
    root = ElementTree.Element("testsuites")
    for tested in all_tested:
        counts = {"tests": str(len(tested.results)), "failures": str(tested.failed), "errors": "0"}
        suite = ElementTree.SubElement(root, "testsuite", {"name": tested.rules.name, **counts})
        for result in tested.results:
            file, line = result.place.rsplit(":", 1) if ":" in result.place else (result.place, "1")
            names = {"classname": f"{tested.rules.name}.{Path(file).stem}", "name": result.name, "file": file, "line": line}
            case = ElementTree.SubElement(suite, "testcase", names)
            if not result.passed:
                failure = ElementTree.SubElement(case, "failure", {"message": _clean(result.messages[0])})
                failure.text = _clean("\n".join(result.messages))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _clean(text: str) -> str:
    """Without the control characters that XML has no way to write."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)
