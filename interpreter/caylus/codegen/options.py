"""Generate what an option of a decision needs: the function that lists the legal ones, and what tells people of each.

Listing options is most of what a game takes, and between two decisions little of what they rest on changes. So the part
of an option's conditions that looks at nothing but the member itself is asked when one of its states is written, and not
whenever options are listed.

Where the conditions of a choice look at nothing that changes but one such state, what passes them is worked out once, for
each thing that it may name, when the module is loaded.

A condition is asked as soon as the choices it speaks of are bound, so that what holds for all is asked once; what no
choice changes is worked out before the first loop, and what a choice changes by a single yes or no, for both; what a
choice's own states settle, or a single state of the table, is found out beforehand.

People are told what an option costs and surely brings, and why one is not legal. A gain counts where nothing stands in its way:
it is the decider's, no condition that only the future settles decides about it, and its amount is known when the options are
listed. What depends on the state counts only as long as the option has not changed the state, and nothing counts that somebody
may not know: options are told before they are chosen. So less may be told than is gained, never more. These functions are
written along with the module, and compiled within it when somebody first asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby, islice
from typing import NamedTuple, assert_never

from caylus import model as m
from caylus.analysis.secrets.flow import Flow
from caylus.english import UNOFFERED
from caylus.knowledge.variable_sources import Origins
from caylus.limits import MOST_WITHIN_REACH
from caylus.model.access import access, several_ways
from caylus.model.walk import free_variables, parts, put, remade, statements, substitute, with_children
from caylus.records import Record

from .expressions import ALWAYS, Expressions, Names, local
from .linker import Question, with_places
from .metadata import DecisionInfo, OptionInfo
from .module_text import SHARED
from .triggers import Triggers

WORTHWHILE = 8  # A shorter source is looked through more quickly than a list is kept.

_ABOUT_A_MEMBER = (m.Const, m.Local, m.Read, m.Fixed, m.PlaceInRow, m.Compare, m.Contains, m.Logic, m.Not, m.AllOf, m.RowMembers)


class IncrementalList(Record):
    """`number` is the list's place in the machine's `incremental`, `states` whose writing may change it."""

    number: int
    states: frozenset[m.State]


class IncrementalLists:
    """The lists that a module's decisions ask for, by what they hold; `definitions` are the functions that see to them."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.definitions: list[str] = []
        self._lists: dict[tuple[m.Expr, tuple[str, ...]], IncrementalList] = {}

    def __len__(self) -> int:
        return len(self._lists)

    def lists_using_state(self, state: m.State) -> list[IncrementalList]:
        return [one for one in self._lists.values() if state in one.states]

    def members(self, source: m.AllOf | m.RowMembers, conditions: tuple[str, ...], states: frozenset[m.State]) -> IncrementalList:
        """The list of the source's members `x` for which the conditions hold."""
        key = (source, conditions)
        if key not in self._lists:
            incremental_list = self._lists[key] = IncrementalList(len(self._lists), states)
            holds = " and ".join(conditions)
            first, size = self._range(source)
            whole = all(state.kind is not None and self.x.layout.size(state.kind.root) == size for state in states)
            self.definitions += [
                f"def incremental_{incremental_list.number}(s):",
                f"    return [x for x in {self.x.list(source, {})} if {holds}]",
                f"def mend_{incremental_list.number}(m, s, x):",
                f"    kept = m.incremental[{incremental_list.number}]",
                f"    if {'' if whole else f'{first} <= x < {first + size} and '}{holds}:",
                "        if x not in kept:",
                "            insort(kept, x)",
                "    elif x in kept:",
                "        kept.remove(x)",
            ]
        return self._lists[key]

    def is_worthwhile(self, source: m.Expr) -> bool:
        return isinstance(source, (m.AllOf, m.RowMembers)) and self._range(source)[1] >= WORTHWHILE

    def _range(self, source: m.AllOf | m.RowMembers) -> tuple[int, int]:
        if isinstance(source, m.RowMembers):
            return source.row.first, source.row.size
        return source.kind.first, self.x.layout.size(source.kind)


