"""Check values, conditions and actions, and what is attached to them, layer by layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple, assert_never

from caylus import model as m, syntax as s
from caylus.check.expressions import check_expression, convert_to_type, operand, words
from caylus.check.paths import Operand, as_one_sort, field, kind_named, own_action, parameters, resources_meant, unit_named
from caylus.check.scope import Ban, Scope, Standing
from caylus.check.statements import block, require
from caylus.check.symbols import DOES, UNKNOWN, Symbols, common, describe, is_unknown, object_type
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.render import with_article
from caylus.graph import report_circle, too_deep, topological_order
from caylus.limits import DEEPEST_CALLS, MOST_CELLS, MOST_INSTEAD
from caylus.model.walk import again
from caylus.syntax.definitions import PLAYER
from caylus.syntax.walk import free_names, nodes_of, walk

from .kinds import Written, make_title
from .objects import Objects

Definition = s.Value | s.Condition | s.Action | s.Sequence | s.Table


def declare_callables(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Gives values, bent constants, conditions, actions, tables and sequences their meaning; their bodies come later.

    A rule means no more than itself, as a site.
    """
    top = Scope.top(symbols)
    for entry, value in symbols.definitions_of(s.Value):
        entry.meaning = m.Value(entry.name, parameters(value.params, top), UNKNOWN, [], [], _site(value, top))
    for entry, constant in symbols.definitions_of(s.Constant):
        if symbols.attached_modifiers(entry.name):
            symbols.bent[entry.name] = m.Value(entry.name, (), UNKNOWN, [], [], _site(as_value(constant), top))
    for entry, condition in symbols.definitions_of(s.Condition):
        entry.meaning = m.Condition(entry.name, parameters(condition.params, top), [], _site(condition, top))
    for entry, action in symbols.definitions_of(s.Action):
        entry.meaning = m.Action(entry.name, parameters(action.params, top), (), action.is_phase, [], _site(action, top))
    for entry, sequence in symbols.definitions_of(s.Sequence):
        entry.meaning = m.Action(entry.name, (), (), False, [], _site(sequence, top))
    for entry, table in symbols.definitions_of(s.Table):
        by = kind_named(table.by, top)
        chosen = m.Variable(table.by.text, object_type(by) if by is not None else UNKNOWN)
        column = m.Variable(table.column.text, m.NUMBER)
        entry.meaning = m.Action(entry.name, (*parameters(table.params, top), chosen, column), (), False, [], _site(table, top))
    for entry, rule in symbols.definitions_of(s.Rule):
        entry.meaning = _site(rule, top)
    return None, top.collector.diagnostics


def standing(node: Definition | s.Rule) -> Standing:
    """The rule that a definition is."""
    return Standing(
        node.name.text,
        make_title(node),
        node.see.text if node.see is not None else None,
    )


def as_value(node: s.Constant) -> s.Value:
    """The value that a constant is in play, if rules change it."""
    return s.Value(node.span, node.name, (), None, None, None, (s.Case(node.value.span, node.value, None),))


def _site(node: Definition | s.Rule, scope: Scope) -> m.Site:
    return scope.for_rule(standing(node)).site(node.span)


def parameter_scope(node: s.Value | s.Condition | s.Action | s.Table, params: tuple[m.Variable, ...], top: Scope) -> Scope:
    """The scope of a definition's body: its parameters."""
    scope = top.for_rule(standing(node))
    for param, variable in zip(node.params, params, strict=False):
        scope.bind_to(param.name, variable)
    return scope


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

    def site(self, top: Scope) -> m.Site:
        return top.for_rule(self._own(), self.this).site(self.node.span)

    def where(self, scope: Scope) -> m.Expr | None:
        """The condition of an attachment; None for always."""
        node = None if isinstance(self.node, s.AroundEach) else self.node.where
        conditions = [_check_place(name, scope) for name in self.names if name.text in (s.HERE, s.THIS)]
        if node is not None:
            where = check_expression(node, scope, m.FLAG, "`where` needs")
            conditions += where.operands if isinstance(where, m.Logic) and where.op == "and" else (where,)
        return m.Logic("and", tuple(conditions)) if len(conditions) > 1 else conditions[0] if conditions else None


