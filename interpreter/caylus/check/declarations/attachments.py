"""Collect the attachments to values, conditions, actions and gains: by target, layer by layer, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.expressions import check_expression
from caylus.check.expressions.units import unit_named
from caylus.check.scope import Scope, Standing
from caylus.check.symbols import DOES, Symbols
from caylus.check.types import describe, is_unknown
from caylus.diagnostics.diagnostic import Diagnostic

from .callables import standing
from .objects import Objects


@dataclass(frozen=True, slots=True)
class Attached:
    """An attachment, the rule or object it stands in, and the level of the layer that wrote it."""

    node: s.Attachment
    standing: Standing
    this: m.Expr | None
    level: int

    @property
    def names(self) -> Sequence[s.Name]:
        """Its own names for what the target is given."""
        return () if isinstance(self.node, s.AroundEach) else self.node.target.params

    def scope(self, params: Sequence[m.Variable], top: Scope) -> Scope:
        """The scope of its text: the target's variables under the names that the attachment gives them."""
        scope = top.for_rule(self._own(), self.this)
        for name, variable in zip(self.names, params, strict=True):
            if name.text == s.THIS:
                scope.locals[_ITSELF] = (variable, name.span)
            else:
                scope.bind_to(name, variable)
        return scope

    def _own(self) -> Standing:
        """The rule or object, under the title and the citation that the attachment has for itself."""
        title, see = self.node.title, self.node.see
        return replace(
            self.standing,
            title=title.text if title is not None else self.standing.title,
            see=see.text if see is not None else self.standing.see,
        )

    def where(self, scope: Scope) -> m.Expr | None:
        """The condition of an attachment; None for always."""
        node = None if isinstance(self.node, s.AroundEach) else self.node.where
        asked = [_check_place(name, scope) for name in self.names if name.text in (s.HERE, s.THIS)]
        if node is not None:
            where = check_expression(node, scope, m.FLAG, "`where` needs")
            asked += where.operands if isinstance(where, m.Logic) and where.op == "and" else (where,)
        return m.Logic("and", tuple(asked)) if len(asked) > 1 else asked[0] if asked else None


_ITSELF = "the object itself"
"""The local name of a parameter for which `this` stands: no name that rules could have."""


def _check_place(name: s.Name, scope: Scope) -> m.Expr:
    """The condition that a parameter is the object, or that the object lies there."""
    asked: s.Expr = s.Reference(name.span, _ITSELF)
    if name.text == s.HERE:
        kind = scope.locals[s.HERE][0].type.kind
        if kind is None or kind.called is None:
            message = f"`here` cannot be {describe(scope.locals[s.HERE][0].type)}"
            label = "it is a place whose kind is `called` after what lies there"
            return scope.wrong("E0205", name, message, label, help="give it a name, and ask with `where … is this`")
        asked = s.Member(name.span, s.Reference(name.span, s.HERE), s.Name(name.span, kind.called))
    return check_expression(s.Comparison(name.span, asked, "is", s.Literal(name.span, s.THIS)), scope, m.FLAG, "`where` needs")


Attachments = dict[str, list[Attached]]
"""By the name of the target; triggers, whose order counts whatever they wait for, all together."""

TRIGGERS = "gains"
"""Where the triggers are: no target can have this name, as it is a word of the language."""


def gather(symbols: Symbols, objects: Objects) -> tuple[Attachments, tuple[Diagnostic, ...]]:
    """Every attachment whose target exists and takes what it says."""
    top = Scope.top(symbols)
    found: Attachments = {}
    places = {file.path: place for place, file in enumerate(symbols.files)}

    def order(attached: Attached) -> tuple[int, int, int, int]:
        span = attached.node.span
        return attached.level, places[span.file], span.line, span.column

    for attached in sorted(_all(symbols, objects, top), key=order):
        node = attached.node
        name = node.sequence if isinstance(node, s.AroundEach) else node.target.name
        if _goes_with(node, name, top):
            found.setdefault(TRIGGERS if isinstance(node, s.Trigger) else name.text, []).append(attached)
    return found, top.collector.diagnostics


def _all(symbols: Symbols, objects: Objects, top: Scope) -> Iterator[Attached]:
    made = {id(node): object_ for object_, node in objects.items()}
    level = {file.path: file.level for file in symbols.files}
    for file in symbols.files:
        for definition in file.definitions:
            if isinstance(definition, s.Rule):
                for node in definition.attachments:
                    yield Attached(node, standing(definition), None, level[node.span.file])
            elif isinstance(definition, s.Object) and id(definition) in made:
                scope = top.for_object(made[id(definition)])
                for node in definition.attachments:
                    yield Attached(node, scope.standing, scope.this, level[node.span.file])


def _goes_with(node: s.Attachment, name: s.Name, scope: Scope) -> bool:
    used = scope.symbols.entries[name.text].used if name.text in scope.symbols.entries else False
    match node:
        case s.Modify():
            meant = "a value or a constant" if node.target.span == name.span else "a value"
            entry = scope.resolve(name, ("value", "constant"), meant, help=f"only {meant} is more, less or another by a rule")
        case s.Forbid():
            entry = scope.resolve(name, ("condition",), "a condition", help="`forbid` goes with conditions")
        case s.Around(when=when):
            verb = "instead of" if when == "instead" else when
            entry = scope.resolve(name, DOES, "an action", help=f"`{verb}` goes with actions")
        case s.AroundEach(when=when):
            entry = scope.resolve(name, ("sequence",), "a sequence", help=f"`{when} each of` goes with sequences")
        case s.Trigger():
            entry = unit_named(name, scope, help="only resources are gained")
        case _:
            assert_never(node)
    if entry is None:
        return False
    entry.used = used  # to attach to something is not to use it
    if isinstance(node, (s.AroundEach, s.Trigger)):
        return True
    meaning = scope.symbols.bent.get(name.text) or entry.meaning
    if not isinstance(meaning, (m.Value, m.Condition, m.Action)):
        return False
    takes, is_constant, is_plain = meaning.params, meaning is not entry.meaning, node.target.span == name.span
    help = f"write `{name.text}`" if is_constant else f"write `{name.text}({', '.join(p.name for p in takes)})`"
    if is_constant != is_plain:
        message, label = f"{entry.describe()}, and has {'no ' if is_constant else ''}parentheses", "parentheses"
        scope.wrong("E0302", node.target, message, label if is_constant else f"no {label}", notes=entry.here(), help=help)
        return False
    if len(takes) != len(node.target.params):
        message = f"`{name.text}` takes {len(takes)}, but has {len(node.target.params)} here"
        scope.wrong("E0302", node.target, message, "one name for each", notes=entry.here(), help=help)
        return False
    return not is_unknown(*(p.type for p in takes))
