"""A decision's options -> the function that lists the legal ones.

A condition is asked as soon as the choices it speaks of are bound, so that what holds for all is asked once; what no
choice changes is worked out before the first loop, and what a choice changes by a single yes or no, for both; what a
choice's own states settle, or a single state of the table, is found out beforehand (see `partial_evaluation`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from caylus import model as m
from caylus.model.walk import free_variables, parts, put, with_children

from ..writing.definitions import Names, local
from ..writing.expressions import ALWAYS, Expressions
from .incremental_lists import IncrementalLists
from .partial_evaluation import PartialEvaluation
from .prices import Price, price, tests

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
        for variable, source, asked in zip(self.option.variables, self.option.sources, levels, strict=True):
            self.partial.evaluate(variable, source, [condition for condition, _ in asked])

    def write(self) -> list[str]:
        settled, *levels = self._levels()
        lines: list[str] = []
        indent = "    "
        codes = [self._code(condition, site) for condition, site in settled]
        if codes:
            lines.append(f"{indent}if {' and '.join(codes)}:")
            indent += "    "
        head, before = len(lines), indent
        for variable, source, asked in zip(self.option.variables, self.option.sources, levels, strict=True):
            code, read, conditions = self._level(variable, source, asked)
            lines.append(f"{indent}for {self.names[variable]} in {code}:")
            indent += "    "
            if conditions:
                lines += [indent + line for line in read]
                lines.append(f"{indent}if {' and '.join(conditions)}:")
                indent += "    "
        lines[head:head] = [f"{before}{self.names[v]} = {self.x.write(e, self.names)}" for e, v in self._before.items()]
        picked = [self.names[v] for v in self.option.variables]
        if self.price is not None and self.price.ways:
            lines.append(f"{indent}for way in {self.x.write(self.price.payment, self.names)}:")
            lines.append(f"{indent}    if {self.x.payable('can_pay')}, {self.x.write(self.price.player, self.names)}, way):")
            indent += "        "
            picked.append("way")
        return [*lines, f"{indent}o.append(({self.k},{''.join(f' {p},' for p in picked)}))"]

    def _levels(self) -> list[list[Asked]]:
        """The tests before the first choice is bound, after the first, after the second …"""
        bound = {v: i for i, v in enumerate(self.option.variables, 1)}
        levels: list[list[Asked]] = [[] for _ in range(len(bound) + 1)]
        asked: list[Asked] = [(test.condition, test.site) for test in self.tests]
        if self.price is not None and not self.price.ways:
            asked += [(condition, None) for condition in self._affordable(self.price)]
        for condition, site in asked:
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

    def _level(self, variable: m.Variable, source: m.ListExpr, asked: Sequence[Asked]) -> tuple[str, list[str], list[str]]:
        """One loop: its list, the line that reads what several conditions need, and the conditions."""
        if self.x.probe is not None:
            return self.x.list(source, self.names), [], [self._code(condition, site) for condition, site in asked]
        conditions = [condition for condition, _ in asked]
        table, own, mended, reach = self.partial.evaluate(variable, source, conditions)
        if reach is not None:
            beyond = [self.x.write(self._foreseen(c), self.names) for c in conditions if c not in reach.conditions]
            return f"{reach.name}[{self.x.write(reach.subject, self.names)}]", [], beyond
        read: list[str] = []
        codes: list[str] = []
        if table is not None and not (mended and not table.left):
            seen = m.Variable(f"{variable.name}_{table.subject.state.name}", table.subject.type)
            self.names[seen] = local(seen, len(self.names))
            read.append(f"{self.names[seen]} = {self.x.write(table.subject, self.names)}")
            sort = f"{table.name}[{self.names[seen]}]"
            codes += [] if mended else [sort]
        for is_left, group in groupby(conditions, lambda c: table is not None and c in table.conditions):
            if is_left and table is not None:
                left = [put(c, table.subject, m.Local(seen)) for c in group if c in table.left]
                if left:
                    codes.append(f"({sort} == 1 or ({' and '.join(self.x.write(c, self.names) for c in left)}))")
            else:
                codes += [self.x.write(self._foreseen(c), self.names) for c in group if not (mended and c in own)]
        return f"m.incremental[{mended.number}]" if mended else self.x.list(source, self.names), read, codes

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
