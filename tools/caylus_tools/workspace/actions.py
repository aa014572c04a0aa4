"""Actions at a place: mends of faults, a scenario for a definition, and a change of a definition in a variant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus import model as m
from caylus.diagnostics import Diagnostic, Edit, Span, apply_fixes
from caylus.loading.analysis import FILE

from caylus_tools.authoring.new_variant import skeleton

from .names import symbol_of
from .navigation import meaning_at
from .rename import Change

if TYPE_CHECKING:
    from caylus.loading.analysis import Analysis, Meant

    from .workspace import Workspace


class Action(NamedTuple):
    """Something that an editor offers. `fault` is what it mends; files of `new` are written where there are none.

    `command` is what the server does for it with `arguments`: `show`.
    """

    title: str
    sort: str
    changes: tuple[Change, ...]
    fault: Diagnostic | None = None
    new: tuple[tuple[Path, str], ...] = ()
    command: str = ""
    arguments: tuple[str, ...] = ()


def actions(workspace: Workspace, file: Path, first: int, last: int, column: int = 1) -> list[Action]:
    """The actions for lines of a file, mends first."""
    faults = [*workspace.check(file, warns=False).faults.get(file, ()), *workspace.latest_faults(file)]
    own = {(fault.code, fault.span, fault.message): fault for fault in faults}
    found = [
        Action(_capital(fix.title), "quickfix", _changes(workspace, file, fix.edits), fault)
        for fault in own.values()
        if (fix := fault.fix or fault.guess) is not None and fault.span is not None
        if fault.span.line <= last and fault.span.end_line >= first
    ]
    fixes = [fault.fix for fault in own.values() if fault.fix is not None]
    if len(fixes) > 1:
        text = workspace.text(file)
        shown = next((fix.edits[0].span.file for fix in fixes if fix.edits), file.as_posix())
        found.append(
            Action(
                "Mend all that has one right answer", "source.fixAll", (_whole(workspace, file, apply_fixes(text, shown, fixes)),)
            )
        )
    return [*found, *_refactorings(workspace, file, first, column)]


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]


def _changes(workspace: Workspace, file: Path, edits: tuple[Edit, ...]) -> tuple[Change, ...]:
    analysis = workspace.latest(file)
    return tuple(Change(workspace.path_of(edit.span.file, analysis), edit.span, edit.text) for edit in edits)


def _whole(workspace: Workspace, file: Path, text: str) -> Change:
    lines = workspace.text(file).split("\n")
    return Change(file, Span(file.as_posix(), 1, 1, len(lines), len(lines[-1]) + 1), text)


def _refactorings(workspace: Workspace, file: Path, line: int, column: int) -> Iterator[Action]:
    analysis, meant = workspace.latest(file), meaning_at(workspace, file, line, column)
    ruleset = workspace.ruleset_of(file)
    if analysis is None or meant is None or ruleset is None or symbol_of(meant).sort != "definition" or not ruleset.is_dir():
        return
    if analysis.ruleset is not None and file.suffix == ".rules":
        yield _scenario(workspace, ruleset, meant)
        yield Action(f"Show `{meant.name}` on the table", "", (), command="show", arguments=(file.as_posix(), meant.name))
    if (change := _in_variant(workspace, analysis, file, meant)) is not None:
        yield change


def _scenario(workspace: Workspace, ruleset: Path, meant: Meant) -> Action:
    """A scenario that begins with what the name means, at the end of a file of its own."""
    analysis = workspace.latest(ruleset / FILE)
    assert analysis is not None
    assert analysis.ruleset is not None
    rules = analysis.ruleset
    file = ruleset / "scenarios" / f"{meant.name}.yaml"
    players = rules.seats[: max(rules.fewest_players, 2)]
    begin = f"    begin: {meant.name}\n" if isinstance(meant.meaning, m.Action) and not meant.meaning.params else ""
    name = _capital(meant.name.replace("_", " "))
    some = f"\n      {players[0]}: {{}}\n"
    scenario = f"  - name: {name} does what it should\n{begin}    given:{some}    changes:{some}"
    title = f"Write a scenario for `{meant.name}`"
    text = workspace.text(file)
    if text:
        end = len(text.split("\n"))
        at = Span(file.as_posix(), end, 1, end, 1)
        return Action(title, "refactor", (Change(file, at, ("" if text.endswith("\n") else "\n") + scenario),))
    head = f"players: [{', '.join(players)}]\n\nscenarios:\n"
    return Action(title, "refactor", (), None, ((file, head + scenario),))


_REPLACED = (
    "value",
    "condition",
    "action",
    "phase",
    "table",
    "sequence",
    "group",
    "scale",
    "row",
    "list",
    "state",
    "rule",
    "constant",
)


def _in_variant(workspace: Workspace, analysis: Analysis, file: Path, meant: Meant) -> Action | None:
    """`replace …` of a definition of a layer below, with the text that it has there, at the end of the own rules."""
    ruleset = workspace.ruleset_of(file)
    definition = next(
        (d for f in analysis.files for d in f.definitions if getattr(getattr(d, "name", None), "span", None) == meant.definition),
        None,
    )
    is_object = isinstance(meant.meaning, m.Object)
    if definition is None or ruleset is None or not (is_object or meant.what in _REPLACED):
        return None
    source = analysis.sources[definition.span.file].split("\n")[definition.span.line - 1 : definition.span.end_line]
    if source:
        source[-1] = source[-1][: definition.span.end_column - 1]
    text = "\nreplace " + "\n".join(source) + "\n"
    home = workspace.path_of(definition.span.file, analysis)
    layer = analysis.layers[-1]
    if home.parent == ruleset:
        return _new_variant(ruleset, analysis, meant, text)
    target = next((workspace.path_of(f.path, analysis) for f in reversed(layer.files)), None)
    if target is None:
        return None
    lines = workspace.text(target).split("\n")
    at = Span(target.as_posix(), len(lines), len(lines[-1]) + 1, len(lines), len(lines[-1]) + 1)
    return Action(f"Copy `{meant.name}` of `{home.parent.name}` into mine, to change it", "refactor", (Change(target, at, text),))


def _new_variant(ruleset: Path, analysis: Analysis, meant: Meant, text: str) -> Action | None:
    """A new variant beside a game, which says a definition of it anew."""
    rules = analysis.ruleset
    if rules is None or len(analysis.layers) > 1:
        return None
    name = f"other-{meant.name.replace('_', '-')}"
    folder = ruleset.parent / name
    if (folder / FILE).exists():
        return None
    texts = skeleton(name, f"Another {meant.name.replace('_', ' ')}", rules)
    files = ((folder / FILE, texts[FILE]), (folder / f"{name}.rules", text.lstrip("\n")))
    return Action(f"Make `{meant.name}` a variant", "refactor", (), None, files)
