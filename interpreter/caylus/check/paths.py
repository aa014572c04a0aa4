"""Resolve references (`apple`, `tree.height`, `harvest[year]`), the units of amounts, and types, as operands to convert.

The name of a resource is one of it, as a payment, and the thing itself where a thing is needed; a thing is one of it where a
payment is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple, cast

from caylus import model as m, syntax as s
from caylus.check import symbols
from caylus.check.scope import Scope, fix_name, insert_after
from caylus.diagnostics.diagnostic import Fix, Note
from caylus.diagnostics.render import having, with_article


class Operand(NamedTuple):
    """An expression and what it was made from."""

    node: s.Node
    expr: m.Expr

    @property
    def type(self) -> m.Type:
        return self.expr.type

    @property
    def is_a_resource(self) -> bool:
        """Return whether it is a thing of which players hold amounts."""
        return self.type.base == "object" and self.type.kind is not None and self.type.kind.is_of_resources

    def to(self, other: Operand) -> s.Node:
        """The place of both."""
        return s.Node(self.node.span.to(other.node.span))

    def convert_to(self, type_: m.Type, scope: Scope) -> Operand:
        """It as something of this type, if it can be taken for that."""
        if type_ == m.PAYMENT and self.is_a_resource:
            return self._replace(expr=pay_one(self, scope))
        return self.as_thing(scope) if type_.kind is not None and type_.kind.is_of_resources else self

    def as_thing(self, scope: Scope) -> Operand:
        """The thing, where it is the name of a resource."""
        if not isinstance(self.node, s.Reference) or self.node.name in scope.locals:
            return self
        entry = scope.symbols.look(self.node.name)
        object_ = entry.object if entry is not None and isinstance(entry.meaning, m.Resource) else None
        return self._replace(expr=m.Const(object_.id, symbols.object_type(object_.kind))) if object_ is not None else self


def as_one_sort(operands: list[Operand], scope: Scope) -> list[Operand]:
    """All operands as one sort: where some are resources, as things if all can be, else as payments."""
    if not any(operand.is_a_resource for operand in operands):
        return operands
    things = [operand.as_thing(scope) for operand in operands]
    return [o.convert_to(m.PAYMENT, scope) for o in things] if any(o.type == m.PAYMENT for o in things) else things


def candidate_resources(thing: Operand, scope: Scope) -> tuple[tuple[m.Resource, ...], m.Expr | None]:
    """The resources that a thing may be, and which of them it is; a known one alone, and nothing to ask.

    None at all, and reported, where there are none of its kind.
    """
    kind, expr = thing.type.kind, thing.expr
    assert kind is not None
    among = list_resources(kind, scope)
    if not among:
        report_empty_group(kind, thing.node, scope)
        return (), None
    if isinstance(expr, m.Const) and expr.value >= 0:
        return tuple(resource for resource in among if resource.index == expr.value), None
    return among, expr


def report_empty_group(kind: m.Kind, node: s.Node, scope: Scope) -> None:
    """Reports a kind of resources of which there are none, unless they stand in what could not be read."""
    if not scope.symbols.unread:
        help, message = f"define one: `{kind.name} …`", f"there is no {kind.name} of which anybody could hold some"
        scope.wrong("E0324", node, message, "a kind without resources", help=help)


def list_resources(kind: m.Kind, scope: Scope) -> tuple[m.Resource, ...]:
    """The resources that are the objects of a kind; whoever means all of them uses each."""
    scope.symbols.spend(len(kind.objects))
    entries = [scope.symbols.look(object_.name) for object_ in kind.objects]
    return tuple(entry.meaning for entry in entries if entry is not None and isinstance(entry.meaning, m.Resource))


def pay_one(thing: Operand, scope: Scope) -> m.Expr:
    """One of a thing, as a payment."""
    resources, which = candidate_resources(thing, scope)
    if not resources:
        return symbols.MISTAKE
    if which is None:
        return m.ConstPayment(tuple(((resource.index, 1),) for resource in resources))
    return m.Quantity(m.Const(1, m.NUMBER), resources, False, which)


def unit_named(name: s.Name, scope: Scope, *, help: str = "") -> symbols.Entry | None:
    """The unit of a name: a resource, a group, a kind of resources; None, and reported, for anything else."""
    entry = scope.symbols.look(name.text, name.span)
    meaning = entry.meaning if entry is not None else None
    if resources_meant(meaning, scope):
        return entry
    if isinstance(meaning, m.Kind) and meaning.is_of_resources:
        report_empty_group(meaning, name, scope)
    elif entry is None or meaning is not None or not isinstance(entry.definition, s.Object):  # of what kind that is is unclear
        if isinstance(meaning, m.AllOf) and meaning.kind.is_of_resources:
            help = f"write `{meaning.kind.name}`"
        scope.resolve(name, scope.symbols.words_for_resources(), "a resource or a group", help=help)
    return None


def resources_named(unit: s.Name, scope: Scope) -> tuple[m.Resource, ...]:
    """The resources that a unit names; none, and reported, where it names something else."""
    entry = unit_named(unit, scope)
    return resources_meant(entry.meaning, scope) if entry is not None else ()


def resources_meant(meaning: object, scope: Scope) -> tuple[m.Resource, ...]:
    """A resource, or those of a group or a kind; none where something else is meant."""
    match meaning:
        case m.Resource():
            return (meaning,)
        case m.Group(members=members):
            return members
        case m.Kind() if meaning.is_of_resources:
            return list_resources(meaning, scope)
    return ()


def list_group_members(group: m.Group, scope: Scope) -> m.Gathered:
    """A group as the list of its resources."""
    scope.symbols.look(s.RESOURCE)  # of which the rules speak here
    types = [symbols.object_type(resource.object.kind) for resource in group.members]
    members = tuple(m.Const(resource.index, type_) for resource, type_ in zip(group.members, types, strict=True))
    return m.Gathered(
        group.name, members, symbols.list_type(reduce(lambda one, other: symbols.common(one, other) or one, types).kind)
    )


_PLAIN = {"number": m.NUMBER, "flag": m.FLAG, "payment": m.PAYMENT, "scale": m.SCALE}
OF_PARAMETERS = ("number", "flag", "payment")
OF_PROPERTIES = ("number", "flag", "payment", "scale")
OF_STATES = ("number", "flag")


def kind_named(name: s.Name, scope: Scope, *, plural: bool = False) -> m.Kind | None:
    """The kind of that name, or, where `plural`, of that plural; None, and reported, for anything else."""
    kind_entry = scope.symbols.entries.get(name.text)
    if kind_entry is not None and kind_entry.what == "plural" and not plural:
        one = kind_entry.definition.name.text if isinstance(kind_entry.definition, s.Kind) else scope.symbols.player.name
        scope.wrong("E0206", name, f"`{name.text}` is the plural of a kind", "one is meant", help=f"write `{one}`")
        return None
    entry = scope.resolve(name, ("kind", "plural") if plural else ("kind",), "a kind")
    if entry is not None and isinstance(entry.meaning, m.AllOf):
        return entry.meaning.kind
    return entry.meaning if entry is not None and isinstance(entry.meaning, m.Kind) else None


def type_written(node: s.TypeName, allowed: Sequence[str], where: str, scope: Scope) -> m.Type:
    """The type that was written; `allowed` are the plain ones that may stand there, `where` says where that is."""
    name = s.Name(node.span, node.name)
    if node.bounds is not None and (allowed is not OF_STATES or node.name != "number"):
        message = f"{where} cannot be {with_article(node.name)} between bounds"
        help = "what changes and is a number has bounds: `state … number from … to …`"
        scope.wrong("E0313", node.bounds, message, "no bounds here", help=help)
    elif node.is_list:
        kind = kind_named(name, scope, plural=True)
        if allowed is OF_PARAMETERS:
            return symbols.list_type(kind) if kind is not None else symbols.UNKNOWN
        scope.wrong("E0313", node, f"{where} cannot be a list", "not here", help="`list … of …` is what changes")
    elif node.name in allowed:
        return _PLAIN[node.name]
    elif node.name in _PLAIN:
        help = f"{where} is a kind, {', '.join(allowed[:-1])} or {allowed[-1]}"
        scope.wrong("E0313", node, f"{where} cannot be {with_article(node.name)}", "not here", help=help)
    elif node.name in scope.symbols.entries:
        kind = kind_named(name, scope)
        return symbols.object_type(kind) if kind is not None else symbols.UNKNOWN
    else:
        guess = scope.symbols.did_you_mean(node.name, [*allowed, *scope.symbols.names_by_sort("kind")])
        types = "the types are `number`, `flag`, `payment`, `scale` and the names of kinds; what has words is an object of a kind"
        scope.wrong("E0204", node, f"`{node.name}` is neither a kind nor a type", "unknown name", help=guess or types)
    return symbols.UNKNOWN


def parameters(params: Sequence[s.Param], scope: Scope) -> tuple[m.Variable, ...]:
    """A definition's parameters; one without a type is of the kind of its own name."""
    titles = [p.title.text if p.title is not None else None for p in params]
    types = [_parameter_type(p, scope) for p in params]
    return tuple(m.Variable(p.name.text, type_, title, p.label) for p, type_, title in zip(params, types, titles, strict=True))