_ITSELF = "the object itself"
"""The local name of a parameter for which `this` stands: no name that rules could have."""


def _check_place(name: s.Name, scope: Scope) -> m.Expr:
    """The condition that a parameter is the object, or that the object lies there."""
    subject: s.Expr = s.Reference(name.span, _ITSELF)
    if name.text == s.HERE:
        kind = scope.locals[s.HERE][0].type.kind
        if kind is None or kind.called is None:
            message = f"`here` cannot be {describe(scope.locals[s.HERE][0].type)}"
            label = "it is a place whose kind is `called` after what lies there"
            return scope.wrong("E0205", name, message, label, help="give it a name, and ask with `where … is this`")
        subject = s.Member(name.span, s.Reference(name.span, s.HERE), s.Name(name.span, kind.called))
    return check_expression(s.Comparison(name.span, subject, "is", s.Literal(name.span, s.THIS)), scope, m.FLAG, "`where` needs")


Attachments = dict[str, list[Attached]]
"""By the name of the target; triggers, whose order counts whatever they wait for, all together."""

TRIGGERS = "gains"
"""Where the triggers are: no target can have this name, as it is a word of the language."""


def gather_attachments(symbols: Symbols, objects: Objects) -> tuple[Attachments, tuple[Diagnostic, ...]]:
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
        if _goes_with(attached, name, top):
            owner = f"{node.owner.text}." if isinstance(node, s.ForbidOption) and node.owner is not None else ""
            found.setdefault(TRIGGERS if isinstance(node, s.Trigger) else owner + name.text, []).append(attached)
    return found, top.collector.diagnostics


def _all(symbols: Symbols, objects: Objects, top: Scope) -> Iterator[Attached]:
    objects_by_node = {id(node): object_ for object_, node in objects.items()}
    level = {file.path: file.level for file in symbols.files}
    for file in symbols.files:
        for definition in file.definitions:
            if isinstance(definition, s.Rule):
                for node in definition.attachments:
                    yield Attached(node, standing(definition), None, level[node.span.file])
            elif isinstance(definition, s.Object) and id(definition) in objects_by_node:
                scope = top.for_object(objects_by_node[id(definition)])
                for node in definition.attachments:
                    yield Attached(node, scope.standing, scope.this, level[node.span.file])


def _action_with_option(name: str, symbols: Symbols) -> str:
    """The name of the first action or phase that has an option of a name; empty if none has."""
    for definition in symbols.all(s.Action):
        if any(isinstance(node, s.Option) and node.name is not None and node.name.text == name for node in nodes_of(definition)):
            return definition.name.text
    return ""


