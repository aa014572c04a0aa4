"""Kinds and what their objects have; the types that are written with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Union

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic, Note
from caylus.lang.suggest import nearest

from . import model as m
from .names import BUILT_IN, PLAYER, Entry, Names
from .order import in_order, report_circle
from .paths import field
from .report import Report
from .types import UNKNOWN, list_of, object_of, with_article

Field = Union[m.Property, m.State, m.MemberAction]
Written = dict[Field, s.Field]
"""What each field was made from."""

PLAIN = {"number": m.NUMBER, "flag": m.FLAG, "payment": m.PAYMENT, "scale": m.SCALE}
OF_PARAMETERS = ("number", "flag", "payment")
OF_PROPERTIES = ("number", "flag", "payment", "scale")
OF_STATES = ("number", "flag")


def declare(names: Names) -> tuple[Written, tuple[Diagnostic, ...]]:
    """Gives every kind its meaning and its fields; property values and initial states come later."""
    report = Report()
    kinds = [(names.player, *_player_members(names, report))]
    for entry, node in names.defined(s.Kind):
        kind = m.Kind(
            node.name.text,
            node.plural.text if node.plural else node.name.text,
            None,
            node.called and node.called.text,
            node.name.span,
        )
        entry.meaning = kind
        if node.plural is not None and names.entries[kind.plural].definition is node:
            names.entries[kind.plural].meaning = m.AllOf(kind, list_of(kind))
        kinds.append((kind, node, node.members))
    _set_parents(kinds, names, report)
    written: Written = {}
    for kind, _, members in sorted(kinds, key=lambda k: _depth(k[0])):
        for node in members:
            _add_field(kind, node, written, names, report)
    for kind, definition, _ in kinds:
        if isinstance(definition, s.Kind) and definition.called is not None:
            _check_called(kind, definition.called, report)
    return written, report.found


def _player_members(names: Names, report: Report) -> tuple[None, Sequence[s.Field]]:
    members: list[s.Field] = []
    for each in names.all(s.EachPlayer):
        if each.name.text == PLAYER:
            members += each.members
        else:
            report.error(
                "E0206",
                each.name.span,
                f"`each {each.name.text} has` is for players",
                label="write `player`",
                help="what other objects have stands in their kind",
            )
    return None, members


def _set_parents(kinds: Sequence[tuple[m.Kind, s.Kind | None, object]], names: Names, report: Report) -> None:
    needs: dict[str, list[tuple[str, s.Span]]] = {}
    for kind, node, _ in kinds:
        if node is not None and node.parent is not None:
            parent = kind_named(node.parent, names, report)
            if parent is names.player:
                report.error("E0206", node.parent.span, "players have no kinds below them", label="not a kind to build on")
            elif parent is not None:
                kind.parent = parent
                needs[kind.name] = [(parent.name, node.parent.span)]
    _, circles = in_order(needs)
    for circle in circles:
        report_circle(report, "E0208", circle, "is", "a kind stands below another, never below itself")
        for name, _ in circle:
            meaning = names.entries[name].meaning
            assert isinstance(meaning, m.Kind)
            meaning.parent = None


def _depth(kind: m.Kind) -> int:
    return 0 if kind.parent is None else 1 + _depth(kind.parent)


def _add_field(kind: m.Kind, node: s.Field, written: Written, names: Names, report: Report) -> None:
    name = node.name
    there = field(kind, name.text)
    if (
        there is None
        and kind.is_player
        and names.entries.get(name.text)
        and names.entries[name.text].what in ("resource", "group")
    ):
        taken = names.entries[name.text]
        report.error(
            "E0201",
            name.span,
            f"`{name.text}` is defined twice",
            label="defined again here",
            notes=[Note(f"{taken.said()} here already", taken.span)],
        )
        return
    if there is not None:
        report.error(
            "E0201",
            name.span,
            f"`{kind.name}` has a `{name.text}` already",
            label="defined again here",
            notes=[Note("it is defined here", there.span)],
            help="give one of them another name",
        )
        return
    if name.text == "number":
        report.error(
            "E0202",
            name.span,
            "`number` is a name of the language itself",
            label="a member's place in its row",
            help="choose another name",
        )
        return
    if isinstance(node, s.MemberAction):
        action = m.MemberAction(name.text, kind, parameters(node.params, names, report), [], name.span)
        kind.actions[name.text] = action
        written[action] = node
    elif isinstance(node, s.State) or kind.is_player:
        state = _state(node, kind, names, report)
        kind.states[name.text] = state
        written[state] = node
    else:
        property_ = m.Property(name.text, _property_type(node, names, report), kind, [], name.span)
        kind.properties[name.text] = property_
        written[property_] = node


def _state(node: s.State | s.Property, kind: m.Kind | None, names: Names, report: Report) -> m.State:
    index = kind_named(node.index, names, report) if node.index is not None else None
    return m.State(node.name.text, type_written(node.type, OF_STATES, "a state", names, report), kind, index, [], node.name.span)


def table_state(node: s.State, names: Names, report: Report) -> m.State:
    """A state of the whole table."""
    return _state(node, None, names, report)


def _property_type(node: s.Property, names: Names, report: Report) -> m.Type:
    state = f"write `state {node.name.text}` for what changes during a game"
    if node.index is not None:
        report.error(
            "E0313",
            node.index.span,
            f"the property `{node.name.text}` has one value, not one for each {node.index.text}",
            label="no index here",
            help=state,
        )
    type_ = type_written(node.type, OF_PROPERTIES, "a property", names, report)
    if type_.kind is names.player:
        report.error(
            "E0313",
            node.type.span,
            "no property can be a player: who plays is not known before the game",
            label="a player",
            help=state,
        )
        return UNKNOWN
    return type_


def _check_called(kind: m.Kind, called: s.Name, report: Report) -> None:
    found = field(kind, called.text)
    if found is None:
        report.error("E0205", called.span, f"`{kind.name}` has no `{called.text}` to be called after", label="unknown")
    elif isinstance(found, m.MemberAction) or found.type.base not in ("object", "unknown"):
        report.error(
            "E0301",
            called.span,
            f"`{called.text}` is no object, so it lends no name",
            label="a state or property of a kind is needed",
        )


# ---- types as they are written


def kind_named(name: s.Name, names: Names, report: Report, *, plural: bool = False) -> m.Kind | None:
    """The kind of that name, or, where `plural`, of that plural; None, and reported, for anything else."""
    entry = names.look(name.text)
    if entry is not None and isinstance(entry.meaning, m.Kind):
        return entry.meaning
    if entry is not None and plural and isinstance(entry.meaning, m.AllOf):
        return entry.meaning.kind
    _not_a_kind(name.span, name.text, entry, names, report)
    return None


def _not_a_kind(span: s.Span, name: str, entry: Entry | None, names: Names, report: Report, words: Iterable[str] = ()) -> None:
    if entry is None:
        guess = nearest(name, [*words, *(e.name for e in names.entries.values() if e.what == "kind")])
        report.error(
            "E0204",
            span,
            f"`{name}` is not a kind in this ruleset",
            label="unknown name",
            help=f"did you mean `{guess}`?" if guess else "",
        )
    elif entry.what == "plural" and isinstance(entry.meaning, m.AllOf):
        report.error(
            "E0206", span, f"`{name}` is the plural of a kind", label="one is meant", help=f"write `{entry.meaning.kind.name}`"
        )
    elif entry.what != "kind":
        notes = [Note("it stands here", entry.span)] if entry.span is not BUILT_IN else []
        report.error("E0206", span, f"{entry.said()}, not a kind", label="a kind is needed", notes=notes)


def type_written(node: s.TypeName, allowed: Sequence[str], where: str, names: Names, report: Report) -> m.Type:
    """The type that was written; `allowed` are the plain ones that may stand there, `where` says where that is."""
    if node.is_set:
        kind = kind_named(s.Name(node.span, node.name), names, report, plural=True)
        if kind is not None and allowed is not OF_PARAMETERS:
            report.error(
                "E0313",
                node.span,
                f"{where} cannot be a set",
                label="only a parameter can",
                help="write `list` for a list that changes",
            )
            return UNKNOWN
        return list_of(kind) if kind is not None else UNKNOWN
    if node.name in PLAIN:
        if node.name in allowed:
            return PLAIN[node.name]
        report.error(
            "E0313",
            node.span,
            f"{where} cannot be {with_article(node.name)}",
            label="not here",
            help=f"{where} is a kind or {' or '.join(allowed)}",
        )
        return UNKNOWN
    entry = names.look(node.name)
    if entry is not None and isinstance(entry.meaning, m.Kind):
        return object_of(entry.meaning)
    _not_a_kind(node.span, node.name, entry, names, report, allowed)
    return UNKNOWN


def parameters(params: Sequence[s.Param], names: Names, report: Report) -> tuple[m.Variable, ...]:
    """A definition's parameters; one without a type is of the kind of its own name."""
    return tuple(m.Variable(p.name.text, _parameter_type(p, names, report)) for p in params)


def _parameter_type(param: s.Param, names: Names, report: Report) -> m.Type:
    if param.type is not None:
        return type_written(param.type, OF_PARAMETERS, "a parameter", names, report)
    entry = names.look(param.name.text)
    if entry is not None and isinstance(entry.meaning, m.Kind):
        return object_of(entry.meaning)
    name = param.name.text
    report.error(
        "E0204", param.name.span, f"the parameter `{name}` has no type, and there is no kind of its name",
        label="of what type?", help=f"write `{name}: number`, or another type or kind",
    )  # fmt: skip
    return UNKNOWN
