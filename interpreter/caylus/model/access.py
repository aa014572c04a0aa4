"""Accesses of statements and expressions: what each of them reads, writes, binds, calls, draws and reveals by itself.

An access leaves out the parts inside a part (see `walk.parts` and `walk.bodies`), the rules that a call leads to (`rule_parts`),
and the rules that a gain sets off (`Gaining`). A new statement or expression gets its case here: mypy asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple, assert_never, get_args

from caylus import model as m

from .walk import STATEMENTS, action_versions, bodies, list_actions, parts, statements


def several_ways(payment: m.Expr) -> bool:
    """Return whether a payment may leave a choice. Whoever passes one on may pass on several."""
    for made_of in payment_parts(payment):
        match made_of:
            case m.ConstPayment(alternatives=ways) if len(ways) > 1:
                return True
            case m.Quantity(resources=resources, which=None) if len(resources) > 1:
                return True
            case m.CombinePayments(op="or") | m.Local():
                return True
    return False


def is_bookkeeping(statement: m.Statement) -> bool:
    """Return whether a statement changes nothing but what is internal to the rules."""
    if isinstance(statement, m.Block) and not access(statement).decides:
        inner = [x for body in bodies(statement) for x in body]
        return bool(inner) and all(map(is_bookkeeping, inner))
    writes = access(statement).writes if isinstance(statement, m.Effect) else ()
    return bool(writes) and all(write.held and all(thing.audience.is_internal for thing in write.held) for write in writes)


def is_fixed(formula: m.Expr) -> bool:
    """Return whether a formula follows from its variables alone, whatever lies on the table."""
    waiting: list[object] = [formula]
    visited_ids: set[int] = set()
    for part in (part for one in waiting for part in parts(one)):
        asks = access(part)
        if asks.reads or asks.draws or asks.reveals is not None:
            return False
        waiting += (rule_parts(call.named) for call in asks.calls if id(call.named) not in visited_ids)
        visited_ids.update(id(call.named) for call in asks.calls)
    return True


def filter_lot(loop: m.ForEach) -> m.ForEach:
    """The loop with only those members in its lot for which its condition holds, where nothing can change that meanwhile.

    What a seat knows of the lot is then as plain as of any other: which members are in it, and not in what order.
    """
    match loop:
        case m.ForEach(at_once=False, variables=(variable,), sources=(m.Shuffled(list=source),), where=where) if (
            where is not None
        ):
            if is_fixed(where):
                members = m.Query("sort", variable, source, where, m.Const(0, m.NUMBER), False, source.type)
                return replace(loop, where=None, sources=(m.Shuffled(members, source.type),))
    return loop


def payment_resources(payment: m.Expr) -> set[int] | None:
    """The numbers of the resources that may be in a payment; None where it was passed on and may be of anything."""
    indices: set[int] = set()
    for made_of in payment_parts(payment):
        match made_of:
            case m.ConstPayment(alternatives=ways):
                indices |= {resource for way in ways for resource, _ in way}
            case m.Quantity(resources=resources):
                indices |= {resource.index for resource in resources}
            case m.Local():
                return None
    return indices


def payment_parts(payment: m.Expr) -> Iterator[m.Expr]:
    """The parts that a payment is or may be put together from; properties as what they are of any object."""
    waiting: list[m.Expr] = [payment]
    visited_values: set[m.Value] = set()
    while waiting:
        part = waiting.pop()
        yield part
        match part:
            case m.CombinePayments(op="*", right=many):
                waiting.append(many)
            case m.CombinePayments(left=left, right=right) | m.Choice(then=left, otherwise=right):
                waiting += (left, right)
            case m.Fixed(property=property_):
                waiting += (m.ConstPayment(worth) for worth in property_.values if isinstance(worth, tuple))
            case m.CallValue(value=value) if value not in visited_values:
                visited_values.add(value)
                waiting += (result for _, result in value.cases)
                waiting += (modifier.value for modifier in value.modifiers)


class Gaining:
    """Knows the triggers of a ruleset: `triggers` holds those that wait for a resource, in the order of the text."""

    def __init__(self, triggers: Iterable[m.Trigger]) -> None:
        self.triggers: dict[m.Resource, list[m.Trigger]] = {}
        for trigger in triggers:
            for resource in trigger.resources:
                self.triggers.setdefault(resource, []).append(trigger)

    def awaited_resources(self, statement: object) -> list[m.Resource]:
        """The resources that a statement may have somebody gain and that a trigger waits for."""
        if not self.triggers or not isinstance(statement, m.Transfer) or not statement.is_gain:
            return []
        gained_resources = payment_resources(statement.payment)
        return [resource for resource in self.triggers if gained_resources is None or resource.index in gained_resources]

    def triggered_actions(self, statement: object) -> list[m.Action]:
        """The actions that may be done after a statement because of what it has somebody gain."""
        triggers = (trigger for resource in self.awaited_resources(statement) for trigger in self.triggers[resource])
        return list(dict.fromkeys(trigger.action for trigger in triggers))

    def find_reached(self, start: m.Action) -> Iterator[m.Action]:
        """An action, and all that may be done or set off with it."""
        actions = {start}
        waiting = [start]
        while waiting:
            action = waiting.pop()
            yield action
            for statement in statements(action.body):
                new = [*access(statement).actions(), *self.triggered_actions(statement)]
                new = [callee for callee in new if callee not in actions]
                actions.update(new)
                waiting += new


Place = m.Read | m.Holding | m.ListMembers
Named = m.Value | m.Condition | m.Action

How = Literal["ask", "set", "raise", "lower", "gain", "lose", "add", "remove", "put", "take", "order"]
"""`add` and `remove`: into and out of a list; `put` and `take`: the same of what is moved from one place to another."""


class Touch(NamedTuple):
    """Things that are read or written, of an object or of the table: those of a place, or the resources of a payment.

    `supplied`: not the resources themselves, but those that they are taken from. `value` is what is written, or how much.
    """

    how: How
    of: m.Expr | None
    held: tuple[m.Thing, ...] = ()
    place: Place | None = None
    value: m.Expr | None = None
    payment: m.Expr | None = None
    supplied: bool = False

    def things(self, resources: Iterable[m.Resource]) -> tuple[m.Thing, ...]:
        """The things it touches; of a payment that was handed on any of all `resources`."""
        if self.payment is None:
            return self.held
        indices = payment_resources(self.payment)
        paid = [resource for resource in resources if indices is None or resource.index in indices]
        return tuple(r.supply for r in paid if r.supply is not None) if self.supplied else tuple(paid)


class Binding(NamedTuple):
    """A variable, and what it is bound to: a value, or each member of a list that `where` admits."""

    variable: m.Variable
    to: m.Expr
    is_member: bool = False
    where: m.Expr | None = None


class Call(NamedTuple):
    """A rule with a name that is asked or done, and what it is given."""

    named: Named
    arguments: tuple[m.Expr, ...]


class Access(NamedTuple):
    """All of it. `decides`: somebody may have to; `ends`: the game is over behind it; `stops`: the `repeat` around it is."""

    reads: tuple[Touch, ...] = ()
    writes: tuple[Touch, ...] = ()
    binds: tuple[Binding, ...] = ()
    calls: tuple[Call, ...] = ()
    reveals: Place | m.Expr | None = None
    draws: bool = False
    decides: bool = False
    ends: bool = False
    stops: bool = False

    def actions(self) -> list[m.Action]:
        """The actions that it does."""
        return [call.named for call in self.calls if isinstance(call.named, m.Action)]

    def bindings(self) -> Iterator[Binding]:
        """The variables it binds itself, and the parameters of what it calls."""
        yield from self.binds
        for definition, arguments in self.calls:
            yield from map(Binding, definition.params, arguments)


NOTHING = Access()


def access(part: object) -> Access:
    """Of any part of a rule."""
    if type(part) in STATEMENTS:
        return statement_access(part)  # type: ignore[arg-type]
    if type(part) in _EXPRESSIONS:
        return expression_access(part)  # type: ignore[arg-type]
    return NOTHING


def rule_parts(definition: Named) -> tuple[Any, ...]:
    """The parts of a value, a condition or an action."""
    match definition:
        case m.Value(cases=cases, modifiers=modifiers):
            return (*cases, *modifiers)
        case m.Condition(requires=requires):
            return tuple(requires)
        case m.Action(body=body):
            return body
    assert_never(definition)


def find_state(place: m.Read | m.ListMembers) -> m.State | m.ListState:
    """The state or the list that a place is of."""
    return place.state if isinstance(place, m.Read) else place.list


def _members(variables: Sequence[m.Variable], sources: Sequence[m.Expr], where: m.Expr | None) -> Iterator[Binding]:
    return (Binding(variable, source, True, where) for variable, source in zip(variables, sources, strict=True))


def _touch_place(how: How, place: Place, value: m.Expr | None = None) -> Touch:
    match place:
        case m.Read(state=state, object=of):
            return Touch(how, of, (state,), place, value)
        case m.ListMembers(list=list_, object=of):
            return Touch(how, of, (list_,), place, value)
        case m.Holding(resources=resources, player=player):
            return Touch(how, player, resources, place, value)
    assert_never(place)


def _touch_payment(how: How, supply_how: How, player: m.Expr, payment: m.Expr) -> tuple[Touch, Touch]:
    """What a payment does to the holdings of a player, and to the supplies."""
    return Touch(how, player, payment=payment), Touch(supply_how, player, payment=payment, supplied=True)


# ---- statements


def statement_access(statement: m.Statement) -> Access:
    """Of a statement without those inside it."""
    match statement:
        case m.Assign(target=target, value=value):
            return Access(writes=(_touch_place("set", target, value),))
        case m.Adjust(target=target, sign=sign, amount=amount):
            return Access(writes=(_touch_place("raise" if sign > 0 else "lower", target, amount),))
        case m.Transfer(player=player, payment=payment):
            return _transfer(statement, player, payment)
        case m.AddTo(target=target, member=member):
            return Access(writes=(_touch_place("add", target, member),))
        case m.RemoveFrom(target=target, member=member):
            return Access(writes=(_touch_place("remove", target, member),))
        case m.Put(member=member, source=source, target=target):
            return Access(writes=(_touch_place("take", source, member), _touch_place("put", target, member)))
        case m.Rearrange(verb=verb, target=target):
            return _rearrange(verb, target)
        case m.Reveal(target=target):
            return Access(reveals=target)
        case m.ForEach(variables=variables, sources=sources, where=where):
            return Access(binds=tuple(_members(variables, sources, where)))
        case m.Choose(options=options):
            return Access(binds=tuple(binding for option in options for binding in _option_bindings(option)), decides=True)
        case m.Do(action=action, arguments=arguments):
            return Access(calls=(Call(action, arguments),))
        case m.DoMember(arguments=arguments):
            return Access(calls=tuple(Call(version, arguments) for version in action_versions(statement)))
        case m.Let(variable=variable, value=value):
            return Access(binds=(Binding(variable, value),))
        case m.EndGame():
            return Access(ends=True)
        case m.Stop():
            return Access(stops=True)
        case m.Block() | m.Say():
            return NOTHING
    assert_never(statement)


def _rearrange(verb: m.Order, target: m.ListMembers) -> Access:
    match verb:
        case "clear":
            return Access(writes=(_touch_place("remove", target),))
        case "shuffle" | "reverse" | "sort" | "begin":
            return Access(writes=(_touch_place("order", target),), draws=verb == "shuffle")
    assert_never(verb)


def _transfer(transfer: m.Transfer, player: m.Expr, payment: m.Expr) -> Access:
    """Of a gain, a loss or a payment. To be paid, it has to be there."""
    gains = transfer.is_gain
    there: How = "gain" if gains else "lose"
    back: How = "lose" if gains else "gain"
    return Access(
        reads=_touch_payment("ask", "ask", player, payment) if transfer.verb == "pay" else (),
        writes=_touch_payment(there, back, player, payment),
        decides=gains and several_ways(payment),
    )


def _option_bindings(option: m.Option) -> Iterator[Binding]:
    """The variables of an option, and the names for what is paid."""
    yield from _members(option.variables, option.sources, option.where)
    for part in option.head:
        if isinstance(part, m.Transfer) and part.given is not None:
            yield Binding(part.given, part.payment)


# ---- expressions


def expression_access(e: m.Expr) -> Access:
    """Of an expression without those inside it."""
    match e:
        case m.Derived():
            return NOTHING
        case m.Read() | m.Holding() | m.ListMembers():
            return Access(reads=(_touch_place("ask", e),))
        case m.ListItem(list=list_, object=of):
            return Access(reads=(Touch("ask", of, (list_,)),))
        case m.CanPay(player=player, payment=payment):
            return Access(reads=_touch_payment("ask", "ask", player, payment))
        case m.CallValue(value=definition, arguments=arguments) | m.CallCondition(condition=definition, arguments=arguments):
            return Access(calls=(Call(definition, arguments),))
        case m.Query(variable=variable, source=source, where=where):
            return Access(binds=(Binding(variable, source, True, where),))
        case m.Shuffled() | m.Random():
            return Access(draws=True)
        case m.Revealed(operand=operand):
            return Access(reveals=operand)
    assert_never(e)


_EXPRESSIONS = frozenset(get_args(m.Expr))


class Joining(NamedTuple):
    """A list of all objects of a kind that a rule goes through (`dealt` together with another list), or offers to choose from."""

    members: m.AllOf
    how: Literal["dealt", "gone through", "chosen"]
    site: m.Site
    beside: tuple[m.ListExpr, ...] = ()


def find_joinings(model: m.Model, thing: m.Object) -> Iterator[Joining]:
    """The places where an object takes part because it is of its kind."""
    for action in list_actions(model):
        drawn_lists: dict[m.Variable, m.Expr] = {}
        for statement in statements(action.body):
            if isinstance(statement, m.Let) and isinstance(statement.value, m.Shuffled):
                drawn_lists[statement.variable] = statement.value.list
            match statement:
                case m.ForEach(sources=sources):
                    lists = [drawn_lists.get(x.variable, x) if isinstance(x, m.Local) else x for x in sources]
                    for members in _members_of_kind(lists, thing):
                        others = tuple(x for x, of in zip(sources, lists, strict=True) if members not in parts(of))
                        yield Joining(members, "dealt" if others else "gone through", statement.site, others)
                case m.Choose(options=options):
                    for option in options:
                        for members in _members_of_kind(option.sources, thing):
                            yield Joining(members, "chosen", statement.site)


def _members_of_kind(lists: Iterable[object], thing: m.Object) -> Iterator[m.AllOf]:
    for list_ in lists:
        yield from (x for x in parts(list_) if isinstance(x, m.AllOf) and thing.kind.is_subkind_of(x.kind))


def find_emptied(statement: m.Statement) -> tuple[m.Resource, m.Expr] | None:
    """The resource of which somebody has nothing after a statement, and who; None if it takes all of none."""
    match statement:
        case m.Assign(target=m.Holding(resources=(resource,), player=player, which=None), value=m.Const(value=0)):
            return resource, player
        case m.Transfer(
            verb="lose", player=player, payment=m.Quantity(amount=m.Holding(which=None) as lost, resources=(resource,))
        ):
            return (resource, player) if (lost.resources, lost.player) == ((resource,), player) else None
    return None
