"""Describe conditions: `the coin is spent`, `you have at least 2 nuts`."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType

from caylus import model as m
from caylus.diagnostics import as_words, with_article

from .amounts import MANY
from .names import Names, bare, find_title, plural, ref, the
from .prose import Piece, Prose, Ref, join_list, line, plain

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_CLAUSE = re.compile(r"\b(is|are|has|have|may|can|does|do|lies|stands|there)\b")
"""What the title of a condition has that says what holds, and is not only a name for it."""
_TO_YOU = {"is": "are", "has": "have"}
_WHERE = frozenset(
    {
        "above",
        "ahead",
        "among",
        "at",
        "before",
        "behind",
        "below",
        "beside",
        "between",
        "beyond",
        "in",
        "near",
        "next",
        "on",
        "under",
        "within",
    }
)
"""What the title of a condition begins with that says where something is."""
_BEHIND = re.compile(r" (?:for|from|in|of|on|that|to|when|who) ")
"""What stands between the head of a title and what it is closer told by."""
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
                return self._logic(op if yes else {"and": "or", "or": "and"}[op], operands, yes)
            case m.Compare(op=op, left=left, right=right):
                return self._compare(op if yes else _OPPOSITE[op], left, right)
            case m.Contains(list=list_, member=member_):
                return line(self._is(member_, yes), self._describe_place(list_))
            case m.Read(state=state, object=None):
                return line(the(state), " holds" if yes else " does not hold")
            case m.Read(object=of) if of is not None:
                return self._flag(expr, " ", "" if yes else " not")
            case m.Fixed(property=fixed, object=of):
                return line(self._is(of, yes), bare(fixed))
            case m.Query(kind="some", variable=variable, source=source, where=where):
                there = "there is a " if yes else "there is no "
                return line(there, self.each(variable, source), line(" where ", self.holds(where)) if where is not None else ())
            case m.CallValue(value=asked, arguments=arguments) | m.CallCondition(condition=asked, arguments=arguments):
                if _CLAUSE.search(asked.site.title):
                    return line("" if yes else "it is not so that ", ref(asked))
                if len(arguments) == 1 and asked.site.title.partition(" ")[0] in _WHERE:
                    return line(self._is(arguments[0], yes), ref(asked))
                called = self.describe_call(ref(asked), asked.params, arguments)
                return line(called, " holds" if yes else " does not hold")
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
            told = line(self.noun(of), " ", ref(state))
            is_so = {" ": "", " now ": "from now on ", " no longer ": "it is no longer so that "}[adverb]
            return line("it is not so that " if no else is_so, told)
        if len(flag.indices) == 1 and " " in title and title.split()[0].endswith("s"):
            return line(self.doing(flag.indices[0], "is"), f"{no}{adverb}among ", self.describe_property(of, ref(state)))
        return line(self.doing(of, "is"), f"{no}{adverb}", ref(state), self.for_(*flag.indices))

    def _is(self, who: m.Expr, yes: bool) -> Prose:
        return line(self.doing(who, "is"), " " if yes else " not ")

    def _logic(self, op: str, operands: tuple[m.Expr, ...], yes: bool) -> Prose:
        made = []
        for operand in operands:
            inner = operand.operand if isinstance(operand, m.Not) else operand
            part = self.holds(operand, yes)
            made.append(line("(", part, ")") if isinstance(inner, m.Logic) and len(operands) > 1 else part)
        return join_list(made, f" {op} " if op == "or" else ", ", f" {op} ")

    def _compare(self, op: str, left: m.Expr, right: m.Expr) -> Prose:
        if isinstance(right, m.Const) and right.type.base == "object" and right.value < 0:
            return self._none(left, op == "==")
        if isinstance(right, m.Const) and isinstance(left, (m.Holding, m.AmountIn)):
            having = left.player if isinstance(left, m.Holding) else left.payment
            number = _count(op, right.value)
            if left.which is not None:
                return line(self.doing(having, "has"), f" {'none' if number == 'no' else number} of ", self.noun(left.which))
            return line(self.doing(having, "has"), f" {number} ", self.resources(left.resources, _last_number(number)))
        if isinstance(left, m.SizeOf) and (told := self._describe_size(left.list, op, right)):
            return told
        if self.is_you(right) and not self.is_you(left):
            left, right = right, left
        verb = "are" if _is_plural(left) or self.is_you(left) else "is"
        return line(self.noun(left), f" {verb} {_COMPARED[op]}", self.noun(right))

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

    def _none(self, expr: m.Expr, is_none: bool) -> Prose:
        """Say that there is nothing, or something, where an object could be."""
        match expr:
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
        body = "body" if expr.type.kind is not None and expr.type.kind.is_player else "thing"
        return line(self.noun(expr), f" is no{body}" if is_none else f" is some{body}")

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
        made = join_list([self.noun(index) for index in indices], ", ", " and ")
        return line(" for (", made, ")") if " for " in plain(made) else line(" for ", made)


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
    named = expr.state if isinstance(expr, m.Read) else expr.property if isinstance(expr, m.Fixed) else None
    head = _BEHIND.split(bare(named).text)[0].split() if named is not None else []
    return any(word.endswith("s") and not word.endswith(("ss", "'s", "’s")) for word in head)
