"""The results of formulas. A formula reads the table and the variables, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from caylus import model as m
from caylus.limits import FORMULA_BOUND, MOST_NUMBERS, NUMBER_BOUND

from . import payments
from .payments import TooLarge
from .table import NONE, Table, zero

Variables = Mapping[m.Variable, Any]
"""Numbers, flags (0 or 1) and objects are whole numbers; lists are tuples of them; payments are ways to pay."""


def check_number(number: int, bound: int = NUMBER_BOUND) -> int:
    """A number that gets a name has one bound; a number inside a formula a higher one."""
    if not -bound < number < bound:
        raise TooLarge("a number has grown beyond all bounds")
    return number


def check_named(value: Any, type_: m.Type) -> Any:
    """A value that a state, a `let` or an argument of an action gets."""
    return check_number(value) if type_ == m.NUMBER else int(value) if type_ == m.FLAG else value


def list_numbers(low: int, high: int) -> tuple[int, ...]:
    """`low to high`."""
    if high < low:
        return ()
    if check_number(high) - check_number(low) >= MOST_NUMBERS:
        raise TooLarge(f"a range holds more than {MOST_NUMBERS:,} numbers")
    return tuple(range(low, high + 1))


CALCULATE: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: check_number(a + b, FORMULA_BOUND),
    "-": lambda a, b: check_number(a - b, FORMULA_BOUND),
    "*": lambda a, b: check_number(a * b, FORMULA_BOUND),
    "/": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "min": min,
    "max": max,
}


def compare(op: str, a: int, b: int) -> bool:
    return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


class Formulas:
    """Evaluates formulas on a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def holds(self, condition: m.Expr | None, env: Variables) -> bool:
        return condition is None or bool(self.evaluate(condition, env))

    def evaluate(self, e: m.Expr, env: Variables) -> Any:
        table = self.table
        match e:
            case m.Const(value=value):
                return value
            case m.ConstPayment(alternatives=ways):
                return ways
            case m.ConstScale(start=start, numbers=numbers):
                return start, numbers
            case m.Local(variable=variable):
                return env[variable]
            case m.SeatOf(automaton=automaton):
                return len(table.players) - automaton.from_last

            # ---- what lies on the table
            case m.Read(state=state):
                return table.read(state, self.place(e, env))
            case m.Holding():
                seat = self.evaluate(e.player, env)
                return sum(table.amount(resource, seat) for resource in self.resources(e, env))
            case m.Fixed(property=property_, object=of):
                number = self.evaluate(of, env)
                return zero(property_.type) if number == NONE else property_.values[number]
            case m.PlaceInRow(object=of):
                number, kind = self.evaluate(of, env), of.type.kind
                assert kind is not None
                return 0 if number == NONE else number + 1 if kind.is_player else kind.root.objects[number].number
            case m.ScaleItem(scale=scale, index=index):
                start, numbers = self.evaluate(scale, env)
                return numbers[max(0, min(self.evaluate(index, env) - start, len(numbers) - 1))]
            case m.RowItem(row=row, index=index):
                return _member(range(row.first, row.first + row.size), self.evaluate(index, env), NONE)
            case m.ListItem(list=list_, index=index):
                return _member(table.list(list_, self.owner(e, env)), self.evaluate(index, env), NONE)
            case m.Item(list=list_, index=index):
                return _member(self.evaluate(list_, env), self.evaluate(index, env), zero(e.type))

            # ---- numbers and flags
            case m.Arithmetic(op=op, left=left, right=right):
                return CALCULATE[op](self.evaluate(left, env), self.evaluate(right, env))
            case m.Absolute(operand=operand):
                return abs(self.evaluate(operand, env))
            case m.Compare(op=op, left=left, right=right):
                return compare(op, self.evaluate(left, env), self.evaluate(right, env))
            case m.Contains(list=m.Numbers(low=low, high=high), member=member):
                return self.evaluate(low, env) <= self.evaluate(member, env) <= self.evaluate(high, env)
            case m.Contains(list=list_, member=member):
                return self.evaluate(member, env) in self.evaluate(list_, env)
            case m.Logic(op="and", operands=operands):
                return all(self.evaluate(operand, env) for operand in operands)
            case m.Logic(operands=operands):
                return any(self.evaluate(operand, env) for operand in operands)
            case m.Not(operand=operand):
                return not self.evaluate(operand, env)
            case m.SizeOf(list=list_):
                return len(self.evaluate(list_, env))
            case m.Choice(condition=condition, then=then, otherwise=otherwise):
                return self.evaluate(then if self.evaluate(condition, env) else otherwise, env)
            case m.Revealed(operand=operand):
                return self.evaluate(operand, env)
            case m.CallValue(value=called, arguments=arguments):
                return self.value(called, [self.evaluate(argument, env) for argument in arguments])
            case m.CallCondition(condition=called, arguments=arguments):
                given = dict(zip(called.params, (self.evaluate(argument, env) for argument in arguments), strict=True))
                return all(self.evaluate(require.condition, given) for require in called.requires)
            case m.Query():
                return self.query(e, env)

            # ---- payments
            case m.Quantity(amount=amount, different=different):
                number = self.evaluate(amount, env)
                indexes = tuple(resource.index for resource in self.resources(e, env))
                return payments.pick_any(number, indexes, different) if indexes else payments.NOTHING
            case m.CanPay(player=player, payment=payment):
                seat, ways = self.evaluate(player, env), self.evaluate(payment, env)
                return any(self.can_pay(seat, way) for way in ways)
            case m.AmountIn(payment=payment):
                first, *_ = self.evaluate(payment, env)  # of several ways: LANGUAGE.md, "Payments"
                resources = self.resources(e, env)
                return sum(dict(first).get(resource.index, 0) for resource in resources)
            case m.CombinePayments(op="*", left=left, right=right):
                return payments.pay_times(self.evaluate(left, env), self.evaluate(right, env))
            case m.CombinePayments(op=op, left=left, right=right):
                combine = {"+": payments.pay_both, "or": payments.pay_either, "less": payments.pay_less}[op]
                return combine(self.evaluate(left, env), self.evaluate(right, env))

            # ---- lists
            case m.AllOf(kind=kind):
                return table.members(kind)
            case m.RowMembers(row=row):
                return tuple(range(row.first, row.first + row.size))
            case m.PlayerRow(row=row, player=player):
                seat = self.evaluate(player, env)
                first = row.first + row.stride * seat
                return () if seat == NONE else tuple(range(first, first + row.size))
            case m.ListMembers(list=list_):
                return tuple(table.list(list_, self.owner(e, env)))
            case m.Numbers(low=low, high=high):
                return list_numbers(self.evaluate(low, env), self.evaluate(high, env))
            case m.Rotated(list=list_, way=way, member=member):
                return rotate(self.evaluate(list_, env), way, self.evaluate(member, env))
            case m.Faces(list=list_, once=once):
                members = self.evaluate(list_, env)
                faces = dict.fromkeys(members)
                return tuple(faces) if once else tuple(member for face in faces for member in members if member == face)
            case m.Behind(list=list_, member=member):
                members, first = self.evaluate(list_, env), self.evaluate(member, env)
                return members[members.index(first) + 1 :] if first in members else ()
            case m.Gathered(members=parts):
                return tuple(self.evaluate(part, env) for part in parts)
            case m.Shuffled() | m.Random():
                raise TypeError("a formula draws nothing: see `Game.draw_value`")
        assert_never(e)

    # ---- places

    def place(self, read: m.Read, env: Variables) -> tuple[int, ...]:
        """Where a state lies; if one of its objects is none, that is a place without a state."""
        of = 0 if read.object is None else self.evaluate(read.object, env)
        return of, *(self.evaluate(index, env) for index in read.indices)

    def owner(self, of: m.ListMembers | m.ListItem, env: Variables) -> int:
        return 0 if of.object is None else self.evaluate(of.object, env)

    def resources(self, e: m.Holding | m.Quantity | m.AmountIn, env: Variables) -> tuple[m.Resource, ...]:
        """The resources that are meant: all that are named, or the one in brackets, which may be none."""
        if e.which is None:
            return e.resources
        number = self.evaluate(e.which, env)
        return () if number == NONE else (self.table.model.resources[number],)

    def value(self, value: m.Value, arguments: list[Any]) -> Any:
        """The first case that holds, then all changes that do."""
        env = dict(zip(value.params, arguments, strict=True))
        result = next(self.evaluate(case, env) for condition, case in value.cases if self.holds(condition, env))
        for modifier in value.modifiers:
            if self.holds(modifier.where, env):
                by = self.evaluate(modifier.value, env)
                op = {"plus": "+", "minus": "-", "at least": "max", "at most": "min"}.get(modifier.change)
                result = by if op is None else CALCULATE[op](result, by)
        return result

    def query(self, query: m.Query, env: Variables) -> Any:
        """Of members with equal numbers the first one counts, or comes first."""
        members = self.evaluate(query.source, env)
        found = (member for member in members if self.holds(query.where, {**env, query.variable: member}))
        if query.kind == "some":
            return any(True for _ in found)
        if query.kind == "count":
            return len([*found])
        if query.body is None:
            return next(found, NONE)
        numbers = [(self.evaluate(query.body, {**env, query.variable: member}), member) for member in found]
        if query.kind == "sum":
            return check_number(sum(number for number, _ in numbers), FORMULA_BOUND)
        ranked = [member for _, member in sorted(numbers, key=lambda pair: pair[0] if query.fewest else -pair[0])]
        return tuple(ranked) if query.kind == "sort" else next(iter(ranked), NONE)

    def can_pay(self, seat: int, way: payments.Way) -> bool:
        resources = self.table.model.resources
        return all(self.table.amount(resources[r], seat) - resources[r].least >= n for r, n in way)


def rotate(members: tuple[int, ...], way: str, member: int) -> tuple[int, ...]:
    """`home from player`, `home after player`, `home before player`."""
    if member not in members:
        return members
    at = members.index(member)
    after = members[at + 1 :] + members[:at]
    return {"from": (member, *after), "after": after, "before": after[::-1]}[way]


def _member(members: Any, index: int, outside: int) -> int:
    """The member at an index from 1 on."""
    return int(members[index - 1]) if 0 < index <= len(members) else outside