def about_a_member(condition: m.Expr, variable: m.Variable) -> bool:
    """Return whether a condition looks at nothing that changes but the states of one member."""
    return all(
        isinstance(part, _ABOUT_A_MEMBER)
        and (not isinstance(part, m.Local) or part.variable is variable)
        and (not isinstance(part, m.Read) or reads_state_for(part, variable))
        for part in parts(condition)
    )


def reads_state_for(expr: m.Expr, variable: m.Variable) -> bool:
    """Return whether an expression reads a state of what a variable names, without a second key."""
    return isinstance(expr, m.Read) and expr.object == m.Local(variable) and not expr.indices


_LASTING = (
    m.Const, m.Local, m.Fixed, m.PlaceInRow, m.Compare, m.Contains, m.Logic, m.Not, m.Arithmetic, m.Absolute, m.AllOf,
    m.RowMembers,
)  # fmt: skip
"""What comes to the same all game long."""


class Reach(Record):
    """`name` is a constant: what passes the `conditions` for each thing that the `subject` may name, for none at the end."""

    subject: m.Read
    name: str
    conditions: list[m.Expr]


def reach(x: Expressions, variable: m.Variable, source: m.AllOf | m.RowMembers, conditions: Sequence[m.Expr]) -> Reach | None:
    """The reach of a choice, which is `variable` and made from `source`, if there is one worth computing."""
    about: dict[m.Read, list[m.Expr]] = {}
    lasting: list[m.Expr] = []
    for condition in conditions:
        looked_at = {part for part in parts(condition) if not isinstance(part, _LASTING)}
        if set(free_variables(condition)) != {variable} or len(looked_at) > 1:
            continue
        for part in looked_at:
            if isinstance(part, m.Read) and part.object is None and not part.indices and part.type.kind is not None:
                about.setdefault(part, []).append(condition)
        if not looked_at:
            lasting.append(condition)
    if not about:
        return None
    subject = max(about, key=lambda read: len(about[read]))
    assert subject.type.kind is not None
    things, choices = x.layout.size(subject.type.kind.root), x.evaluator.length(source)
    if things * choices > MOST_WITHIN_REACH:
        return None
    conditions_used = [*lasting, *about[subject]]
    now = m.Variable("now", subject.type)
    holds = " and ".join(x.write(put(c, subject, m.Local(now)), {variable: "x", now: "now"}) for c in conditions_used)
    inner = f"tuple(x for x in {x.list(source, {})} if {holds})"
    return Reach(subject, x.define_constant(f"tuple({inner} for now in (*range({things}), -1))", "REACH"), conditions_used)


class Table(Record):
    """`name` is a constant that tells of each thing the `subject` may name whether the `conditions` fail (0), hold (1), or
    some of them have to be asked (2): those that are `left`.
    """

    subject: m.Read
    name: str
    conditions: list[m.Expr]
    left: list[m.Expr]


class Foreseen(NamedTuple):
    """The table for a choice if there is one, what else its own states settle, and the incremental list of what passes both.

    Where neither knows of a state of its own, there may be a reach instead.
    """

    table: Table | None
    own: list[m.Expr]
    mended: IncrementalList | None
    reach: Reach | None = None