def _parameter_type(param: s.Param, scope: Scope) -> m.Type:
    if param.type is not None:
        return type_written(param.type, OF_PARAMETERS, "a parameter", scope)
    name = param.name.text
    entry = scope.symbols.look(name)
    if entry is not None and isinstance(entry.meaning, m.Kind):
        return symbols.object_type(entry.meaning)
    if entry is None or entry.what not in ("kind", symbols.UNCLEAR):
        scope.wrong(
            "E0204",
            param,
            f"the parameter `{name}` has no type, and there is no kind of its name",
            "of what type?",
            help=scope.symbols.did_you_mean(name, scope.symbols.names_by_sort("kind"))
            or f"write `{name}: number`, or another type or kind",
        )
    return symbols.UNKNOWN


def resolve_name(node: s.Reference, scope: Scope) -> m.Expr:
    """A name alone: a variable, or what stands at the top level."""
    variable = scope.variable(s.Name(node.span, node.name))
    if variable is not None:
        return scope.gathered.get(variable) or m.Local(variable)
    entry = scope.symbols.look(node.name, node.span)
    if entry is None:
        return _unknown(node, scope)
    if node.name in scope.symbols.bent:
        return _bent_constant(node, scope.symbols.bent[node.name], scope)
    match entry.meaning:
        case m.Const() | m.ConstPayment() | m.ConstScale() | m.AllOf() as known:
            return known
        case m.Resource() | m.Group() as unit:
            among = resources_meant(unit, scope)
            scope.symbols.spend(len(among))
            return m.ConstPayment(tuple(((r.index, 1),) for r in among))
        case m.Kind() as kind:
            return m.AllOf(kind, symbols.list_type(kind)) if kind.plural == kind.name else _nobody(node, kind, scope)
        case m.Object(id=id_, kind=kind):
            return m.Const(id_, symbols.object_type(kind))
        case m.Automaton() as automaton:
            return m.SeatOf(automaton, automaton.player.type)
        case m.Row() as row:
            return m.RowMembers(row, symbols.list_type(row.kind))
        case m.State() as state:
            return m.Read(state, None, (), state.type)
        case m.ListState() as list_:
            return m.ListMembers(list_, None, symbols.list_type(list_.kind))
        case m.Value() | m.Condition() as asked:
            message, label = f"{entry.describe()}, and is asked with parentheses", "parentheses are missing"
            help, fix = with_parentheses(node, asked.params, scope)
            return scope.wrong("E0315", node, message, label, help=help, fix=fix)
    if isinstance(entry.meaning, m.Action) or isinstance(entry.definition, s.Rule):
        return scope.wrong("E0206", node, f"{entry.describe()}, and is worth nothing", "cannot stand here", notes=entry.here())
    return symbols.MISTAKE


