"""The outline of a file: its definitions and scenarios, and what can be folded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus import syntax as s
from caylus.diagnostics import Span
from caylus.documents import read_unchecked_yaml
from caylus.loading.analysis import parse

from .yaml_places import schema_name

if TYPE_CHECKING:
    from .workspace import Workspace


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
    wanted = query.casefold()
    files = (file for ruleset in workspace.rulesets() for file in workspace.files_of(ruleset) if file.suffix == ".rules")
    return [(f, e) for f in files for e in symbols(workspace, f) if wanted in e.name.casefold() or wanted in e.detail.casefold()]


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
        case s.Insert(name=name) | s.Seal(name=name) | s.RemoveDefinition(name=name):
            yield Entry(name.text, "", verb.removesuffix("definition"), node.span, name.span)
        case _:
            given = getattr(node, "name", None)
            if isinstance(given, s.Name):
                sort = "change" if verb.startswith("change") else "phase" if getattr(node, "is_phase", False) else verb
                yield Entry(given.text, _text(getattr(node, "title", None)), sort, node.span, given.span)


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
    found: list[tuple[int, int, str]] = []
    waiting: list[int] = []
    margin = 0
    for number, line in enumerate([*lines, ""], 1):
        is_margin = line.lstrip().startswith(("--", "|", "#"))
        if is_margin and not margin:
            margin = number
        elif not is_margin and margin:
            found += [(margin, number - 1, "comment")] if number - 1 > margin else []
            margin = 0
        if file.suffix == ".rules" and not is_margin:
            code = line.split("--")[0]
            for sign in code if code.count('"') == 0 else "".join(code.split('"')[::2]):
                if sign == "{":
                    waiting.append(number)
                elif sign == "}" and waiting and (start := waiting.pop()) < number:
                    found.append((start, number, "region"))
    if file.suffix != ".rules":
        found += [(entry.span.line, entry.span.end_line, "region") for entry in symbols(workspace, file)]
    return sorted(found)