class PartialEvaluation:
    def __init__(self, expressions: Expressions, lists: IncrementalLists) -> None:
        self.x = expressions
        self.lists = lists
        self._done: dict[m.Variable, Foreseen] = {}

    def evaluate(self, variable: m.Variable, source: m.ListExpr, conditions: Sequence[m.Expr]) -> Foreseen:
        """Evaluate in advance a choice, which is `variable` and made from `source`, and the conditions that it binds last."""
        if variable not in self._done:
            self._done[variable] = self._evaluate(variable, source, conditions)
        return self._done[variable]

    def _evaluate(self, variable: m.Variable, source: m.ListExpr, conditions: Sequence[m.Expr]) -> Foreseen:
        if not all(map(self.x.evaluator.is_sure, conditions)):
            return Foreseen(None, [], None)  # they are asked in their order: one may keep another from failing
        table = self._table(variable, conditions)
        own = [c for c in conditions if about_a_member(c, variable) and (table is None or c not in table.conditions)]
        if not isinstance(source, (m.AllOf, m.RowMembers)) or not self.lists.is_worthwhile(source):
            return Foreseen(table, own, None)
        if table is None and not any(isinstance(part, m.Read) for c in own for part in parts(c)):
            within = reach(self.x, variable, source, conditions)
            if within is not None:
                return Foreseen(None, [], None, within)
        if not own and table is None:
            return Foreseen(None, own, None)
        x = {variable: "x"}
        fits = [f"{table.name}[{self.x.write(table.subject, x)}]"] if table is not None else []
        states = {part.state for c in own for part in parts(c) if isinstance(part, m.Read)}
        states |= {table.subject.state} if table is not None else set()
        return Foreseen(table, own, self.lists.members(source, (*fits, *(self.x.write(c, x) for c in own)), frozenset(states)))

    def _table(self, variable: m.Variable, conditions: Sequence[m.Expr]) -> Table | None:
        """A table of what the state of the variable that most conditions look at may name, if several do."""
        reads = Counter(read for c in conditions for read in set(parts(c)) if reads_state_for(read, variable) and read.type.kind)
        subject, looking = max(reads.items(), key=lambda item: item[1], default=(None, 0))
        if not isinstance(subject, m.Read) or looking < 2:
            return None
        assert subject.type.kind is not None
        about = [c for c in conditions if subject in parts(c)]
        constants = [m.Const(i, subject.type) for i in (*range(self.x.layout.size(subject.type.kind.root)), -1)]
        rests = [[self.x.evaluator.substitute(c, subject, constant) for c in about] for constant in constants]
        sorts = [_sort(rest) for rest in rests]
        open_ = [{c for c, r in zip(about, rest, strict=True) if not isinstance(r, m.Const)} for rest in rests]
        left = set().union(*(some for some, sort in zip(open_, sorts, strict=True) if sort))
        return Table(subject, self.x.constant(tuple(sorts), "FITS"), about, [c for c in about if c in left])


def _sort(rests: Iterable[m.Expr]) -> int:
    """Return whether what is left of conditions fails (0), holds (1), or has to be asked (2)."""
    values = [rest.value if isinstance(rest, m.Const) else 2 for rest in rests]
    return 0 if 0 in values else max(values)


Asked = tuple[m.Expr, m.Site | None]
"""A condition, and the place of the rules that asks it; a price asks silently."""


class OptionLister:
    """Writes the body of `options(m, s, f)` for a decision; `o` collects the options as tuples of numbers.

    `apart` is into how many requirements the conditions of an option are taken apart (see `tests`).
    """

    def __init__(self, expressions: Expressions, lists: IncrementalLists, apart: int) -> None:
        self.x = expressions
        self.apart = apart
        self.partial = PartialEvaluation(expressions, lists)

    def register(self, choose: m.Choose) -> None:
        """Registers the lists that listing a decision's options goes by."""
        for k, option in enumerate(choose.options):
            _Option(self.x, self.partial, k, option, {}, self.apart).register()

    def write(self, choose: m.Choose, outer: Names) -> list[str]:
        lines = ["    o: list[tuple[int, ...]] = []"]
        for k, option in enumerate(choose.options):
            lines += _Option(self.x, self.partial, k, option, outer, self.apart).write()
        if choose.may:
            lines.append(f"    o.append(({len(choose.options)},))")
        return [*lines, "    return o"]


