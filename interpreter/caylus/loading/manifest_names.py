"""A manifest against the rules: names that mean nothing, what cannot be shown, seats without a name.

A name that a variant above has removed is no fault of the manifests below; it is not shown then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caylus.diagnostics.diagnostic import Diagnostic, Span, warning
from caylus.diagnostics.render import codes, nearest
from caylus.documents import Document
from caylus.loading.manifest import shipped_manifests
from caylus.model import Arithmetic, CallValue, Choose, Kind, Model, Thing, Type, Value
from caylus.model.access import access
from caylus.model.components import things
from caylus.model.walk import every_statement

if TYPE_CHECKING:
    from caylus.documents.schemas import SchemaName


def misfits(manifests: Sequence[Document], model: Model) -> Iterator[Diagnostic]:
    """The faults of manifests, the lowest first, against the rules: E0623 seats without a name, E0625 what is shown wrongly."""
    for manifest in [manifest for manifest in manifests if "seats" in manifest.value][-1:]:
        seats = len(manifest.value["seats"])
        people = model.most_players - len(model.automata)
        if seats < people:
            message = f"{seats} seats have a name, and {people} can play"
            yield Diagnostic("E0623", message, manifest.key("seats"), help="name every seat")
        object_names = {thing.name for kind in model.kinds.values() for thing in kind.objects}
        object_names |= {automaton.name for automaton in model.automata}
        for number, seat in enumerate(manifest.value["seats"]):
            if seat in object_names:
                message = f"a seat is called `{seat}`, and so is something in the rules"
                yield Diagnostic("E0623", message, manifest.nearest_span("seats", number), help="call the seat something else")
    yield from find_unknown_codes(manifests[-1])
    yield from find_settings_among_scenarios(manifests)
    yield from find_placeholder(manifests[-1])
    yield from shown_name_misfits(manifests[-1], model)  # what one below speaks of may have been removed, and is not shown then


def find_unknown_codes(manifest: Document) -> Iterator[Diagnostic]:
    """E0625 for what is no code of a warning."""
    for code in manifest.value.get("severity", {}):
        if code not in codes():
            suggestion = nearest(code, [warning_code for warning_code in codes() if warning_code.startswith("W")])
            help = f"did you mean `{suggestion}`?" if suggestion else "`caylus explain` tells of each code"
            yield Diagnostic("E0625", f"there is no warning `{code}`", manifest.key("severity", code), help=help)


def find_settings_among_scenarios(manifests: Sequence[Document]) -> Iterator[Diagnostic]:
    """E0625 for an entry of `changes` that has the form of a setting, and whose words stand in no scenario below."""
    *below, own = manifests
    for number, entry in enumerate(own.value.get("changes", ())):
        setting = re.fullmatch(r"([a-z]\w*)\s*[:=]\s*(-?\w+)|([a-z]+_\w+)", entry)
        if setting is None or any(
            entry == file.stem or entry in file.read_text("utf-8", "replace") for file in _find_scenarios(below)
        ):
            continue
        message = f"`{entry}` is no scenario of the base"
        help_ = f"a number is changed in the rules: `change constant {setting[1] or setting[3]} = {setting[2] or '…'}`"
        yield Diagnostic("E0625", message, own.nearest_span("changes", number), help=help_)


def _find_scenarios(manifests: Sequence[Document]) -> Iterator[Path]:
    """The files of the scenarios that lie beside some manifests."""
    files_by_name = shipped_manifests()
    for manifest in manifests:
        path = files_by_name.get(manifest.value["name"], Path(manifest.path))
        yield from sorted((path.parent / "scenarios").glob("*.yaml"))


def find_placeholder(manifest: Document) -> Iterator[Diagnostic]:
    """W1602 for an `about` that says only what should stand there."""
    if re.match("What it is (for|about), in a sentence or two", manifest.value.get("about", "")):
        message, help_ = "`about` still says only what should stand there", "say what it is for; or leave it out"
        place = manifest.nearest_span("about")
        yield warning("W1602", place, message, "as `caylus new` wrote it", help=help_)


def shown_name_misfits(manifest: Document, model: Model) -> Iterator[Diagnostic]:
    """E0625 for every name that means nothing, and for what cannot be shown."""
    from caylus.documents.schemas import find_names  # its library takes long to import, and is not needed for remembered rules

    names_by_sort = _names_by_sort(model)
    for name in find_names(manifest, "manifest"):
        sorts, place = name.schema["x-names"], manifest.nearest_span(*name.pointer)
        if sorts == ["value"] or ("value" in sorts and name.text in model.values):
            yield from _value_misfits(name, place, model)
        elif name.text not in (candidates := _candidates(name, names_by_sort, model)):
            meant = nearest(name.text, candidates)
            help = f"did you mean `{meant}`?" if meant else name.schema.get("x-help", "")
            yield Diagnostic("E0625", f"`{name.text}` is not {name.schema['x-is'].format_map(name.around)}", place, help=help)
    yield from _player_misfits(manifest, model)
    yield from _hidden_misfits(manifest, model)
    project = model.actions.get(manifest.value.get("project", ""))
    if project is not None and project.params:
        help = "name an action without parameters, or a value of a player"
        place = manifest.nearest_span("project")
        yield Diagnostic("E0625", f"`{project.name}` is an action that takes something", place, help=help)


def _player_misfits(manifest: Document, model: Model) -> Iterator[Diagnostic]:
    """Values that warn of choices and do not take the player first."""
    for name in manifest.value.get("warnings", {}):
        params = model.values[name].params if name in model.values else ()
        if params and not _is_player(params[0].type):
            help = f"write `value {name}(player, …) = …`, which says yes or no; what is chosen may follow the player"
            place = manifest.nearest_span("warnings", name)
            yield Diagnostic("E0625", f"`{name}` does not take the player first", place, help=help)


def _hidden_misfits(manifest: Document, model: Model) -> Iterator[Diagnostic]:
    """The things that a match keeps from game to game though they are hidden from somebody."""
    secrets = {thing.name for thing in things(model) if not thing.audience.is_public}
    for number, name in enumerate(manifest.value.get("match", {}).get("keep", ())):
        if name in secrets:
            message = f"`{name}` is hidden, and all that is hidden is shown at the end of a game: it cannot be kept"
            place = manifest.nearest_span("match", "keep", number)
            yield Diagnostic("E0625", message, place, help="keep something that everybody may see")


def find_counted_twice(manifest: Document, model: Model) -> Iterator[Diagnostic]:
    """W1604 for what a match keeps though each game counts it already."""
    match = manifest.value.get("match", {})
    counted_things: set[Thing] = set()
    waiting, values = [case for _, case in model.score.cases] if match.get("count") == "points" else [], set[Value]()
    while waiting:
        formula = waiting.pop()
        if isinstance(formula, Arithmetic) and formula.op in "+-*/":
            waiting += [formula.left] if formula.op in "-/" else [formula.left, formula.right]
        elif isinstance(formula, CallValue) and formula.value not in values:
            values.add(formula.value)
            waiting += (case for _, case in formula.value.cases)
        counted_things |= {thing for read in access(formula).reads for thing in read.held}
    for number, name in enumerate(match.get("keep", ())):
        if name in {thing.name for thing in counted_things}:
            message, help = f"each game counts `{name}`, and the next one begins with it", "count wins, or do not keep it"
            place = manifest.nearest_span("match", "keep", number)
            yield warning("W1604", place, message, "counted in each game again", help=help)


def _names_by_sort(model: Model) -> Mapping[str, Iterable[str]]:
    """The names of the rules by the sorts that `x-names` of the schema speaks of."""
    player, kinds = model.kinds["player"], model.kinds.values()
    own_kinds = [kind for kind in kinds if not kind.is_builtin]
    return {
        "action": model.actions,
        "defined kind": [kind.name for kind in own_kinds],
        "definition": [*known_names(model)],
        "field": [f"{kind.name}.{field}" for kind in kinds for field in _fields(kind, True)],
        "group": model.groups,
        "holder": [f"{kind.name}.{name}" for kind in kinds for name, s in _states(kind).items() if _is_player(s.type)],
        "kind": model.kinds,
        "list": model.lists,
        "member list": [name for kind in kinds for name in kind.lists],
        "member state": [name for kind in kinds for name in kind.states],
        "number constant": [name for name, constant in model.constants.items() if constant.type.base == "number"],
        "object": [thing.name for kind in own_kinds for thing in kind.objects if thing.is_named],
        "option": [option.name for x in every_statement(model) if isinstance(x, Choose) for option in x.options],
        "phase": [action.name for action in model.actions.values() if action.is_phase],
        "player list": player.lists,
        "player row": player.rows,
        "player state": player.states,
        "property": [name for kind in own_kinds for name in kind.properties],
        "resource": [resource.name for resource in model.resources],
        "resource kind": [kind.name for kind in own_kinds if kind.is_of_resources],
        "row": model.rows,
        "state": model.states,
        "table": model.tables,
        "value": model.values,
    }


def _candidates(name: SchemaName, names_by_sort: Mapping[str, Iterable[str]], model: Model) -> list[str]:
    """The names that may stand at a place; the name itself where its owner is not known."""
    sorts, around = name.schema["x-names"], name.around
    if sorts == ["marker"]:
        markers = list(around.get("markers", ()))
        return markers if set(markers) <= set(model.states) else [name.text]
    if "x-of" not in name.schema:
        return [*name.schema.get("x-or", ()), *(one for sort in sorts for one in names_by_sort[sort])]
    each = [_names_of_kind(sorts[0], kind, model) for kind in _owners(name, model)]
    common = [one for one in each[0] if all(one in others for others in each)] if each else [name.text]
    return [*name.schema.get("x-or", ()), *common]


def _owners(name: SchemaName, model: Model) -> list[Kind]:
    """The kinds whose fields are meant, or that of the spaces of the row."""
    of = name.schema["x-of"]
    owners = name.around[of] if isinstance(name.around[of], list) else [name.around[of]]
    rows = {**model.rows, **model.kinds["player"].rows}
    kinds = {row: rows[row].kind for row in rows} if of == "row" else model.kinds
    return [kinds[owner] for owner in owners if owner in kinds]


def _names_of_kind(sort: str, kind: Kind, model: Model) -> list[str]:
    match sort:
        case "its field" | "its state":
            return _fields(kind, with_properties=sort == "its field")
        case "its flag":
            return _fields_of_base("flag", _states(kind))
        case "its number":
            return _fields_of_base("number", _states(kind))
        case "its fixed number":
            return _fields_of_base("number", _properties(kind))
    numbers = (state for state in model.kinds["player"].states.values() if state.type.base == "number")
    return [state.name for state in numbers if [index.root for index in state.indices] == [kind.root]]


def known_names(model: Model) -> Iterator[str]:
    """The names of all definitions of a model."""
    yield "game"
    groups = (model.groups, model.kinds, model.rows, model.states, model.lists, model.constants, model.scales, model.values)
    for definitions in (*groups, model.conditions, model.actions, model.rules):
        yield from definitions
    yield from (resource.name for resource in model.resources)
    yield from (thing.name for kind in model.kinds.values() for thing in kind.objects if thing.is_named)


_COMES_TO = {"flag": "which says yes or no", "number": "a number", "object": "an object or none"}
"""What a value has to come to, by its type."""


def _value_misfits(name: SchemaName, place: Span | None, model: Model) -> Iterator[Diagnostic]:
    """The faults of the name of a value that has to be of a type, and to take certain objects, if the schema says that."""
    value, demand = model.values.get(name.text), name.schema.get("x-value", {})
    base, param = demand.get("type", ""), ""
    kinds: list[Kind] | None = [] if "takes" in demand else None
    if demand.get("takes") == ["player"]:
        param, kinds = "player", [model.kinds["player"]]
    elif demand.get("takes") == ["row"]:
        row = {**model.rows, **model.kinds["player"].rows}.get(name.around["row"])
        param, kinds = (row.kind.root.name, [row.kind]) if row else ("space", None)
    help = demand.get("help", "").format(name=name.text) or (
        f"write `value {name.text}({param}) = …`, {_COMES_TO[base]}" if base else ""
    )
    if value is None:
        meant = nearest(name.text, model.values)
        help = f"did you mean `{meant}`?" if meant else help
        yield Diagnostic("E0625", f"`{name.text}` is not a value of this ruleset", place, help=help)
    elif not value.can_be_shown or (base and value.type.base != base) or (kinds is not None and not _takes(value, kinds)):
        help = help or "name a value that takes nothing but objects and comes to a number, a flag, an object or a payment"
        message = f"`{name.text}` is a value that cannot be shown{' here' if base else ''}"
        yield Diagnostic("E0625", message, place, help=help)


def _takes(value: Value, kinds: list[Kind]) -> bool:
    value_kinds = [param.type.kind for param in value.params]
    return len(value_kinds) == len(kinds) and all(
        a is not None and a.root is b.root for a, b in zip(value_kinds, kinds, strict=True)
    )


def _is_player(type_: Type) -> bool:
    return type_.kind is not None and type_.kind.is_player


def _states(kind: Kind) -> dict[str, Any]:
    return {name: state for above in kind.lineage[::-1] for name, state in above.states.items()}


def _properties(kind: Kind) -> dict[str, Any]:
    return {name: fixed for above in kind.lineage[::-1] for name, fixed in above.properties.items()}


def _fields_of_base(base: str, fields: Mapping[str, Any]) -> list[str]:
    """Those of some fields that are numbers, or flags, or whatever `base` says."""
    return [name for name, field in fields.items() if field.type.base == base]


def _fields(kind: Kind, with_properties: bool) -> list[str]:
    """The fields of a kind and of the kinds it belongs to."""
    return [name for of in kind.lineage for name in (*of.states, *of.lists, *(of.properties if with_properties else ()))]