def _place_in_row(thing: m.Expr, kind: m.Kind, scope: Scope) -> m.Expr:
    """The number of an object in its row; before play, that of a thing whose place is known by then."""
    if scope.ask is not None and isinstance(thing, m.Const) and thing.value >= 0 and not kind.is_player:
        number = next((one.number for one in kind.root.objects if one.id == thing.value), None)
        if number is not None:
            return m.Const(number, m.NUMBER)
    return m.PlaceInRow(thing)


def _bent_constant(node: s.Reference, value: m.Value, scope: Scope) -> m.Expr:
    """A constant that rules change is asked in play, as a value is."""
    call = s.Call(node.span, node, ())
    return m.CallValue(value, ()) if scope.ask is None else scope.ask(value, (), call, scope)


def with_parentheses(node: s.Node, params: Sequence[m.Variable], scope: Scope, verb: str = "") -> tuple[str, Fix | None]:
    """The same call with its missing parentheses; there is one answer if everything goes by the same name here."""
    parentheses = f"({', '.join(p.name for p in params)})"
    whole = f"{verb}{scope.source(node)}{parentheses}"
    is_plain = all(p.name in scope.locals and symbols.fits(scope.locals[p.name][0].type, p.type) for p in params)
    return f"write `{whole}`", insert_after(node, parentheses, whole) if is_plain else None


