"""Hints between the words and lenses above definitions, the outline of a file, and what no scenario would notice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from caylus import RulesetError, model as m, syntax as s
from caylus.codegen import Probe
from caylus.diagnostics import Span, split_lines
from caylus.documents import read_unchecked_yaml
from caylus.loading.analysis import Meant, parse

from caylus_tools.common.english import count_things, join_words
from caylus_tools.testing import scenarios
from caylus_tools.testing.mutation import Prepared, first_noticing, prepare
from caylus_tools.testing.scenario_report import coverage
from caylus_tools.testing.scenarios import load_texts, without_cache
from caylus_tools.verbalize.prose import plain

from .complete import schema_name
from .names import WORD
from .navigation import definitions_of, layer_of
from .workspace import Workspace

Files = tuple[tuple[str, str], ...]
"""Texts by the names of their files within the folder of their ruleset."""


class Gap(NamedTuple):
    """A line that no scenario runs in whole, or a condition that is never answered both ways: `what` says which."""

    file: Path
    line: int
    what: str


class Slip(NamedTuple):
    """A small change of a line, and the name of the scenario that notices it; an empty one where none does."""

    file: Path
    line: int
    change: str
    noticed_by: str


class Guard(NamedTuple):
    """The gaps and slips of a ruleset as its texts were; `found` is the number of all small changes there are."""

    texts: Mapping[Path, str]
    gaps: tuple[Gap, ...]
    slips: tuple[Slip, ...]
    found: int

    def unnoticed(self, file: Path, first: int, last: int) -> tuple[int, int]:
        """The number of slips in some lines that no scenario notices, and that of all tried there."""
        here = [slip for slip in self.slips if slip.file == file and first <= slip.line <= last]
        return sum(not slip.noticed_by for slip in here), len(here)


def own_texts(workspace: Workspace, ruleset: Path) -> dict[Path, str]:
    """The texts of a ruleset's own layer, by their files."""
    return {file: workspace.text(file) for file in workspace.files_of(ruleset)}


def find_gaps(workspace: Workspace, file: Path) -> tuple[list[Gap], int]:
    """The lines that no scenario of a file's ruleset runs, and the number of small changes to try; nothing of unsound rules."""
    ruleset = workspace.ruleset_of(file)
    if ruleset is None or (preparation := _prepared(workspace, ruleset)) is None:
        return [], 0
    own, probed_rules = f"{preparation.rules.name}/", preparation.rules.with_probe(Probe())
    for scenario in preparation.scenarios:
        scenarios.run(probed_rules, scenario)
    gaps = coverage(probed_rules).gaps
    return [Gap(ruleset / gap.file.removeprefix(own), gap.line, gap.what) for gap in gaps], len(preparation.mutants)


def find_slips(workspace: Workspace, file: Path, start: int = 0, proceed: Callable[[], object] = bool) -> Iterator[Slip | None]:
    """Try the small changes of the rules of a file's ruleset, from that of a number on; None for one that the check refuses.

    `proceed` is called before each; it may raise to end the search.
    """
    ruleset = workspace.ruleset_of(file)
    if ruleset is None or (preparation := _prepared(workspace, ruleset)) is None:
        return
    files, own = dict(_files(workspace, ruleset)), f"{preparation.rules.name}/"
    for mutant in preparation.mutants[start:]:
        proceed()
        name = mutant.file.removeprefix(own)
        with without_cache():
            mutated_rules = load_texts({**files, name: mutant.text(files[name])}, ruleset.parent)
        noticing = first_noticing(preparation, mutant, mutated_rules) if mutated_rules is not None else None
        scenario_name = noticing.name if noticing is not None else ""
        yield Slip(ruleset / name, mutant.line, str(mutant), scenario_name) if mutated_rules is not None else None


def find_guard(workspace: Workspace, file: Path, proceed: Callable[[], object] = bool) -> Guard | None:
    """All of it, kept in the workspace until a text of the ruleset changes; None where the rules have errors."""
    ruleset = workspace.ruleset_of(file)
    if ruleset is None or _prepared(workspace, ruleset) is None:
        return None
    texts = own_texts(workspace, ruleset)
    gaps, total = find_gaps(workspace, file)
    guard = Guard(texts, tuple(gaps), tuple(slip for slip in find_slips(workspace, file, 0, proceed) if slip), total)
    workspace.guards[ruleset] = guard
    return guard


