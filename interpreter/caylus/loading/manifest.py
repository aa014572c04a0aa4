"""Find the files of a ruleset and of what it stands on, and read them.

A manifest says the ruleset's name, its rules, how bad warnings are, and how its table is shown, by names that the rules have
(see `manifest_names`).
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError, Severity, Span, warning
from caylus.diagnostics.render import nearest
from caylus.documents import Document, read_yaml
from caylus.documents.document import check_text_size, read_inside_folder
from caylus.layers.resolution import SourceLayer, order
from caylus.limits import MOST_BYTES_IN_MANIFEST, MOST_BYTES_IN_RULES
from caylus.shipped import folder

from .checked_cache import Source, Texts

FILE = "ruleset.yaml"


NOTHING_UNSAVED: Mapping[Path, str] = {}
"""The texts of files that are open in no editor."""

SILENT = "silent"

Severities = Mapping[str, str]
"""By code of a warning: `error`, `warning` or `silent`."""


def apply_severities(diagnostics: Iterable[Diagnostic], severities: Mapping[str, Severities]) -> list[Diagnostic]:
    """The diagnostics as the manifests want them: `severities` is by file of rules, the last being that of the highest layer.

    A warning that is about no line of rules is the highest layer's.
    """
    highest = [*severities.values()][-1] if severities else {}
    graded_diagnostics = []
    for diagnostic in diagnostics:
        file = diagnostic.span.file if diagnostic.span is not None else ""
        severity = "" if diagnostic.is_error else severities.get(file, highest).get(diagnostic.code, "")
        if severity != SILENT:
            graded_diagnostics.append(replace(diagnostic, severity=Severity(severity)) if severity else diagnostic)
    return graded_diagnostics


_SHOWN = ("values", "tables", "table", "header", "pieces", "path", "upon", "project", "rounds", "notices", "wishes", "warnings")


def names_shown(manifest: Mapping[str, Any]) -> set[str]:
    """Every word in what a manifest says of how the game is shown; what is called so is of use, though no rule asks for it."""

    def words(part: Any) -> Iterator[str]:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Mapping):
            for key, value in part.items():
                yield from (str(key), *words(value))
        elif isinstance(part, list):
            for value in part:
                yield from words(value)

    return {word for key in _SHOWN for word in words(manifest.get(key))} | {*manifest.get("match", {}).get("keep", ())}


def short_titles(manifest: Document) -> dict[str, tuple[str, Span | None]]:
    """The short titles of a manifest by the names that have them, each with its place."""
    return {name: (str(title), manifest.nearest_span("short", name)) for name, title in manifest.value.get("short", {}).items()}


@lru_cache(maxsize=16)
def _parse(text: str, display_name: str) -> Document:
    """The document of a text; whoever checks one change after another reads the same manifests again and again."""
    return read_yaml(text, display_name, "manifest")


def _read(folder: Path, file: Path, display_name: str, limit: int, unsaved_texts: Mapping[Path, str]) -> str:
    """The text of a file of a folder as an editor has it, or else as it lies on the disk."""
    if file in unsaved_texts:
        return check_text_size(unsaved_texts[file], display_name, limit)
    return read_inside_folder(folder, file, display_name, limit)


def read_rules(manifest: Document, folder: Path, unsaved_texts: Mapping[Path, str] = NOTHING_UNSAVED) -> dict[str, str]:
    """The text of every rules file, by the name the manifest gives it and in that order.

    Raises `RulesetError`: E0622 for too much text, and what `read_inside_folder` raises.
    """

    def read_text(name: str) -> str:
        display_name = (Path(manifest.path).parent / name).as_posix()
        return _read(folder, folder / name, display_name, MOST_BYTES_IN_RULES, unsaved_texts)

    return _rules(manifest, read_text, lambda: (file.name for file in folder.glob("*.rules")))


def read_rule_texts(manifest: Document, files: Mapping[str, str]) -> dict[str, str]:
    """The same of rules among the texts of files. Raises `RulesetError`: E0601 there is none, E0603 or E0622 too much text."""
    return _rules(manifest, lambda name: _take_text(files, name, MOST_BYTES_IN_RULES), lambda: files)


def _rules(manifest: Document, text_of: Callable[[str], str], there: Callable[[], Iterable[str]]) -> dict[str, str]:
    texts: dict[str, str] = {}
    faults: list[Diagnostic] = []
    room = MOST_BYTES_IN_RULES
    for number, name in enumerate(manifest.value["rules"]):
        place = manifest.nearest_span("rules", number)
        if posixpath.normpath(name) in map(posixpath.normpath, texts):
            faults.append(Diagnostic("E0613", f"`rules` has the file `{name}` twice", place, help="leave it out here"))
            continue
        try:
            texts[name] = text_of(name)
        except RulesetError as error:
            suggestion = nearest(name, there())
            help = f"did you mean `{suggestion}`?" if suggestion else ""
            faults += (replace(d, span=d.span or place, help=d.help or help) for d in error.diagnostics)
            continue
        room -= len(texts[name])
        if room < 0:
            faults.append(Diagnostic("E0622", f"the rules are longer than {MOST_BYTES_IN_RULES // 1024} KB in all", place))
            break
    if faults:
        raise RulesetError(tuple(faults), {manifest.path: manifest.text})
    return texts


def _take_text(files: Mapping[str, str], name: str, limit: int) -> str:
    if name not in files:
        raise RulesetError((Diagnostic("E0601", f"there is no file `{name}`", None),))
    return check_text_size(files[name], name, limit)


def check_folder_name(manifest: Document, file: Path) -> Iterator[Diagnostic]:
    """W1601 for a ruleset in a folder of another name, by which nothing that stands on it would find it."""
    name, folder = manifest.value["name"], file.absolute().parent.name
    if name not in (folder, file.resolve().parent.name):
        message = f"the ruleset is called `{name}`, and its folder `{folder}`"
        help_ = f"give both one name: what stands on it looks for a folder called `{name}`"
        place = manifest.nearest_span("name")
        yield warning("W1601", place, message, "not the name of the folder", help=help_)


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
        manifest = read_yaml(_take_text(source.files, FILE, MOST_BYTES_IN_MANIFEST), FILE, "manifest")
        return SourceLayer(manifest, read_rule_texts(manifest, source.files))
    file, display_name = find_manifest(source, unsaved_texts)
    manifest = _parse(_read(file.parent, file, display_name, MOST_BYTES_IN_MANIFEST, unsaved_texts), display_name)
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