def _unknown(node: s.Reference, scope: Scope) -> m.Const:
    entries = scope.symbols.entries.values()
    worthless = (s.Action, s.Sequence, s.Rule)
    names = [*scope.locals, *(e.name for e in entries if not isinstance(e.definition, worthless) and not _is_one_of_many(e))]
    guess = scope.symbols.did_you_mean(node.name, names)
    owner = next((kind for kind in scope.symbols.kinds() if kind.parent is None and field(kind, node.name)), None)
    if owner is not None:
        guess = (
            f"{symbols.describe(symbols.object_type(owner))} has `{node.name}`: say whose it is, as in `{owner.name}.{node.name}`"
        )
    if (stem := node.name.removesuffix("_name")) != node.name and stem in names:
        guess = f"write `{stem}`: in a text, braces show the title"
    if node.name == s.HERE:
        guess = "`here` stands in the parentheses of what an object changes, as in `after visit(player, here) { … }`"
    fix = fix_name(s.Name(node.span, node.name), {node.name.lower()}.intersection(names))
    return scope.wrong("E0204", node, f"`{node.name}` is nothing in this ruleset", "unknown name", help=guess, fix=fix)


def _is_one_of_many(entry: symbols.Entry) -> bool:
    """Return whether a name is that of a kind alone, which stands for none of its members."""
    return isinstance(entry.meaning, m.Kind) and entry.meaning.plural != entry.name


def _nobody(node: s.Reference, kind: m.Kind, scope: Scope) -> m.Const:
    if not scope.is_clear:
        return symbols.MISTAKE
    if kind.is_player:  # whoever is meant is missing for all that follows as well
        scope.locals[kind.name] = m.Variable(kind.name, symbols.UNKNOWN), node.span
    help = f"name one by a parameter `{kind.name}` or by `for each {kind.name} in {kind.plural}`; `is in {kind.plural}` fits all"
    return scope.wrong("E0204", node, f"`{kind.name}` is no particular {kind.name} here", f"which {kind.name}?", help=help)


# ---- members


