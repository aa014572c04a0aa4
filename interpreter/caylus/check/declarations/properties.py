"""Check the properties of objects, and the value of every state at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions import constants
from caylus.check.expressions.paths import definition_notes, field, no_member
from caylus.check.scope import Scope
from caylus.check.symbols import Symbols
from caylus.check.types import describe, object_type
from caylus.diagnostics.diagnostic import Diagnostic, Note

from . import states
from .kinds import Written
from .objects import Objects
from .states import mentions_this

Settings = Mapping[m.Object, Mapping[str, s.Setting]]

_ZEROS: dict[str, object] = {"object": -1, "payment": ((),), "scale": (0, (0,)), "flag": False}


def evaluate(symbols: Symbols, objects: Objects, written: Written) -> tuple[None, tuple[Diagnostic, ...]]:
    """Fills in properties, in the order in which they are declared, and states."""
    top = Scope.top(symbols)
    settings = {object_: _settings(object_, node, top) for object_, node in objects.items()}
    changing: list[m.State] = []
    for made, node in written.items():
        match made, node:
            case m.Property(), s.Property():
                _property(made, node, settings, top)
            case m.State(), (s.State() | s.Property()):
                states.begin(made, node, top)
                changing.append(made)
    for entry, node in symbols.definitions_of(s.State):
        if isinstance(entry.meaning, m.State):
            states.begin(entry.meaning, node, top)
            changing.append(entry.meaning)
    states.check_room(changing, top)
    return None, top.collector.diagnostics


def _settings(object_: m.Object, node: s.Object, scope: Scope) -> Mapping[str, s.Setting]:
    """An object's settings by property."""
    found: dict[str, s.Setting] = {}
    for setting in node.settings:
        name = setting.name
        known = field(object_.kind, name.text)
        if known is None:
            no_member(object_.kind, name, scope)
        elif name.text in found:
            notes = [Note("it is set here already", found[name.text].name.span)]
            scope.wrong("E0201", name, f"`{name.text}` is set twice", "again here", notes=notes)
        elif isinstance(known, m.Property):
            scope.symbols.note_member(name.span, known, object_.kind)
            found[name.text] = setting
        else:
            does = isinstance(known, m.MemberAction)
            help = f"write `{name.text} {{ … }}`" if does else "its kind says what it is at the start"
            message = (
                f"`{name.text}` is {'an action' if does else 'a state'} of {describe(object_type(object_.kind))}, not a property"
            )
            scope.wrong("E0206", name, message, "cannot be set here", notes=definition_notes(known), help=help)
    return found


# ---- properties


def _property(property_: m.Property, node: s.Property, settings: Settings, scope: Scope) -> None:
    kind = property_.kind
    scope.symbols.spend(len(kind.root.objects))
    values = [_zero(property_.type)] * len(kind.root.objects)
    default = None if mentions_this(node.default) else _value(property_, node.default, scope)
    for object_ in kind.objects:
        setting = settings.get(object_, {}).get(property_.name)
        if setting is not None and (setting.is_list or property_.type == m.SCALE):
            values[object_.id] = _scale(property_, node, setting, scope.for_object(object_))
        elif setting is not None or default is None:
            expr = setting.values[0] if setting is not None else node.default
            values[object_.id] = _value(
                property_, expr, scope.for_object(object_), partial(_others, property_, settings, setting, scope)
            )
        else:
            values[object_.id] = default
    property_.values = values


def _others(property_: m.Property, settings: Settings, setting: s.Setting | None, scope: Scope) -> str:
    """An example from another object of a property that one object writes wrongly."""
    of_others = (
        (settings.get(object_, {}).get(property_.name) for object_ in property_.kind.objects) if setting is not None else ()
    )
    other = next((other for other in of_others if other is not None and other is not setting), None)
    return f"another says `{scope.source(other)}`" if other is not None else ""


def _value(property_: m.Property, node: s.Expr | None, scope: Scope, help: Callable[[], str] = str) -> object:
    if node is None:
        return _zero(property_.type)
    match constants.evaluate_constant(node, scope, property_.type, f"`{property_.name}` is", help):
        case m.ConstPayment(alternatives=ways):
            return ways
        case m.ConstScale(start=start, numbers=numbers):
            return (start, numbers)
        case m.Const(value=number):
            return bool(number) if property_.type == m.FLAG else number
    return _zero(property_.type)


def _scale(property_: m.Property, node: s.Property, setting: s.Setting, scope: Scope) -> object:
    if property_.type == m.SCALE and setting.is_list:
        return (node.type.start, constants.numbers(setting.values, scope))
    if property_.type == m.SCALE:
        return _value(property_, setting.values[0], scope)
    message = f"`{property_.name}` is {describe(property_.type)}, not a scale"
    scope.wrong("E0301", setting, message, "one value is needed", help="write it without brackets")
    return _zero(property_.type)


def _zero(type_: m.Type) -> object:
    return _ZEROS.get(type_.base, 0)
