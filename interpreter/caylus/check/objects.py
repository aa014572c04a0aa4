"""The objects on the table and their numbers, then everything that is fixed about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic, Note
from caylus.lang.suggest import nearest

from . import model as m
from . import paths
from .components import known, known_number, readable
from .kinds import Written, kind_named
from .names import BUILT_IN, Names
from .report import Report
from .scope import Scope, Standing
from .types import object_of, said

MOST_IN_A_ROW = 1000


@dataclass(slots=True)
class Objects:
    """`nodes` says what each named object was made from."""

    nodes: dict[m.Object, s.Object] = field(default_factory=dict)


def declare(names: Names) -> tuple[Objects, tuple[Diagnostic, ...]]:
    """Objects and rows with their kinds; their numbers come with `lay_out`."""
    report = Report()
    objects = Objects()
    for entry, node in names.defined(s.Object):
        kind = kind_named(node.kind, names, report)
        if kind is names.player:
            report.error("E0206", node.kind.span, "players are not named in the rules", label="they come with the game")
        elif kind is not None:
            title = node.title.text if node.title else readable(entry.name)
            entry.meaning = m.Object(entry.name, title, kind, -1, None, 0, node.see.text if node.see else None, entry.span)
            objects.nodes[entry.meaning] = node
    for entry, row in names.defined(s.Row):
        kind = kind_named(row.kind, names, report, plural=True)
        if kind is names.player:
            report.error(
                "E0206",
                row.kind.span,
                "players do not stand in a row",
                label="a kind of object is needed",
                help=f"write `list {entry.name} of player`",
            )
        elif kind is not None:
            entry.meaning = m.Row(entry.name, kind, -1, 0, entry.span)
    return objects, report.found


def lay_out(names: Names, objects: Objects) -> tuple[None, tuple[Diagnostic, ...]]:
    """Numbers the objects of each root kind: a kind's own, its rows', then those of the kinds below it."""
    report = Report()
    named: dict[m.Kind, list[m.Object]] = {}
    for object_ in objects.nodes:
        named.setdefault(object_.kind, []).append(object_)
    rows: dict[m.Kind, list[m.Row]] = {}
    for entry, node in names.defined(s.Row):
        if isinstance(entry.meaning, m.Row):
            entry.meaning.size = _row_size(node, Scope(names, report, Standing(entry.name, entry.name, None), {}))
            rows.setdefault(entry.meaning.kind, []).append(entry.meaning)
    kinds = all_kinds(names)
    for root in (k for k in kinds if k.parent is None and k is not names.player):
        _number(root, kinds, named, rows, 0)
    return None, report.found


def all_kinds(names: Names) -> list[m.Kind]:
    return [e.meaning for e in names.entries.values() if isinstance(e.meaning, m.Kind)]


def _row_size(node: s.Row, scope: Scope) -> int:
    size = known_number(node.size, scope)
    if size is not None and not 1 <= size <= MOST_IN_A_ROW:
        scope.wrong(
            "E0306", node.size.span, f"a row has between 1 and {MOST_IN_A_ROW} members, not {size}", label="the size of the row"
        )
        return 1
    return size or 1


def _number(
    kind: m.Kind, kinds: Sequence[m.Kind], named: Mapping[m.Kind, list[m.Object]], rows: Mapping[m.Kind, list[m.Row]], first: int
) -> int:
    kind.first = first
    mine = list(named.get(kind, []))
    for row in rows.get(kind, []):
        row.first = first + len(mine)
        mine += [m.Object(f"{row.name} {n}", f"{row.name} {n}", kind, -1, row, n, None, row.span) for n in range(1, row.size + 1)]
    for i, object_ in enumerate(mine):
        object_.id = first + i
    kind.objects = mine
    end = first + len(mine)
    for below in (k for k in kinds if k.parent is kind):
        end = _number(below, kinds, named, rows, end)
        kind.objects = [*kind.objects, *below.objects]
    kind.size = end - first
    return end


# ---- what is fixed about them


def evaluate(names: Names, objects: Objects, written: Written) -> tuple[None, tuple[Diagnostic, ...]]:
    """The value of every property for every object, and what every state is at the start."""
    report = Report()
    settings = {o: _settings(o, node, report) for o, node in objects.nodes.items()}
    for made, node in written.items():
        match made, node:
            case m.Property(kind=kind), s.Property():
                values = [_zero(made.type)] * len(kind.root.objects)
                made.values = values
                for o in kind.objects:
                    values[o.id] = _value(made, node, settings.get(o, {}).get(made.name), scope_of(o, names, report))
            case m.State(kind=m.Kind() as kind), (s.State() | s.Property()):
                if kind.is_player:
                    made.initial = [_initial(made, node, Scope(names, report, Standing(kind.name, kind.name, None), {}))]
                else:
                    made.initial = [int(_zero(made.type))] * len(kind.root.objects)
                    for o in kind.objects:
                        made.initial[o.id] = _initial(made, node, scope_of(o, names, report))
    for entry, state in names.defined(s.State):
        if isinstance(entry.meaning, m.State):
            entry.meaning.initial = [
                _initial(entry.meaning, state, Scope(names, report, Standing(entry.name, entry.name, None), {}))
            ]
    return None, report.found


def scope_of(object_: m.Object, names: Names, report: Report) -> Scope:
    """The scope inside the braces of an object."""
    standing = Standing(object_.name, object_.title, object_.see)
    return Scope(names, report, standing, {}, this=m.Const(object_.id, object_of(object_.kind)))


def _settings(object_: m.Object, node: s.Object, report: Report) -> dict[str, s.Setting]:
    found: dict[str, s.Setting] = {}
    for setting in node.settings:
        name = setting.name.text
        known_as = paths.field(object_.kind, name)
        if isinstance(known_as, m.Property):
            if name in found:
                report.error(
                    "E0201",
                    setting.name.span,
                    f"`{name}` is set twice",
                    label="again here",
                    notes=[Note("it is set here already", found[name].name.span)],
                )
            found.setdefault(name, setting)
        elif isinstance(known_as, m.State):
            report.error(
                "E0206",
                setting.name.span,
                f"`{name}` is a state of {said(object_of(object_.kind))}, not a property",
                label="changes during a game",
                notes=[Note("it stands here", known_as.span)],
                help="its kind says what it is at the start",
            )
        elif isinstance(known_as, m.MemberAction):
            report.error(
                "E0206", setting.name.span, f"`{name}` is an action", label="needs braces", help=f"write `{name} {{ … }}`"
            )
        else:
            guess = nearest(name, paths.fields(object_.kind))
            report.error(
                "E0205",
                setting.name.span,
                f"{said(object_of(object_.kind))} has no `{name}`",
                label="unknown",
                notes=_kind_note(object_.kind),
                help=f"did you mean `{guess}`?" if guess else "",
            )
    return found


def _kind_note(kind: m.Kind) -> list[Note]:
    return [Note(f"what {said(object_of(kind))} has stands here", kind.span)] if kind.span is not BUILT_IN else []


def _value(property_: m.Property, node: s.Property, setting: s.Setting | None, scope: Scope) -> object:
    if setting is not None and (setting.is_list or property_.type == m.SCALE):
        return _scale(property_, node, setting, scope)
    expr = setting.values[0] if setting is not None else node.default
    if expr is None:
        return _zero(property_.type)
    value = known(expr, scope, property_.type, f"`{property_.name}` of {said(object_of(property_.kind))} is")
    match value:
        case m.ConstPayment(alternatives=ways):
            return ways
        case m.ConstScale(start=start, numbers=numbers):
            return (start, numbers)
        case m.Const(value=number):
            return bool(number) if property_.type == m.FLAG else number
    return _zero(property_.type)


def _scale(property_: m.Property, node: s.Property, setting: s.Setting, scope: Scope) -> object:
    if property_.type != m.SCALE:
        scope.wrong(
            "E0301",
            setting.span,
            f"`{property_.name}` is {said(property_.type)}, not a scale",
            label="one value is needed",
            help="write it without brackets",
        )
    elif not setting.is_list:
        scope.wrong(
            "E0301",
            setting.span,
            f"`{property_.name}` is a scale",
            label="a row of numbers is needed",
            help=f"write `{property_.name} [0, 1, 2]`",
        )
    else:
        return (node.type.start, tuple(known_number(v, scope) or 0 for v in setting.values))
    return _zero(property_.type)


def _zero(type_: m.Type) -> object:
    match type_.base:
        case "object":
            return -1
        case "payment":
            return ((),)
        case "scale":
            return (0, (0,))
        case "flag":
            return False
    return 0


def _initial(state: m.State, node: s.State | s.Property, scope: Scope) -> int:
    start = node.initial if isinstance(node, s.State) else node.default
    value = known(start, scope, state.type, f"`{state.name}` is") if start is not None else None
    return value.value if isinstance(value, m.Const) else -1 if state.type.base == "object" else 0