def resolve_member(subject: Operand, name: s.Name, scope: Scope) -> m.Expr:
    """`subject.name`: a property, a state, a place in a row, or what a player holds."""
    subject = subject.as_thing(scope)
    kind = subject.type.kind
    if symbols.is_unknown(subject.type):
        return symbols.MISTAKE
    if subject.type == m.PAYMENT and isinstance(subject.expr, m.Local):
        part = scope.symbols.look(name.text, name.span)
        among = resources_meant(part.meaning, scope) if part is not None else ()
        if among:
            _not_one(subject, name, scope)
            return m.AmountIn(among, subject.expr)
    if subject.type.base != "object" or kind is None:
        message = f"`{scope.source(subject.node)}` is {symbols.describe(subject.type)}, which has no `{name.text}`"
        help = f"let a parameter be the payment: `value amount(given: payment) = given.{name.text}`, and write `amount(…)` here"
        label = "only objects have something"
        return scope.wrong("E0205", name, message, label, help=help if subject.type == m.PAYMENT else "")
    found = field(kind, name.text)
    if found is not None:
        scope.symbols.note_member(name.span, found, kind)
    match found:
        case m.Property() as property_:
            scope.symbols.read.add(property_)
            return _fold_property(property_, subject.expr)
        case m.State() as state:
            scope.symbols.read.add(state)
            return m.Read(state, subject.expr, (), state.type)
        case m.ListState() as list_:
            scope.symbols.read.add(list_)
            return m.ListMembers(list_, subject.expr, symbols.list_type(list_.kind))
        case m.Row() as row:
            scope.symbols.read.add(row)
            return m.PlayerRow(row, subject.expr, symbols.list_type(row.kind))
        case m.MemberAction() as action:
            help = f"write `do {scope.source(subject.node)}.{name.text}(…)`"
            message = f"`{name.text}` is what {symbols.describe(subject.type)} does, not what it has"
            return scope.wrong("E0206", name, message, "an action", notes=definition_notes(action), help=help)
    if name.text == "number" and _has_places(kind):
        return _place_in_row(subject.expr, kind, scope)
    entry = scope.symbols.look(name.text, name.span) if kind.is_player else None
    held = resources_meant(entry.meaning, scope) if entry is not None else ()
    if held:
        _not_one(subject, name, scope)
        return m.Holding(held, subject.expr)
    return no_member(kind, name, scope)


def _not_one(subject: Operand, name: s.Name, scope: Scope) -> None:
    """Warns where all resources of a kind are meant by what is the name of one of them here."""
    variable, _ = scope.locals.get(name.text, (None, None))
    if variable is not None and variable.type.kind is not None and variable.type.kind.is_of_resources:
        source = scope.source(subject.node)
        message = f"`{source}.{name.text}` is how much of every {name.text} together, not of this one"
        help = f"write `{source}[{name.text}]`; if all are meant, call this one something else"
        scope.collector.warning("W1018", name.span, message, f"not the {name.text} that is named here", help=help)


def _has_places(kind: m.Kind) -> bool:
    """Return whether objects of the kind stand in rows, or round the table as players do."""
    return kind.is_player or any(object_.row for object_ in kind.objects)


def field(kind: m.Kind, name: str) -> m.Property | m.State | m.ListState | m.Row | m.MemberAction | None:
    """The member `name` of a kind, or of a kind above it."""
    above: m.Kind | None = kind
    while above is not None:
        member = above.properties.get(name) or above.states.get(name) or above.lists.get(name) or above.actions.get(name)
        if member is not None or name in above.rows:
            return member or above.rows[name]
        above = above.parent
    return None


def fields(kind: m.Kind) -> list[str]:
    """The names of everything an object of a kind has and does."""
    own = [*kind.properties, *kind.states, *kind.lists, *kind.rows, *kind.actions]
    return own if kind.parent is None else [*own, *fields(kind.parent)]


def _holding_names(scope: Scope) -> list[str]:
    """The names of what every player holds."""
    return scope.symbols.names_by_sort(*scope.symbols.words_for_resources())


def own_action(kind: m.Kind, name: s.Name, scope: Scope, *, help: str = "") -> m.MemberAction | None:
    """The action that every object of a kind has a version of; None, and reported, for anything else."""
    member = field(kind, name.text)
    if isinstance(member, m.MemberAction):
        scope.symbols.note_member(name.span, member, kind)
        return member
    if member is None:
        no_member(kind, name, scope)
    else:
        message = f"`{name.text}` is what {symbols.describe(symbols.object_type(kind))} has, not what it does"
        scope.wrong("E0206", name, message, "not an action", notes=definition_notes(member), help=help)
    return None