class _Option:
    """One option `k` of a decision, being written."""

    def __init__(
        self, expressions: Expressions, partial: PartialEvaluation, k: int, option: m.Option, outer: Names, apart: int
    ) -> None:
        self.x = expressions
        self.partial = partial
        self.k = k
        self.option = option
        self.outer = outer
        self.names = {**outer, **{v: local(v, i) for i, v in enumerate(option.variables)}}
        self.price = price(option)
        self.tests = tests(option, False, apart)
        self._before: dict[m.Expr, m.Variable] = {}
        """What is worked out before the first loop, by the variable that holds it."""

    def register(self) -> None:
        _, *levels = self._levels()
        for variable, source, conditions in zip(self.option.variables, self.option.sources, levels, strict=True):
            self.partial.evaluate(variable, source, [condition for condition, _ in conditions])

    def write(self) -> list[str]:
        settled_tests, *levels = self._levels()
        lines: list[str] = []
        indent = "    "
        codes = [self._code(condition, site) for condition, site in settled_tests]
        if codes:
            lines.append(f"{indent}if {' and '.join(codes)}:")
            indent += "    "
        head, before = len(lines), indent
        for variable, source, level_conditions in zip(self.option.variables, self.option.sources, levels, strict=True):
            code, read, conditions = self._level(variable, source, level_conditions)
            lines.append(f"{indent}for {self.names[variable]} in {code}:")
            indent += "    "
            if conditions:
                lines += [indent + line for line in read]
                lines.append(f"{indent}if {' and '.join(conditions)}:")
                indent += "    "
        lines[head:head] = [f"{before}{self.names[v]} = {self.x.write(e, self.names)}" for e, v in self._before.items()]
        choices = [self.names[v] for v in self.option.variables]
        if self.price is not None and self.price.ways:
            lines.append(f"{indent}for way in {self.x.write(self.price.payment, self.names)}:")
            lines.append(f"{indent}    if {self.x.payable('can_pay')}, {self.x.write(self.price.player, self.names)}, way):")
            indent += "        "
            choices.append("way")
        return [*lines, f"{indent}o.append(({self.k},{''.join(f' {p},' for p in choices)}))"]

    def _levels(self) -> list[list[Asked]]:
        """The tests before the first choice is bound, after the first, after the second …"""
        bound = {v: i for i, v in enumerate(self.option.variables, 1)}
        levels: list[list[Asked]] = [[] for _ in range(len(bound) + 1)]
        tests_found: list[Asked] = [(test.condition, test.site) for test in self.tests]
        if self.price is not None and not self.price.ways:
            tests_found += [(condition, None) for condition in self._affordable(self.price)]
        for condition, site in tests_found:
            simple = self.x.simplify(condition)
            if simple != ALWAYS:
                speaks_of = free_variables(simple if self.x.evaluator.is_sure(simple) else condition)
                levels[max((bound[v] for v in speaks_of if v in bound), default=0)].append((simple, site))
        return levels

    def _affordable(self, cost: Price) -> list[m.Expr]:
        """The tests that a price of a single way can be paid; none for one that always can."""
        match self.x.simplify(cost.payment):
            case m.ConstPayment(alternatives=(way,)):
                resources = self.x.layout.components.resources
                return [_holds(cost.player, resources[r], m.Const(n, m.NUMBER)) for r, n in way]
            case m.Quantity(amount=amount, resources=(resource,), which=None):
                return [_holds(cost.player, resource, amount)]
            case payment:
                return [m.CanPay(cost.player, payment)]

    def _code(self, condition: m.Expr, site: m.Site | None) -> str:
        return self.x.write(condition, self.names) if site is None else self.x.emit_condition(condition, self.names, site)

    def _level(self, variable: m.Variable, source: m.ListExpr, tests: Sequence[Asked]) -> tuple[str, list[str], list[str]]:
        """One loop: its list, the line that reads what several conditions need, and the conditions."""
        if self.x.probe is not None:
            return self.x.list(source, self.names), [], [self._code(condition, site) for condition, site in tests]
        conditions = [condition for condition, _ in tests]
        table, own, is_mended, reach = self.partial.evaluate(variable, source, conditions)
        if reach is not None:
            beyond = [self.x.write(self._foreseen(c), self.names) for c in conditions if c not in reach.conditions]
            return f"{reach.name}[{self.x.write(reach.subject, self.names)}]", [], beyond
        read: list[str] = []
        codes: list[str] = []
        if table is not None and not (is_mended and not table.left):
            state_variable = m.Variable(f"{variable.name}_{table.subject.state.name}", table.subject.type)
            self.names[state_variable] = local(state_variable, len(self.names))
            read.append(f"{self.names[state_variable]} = {self.x.write(table.subject, self.names)}")
            sort = f"{table.name}[{self.names[state_variable]}]"
            codes += [] if is_mended else [sort]
        for is_left, group in groupby(conditions, lambda c: table is not None and c in table.conditions):
            if is_left and table is not None:
                left = [put(c, table.subject, m.Local(state_variable)) for c in group if c in table.left]
                if left:
                    codes.append(f"({sort} == 1 or ({' and '.join(self.x.write(c, self.names) for c in left)}))")
            else:
                codes += [self.x.write(self._foreseen(c), self.names) for c in group if not (is_mended and c in own)]
        return f"m.incremental[{is_mended.number}]" if is_mended else self.x.list(source, self.names), read, codes

    def _foreseen(self, condition: m.Expr) -> m.Expr:
        """The condition, with variables for what no choice changes, or for what it comes to by the one yes or no that does."""
        turns = (part for part in parts(condition) if part.type == m.FLAG and part != condition and not self._is_known(part))
        if (turn := next(turns, None)) is not None and self.x.evaluator.is_sure(turn):
            either = [self.x.evaluator.substitute(condition, turn, m.Const(holds, m.FLAG)) for holds in (1, 0)]
            if all(map(self._is_known, either)):
                yes, no = map(self._now, either)
                return m.Logic("or", (self._now(m.Logic("and", (yes, no))), m.Choice(turn, yes, no, m.FLAG)))
        return self._hoist_constants(condition)

    def _hoist_constants(self, expr: m.Expr) -> m.Expr:
        """The expression, with variables for what no choice changes."""
        if isinstance(expr, _WORKED_OUT) and self._is_known(expr):
            return self._now(expr)
        return with_children(expr, self._hoist_constants)

    def _is_known(self, expr: m.Expr) -> bool:
        """Return whether no choice changes an expression, and working it out in vain costs little and breaks nothing."""
        cheap = all(isinstance(part, _CHEAP) for part in parts(expr))
        return cheap and self.x.evaluator.is_sure(expr) and all(v in self.outer for v in free_variables(expr))

    def _now(self, expr: m.Expr) -> m.Expr:
        """The variable that holds what an expression comes to before the first loop."""
        if isinstance(expr, m.Const):
            return expr
        if expr not in self._before:
            variable = self._before[expr] = m.Variable(f"now_{self.k}", expr.type)
            self.names[variable] = local(variable, len(self.names))
            self.x.evaluator.variables[variable] = self.x.evaluator.compute_range(expr)
        return m.Local(self._before[expr])


