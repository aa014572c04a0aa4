"""Finds the files of a ruleset and of what it stands on, and reads them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.diagnostics.render import nearest
from caylus.layers.resolution import SourceLayer, order
from caylus.shipped import folder

from .checked_cache import Source, Texts
from .manifest import FILE, NOTHING_UNSAVED, find_manifest_text, read_manifest, read_rule_texts, read_rules


def read_layers(
    source: Source, variants: Sequence[Source], unsaved_texts: Mapping[Path, str] = NOTHING_UNSAVED
) -> tuple[SourceLayer, ...]:
    """The layers of a ruleset with these variants, the lowest first. `unsaved_texts` are texts that go before what files hold."""
    first = read(source, unsaved_texts)
    beside = source.beside if isinstance(source, Texts) else Path(first.manifest.path).parent.parent
    folders = [beside, *(variant.beside for variant in variants if isinstance(variant, Texts))]
    return order(
        first, [read(variant, unsaved_texts) for variant in variants], lambda name: _find_base_layer(name, folders, unsaved_texts)
    )


def read(source: Source, unsaved_texts: Mapping[Path, str] = NOTHING_UNSAVED) -> SourceLayer:
    """One ruleset or variant by itself. Raises RulesetError (E0620 there is none; another E06xx its files)."""
    if isinstance(source, Texts):
        manifest = find_manifest_text(source.files)
        return SourceLayer(manifest, read_rule_texts(manifest, source.files))
    file, display_name = find_manifest(source, unsaved_texts)
    manifest = read_manifest(file, display_name, unsaved_texts)
    texts = read_rules(manifest, file.parent, unsaved_texts)
    return SourceLayer(manifest, texts, {file: manifest.text, **{file.parent / rule: text for rule, text in texts.items()}})


def _find_base_layer(name: str, folders: Sequence[Path | None], unsaved_texts: Mapping[Path, str]) -> SourceLayer:
    """The layer that a manifest extends or requires: a shipped one of that name, or a folder of that name beside it."""
    if name in shipped_manifests():
        return read(name, unsaved_texts)
    there = [folder for folder in folders if folder is not None]
    folder_found = next((folder / name for folder in there if (folder / name).is_dir()), None)
    if folder_found is None:
        raise _unknown(name, there)
    return read(folder_found, unsaved_texts)


def find_manifest(name_or_path: str | Path, unsaved_texts: Mapping[Path, str] = NOTHING_UNSAVED) -> tuple[Path, str]:
    """The manifest's file, and what spans call it. A shipped name goes before a folder of that name; a `Path` is no name.

    A manifest may be among the `unsaved_texts` texts alone, in a folder that there is not yet.
    """
    manifests = shipped_manifests()
    if isinstance(name_or_path, str) and name_or_path in manifests:
        file = manifests[name_or_path]
        return file, f"{file.parent.name}/{FILE}"
    path = Path(name_or_path)
    if path / FILE in unsaved_texts:
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
    manifests = shipped_manifests()
    suggestion = nearest(name, [*manifests, *(there for folder in folders for there in manifests_in_folder(folder))])
    help = f"did you mean `{suggestion}`?" if suggestion else f"a path, or one of: {', '.join(manifests)}"
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
