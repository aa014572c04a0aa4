"""Expressions and conditions in words: `you have at least 2 nuts`; and the aim of a game."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from caylus import model as m
from caylus.diagnostics import as_words, with_article
from caylus.model.transfer import OPPOSITE

from .names import Names, bare, find_title, is_unfinished, plural, ref, the
from .prose import MANY, Piece, Prose, Quote, Ref, Unit, Var, join_list, line, plain

_CLAUSE = re.compile(r"\b(is|are|has|have|may|can|does|do|lies|stands|there)\b")
"""What the title of a condition has that says what holds, and is not only a name for it."""
_TO_YOU = {"is": "are", "has": "have"}
_WHERE = (
    "above", "ahead", "among", "at", "before", "behind", "below", "beside", "between", "beyond", "in", "near", "next", "on",
    "under", "within",
)  # fmt: skip
"""What the title of a condition begins with that says where something is."""
_BEHIND = re.compile(r" (?:for|from|in|of|on|that|to|when|who) ")
"""What stands between the head of a title and what it is closer told by."""
_WHAT_ONE_DID = re.compile(r"\w+ed (?:here|there|in|on|at|last|first|this|the)\b")
"""The title of a state that says of somebody what that one did: `worked here last`."""
_LINKED = re.compile(r"\w+ (?:by|for|from|of|to|with)$")
"""The end of the title of a state that says what an object is to another one: `reached by`."""
_DEED = re.compile(r"\w+[^su]s (?!used\b|taken\b)\w")
"""The title of a flag that says what somebody does: `rests from delivering`."""
_COMPARED = {"==": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}


class Conditions(Names, ABC):
    """Tells the conditions of one ruleset; whoever `is_you` is spoken to."""

    def __init__(
        self,
        model: m.Model,
        this: m.Object | None = None,
        is_you: Callable[[m.Expr], bool] = lambda _: False,
        marks: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(model, this, marks)
        self.is_you = is_you

    @abstractmethod
    def noun(self, expr: m.Expr) -> Prose:
        """The noun for an expression, with its article."""

    @abstractmethod
    def describe_property(self, of: m.Expr, what: Piece | Prose) -> Prose:
        """Something that belongs to an object: `your coins`, `the mill’s yield`."""

    @abstractmethod
    def each(self, variable: m.Variable, source: m.ListExpr) -> Prose:
        """A member of a list, as it stands after “each”."""

    @abstractmethod
    def describe_call(self, what: Ref | Prose, params: tuple[m.Variable, ...], arguments: tuple[m.Expr, ...]) -> Prose:
        """A value or an action with what it is about."""

    def holds(self, expr: m.Expr, yes: bool = True) -> Prose:
        """A condition as a sentence; the opposite of it unless `yes`."""
        match expr:
            case m.Not(operand=operand):
                return self.holds(operand, not yes)
            case m.Logic(op=op, operands=operands):
                return self._logic(op if yes else {"and": "or", "or": "and"}[op], [*split_logic(op, operands)], yes)
            case m.Compare(op=op, left=left, right=right):
                return self._compare(op if yes else OPPOSITE[op], left, right)
            case m.Contains(list=list_, member=member_):
                return line(self._is(member_, yes), self._describe_place(list_))
            case m.Read(state=state, object=None):
                return line(the(state), " holds" if yes else " does not hold")
            case m.Read(object=of) if of is not None:
                return self._flag(expr, " ", "" if yes else " not")
            case m.Fixed(property=fixed, object=of):
                return line(self._is(of, yes), bare(fixed))
            case m.Query(kind="some", variable=variable, source=source, where=where):
                each, condition = self.each(variable, source), self.holds(where) if where is not None else ()
                subject = f"the {_word(variable)} "
                match condition:
                    case (str(words), *rest) if words.startswith(subject) and not isinstance(where, m.Logic):
                        return line("a " if yes else "no ", each, f" {words.removeprefix(subject)}", *rest)
                return line("there is a " if yes else "there is no ", each, line(" where ", condition) if condition else ())
            case m.CallValue(value=definition, arguments=arguments) | m.CallCondition(condition=definition, arguments=arguments):
                if _CLAUSE.search(definition.site.title):
                    pairs = zip(definition.params, arguments, strict=True)
                    numbers = [self.noun(a) for p, a in pairs if a.type == m.NUMBER and not _goes_without_saying(p, a)]
                    amounts = line(" (", join_list(numbers), ")") if numbers else ()
                    return line("" if yes else "it is not so that ", ref(definition), amounts)
                if len(arguments) == 1 and definition.site.title.partition(" ")[0] in _WHERE:
                    return line(self._is(arguments[0], yes), ref(definition))
                call = self.describe_call(ref(definition), definition.params, arguments)
                return line(call, " holds" if yes else " does not hold")
            case m.CanPay(player=player, payment=payment):
                return line(self.noun(player), " can pay " if yes else " cannot pay ", self.noun(payment))
            case m.Const(value=value):
                return ("always" if bool(value) == yes else "never",)
        return line(self.noun(expr), " holds" if yes else " does not hold")

    def describe_flag_change(self, flag: m.Read, yes: bool) -> Prose:
        """Say that the flag of an object holds from now on, or no longer."""
        return self._flag(flag, " now " if yes else " no longer ", "")

    def _flag(self, flag: m.Read, adverb: str, no: str) -> Prose:
        """A flag of an object as its title has it: `is spent`, `has bid`, `the line is among the lines used`."""
        of, state = flag.object, flag.state
        assert of is not None
        title = find_title(state)
        if title.partition(" ")[0] in _TO_YOU:
            phrase = line(self.noun(of), " ", ref(state))
            is_so = {" ": "", " now ": "from now on ", " no longer ": "it is no longer so that "}[adverb]
            return line("it is not so that " if no else is_so, phrase)
        if len(flag.indices) == 1 and " " in title and title.split()[0].endswith("s"):
            return line(self.doing(flag.indices[0], "is"), f"{no}{adverb}among ", self.describe_property(of, ref(state)))
        if _DEED.match(title):
            does = {" ": " holds", " now ": " holds from now on", " no longer ": " no longer holds"}[adverb]
            return line(Quote((ref(state),)), " does not hold" if no else does, " for ", self.noun(of))
        return line(self.doing(of, "is"), f"{no}{adverb}", ref(state), self.for_(*flag.indices))

    def _is(self, who: m.Expr, yes: bool) -> Prose:
        return line(self.doing(who, "is"), " " if yes else " not ")

    def _logic(self, op: str, operands: Sequence[m.Expr], yes: bool) -> Prose:
        parts = []
        for operand in operands:
            inner = operand.operand if isinstance(operand, m.Not) else operand
            part = self.holds(operand, yes)
            parts.append(line("(", part, ")") if isinstance(inner, m.Logic) and len(operands) > 1 else part)
        return join_list(parts, f" {op} " if op == "or" else ", ", f" {op} ")

    def _compare(self, op: str, left: m.Expr, right: m.Expr) -> Prose:
        if isinstance(right, m.Const) and right.type.base == "object" and right.value < 0:
            return self.describe_none(left, is_none=op == "==")
        if isinstance(right, m.Const) and isinstance(left, (m.Holding, m.AmountIn)):
            having = left.player if isinstance(left, m.Holding) else left.payment
            number = _count(op, right.value)
            if left.which is not None:
                return line(self.doing(having, "has"), f" {'none' if number == 'no' else number} of ", self.noun(left.which))
            return line(self.doing(having, "has"), f" {number} ", self.resources(left.resources, _last_number(number)))
        if isinstance(left, m.SizeOf) and (size_phrase := self._describe_size(left.list, op, right)):
            return size_phrase
        if self.is_you(right) and not self.is_you(left):
            left, right = right, left
        if isinstance(left, m.Read) and op in ("==", "!=") and (link := self.link(left, _COMPARED[op])):
            return line(link, self.noun(right))
        verb = "are" if _is_plural(left) or self.is_you(left) else "is"
        if verb == "are" and op == "==" and isinstance(right, m.Const) and right.type == m.NUMBER:
            verb = "come to"
        return line(self.noun(left), f" {verb} {_COMPARED[op]}", self.noun(right))

    def link(self, read: m.Read, adverb: str = "") -> Prose:
        """The words that say what an object is to another one, up to that: `the peak is reached by `; empty for other states."""
        title = find_title(read.state)
        if read.object is None or read.indices or read.type.base != "object" or not _LINKED.search(title):
            return ()
        return line(self.doing(read.object, "is"), f" {adverb}", bare(read.state), " ")

    def _describe_size(self, list_: m.ListExpr, op: str, size: m.Expr) -> Prose:
        """Say that nobody is in a list, somebody or everybody; empty for any other size."""
        if not isinstance(list_, m.ListMembers):
            return ()
        kind, where = list_.list.kind, self._describe_place(list_)
        body = "body" if kind.is_player else "thing"
        match size:
            case m.Const(value=0) if op in ("==", "!=", ">"):
                return line(f"{'no' if op == '==' else 'some'}{body} is ", where)
            case m.SizeOf(list=m.AllOf(kind=whole)) if whole is kind and op in ("==", "!="):
                return line("all " if op == "==" else "not all ", plural(kind), " are ", where)
        return ()

    def describe_none(self, expr: m.Expr, *, is_none: bool) -> Prose:
        """Say that there is nothing, or something, where an object could be."""
        body = "body" if expr.type.kind is not None and expr.type.kind.is_player else "thing"
        somebody = f"{'no' if is_none else 'some'}{body}"
        match expr:
            case m.Read() if link := self.link(expr):
                return line(link, somebody)
            case m.CallValue(value=value, arguments=()) if (title := find_title(value)).startswith(("who ", "what ")):
                return (replace(ref(value), text=f"{somebody} {title.partition(' ')[2]}"),)
            case m.Read(state=m.State(name=name) as has, object=of, indices=()) if of is not None and not name.endswith("ed"):
                return line(self.doing(of, "has"), " ", _some(bare(has), is_none))
            case m.Fixed(property=m.Property() as has, object=of):
                return line(self.doing(of, "has"), " ", _some(bare(has), is_none))
            case m.Read(state=state, object=None, indices=()):
                return line("there is ", _some(bare(state), is_none))
            case m.CallValue(value=value, arguments=()):
                return line("there is ", _some(bare(value), is_none))
            case m.Local(variable=variable):
                return line("there is ", _some(as_words(variable.name), is_none))
            case m.RowItem() | m.ListItem():
                return line(self.noun(expr), " does not exist" if is_none else " exists")
        return line(self.noun(expr), f" is {somebody}")

    def _describe_place(self, list_: m.ListExpr) -> Prose:
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

    def doing(self, who: m.Expr, verb: str) -> Prose:
        """The subject with `to be` or `to have`: `the player has`, `you have`."""
        return line(self.noun(who), f" {_TO_YOU.get(verb, verb) if self.is_you(who) else verb}")

    def for_(self, *indices: m.Expr) -> Prose:
        if not indices:
            return ()
        index_list = join_list([self.noun(index) for index in indices], ", ", " and ")
        return line(" for (", index_list, ")") if " for " in plain(index_list) else line(" for ", index_list)


def split_logic(op: str, operands: Sequence[m.Expr]) -> Iterator[m.Expr]:
    """The conditions that `and` or `or` joins, with those of parts joined alike."""
    for operand in operands:
        if isinstance(operand, m.Logic) and operand.op == op:
            yield from split_logic(op, operand.operands)
        else:
            yield operand


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
    """Return whether what somebody holds, a state or a property has a title in the plural."""
    if isinstance(expr, m.Holding) and expr.which is None and len(expr.resources) == 1:
        return expr.resources[0].plural.endswith("s")
    definition = expr.state if isinstance(expr, m.Read) else expr.property if isinstance(expr, m.Fixed) else None
    head = _BEHIND.split(bare(definition).text)[0].split() if definition is not None else []
    return any(word.endswith("s") and not word.endswith(("ss", "'s", "’s")) for word in head)


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
            case m.Read(state=state, type=m.Type(base="object", kind=kind)) if _WHAT_ONE_DID.match(find_title(state)):
                return line("whoever " if kind is not None and kind.is_player else "whatever ", bare(state))
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
            case m.Random(list=m.Numbers(low=low, high=high)):
                return line("a number from ", self.noun(low), " to ", self.noun(high), " by lot")
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
            case m.Quantity(amount=amount, resources=resources, different=False) if phrase := self._for_each(amount, resources):
                return phrase
            case m.Quantity(amount=amount, resources=resources, different=different):
                number, unit = self.noun(amount), self.resources(resources, MANY)
                if len(number) == 1 and isinstance(number[0], Var):
                    return line(number, " different " if different else " ", unit)
                if not different and plain(unit) in plain(number):
                    return number
                return line(number, " in ", "different " if different else "", unit)
            case m.AmountIn(payment=payment, which=which) if which is not None:
                return line("how much of ", self.noun(which), " is in ", self.noun(payment))
            case m.AmountIn(resources=resources, payment=payment):
                return line("the ", self.resources(resources), " in ", self.noun(payment))
            case m.CombinePayments(op="*", left=number, right=payment):
                each = self.noun(payment)
                is_combination = isinstance(payment, m.CombinePayments)
                return line(self._operand(number, 2), " times ", line("(", each, ")") if is_combination else each)
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
            case m.Holding(which=None) as has:
                number, each = 1, line(" for each ", self.resources(has.resources))
            case m.Arithmetic(op="*", left=m.Const(value=number), right=m.Query(kind="count") as query) if number > 0:
                where = line(" where ", self.holds(query.where)) if query.where is not None else ()
                unit = self.resources(resources, number)
                return line(f"{number} ", unit, " for each ", self.each(query.variable, query.source), where)
            case m.Arithmetic(op="/", left=m.Holding(which=None) as has, right=m.Const(value=every)) if every > 1:
                number, each = 1, line(f" for every {every} ", self.resources(has.resources, every))
            case _:
                return ()
        whose = () if self.is_you(has.player) or is_player(has.player) else line(" that ", self.doing(has.player, "has"))
        return line(f"{number} ", self.resources(resources, number), each, whose)

    def describe_call(self, what: Ref | Prose, params: tuple[m.Variable, ...], arguments: tuple[m.Expr, ...]) -> Prose:
        """A value or an action with what it is about; an argument called like its parameter is left out, and so is `nothing`."""
        goes_on = is_unfinished(plain(what if isinstance(what, tuple) else (what,)))
        parts = [
            line(Var(as_words(param.name)), " ", self.noun(argument)) if argument.type == m.NUMBER else self.noun(argument)
            for number, (param, argument) in enumerate(zip(params, arguments, strict=True))
            if not _goes_without_saying(param, argument) or (goes_on and number == 0)
        ]
        if not parts:
            return line(what)
        return line(what, " " if goes_on else " for ", join_list(parts, ", ", " and "))

    def each(self, variable: m.Variable, source: m.ListExpr) -> Prose:
        """A member of a list, as it stands after “each”."""
        name = _word(variable)
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
        if isinstance(source, m.Gathered) and (group := self.model.groups.get(source.name)) is not None:
            return line(Unit(group), f" (the {name})")
        return line(f"{name} among ", self.noun(source))

    def describe_property(self, of: m.Expr, what: Piece | Prose) -> Prose:
        if self.is_you(of):
            return line("your ", what)
        match of:
            case m.Const() if self.is_this(of):
                return line("its ", what)
            case m.Local() | m.Const() | m.Read(object=None) | m.CallValue(arguments=()):
                owner = self.noun(of)
                return line(owner, "’ " if plain(owner).endswith("s") else "’s ", what)
        return line("the ", what, " of ", self.noun(of))

    def describe_name(self, expr: m.Expr) -> Prose:
        """The words in a text for people where the rules name something."""
        if isinstance(expr, m.PlaceInRow) and isinstance(expr.object, m.Local):
            return (Var("number"),)
        return (Var(as_words(expr.variable.name)),) if isinstance(expr, m.Local) else self.noun(expr)

    def _scale(self, scale: m.ConstScale) -> Prose:
        name = next((name for name, candidate in self.model.scales.items() if candidate is scale), None)
        name = name or next((name for name, candidate in self.model.scales.items() if candidate == scale), None)
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
        if sum_.op == "*" and m.Const(1, m.NUMBER) in (sum_.left, sum_.right):
            return self.noun(sum_.left if sum_.right == m.Const(1, m.NUMBER) else sum_.right)
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

    def _call(self, query: m.Query) -> str:
        """The name that a condition gives what is counted, where that is not what it is."""
        kind, name = query.variable.type.kind, _word(query.variable)
        return f" (the {name})" if kind is not None and name != as_words(kind.name) else ""

    def _query(self, query: m.Query) -> Prose:
        each = self.each(query.variable, query.source)
        where = line(" where ", self.holds(query.where)) if query.where is not None else ()
        match query.kind:
            case "count":
                return line("the number of ", self._members(query.source), self._call(query) if where else "", where)
            case "sum" if query.body is not None:
                return line("the sum of ", self.noun(query.body), " for each ", each, where)
            case "first" if query.body is not None:
                return line(
                    "the ",
                    each,
                    " with the ",
                    self._most(query, query.body),
                    ", the first of several",
                    *((",", where) if where else ()),
                )
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
                is_counted = any(resource.title != resource.plural for resource in resources)
                return line("least " if query.fewest and not is_counted else f"{most} ", self.resources(resources, MANY))
        return line(f"{'least' if query.fewest else 'greatest'} value of ", self.noun(by))


def is_player(expr: m.Expr) -> bool:
    """Return whether it is the player whom rules mean where they name nobody."""
    return isinstance(expr, m.Local) and expr.variable.name == "player"


def _word(variable: m.Variable) -> str:
    """The name of a variable; of one that the language makes for itself, what it is."""
    kind = variable.type.kind
    return as_words(kind.name if variable.name == "each" and kind is not None else variable.name)


def _variable(variable: m.Variable) -> Prose:
    name = _word(variable)
    return (f"the {name}",) if variable.type.base in ("object", "list") else (Var(name),)


def _goes_without_saying(param: m.Variable, argument: m.Expr) -> bool:
    if isinstance(argument, m.ConstPayment):
        return argument.alternatives == ((),)
    return isinstance(argument, m.Local) and argument.variable.name == param.name


def _deed(fixed: m.Property) -> str:
    """The words for a property that is titled by its own verb: `brings its owner`."""
    before, _, behind = find_title(fixed).partition(" … ")
    return f"{before} {behind}" if behind and before.split()[0] == fixed.name else ""


def aim(model: m.Model) -> Iterator[Prose]:
    """A sentence each; what a value comes to is told where it is nothing but something that players hold."""
    seats = model.most_players
    if model.may_win is not None:
        yield line("Only those can win for whom this holds: ", _describe_value(model.may_win, model), ".")
    if model.team is not None and is_constant(model.team):
        yield ("All players are one team: they win together, or lose together.",)
    elif seats > 1:
        whoever = "The team that has" if model.team is not None else "Whoever has"
        yield line(f"{whoever} ", _most(model.score), " at the end of the game wins.")
        if model.tie_break is not None:
            yield line("Of those who are equal, whoever has ", _most(model.tie_break), " wins.")
        equal = "Those who are still equal" if model.tie_break is not None else "Those who are equal"
        yield (f"{equal} win together.",)
    elif model.may_win is None:
        yield line("Play for ", _most(model.score), ".")


def is_constant(value: m.Value) -> bool:
    """Return whether a value is the same for all, whatever happens."""
    return not value.modifiers and all(condition is None and isinstance(result, m.Const) for condition, result in value.cases)


def _most(value: m.Value) -> Prose:
    resource = _counted_resource(value)
    return line("the most ", Unit(resource)) if resource is not None else line("the highest ", ref(value))


def _counted_resource(value: m.Value) -> m.Resource | None:
    """The resource that a value counts, if it does nothing else."""
    match value.cases:
        case [(None, m.Holding(resources=(resource,), which=None))] if not value.modifiers:
            return resource
    return None


def _describe_value(value: m.Value, model: m.Model) -> Prose:
    match value.cases:
        case [(None, m.Const(value=constant))]:
            return ("yes" if constant else "nobody",)
        case [(None, result)]:
            return Expressions(model).holds(result)
    return (ref(value),)