def _goes_with(attachment: Attached, name: s.Name, scope: Scope) -> bool:
    node = attachment.node
    kind = attachment.this.type.kind if attachment.this is not None else None
    if kind is not None and name.text not in scope.symbols.entries and isinstance(field(kind, name.text), m.Property):
        message = f"`{name.text}` is not a value, but what each {kind.name} has"
        scope.wrong("E0204", name, message, "a property", help=f"it is written anew, without a word between: `{name.text} …`")
        return False
    if isinstance(node, s.ForbidOption):
        return True  # whether somebody is offered it shows later (see `check_bans`)
    used = scope.symbols.entries[name.text].used if name.text in scope.symbols.entries else False
    action = "" if name.text in scope.symbols.entries else _action_with_option(name.text, scope.symbols)
    match node:
        case s.Modify():
            sort_expected = "a value or a constant" if node.target.span == name.span else "a value"
            help = (
                f"only {sort_expected} is more, less or another by a rule; for a condition, write `forbid {name.text}(…) where …`"
            )
            entry = scope.resolve(name, ("value", "constant"), sort_expected, help=help)
        case s.Forbid():
            if action:
                message = f"`{name.text}` is no condition, but an option of `{action}`"
                help = f"write `forbid {scope.source(node.target)} in {action} where …`"
                scope.wrong("E0204", name, message, "an option", help=help)
                return False
            option, asking_action = name.text, _action_with_option(name.text, scope.symbols)
            help = 'forbid a condition, or an option of an action: `forbid option in action where … "why"`'
            if asking_action:
                help = f'an option does it, which a rule can forbid: `forbid {option} in {asking_action} where … "why"`'
            entry = scope.resolve(name, ("condition",), "a condition", help=help)
        case s.Around(when=when):
            verb = "instead of" if when == "instead" else when
            if action:
                message = f"`{name.text}` is not an action, but an option of `{action}`"
                help = f"name the action that the option does, or `{verb} {action}(…)`"
                scope.wrong("E0204", name, message, "an option", help=help)
                return False
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


_GIVEN = "given"
"""What was gained, where nobody gives it a name."""


def check_triggers(symbols: Symbols, attachments: Attachments) -> tuple[list[m.Trigger], tuple[Diagnostic, ...]]:
    """The triggers of a ruleset, layer by layer, in the order of the text."""
    top = Scope.top(symbols)
    made = []
    for attached in attachments.get(TRIGGERS, ()):
        assert isinstance(attached.node, s.Trigger)
        entry = symbols.entries[attached.node.target.name.text]
        entry.used = entry.used or entry.what == "group"  # whoever waits for a resource alone does not use it
        resources = resources_meant(entry.meaning, top)
        if resources:
            made.append(m.Trigger(resources, _action(attached, attached.node, top)))
    return made, top.collector.diagnostics


def _action(attachment: Attached, node: s.Trigger, top: Scope) -> m.Action:
    """The action of a trigger with its condition, which is asked when its turn comes."""
    player, *arguments = (name.text for name in node.target.params)
    params = m.Variable(player, object_type(top.symbols.player)), m.Variable(arguments[0] if arguments else _GIVEN, m.PAYMENT)
    scope = attachment.scope(params[: 1 + len(arguments)], top)
    where, body, site = attachment.where(scope), block(node.body, scope), scope.site(node.span)
    return m.Action(site.rule, params, body if where is None else (m.If(where, body, (), site),), False, [], site)


CHANGES = ("becomes", "plus", "minus", "at least", "at most")
"""The changes a modifier can make, in the order in which they apply."""


def check_values(symbols: Symbols, attachments: Attachments) -> tuple[None, tuple[Diagnostic, ...]]:
    """Fills in every value and condition, each after those it asks."""
    top = Scope.top(symbols)
    nodes: dict[str, s.Value | s.Condition] = {e.name: node for e, node in symbols.definitions_of(s.Value)}
    nodes |= {e.name: as_value(node) for e, node in symbols.definitions_of(s.Constant) if e.name in symbols.bent}
    nodes |= {e.name: node for e, node in symbols.definitions_of(s.Condition)}
    needs = {name: _attached_names(node, attachments.get(name, ()), nodes) for name, node in nodes.items()}
    order, circles = topological_order(needs)
    for circle in circles:
        report_circle(
            top.collector,
            "E0401",
            circle,
            "asks",
            "a value is made of others; by its own result it is changed by `is more by` and `is less by`, otherwise in "
            "its formula: `change value name { 2 becomes 3 }`",
        )
    deep = too_deep(order, needs)
    if deep is not None:
        top.wrong("E0414", nodes[deep].name, f"`{deep}` asks others more than {DEEPEST_CALLS} levels down", "too deep")
    for name in order:
        node, meaning = nodes[name], symbols.bent.get(name) or symbols.entries[name].meaning
        if isinstance(node, s.Value) and isinstance(meaning, m.Value):
            _value(node, meaning, attachments.get(name, ()), parameter_scope(node, meaning.params, top))
        elif isinstance(node, s.Condition) and isinstance(meaning, m.Condition):
            _condition(node, meaning, attachments.get(name, ()), parameter_scope(node, meaning.params, top))
    return None, top.collector.diagnostics