def definition_notes(member: m.Property | m.State | m.ListState | m.Row | m.MemberAction) -> tuple[Note, ...]:
    return (Note("it is defined here", member.span),)


_SUPERFLUOUS = {
    **dict.fromkeys(("name", "title", "id", "label", "text"), "in a text, braces show the title, and two are compared by `is`"),
    **dict.fromkeys(("resources", "supply", "inventory", "stock", "goods", "items"), "what a player holds is named itself"),
}
"""Members of other languages that stand between a thing and what is meant, with what is written here."""


def no_member(kind: m.Kind, name: s.Name, scope: Scope) -> m.Const:
    """Reports that objects of a kind have no such thing."""
    if name.text in scope.symbols.unread:
        return symbols.MISTAKE
    names = fields(kind) + (_holding_names(scope) if kind.is_player else []) + (["number"] if _has_places(kind) else [])
    help = scope.symbols.did_you_mean(name.text, names) or having(names)
    lower = next(
        (k for k in scope.symbols.kinds() if k.parent is not None and k.is_subkind_of(kind) and field(k, name.text)), None
    )
    word = scope.symbols.entries[name.text].what if name.text in scope.symbols.entries else ""
    if name.text in _SUPERFLUOUS:
        help = f"leave `.{name.text}` out: {_SUPERFLUOUS[name.text]}"
    elif lower is not None:
        help = f"only {symbols.describe(symbols.object_type(lower))} has it; declare it in `{kind.name}` for all of them"
    elif kind.is_player and word in ("state", "list"):
        help = f"`{name.text}` is there once, for all; for one of each player, write it into `each player has {{ … }}`"
    elif word in ("value", "condition"):
        help = f"`{name.text}` is a {word}, and has parentheses: `{name.text}(…)`"
    return scope.wrong("E0205", name, f"{symbols.describe(symbols.object_type(kind))} has no `{name.text}`", "unknown", help=help)


def _fold_property(property_: m.Property, subject: m.Expr) -> m.Expr:
    """A property; of a known object, its value."""
    if symbols.is_unknown(property_.type):
        return symbols.MISTAKE
    if not isinstance(subject, m.Const) or subject.value < 0 or not property_.values:
        return m.Fixed(property_, subject, property_.type)
    value = property_.values[subject.value]
    if property_.type == m.PAYMENT:
        return m.ConstPayment(cast(m.Alternatives, value))
    if property_.type == m.SCALE:
        return m.ConstScale(*cast(tuple[int, tuple[int, ...]], value))
    return m.Const(int(cast(int, value)), property_.type)


# ---- items


def item(subject: Operand, indices: Sequence[Operand], node: s.Index, scope: Scope) -> m.Expr:
    """`subject[index]`: of a row, a list, a scale, or a state kept for each of a kind, or for several things at once."""
    if symbols.is_unknown(subject.type, *(index.type for index in indices)):
        return symbols.MISTAKE
    source, state = scope.source(subject.node), _lacking(subject.expr)
    if state is None and _holds_amounts(subject, scope):
        return _amount(subject, indices, node, scope)
    if state is None and subject.type.base not in ("list", "scale"):
        message = f"`{source}` is {symbols.describe(subject.type)}, and has no items"
        return scope.wrong("E0312", indices[0].node, message, "nothing to pick from")
    index_types = [m.NUMBER] if state is None else [symbols.object_type(kind) for kind in state.indices]
    if len(indices) != len(index_types):
        return _report_key_count(source, state, len(indices), node, scope)
    indices = [index.convert_to(type_, scope) for index, type_ in zip(indices, index_types, strict=True)]
    for index, type_ in zip(indices, index_types, strict=True):
        if not symbols.fits(index.type, type_):
            return scope.misfit(index.node, index.type, type_, f"the index of `{source}` is")
    (index, *_) = indices
    if state is None and subject.type.base == "list" and isinstance(index.expr, m.Const) and index.expr.value < 1:
        last = f", and the last is `{source}[size of {source}]`" if index.expr.value < 0 else ""
        help = f"members are counted from 1: the first is `{source}[1]`{last}"
        return scope.wrong("E0312", index.node, f"`{source}` has no member {index.expr.value}", "never there", help=help)
    match subject.expr:
        case m.Read() as read:
            return replace(read, indices=tuple(index.expr for index in indices))
        case m.RowMembers(row=row):
            return _row_item(row, index, scope)
        case m.ListMembers(list=list_, object=object_):
            return m.ListItem(list_, object_, index.expr, symbols.object_type(list_.kind))
        case expr if subject.type.base == "list":
            return m.Item(cast(m.ListExpr, expr), index.expr, symbols.member_type(subject.type))
        case m.ConstScale(start=start, numbers=numbers) if isinstance(index.expr, m.Const):
            constant = m.Const(numbers[max(0, min(index.expr.value - start, len(numbers) - 1))], m.NUMBER)
            return scope.symbols.keep_open(constant, subject.expr, index.expr)
    return m.ScaleItem(subject.expr, index.expr)


