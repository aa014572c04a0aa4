"""The texts of rulesets that are being written, saved or not, and what was found out about them."""

from __future__ import annotations

import atexit
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from re import split
from tempfile import mkdtemp
from typing import TYPE_CHECKING, NamedTuple

from caylus.diagnostics import Diagnostic, RulesetError, split_lines
from caylus.documents import read_yaml
from caylus.formatter import UnsafeFormat, format_text
from caylus.loading.analysis import FILE, Analysis, analyse, analyse_alone, parse, shipped_manifests

from caylus_tools.common.files import write_text
from caylus_tools.testing.scenarios import find_faults

from .names import Names

if TYPE_CHECKING:
    from .hints import Guard


def check_manifest(text: str, path: str) -> list[Diagnostic]:
    """The faults of a manifest by itself."""
    try:
        read_yaml(text, path, "manifest")
    except RulesetError as error:
        return list(error.diagnostics)
    return []


def check_scenarios(text: str, path: str, analysis: Analysis | None) -> list[Diagnostic]:
    """The faults of a file of scenarios: of its shape, and where the rules are sound, names that they do not have."""
    try:
        return list(find_faults(text, path, analysis.positions if analysis is not None else None))
    except RulesetError as error:
        return list(error.diagnostics)


def format_file(workspace: Workspace, file: Path) -> list[tuple[int, int, str]]:
    """The lines that the standard layout changes: from a line before another one, counted from 0, and what is there instead.

    Nothing is changed in a text with faults.
    """
    if file.suffix != ".rules":
        return []
    text = workspace.text(file)
    try:
        new = format_text(text, file.as_posix())
    except (RulesetError, UnsafeFormat):
        return []
    old_lines, new_lines = (split(r"(?<=\n)", one) for one in (text, new))
    steps = SequenceMatcher(None, old_lines, new_lines).get_opcodes()
    return [(start, end, "".join(new_lines[first:last])) for tag, start, end, first, last in steps if tag != "equal"]


def write_page(workspace: Workspace, file: Path) -> Path | None:
    """The page about a file's ruleset, which is gone with this process; None where the rules have errors."""
    from caylus_tools.doc.page import html
    from caylus_tools.doc.reference import reference

    analysis = workspace.analysis(file)
    if analysis is None or analysis.ruleset is None:
        return None
    page = _folder() / f"{(workspace.ruleset_of(file) or file).stem}.html"
    write_text(page, html(reference(analysis.ruleset, {}, with_code=False)))
    return page