def _attached_names(
    node: s.Value | s.Condition, attachments: Sequence[Attached], nodes: Mapping[str, object]
) -> Sequence[tuple[str, s.Span]]:
    references = [*free_names(replace(node, about=None), bound=[p.name.text for p in node.params])]
    for a in attachments:
        references += free_names(replace(a.node, about=None), bound=[name.text for name in a.names])
    return [(x.name, x.span) for x in references if x.name in nodes]


# ---- values


def _value(node: s.Value, value: m.Value, attachments: Sequence[Attached], scope: Scope) -> None:
    *cases, last = node.cases
    for case in cases:
        if case.condition is None:
            scope.wrong(
                "E0311", case, "nothing below `otherwise` is ever reached", "not the last case", help="move it to the end"
            )
    if last.condition is not None:
        message = f"`{node.name.text}` has no value where none of its cases holds"
        scope.wrong("E0311", last, message, "the last case", help="end with a case for all the rest: `… otherwise`")
    tests = [check_expression(c.condition, scope, m.FLAG, "`if` needs") if c.condition is not None else None for c in node.cases]
    results = as_one_sort([operand(c.value, scope) for c in node.cases], scope)
    value.type = _common_type(value, results, scope)
    value.cases = [
        (test, convert_to_type(r, value.type, f"`{value.name}` is", scope)) for test, r in zip(tests, results, strict=True)
    ]
    modifies = [(a, a.node) for a in attachments if isinstance(a.node, s.Modify)]
    value.modifiers = [_modifier(value, a, x, scope) for change in CHANGES for a, x in modifies if x.change == change]


def _common_type(value: m.Value, results: Sequence[Operand], scope: Scope) -> m.Type:
    first = results[0]
    type_ = first.type
    for result in results[1:]:
        joined_type = common(type_, result.type)
        if joined_type is None:
            message = f"`{value.name}` is {describe(type_)} in one case and {describe(result.type)} in another"
            notes = [Note(f"{describe(first.type)} here", first.node.span)]
            scope.wrong("E0310", result.node, message, describe(result.type), notes=notes)
            return UNKNOWN
        type_ = joined_type
    if type_ == m.NOBODY:
        scope.wrong("E0310", first.node, f"`{value.name}` is always `none`", "none of what kind?")
        return UNKNOWN
    if type_ == m.SCALE:
        help = "a value is a number, a flag, a payment, an object or a list"
        scope.wrong("E0313", first.node, "a value cannot be a scale", "a scale", help=help)
        return UNKNOWN
    return type_


def _modifier(value: m.Value, attachment: Attached, node: s.Modify, scope: Scope) -> m.Modifier:
    inner = attachment.scope(value.params, scope)
    where = attachment.where(inner)
    if value.type != m.NUMBER and node.change != "becomes" and not is_unknown(value.type):
        message = f"`{value.name}` is {describe(value.type)}, which can only become another"
        help = f"write what it is: `{scope.source(node.target)} is …`"
        inner.wrong("E0316", node, message, "only a number can be more or less", help=help)
    amount = check_expression(node.value, inner, value.type, f"`{value.name}` is")
    return m.Modifier(where, node.change, amount, inner.site(node.span))


# ---- conditions


def _condition(node: s.Condition, condition: m.Condition, attachments: Sequence[Attached], scope: Scope) -> None:
    condition.requires = [require(r, scope) for r in node.requires]
    for a in attachments:
        if isinstance(a.node, s.Forbid):
            inner = a.scope(condition.params, scope)
            where = a.where(inner)
            assert where is not None
            condition.requires.append(m.Require(m.Not(where), words(a.node.reason, inner), inner.site(a.node.span)))