def known_guard(workspace: Workspace, file: Path) -> Guard | None:
    """The guard that was found before, if the texts are still the same."""
    ruleset = workspace.ruleset_of(file)
    guard = workspace.guards.get(ruleset) if ruleset is not None else None
    return guard if guard is not None and ruleset is not None and guard.texts == own_texts(workspace, ruleset) else None


def _files(workspace: Workspace, ruleset: Path) -> Files:
    if ruleset.suffix == ".rules":
        return ()  # there is no place for scenarios
    texts = own_texts(workspace, ruleset)
    return tuple((file.relative_to(ruleset).as_posix(), text) for file, text in sorted(texts.items()))


def _prepared(workspace: Workspace, ruleset: Path) -> Prepared | None:
    files = _files(workspace, ruleset)
    return _prepare(files, ruleset.parent) if files else None


@lru_cache(maxsize=2)
def _prepare(files: Files, beside: Path) -> Prepared | None:
    rules = load_texts({name: text for name, text in files if not name.startswith("scenarios/")}, beside)
    return prepare(rules, _written(files)) if rules is not None else None


def _written(files: Files) -> Iterator[scenarios.Scenario]:
    """The scenarios among texts; a file with faults has none."""
    for name, text in files:
        if name.startswith("scenarios/"):
            try:
                yield from scenarios.parse(text, name)
            except RulesetError:
                continue


class Entry(NamedTuple):
    """A definition or a scenario: its name, its title, what it is, where it stands and where its name does, and what it holds."""

    name: str
    detail: str
    sort: str
    span: Span
    selection: Span
    inside: tuple[Entry, ...] = ()


def symbols(workspace: Workspace, file: Path) -> list[Entry]:
    """The definitions of a file of rules, or the scenarios of a file of those."""
    text, path = workspace.text(file), file.as_posix()
    if file.suffix == ".rules":
        return [entry for node in parse(text, path)[0].definitions for entry in _entries(node)]
    return list(_scenarios(text, path)) if schema_name(file) == "scenario" else []


def find_symbols(workspace: Workspace, query: str) -> list[tuple[Path, Entry]]:
    """The definitions of all rulesets of the workspace whose name or title has some letters."""
    query_text = query.casefold()
    files = (file for ruleset in workspace.rulesets() for file in workspace.files_of(ruleset) if file.suffix == ".rules")
    return [
        (f, e)
        for f in files
        for e in symbols(workspace, f)
        if query_text in e.name.casefold() or query_text in e.detail.casefold()
    ]


def _entries(node: s.Definition) -> Iterator[Entry]:
    verb = type(node).__name__.lower()
    match node:
        case s.Resources(items=items):
            yield from (Entry(i.name.text, _text(i.title), "resource", i.span, i.name.span) for i in items)
        case s.Kind(members=members) | s.EachPlayer(members=members):
            inside = tuple(Entry(x.name.text, "", type(x).__name__.lower(), x.span, x.name.span) for x in members)
            yield Entry(node.name.text, "", "kind", node.span, node.name.span, inside)
        case s.Game(title=title):
            yield Entry("game", _text(title), "game", node.span, node.span)
        case s.Object(kind=kind, name=name, title=title):
            inside = tuple(Entry(b.name.text, "", "action", b.span, b.name.span) for b in node.behaviours)
            yield Entry(name.text, _text(title), kind.text, node.span, name.span, inside)
        case s.Replace(definition=definition):
            yield from (entry._replace(sort=f"replace {entry.sort}", span=node.span) for entry in _entries(definition))
        case s.AddMember(name=name) | s.RemoveMember(name=name) | s.Seal(name=name) | s.RemoveDefinition(name=name):
            yield Entry(name.text, "", verb.removesuffix("definition"), node.span, name.span)
        case _:
            name_node = getattr(node, "name", None)
            if isinstance(name_node, s.Name):
                sort = "change" if verb.startswith("change") else "phase" if getattr(node, "is_phase", False) else verb
                yield Entry(name_node.text, _text(getattr(node, "title", None)), sort, node.span, name_node.span)


def _text(title: s.Text | None) -> str:
    return title.text if isinstance(title, s.Text) else ""


def _scenarios(text: str, path: str) -> Iterator[Entry]:
    document = read_unchecked_yaml(text, path)
    scenarios = document.value.get("scenarios") if document is not None and isinstance(document.value, dict) else None
    if document is None or not isinstance(scenarios, list):
        return
    starts = [document.nearest_span("scenarios", number) for number in range(len(scenarios))]
    ends = [start.line for start in starts[1:] if start is not None] + [text.count("\n") + 2]
    for scenario, start, end in zip(scenarios, starts, ends, strict=False):
        if isinstance(scenario, dict) and start is not None:
            span = Span(path, start.line, start.column, max(end - 1, start.line), 1)
            yield Entry(str(scenario.get("name", "")), str(scenario.get("see") or ""), "scenario", span, start)


