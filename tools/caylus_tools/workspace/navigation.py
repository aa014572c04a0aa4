"""Definition and references of a name, across layers and scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from caylus.diagnostics import Span

from .names import OPTION, Names, Symbol, symbol_of, word_at
from .yaml_names import places_in_yaml
from .yaml_places import schema_name

if TYPE_CHECKING:
    from caylus.loading.analysis import Meant

    from .workspace import Workspace

Place = tuple[Path, Span]
"""A file, and a place in it."""


def meaning_at(workspace: Workspace, file: Path, line: int, column: int) -> Meant | None:
    """The meaning of the name at a place."""
    _, word = word_at(workspace.line(file, line), column)
    names = workspace.names(file)
    if not word or names is None:
        return None
    if schema_name(file) is not None:
        found = next((meant for span, meant in places_in_yaml(workspace, file, names) if _covers(span, line, column)), None)
        return found or names.by_word(word)
    found_at = names.at(file, line, column, word)
    return found_at[1] if found_at is not None else None


def _covers(span: Span, line: int, column: int) -> bool:
    return span.line == line and span.column <= column <= span.end_column


def definition(workspace: Workspace, file: Path, line: int, column: int) -> list[Place]:
    """The places that define a name, and where layers above say it anew: the definition that holds comes first."""
    meant = meaning_at(workspace, file, line, column)
    analysis = workspace.latest(file)
    if meant is None or analysis is None or not meant.definition.file:
        return []
    spans = [meant.definition]
    if not meant.owner and meant.what not in ("variable", OPTION):
        spans += [step.span for step in analysis.history.get(meant.name, ()) if step.verb in ("define", "replace", "change")]
    places = [(workspace.path_of(span.file, analysis), span) for span in spans]
    return list({(path, span.line): (path, span) for path, span in reversed(places)}.values())[::-1]


def references(workspace: Workspace, file: Path, line: int, column: int) -> list[Place]:
    """All places of a name in the rulesets of the workspace that have it from the same file: rules, manifests and scenarios."""
    meant = meaning_at(workspace, file, line, column)
    analysis = workspace.latest(file)
    if meant is None or analysis is None:
        return []
    symbol = symbol_of(meant)
    home = _home(workspace, file, symbol)
    found: dict[tuple[Path, int, int], Place] = {}
    for ruleset in _related(workspace, file, home, symbol):
        for path, span in _places(workspace, ruleset, symbol):
            found.setdefault((path, span.line, span.column), (path, span))
    return sorted(found.values(), key=lambda place: (str(place[0]), place[1].line, place[1].column))


def _home(workspace: Workspace, file: Path, symbol: Symbol) -> Path | None:
    """The file in which a symbol stands first, in the lowest layer."""
    names, analysis = workspace.names(file), workspace.latest(file)
    spans = names.of(symbol) if names is not None else []
    return workspace.path_of(spans[0].file, analysis) if spans else None


def _related(workspace: Workspace, file: Path, home: Path | None, symbol: Symbol) -> Iterator[Path]:
    """The ruleset of a file, and the others of the workspace that write the name and have the file in which it is at home."""
    own = workspace.ruleset_of(file)
    assert own is not None
    yield own
    for ruleset in workspace.rulesets() if symbol.sort != "variable" else ():
        is_written = ruleset != own and any(_has_word(workspace, path, symbol.name) for path in workspace.files_of(ruleset))
        found = workspace.latest(ruleset / "ruleset.yaml") if is_written else None
        if found is not None and home in found.paths.values():
            yield ruleset


def _places(workspace: Workspace, ruleset: Path, symbol: Symbol) -> Iterator[Place]:
    manifest = ruleset / "ruleset.yaml" if ruleset.is_dir() else ruleset
    names, analysis = workspace.names(manifest), workspace.latest(manifest)
    if names is None or analysis is None:
        return
    for span in names.of(symbol):
        yield workspace.path_of(span.file, analysis), span
    if symbol.sort != "variable" and ruleset.is_dir():
        manifests = [path for path in analysis.paths.values() if path.suffix == ".yaml"]
        for path in (
            path for path in [*manifests, *workspace.scenario_files(ruleset)] if _has_word(workspace, path, symbol.name)
        ):
            yield from ((path, span) for span, meant in places_in_yaml(workspace, path, names) if symbol_of(meant) == symbol)


def _has_word(workspace: Workspace, file: Path, word: str) -> bool:
    return re.search(rf"\b{word}\b", workspace.text(file)) is not None


def highlights(workspace: Workspace, file: Path, line: int, column: int) -> list[Span]:
    """The places of a name in its own file."""
    meant, names = meaning_at(workspace, file, line, column), workspace.names(file)
    if meant is None or names is None:
        return []
    symbol = symbol_of(meant)
    return [span for span, other in _in_file(workspace, file, names) if symbol_of(other) == symbol]


def _in_file(workspace: Workspace, file: Path, names: Names) -> list[tuple[Span, Meant]]:
    return list(places_in_yaml(workspace, file, names)) if schema_name(file) is not None else names.in_file(file)