# ---- options


def _ban(attachments: Sequence[Attached], top: Scope) -> Ban | None:
    """The bans that rules put on the options of an action: none on an option with another number of choices."""
    bans = [(a, a.node) for a in attachments if isinstance(a.node, s.ForbidOption)]

    def require_otherwise(name: str, decider: m.Expr, choices: Sequence[m.Expr]) -> tuple[m.Require, ...]:
        fitting = ((a, node) for a, node in bans if node.option.text == name and len(node.choices) in (0, len(choices)))
        return tuple(_require_otherwise(a, node, decider, choices, top) for a, node in fitting)

    return require_otherwise if bans else None


def _require_otherwise(a: Attached, node: s.ForbidOption, decider: m.Expr, choices: Sequence[m.Expr], top: Scope) -> m.Require:
    """The opposite of what is forbidden, as the option requires it; `player` is who decides."""
    names = (s.Name(node.option.span, PLAYER), *node.choices)
    variables = [
        e.variable if isinstance(e, m.Local) else m.Variable(name.text, e.type)
        for name, e in zip(names, (decider, *choices), strict=False)
    ]
    scope = a.scope(variables[1:], top)
    scope.bind_to(names[0], variables[0])
    scope.gathered |= {v: e for v, e in zip(variables, (decider, *choices), strict=False) if not isinstance(e, m.Local)}
    where = a.where(scope)
    assert where is not None
    return m.Require(m.Not(where), words(node.reason, scope), scope.site(node.span))


Abouts = dict[s.Span, m.Words]
"""By the place of what they are said of."""


def check_abouts(
    symbols: Symbols, attachments: Attachments, triggers: Iterable[m.Trigger]
) -> tuple[Abouts, tuple[Diagnostic, ...]]:
    """All of them."""
    top = Scope.top(symbols)
    given = {trigger.action.site.span: trigger.action.params for trigger in triggers}
    attached = (one for of_target in attachments.values() for one in of_target)
    said = [
        *_definition_abouts(symbols, top),
        *(
            (x.node, x.node.about, x.scope(_trigger_variables(x, symbols, given), top))
            for x in attached
            if x.node.about is not None
        ),
    ]
    return {node.span: words(about, scope) for node, about, scope in said}, top.collector.diagnostics


def _definition_abouts(symbols: Symbols, top: Scope) -> Iterator[tuple[s.Node, s.Words, Scope]]:
    for entry in symbols.entries.values():
        node, meaning = entry.definition, entry.meaning
        match node:
            case s.Sequence(about=about) | s.Rule(about=about) if about is not None:
                yield node, about, top.for_rule(standing(node))
            case s.Value(about=about) | s.Condition(about=about) | s.Action(about=about) if about is not None:
                if isinstance(meaning, (m.Value, m.Condition, m.Action)):
                    yield node, about, parameter_scope(node, meaning.params, top)
            case s.Table(about=about) if about is not None and isinstance(meaning, m.Action):
                scope = parameter_scope(node, meaning.params, top)
                for name, variable in zip((node.by, node.column), meaning.params[-2:], strict=True):
                    scope.bind_to(name, variable)
                yield node, about, scope


def _trigger_variables(
    attachment: Attached, symbols: Symbols, triggers: dict[s.Span, tuple[m.Variable, ...]]
) -> tuple[m.Variable, ...]:
    """The variables that an attachment has names for."""
    if isinstance(attachment.node, s.Trigger):
        params = triggers.get(attachment.node.span, ())
    elif isinstance(attachment.node, s.AroundEach):
        params = ()
    else:
        meaning = symbols.entries[attachment.node.target.name.text].meaning
        params = meaning.params if isinstance(meaning, (m.Value, m.Condition, m.Action)) else ()
    return params[: len(attachment.names)]


