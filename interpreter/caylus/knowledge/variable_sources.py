"""Sources of what onlookers know: of a rule's variables, by statements that reveal, and by choices that tell of secrets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, assert_never

from caylus import model as m
from caylus.model.access import Named, access, find_state, rule_parts
from caylus.model.walk import bodies, can_stop, every_statement, inner_list, own_parts, parts, statements, walk_same_repeat

if TYPE_CHECKING:
    from caylus.analysis.secrets.flow import Flow


class Openings:
    """Of one model. What is drawn, and what others have chosen, is known without it."""

    def __init__(self, model: m.Model) -> None:
        self._rows = [row for row in model.rows.values() if row.audience.is_secret]
        guards = [thing.audience for thing in (*m.hidden_things(model), *self._rows)]
        self._holders = {guard.holder for guard in guards if guard.holder is not None}
        self._known: dict[Named, bool] = {}

    def is_opening(self, statement: m.Statement) -> bool:
        """Return whether something may come to light by it, apart from what the statements inside it do."""
        does = access(statement)
        shows = any(thing in self._holders for write in does.writes for thing in write.held)
        moves = isinstance(statement, m.Put) and self._widens(statement.source, statement.target)
        return does.reveals is not None or shows or moves or self._reveals(statement)

    def _widens(self, source: m.Read | m.ListMembers, target: m.Read | m.ListMembers) -> bool:
        """Return whether somebody may see what lies in one place and not in the other one that it comes from."""
        source_audience, sees = self._audience(source), self._audience(target)
        same = source_audience == sees and (source.object == target.object or set(source_audience) == {m.FACE_DOWN})
        return bool(source_audience) and not same and m.FACE_DOWN not in sees

    def _audience(self, place: m.Read | m.ListMembers) -> list[m.Audience]:
        """Those that a place is hidden but for, for itself or for where it may stand."""
        thing = find_state(place)
        audiences = [thing.audience, *(row.audience for row in self._rows if row.has(thing))]
        return [audience for audience in audiences if not audience.is_public]

    def _reveals(self, node: object) -> bool:
        """Return whether it says `reveal` itself, or in a value or a condition that it calls."""
        for part in own_parts(node):
            asks = access(part)
            if asks.reveals is not None or self._reveals(part) or any(self._is_revealing(call.named) for call in asks.calls):
                return True
        return False

    def _is_revealing(self, callee: Named) -> bool:
        if callee not in self._known:
            self._known[callee] = self._reveals(rule_parts(callee))
        return self._known[callee]


def tells_secrets(model: m.Model) -> bool:
    """Return whether play may tell something of what is hidden in another way than by showing it or moving it.

    It does where a formula is revealed or a number turned over, and where what can be chosen rests on what is hidden.
    """
    things = m.hidden_things(model)
    hidden = {id(thing) for thing in things} | {i for i, resource in enumerate(model.resources) if resource in things}
    if not hidden:
        return False
    callee_parts = (*map(rule_parts, model.values.values()), *map(rule_parts, model.conditions.values()))
    statements = tuple(every_statement(model))
    return (
        any(isinstance(part, m.Revealed) for part in parts(statements, callee_parts))
        or any(isinstance(one, m.Reveal) and not isinstance(one.target, m.ListMembers) for one in statements)
        or any(_rests_on(option, hidden) for one in statements if isinstance(one, m.Choose) for option in one.options)
    )


def blind_lists(model: m.Model) -> frozenset[m.ListState]:
    """The lists that are hidden from all and that no rule looks into: rules take the first or all, add at the end, shuffle."""
    hidden = {thing for thing in m.hidden_things(model) if isinstance(thing, m.ListState) and thing.audience == m.FACE_DOWN}
    waiting: list[object] = [
        formula for automaton in model.automata for takes in automaton.takes for formula in (takes.where, takes.by)
    ]
    for statement in every_statement(model):
        if isinstance(statement, m.Put) and not statement.front and _is_blind(statement):
            waiting += [statement.source.object, statement.target.object]
        elif isinstance(statement, m.AddTo) and not statement.front:
            waiting += [statement.member, statement.target.object]
        elif isinstance(statement, m.Rearrange) and statement.verb in ("clear", "shuffle"):
            waiting.append(statement.target.object)
        else:
            waiting += own_parts(statement)
    looked_into, formula_ids = set(), set[int]()
    while waiting:
        match waiting.pop():
            case m.CallValue(value=formula, arguments=of) | m.CallCondition(condition=formula, arguments=of):
                waiting += of if id(formula) in formula_ids else (*of, *rule_parts(formula))
                formula_ids.add(id(formula))
            case m.SizeOf(list=m.ListMembers(object=of)):
                waiting.append(of)
            case m.ListMembers(list=list_) | m.ListItem(list=list_):
                looked_into.add(list_)
            case part:
                waiting += own_parts(part)
    return frozenset(hidden - looked_into)


def _is_blind(put: m.Put) -> bool:
    """Return whether a statement moves the first member of a list, or all of them."""
    match put.member, put.source:
        case m.ListItem(list=list_, object=of, index=m.Const(value=1)), m.ListMembers(list=same):
            return list_ is same and of == put.source.object
    return put.member is None


def _rests_on(option: m.Option, hidden: set[int]) -> bool:
    """Return whether what an option needs, or offers, rests on something hidden: on more than that a card lies in a list."""
    lists = [isinstance(source, m.ListMembers) for source in option.sources]
    offered_sources = tuple(source for source, is_list in zip(option.sources, lists, strict=True) if not is_list)
    needed = [*_read((offered_sources, option.where, option.head), set())]
    cards = {id(variable) for variable, is_list in zip(option.variables, lists, strict=True) if is_list}
    if any(isinstance(part, m.Local) and id(part.variable) in cards for part in needed):
        needed += option.sources
    presence = {id(part.left) for part in needed if isinstance(part, m.Compare) and _is_none(part.right)}
    return any(_is_hidden(part, hidden) for part in needed if id(part) not in presence)


def _read(node: object, visited_ids: set[int]) -> Iterator[object]:
    """Every part of a formula, and of those that it calls."""
    for part in parts(node):
        yield part
        for formula, _ in access(part).calls:
            if id(formula) not in visited_ids:
                visited_ids.add(id(formula))
                yield from _read(rule_parts(formula), visited_ids)


def _is_none(part: object) -> bool:
    return isinstance(part, m.Const) and part.type.kind is not None and part.value < 0


def _is_hidden(part: object, hidden: set[int]) -> bool:
    """Return whether a part reads one of the things that are hidden, or pays of it."""
    match part:
        case m.Read(state=thing) | m.ListMembers(list=thing) | m.ListItem(list=thing):
            return id(thing) in hidden
        case m.Holding(resources=resources) | m.Quantity(resources=resources):
            return any(id(resource) in hidden for resource in resources)
        case m.ConstPayment(alternatives=ways):
            return any(index in hidden for way in ways for index, _ in way)
    return False


class Origins:
    """Of all rules of a model that hides something."""

    def __init__(self, model: m.Model, flow: Flow) -> None:
        self._flow = flow
        self._hidden = frozenset(m.hidden_things(model))
        self._from: dict[m.Variable, list[m.Expr | None]] = defaultdict(list)
        self._chosen: dict[m.Variable, m.Expr] = {}
        self._open: dict[Named, bool] = {}
        self._resources = model.resources
        self._secret: set[m.Site] = set()
        self._concealed: set[m.Site] = set()
        every = list(every_statement(model)) if self._hidden else []
        for statement in every:
            for variable, to, is_member, where in access(statement).bindings():
                if not isinstance(statement, m.Choose):
                    self._from[variable].append(to if where is None else None)
                elif is_member:
                    self._chosen[variable] = to
        for statement in every:
            self._conceal(statement)

    # ---- what is told

    def is_public(self, expr: object) -> bool:
        """Return whether everybody may know what an expression, or a tuple of them, comes to."""
        for part in parts(expr):
            if isinstance(part, m.Local):
                bound = part.variable in self._from or part.variable in self._chosen  # by a statement, not by a formula
                if bound and not self._flow.is_public(part.variable):
                    return False
            asks = access(part)
            read = {thing for touch in asks.reads for thing in touch.things(self._resources)}
            if asks.draws or not self._hidden.isdisjoint(read) or not all(self._is_open(call.named) for call in asks.calls):
                return False
        return True

    def _is_open(self, definition: Named) -> bool:
        """Return whether a value or a condition asks for nothing that is hidden."""
        if definition not in self._open:
            self._open[definition] = self.is_public(rule_parts(definition))
        return self._open[definition]

    def is_secret(self, statement: m.Statement) -> bool:
        """Return whether others do not know which of its bodies is carried out, or how often."""
        return statement.site in self._secret

    def is_concealed(self, site: m.Site) -> bool:
        """Return whether others do not know that this statement is carried out."""
        return site in self._concealed

    def changed_things(self, *changes: m.Statement) -> set[m.Resource | m.State]:
        """The things that statements may change, and the actions that they do."""
        writes = (touch for part in self._all_statements(changes) for touch in access(part).writes)
        things = (thing for touch in writes for thing in touch.things(self._resources))
        return {thing for thing in things if not isinstance(thing, m.ListState)}

    def _conceal(self, statement: m.Statement) -> None:
        if not self._is_hidden(statement):
            return
        if isinstance(statement, m.Choose):
            inside = [part for option in statement.options for part in option.body]
            self._concealed.update(part.site for option in statement.options for part in option.head)
        else:
            inside = [part for body in bodies(statement) for part in body]
        self._secret.add(statement.site)
        self._concealed.update(part.site for part in self._all_statements(inside))

    def _is_hidden(self, statement: m.Statement) -> bool:
        """Return whether others do not know which of its bodies is carried out, or how often."""
        match statement:
            case m.Choose():
                return self._flow.is_secret(statement)
            case m.If(condition=condition):
                return not self.is_public(condition)
            case m.ForEach(sources=sources, where=where):
                return not (all(map(self._is_size_public, sources)) and self.is_public(where))
            case m.Repeat(condition=condition, limit=limit, body=body):
                may_stop = can_stop(body) and any(map(self._is_hidden, walk_same_repeat(body)))
                return not self.is_public((condition, limit)) or may_stop
            case m.Effect() | m.Call() | m.Jump() | m.Let():
                return False
        assert_never(statement)

    def _is_size_public(self, source: m.ListExpr) -> bool:
        """Return whether everybody may know how many members a list has: lists on the table are counted by all."""
        match source:
            case m.Shuffled(list=inner):
                return self._is_size_public(inner)
            case m.ListMembers(object=object_):
                return self.is_public(object_)
        return self.is_public(source)

    def _all_statements(self, changes: Iterable[m.Statement]) -> Iterator[m.Statement]:
        """Statements with all inside of them, and inside of the actions that they do."""
        waiting, been = list(changes), set()
        while waiting:
            for part in statements((waiting.pop(),)):
                yield part
                for action, _ in access(part).calls:
                    if action.site not in been:
                        been.add(action.site)
                        waiting += rule_parts(action)

    # ---- where it comes from

    def is_chosen_by_place(self, member: m.Expr) -> bool:
        """Return whether everybody can see which place of its list a member has: `deck[1]`, or each member in turn."""
        match member:
            case m.ListItem() | m.ListMembers():
                return True
            case m.Local(variable=variable) if variable in self._from and variable not in self._chosen:
                return all(origin is not None and self.is_chosen_by_place(origin) for origin in self._from[variable])
        return False

    def chosen_source(self, member: m.Expr) -> m.Expr | None:
        """The list that somebody has chosen something from; None where nobody has."""
        match member:
            case m.Local(variable=variable) if variable in self._chosen:
                return _whole_list(self._chosen[variable])
            case m.Local(variable=variable) if len(self._from[variable]) == 1:
                (origin,) = self._from[variable]
                return self.chosen_source(origin) if origin is not None else None
            case m.Item(list=inner):
                return self.chosen_source(inner)
            case m.Query(kind="first", source=source) if not self.is_public(member):
                return _whole_list(source)
        return None

    def picked_source(self, value: m.Expr) -> m.Expr | None:
        """The list that a value was chosen from; None where nobody chose it."""
        match value:
            case m.Local(variable=variable) if variable in self._chosen:
                return self._chosen[variable]
            case m.Local(variable=variable) if len(self._from[variable]) == 1:
                (origin,) = self._from[variable]
                return self.picked_source(origin) if origin is not None else None
            case m.Random(list=source) | m.Query(kind="first", source=source):
                return source
        return None


def _whole_list(source: m.Expr) -> m.Expr:
    """The list that a list in another order, or several of its members at once, are taken from."""
    while (inner := inner_list(source)) is not None:
        source = inner
    return source
