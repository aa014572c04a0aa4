"""The manifest of a ruleset: its name, its rules, how bad warnings are, and how its table is shown, by names that the rules have.

A name that a variant above has removed is no fault of the manifests below; it is not shown then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caylus.codegen.facts import can_be_shown
from caylus.diagnostics.diagnostic import Diagnostic, RulesetError, Severity
from caylus.diagnostics.render import codes, nearest
from caylus.documents import Document, read_yaml
from caylus.documents.document import check_text_size, read_inside_folder
from caylus.limits import MOST_BYTES_IN_MANIFEST, MOST_BYTES_IN_RULES
from caylus.model import DECLINE, Choose, Kind, Model
from caylus.model.walk import every_statement
from caylus.panels import OTHERWISE, braced_names

if TYPE_CHECKING:
    from caylus.model import ListState, Resource, State, Type, Value


SILENT = "silent"

Severities = Mapping[str, str]
"""By code of a warning: `error`, `warning` or `silent`."""


def apply_severities(found: Iterable[Diagnostic], wanted: Mapping[str, Severities]) -> list[Diagnostic]:
    """The diagnostics as the manifests want them: `wanted` is by file of rules, the last being that of the highest layer.

    A warning that is about no line of rules is the highest layer's.
    """
    highest = [*wanted.values()][-1] if wanted else {}
    graded = []
    for diagnostic in found:
        file = diagnostic.span.file if diagnostic.span is not None else ""
        severity = "" if diagnostic.is_error else wanted.get(file, highest).get(diagnostic.code, "")
        if severity != SILENT:
            graded.append(replace(diagnostic, severity=Severity(severity)) if severity else diagnostic)
    return graded


def find_unknown_codes(manifest: Document) -> Iterator[Diagnostic]:
    """E0625 for what is no code of a warning."""
    for code in manifest.value.get("severity", {}):
        if code not in codes():
            meant = nearest(code, [known for known in codes() if known.startswith("W")])
            help = f"did you mean `{meant}`?" if meant else "`caylus explain` tells of each code"
            yield Diagnostic("E0625", f"there is no warning `{code}`", manifest.key("severity", code), help=help)


Way = tuple[str | int, ...]
_Param = tuple[str, "list[Kind] | None"]
"""How the parameter of a value is usually called, and what it has to be; None where that is not known."""

_Named = tuple[Way, str, Iterable[str], str]
"""A name in a manifest: the way to it, the name, what it could be, and what that is called."""

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


def shown_name_misfits(manifest: Document, model: Model) -> Iterator[Diagnostic]:
    """E0625 for every name that means nothing, and for what cannot be shown."""
    for number, name in enumerate(manifest.value.get("values", ())):
        yield from _value_misfits(manifest, model, ("values", number), name)
    for number, name in enumerate(manifest.value.get("notices", ())):
        help = f'write `value {name}() "…" = …`, which says yes or no; its title is what players read'
        yield from _value_misfits(manifest, model, ("notices", number), name, "flag", [], help)
    for way, name, known, what in _manifest_names(manifest.value, model):
        if name not in known:
            meant = nearest(name, known)
            help = f"did you mean `{meant}`?" if meant else ""
            yield Diagnostic("E0625", f"`{name}` is not {what}", manifest.nearest_span(*way), help=help)
    for number, panel in enumerate(manifest.value.get("table", ())):
        yield from _panel_misfits(manifest, model, ("table", number), panel)
    for name, wish in manifest.value.get("wishes", {}).items():
        if "unless" in wish:
            player, help = [model.kinds["player"]], f"write `value {wish['unless']}(player) = …`, which says yes or no"
            yield from _value_misfits(manifest, model, ("wishes", name, "unless"), wish["unless"], "flag", player, help)
    yield from _warning_misfits(manifest, model)
    yield from _match_misfits(manifest, model)
    if "project" in manifest.value:
        yield from _project_misfits(manifest, model, manifest.value["project"])


def _warning_misfits(manifest: Document, model: Model) -> Iterator[Diagnostic]:
    """Warnings of choices: by values that say yes or no to a player, of options of the rules."""
    options = _option_names(model)
    for name, option in manifest.value.get("warnings", {}).items():
        way: Way = ("warnings", name)
        help = f"write `value {name}(player, …) = …`, which says yes or no; what is chosen may follow the player"
        yield from _value_misfits(manifest, model, way, name, "flag", help=help)
        params = model.values[name].params if name in model.values else ()
        if params and not _is_player(params[0].type):
            yield Diagnostic("E0625", f"`{name}` does not take the player first", manifest.nearest_span(*way), help=help)
        if option not in options:
            meant = nearest(option, options)
            help = f"did you mean `{meant}`?" if meant else ""
            yield Diagnostic("E0625", f"`{option}` is not an option of this ruleset", manifest.nearest_span(*way), help=help)


def _match_misfits(manifest: Document, model: Model) -> Iterator[Diagnostic]:
    """The things that a match keeps from game to game: resources, states and lists that are hidden from nobody."""
    kinds = model.kinds.values()
    states = [*model.states.values(), *(state for kind in kinds for state in kind.states.values())]
    lists = [*model.lists.values(), *(list_ for kind in kinds for list_ in kind.lists.values())]
    things: list[Resource | State | ListState] = [*model.resources, *states, *lists]
    known = {thing.name for thing in things}
    hidden = {thing.name for thing in things if not thing.audience.is_public}
    for number, name in enumerate(manifest.value.get("match", {}).get("keep", ())):
        place = manifest.nearest_span("match", "keep", number)
        if name not in known:
            meant = nearest(name, known)
            help = f"did you mean `{meant}`?" if meant else "name what is on the table at the end of a game and stays there"
            yield Diagnostic("E0625", f"`{name}` is not a resource, a state or a list of this ruleset", place, help=help)
        elif name in hidden:
            message = f"`{name}` is hidden, and all that is hidden is shown at the end of a game: it cannot be kept"
            yield Diagnostic("E0625", message, place, help="keep something that everybody may see")


def _manifest_names(manifest: Mapping[str, Any], model: Model) -> Iterator[_Named]:
    lists = [*model.lists, *model.states]
    yield from _each(("tables",), manifest.get("tables", ()), model.tables, "a table of this ruleset")
    yield from _each(("header",), manifest.get("header", ()), lists, "a list or a state of the table")
    states = [*model.states, *(state for kind in model.kinds.values() for state in kind.states)]
    yield from _each(("pieces",), manifest.get("pieces", ()), states, "a state of this ruleset")
    kinds = [kind for kind in model.kinds.values() if not kind.is_builtin]
    drawn = [resource.name for resource in model.resources] + [*model.groups, *(k.name for k in kinds if k.is_of_resources)]
    drawn += [thing.name for kind in kinds for thing in kind.objects if thing.is_named]
    players = model.kinds["player"]
    pictured = [*drawn, *model.actions, *model.states, *players.states]
    what = "a resource, a group, an object, an action or a state of this ruleset"
    yield from _each(("icons",), manifest.get("icons", ()), pictured, what)
    stops = manifest.get("path", {}).get("through", ())
    yield from _each(("path", "through"), stops, [*model.rows, *model.lists], "a row or a list of the table")
    for name, guests in manifest.get("upon", {}).items():
        yield ("upon", name), name, drawn, "an object of this ruleset"
        yield ("upon", name), guests, lists, "a list or a state of the table"
    if "rounds" in manifest:
        numbers = [name for name, constant in model.constants.items() if constant.type.base == "number"]
        yield ("rounds",), manifest["rounds"], numbers, "a constant of this ruleset that is a number"
    called = [*drawn, *model.actions, *players.states, *players.lists]
    yield from _each(("short",), manifest.get("short", ()), called, "a resource, a group, an object or an action of this ruleset")
    yield from _each(("tints",), manifest.get("tints", ()), [kind.name for kind in kinds], "a kind of this ruleset")
    told = [*known_names(model), *(f"{kind.name}.{field}" for kind in model.kinds.values() for field in _fields(kind, True))]
    book = manifest.get("rulebook", {})
    what = "a name of this ruleset"
    yield from _each(("sources",), manifest.get("sources", ()), [*known_names(model)], what)
    yield from _each(("rulebook", "words"), book.get("words", ()), told, what)
    yield from _each(("rulebook", "summary"), book.get("summary", ()), told, what)
    if "copies" in book:
        yield (
            ("rulebook", "copies"),
            book["copies"],
            {name for kind in kinds for name in kind.properties},
            "a property of this ruleset",
        )
    for number, chapter in enumerate(book.get("chapters", ())):
        yield from _each(("rulebook", "chapters", number, "rules"), chapter["rules"], told, what)
    options = {DECLINE, *_option_names(model)}
    for name, wish in manifest.get("wishes", {}).items():
        asking = [*model.actions, *(thing.name for kind in kinds for thing in kind.objects if thing.is_named)]
        yield ("wishes", name, "asks"), wish["asks"], asking, "an action, a phase or an object of this ruleset"
        yield ("wishes", name, "answer"), wish["answer"], options, f"an option of this ruleset, nor `{DECLINE}`"
    for number, panel in enumerate(manifest.get("table", ())):
        for way, name, known, what in _panel_names(panel, model):
            yield ("table", number, *way), name, known, what


def known_names(model: Model) -> Iterator[str]:
    """The names of all definitions of a model."""
    yield "game"
    named = (model.groups, model.kinds, model.rows, model.states, model.lists, model.constants, model.scales, model.values)
    for definitions in (*named, model.conditions, model.actions, model.rules):
        yield from definitions
    yield from (resource.name for resource in model.resources)
    yield from (thing.name for kind in model.kinds.values() for thing in kind.objects if thing.is_named)


def _option_names(model: Model) -> set[str]:
    return {option.name for statement in every_statement(model) if isinstance(statement, Choose) for option in statement.options}


def _panel_names(panel: Mapping[str, Any], model: Model) -> Iterator[_Named]:
    player = model.kinds["player"]
    if "row" in panel:
        row, rows = panel["row"], {**model.rows, **player.rows}
        yield ("row",), row, rows, "a row of this ruleset"
        states = _fields(rows[row].kind, with_properties=False) if row in rows else panel.get("show", [])
        yield from _each(("show",), panel.get("show", ()), states, f"a state of the spaces of `{row}`")
        yield from _each(("markers",), panel.get("markers", ()), model.states, "a state of the table")
        if "closed_by" in panel and set(panel.get("markers", ())) <= set(model.states):
            yield ("closed_by",), panel["closed_by"], list(panel.get("markers", ())), f"one of the markers of `{row}`"
        phases = [action.name for action in model.actions.values() if action.is_phase]
        for value, phase in panel.get("movers", {}).items():
            yield ("movers", value), phase, phases, "a phase of this ruleset"
        if "marks" in panel:
            yield from _mark_names(panel["marks"], model)
        yield from ((("says",), name, model.states, "a state of the table") for name in braced_names(panel.get("says", "")))
        if "queue" in panel:
            yield ("queue", "of"), panel["queue"]["of"], model.lists, "a list of the table"
            yield ("queue", "by"), panel["queue"]["by"], _option_names(model), "an option of this ruleset"
    elif "list" in panel:
        yield from _each(("list",), panel["list"], [*model.lists, *model.states], "a list or a state of the table")
    elif "objects" in panel:
        kind = panel["objects"]
        yield ("objects",), kind, model.kinds, "a kind of this ruleset"
        if kind in model.kinds:
            fields, what = _fields(model.kinds[kind], with_properties=True), f"a property or a state of `{kind}`"
            yield from _each(("show",), panel.get("show", ()), fields, what)
            texts = panel.get("as", {})
            for way, text in [(("as",), texts)] if isinstance(texts, str) else [(("as", key), texts[key]) for key in texts]:
                yield from ((way, name, fields, what) for name in braced_names(text))
            flags = _fields_of_base("flag", _states(model.kinds[kind]))
            when = [] if isinstance(texts, str) else [key for key in texts if key != OTHERWISE]
            yield from ((("as", key), key, flags, f"a flag that `{kind}` has") for key in when)
        if "filled" in panel:
            yield from _field_names(panel["filled"], kind, model)
    elif "grid" in panel:
        yield ("grid",), panel["grid"], model.tables, "a table of this ruleset"
        if "marker" in panel:
            yield ("marker",), panel["marker"], player.states, "a state of the players"
    elif "stock" in panel:
        yield from _each(("stock",), panel["stock"], model.kinds, "a kind of this ruleset")
        if "left" in panel:
            states = [_fields_of_base("number", _states(model.kinds[kind])) for kind in panel["stock"] if kind in model.kinds]
            shared = [name for name in states[0] if all(name in others for others in states)] if states else [panel["left"]]
            yield ("left",), panel["left"], shared, "a number that each of these kinds has as a state"
        if "in" in panel:
            yield ("in",), panel["in"], model.lists, "a list of the table"
    else:
        kinds = [kind.name for kind in model.kinds.values() if kind.is_of_resources and not kind.is_builtin]
        held = [f"{kind.name}.{name}" for kind in model.kinds.values() for name, s in _states(kind).items() if _is_player(s.type)]
        columns = [*(r.name for r in model.resources), *model.groups, *kinds, *player.states, *player.lists, *held]
        what = "a resource or a group of them, or a player's state or list"
        yield from _each(("players",), panel["players"], columns, what)


def _mark_names(marks: Mapping[str, str], model: Model) -> Iterator[_Named]:
    kind = model.kinds.get(marks["objects"])
    yield ("marks", "objects"), marks["objects"], model.kinds, "a kind of this ruleset"
    if kind is not None:
        yield ("marks", "at"), marks["at"], _fields_of_base("number", _properties(kind)), f"a number that `{kind.name}` has"
        if "until" in marks:
            yield ("marks", "until"), marks["until"], _fields_of_base("flag", _states(kind)), f"a flag that `{kind.name}` has"


def _field_names(filled: Mapping[str, str], name: str, model: Model) -> Iterator[_Named]:
    kind = model.kinds.get(name)
    if kind is not None:
        yield ("filled", "of"), filled["of"], _fields_of_base("number", _properties(kind)), f"a number that `{kind.name}` has"
        states = model.kinds["player"].states.values()
        counted = [state.name for state in states if state.type.base == "number" and _is_kept_by(state, kind)]
        yield ("filled", "by"), filled["by"], counted, f"a number that players have for each `{kind.name}`"


def _is_kept_by(state: State, kind: Kind) -> bool:
    return len(state.indices) == 1 and state.indices[0].root is kind.root


def _each(way: Way, names: Iterable[str], known: Iterable[str], what: str) -> Iterator[_Named]:
    """Names of a list, or the keys of a mapping."""
    for place, name in zip(names, names, strict=True) if isinstance(names, Mapping) else enumerate(names):
        yield (*way, place), name, known, what


_COMES_TO = {"flag": "which says yes or no", "number": "a number", "object": "an object or none"}
"""What a value has to come to, by its type."""


def _panel_misfits(manifest: Document, model: Model, way: Way, panel: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Values that are shown for the spaces of a row or for players, or of the table as a whole."""
    row = {**model.rows, **model.kinds["player"].rows}.get(panel.get("row", ""))
    of_space: _Param = (row.kind.root.name, [row.kind]) if row else ("space", None)
    of_player: _Param = ("player", [model.kinds["player"]])
    wanted = [
        ("dim", "flag", of_space),
        ("margin", "number", of_space),
        ("reach", "number", ("", [])),
        ("open", "number", ("", [])),
        ("current", "object", ("", [])),
    ]
    named: list[tuple[Way, str, str, _Param]] = [((key,), panel[key], base, of) for key, base, of in wanted if key in panel]
    named += [(("movers", name), name, "number", of_player) for name in panel.get("movers", ())]
    for place, name, base, (param, kinds) in named:
        help = f"write `value {name}({param}) = …`, {_COMES_TO[base]}"
        yield from _value_misfits(manifest, model, (*way, *place), name, base, kinds, help)


