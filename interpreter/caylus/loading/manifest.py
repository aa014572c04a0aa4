"""The manifest of a ruleset: the file that gives it a name, lists its rules and says how its table is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.diagnostics.span import Span
from caylus.diagnostics.suggest import nearest
from caylus.documents import Document, read_yaml
from caylus.documents.files import read_within
from caylus.limits import MOST_BYTES_IN_MANIFEST, MOST_BYTES_IN_RULES

if TYPE_CHECKING:
    from caylus.model import Kind, Model

FILE = "ruleset.yaml"


def read_manifest(file: Path, shown: str) -> Document:
    """The manifest in `file`, sound in itself. Raises `RulesetError` (E0601 to E0621)."""
    return read_yaml(read_within(file.parent, file, shown, MOST_BYTES_IN_MANIFEST), shown, "manifest")


def read_rules(manifest: Document, folder: Path) -> dict[str, str]:
    """The text of every rules file, by the name the manifest gives it and in that order.

    Raises `RulesetError`: E0622 for too much text, and what `read_within` raises.
    """
    texts: dict[str, str] = {}
    faults: list[Diagnostic] = []
    room = MOST_BYTES_IN_RULES
    for number, name in enumerate(manifest.value["rules"]):
        place = manifest.at("rules", number)
        try:
            shown = (Path(manifest.path).parent / name).as_posix()
            texts[name] = read_within(folder, folder / name, shown, MOST_BYTES_IN_RULES)
        except RulesetError as error:
            meant = nearest(name, (file.name for file in folder.glob("*.rules")))
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


def misfits(manifests: Sequence[Document], model: Model) -> Iterator[Diagnostic]:
    """Where manifests, the lowest first, do not fit the rules: E0623 seats without a name, E0625 panels that mean nothing."""
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
                yield Diagnostic("E0623", message, manifest.at("seats", number), help="call the seat something else")
    for manifest in manifests:
        yield from _of_panels(manifest, model)
    yield from _of_view(manifests[-1], model)  # what one below asks for may have been removed, and is not shown then


def _of_view(manifest: Document, model: Model) -> Iterator[Diagnostic]:
    from caylus.codegen.shown_values import can_be_shown

    for number, name in enumerate(manifest.value.get("values", ())):
        place = manifest.at("values", number)
        if name not in model.values:
            yield _unknown(name, model.values, "a value of this ruleset", place)
        elif not can_be_shown(model.values[name]):
            help = "name a value that takes nothing but objects and comes to a number, a flag, an object or a payment"
            yield Diagnostic("E0625", f"`{name}` is a value that cannot be shown", place, help=help)
    for number, name in enumerate(manifest.value.get("tables", ())):
        if name not in model.tables:
            yield _unknown(name, model.tables, "a table of this ruleset", manifest.at("tables", number))


def _of_panels(manifest: Document, model: Model) -> Iterator[Diagnostic]:
    for number, panel in enumerate(manifest.value.get("table", ())):
        for way, name, known, what in _named_in(panel, model):
            if name not in known:
                yield _unknown(name, known, what, manifest.at("table", number, *way))


def _unknown(name: str, known: Iterable[str], what: str, place: Span | None) -> Diagnostic:
    meant = nearest(name, known)
    return Diagnostic("E0625", f"`{name}` is not {what}", place, help=f"did you mean `{meant}`?" if meant else "")


def _named_in(panel: Mapping[str, Any], model: Model) -> Iterator[tuple[tuple[str | int, ...], str, Iterable[str], str]]:
    """Every name in a panel: the way to it, the name, what it could be, and what that is called."""
    if "row" in panel:
        row, rows = panel["row"], {**model.rows, **model.kinds["player"].rows}
        yield ("row",), row, rows, "a row of this ruleset"
        states = _fields(rows[row].kind, with_properties=False) if row in rows else panel.get("show", [])
        yield from _each(panel, "show", states, f"a state of the spaces of `{row}`")
        yield from _each(panel, "markers", model.states, "a state of the table")
    elif "list" in panel:
        yield from _each(panel, "list", [*model.lists, *model.states], "a list or a state of the table")
    elif "objects" in panel:
        kind = panel["objects"]
        yield ("objects",), kind, model.kinds, "a kind of this ruleset"
        fields = _fields(model.kinds[kind], with_properties=True) if kind in model.kinds else panel.get("show", [])
        yield from _each(panel, "show", fields, f"a property or a state of `{kind}`")
    else:
        player = model.kinds["player"]
        kinds = [kind.name for kind in model.kinds.values() if kind.is_of_resources and not kind.is_built_in]
        columns = [*(resource.name for resource in model.resources), *model.groups, *kinds, *player.states, *player.lists]
        yield from _each(panel, "players", columns, "a resource or a group of them, or a player's state or list")


def _each(
    panel: Mapping[str, Any], key: str, known: Iterable[str], what: str
) -> Iterator[tuple[tuple[str | int, ...], str, Iterable[str], str]]:
    for number, name in enumerate(panel.get(key, ())):
        yield (key, number), name, known, what


def _fields(kind: Kind, with_properties: bool) -> list[str]:
    """What a kind and the kinds it belongs to give their objects."""
    fields: list[str] = []
    own: Kind | None = kind
    while own is not None:
        fields += [*own.states, *own.lists, *(own.properties if with_properties else ())]
        own = own.parent
    return fields
