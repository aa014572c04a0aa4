"""Prove of options that one of them is there wherever a list has a member, as for whoever has to follow suit.

A proof takes it that no option is there, so that no member of any list meets what is asked of it, and comes to a contradiction:
`card.suit is led or not (some card in player.hand where card.suit is led)` would hold for each member.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from caylus import model as m
from caylus.limits import MOST_PROOF_MEMBERS, MOST_PROOF_STEPS
from caylus.model.transfer import OPPOSITE
from caylus.model.walk import free_variables, substitute

Facts = frozenset[m.Expr]
"""Conditions that hold."""

Members = tuple[tuple[m.Variable, m.Expr | None], ...]
"""Variables that are each a member of a list."""

_YES = m.Const(1, m.FLAG)


class Offer(NamedTuple):
    """An option for each member of a list that meets a condition; without a list, for a condition alone."""

    option: m.Option
    member: m.Variable | None
    source: m.ListExpr | None
    condition: m.Expr

    @property
    def guards(self) -> list[m.Expr]:
        """Conditions that do not depend on the member."""
        return [one for one in _conjuncts(self.condition) if self.member not in free_variables(one)]


def find_offers(options: Sequence[m.Option]) -> list[Offer]:
    """The offers among options: what is paid for, or chosen with other things, is none."""
    offers = []
    for option in options:
        requires = [part.condition for part in option.head if isinstance(part, m.Require)]
        if len(option.variables) > 1 or len(requires) < len(option.head):
            continue
        conditions = [*([option.where] if option.where is not None else []), *requires]
        if not option.variables:
            offers.append(Offer(option, None, None, _all(conditions)))
            continue
        (member,), (source,) = option.variables, option.sources
        base, condition = _reach(source, m.Local(member))
        if base is not None:
            offers.append(Offer(option, member, base, _all([condition, *conditions])))
    return offers


@dataclass(slots=True)
class Proof:
    """A proof about some offers, which takes it that none of them is there."""

    offers: Sequence[Offer]
    _steps: int = 0

    def is_there(self, offer: Offer, guards: Sequence[m.Expr]) -> bool:
        """Return whether an offer would be there for each member all the same, where `guards` hold."""
        facts: Facts = frozenset()
        for condition in guards:
            facts = _assume(facts, condition, True)
        for other in self.offers:
            if other.source is None and other is not offer:
                facts = _assume(facts, other.condition, False)
        members = ((offer.member, offer.source),) if offer.member is not None else ()
        self._steps = 0
        return self._holds(offer.condition, facts, members) is True

    def _holds(self, e: m.Expr, facts: Facts, members: Members) -> bool | None:
        """Return whether a condition holds; None where that cannot be said."""
        self._steps += 1
        if self._steps > MOST_PROOF_STEPS:
            return None
        if e in facts or _negate(e) in facts:
            return e in facts
        match _spell_out(e):
            case m.Const(value=value):
                return bool(value)
            case m.Not(operand=operand):
                holds = self._holds(operand, facts, members)
                return None if holds is None else not holds
            case m.Logic(op=op, operands=operands):
                decisive, is_open = op == "or", False
                for operand in operands:
                    holds = self._holds(operand, facts, members)
                    if holds is decisive:
                        return decisive
                    is_open = is_open or holds is None
                    facts = _assume(facts, operand, not decisive)
                return None if is_open else not decisive
            case m.Choice(condition=condition, then=then, otherwise=otherwise):
                holds = self._holds(condition, facts, members)
                ways = [
                    self._holds(way, _assume(facts, condition, is_met), members)
                    for way, is_met in ((then, True), (otherwise, False))
                    if holds is None or holds is is_met
                ]
                return ways[0] if ways[0] is ways[-1] else None
            case m.Query(kind="some") as query:
                return self._has_member(query, facts, members)
        return None

    def _has_member(self, query: m.Query, facts: Facts, members: Members) -> bool | None:
        """Return whether a list has a member of a sort: not where an option would be there for that member."""
        each = replace(query.variable)
        base, condition = _reach(query.source, m.Local(each))
        if base is None:
            return None
        if query.where is not None:
            condition = _all([condition, substitute(query.where, {query.variable: m.Local(each)})])
        for member, source in members:
            if source == base and self._holds(substitute(condition, {each: m.Local(member)}), facts, members):
                return True
        if len(members) >= MOST_PROOF_MEMBERS:
            return None
        inner = (*members, (each, base))
        for offer in self.offers:
            if offer.source == base and offer.member is not None:
                own_condition = substitute(offer.condition, {offer.member: m.Local(each)})
                if all(self._holds(own_condition, _assume(facts, case, True), inner) for case in _cases(condition)):
                    return False
        return None


def _reach(source: m.Expr, member: m.Expr) -> tuple[m.ListExpr | None, m.Expr]:
    """The list whose members another list holds, and what those meet that it holds; None where that cannot be said."""
    match _spell_out(source):
        case m.Query(kind="sort", variable=variable, source=inner, where=where):
            base, condition = _reach(inner, member)
            return base, _all([condition, *([substitute(where, {variable: member})] if where is not None else [])])
        case m.Choice(condition=asked, then=then, otherwise=otherwise):
            (base, first), (other, second) = _reach(then, member), _reach(otherwise, member)
            return (base if base == other else None), m.Choice(asked, first, second, m.FLAG)
        case m.ListMembers() | m.AllOf() | m.RowMembers() | m.PlayerRow() as base:
            return base, _YES
    return None, _YES


def _spell_out(e: m.Expr) -> m.Expr:
    """The formula with a value or a condition that it is written out, and a question whether there is any as `some`."""
    match e:
        case m.Revealed(operand=operand):
            return _spell_out(operand)
        case m.CallCondition(condition=definition, arguments=arguments):
            mapping = dict(zip(definition.params, arguments, strict=True))
            return _all([substitute(require.condition, mapping) for require in definition.requires])
        case m.CallValue(value=definition, arguments=arguments) if not definition.modifiers:
            mapping = dict(zip(definition.params, arguments, strict=True))
            *others, (_, result) = definition.cases
            result_formula = substitute(result, mapping)
            for condition, other in reversed(others):
                assert condition is not None
                result_formula = m.Choice(
                    substitute(condition, mapping), substitute(other, mapping), result_formula, definition.type
                )
            return _spell_out(result_formula)
        case m.Compare(op=op, left=left, right=m.Const(value=number)):
            query, least = _ask_for_any(left), -1 if left.type.base == "object" else int(op in (">=", "<"))
            if query is not None and number == least:
                return query if op in ("!=", ">", ">=") else m.Not(query)
    return e


def _ask_for_any(e: m.Expr) -> m.Query | None:
    """The question whether there is any, for one that counts, lists or finds."""
    match e:
        case m.Query(kind="count" | "first") as query:
            return m.Query("some", query.variable, query.source, query.where, None, False, m.FLAG)
        case m.SizeOf(list=m.Query(kind="sort") as query):
            return m.Query("some", query.variable, query.source, query.where, None, False, m.FLAG)
    return None


def _all(conditions: Sequence[m.Expr]) -> m.Expr:
    operands = [condition for condition in conditions if condition != _YES]
    return m.Logic("and", tuple(operands)) if len(operands) > 1 else operands[0] if operands else _YES


def _conjuncts(condition: m.Expr) -> Iterator[m.Expr]:
    """The conditions all of which a condition asks for."""
    condition = _spell_out(condition)
    if isinstance(condition, m.Logic) and condition.op == "and":
        for operand in condition.operands:
            yield from _conjuncts(operand)
    elif condition != _YES:
        yield condition


def _cases(condition: m.Expr) -> Iterator[m.Expr]:
    """The conditions one of which is enough for a condition."""
    condition = _spell_out(condition)
    if isinstance(condition, m.Logic) and condition.op == "or":
        for operand in condition.operands:
            yield from _cases(operand)
    else:
        yield condition


def _negate(e: m.Expr) -> m.Expr:
    match e:
        case m.Not(operand=operand):
            return operand
        case m.Compare(op=op, left=left, right=right):
            return m.Compare(OPPOSITE[op], left, right)
    return m.Not(e)


def _assume(facts: Facts, e: m.Expr, holds: bool) -> Facts:
    """The facts where a condition holds besides, or does not."""
    match _spell_out(e):
        case m.Not(operand=operand):
            return _assume(facts, operand, not holds)
        case m.Logic(op=op, operands=operands) if (op == "and") is holds:
            for operand in operands:
                facts = _assume(facts, operand, holds)
            return facts
        case spelt:
            return facts | {spelt if holds else _negate(spelt)}
