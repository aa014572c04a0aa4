"""The manifest of a ruleset: the file that gives it a name, lists its rules and says how its table is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError, Severity
from caylus.diagnostics.words import nearest
from caylus.documents import Document, read_yaml
from caylus.documents.document import check_text_size, read_inside_folder
from caylus.limits import MOST_BYTES_IN_MANIFEST, MOST_BYTES_IN_RULES

from . import severities, shown_names

if TYPE_CHECKING:
    from caylus.model import Model

FILE = "ruleset.yaml"


NOTHING_UNSAVED: Mapping[Path, str] = {}
"""The texts of files that are open in no editor."""


def read_manifest(file: Path, shown: str, unsaved: Mapping[Path, str] = NOTHING_UNSAVED) -> Document:
    """The manifest in `file`, sound in itself. Raises `RulesetError` (E0601 to E0621)."""
    return _parse(_read(file.parent, file, shown, MOST_BYTES_IN_MANIFEST, unsaved), shown)


@lru_cache(maxsize=16)
def _parse(text: str, shown: str) -> Document:
    """The document of a text; whoever checks one change after another reads the same manifests again and again."""
    return read_yaml(text, shown, "manifest")


def _read(folder: Path, file: Path, shown: str, limit: int, unsaved: Mapping[Path, str]) -> str:
    """The text of a file of a folder as an editor has it, or else as it lies on the disk."""
    if file in unsaved:
        return check_text_size(unsaved[file], shown, limit)
    return read_inside_folder(folder, file, shown, limit)


def find_manifest_text(files: Mapping[str, str]) -> Document:
    """The manifest among the texts of files. Raises `RulesetError` (E0601 to E0619)."""
    return read_yaml(_take_text(files, FILE, MOST_BYTES_IN_MANIFEST), FILE, "manifest")


def read_rules(manifest: Document, folder: Path, unsaved: Mapping[Path, str] = NOTHING_UNSAVED) -> dict[str, str]:
    """The text of every rules file, by the name the manifest gives it and in that order.

    Raises `RulesetError`: E0622 for too much text, and what `read_inside_folder` raises.
    """

    def read_text(name: str) -> str:
        shown = (Path(manifest.path).parent / name).as_posix()
        return _read(folder, folder / name, shown, MOST_BYTES_IN_RULES, unsaved)

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
        try:
            texts[name] = text_of(name)
        except RulesetError as error:
            meant = nearest(name, there())
            help = f"did you mean `{meant}`?" if meant else ""
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
        yield Diagnostic("W1601", message, place, "not the name of the folder", help=help_, severity=Severity.WARNING)


def misfits(manifests: Sequence[Document], model: Model) -> Iterator[Diagnostic]:
    """The faults of manifests, the lowest first, against the rules: E0623 seats without a name, E0625 what is shown wrongly."""
    for manifest in [manifest for manifest in manifests if "seats" in manifest.value][-1:]:
        seats = len(manifest.value["seats"])
        people = model.most_players - len(model.automata)
        if seats < people:
            message = f"{seats} seats have a name, and {people} can play"
            yield Diagnostic("E0623", message, manifest.key("seats"), help="name every seat")
        taken = {thing.name for kind in model.kinds.values() for thing in kind.objects}
        taken |= {automaton.name for automaton in model.automata}
        for number, seat in enumerate(manifest.value["seats"]):
            if seat in taken:
                message = f"a seat is called `{seat}`, and so is something in the rules"
                yield Diagnostic("E0623", message, manifest.nearest_span("seats", number), help="call the seat something else")
    yield from severities.find_unknown_codes(manifests[-1])
    yield from shown_names.misfits(manifests[-1], model)  # what one below speaks of may have been removed, and is not shown then