def folds(workspace: Workspace, file: Path) -> list[tuple[int, int, str]]:
    """The first and last lines of what can be folded, with `comment` for comments and paragraphs, else `region`."""
    lines = workspace.lines(file)
    ranges: list[tuple[int, int, str]] = []
    waiting: list[int] = []
    margin = 0
    for number, line in enumerate([*lines, ""], 1):
        is_margin = line.lstrip().startswith(("--", "|", "#"))
        if is_margin and not margin:
            margin = number
        elif not is_margin and margin:
            ranges += [(margin, number - 1, "comment")] if number - 1 > margin else []
            margin = 0
        if file.suffix == ".rules" and not is_margin:
            code = line.split("--")[0]
            for sign in code if code.count('"') == 0 else "".join(code.split('"')[::2]):
                if sign == "{":
                    waiting.append(number)
                elif sign == "}" and waiting and (start := waiting.pop()) < number:
                    ranges.append((start, number, "region"))
    if file.suffix != ".rules":
        ranges += [(entry.span.line, entry.span.end_line, "region") for entry in symbols(workspace, file)]
    return sorted(ranges)


_MOST_NAMED = 3


class Hint(NamedTuple):
    """Words shown at a place, which are no part of the text."""

    line: int
    column: int
    text: str


class Lens(NamedTuple):
    """Words above a definition. `command` and `arguments` say what a click does.

    Commands are `run_scenario`, `go_to`, `find_gaps` and `show_gaps`.
    """

    span: Span
    title: str
    command: str = ""
    arguments: tuple[str | int, ...] = ()


def hints(workspace: Workspace, file: Path, first: int, last: int) -> list[Hint]:
    """The values of constants where they are used, the paragraphs of rules that are done, and prices that come out otherwise
    than they are written, in some lines."""
    names = workspace.names(file)
    if names is None or file.suffix != ".rules":
        return []
    lines = workspace.lines(file)
    all_hints = []
    for span, entity in names.in_file(file):
        text = lines[span.line - 1] if span.line <= len(lines) else ""
        is_there = text[span.column - 1 : span.end_column - 1] == entity.name
        if not is_there or not first <= span.line <= last:
            continue
        is_changed = text.lstrip().startswith("change ")
        if (is_changed or span == entity.definition) and (price := _price(workspace, file, entity, lines[span.line - 1 :])):
            all_hints.append(Hint(span.line, len(text) + 1, price))
        if span == entity.definition:
            continue
        if entity.what == "constant" and isinstance(entity.meaning, m.Const) and entity.meaning.type == m.NUMBER:
            all_hints.append(Hint(span.line, span.end_column, f"= {entity.meaning.value}"))
        site = getattr(entity.meaning, "site", None)
        if entity.what in ("action", "phase") and site is not None and site.see and text.lstrip().startswith("do "):
            all_hints.append(Hint(span.line, len(text) + 1, site.see))
    return all_hints


def _price(workspace: Workspace, file: Path, entity: Meant, lines: list[str]) -> str:
    """The price of an object as it comes out now; nothing where its definition, the first of these lines, writes plain amounts.

    Of a price that layers change, the layers and the price before are told too.
    """
    analysis = workspace.sound(file)
    if analysis is None or analysis.ruleset is None or entity.owner:
        return ""
    objects = definitions_of(analysis.ruleset).objects
    thing = objects.get(entity.name)
    fixed = next((one for one in objects.notable(thing) if one in objects.prices), None) if thing is not None else None
    if thing is None or fixed is None:
        return ""
    first_step, *_ = analysis.history.get(thing.name, [None])
    steps = analysis.history.get(f"{thing.name}.{fixed.name}", [])
    amounts = _amounts_after(fixed.name, lines)
    if first_step is not None and steps:
        before = _amounts_after(
            fixed.name, split_lines(analysis.sources.get(first_step.span.file, ""))[first_step.span.line - 1 :]
        )
        others = [step.layer for step in steps if workspace.path_of(step.span.file, analysis) != file]
        by = f" by {join_words(list(dict.fromkeys(others)))}" if others else ""
        return f"{plain(objects.telling(fixed, thing))}{by}{f', before: {before}' if before else ''}"
    resources = {*objects.model.groups, *(resource.name for resource in objects.model.resources)}
    if amounts and resources.issuperset({*WORD.findall(amounts)} - {"or"}):
        return ""
    return plain(objects.telling(fixed, thing))


