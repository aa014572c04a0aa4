"""The expressions of a ruleset in words: what they stand for, and when they hold."""

from __future__ import annotations

from typing import assert_never

from caylus import model as m

from .amounts import group_of, ways
from .prose import Piece, Prose, Ref, Unit, Var, joined, line, name_words, plain, with_article

_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2}
_SIGNS = {"+": " + ", "-": " − ", "*": " × ", "/": " ÷ "}
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_COMPARED = {"==": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}
_UNFINISHED = (" of", " for", " to", " by", " with", " at", " in", " from")


class Words:
    """Speaks of the expressions of one ruleset; `this` is the object in whose own rules they stand, if any."""

    def __init__(self, model: m.Model, this: m.Object | None = None) -> None:
        self.model = model
        self.this = this
        roots = [kind for kind in model.kinds.values() if kind.parent is None]
        titles = [thing.title for kind in roots for thing in kind.objects]
        self._shared = {title for title in titles if titles.count(title) > 1} if this is None else set()

    # ---- what it is

    def noun(self, expr: m.Expr) -> Prose:
        """What an expression stands for, with its article."""
        match expr:
            case m.Const():
                return self._const(expr)
            case m.ConstPayment(alternatives=alternatives):
                return self.payment(alternatives)
            case m.ConstScale():
                return self._scale(expr)
            case m.Local(variable=variable):
                return _variable(variable)
            case m.Read(state=state, object=of, index=index):
                return line(self.of(of, member(state)) if of is not None else line("the ", member(state)), self._for(index))
            case m.Holding(resources=resources, player=player):
                return self.of(player, self.resources(resources))
            case m.Fixed(property=fixed, object=of):
                return self.of(of, member(fixed))
            case m.PlaceInRow(object=of):
                return self.of(of, "number")
            case m.ScaleItem(scale=scale, index=index):
                return line("the " if isinstance(scale, m.ConstScale) else "", self.noun(scale), self._for(index))
            case m.RowItem() | m.ListItem():
                return self._item(expr)
            case m.Arithmetic():
                return self._arithmetic(expr)
            case m.Absolute(operand=operand):
                return line("|", self.noun(operand), "|")
            case m.SizeOf(list=list_):
                return line("the number of ", self._members(list_))
            case m.Query():
                return self._query(expr)
            case m.CallValue(value=value, arguments=arguments) if value.type != m.FLAG:
                return line("the ", self.called(Ref(value.name, name_words(value.name)), value.params, arguments))
            case m.Quantity(amount=m.Const(value=amount), resources=resources, different=different):
                return line(f"{amount} {'different ' if different else ''}", self.resources(resources))
            case m.Quantity(amount=amount, resources=resources, different=different):
                return line(self.noun(amount), " in ", "different " if different else "", self.resources(resources))
            case m.AmountIn(resources=resources, payment=payment):
                return line("the ", self.resources(resources), " in ", self.noun(payment))
            case m.CombinePayments(op=op, left=left, right=right):
                return line(self.noun(left), f" {op} ", self.noun(right))
            case m.AllOf(kind=kind):
                return (Ref(kind.name, name_words(kind.plural)),)
            case m.RowMembers(row=row):
                return line("the ", Ref(row.name, name_words(row.name)))
            case m.ListMembers(list=list_):
                return (Ref(list_.name, name_words(list_.name)),)
            case m.Numbers(low=low, high=high):
                return line(self.noun(low), " to ", self.noun(high))
            case m.Shuffled(list=list_):
                return line(self.noun(list_), " in random order")
            case m.Choice(condition=condition, then=then, otherwise=otherwise):
                return line(self.noun(then), " if ", self.holds(condition), ", otherwise ", self.noun(otherwise))
            case m.Compare() | m.Contains() | m.Logic() | m.Not() | m.CallValue() | m.CallCondition() | m.CanPay():
                return line("whether ", self.holds(expr))
        assert_never(expr)

    def payment(self, alternatives: m.Alternatives) -> Prose:
        """A payment, the ways that amount to any mix of a group as one."""
        told = []
        for way in ways(alternatives, self.model):
            amounts = [line(f"{a.number} {'different ' if a.different else ''}", Unit(a.of)) for a in way]
            told.append(joined(amounts, " + ") or ("nothing",))
        return joined(told, " or ")

    def resources(self, resources: tuple[m.Resource, ...]) -> Prose:
        """Resources together, by the name of their group if they have one."""
        if len(resources) == 1:
            return (Unit(resources[0]),)
        group = group_of(resources, self.model)
        return (Unit(group),) if group else joined([(Unit(resource),) for resource in resources], ", ", " and ")

    def thing(self, thing: m.Object) -> Prose:
        """An object by its title, and by its name as well where others have the same title."""
        if thing is self.this:
            return (f"this {name_words(thing.kind.root.name)}",)
        if thing.row is not None:
            return (Ref(thing.row.name, thing.title),)
        is_shared = thing.title in self._shared
        return (Ref(thing.name, f"{thing.title} ({name_words(thing.name)})" if is_shared else thing.title),)

    def called(self, what: Ref | Prose, params: tuple[m.Variable, ...], arguments: tuple[m.Expr, ...]) -> Prose:
        """A value or an action with what it is about; an argument called like its parameter is left out, and so is `nothing`."""
        is_unfinished = isinstance(what, Ref) and what.text.endswith(_UNFINISHED)
        told = [
            line(Var(name_words(param.name)), " ", self.noun(argument)) if argument.type == m.NUMBER else self.noun(argument)
            for number, (param, argument) in enumerate(zip(params, arguments, strict=True))
            if not _goes_without_saying(param, argument) or (is_unfinished and number == 0)
        ]
        if not told:
            return line(what)
        return line(what, " " if is_unfinished else " for ", joined(told, ", ", " and "))

    def each(self, variable: m.Variable, source: m.ListExpr) -> Prose:
        """A member of a list, as it stands after “each”."""
        name = name_words(variable.name)
        match source:
            case m.AllOf(kind=kind):
                return line(Ref(kind.name, name_words(kind.name)), "" if variable.name == kind.name else f" (the {name})")
            case m.RowMembers():
                return line(f"{name} of ", self.noun(source))
            case m.Numbers(low=low, high=high):
                return line(Var(name), " from ", self.noun(low), " to ", self.noun(high))
            case m.Shuffled(list=list_):
                return line(self.each(variable, list_), ", in random order")
            case m.ListMembers():
                return line(f"{name} in ", self.noun(source))
        return line(f"{name} among ", self.noun(source))

    def of(self, of: m.Expr, what: Piece | Prose) -> Prose:
        """Something that belongs to an object."""
        match of:
            case m.Const() if self.is_this(of):
                return line("its ", what)
            case m.Local() | m.Const() | m.Read(object=None):
                return line(self.noun(of), "’s ", what)
            case m.CallValue(arguments=()):
                return line(self.noun(of), "’s ", what)
        return line("the ", what, " of ", self.noun(of))

    def is_this(self, const: m.Const) -> bool:
        kind = const.type.kind
        return self.this is not None and kind is not None and kind.root is self.this.kind.root and const.value == self.this.id

    def flag(self, target: m.Read) -> Prose:
        """The flag of an object, as an adjective."""
        return line(member(target.state), self._for(target.index))

    def named(self, expr: m.Expr) -> Prose:
        """What stands in a text for people where the rules name something."""
        return (Var(name_words(expr.variable.name)),) if isinstance(expr, m.Local) else self.noun(expr)

    def _const(self, const: m.Const) -> Prose:
        if const.type.base == "flag":
            return ("yes" if const.value else "no",)
        if const.type.base == "object":
            kind = const.type.kind
            return self.thing(kind.root.objects[const.value]) if kind is not None and const.value >= 0 else ("none",)
        return (str(const.value).replace("-", "−"),)

    def _scale(self, scale: m.ConstScale) -> Prose:
        name = next((name for name, known in self.model.scales.items() if known is scale), None)
        name = name or next((name for name, known in self.model.scales.items() if known == scale), None)
        return (Ref(name, name_words(name)),) if name else ("row " + " ".join(map(str, scale.numbers)),)

    def _for(self, index: m.Expr | None) -> Prose:
        if index is None:
            return ()
        told = self.noun(index)
        return line(" for (", told, ")") if " for " in plain(told) else line(" for ", told)

    def _item(self, item: m.RowItem | m.ListItem) -> Prose:
        if isinstance(item, m.ListItem):
            place = ("the first of ",) if item.index == m.Const(1, m.NUMBER) else line("number ", self.noun(item.index), " of ")
            return line(place, Ref(item.list.name, name_words(item.list.name)))
        row = item.row
        if isinstance(item.index, m.Const):
            return (Ref(row.name, f"{name_words(row.name)} {item.index.value}"),)
        where = Ref(row.name, name_words(row.name))
        return line(f"the {name_words(row.kind.name)} of the ", where, " at ", self.noun(item.index))

    def _arithmetic(self, sum_: m.Arithmetic) -> Prose:
        if sum_.op in ("min", "max"):
            which = "lesser" if sum_.op == "min" else "greater"
            return line(f"the {which} of ", self.noun(sum_.left), " and ", self.noun(sum_.right))
        if sum_.op == "-" and sum_.left == m.Const(0, m.NUMBER):
            return line("−", self._operand(sum_.right, 2))
        level = _LEVELS[sum_.op]
        right = self._operand(sum_.right, level + (sum_.op in "-/"))
        return line(self._operand(sum_.left, level), _SIGNS[sum_.op], right, " (rounded down)" if sum_.op == "/" else "")

    def _operand(self, expr: m.Expr, level: int) -> Prose:
        is_looser = isinstance(expr, m.Query) or (isinstance(expr, m.Arithmetic) and _LEVELS.get(expr.op, 0) < level)
        return line("(", self.noun(expr), ")") if is_looser else self.noun(expr)

    def _members(self, list_: m.ListExpr) -> Prose:
        """The members of a list, in the plural."""
        match list_:
            case m.AllOf():
                return self.noun(list_)
            case m.RowMembers(row=row):
                return line(f"{name_words(row.kind.plural)} of ", self.noun(list_))
            case m.ListMembers(list=m.ListState(kind=kind)):
                return line(f"{name_words(kind.plural)} in ", self.noun(list_))
        return line(name_words(list_.type.kind.plural) if list_.type.kind else "numbers", " among ", self.noun(list_))

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
                return line(self.noun(member_), " is " if yes else " is not ", self._within(list_))
            case m.Read(state=state, object=None):
                return line("the ", member(state), " holds" if yes else " does not hold")
            case m.Read(state=state, object=of, index=index) if of is not None:
                return line(self.noun(of), " is " if yes else " is not ", member(state), self._for(index))
            case m.Fixed(property=fixed, object=of):
                return line(self.noun(of), " is " if yes else " is not ", member(fixed))
            case m.Query(kind="some", variable=variable, source=source, where=where):
                there = "there is a " if yes else "there is no "
                return line(there, self.each(variable, source), line(" where ", self.holds(where)) if where is not None else ())
            case m.CallValue(value=asked, arguments=arguments) | m.CallCondition(condition=asked, arguments=arguments):
                called = self.called(Ref(asked.name, name_words(asked.name)), asked.params, arguments)
                return line(called, " holds" if yes else " does not hold")
            case m.CanPay(player=player, payment=payment):
                return line(self.noun(player), " can pay " if yes else " cannot pay ", self.noun(payment))
            case m.Const(value=value):
                return ("always" if bool(value) == yes else "never",)
        return line(self.noun(expr), " holds" if yes else " does not hold")

    def _logic(self, op: str, operands: tuple[m.Expr, ...], yes: bool) -> Prose:
        told = []
        for operand in operands:
            inner = operand.operand if isinstance(operand, m.Not) else operand
            part = self.holds(operand, yes)
            told.append(line("(", part, ")") if isinstance(inner, m.Logic) and len(operands) > 1 else part)
        return joined(told, f" {op} " if op == "or" else ", ", f" {op} ")

    def _compare(self, op: str, left: m.Expr, right: m.Expr) -> Prose:
        if isinstance(right, m.Const) and right.type.base == "object" and right.value < 0:
            return self._none(left, op == "==")
        if isinstance(right, m.Const) and isinstance(left, (m.Holding, m.AmountIn)):
            having = left.player if isinstance(left, m.Holding) else left.payment
            return line(self.noun(having), f" has {_count(op, right.value)} ", self.resources(left.resources))
        verb = "are" if _is_plural(left) else "is"
        return line(self.noun(left), f" {verb} {_COMPARED[op]}", self.noun(right))

    def _none(self, expr: m.Expr, is_none: bool) -> Prose:
        """That there is nothing, or something, where an object could be."""
        match expr:
            case m.Read(state=m.State(name=name) as has, object=of, index=None) if of is not None and not name.endswith("ed"):
                return line(self.noun(of), " has ", _some(member(has), is_none))
            case m.Fixed(property=m.Property() as has, object=of):
                return line(self.noun(of), " has ", _some(member(has), is_none))
            case m.Read(state=state, object=None, index=None):
                return line("there is ", _some(member(state), is_none))
            case m.CallValue(value=value, arguments=()):
                return line("there is ", _some(Ref(value.name, name_words(value.name)), is_none))
            case m.Local(variable=variable):
                return line("there is ", _some(name_words(variable.name), is_none))
            case m.RowItem() | m.ListItem():
                return line(self.noun(expr), " does not exist" if is_none else " exists")
        body = "body" if expr.type.kind is not None and expr.type.kind.is_player else "thing"
        return line(self.noun(expr), f" is no{body}" if is_none else f" is some{body}")

    def _within(self, list_: m.ListExpr) -> Prose:
        match list_:
            case m.AllOf(kind=kind):
                article = with_article(name_words(kind.name)).split()[0]
                return line(f"{article} ", Ref(kind.name, name_words(kind.name)))
            case m.RowMembers(row=row):
                return line(f"{with_article(name_words(row.kind.name))} of ", self.noun(list_))
            case m.ListMembers():
                return line("in ", self.noun(list_))
            case m.Numbers(low=low, high=high):
                return line("from ", self.noun(low), " to ", self.noun(high))
        return line("one of ", self.noun(list_))


def member(has: m.State | m.Property | m.MemberAction) -> Ref:
    """What the objects of a kind, the players or the table have."""
    return Ref(f"{has.kind.name}.{has.name}" if has.kind else has.name, name_words(has.name))


def _variable(variable: m.Variable) -> Prose:
    name = name_words(variable.name)
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


def _is_plural(expr: m.Expr) -> bool:
    name = expr.state.name if isinstance(expr, m.Read) else expr.property.name if isinstance(expr, m.Fixed) else ""
    return name.endswith("s") and not name.endswith("ss")
