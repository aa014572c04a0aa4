"""The scenarios beside a ruleset played, what came of them, and those of a base that hold unplayed under other rules."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import caylus
from caylus import model as m
from caylus.cache import Shelf
from caylus.codegen import Probe
from caylus.diagnostics import Span, split_lines, visible
from caylus.limits import MOST_DECISIONS
from caylus.model.walk import STATEMENTS, list_actions, statements
from caylus.records import Record

from caylus_tools.bots import random_bot
from caylus_tools.common.english import count_things, full_title
from caylus_tools.common.files import TOOLS
from caylus_tools.verbalize.source_text import cases_by_span

from . import scenarios
from .mutation import Mutation, to_lines as mutation_lines, to_object as mutation_object
from .scenarios import Result, Scenario, run


class Gap(Record):
    """A line that was not all carried out, or a condition that did not come out both ways, as `what` says; `text` is its line."""

    file: str
    line: int
    what: str
    text: str


class Coverage(Record):
    """How many lines were carried out and how many outcomes of conditions seen, of how many; `gaps` are the rest, in order."""

    lines_run: int
    lines: int
    outcomes_seen: int
    outcomes: int
    gaps: tuple[Gap, ...]

    @property
    def line_share(self) -> float:
        """Per cent; 100 of nothing."""
        return 100 * self.lines_run / self.lines if self.lines else 100.0

    @property
    def outcome_share(self) -> float:
        return 100 * self.outcomes_seen / self.outcomes if self.outcomes else 100.0


def coverage(rules: caylus.Ruleset) -> Coverage:
    """The coverage of a ruleset's own text by the games played with its probe. The text of a variant's base does not count."""
    assert rules.probe is not None
    cases = cases_by_span(rules)
    lines: dict[tuple[str, int], list[bool]] = {}
    reasons_by_place: dict[tuple[str, int], dict[str, None]] = {}
    outcomes = seen_outcomes = 0
    for point, number in rules.probe.points.items():
        span = cases[point.span][point.part - 1].span if point.part else point.span
        if not span.file.startswith(f"{rules.name}/"):
            continue
        no, yes = rules.probe.counts[number]
        if point.is_condition:
            outcomes += 2
            seen_outcomes += (no > 0) + (yes > 0)
            if not no or not yes:
                what = "always held" if yes else "never held" if no else "never asked"
                reasons_by_place.setdefault((span.file, span.line), {})[what] = None
        else:
            lines.setdefault((span.file, span.line), []).append(yes > 0)
    for place, ran in lines.items():
        if not all(ran):
            reasons_by_place.setdefault(place, {})["carried out in part" if any(ran) else "never carried out"] = None
    texts = {path: split_lines(text) for path, text in rules.sources.items()}
    order = {path: number for number, path in enumerate(texts)}
    places = sorted(reasons_by_place, key=lambda place: (order[place[0]], place[1]))
    gaps = (Gap(file, line, ", ".join(reasons_by_place[file, line]), texts[file][line - 1].strip()) for file, line in places)
    return Coverage(sum(map(all, lines.values())), len(lines), seen_outcomes, outcomes, tuple(gaps))


class Tested(Record):
    """A ruleset and the results of its scenarios.

    If they were asked for, `coverage` is how much of it they have carried out, `inherited` what it makes of the scenarios of
    what it stands on, `mutation` which changes of its rules they notice.
    """

    rules: caylus.Ruleset
    results: tuple[scenarios.Result, ...]
    coverage: Coverage | None
    inherited: scenarios.Broken | None
    mutation: Mutation | None = None

    @property
    def failure_count(self) -> int:
        return sum(not result.is_passed for result in self.results)

    @property
    def is_sound(self) -> bool:
        return not self.failure_count and (self.inherited is None or not self.inherited.faults)


def run_scenarios(
    files: Sequence[Path], covering: bool, games: int, with_inherited: bool, variants: Sequence[str] = ()
) -> Tested:
    """Plays the scenarios of files that lie beside one ruleset, by its rules with `variants`.

    Those of what it stands on are played, too, if `with_inherited`.

    For its coverage, `games` random games a number of players are played, too.

    Raises `caylus.RulesetError` for what is wrong with the ruleset or the files.
    """

    folder = files[0].parent.parent
    rules = caylus.load(folder, variants=variants)
    again = (
        scenarios.find_broken(rules, folder, scenarios.base_folders(folder)) if with_inherited and len(rules.layers) > 1 else None
    )
    if covering:
        rules = rules.with_probe(Probe())
    results = tuple(scenarios.run(rules, scenario) for file in files for scenario in scenarios.read(file))
    if not covering:
        return Tested(rules, results, None, again)
    # so many random games for each number of players, the same every time
    for players in range(rules.fewest_players, rules.most_players + 1):
        for seed in range(games):
            game, bot = rules.new_game(players, seed), random_bot(seed)
            while game.moves and len(game.chosen) < MOST_DECISIONS:  # what has no end is for `check --deep` to tell
                game.play(bot(game))
    return Tested(rules, results, coverage(rules), again)


def to_text(report: Tested) -> str:
    return "\n".join(_lines(report))


def _lines(report: Tested) -> Iterator[str]:
    for result in report.results:
        if not result.is_passed:
            yield f"FAILED {result.name}   ({result.place})"
            yield from (f"  {message}" for message in result.messages)
    scenarios = count_things(len(report.results), "scenario")
    outcome = f"{report.failure_count} of {scenarios} failed" if report.failure_count else f"{scenarios} passed"
    yield f"{full_title(report.rules)}: {outcome}"
    if report.inherited is not None:
        played_count, failed_count, faults, _ = report.inherited
        yield f"  {failed_count} of {count_things(played_count, 'scenario')} of its base failed"
        yield from (f"  FAILED {fault}" for fault in faults)
    if (coverage := report.coverage) is not None:
        yield f"  {coverage.lines_run} of {count_things(coverage.lines, 'line')} run ({coverage.line_share:.1f} %)"
        outcomes = count_things(coverage.outcomes, "outcome")
        yield f"  {coverage.outcomes_seen} of {outcomes} of conditions seen ({coverage.outcome_share:.1f} %)"
        yield from (f"  {gap.file}:{gap.line}: {gap.what}: {gap.text}" for gap in coverage.gaps)
    if report.mutation is not None:
        yield from mutation_lines(report.mutation)


def to_json(all_tested: Sequence[Tested]) -> dict[str, Any]:
    """The results as `schemas/test-results.schema.json` describes them."""
    return {"format": 1, "rulesets": [_object(report) for report in all_tested]}


def _object(report: Tested) -> dict[str, Any]:
    results = [{"name": r.name, "place": r.place, "passed": r.is_passed, "messages": list(r.messages)} for r in report.results]
    coverage = None
    if report.coverage is not None:
        coverage = {
            "lines": {"covered": report.coverage.lines_run, "all": report.coverage.lines},
            "outcomes": {"covered": report.coverage.outcomes_seen, "all": report.coverage.outcomes},
            "gaps": [{"file": g.file, "line": g.line, "what": g.what, "text": g.text} for g in report.coverage.gaps],
        }
    again = None if report.inherited is None else report.inherited._asdict()
    return {
        "ruleset": report.rules.name, "failed": report.failure_count, "scenarios": results,
        "coverage": coverage, "inherited": again,
        "mutation": None if report.mutation is None else mutation_object(report.mutation),
    }  # fmt: skip


def to_junit(all_tested: Sequence[Tested]) -> str:
    """JUnit's XML: a suite a ruleset, a case a scenario. What XML has no way to write is spelled out."""
    root = ElementTree.Element("testsuites")
    for report in all_tested:
        counts = {"tests": str(len(report.results)), "failures": str(report.failure_count), "errors": "0"}
        suite = _element(root, "testsuite", name=report.rules.name, **counts)
        for result in report.results:
            file, line = result.place.rsplit(":", 1) if ":" in result.place else (result.place, "1")
            classname = f"{report.rules.name}.{Path(file).stem}"
            case = _element(suite, "testcase", classname=classname, name=result.name, file=file, line=line)
            if not result.is_passed:
                _element(case, "failure", message=result.messages[0]).text = "\n".join(map(visible, result.messages))
    ElementTree.indent(root)
    return str(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True), "utf-8") + "\n"


