"""Finds the files of a ruleset and of what it stands on, and reads them."""

from __future__ import annotations

import os.path
from collections.abc import Sequence
from pathlib import Path

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.diagnostics.suggest import nearest
from caylus.layers.resolution import SourceLayer, order
from caylus.shipped import folder

from .manifest import FILE, read_manifest, read_rules


def read_layers(name_or_path: str | Path, variants: Sequence[str | Path]) -> tuple[SourceLayer, ...]:
    """What a ruleset with these variants is made of, the lowest layer first."""
    first = read(name_or_path)
    beside = Path(first.manifest.path).parent.parent
    return order(first, [read(variant) for variant in variants], lambda name: _beside(name, beside))


def read(name_or_path: str | Path) -> SourceLayer:
    """One ruleset or variant by itself. Raises RulesetError (E0620 there is none; another E06xx its files)."""
    file, shown = manifest_of(name_or_path)
    manifest = read_manifest(file, shown)
    texts = read_rules(manifest, file.parent)
    return SourceLayer(manifest, texts, {file: manifest.text, **{file.parent / rule: text for rule, text in texts.items()}})


def _beside(name: str, folder: Path) -> SourceLayer:
    """What a manifest extends or requires: a shipped ruleset or variant of that name, or a folder of that name beside it."""
    return read(folder / name if name not in shipped() and (folder / name).is_dir() else name)


def manifest_of(name_or_path: str | Path) -> tuple[Path, str]:
    """The manifest's file, and what spans call it. A shipped name goes before a folder of that name; a `Path` is no name."""
    known = shipped()
    if isinstance(name_or_path, str) and name_or_path in known:
        file = known[name_or_path]
        return file, f"{file.parent.name}/{FILE}"
    path = Path(name_or_path)
    if os.path.isdir(path):
        path /= FILE
        if not os.path.exists(path):
            raise no_ruleset(f"there is no file `{path.as_posix()}`", "`caylus new` writes one", "E0601")
    elif path.name == name_or_path and not path.suffix:
        beside = [manifest.parent.name for manifest in Path().glob(f"*/{FILE}")]
        meant = nearest(path.name, [*known, *beside])
        help = f"did you mean `{meant}`?" if meant else f"a path, or one of: {', '.join(known)}"
        raise no_ruleset(f"there is no ruleset or variant `{path}`", help)
    elif path.name != FILE and os.path.isfile(path):
        raise no_ruleset(f"`{path.as_posix()}` is no ruleset", f"name the folder that a `{FILE}` lies in")
    return path, path.as_posix()


def no_ruleset(message: str, help: str, code: str = "E0620") -> RulesetError:
    """What to raise where a ruleset is asked for and is not there."""
    return RulesetError((Diagnostic(code, message, None, help=help),))


def shipped() -> dict[str, Path]:
    """The manifests of the shipped rulesets and variants, by the names of their folders."""
    files = [*folder("rulesets").glob(f"*/{FILE}"), *folder("rulesets").glob(f"variants/*/{FILE}")]
    return {file.parent.name: file for file in sorted(files, key=lambda f: f.parent.name)}
