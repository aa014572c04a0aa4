"""Hints between the words and lenses above definitions: numbers, citations, attachments, scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus import model as m
from caylus.diagnostics import Span, split_lines
from caylus.loading.analysis import Meant

from caylus_tools.common.english import count_things, join_words
from caylus_tools.verbalize.prose import plain

from .guarding import known_guard
from .hover import definitions_of, layer_of
from .names import WORD
from .outline import symbols
from .yaml_places import schema_name

if TYPE_CHECKING:
    from .guarding import Guard
    from .workspace import Workspace

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
    found = []
    for span, meant in names.in_file(file):
        text = lines[span.line - 1] if span.line <= len(lines) else ""
        is_there = text[span.column - 1 : span.end_column - 1] == meant.name
        if not is_there or not first <= span.line <= last:
            continue
        is_changed = text.lstrip().startswith("change ")
        if (is_changed or span == meant.definition) and (price := _price(workspace, file, meant, lines[span.line - 1 :])):
            found.append(Hint(span.line, len(text) + 1, price))
        if span == meant.definition:
            continue
        if meant.what == "constant" and isinstance(meant.meaning, m.Const) and meant.meaning.type == m.NUMBER:
            found.append(Hint(span.line, span.end_column, f"= {meant.meaning.value}"))
        site = getattr(meant.meaning, "site", None)
        if meant.what in ("action", "phase") and site is not None and site.see and text.lstrip().startswith("do "):
            found.append(Hint(span.line, len(text) + 1, site.see))
    return found


def _price(workspace: Workspace, file: Path, meant: Meant, lines: list[str]) -> str:
    """The price of an object as it comes out now; nothing where its definition, the first of these lines, writes plain amounts.

    Of a price that layers change, the layers and the price before are told too.
    """
    analysis = workspace.sound(file)
    if analysis is None or analysis.ruleset is None or meant.owner:
        return ""
    told = definitions_of(analysis.ruleset).objects
    thing = told.get(meant.name)
    fixed = next((one for one in told.notable(thing) if one in told.prices), None) if thing is not None else None
    if thing is None or fixed is None:
        return ""
    made, *_ = analysis.history.get(thing.name, [None])
    steps = analysis.history.get(f"{thing.name}.{fixed.name}", [])
    written = _amounts_after(fixed.name, lines)
    if made is not None and steps:
        before = _amounts_after(fixed.name, split_lines(analysis.sources.get(made.span.file, ""))[made.span.line - 1 :])
        others = [step.layer for step in steps if workspace.path_of(step.span.file, analysis) != file]
        by = f" by {join_words(list(dict.fromkeys(others)))}" if others else ""
        return f"{plain(told.telling(fixed, thing))}{by}{f', before: {before}' if before else ''}"
    resources = {*told.model.groups, *(resource.name for resource in told.model.resources)}
    if written and resources.issuperset({*WORD.findall(written)} - {"or"}):
        return ""
    return plain(told.telling(fixed, thing))


def _amounts_after(name: str, lines: list[str]) -> str:
    """The text after the name of a property, in the definition that some lines begin with."""
    for line in lines:
        if found := re.search(rf"\b{name}\s+([^,}}]+)", line.split("--")[0]):
            return found[1].strip()
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
    defined, guard = symbols(workspace, file), known_guard(workspace, file)
    if guard is None:
        if defined and workspace.ruleset_of(file) != file:
            yield Lens(defined[0].selection, "What does no scenario notice?", "find_gaps", (file.as_posix(),))
        return
    for entry in defined:
        first, last = entry.span.line, entry.span.end_line
        missed, tried = guard.unnoticed(file, first, last)
        unused = guard.unused_lines(file, first, last)
        told = [f"{count_things(unused, 'line')} not run"] if unused else []
        told += [f"no scenario notices {missed} of {count_things(tried, 'small change')}"] if missed else []
        told += ["the scenarios notice every small change"] if tried and not missed else []
        if told:
            yield Lens(entry.selection, ", ".join(told), "show_gaps", (file.as_posix(), first, last))


def tell_gaps(guard: Guard, file: Path, first: int, last: int) -> str:
    """Sentences about some lines: all that no scenario notices there."""
    told = [(gap.line, gap.what) for gap in guard.gaps if gap.file == file]
    told += [
        (slip.line, f"no scenario notices {slip.change}") for slip in guard.slips if slip.file == file and not slip.noticed_by
    ]
    here = [f"line {line}: {what}" for line, what in sorted(told) if first <= line <= last]
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
        found = list(dict.fromkeys((site.title, layer_of(analysis, site.span)) for site in sites))
        if found:
            told = ", ".join(f"{title} ({layer})" for title, layer in found[:_MOST_NAMED])
            place = sites[0].span
            where = workspace.path_of(place.file, analysis).as_posix()
            more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
            yield Lens(entry.selection, f"changed by {told}{more}", "go_to", (where, place.line))


def run_scenario(workspace: Workspace, file: Path, number: int) -> tuple[bool, str]:
    """The outcome of a scenario by the rules as they are now: whether it holds, and a sentence about it."""
    from caylus import RulesetError

    from caylus_tools.testing.scenarios.reading import parse
    from caylus_tools.testing.scenarios.runner import run

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
