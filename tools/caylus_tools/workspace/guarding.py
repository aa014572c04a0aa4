"""Find what no scenario would notice: lines that none runs, and small changes of the rules under which all still hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus import RulesetError
from caylus.codegen import Probe

from caylus_tools.testing import scenarios
from caylus_tools.testing.coverage import coverage
from caylus_tools.testing.mutation import Prepared, first_noticing, prepare
from caylus_tools.testing.rewritten import load_texts, without_cache

if TYPE_CHECKING:
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

    def unused_lines(self, file: Path, first: int, last: int) -> int:
        return sum(gap.file == file and first <= gap.line <= last and "carried out" in gap.what for gap in self.gaps)


def own_texts(workspace: Workspace, ruleset: Path) -> dict[Path, str]:
    """The texts of a ruleset's own layer, by their files."""
    return {file: workspace.text(file) for file in workspace.files_of(ruleset)}


def find_gaps(workspace: Workspace, file: Path) -> tuple[list[Gap], int]:
    """The lines that no scenario of a file's ruleset runs, and the number of small changes to try; nothing of unsound rules."""
    ruleset = workspace.ruleset_of(file)
    if ruleset is None or (prepared := _prepared(workspace, ruleset)) is None:
        return [], 0
    own, watched = f"{prepared.rules.name}/", prepared.rules.with_probe(Probe())
    for scenario in prepared.scenarios:
        scenarios.run(watched, scenario)
    found = coverage(watched).gaps
    return [Gap(ruleset / gap.file.removeprefix(own), gap.line, gap.what) for gap in found], len(prepared.mutants)


def find_slips(workspace: Workspace, file: Path, start: int = 0, proceed: Callable[[], object] = bool) -> Iterator[Slip | None]:
    """Try the small changes of the rules of a file's ruleset, from that of a number on; None for one that the check refuses.

    `proceed` is called before each; it may raise to end the search.
    """
    ruleset = workspace.ruleset_of(file)
    if ruleset is None or (prepared := _prepared(workspace, ruleset)) is None:
        return
    files, own = dict(_files(workspace, ruleset)), f"{prepared.rules.name}/"
    for mutant in prepared.mutants[start:]:
        proceed()
        name = mutant.file.removeprefix(own)
        with without_cache():
            changed = load_texts({**files, name: mutant.text(files[name])}, ruleset.parent)
        noticing = first_noticing(prepared, mutant, changed) if changed is not None else None
        told = noticing.name if noticing is not None else ""
        yield Slip(ruleset / name, mutant.line, str(mutant), told) if changed is not None else None


def find_guard(workspace: Workspace, file: Path, proceed: Callable[[], object] = bool) -> Guard | None:
    """All of it, kept in the workspace until a text of the ruleset changes; None where the rules have errors."""
    ruleset = workspace.ruleset_of(file)
    if ruleset is None or _prepared(workspace, ruleset) is None:
        return None
    texts = own_texts(workspace, ruleset)
    gaps, found = find_gaps(workspace, file)
    guard = Guard(texts, tuple(gaps), tuple(slip for slip in find_slips(workspace, file, 0, proceed) if slip), found)
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
    found = own_texts(workspace, ruleset)
    return tuple((file.relative_to(ruleset).as_posix(), text) for file, text in sorted(found.items()))


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