def _holds(player: m.Expr, resource: m.Resource, amount: m.Expr) -> m.Expr:
    """A condition: a player can pay so much of a resource."""
    least = m.Const(resource.least, m.NUMBER)
    return m.Compare(">=", m.Holding((resource,), player), m.Arithmetic("+", amount, least) if resource.least else amount)


_WORKED_OUT = (m.Read, m.Holding, m.PlaceInRow, m.Arithmetic, m.Compare, m.SizeOf, m.Choice)
_CHEAP = (*_WORKED_OUT, m.Const, m.Local, m.Logic, m.Not, m.ListMembers)


_AMONG: m.Words = (UNOFFERED,)


class Price(Record):
    """The payment of the decider: `ways` if there may be several, of which the player picks one as the option's last argument."""

    player: m.Expr
    payment: m.Expr
    ways: bool
    site: m.Site


def tests(option: m.Option, apart: bool, most: int) -> list[m.Require]:
    """Everything an option's legality rests on but its price, in the order of the text.

    A named condition is taken apart where that repeats no work: where it is called with plain variables, or always if
    `apart`, so that each of its requirements speaks for itself; but not into more than `most` all told.
    """
    among = _operands(m.Require(option.where, _AMONG, option.site)) if option.where is not None else []
    required = [part for part in option.head if isinstance(part, m.Require)]
    tests_found = [each for test in required for each in _operands(test)]
    while True:
        closer = list(islice(chain.from_iterable(_requirements(test, apart) for test in tests_found), most + 1))
        if len(closer) > most or closer == tests_found:
            return among + tests_found
        tests_found = closer