@cache
def _folder() -> Path:
    """A folder of this process that nobody else can write to."""
    folder = mkdtemp(prefix="caylus-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


MOST_RULESETS = 200
"""Of more rulesets in the folders of a workspace, the others are not looked into for uses of a name."""
_MOST_KEPT = 8
_DEEPEST = 5


class Report(NamedTuple):
    """The faults of a ruleset, by file; a file without faults has an empty list. `is_whole`: warnings were looked for."""

    faults: Mapping[Path, Sequence[Diagnostic]]
    is_whole: bool


class _Checked(NamedTuple):
    """The result of a check, and the texts it was about, by file; of a file without a buffer, its time.

    There are no stamps where files could not be read: then it is checked anew whenever somebody asks.
    """

    analysis: Analysis | None
    stamps: Mapping[Path, object]
    diagnostics: Sequence[Diagnostic]
    is_whole: bool


class Workspace:
    """Folders in which rulesets lie, and the texts that an editor has not written to them yet."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self.folders = [folder.absolute() for folder in folders]
        self.buffers: dict[Path, str] = {}
        self.guards: dict[Path, Guard] = {}
        self._checked: dict[Path, _Checked] = {}
        self._sound: dict[Path, Analysis] = {}
        self._names: dict[Path, tuple[Analysis, Names]] = {}

    # ---- texts

    def write(self, file: Path, text: str) -> None:
        """Take the text of a file as an editor has it."""
        self.buffers[file.absolute()] = text

    def close(self, file: Path) -> None:
        """Go by what lies on the disk again."""
        self.buffers.pop(file.absolute(), None)

    def text(self, file: Path) -> str:
        """The text of a file; nothing where there is none that could be read."""
        file = file.absolute()
        if file in self.buffers:
            return self.buffers[file]
        try:
            return file.read_text(encoding="utf-8")
        except (OSError, UnicodeError):
            return ""

    def lines(self, file: Path) -> list[str]:
        return split_lines(self.text(file))

    def line(self, file: Path, line: int) -> str:
        """A line, counted from 1; nothing behind the end."""
        lines = self.lines(file)
        return lines[line - 1] if 0 < line <= len(lines) else ""

    # ---- rulesets

    def ruleset_of(self, file: Path) -> Path | None:
        """The folder of the ruleset that a file is part of, or the file itself where it is a whole ruleset; None for others."""
        file = file.absolute()
        folder = file.parent.parent if file.parent.name == "scenarios" and file.suffix == ".yaml" else file.parent
        if (folder / FILE) in self.buffers or (folder / FILE).is_file():
            return folder
        return file if file.suffix == ".rules" else None

    def rulesets(self) -> Iterator[Path]:
        """The folders of rulesets in the workspace."""
        folders = {there for folder in self.folders for there in _folders_with_manifests(folder)}
        folders |= {file.parent for file in self.buffers if file.name == FILE}
        yield from sorted(folders)[:MOST_RULESETS]

    def is_own(self, file: Path) -> bool:
        """Return whether a file may be changed: it is open, or lies in a folder of the workspace."""
        return file in self.buffers or any(file.is_relative_to(folder) for folder in self.folders)

    def analysis(self, file: Path) -> Analysis | None:
        """The analysis of a file's ruleset as the texts are now; None where its files cannot be read."""
        ruleset = self.ruleset_of(file)
        return self._check(ruleset, warns=False).analysis if ruleset is not None else None

    def latest(self, file: Path) -> Analysis | None:
        """The last analysis that there was, for answers that cannot wait; the first one is waited for."""
        ruleset = self.ruleset_of(file)
        if ruleset is None:
            return None
        old_result = self._checked.get(ruleset)
        if old_result is not None and old_result.analysis is not None:
            self._checked[ruleset] = self._checked.pop(ruleset)  # the one that was asked for last is forgotten last
            return old_result.analysis
        return self._check(ruleset, warns=False).analysis or self._sound.get(ruleset)

    def sound(self, file: Path) -> Analysis | None:
        """The last analysis of a file's ruleset without errors."""
        analysis = self.latest(file)
        if analysis is not None and analysis.ruleset is not None:
            return analysis
        ruleset = self.ruleset_of(file)
        return self._sound.get(ruleset) if ruleset is not None else None

    def names(self, file: Path) -> Names | None:
        """The meanings of the names of a file's ruleset, by the latest analysis."""
        analysis, ruleset = self.latest(file), self.ruleset_of(file)
        if analysis is None or ruleset is None:
            return None
        cache_entry = self._names.get(ruleset)
        if cache_entry is None or cache_entry[0] is not analysis:
            cache_entry = self._names[ruleset] = analysis, Names(analysis)
        return cache_entry[1]

    # ---- faults

    def own_faults(self, file: Path) -> list[Diagnostic]:
        """The faults of one text by itself, as quickly as one types: syntax, and the shape of a manifest or of scenarios."""
        text = self.text(file)
        if file.suffix == ".rules":
            return list(parse(text, file.as_posix())[1])
        if file.name == FILE:
            return check_manifest(text, file.as_posix())
        return check_scenarios(text, file.as_posix(), None) if file.suffix == ".yaml" and file.parent.name == "scenarios" else []

    def check(self, file: Path, *, warns: bool = True, proceed: Callable[[], object] = bool) -> Report:
        """The faults of a file's ruleset, across its layers, scenarios that are open among them.

        `proceed` is called now and then; it may raise to end the check.
        """
        ruleset = self.ruleset_of(file)
        if ruleset is None:
            return Report({file: self.own_faults(file)}, True)
        result = self._check(ruleset, warns=warns, proceed=proceed)
        analysis = result.analysis
        faults: dict[Path, list[Diagnostic]] = {path: [] for path in (analysis.paths.values() if analysis else ())}
        faults.setdefault(file.absolute(), [])
        for diagnostic in result.diagnostics:
            path = self.path_of(diagnostic.span.file, analysis) if diagnostic.span is not None else ruleset / FILE
            faults.setdefault(path, []).append(diagnostic)
        for scenario in self.scenario_files(ruleset):
            if scenario in self.buffers:
                faults[scenario] = check_scenarios(self.text(scenario), scenario.as_posix(), analysis)
        return Report(faults, result.is_whole)

    def latest_faults(self, file: Path) -> list[Diagnostic]:
        """The faults of a file that the last check of its ruleset found, if nothing has changed since."""
        ruleset = self.ruleset_of(file)
        old_result = self._checked.get(ruleset) if ruleset is not None else None
        if old_result is None or not self._is_fresh(old_result):
            return []
        return [
            d for d in old_result.diagnostics if d.span is not None and self.path_of(d.span.file, old_result.analysis) == file
        ]

    def dependents(self, file: Path) -> Iterator[Path]:
        """The other rulesets with open files that a file's ruleset is a layer of."""
        ruleset = self.ruleset_of(file)
        for other, result in list(self._checked.items()):
            paths = result.analysis.paths.values() if result.analysis else ()
            is_open = any(self.ruleset_of(buffer) == other for buffer in list(self.buffers))
            if other != ruleset and is_open and file.absolute() in paths:
                yield other

    def scenario_files(self, ruleset: Path) -> list[Path]:
        """The scenario files beside a ruleset, those that are only open among them."""
        there = set((ruleset / "scenarios").glob("*.yaml")) if ruleset.is_dir() else set()
        return sorted(there | {file for file in self.buffers if file.parent == ruleset / "scenarios"})

    def files_of(self, ruleset: Path) -> list[Path]:
        """The files of a ruleset's own layer: its manifest, its rules and its scenarios."""
        if ruleset.suffix == ".rules":
            return [ruleset]
        open_rules = {file for file in self.buffers if file.parent == ruleset}
        return sorted({ruleset / FILE, *ruleset.glob("*.rules"), *open_rules, *self.scenario_files(ruleset)})

    def path_of(self, file_name: str, analysis: Analysis | None) -> Path:
        """The file that spans call so."""
        if analysis is not None and file_name in analysis.paths:
            return analysis.paths[file_name]
        path = Path(file_name)
        manifest = shipped_manifests().get(path.parts[0]) if path.parts and not path.is_absolute() else None
        return manifest.parent.joinpath(*path.parts[1:]) if manifest is not None else path.absolute()

    # ---- checks

    def _check(self, ruleset: Path, *, warns: bool, proceed: Callable[[], object] = bool) -> _Checked:
        old_result = self._checked.get(ruleset)
        if old_result is not None and (old_result.is_whole or not warns) and self._is_fresh(old_result):
            return old_result
        buffers = dict(self.buffers)
        analysis: Analysis | None = None
        diagnostics: Sequence[Diagnostic]
        try:
            if ruleset.suffix == ".rules":
                analysis = analyse_alone(self.text(ruleset), ruleset)
            else:
                analysis = analyse(ruleset, (), buffers, warns=warns, proceed=proceed)
            diagnostics = analysis.diagnostics
        except RulesetError as error:
            diagnostics = error.diagnostics
        is_whole = warns or analysis is None
        files = set(analysis.paths.values()) if analysis is not None else set()  # a file that is missing may come
        stamps = {file: buffers[file] if file in buffers else _time_of(file) for file in files}
        result = _Checked(analysis, stamps, diagnostics, is_whole)
        if analysis is None and old_result is not None:
            result = result._replace(analysis=old_result.analysis)
        newer = self._checked.get(ruleset)
        if newer is not None and newer is not old_result and self._is_fresh(newer) and not self._is_fresh(result):
            return result  # another thread has checked a later text meanwhile
        self._checked.pop(ruleset, None)
        self._checked[ruleset] = result
        if analysis is not None and analysis.ruleset is not None:
            self._sound[ruleset] = analysis
        # keep the analyses of few rulesets: those that were asked for last
        while len(self._checked) > _MOST_KEPT:
            oldest = next(iter(self._checked))
            for memory in (self._checked, self._sound, self._names, self.guards):
                memory.pop(oldest, None)
        return result

    def _is_fresh(self, result: _Checked) -> bool:
        buffers = self.buffers
        return bool(result.stamps) and all(
            (buffers[f] if f in buffers else _time_of(f)) == stamp for f, stamp in result.stamps.items()
        )


def _folders_with_manifests(folder: Path) -> Iterator[Path]:
    """The folders with a manifest in a folder, some levels deep; hidden ones and packages of other languages are passed over."""
    for here, below, files in os.walk(folder):
        depth = len(Path(here).relative_to(folder).parts)
        below[:] = [] if depth >= _DEEPEST else sorted(name for name in below if name[0] not in "._" and name != "node_modules")
        if FILE in files:
            yield Path(here)


def _time_of(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0