def table(node: s.Table, action: m.Action, top: Scope) -> tuple[m.Body, m.Table | None]:
    """The cell of the row and the column that the last two of the table's parameters name; and how all of it is written.

    Where the table is not whole, which is reported, there is neither.
    """
    scope = parameter_scope(node, action.params, top)
    row_variable, column = action.params[-2:]
    scope.bind_to(node.by, row_variable)
    scope.bind_to(node.column, column)
    cells = [[block(cell, scope) for cell in row.cells] for row in node.rows]
    objects = _objects(node, row_variable.type.kind, scope) if row_variable.type.kind is not None else None
    if objects is None:
        return (), None
    body: m.Body = ()
    for row, object_, texts in reversed(list(zip(node.rows, objects, cells, strict=True))):
        site = scope.site(row.span)
        numbers = [(m.Const(number, m.NUMBER), text) for number, text in enumerate(texts, 1)]
        body = _pick(
            row_variable, [(m.Const(object_.id, object_type(object_.kind)), _pick(column, numbers, (), site))], body, site
        )
    cell_texts = [tuple(scope.source(cell) for cell in row.cells) for row in node.rows]
    return body, m.Table(action.site, tuple(zip(objects, cell_texts, strict=True)))


def _pick(variable: m.Variable, cases: Sequence[tuple[m.Const, m.Body]], otherwise: m.Body, site: m.Site) -> m.Body:
    for value, text in reversed(cases):
        otherwise = (m.If(m.Compare("==", m.Local(variable), value), text, otherwise, site),)
    return otherwise


def _objects(node: s.Table, kind: m.Kind, scope: Scope) -> list[m.Object] | None:
    """The objects of a table's rows; None where it is not whole, which is reported."""
    rows: dict[m.Object, s.TableRow] = {}
    first, unclear = node.rows[0], False
    for row in node.rows:
        object_ = _object(row, node, kind, scope)
        twin = rows.get(object_) if object_ is not None else None
        if len(row.cells) != len(first.cells):
            message = f"this row has {len(row.cells)} cells, the first {len(first.cells)}"
            scope.wrong("E0314", row, message, "this row", notes=[Note("the first", first.span)])
        if object_ is None:
            unclear = True
        elif twin is not None:
            message = f"`{object_.name}` has two rows in `{node.name.text}`"
            scope.wrong("E0314", row, message, "this row", notes=[Note("the first", twin.span)])
        else:
            rows[object_] = row
    missing = [f"`{o.name}`" for o in kind.objects if o not in rows]
    if missing and not unclear:
        message = f"`{node.name.text}` has no row for {', '.join(missing[:5])}{' …' if len(missing) > 5 else ''}"
        scope.wrong("E0314", node.name, message, f"one row for each of the {kind.plural}")
    if max(len(node.rows), len(first.cells)) > MOST_CELLS:
        message = f"a table has at most {MOST_CELLS} rows and columns"
        scope.wrong("E0314", node.name, message, "too large", help="write several tables")
        return None
    return list(rows) if len(rows) == len(node.rows) else None


def _object(row: s.TableRow, node: s.Table, kind: m.Kind, scope: Scope) -> m.Object | None:
    entry = scope.symbols.look(row.name.text, row.name.span)
    object_ = entry.object if entry is not None else None
    if object_ is not None and object_.kind.is_subkind_of(kind):
        return object_
    if entry is None or entry.meaning is not None:
        description = f"`{row.name.text}` is nothing in this ruleset" if entry is None else entry.describe()
        help = scope.symbols.did_you_mean(row.name.text, [o.name for o in kind.objects]) if entry is None else ""
        message = f"{description}; the rows of `{node.name.text}` are {kind.plural}"
        scope.wrong("E0314", row.name, message, f"not {with_article(kind.name)}", help=help)
    return None


