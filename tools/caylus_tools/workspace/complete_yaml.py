"""Completion in manifests and scenarios: keys and words of the schema, and names of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caylus import RuleFault
from caylus import model as m
from caylus.documents import read_unchecked_yaml
from caylus.loading.analysis import shipped_manifests

from caylus_tools.testing.scenarios.reading import parse_unchecked
from caylus_tools.testing.scenarios.runner import set_up

from .names import Names
from .yaml_places import YamlPlace, find_place, find_schemas, schema_name

if TYPE_CHECKING:
    from caylus import Decision, Ruleset

    from .workspace import Workspace

Found = tuple[str, str, str, str]
_DOES = ("action", "phase", "table", "sequence")
_SHOWN = {
    "values": ("value",), "dim": ("value",), "margin": ("value",), "reach": ("value",), "open": ("value",), "current": ("value",),
    "movers": ("value",), "tables": ("table",), "grid": ("table",), "project": _DOES, "header": ("state", "list"),
    "row": ("row",), "list": ("list",), "upon": ("list",), "through": ("row", "list"), "objects": ("kind",), "stock": ("kind",),
    "tints": ("kind",), "icons": ("resource", "kind"), "players": ("resource",), "pieces": ("state",), "closed_by": ("state",),
    "markers": ("state",), "rounds": ("state",),
}  # fmt: skip
"""The sorts of names that a key of a manifest speaks of."""
_MEMBERS_TOO = ("show", "players", "pieces", "marks", "filled", "as")


def complete_yaml(workspace: Workspace, file: Path, line: int, column: int) -> Iterator[Found]:
    """The label, sort, detail and text of what may stand at a place."""
    name = schema_name(file)
    if name is None:
        return
    lines = workspace.lines(file)
    place = find_place(lines, line, column)
    schemas = find_schemas(name, place.pointer)
    if place.is_key:
        for schema in schemas:
            for key, inner in schema.get("properties", {}).items():
                yield key, "key", str(inner.get("description", "")), f"{key}: "
    if place.is_value:
        for schema in schemas:
            for word in schema.get("enum", ()):
                yield str(word), "word", str(schema.get("description", "")), str(word)
    names = workspace.names(file)
    if names is not None:
        yield from _of_scenario(workspace, file, names, place, line) if name == "scenario" else _of_manifest(file, names, place)


def _item(names: Names, name: str) -> Found:
    meant = names.tops[name]
    title = getattr(meant.meaning, "title", None) or getattr(getattr(meant.meaning, "site", None), "title", "")
    return name, meant.what, str(title), name


def _of_sorts(names: Names, *sorts: str) -> Iterator[Found]:
    for name, meant in names.tops.items():
        if meant.what in sorts or ("object" in sorts and isinstance(meant.meaning, m.Object)):
            yield _item(names, name)


def _of_manifest(file: Path, names: Names, place: YamlPlace) -> Iterator[Found]:
    keys = [part for part in place.pointer if isinstance(part, str)]
    if keys[:1] == ["rules"]:
        yield from ((path.name, "file", "", path.name) for path in sorted(file.parent.glob("*.rules")))
    elif keys[:1] in (["extends"], ["requires"], ["after"], ["excludes"]):
        yield from ((name, "ruleset", "", name) for name in shipped_manifests())
    for key in keys[-1:]:
        yield from _of_sorts(names, *_SHOWN.get(key, ()))
    if any(key in _MEMBERS_TOO for key in keys):
        yield from ((m.name, m.what, m.owner, m.name) for members in names.members.values() for m in members.values())


def _of_scenario(workspace: Workspace, file: Path, names: Names, place: YamlPlace, line: int) -> Iterator[Found]:
    way = place.pointer[2:] if place.pointer[:1] == ("scenarios",) else ()
    players = _players(workspace, file)
    match way:
        case ("begin" | "setup",) | ("begin", "do") if not place.is_key or way[-1] == "do":
            yield from _of_sorts(names, *_DOES)
        case ("given" | "then",):
            yield from _of_sorts(names, "object", "row", "state", "list")
            yield from ((player, "player", "", f"{player}: ") for player in players)
        case ("given" | "then", str(key), *rest):
            yield from _of_thing(names, key, [part for part in rest if isinstance(part, str)], players)
            if not place.is_key:
                yield from _of_sorts(names, "object")
        case ("changes",):
            yield from ((player, "player", "", f"{player}: ") for player in players)
        case ("changes", _):
            yield from _of_sorts(names, "resource")
        case ("when", int(number), *_):
            yield from ((player, "player", "", f"{player}: ") for player in players if place.is_key)
            yield from offered_options(workspace, file, names, line, (int(place.pointer[1]), number))
        case ("asks" | "winners", *_):
            yield from ((player, "player", "", player) for player in players)


def _of_thing(names: Names, key: str, inside: list[str], players: list[str]) -> Iterator[Found]:
    """The members of what a key of a position names."""
    head = key.split(" ")[0]
    meant = names.tops.get(head)
    kind = "player" if head in players else getattr(getattr(meant and meant.meaning, "kind", None), "name", None)
    if kind is None:
        return
    if not inside:
        yield from ((m.name, m.what, m.owner, f"{m.name}: ") for m in names.members_of(kind))
        if kind == "player":
            yield from ((label, sort, detail, f"{label}: ") for label, sort, detail, _ in _of_sorts(names, "resource"))


def _players(workspace: Workspace, file: Path) -> list[str]:
    document = _read(workspace.text(file))
    players = document.get("players", ())
    return [str(player) for player in players] if isinstance(players, list) else []


def _read(text: str) -> Mapping[str, Any]:
    """A document as far as it can be read at all; what its schema says of it does not matter."""
    found = read_unchecked_yaml(text, "")
    return found.value if found is not None and isinstance(found.value, dict) else {}


def offered_options(workspace: Workspace, file: Path, names: Names, line: int, step: tuple[int, int]) -> Iterator[Found]:
    """The ids of the options that are offered at a step of a scenario, from the very position, each with its text.

    Where the position cannot be played, as in a text that is not finished, the names of all options.
    """
    sound = workspace.sound(file)
    decision = find_decision(sound.ruleset, _without_line(workspace, file, line), *step) if sound and sound.ruleset else None
    if decision is None:
        yield from ((option, "option", "", option) for option in sorted(names.options))
        return
    for option in decision.options:
        yield option.id, "option", f"{decision.player}: {option.text}", option.id


def _without_line(workspace: Workspace, file: Path, line: int) -> Mapping[str, Any]:
    """The document as it is, or where that cannot be read, without the line that is being written."""
    text = workspace.text(file)
    lines = text.split("\n")
    return _read(text) or _read("\n".join([*lines[: line - 1], "", *lines[line:]]))


def find_decision(rules: Ruleset, document: Mapping[str, Any], number: int, step: int) -> Decision | None:
    """The decision at a step of the scenario of a number; None where it cannot be played so far."""
    try:
        scenario = parse_unchecked(document, number)
        game = set_up(rules, scenario)
        for taken in scenario.when[:step]:
            if taken.verb == "chooses":
                game.choose(next(iter(taken.choices)), taken.player)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RuleFault):
        return None
    return game.decision