def explain_tests(option: m.Option, most: int) -> list[m.Require]:
    """The tests of an option for people: that each choice is among those it is made from, then its tests."""
    among = [
        m.Require(m.Contains(source, m.Local(variable)), _AMONG, option.site)
        for variable, source in zip(option.variables, option.sources, strict=True)
    ]
    return among + tests(option, True, most)


def _requirements(test: m.Require, apart: bool) -> list[m.Require]:
    """The requirements of a named condition, in place of the condition."""
    match test.condition:
        case m.CallCondition(condition=condition, arguments=arguments) if apart or _plain(arguments):
            mapping = dict(zip(condition.params, arguments, strict=True))
            inner = [remade(r, lambda e: mapping.get(e.variable, e) if isinstance(e, m.Local) else e) for r in condition.requires]
            return [each for requirement in inner for each in _operands(requirement)]
    return [test]


def _operands(test: m.Require) -> list[m.Require]:
    """The conditions joined by `and`, each by itself."""
    match test.condition:
        case m.Logic(op="and", operands=operands):
            return [each for operand in operands for each in _operands(replace(test, condition=operand))]
    return [test]


def _plain(arguments: Sequence[m.Expr]) -> bool:
    return all(isinstance(a, (m.Local, m.Const)) for a in arguments)


def price(option: m.Option) -> Price | None:
    for part in option.head:
        if isinstance(part, m.Transfer):
            return Price(part.player, part.payment, several_ways(part.payment), part.site)
    return None


Bindings = Mapping[m.Variable, m.Expr]
"""What the parameters of the actions done, and what `let` names, stand for in the words of the decision."""


class SureGains:
    """Writes the body of a function that returns a packed amount."""

    def __init__(self, expressions: Expressions, triggers: Triggers, origins: Origins) -> None:
        self.x = expressions
        self.origins = origins
        self.triggers = triggers
        self.supplied = any(r.supply for r in expressions.layout.components.resources)

    def write(self, decider: m.Expr, option: m.Option, names: Names, later: bool) -> list[str]:
        """For an option that is carried out `later`, others may have changed the state before."""
        self.lines = ["total = 0"]
        self.decider = decider
        self.names = names
        self.untouched = price(option) is None and not later
        """Whether the state is still the one that the option was listed in."""
        self._body(option.body, {}, "", ())
        return [*self.lines, "return total"]

    def _body(self, body: m.Body, bindings: Bindings, indent: str, within: tuple[m.Action, ...]) -> None:
        bindings = dict(bindings)
        for statement in body:
            match statement:
                case m.Say():
                    continue
                case m.Let(variable=variable, value=value):
                    bindings[variable] = substitute(value, bindings)
                    continue
                case m.Transfer(player=player, payment=payment) if statement.is_gain:
                    self._gain(substitute(player, bindings), substitute(payment, bindings), indent)
                    if self.triggers.may_follow(statement):
                        self.lines.append(f"{indent}return total")
                        return
                case m.If(condition=condition, then=then, otherwise=otherwise) if self._is_known(substitute(condition, bindings)):
                    self._if(substitute(condition, bindings), (then, otherwise), bindings, indent, within)
                    continue
                case m.Do(action=action, arguments=arguments) if action not in within:
                    values = (substitute(argument, bindings) for argument in arguments)
                    bound = dict(zip(action.params, values, strict=True))
                    self._body(action.body, bound, indent, (*within, action))
                case m.Effect() | m.Block() | m.Call() | m.Jump():
                    if self._may_end(statement):
                        self.lines.append(f"{indent}return total")
                        return
                case _:
                    assert_never(statement)
            self.untouched = False

    def _if(
        self, condition: m.Expr, bodies: tuple[m.Body, m.Body], bindings: Bindings, indent: str, within: tuple[m.Action, ...]
    ) -> None:
        is_untouched, left = self.untouched, []
        for head, body in zip((f"if {self.x.write(condition, self.names)}:", "else:"), bodies, strict=True):
            self.untouched = is_untouched
            self.lines.append(indent + head)
            self._body(body, bindings, f"{indent}    ", within)
            self.lines.append(f"{indent}    pass")
            left.append(self.untouched)
        self.untouched = all(left)

    def _gain(self, player: m.Expr, payment: m.Expr, indent: str) -> None:
        if not (self._is_known(player) and self._is_known(payment) and self._is_known(self.decider)):
            if several_ways(payment):
                self.lines.append(f"{indent}return total")
            return
        ways = self.x.write(payment, self.names)
        who, decider = self.x.write(player, self.names), self.x.write(self.decider, self.names)
        self.lines += [
            f"{indent}ways = {ways}",
            f"{indent}if len(ways) != 1:",
            f"{indent}    return total",
            f"{indent}if {who} == {decider}:",
            f"{indent}    total += ways[0]",
        ]

    def _may_end(self, statement: m.Statement) -> bool:
        """Return whether what follows a statement may not happen, not at once, or find less in a supply."""
        inner = list(statements((statement,)))
        if self.triggers.waits(statement) or any(access(s).stops for s in inner):
            return True
        return self.supplied and not all(map(_takes_nothing, inner))

    def _is_known(self, expr: m.Expr) -> bool:
        """Return whether an expression can be worked out when options are listed, comes to the same later and is everybody's to
        know.
        """
        is_settled = self.untouched or all(isinstance(part, _FIXED) for part in parts(expr))
        return is_settled and self.origins.is_public(expr) and all(v in self.names for v in free_variables(expr))