def _element(within: ElementTree.Element, tag: str, **attributes: str) -> ElementTree.Element:
    return ElementTree.SubElement(within, tag, {name: visible(value) for name, value in attributes.items()})


_HELD: Shelf[dict[str, list[str]]] = Shelf("held", lambda kept: json.dumps(kept).encode(), json.loads, made_by=(TOOLS,))
"""By the text of a file of scenarios: the digests of what each of them that held depends on."""


class Replays:
    """Plays scenarios under rules, but for those that hold because they held under rules that are alike to them."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        self._probe = Probe()
        self._rules = rules.with_probe(self._probe)
        self._parts = _Parts(rules.model)
        self._digests = self._parts.of_all.union(self._parts.by_name.values(), *self._parts.by_place.values())

    def run_file(self, text: str, scenarios: Iterable[Scenario]) -> list[Result]:
        """The results of scenarios of a file, which has that text."""
        digests_by_name = _HELD.get(text) or {}
        results, new_digests = [], {}
        for scenario in scenarios:
            if scenario.name in digests_by_name and self._digests.issuperset(digests_by_name[scenario.name]):
                results.append(Result(scenario.name, scenario.place, ()))
                continue
            result, needs = self.play(scenario)
            results.append(result)
            if result.is_passed:
                new_digests[scenario.name] = sorted(needs)
        if new_digests:
            _HELD.keep({**digests_by_name, **new_digests}, text)
        return results

    def play(self, scenario: Scenario) -> tuple[Result, set[str]]:
        """The result of a scenario, and the digests of what it depends on."""
        for counts in self._probe.counts:
            counts[:] = 0, 0
        result = run(self._rules, scenario, explains=False)
        points = (p for p, number in self._probe.points.items() if not p.is_condition and self._probe.counts[number][1])
        needs = self._parts.of_all.union(*(self._parts.by_place.get(point.span, ()) for point in points))
        return result, needs | {self._parts.by_name[word] for word in _words(scenario) if word in self._parts.by_name}


def _words(scenario: Scenario) -> set[str]:
    """The words of a scenario that may name something: single ones, and two together, as members of rows are called."""
    parts = [scenario.begin, scenario.setup, scenario.arguments, scenario.draws, scenario.given, scenario.when, scenario.then]
    words = re.findall(r"\w+", str(parts))
    return {*words, *map(" ".join, pairwise(words))}


_Named = m.Value | m.Condition | m.Property | m.Kind | m.MemberAction


class _Parts:
    """The digests of the parts of a model: of all scenarios, of objects and actions by name, and by place of the statements
    there, with the actions that these stand in.
    """

    def __init__(self, model: m.Model) -> None:
        self._contents: dict[_Named, str] = {}
        self.by_place: dict[Span, set[str]] = {}
        self.by_name: dict[str, str] = {}
        for kind in model.kinds.values():
            self.by_name.update((thing.name, _digest(self._text(thing))) for thing in kind.objects)
        for action in list_actions(model):
            own = _digest(f"{self._text(action)} {self._text(action.params)} {self._text(action.body)}")
            self.by_name.setdefault(action.name, own)
            for statement in statements(action.body):
                place = self.by_place.setdefault(statement.site.span, set())
                place |= {own, _digest(f"{statement.site.span} {self._fields(statement)}")}
        self.of_all = {_digest("\n".join(self._everywhere(model)))}

    def _text(self, part: Any) -> str:
        """A text that two parts have only if they do the same. Statements and actions are told by their places alone."""
        match part:
            case tuple() | list():
                return f"({','.join(map(self._text, part))})"
            case m.Const(value=value, type=type_):
                return self._value(type_, value)
            case m.Variable():
                return f"{part.name}:{self._text(part.type)}"
            case m.Type():
                return f"{part.base} {part.kind.name if part.kind else ''}"
            case m.AllOf():
                return self._content(part.kind)
            case m.Value() | m.Condition() | m.Property() | m.MemberAction():
                return self._content(part)
            case m.Action():
                return f"{part.name} of {part.site.rule}{'' if part.body else ', empty'}"
            case m.Object():
                row = part.row.name if part.row else ""
                return f"{part.name} {part.title} {part.kind.name} {part.copies} {row} {part.number}"
            case m.State() | m.ListState():
                return f"{part.owner.name if part.owner else ''}.{part.name}"
            case m.Resource() | m.Row() | m.Kind() | m.Automaton():
                return part.name
            case m.Option():  # what it asks and costs is seen by all who are offered it
                return f"{self._fields(part)} {[self._fields(x) for x in part.head]}"
            case m.Site():
                return part.title
            case None | str() | int():
                return repr(part)
        return str(part.site.span) if type(part) in STATEMENTS else self._fields(part)

    def _fields(self, part: Any) -> str:
        return f"{type(part).__name__}({','.join(self._text(getattr(part, name)) for name in part.__dataclass_fields__)})"

    def _value(self, type_: m.Type, value: Any) -> str:
        if type_.base == "object" and type_.kind is not None and 0 <= value < len(type_.kind.root.objects):
            return self._text(type_.kind.root.objects[value])
        return repr(value)

    def _content(self, definition: _Named) -> str:
        """The name of something that a statement looks at, and the digest of all that it is."""
        if definition not in self._contents:
            match definition:
                case m.Value():
                    content = self._text((definition.site, definition.params, definition.cases, definition.modifiers))
                case m.Condition():
                    content = self._text((definition.site, definition.params, definition.requires))
                case m.Kind():
                    content = self._text(definition.objects)
                case m.Property():
                    pairs = zip(definition.kind.root.objects, definition.values, strict=False)
                    values = [(self._text(x), self._value(definition.type, value)) for x, value in pairs if value]
                    content = f"{definition.title} {values}"
                case m.MemberAction():
                    own = zip(definition.kind.root.objects, definition.bodies, strict=False)
                    content = self._text([x for x, action in own if action is None or not action.body])
            self._contents[definition] = f"{definition.name} {_digest(content)}"
        return self._contents[definition]

    def _everywhere(self, model: m.Model) -> Iterator[str]:
        """The texts of all that every scenario depends on."""
        everything: list[Any] = [(model.fewest_players, model.most_players, model.start, model.score)]
        everything += [(x.object, x.plural, x.supply, x.least) for x in model.resources]
        everything += [(x.name, x.plural, x.called, x.parent) for x in model.kinds.values()]
        everything += [(x.name, x.members) for x in model.groups.values()]
        everything += [(x, x.title, x.kind, x.kind.root.objects[x.first : x.first + x.size]) for x in model.rows.values()]
        everything += [(x, x.title, x.type) for x in m.things(model)]
        everything += [(x.resources, x.action) for x in model.triggers]
        everything += [(x, x.title, x.from_last, x.takes) for x in model.automata]
        everything += [(x,) for x in (model.tie_break, model.team, model.may_win)]
        yield self._text(everything)
        for state in m.things(model):
            if isinstance(state, m.State):  # of all objects alike, however many there are, or of each
                values = [self._value(state.type, value) for value in state.initial]
                bounds = state.bounds if len(set(state.bounds)) > 1 else state.bounds[:1]
                yield f"{values if len(set(values)) > 1 else values[:1]} {state.indices and self._text(state.indices)} {bounds}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
