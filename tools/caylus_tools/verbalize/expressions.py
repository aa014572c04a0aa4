"""The expressions of a ruleset in words: what they stand for, and when they hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import assert_never

from caylus import model as m
from caylus.diagnostics import as_words, with_article

from .amounts import MANY
from .names import Names, bare, is_unfinished, plural, ref, the
from .prose import Piece, Prose, Ref, Var, joined, line, plain

_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2}
_SIGNS = {"+": " + ", "-": " − ", "*": " × ", "/": " ÷ ", "%": " ÷ "}
_PART = {"/": " (rounded down)", "%": " (what is left over)"}
"""What is taken of a quotient."""
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_ROUND = {"from": "beginning with", "after": "beginning after", "before": "backwards, beginning before"}
_CLAUSE = re.compile(r"\b(is|are|has|have|may|can|does|do|lies|stands|there)\b")
"""What the title of a condition has that says what holds, and is not only a name for it."""
_TO_YOU = {"is": "are", "has": "have"}
_COMPARED = {"==": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}


class Expressions(Names):
    """Tells the expressions of one ruleset; whoever `is_you` is spoken to."""

    def __init__(
        self,
        model: m.Model,
        this: m.Object | None = None,
        is_you: Callable[[m.Expr], bool] = lambda _: False,
        marks: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(model, this, marks)
        self.is_you = is_you

    # ---- what it is

    def noun(self, expr: m.Expr) -> Prose:
        """What an expression stands for, with its article."""
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
                return line(self.of(of, bare(state)) if of is not None else the(state), self._for(*indices))
            case m.Holding(player=player, which=which) if which is not None:
                return line("how much of ", self.noun(which), " ", self.doing(player, "has"))
            case m.Holding(resources=resources, player=player):
                return self.of(player, self.resources(resources, MANY))
            case m.Fixed(property=fixed, object=of):
                return self.of(of, bare(fixed))
            case m.PlaceInRow(object=of):
                return self.of(of, "number")
            case m.ScaleItem(scale=scale, index=index):
                return line("the " if isinstance(scale, m.ConstScale) else "", self.noun(scale), self._for(index))
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
                return self.called(the(value), value.params, arguments)
            case m.Quantity(amount=m.Const(value=amount), which=which) if which is not None:
                return line(f"{amount} of ", self.noun(which))
            case m.Quantity(amount=amount, which=which) if which is not None:
                return line("as much of ", self.noun(which), " as ", self.noun(amount))
            case m.Quantity(amount=m.Const(value=amount), resources=resources, different=different):
                return line(f"{amount} {'different ' if different else ''}", self.resources(resources, amount))
            case m.Quantity(amount=amount, resources=resources, different=False) if told := self._for_each(amount, resources):
                return told
            case m.Quantity(amount=amount, resources=resources, different=different):
                return line(self.noun(amount), " in ", "different " if different else "", self.resources(resources, MANY))
            case m.AmountIn(payment=payment, which=which) if which is not None:
                return line("how much of ", self.noun(which), " is in ", self.noun(payment))
            case m.AmountIn(resources=resources, payment=payment):
                return line("the ", self.resources(resources), " in ", self.noun(payment))
            case m.CombinePayments(op=op, left=left, right=right):
                return line(self.noun(left), f" {op} ", self.noun(right))
            case m.AllOf(kind=kind):
                return (plural(kind),)
            case m.RowMembers(row=row):
                return the(row)
            case m.PlayerRow(row=row, player=player):
                return self.of(player, bare(row))
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

    def doing(self, who: m.Expr, verb: str) -> Prose:
        """Who is or has something, or is not: `the player has`, `you have`."""
        return line(self.noun(who), f" {_TO_YOU.get(verb, verb) if self.is_you(who) else verb}")

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

    def called(self, what: Ref | Prose, params: tuple[m.Variable, ...], arguments: tuple[m.Expr, ...]) -> Prose:
        """A value or an action with what it is about; an argument called like its parameter is left out, and so is `nothing`."""
        goes_on = is_unfinished(plain(what if isinstance(what, tuple) else (what,)))
        made = [
            line(Var(as_words(param.name)), " ", self.noun(argument)) if argument.type == m.NUMBER else self.noun(argument)
            for number, (param, argument) in enumerate(zip(params, arguments, strict=True))
            if not _goes_without_saying(param, argument) or (goes_on and number == 0)
        ]
        if not made:
            return line(what)
        return line(what, " " if goes_on else " for ", joined(made, ", ", " and "))

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

    def of(self, of: m.Expr, what: Piece | Prose) -> Prose:
        """Something that belongs to an object."""
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

    def flag(self, target: m.Read) -> Prose:
        """The flag of an object, as an adjective."""
        return line(ref(target.state), self._for(*target.indices))

    def named(self, expr: m.Expr) -> Prose:
        """What stands in a text for people where the rules name something."""
        return (Var(as_words(expr.variable.name)),) if isinstance(expr, m.Local) else self.noun(expr)

    def _scale(self, scale: m.ConstScale) -> Prose:
        name = next((name for name, known in self.model.scales.items() if known is scale), None)
        name = name or next((name for name, known in self.model.scales.items() if known == scale), None)
        return (Ref(name, as_words(name)),) if name else ("row " + " ".join(map(str, scale.numbers)),)

    def _for(self, *indices: m.Expr) -> Prose:
        if not indices:
            return ()
        made = joined([self.noun(index) for index in indices], ", ", " and ")
        return line(" for (", made, ")") if " for " in plain(made) else line(" for ", made)

    def _list(self, of: m.ListMembers | m.ListItem) -> Prose:
        return line(self.of(of.object, bare(of.list))) if of.object is not None else (ref(of.list),)

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
                most = "fewest" if query.fewest else "most"
                return line("the ", each, f" with the {most}, by ", self.noun(query.body), ", the first of several,", where)
            case "first":
                return line("the first ", each, where)
            case "sort" if query.body is not None:
                most = "fewest" if query.fewest else "most"
                return line(self._members(query.source), where, f", those with the {most} first, by ", self.noun(query.body))
            case _:
                return line("whether ", self.holds(query))

    # ---- when it holds

    def holds(self, expr: m.Expr, yes: bool = True) -> Prose:
        """A condition as a sentence; the opposite of it unless `yes`."""
        match expr:
            case m.Not(operand=operand):
                return self.holds(operand, not yes)
            case m.Logic(op=op, operands=operands):
                return self._logic(op if yes else {"and": "or", "or": "and"}[op], operands, yes)
            case m.Compare(op=op, left=left, right=right):
                return self._compare(op if yes else _OPPOSITE[op], left, right)
            case m.Contains(list=list_, member=member_):
                return line(self._is(member_, yes), self._within(list_))
            case m.Read(state=state, object=None):
                return line(the(state), " holds" if yes else " does not hold")
            case m.Read(state=state, object=of, indices=indices) if of is not None:
                return line(self._is(of, yes), ref(state), self._for(*indices))
            case m.Fixed(property=fixed, object=of):
                return line(self._is(of, yes), ref(fixed))
            case m.Query(kind="some", variable=variable, source=source, where=where):
                there = "there is a " if yes else "there is no "
                return line(there, self.each(variable, source), line(" where ", self.holds(where)) if where is not None else ())
            case m.CallValue(value=asked, arguments=arguments) | m.CallCondition(condition=asked, arguments=arguments):
                if _CLAUSE.search(asked.site.title):
                    return line("" if yes else "it is not so that ", ref(asked))
                called = self.called(ref(asked), asked.params, arguments)
                return line(called, " holds" if yes else " does not hold")
            case m.CanPay(player=player, payment=payment):
                return line(self.noun(player), " can pay " if yes else " cannot pay ", self.noun(payment))
            case m.Const(value=value):
                return ("always" if bool(value) == yes else "never",)
        return line(self.noun(expr), " holds" if yes else " does not hold")

    def _is(self, who: m.Expr, yes: bool) -> Prose:
        return line(self.doing(who, "is"), " " if yes else " not ")

    def _logic(self, op: str, operands: tuple[m.Expr, ...], yes: bool) -> Prose:
        made = []
        for operand in operands:
            inner = operand.operand if isinstance(operand, m.Not) else operand
            part = self.holds(operand, yes)
            made.append(line("(", part, ")") if isinstance(inner, m.Logic) and len(operands) > 1 else part)
        return joined(made, f" {op} " if op == "or" else ", ", f" {op} ")

    def _compare(self, op: str, left: m.Expr, right: m.Expr) -> Prose:
        if isinstance(right, m.Const) and right.type.base == "object" and right.value < 0:
            return self._none(left, op == "==")
        if isinstance(right, m.Const) and isinstance(left, (m.Holding, m.AmountIn)):
            having = left.player if isinstance(left, m.Holding) else left.payment
            number = _count(op, right.value)
            if left.which is not None:
                return line(self.doing(having, "has"), f" {'none' if number == 'no' else number} of ", self.noun(left.which))
            return line(self.doing(having, "has"), f" {number} ", self.resources(left.resources, _last_number(number)))
        if isinstance(left, m.SizeOf) and (told := self._filled(left.list, op, right)):
            return told
        if self.is_you(right) and not self.is_you(left):
            left, right = right, left
        verb = "are" if _is_plural(left) or self.is_you(left) else "is"
        return line(self.noun(left), f" {verb} {_COMPARED[op]}", self.noun(right))

    def _filled(self, list_: m.ListExpr, op: str, size: m.Expr) -> Prose:
        """That nobody is in a list, somebody or everybody; empty for any other size."""
        if not isinstance(list_, m.ListMembers):
            return ()
        kind, where = list_.list.kind, self._within(list_)
        body = "body" if kind.is_player else "thing"
        match size:
            case m.Const(value=0) if op in ("==", "!=", ">"):
                return line(f"{'no' if op == '==' else 'some'}{body} is ", where)
            case m.SizeOf(list=m.AllOf(kind=whole)) if whole is kind and op in ("==", "!="):
                return line("all " if op == "==" else "not all ", plural(kind), " are ", where)
        return ()

    def _none(self, expr: m.Expr, is_none: bool) -> Prose:
        """That there is nothing, or something, where an object could be."""
        match expr:
            case m.Read(state=m.State(name=name) as has, object=of, indices=()) if of is not None and not name.endswith("ed"):
                return line(self.doing(of, "has"), " ", _some(ref(has), is_none))
            case m.Fixed(property=m.Property() as has, object=of):
                return line(self.doing(of, "has"), " ", _some(ref(has), is_none))
            case m.Read(state=state, object=None, indices=()):
                return line("there is ", _some(ref(state), is_none))
            case m.CallValue(value=value, arguments=()):
                return line("there is ", _some(ref(value), is_none))
            case m.Local(variable=variable):
                return line("there is ", _some(as_words(variable.name), is_none))
            case m.RowItem() | m.ListItem():
                return line(self.noun(expr), " does not exist" if is_none else " exists")
        body = "body" if expr.type.kind is not None and expr.type.kind.is_player else "thing"
        return line(self.noun(expr), f" is no{body}" if is_none else f" is some{body}")

    def _within(self, list_: m.ListExpr) -> Prose:
        match list_:
            case m.AllOf(kind=kind):
                article = with_article(as_words(kind.name)).split()[0]
                return line(f"{article} ", ref(kind))
            case m.RowMembers(row=row):
                return line(f"{with_article(as_words(row.kind.name))} of ", self.noun(list_))
            case m.ListMembers():
                return line("in ", self.noun(list_))
            case m.Numbers(low=low, high=high):
                return line("from ", self.noun(low), " to ", self.noun(high))
        return line("one of ", self.noun(list_))


def is_player(expr: m.Expr) -> bool:
    """Whether it is the player whom rules mean where they name nobody."""
    return isinstance(expr, m.Local) and expr.variable.name == "player"


def _variable(variable: m.Variable) -> Prose:
    name = as_words(variable.name)
    return (f"the {name}",) if variable.type.base in ("object", "list") else (Var(name),)


def _goes_without_saying(param: m.Variable, argument: m.Expr) -> bool:
    if isinstance(argument, m.ConstPayment):
        return argument.alternatives == ((),)
    return isinstance(argument, m.Local) and argument.variable.name == param.name


def _some(what: Ref | str, is_none: bool) -> Prose:
    text = what if isinstance(what, str) else what.text
    return line("no " if is_none else f"{with_article(text).split()[0]} ", what)


def _count(op: str, number: int) -> str:
    if op in ("==", "!=") and number == 0:
        return "no" if op == "==" else "some"
    op, number = {">": (">=", number + 1), "<": ("<=", number - 1)}.get(op, (op, number))
    if (op, number) in (("<=", 0), ("<=", -1)):
        return "no"
    return {"==": "exactly", "!=": "not exactly", "<=": "at most", ">=": "at least"}[op] + f" {number}"


def _last_number(words: str) -> int:
    last = words.rpartition(" ")[2]
    return int(last) if last.isdigit() else MANY


def _is_plural(expr: m.Expr) -> bool:
    name = expr.state.name if isinstance(expr, m.Read) else expr.property.name if isinstance(expr, m.Fixed) else ""
    return name.endswith("s") and not name.endswith("ss")