_FIXED = (
    m.Const, m.ConstPayment, m.ConstScale, m.Local, m.Fixed, m.PlaceInRow, m.ScaleItem, m.RowItem, m.Arithmetic, m.Absolute,
    m.Compare, m.Contains, m.Logic, m.Not, m.Quantity, m.AmountIn, m.CombinePayments, m.Choice, m.AllOf, m.RowMembers, m.Numbers,
)  # fmt: skip
"""What does not look at the state."""


def _takes_nothing(statement: m.Statement) -> bool:
    """Return whether a statement leaves what players hold as it is, and does nothing that has a name."""
    does = access(statement)
    return not does.calls and not any(write.payment or isinstance(write.place, m.Holding) for write in does.writes)


def explain(
    expressions: Expressions,
    triggers: Triggers,
    origins: Origins,
    questions: Mapping[int, Question],
    values: Iterable[m.Value],
    apart: int,
    flow: Flow,
) -> tuple[dict[str, str], dict[int, DecisionInfo]]:
    """The texts of these functions by name, and what is known of each decision.

    Of the state and the frame, `prompt_b` gives the words with which block `b` asks. Option `k` of it has functions of the
    choices as well: `why_b_k` says which of its requirements fail, by position, with the reasons, the price last;
    `price_b_k` the ways in which it can be paid; `gains_b_k` what it surely gains; `words_b_k` gives its
    text, and so with the next number what declining says, where that has words. `touching_b_k(s, f, at, id)` goes through its
    combinations of choices, legal or not, of which the choice number `at` is `id`; with `at` -1 through all that it is made from.
    `shown_v(s, …)` is the named value `v` of the objects it takes. What all lean on besides the module is called `SHARED`.
    Conditions are taken apart into `apart` requirements at most (see `tests`). `flow` knows what is told to whom; what not
    everybody may know of a choice is asked only where all before it holds, which may say that one may.
    """
    gains = SureGains(expressions, triggers, origins)
    definition_count = len(expressions.definitions)
    functions: dict[str, str] = {}
    decisions = {}
    for block, question in questions.items():
        asks = question.asks
        if isinstance(asks, m.Transfer):
            decisions[block] = DecisionInfo(asks.site, True, (), flow.is_open(asks), flow.is_secret(asks), True)
            continue
        prompt = expressions.emit_text(asks.prompt, question.names)
        functions |= _function(f"prompt_{block}", ["s", "f"], [f"return {prompt}"])
        if asks.declined:
            decline_text = expressions.emit_text(asks.declined, question.names)
            functions |= _function(f"words_{block}_{len(asks.options)}", ["s", "f"], [f"return {decline_text}"])
        options = []
        for k, option in enumerate(asks.options):
            choice_names = [local(v, i) for i, v in enumerate(option.variables)]
            names = {**question.names, **dict(zip(option.variables, choice_names, strict=True))}
            tests, cost = explain_tests(option, apart), price(option)
            choices = ["s", "f", *choice_names]
            functions |= _function(f"why_{block}_{k}", choices, _why(expressions, tests, cost, names, flow))
            due = expressions.write(cost.payment, names) if cost is not None else "(0,)"
            functions |= _function(f"price_{block}_{k}", choices, [f"return {due}"])
            functions |= _function(f"gains_{block}_{k}", choices, gains.write(asks.player, option, names, question.at_once))
            functions |= _function(f"words_{block}_{k}", choices, [f"return {expressions.emit_text(option.text, names)}"])
            functions |= _function(f"touching_{block}_{k}", ["s", "f", "at", "id"], _touching(expressions, option, names))
            paid, ways = (cost.site, cost.ways) if cost is not None else (None, False)
            requires, in_source = tuple(test.site for test in tests), tuple(test.in_source for test in tests)
            tells = flow.tells(option)
            options.append(OptionInfo(option.name, option.variables, tells, requires, in_source, paid, ways, option.effects))
        openness = flow.is_open(asks), flow.is_secret(asks), flow.is_asked_openly(asks)
        decisions[block] = DecisionInfo(asks.site, False, tuple(options), *openness, bool(asks.declined), asks.is_gift)
    for value in values:
        names = {param: local(param, i) for i, param in enumerate(value.params)}
        call = m.CallValue(value, tuple(map(m.Local, value.params)))
        functions |= _function(f"shown_{value.name}", ["s", *names.values()], [f"return {expressions.write(call, names)}"])
    functions[SHARED] = "\n".join(expressions.definitions[definition_count:])
    return functions, decisions