def sequence(node: s.Sequence, around: Sequence[Attached], top: Scope) -> tuple[m.Body, tuple[int, int]]:
    """Its members one after the other, with what goes before and after each, and how many statements these are."""
    body: list[m.Statement] = []
    scope = top.for_rule(standing(node))
    before: list[m.Statement] = []
    after: list[m.Statement] = []
    for name in node.members:
        entry = scope.resolve(name, DOES, "a phase or an action")
        if entry is None or not isinstance(entry.meaning, m.Action):
            continue
        if entry.meaning.params:
            takes = ", ".join(f"`{p.name}`" for p in entry.meaning.params)
            message = f"`{name.text}` takes {takes}, which a sequence does not give"
            scope.wrong("E0302", name, message, "takes something", notes=entry.here())
            continue
        before, after = _each("before", around, top), _each("after", around, top)
        body += [*before, m.Do(entry.meaning, (), scope.site(name.span)), *after]
    return tuple(body), (len(before), len(after))


def _each(when: str, around: Sequence[Attached], top: Scope) -> list[m.Statement]:
    rules = [(a, a.node) for a in around if isinstance(a.node, s.AroundEach) and a.node.when == when]
    return [x for a, node in rules for x in block(node.body, a.scope((), top))]


class _Instead(NamedTuple):
    """A rule that stands instead of an action."""

    node: s.Around
    where: m.Expr | None
    scope: Scope
    site: m.Site
    level: int

    @property
    def goes_on(self) -> bool:
        """Return whether what it takes the place of may be done as well."""
        return any(isinstance(node, s.DoAsBefore) for node in walk(self.node.body))


def check_actions(symbols: Symbols, attachments: Attachments) -> tuple[list[m.Action], tuple[Diagnostic, ...]]:
    """Fills in every action, phase, table and sequence, and lists them; behind each those that its rules let go on."""
    top = Scope.top(symbols)
    made: list[m.Action] = []
    for entry in symbols.entries.values():
        action, node = entry.meaning, entry.definition
        if isinstance(action, m.Action):
            within = replace(top, ban=_ban(attachments.get(action.name, ()), top))
            match node:
                case s.Action():
                    used = symbols.used()
                    action.body = block(node.body, parameter_scope(node, action.params, within))
                    if any(_takes_its_place(attached.node) for attached in attachments.get(action.name, ())):
                        symbols.use_only(used)  # nobody ever comes to it
                case s.Table():
                    action.body, action.table = table(node, action, within)
                case s.Sequence():
                    action.body, action.around = sequence(node, attachments.get(action.name, ()), top)
            made += [action, *_weave(action, attachments, within)]
    return made, top.collector.diagnostics


def _takes_its_place(node: s.Attachment) -> bool:
    """Return whether a rule always stands instead of an action, and never lets it go on."""
    if not isinstance(node, s.Around) or not node.is_always_instead:
        return False
    return not any(isinstance(part, s.DoAsBefore) for part in walk(node.body))


def _weave(action: m.Action, attachments: Attachments, top: Scope) -> list[m.Action]:
    """Before, then instead or the action's own body, then after; each layer by layer, in the order of the text.

    What the rules that stand instead of it let go on is the result.
    """
    beside: dict[str, list[m.Statement]] = {"before": [], "after": []}
    instead: list[_Instead] = []
    for attachment in attachments.get(action.name, ()):
        node, site = attachment.node, attachment.site(top)
        action.attached.append(site)
        if isinstance(node, s.Around):
            scope = attachment.scope(action.params, top)
            where = attachment.where(scope)
            if node.when == "instead":
                instead.append(_Instead(node, where, scope, site, attachment.level))
            else:
                body = block(node.body, scope)
                beside[node.when] += body if where is None else (m.If(where, body, (), site),)
    going_on = _take_its_place(action, instead, top)
    action.body = (*beside["before"], *action.body, *beside["after"])
    return going_on