def _amounts_after(name: str, lines: list[str]) -> str:
    """The text after the name of a property, in the definition that some lines begin with."""
    for line in lines:
        if match := re.search(rf"\b{name}\s+([^,}}]+)", line.split("--")[0]):
            return match[1].strip()
        if line.startswith("}"):
            break
    return ""


def lenses(workspace: Workspace, file: Path) -> list[Lens]:
    """Above a definition what is attached to it, and from which layer; above a scenario the word that runs it."""
    if schema_name(file) == "scenario":
        return [
            Lens(entry.selection, "Run this scenario", "run_scenario", (file.as_posix(), number))
            for number, entry in enumerate(symbols(workspace, file))
        ]
    return [*_of_guard(workspace, file), *_of_rules(workspace, file)] if file.suffix == ".rules" else []


def _of_guard(workspace: Workspace, file: Path) -> Iterator[Lens]:
    """Above the first definition the word that looks for gaps; once that is done, above each what no scenario notices."""
    entries, guard = symbols(workspace, file), known_guard(workspace, file)
    if guard is None:
        if entries and workspace.ruleset_of(file) != file:
            yield Lens(entries[0].selection, "What does no scenario notice?", "find_gaps", (file.as_posix(),))
        return
    for entry in entries:
        first, last = entry.span.line, entry.span.end_line
        gap_count, slip_count = guard.unnoticed(file, first, last)
        unused_count = sum(gap.file == file and first <= gap.line <= last and "carried out" in gap.what for gap in guard.gaps)
        messages = [f"{count_things(unused_count, 'line')} not run"] if unused_count else []
        messages += [f"no scenario notices {gap_count} of {count_things(slip_count, 'small change')}"] if gap_count else []
        messages += ["the scenarios notice every small change"] if slip_count and not gap_count else []
        if messages:
            yield Lens(entry.selection, ", ".join(messages), "show_gaps", (file.as_posix(), first, last))


def tell_gaps(guard: Guard, file: Path, first: int, last: int) -> str:
    """Sentences about some lines: all that no scenario notices there."""
    entries = [(gap.line, gap.what) for gap in guard.gaps if gap.file == file]
    entries += [
        (slip.line, f"no scenario notices {slip.change}") for slip in guard.slips if slip.file == file and not slip.noticed_by
    ]
    here = [f"line {line}: {what}" for line, what in sorted(entries) if first <= line <= last]
    return "\n".join(here) or "The scenarios notice every small change here."


def _of_rules(workspace: Workspace, file: Path) -> Iterator[Lens]:
    analysis, names = workspace.sound(file), workspace.names(file)
    if analysis is None or analysis.ruleset is None or names is None:
        return
    model = analysis.ruleset.model
    for entry in symbols(workspace, file):
        sites: list[m.Site] = []
        if entry.name in model.values:
            sites = [modifier.site for modifier in model.values[entry.name].modifiers]
        elif entry.name in model.conditions:
            sites = [require.site for require in model.conditions[entry.name].requires if require.site.rule != entry.name]
        elif entry.name in model.actions:
            sites = list(model.actions[entry.name].attached)
        changes = list(dict.fromkeys((site.title, layer_of(analysis, site.span)) for site in sites))
        if changes:
            change_text = ", ".join(f"{title} ({layer})" for title, layer in changes[:_MOST_NAMED])
            place = sites[0].span
            where = workspace.path_of(place.file, analysis).as_posix()
            more = f" and {len(changes) - _MOST_NAMED} more" if len(changes) > _MOST_NAMED else ""
            yield Lens(entry.selection, f"changed by {change_text}{more}", "go_to", (where, place.line))


def run_scenario(workspace: Workspace, file: Path, number: int) -> tuple[bool, str]:
    """The outcome of a scenario by the rules as they are now: whether it holds, and a sentence about it."""
    from caylus import RulesetError

    from caylus_tools.testing.scenarios import parse, run

    analysis = workspace.analysis(file)
    if analysis is None or analysis.ruleset is None:
        return False, "the rules have errors: mend them first"
    try:
        scenarios = parse(workspace.text(file), file.as_posix())
    except RulesetError as error:
        return False, str(error)
    if number >= len(scenarios):
        return False, "there is no such scenario any more"
    result = run(analysis.ruleset, scenarios[number])
    return result.is_passed, f"“{result.name}” holds" if result.is_passed else "\n".join(result.messages)
