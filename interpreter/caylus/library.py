"""Finds rulesets, reads and checks them, and makes them ready to play."""

from __future__ import annotations

import os.path
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .check import check
from .check.model import Model
from .documents import Document, accept
from .files import read_text
from .lang import syntax
from .lang.diagnostics import Diagnostic, RulesetError
from .lang.parse import parse
from .lang.suggest import nearest
from .manifest import FILE, MAX_RULES, misfits, read_manifest, read_rules
from .runtime.ruleset import Ruleset
from .shipped import folder


class Found(NamedTuple):
    """A shipped ruleset, not yet checked; `path` is its folder."""

    name: str
    title: str
    version: str
    fewest_players: int
    most_players: int
    path: Path


class Checked(NamedTuple):
    """What a check found, and the texts that spans point into, by path."""

    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, str]


def found() -> list[Found]:
    """The shipped rulesets, by name."""
    return [_found(name) for name in _shipped_names()]


def load(name_or_path: str | Path, variants: Sequence[str] = ()) -> Ruleset:
    """A ruleset ready to play: a shipped one by its name, any other by its folder or its manifest.

    Raises `RulesetError` with everything that is wrong: E0620 no such ruleset, E0624 no such variant, another E06xx the
    files, E01xx to E04xx the rules.
    """
    if variants:
        raise RulesetError(tuple(Diagnostic("E0624", f"there is no variant `{name}`", None) for name in variants))
    manifest, texts = _read(name_or_path)
    sources = _named_after_the_ruleset(manifest, texts)
    model, _ = _checked(sources, manifest)
    if model is None:
        raise RulesetError(*_checked_in_place(manifest, texts))
    return _ruleset(manifest, sources, model)


def from_sources(manifest: Mapping[str, Any], sources: Mapping[str, str]) -> Ruleset:
    """The ruleset of a save, which carries `manifest` and `sources`. Raises `RulesetError`; E0701 for a missing text."""
    document = accept(manifest, "the manifest in the save", "manifest")
    paths = _named_after_the_ruleset(document, {rule: rule for rule in document.value["rules"]})
    missing = [path for path in paths if path not in sources]
    if missing:
        raise RulesetError(tuple(Diagnostic("E0701", f"the save lacks the rules `{path}`", None) for path in missing))
    texts = {path: sources[path] for path in paths}
    model, diagnostics = _checked(texts, document)
    if model is None:
        raise RulesetError(diagnostics, texts)
    return _ruleset(document, texts, model)


def check_path(name_or_path: str | Path) -> Checked:
    """Everything that is wrong with a ruleset, or a `.rules` file that is one by itself; spans call files as the caller does."""
    path = Path(name_or_path)
    try:
        if path.suffix == ".rules":
            return check_text(read_text(path, path.as_posix(), MAX_RULES), path.as_posix())
        return _checked_in_place(*_read(name_or_path))
    except RulesetError as error:
        return Checked(error.diagnostics, error.sources)


def check_text(text: str, path: str) -> Checked:
    """Everything that is wrong with a whole ruleset in one text, which spans call `path`."""
    sources = {path: text}
    return Checked(_checked(sources, None)[1], sources)


# ---- reading


def _found(name: str) -> Found:
    manifest, texts = _read(name)
    definitions = (definition for text in texts.values() for definition in parse(text, name)[0].definitions)
    game = next(definition for definition in definitions if isinstance(definition, syntax.Game))
    value = manifest.value
    return Found(name, value["title"], value["version"], game.fewest, game.most, folder("rulesets") / name)


def _read(name_or_path: str | Path) -> tuple[Document, dict[str, str]]:
    """The manifest, and the texts of the rules by the names it gives them."""
    file, shown = _manifest_of(name_or_path)
    manifest = read_manifest(file, shown)
    return manifest, read_rules(manifest, file.parent)


def _manifest_of(name_or_path: str | Path) -> tuple[Path, str]:
    """The manifest's file, and what spans call it. A shipped name goes before a folder of the same name."""
    if name_or_path in _shipped_names():
        return folder("rulesets") / name_or_path / FILE, f"{name_or_path}/{FILE}"
    path = Path(name_or_path)
    if os.path.isdir(path):
        path /= FILE
    elif path.name == str(name_or_path) and not path.suffix:
        meant = nearest(path.name, _shipped_names())
        help = f"did you mean `{meant}`?" if meant else f"a path, or one of: {', '.join(_shipped_names())}"
        raise RulesetError((Diagnostic("E0620", f"there is no ruleset `{path}`", None, help=help),))
    return path, path.as_posix()


def _shipped_names() -> list[str]:
    return sorted(file.parent.name for file in folder("rulesets").glob(f"*/{FILE}"))


# ---- checking


def _named_after_the_ruleset(manifest: Document, texts: Mapping[str, str]) -> dict[str, str]:
    """The texts by paths that are the same wherever the ruleset lies, so that games and their saves are too."""
    return {f"{manifest.value['name']}/{rule}": text for rule, text in texts.items()}


def _checked_in_place(manifest: Document, texts: Mapping[str, str]) -> Checked:
    """What is wrong with a ruleset, its files called by where they lie."""
    here = Path(manifest.path).parent
    sources = {(here / rule).as_posix(): text for rule, text in texts.items()}
    _, diagnostics = _checked(sources, manifest)
    return Checked(diagnostics, {manifest.path: manifest.text, **sources})


def _checked(sources: Mapping[str, str], manifest: Document | None) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The model, None where there is an error; and what was found, errors first. What cannot be parsed is not checked."""
    parsed = [parse(text, path) for path, text in sources.items()]
    found = [diagnostic for _, diagnostics in parsed for diagnostic in diagnostics]
    model = None
    if not any(diagnostic.is_error for diagnostic in found):
        model, more = check([file for file, _ in parsed])
        found += more
    if model is not None and manifest is not None:
        found += misfits(manifest, model)
    errors = [diagnostic for diagnostic in found if diagnostic.is_error]
    warnings = [diagnostic for diagnostic in found if not diagnostic.is_error]
    return None if errors else model, (*errors, *warnings)


def _ruleset(manifest: Document, sources: Mapping[str, str], model: Model) -> Ruleset:
    value = manifest.value
    return Ruleset(value["name"], value["title"], value["version"], value, sources, model)
