"""The expressions of a ruleset in words: what they stand for, and when they hold."""

from __future__ import annotations

from typing import assert_never

from caylus import model as m
from caylus.diagnostics import as_words

from .amounts import MANY
from .conditions import Conditions
from .names import bare, find_title, is_unfinished, plural, ref, the
from .prose import Piece, Prose, Ref, Var, join_list, line, plain

_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2}
_SIGNS = {"+": " + ", "-": " − ", "*": " × ", "/": " ÷ ", "%": " ÷ "}
_PART = {"/": " (rounded down)", "%": " (what is left over)"}
"""What is taken of a quotient."""
_ROUND = {"from": "beginning with", "after": "beginning after", "before": "backwards, beginning before"}


class Expressions(Conditions):
    """Tells the expressions of one ruleset; whoever `is_you` is spoken to."""

    def noun(self, expr: m.Expr) -> Prose:
        """The noun for an expression, with its article."""
        if self.is_you(expr):
            return ("you",)
        match expr:
            case m.Const(value=value, type=type_):
                return self.value(value, type_)
            case m.SeatOf(automaton=automaton):
                return (Ref(automaton.name, automaton.title),)
            case m.ConstPayment(alternatives=alternatives):
                return self.payment(alternatives)
            case m.ConstScale():
                return self._scale(expr)
            case m.Local(variable=variable):
                return _variable(variable)
            case m.Read(state=state, object=of, indices=indices):
                return line(self.describe_property(of, bare(state)) if of is not None else the(state), self.for_(*indices))
            case m.Holding(player=player, which=which) if which is not None:
                return line("how much of ", self.noun(which), " ", self.doing(player, "has"))
            case m.Holding(resources=resources, player=player):
                return self.describe_property(player, self.resources(resources, MANY))
            case m.Fixed(property=fixed, object=of):
                does = _deed(fixed)
                return line("what ", self.noun(of), f" {does}") if does else self.describe_property(of, bare(fixed))
            case m.PlaceInRow(object=of):
                return self.describe_property(of, "number")
            case m.ScaleItem(scale=scale, index=index):
                return line("the " if isinstance(scale, m.ConstScale) else "", self.noun(scale), self.for_(index))
            case m.RowItem() | m.ListItem() | m.Item():
                return self._item(expr)
            case m.Faces(list=list_):
                return self.noun(list_)
            case m.Behind(list=list_, member=member_):
                return line(self.noun(list_), " behind ", self.noun(member_))
            case m.Gathered(name=name):
                return line("the ", Var(as_words(name)))
            case m.Random(list=list_):
                return line("one by lot of ", self.noun(list_))
            case m.Rotated(list=list_, way=way, member=member_):
                return line(self.noun(list_), f", {_ROUND[way]} ", self.noun(member_))
            case m.Arithmetic():
                return self._arithmetic(expr)
            case m.Absolute(operand=operand):
                return line("|", self.noun(operand), "|")
            case m.SizeOf(list=list_):
                return line("the number of ", self._members(list_))
            case m.Query():
                return self._query(expr)
            case m.CallValue(value=value, arguments=arguments) if value.type != m.FLAG:
                return self.describe_call(the(value), value.params, arguments)
            case m.Quantity(amount=m.Const(value=amount), which=which) if which is not None:
                return line(f"{amount} of ", self.noun(which))
            case m.Quantity(amount=amount, which=which) if which is not None:
                return line("as much of ", self.noun(which), " as ", self.noun(amount))
            case m.Quantity(amount=m.Const(value=amount), resources=resources, different=different):
                return line(f"{amount} {'different ' if different else ''}", self.resources(resources, amount))
            case m.Quantity(amount=amount, resources=resources, different=False) if told := self._for_each(amount, resources):
                return told
            case m.Quantity(amount=amount, resources=resources, different=different):
                number, unit = self.noun(amount), self.resources(resources, MANY)
                if not different and plain(unit) in plain(number):
                    return number
                return line(number, " in ", "different " if different else "", unit)
            case m.AmountIn(payment=payment, which=which) if which is not None:
                return line("how much of ", self.noun(which), " is in ", self.noun(payment))
            case m.AmountIn(resources=resources, payment=payment):
                return line("the ", self.resources(resources), " in ", self.noun(payment))
            case m.CombinePayments(op="*", left=number, right=payment):
                each = self.noun(payment)
                joined = isinstance(payment, m.CombinePayments)
                return line(self._operand(number, 2), " times ", line("(", each, ")") if joined else each)
            case m.CombinePayments(op=op, left=left, right=right):
                return line(self.noun(left), f" {op} ", self.noun(right))
            case m.AllOf(kind=kind):
                return (plural(kind),)
            case m.RowMembers(row=row):
                return the(row)
            case m.PlayerRow(row=row, player=player):
                return self.describe_property(player, bare(row))
            case m.ListMembers():
                return self._list(expr)
            case m.Revealed(operand=operand):
                return self.noun(operand)
            case m.Numbers(low=low, high=high):
                return line(self.noun(low), " to ", self.noun(high))
            case m.Shuffled(list=list_):
                return line(self.noun(list_), " in random order")
            case m.Choice(condition=condition, then=then, otherwise=otherwise):
                return line(self.noun(then), " if ", self.holds(condition), ", otherwise ", self.noun(otherwise))
            case m.Compare() | m.Contains() | m.Logic() | m.Not() | m.CallValue() | m.CallCondition() | m.CanPay():
                return line("whether ", self.holds(expr))
        assert_never(expr)

    def _for_each(self, amount: m.Expr, resources: tuple[m.Resource, ...]) -> Prose:
        """So much for each, or for every few, of what somebody has; nothing of any other amount."""
        match amount:
            case m.Arithmetic(op="*", left=m.Const(value=number), right=m.Holding(which=None) as has) if number > 0:
                each = line(" for each ", self.resources(has.resources))
            case m.Arithmetic(op="/", left=m.Holding(which=None) as has, right=m.Const(value=every)) if every > 1:
                number, each = 1, line(f" for every {every} ", self.resources(has.resources, every))
            case _:
                return ()
        whose = () if self.is_you(has.player) or is_player(has.player) else line(" that ", self.doing(has.player, "has"))
        return line(f"{number} ", self.resources(resources, number), each, whose)

    def describe_call(self, what: Ref | Prose, params: tuple[m.Variable, ...], arguments: tuple[m.Expr, ...]) -> Prose:
        """A value or an action with what it is about; an argument called like its parameter is left out, and so is `nothing`."""
        goes_on = is_unfinished(plain(what if isinstance(what, tuple) else (what,)))
        made = [
            line(Var(as_words(param.name)), " ", self.noun(argument)) if argument.type == m.NUMBER else self.noun(argument)
            for number, (param, argument) in enumerate(zip(params, arguments, strict=True))
            if not _goes_without_saying(param, argument) or (goes_on and number == 0)
        ]
        if not made:
            return line(what)
        return line(what, " " if goes_on else " for ", join_list(made, ", ", " and "))

    def each(self, variable: m.Variable, source: m.ListExpr) -> Prose:
        """A member of a list, as it stands after “each”."""
        name = as_words(variable.name)
        match source:
            case m.AllOf(kind=kind):
                return line(ref(kind), "" if variable.name == kind.name else f" (the {name})")
            case m.RowMembers() | m.PlayerRow():
                return line(f"{name} of ", self.noun(source))
            case m.Numbers(low=low, high=high):
                return line(Var(name), " from ", self.noun(low), " to ", self.noun(high))
            case m.Shuffled(list=list_):
                return line(self.each(variable, list_), ", in random order")
            case m.Rotated(list=list_, way=way, member=member):
                return line(self.each(variable, list_), f", {_ROUND[way]} ", self.noun(member))
            case m.ListMembers():
                return line(f"{name} in ", self.noun(source))
        return line(f"{name} among ", self.noun(source))

    def describe_property(self, of: m.Expr, what: Piece | Prose) -> Prose:
        if self.is_you(of):
            return line("your ", what)
        match of:
            case m.Const() if self.is_this(of):
                return line("its ", what)
            case m.Local() | m.Const() | m.Read(object=None):
                return line(self.noun(of), "’s ", what)
            case m.CallValue(arguments=()):
                return line(self.noun(of), "’s ", what)
        return line("the ", what, " of ", self.noun(of))

    def describe_name(self, expr: m.Expr) -> Prose:
        """The words in a text for people where the rules name something."""
        return (Var(as_words(expr.variable.name)),) if isinstance(expr, m.Local) else self.noun(expr)

    def _scale(self, scale: m.ConstScale) -> Prose:
        name = next((name for name, known in self.model.scales.items() if known is scale), None)
        name = name or next((name for name, known in self.model.scales.items() if known == scale), None)
        return (Ref(name, as_words(name)),) if name else ("row " + " ".join(map(str, scale.numbers)),)

    def _list(self, of: m.ListMembers | m.ListItem) -> Prose:
        return line(self.describe_property(of.object, bare(of.list))) if of.object is not None else (ref(of.list),)

    def _item(self, item: m.RowItem | m.ListItem | m.Item) -> Prose:
        if not isinstance(item, m.RowItem):
            place = ("the first of ",) if item.index == m.Const(1, m.NUMBER) else line("number ", self.noun(item.index), " of ")
            return line(place, self._list(item) if isinstance(item, m.ListItem) else self.noun(item.list))
        row = item.row
        if isinstance(item.index, m.Const):
            return (Ref(row.name, f"{bare(row).text} {item.index.value}"),)
        return line(f"the {as_words(row.kind.name)} of ", the(row), " at ", self.noun(item.index))

    def _arithmetic(self, sum_: m.Arithmetic) -> Prose:
        if sum_.op in ("min", "max"):
            which = "lesser" if sum_.op == "min" else "greater"
            return line(f"the {which} of ", self.noun(sum_.left), " and ", self.noun(sum_.right))
        if sum_.op == "-" and sum_.left == m.Const(0, m.NUMBER):
            return line("−", self._operand(sum_.right, 2))
        level = _LEVELS[sum_.op]
        right = self._operand(sum_.right, level + (sum_.op in "-/%"))
        return line(self._operand(sum_.left, level), _SIGNS[sum_.op], right, _PART.get(sum_.op, ""))

    def _operand(self, expr: m.Expr, level: int) -> Prose:
        is_looser = isinstance(expr, m.Query) or (isinstance(expr, m.Arithmetic) and _LEVELS.get(expr.op, 0) < level)
        return line("(", self.noun(expr), ")") if is_looser else self.noun(expr)

    def _members(self, list_: m.ListExpr) -> Prose:
        """The members of a list, in the plural."""
        match list_:
            case m.AllOf():
                return self.noun(list_)
            case m.RowMembers(row=row):
                return line(f"{as_words(row.kind.plural)} of ", self.noun(list_))
            case m.ListMembers(list=m.ListState(kind=kind)):
                return line(f"{as_words(kind.plural)} in ", self.noun(list_))
        return line(as_words(list_.type.kind.plural) if list_.type.kind else "numbers", " among ", self.noun(list_))

    def _query(self, query: m.Query) -> Prose:
        each = self.each(query.variable, query.source)
        where = line(" where ", self.holds(query.where)) if query.where is not None else ()
        match query.kind:
            case "count":
                return line("the number of ", self._members(query.source), where)
            case "sum" if query.body is not None:
                return line("the sum of ", self.noun(query.body), " for each ", each, where)
            case "first" if query.body is not None:
                return line("the ", each, " with the ", self._most(query, query.body), ", the first of several,", where)
            case "first":
                return line("the first ", each, where)
            case "sort" if query.body is not None:
                return line(self._members(query.source), where, ", those with the ", self._most(query, query.body), " first")
            case _:
                return line("whether ", self.holds(query))

    def _most(self, query: m.Query, by: m.Expr) -> Prose:
        """The thing that members have most or fewest of, which is mostly something of their own."""
        most = "fewest" if query.fewest else "most"
        match by:
            case m.Read(state=state, object=m.Local(variable=each), indices=()) if each is query.variable:
                return line(f"{most} ", bare(state))
            case m.Holding(resources=resources, player=m.Local(variable=each), which=None) if each is query.variable:
                return line(f"{most} ", self.resources(resources, MANY))
        return line(f"{most}, by ", self.noun(by), ",")


def is_player(expr: m.Expr) -> bool:
    """Return whether it is the player whom rules mean where they name nobody."""
    return isinstance(expr, m.Local) and expr.variable.name == "player"


def _variable(variable: m.Variable) -> Prose:
    name = as_words(variable.name)
    return (f"the {name}",) if variable.type.base in ("object", "list") else (Var(name),)


def _goes_without_saying(param: m.Variable, argument: m.Expr) -> bool:
    if isinstance(argument, m.ConstPayment):
        return argument.alternatives == ((),)
    return isinstance(argument, m.Local) and argument.variable.name == param.name


def _deed(fixed: m.Property) -> str:
    """The words for a property that is titled by its own verb: `brings its owner`."""
    before, _, behind = find_title(fixed).partition(" … ")
    return f"{before} {behind}" if behind and before.split()[0] == fixed.name else ""
