"""Finds rulesets, reads and checks them, and makes them ready to play."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .check import check
from .check.history import History, Layer
from .check.layers import stack, told_of_removals
from .check.model import Model
from .documents import accept
from .files import read_text
from .lang import syntax
from .lang.diagnostics import Diagnostic, RulesetError
from .lang.parse import parse
from .lang.suggest import nearest
from .manifest import FILE, MAX_RULES, misfits, read_manifest, read_rules
from .runtime.ruleset import Ruleset
from .shipped import folder
from .stacking import Read, above, order


class Found(NamedTuple):
    """A shipped ruleset or variant, not yet checked; `path` is its folder, `extends` what a variant stands on."""

    name: str
    title: str
    version: str
    fewest_players: int
    most_players: int
    extends: str | None
    path: Path


class Checked(NamedTuple):
    """What a check found, and the texts that spans point into, by path."""

    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, str]


def found() -> list[Found]:
    """The shipped rulesets by name, then the variants."""
    listed = []
    for name, file in _shipped().items():
        read = _read(name)
        value = read.manifest.value
        fewest, most = _players(name)
        listed.append(Found(name, value["title"], value["version"], fewest, most, read.base, file.parent))
    return sorted(listed, key=lambda found: (found.extends is not None, found.extends, found.name))


@cache
def _players(name: str) -> tuple[int, int]:
    """How many may play a shipped ruleset: what its own texts say, or those it stands on."""
    read = _read(name)
    for rule, text in read.texts.items():
        for definition in parse(text, rule)[0].definitions:
            game = definition.definition if isinstance(definition, syntax.Replace) else definition
            if isinstance(game, (syntax.Game, syntax.ChangeGame)):
                return game.fewest, game.most
    return _players(read.base) if read.base is not None else (0, 0)


def load(name_or_path: str | Path, variants: Sequence[str | Path] = ()) -> Ruleset:
    """A ruleset ready to play with variants stacked on it: shipped ones by name, any other by folder or manifest.

    Raises `RulesetError` with everything that is wrong: E0620 no such ruleset, another E06xx the files, E05xx the layers,
    E01xx to E04xx the rules.
    """
    layers = _layers(name_or_path, variants)
    resolved = _resolved(layers, _path_of)
    if resolved.model is None:
        resolved = _resolved(layers, _place_of)
        raise RulesetError(resolved.diagnostics, resolved.sources)
    return _ruleset(layers, [_read(variant).name for variant in variants], resolved)


def from_layers(carried: Sequence[Mapping[str, Any]], variants: Sequence[str]) -> Ruleset:
    """The ruleset of layers as a save carries them, each a `manifest` and `sources`. Raises `RulesetError` (E0701: no text)."""
    layers = []
    for layer in carried:
        manifest = accept(layer["manifest"], "the manifest in the save", "manifest")
        paths = {rule: f"{manifest.value['name']}/{rule}" for rule in manifest.value["rules"]}
        missing = [path for path in paths.values() if path not in layer["sources"]]
        if missing:
            raise RulesetError(tuple(Diagnostic("E0701", f"the save lacks the rules `{path}`", None) for path in missing))
        layers.append(Read(manifest, {rule: layer["sources"][path] for rule, path in paths.items()}))
    resolved = _resolved(layers, _path_of)
    if resolved.model is None:
        raise RulesetError(resolved.diagnostics, resolved.sources)
    return _ruleset(layers, variants, resolved)


def check_path(name_or_path: str | Path, variants: Sequence[str | Path] = ()) -> Checked:
    """Everything that is wrong with a ruleset, or a `.rules` file that is one by itself; spans call files as the caller does."""
    path = Path(name_or_path)
    try:
        if path.suffix == ".rules" and not variants:
            return check_text(read_text(path, path.as_posix(), MAX_RULES), path.as_posix())
        resolved = _resolved(_layers(name_or_path, variants), _place_of)
        return Checked(resolved.diagnostics, resolved.sources)
    except RulesetError as error:
        return Checked(error.diagnostics, error.sources)


def check_text(text: str, path: str) -> Checked:
    """Everything that is wrong with a whole ruleset in one text, which spans call `path`."""
    file, faults = parse(text, path)
    if not any(fault.is_error for fault in faults):
        stacked = stack([Layer(path, (file,))])
        faults = (*faults, *stacked.faults, *check(stacked.files)[1])
    return Checked(_errors_first(faults), {path: text})


# ---- reading


def _layers(name_or_path: str | Path, variants: Sequence[str | Path]) -> tuple[Read, ...]:
    """What a ruleset with these variants is made of, the lowest layer first."""
    first = _read(name_or_path)
    beside = Path(first.manifest.path).parent.parent
    return order(first, [_read(variant) for variant in variants], lambda name: _read_beside(name, beside))


def _read(name_or_path: str | Path) -> Read:
    file, shown = _manifest_of(name_or_path)
    manifest = read_manifest(file, shown)
    return Read(manifest, read_rules(manifest, file.parent))


def _read_beside(name: str, folder: Path) -> Read:
    """What a manifest extends or requires: a shipped ruleset or variant of that name, or a folder of that name beside it."""
    return _read(folder / name if name not in _shipped() and (folder / name).is_dir() else name)


def _manifest_of(name_or_path: str | Path) -> tuple[Path, str]:
    """The manifest's file, and what spans call it. A shipped name goes before a folder of the same name."""
    shipped = _shipped()
    if str(name_or_path) in shipped:
        file = shipped[str(name_or_path)]
        return file, f"{file.parent.name}/{FILE}"
    path = Path(name_or_path)
    if os.path.isdir(path):
        path /= FILE
    elif path.name == str(name_or_path) and not path.suffix:
        meant = nearest(path.name, shipped)
        help = f"did you mean `{meant}`?" if meant else f"a path, or one of: {', '.join(shipped)}"
        raise RulesetError((Diagnostic("E0620", f"there is no ruleset or variant `{path}`", None, help=help),))
    return path, path.as_posix()


