"""Finds and reads the files of a ruleset and of what it stands on; those that were found sound need no second look."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caylus.cache import Shelf, compute_digest
from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.diagnostics.render import nearest
from caylus.layers.resolution import SourceLayer, order
from caylus.shipped import folder

from .manifest import FILE, NOTHING_UNSAVED, find_manifest_text, read_manifest, read_rule_texts, read_rules


class Texts(NamedTuple):
    """A ruleset or variant that lies in no folder: the texts of its files by name, `ruleset.yaml` one of them.

    What it stands on is shipped, or lies in the folder `beside`, if one is given.
    """

    files: Mapping[str, str]
    beside: Path | None = None


Source = str | Path | Texts
"""The name of a shipped ruleset or variant, a folder or the manifest in it, or the texts themselves."""


class Carried(NamedTuple):
    """A ruleset as data: its layers as a save carries them, the variants asked for, how few and how many can play, and the
    titles of the seats that rules play, by name."""

    layers: Sequence[Mapping[str, Any]]
    variants: Sequence[str]
    players: tuple[int, int]
    automata: Mapping[str, str]


_RULESETS: Shelf[dict[str, Any]] = Shelf("ruleset", lambda told: json.dumps(told).encode(), json.loads)


def recall(asked: Sequence[Source]) -> Carried | None:
    """The data remembered of a ruleset with variants, if all its files read as they did then."""
    told = _RULESETS.get(*_cache_inputs(asked))
    if told is None or any(compute_digest(file) != content for file, content in told["files"].items()):
        return None
    fewest, most = told["players"]
    return Carried(told["layers"], told["variants"], (fewest, most), told["automata"])


def remember(asked: Sequence[Source], texts: Mapping[Path, str], carried: Carried) -> None:
    """Remembers a ruleset by the texts that were read, whatever stands in their files by now."""
    content = {str(file.absolute()): hashlib.sha256(text.encode()).hexdigest() for file, text in texts.items()}
    _RULESETS.keep({"files": content, **carried._asdict()}, *_cache_inputs(asked))


def _cache_inputs(asked: Sequence[Source]) -> tuple[str, ...]:
    try:
        here = os.getcwd()
    except OSError:  # the current folder is no more
        here = ""
    return (here, *map(repr, asked))


def read_layers(
    source: Source, variants: Sequence[Source], unsaved: Mapping[Path, str] = NOTHING_UNSAVED
) -> tuple[SourceLayer, ...]:
    """The layers of a ruleset with these variants, the lowest first. `unsaved` are texts that go before what files hold."""
    first = read(source, unsaved)
    beside = source.beside if isinstance(source, Texts) else Path(first.manifest.path).parent.parent
    folders = [beside, *(variant.beside for variant in variants if isinstance(variant, Texts))]
    return order(first, [read(variant, unsaved) for variant in variants], lambda name: _find_base_layer(name, folders, unsaved))


def read(source: Source, unsaved: Mapping[Path, str] = NOTHING_UNSAVED) -> SourceLayer:
    """One ruleset or variant by itself. Raises RulesetError (E0620 there is none; another E06xx its files)."""
    if isinstance(source, Texts):
        manifest = find_manifest_text(source.files)
        return SourceLayer(manifest, read_rule_texts(manifest, source.files))
    file, shown = find_manifest(source, unsaved)
    manifest = read_manifest(file, shown, unsaved)
    texts = read_rules(manifest, file.parent, unsaved)
    return SourceLayer(manifest, texts, {file: manifest.text, **{file.parent / rule: text for rule, text in texts.items()}})


def _find_base_layer(name: str, folders: Sequence[Path | None], unsaved: Mapping[Path, str]) -> SourceLayer:
    """The layer that a manifest extends or requires: a shipped one of that name, or a folder of that name beside it."""
    if name in shipped_manifests():
        return read(name, unsaved)
    there = [folder for folder in folders if folder is not None]
    found = next((folder / name for folder in there if (folder / name).is_dir()), None)
    if found is None:
        raise _unknown(name, there)
    return read(found, unsaved)


def find_manifest(name_or_path: str | Path, unsaved: Mapping[Path, str] = NOTHING_UNSAVED) -> tuple[Path, str]:
    """The manifest's file, and what spans call it. A shipped name goes before a folder of that name; a `Path` is no name.

    A manifest may be among the `unsaved` texts alone, in a folder that there is not yet.
    """
    known = shipped_manifests()
    if isinstance(name_or_path, str) and name_or_path in known:
        file = known[name_or_path]
        return file, f"{file.parent.name}/{FILE}"
    path = Path(name_or_path)
    if path / FILE in unsaved:
        path /= FILE
    elif os.path.isdir(path):
        path /= FILE
        if not os.path.exists(path):
            raise no_ruleset(f"there is no file `{path.as_posix()}`", "`caylus new` writes one", "E0601")
    elif path.name == name_or_path and not path.suffix:
        raise _unknown(path.name, [Path()])
    elif path.name != FILE and os.path.isfile(path):
        raise no_ruleset(f"`{path.as_posix()}` is no ruleset", f"name the folder that a `{FILE}` lies in")
    return path, path.as_posix()


def _unknown(name: str, folders: Sequence[Path]) -> RulesetError:
    known = shipped_manifests()
    meant = nearest(name, [*known, *(there for folder in folders for there in manifests_in_folder(folder))])
    help = f"did you mean `{meant}`?" if meant else f"a path, or one of: {', '.join(known)}"
    return no_ruleset(f"there is no ruleset or variant `{name}`", help)


def no_ruleset(message: str, help: str, code: str = "E0620") -> RulesetError:
    """The error to raise where a ruleset is asked for and is not there."""
    return RulesetError((Diagnostic(code, message, None, help=help),))


def manifests_in_folder(folder: Path) -> dict[str, Path]:
    """The manifests of the rulesets and variants right in a folder, by the names of theirs."""
    return {file.parent.name: file for file in sorted(folder.glob(f"*/{FILE}"))}


def shipped_manifests() -> dict[str, Path]:
    """The manifests of the shipped rulesets and variants, by the names of their folders."""
    files = [*folder("rulesets").glob(f"*/{FILE}"), *folder("rulesets").glob(f"variants/*/{FILE}")]
    return {file.parent.name: file for file in sorted(files, key=lambda f: f.parent.name)}