def _function(name: str, parameters: list[str], body: list[str]) -> dict[str, str]:
    """The text of a function by its name."""
    head = f"def {name}({', '.join(parameters)}):"
    return {name: "\n".join([head, *with_places([f"    {line}" for line in body])])}


def _why(
    expressions: Expressions, tests: list[m.Require], cost: Price | None, names: Mapping[m.Variable, str], flow: Flow
) -> list[str]:
    lines = ["failed = {}"]
    for i, test in enumerate(tests):
        holds, reason = expressions.write(test.condition, names), expressions.emit_text(test.reason, names)
        lines += _emit_check(i, holds, reason, flow.is_kept(test.condition, *test.reason))
    if cost is not None:
        paid = f"{expressions.write(cost.player, names)}, {expressions.write(cost.payment, names)}"
        payable = f"{expressions.payable('any_way')}, {paid})"
        lines += _emit_check(len(tests), payable, "()", flow.is_kept(cost.player, cost.payment))
    return [*lines, "return failed"]


def _emit_check(place: int, holds: str, reason: str, is_kept: bool) -> list[str]:
    """Notes the reason if something does not hold; what is kept from somebody is asked only if nothing has failed."""
    lines = ["try:", f"    holds = {holds}", "except OverflowError:", "    holds = False"]
    lines += ["if not holds:", f"    failed[{place}] = {reason}"]
    return ["if not failed:", *(f"    {line}" for line in lines)] if is_kept else lines


def _touching(expressions: Expressions, option: m.Option, names: Mapping[m.Variable, str]) -> list[str]:
    """Objects are all of the root kind, or with `at` below 0 those that the choice is made from, as numbers always are."""
    lines = []
    for at, (variable, source) in enumerate(zip(option.variables, option.sources, strict=True)):
        kind = variable.type.kind
        every = expressions.list(source, names)
        if kind is not None:
            every = f"range({expressions.layout.size(kind.root)}) if at >= 0 else {every}"
        lines.append(f"{'    ' * at}for {names[variable]} in (id,) if at == {at} else {every}:")
    choices = "".join(f"{names[v]}, " for v in option.variables)
    return [*lines, f"{'    ' * len(lines)}yield ({choices})"]