def _take_its_place(action: m.Action, rules: Sequence[_Instead], top: Scope) -> list[m.Action]:
    """Puts rules in the place of an action's body: first those of the highest layer, then those below.

    In each the first that holds, one without `where` last; of these the first, and the next where that one goes on as before.
    """
    going_on: list[m.Action] = []
    inside = [rule for rule in rules if rule.where is not None or rule.goes_on]
    if len(inside) > MOST_INSTEAD:
        message = f"more than {MOST_INSTEAD} rules stand instead of `{action.name}`"
        top.wrong("E0411", inside[MOST_INSTEAD].node.target, message, "one too many")
        return going_on
    for _, of_layer in groupby(rules, key=lambda rule: rule.level):
        for rule in reversed(_sort_instead_rules(action, list(of_layer), top)):
            if rule.goes_on:
                going_on.append(_copy_previous_action(action))
                arguments = tuple(map(m.Local, action.params))
                rule.scope.before = m.Do(going_on[-1], arguments, rule.site, as_before=True)
            body = block(rule.node.body, rule.scope)
            action.body = body if rule.where is None else (m.If(rule.where, body, action.body, rule.site),)
    return going_on


def _copy_previous_action(action: m.Action) -> m.Action:
    """An action that does what this one does so far; it is done inside it."""
    params, body = again(action)
    return m.Action(action.name, params, body, False, [], action.site)


def _sort_instead_rules(action: m.Action, rules: Sequence[_Instead], top: Scope) -> list[_Instead]:
    """The rules of a layer in the order in which they are asked; none can be behind one that always holds and never goes on."""
    always = [rule for rule in rules if rule.where is None]
    last = next((at for at, rule in enumerate(always) if not rule.goes_on), len(always))
    for rule in always[last + 1 :]:
        top.wrong(
            "E0411",
            rule.node.target,
            f"two rules stand instead of `{action.name}`, and neither says when",
            "the second",
            notes=[Note("the first", always[last].node.target.span)],
            help="say when each of them holds: `where …`; or let the first `do as before`",
        )
    return [*(rule for rule in rules if rule.where is not None), *always]


def check_member_actions(
    symbols: Symbols, objects: Objects, written: Written, attachments: Attachments
) -> tuple[list[m.Action], tuple[Diagnostic, ...]]:
    """Fills in each object's version of its kind's actions, and lists them."""
    top = Scope.top(symbols)
    behaviours = {object_: _behaviours(object_, node, top) for object_, node in objects.items()}
    made: list[m.Action] = []
    for action, node in written.items():
        if isinstance(action, m.MemberAction) and isinstance(node, s.MemberAction):
            action.bodies[:] = [None] * len(action.kind.root.objects)
            for object_ in action.kind.objects:
                own = behaviours.get(object_, {}).get(action.name)
                text = own.body if own is not None else node.body
                if text is not None:
                    within = replace(top, ban=_ban(attachments.get(f"{object_.name}.{action.name}", ()), top))
                    body = _version(action, node, text, within.for_object(object_))
                    action.bodies[object_.id] = body
                    made.append(body)
    return made, top.collector.diagnostics


def _version(action: m.MemberAction, node: s.MemberAction, text: s.Block, scope: Scope) -> m.Action:
    params = tuple(scope.bind(p.name, v.type) for p, v in zip(node.params, action.params, strict=True))
    scope.declined = node.declined
    return m.Action(action.name, params, block(text, scope), False, [], scope.site(text.span))


def _behaviours(object_: m.Object, node: s.Object, scope: Scope) -> dict[str, s.Behaviour]:
    behaviours: dict[str, s.Behaviour] = {}
    for behaviour in node.behaviours:
        name = behaviour.name
        if name.text in behaviours:
            notes = [Note("it stands here already", behaviours[name.text].name.span)]
            scope.wrong("E0201", name, f"`{name.text}` is written twice", "again here", notes=notes)
        elif own_action(object_.kind, name, scope, help="write it without braces") is not None:
            behaviours[name.text] = behaviour
    return behaviours