def _value_misfits(
    manifest: Document, model: Model, way: Way, name: str, base: str = "", of: list[Kind] | None = None, help: str = ""
) -> Iterator[Diagnostic]:
    """The faults of the name of a value that has to be of a sort, and to take objects of these kinds, if that is said."""
    place = manifest.nearest_span(*way)
    value = model.values.get(name)
    if value is None:
        meant = nearest(name, model.values)
        help = f"did you mean `{meant}`?" if meant else help
        yield Diagnostic("E0625", f"`{name}` is not a value of this ruleset", place, help=help)
    elif not can_be_shown(value) or (base and value.type.base != base) or (of is not None and not _takes(value, of)):
        help = help or "name a value that takes nothing but objects and comes to a number, a flag, an object or a payment"
        yield Diagnostic("E0625", f"`{name}` is a value that cannot be shown{' here' if base else ''}", place, help=help)


def _takes(value: Value, kinds: list[Kind]) -> bool:
    taken = [param.type.kind for param in value.params]
    return len(taken) == len(kinds) and all(a is not None and a.root is b.root for a, b in zip(taken, kinds, strict=True))


def _project_misfits(manifest: Document, model: Model, name: str) -> Iterator[Diagnostic]:
    """The faults of what would be scored now: an action without parameters, or a number for each player."""
    if name in model.actions:
        if model.actions[name].params:
            help = "name an action without parameters, or a value of a player"
            yield Diagnostic("E0625", f"`{name}` is an action that takes something", manifest.nearest_span("project"), help=help)
        return
    known = [*model.values, *(action for action in model.actions if not model.actions[action].params)]
    if name not in model.values:
        meant = nearest(name, known)
        help = f"did you mean `{meant}`?" if meant else ""
        yield Diagnostic(
            "E0625", f"`{name}` is not an action or a value of this ruleset", manifest.nearest_span("project"), help=help
        )
    else:
        player, help = [model.kinds["player"]], f"write `value {name}(player) = …`, a number"
        yield from _value_misfits(manifest, model, ("project",), name, "number", player, help)


def _is_player(type_: Type) -> bool:
    return type_.kind is not None and type_.kind.is_player


def _states(kind: Kind) -> dict[str, Any]:
    return {**(_states(kind.parent) if kind.parent else {}), **kind.states}


def _properties(kind: Kind) -> dict[str, Any]:
    return {**(_properties(kind.parent) if kind.parent else {}), **kind.properties}


def _fields_of_base(base: str, fields: Mapping[str, Any]) -> list[str]:
    """Those of some fields that are numbers, or flags, or whatever `base` says."""
    return [name for name, field in fields.items() if field.type.base == base]


def _fields(kind: Kind, with_properties: bool) -> list[str]:
    """The fields of a kind and of the kinds it belongs to."""
    fields: list[str] = []
    own: Kind | None = kind
    while own is not None:
        fields += [*own.states, *own.lists, *(own.properties if with_properties else ())]
        own = own.parent
    return fields


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
    yield from find_unknown_codes(manifests[-1])
    yield from shown_name_misfits(manifests[-1], model)  # what one below speaks of may have been removed, and is not shown then
