"""A decision's options -> the function that lists the legal ones.

Listing options is most of what a game takes, and between two decisions little of what they rest on changes. So the part
of an option's conditions that looks at nothing but the member itself is asked when one of its states is written, and not
whenever options are listed.

Where the conditions of a choice look at nothing that changes but one such state, what passes them is worked out once, for
each thing that it may name, when the module is loaded.

A condition is asked as soon as the choices it speaks of are bound, so that what holds for all is asked once; what no
choice changes is worked out before the first loop, and what a choice changes by a single yes or no, for both; what a
choice's own states settle, or a single state of the table, is found out beforehand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from caylus import model as m
from caylus.limits import MOST_WITHIN_REACH
from caylus.model.walk import free_variables, parts, put, with_children
from caylus.records import Record

from .explanations import Price, price, tests
from .expressions import ALWAYS, Expressions, Names, local

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