def _report_key_count(source: str, state: m.State | None, key_count: int, node: s.Index, scope: Scope) -> m.Const:
    if state is None:
        message = f"`{source}` is read by one number, but is given {key_count}"
        return scope.wrong("E0312", node, message, "one number is needed")
    message = f"`{source}` is kept for {_each(state)}, but is given {key_count}"
    return scope.wrong("E0312", node, message, "for which?", help=_render_keys(source, state))


def _holds_amounts(subject: Operand, scope: Scope) -> bool:
    """Return whether it is a player, or what somebody has paid or gained."""
    is_given = subject.type == m.PAYMENT and isinstance(subject.expr, m.Local)
    return is_given or subject.type == symbols.object_type(scope.symbols.player)


def _amount(subject: Operand, indices: Sequence[Operand], node: s.Index, scope: Scope) -> m.Expr:
    """Return how much there is of a thing: before a player, or in a payment."""
    if len(indices) > 1:
        return scope.wrong("E0312", node, f"an amount is of one thing, but is asked of {len(indices)}", "one is needed")
    index_type = symbols.object_type(scope.symbols.resource)
    index = indices[0].convert_to(index_type, scope)
    if not index.is_a_resource:
        return scope.misfit(index.node, index.type, index_type, f"what `{scope.source(subject.node)}` has is of")
    among, which = candidate_resources(index, scope)
    if not among:
        return symbols.MISTAKE
    if subject.type == m.PAYMENT:
        return m.AmountIn(among, subject.expr, which)
    return m.Holding(among, subject.expr, which)


def _row_item(row: m.Row, index: Operand, scope: Scope) -> m.Expr:
    if row.size == 0 or not isinstance(index.expr, m.Const):
        return m.RowItem(row, index.expr, symbols.object_type(row.kind))
    number = index.expr.value
    if number > row.size:
        message = f"`{row.name}` has no member {number}"
        return scope.wrong("E0312", index.node, message, f"from 1 to {row.size}", notes=[Note("it is defined here", row.span)])
    return m.Const(row.first + number - 1, symbols.object_type(row.kind))


def complete(expr: m.Expr, node: s.Expr, scope: Scope) -> m.Expr:
    """An expression that stands for itself: a state kept for each of a kind needs its indices."""
    state = _lacking(expr)
    if state is None:
        return expr
    help = _render_keys(scope.source(node), state)
    return scope.wrong("E0312", node, f"`{state.name}` is kept for {_each(state)}", "for which?", help=help)


def _lacking(expr: m.Expr) -> m.State | None:
    """The state that is spoken of without what it is kept for; None for anything else."""
    return expr.state if isinstance(expr, m.Read) and len(expr.indices) < len(expr.state.indices) else None


def _each(state: m.State) -> str:
    return " and ".join(f"each {kind.name}" for kind in state.indices)


def _render_keys(source: str, state: m.State) -> str:
    return f"write `{source}[{', '.join(kind.name for kind in state.indices)}]`"