def _shipped() -> dict[str, Path]:
    """The manifests of the shipped rulesets and variants, by the names of their folders."""
    files = [*folder("rulesets").glob(f"*/{FILE}"), *folder("rulesets").glob(f"variants/*/{FILE}")]
    return {file.parent.name: file for file in sorted(files, key=lambda f: f.parent.name)}


# ---- checking


class _Resolved(NamedTuple):
    """The model, None where there is an error; what was found, errors first; the texts that spans point into.

    `files` are the definitions as the layers leave them, `history` tells how each part came about.
    """

    model: Model | None
    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, str]
    files: tuple[syntax.File, ...]
    history: History


Naming = Callable[[Read, str], str]
"""What spans call a rules file of a layer."""


def _path_of(layer: Read, rule: str) -> str:
    """The same wherever the ruleset lies, so that games and their saves are too."""
    return f"{layer.name}/{rule}"


def _place_of(layer: Read, rule: str) -> str:
    """Where the file lies, for whoever has to mend it."""
    return (Path(layer.manifest.path).parent / rule).as_posix()


def _resolved(layers: Sequence[Read], naming: Naming) -> _Resolved:
    """Names are looked into once the texts can be read, and their meaning once the layers fit each other."""
    sources: dict[str, str] = {}
    found: list[Diagnostic] = []
    parsed: list[Layer] = []
    for layer in layers:
        files = []
        for rule, text in layer.texts.items():
            file, faults = parse(text, naming(layer, rule))
            sources[file.path] = text
            files.append(file)
            found += faults
        parsed.append(Layer(layer.name, tuple(files), above(layer, layers)))
    model: Model | None = None
    resolved: tuple[syntax.File, ...] = ()
    history: History = {}
    if not any(diagnostic.is_error for diagnostic in found):
        stacked = stack(parsed)
        resolved, history = stacked.files, stacked.history
        found += stacked.faults
        if not any(diagnostic.is_error for diagnostic in found):
            model, more = check(resolved)
            found += told_of_removals(more, stacked)
    if model is not None:
        found += misfits([layer.manifest for layer in layers], model)
    manifests = {layer.manifest.path: layer.manifest.text for layer in layers}
    ordered = _errors_first(found)
    return _Resolved(None if any(d.is_error for d in ordered) else model, ordered, {**manifests, **sources}, resolved, history)


def _errors_first(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(found, key=lambda diagnostic: not diagnostic.is_error))


def _ruleset(layers: Sequence[Read], variants: Sequence[str], resolved: _Resolved) -> Ruleset:
    assert resolved.model is not None
    carried = [
        {"manifest": layer.manifest.value, "sources": {_path_of(layer, rule): text for rule, text in layer.texts.items()}}
        for layer in layers
    ]
    return Ruleset(carried, variants, resolved.model, resolved.files, resolved.history)
