"""A model without all that makes no difference to play: equal for texts that say the same game in the same way.

Texts for people, places, citations and the names of variables do not count, nor do the names of values, conditions, actions and
rules: a rule that calls another one has the normal form of that one in its own. The names of things on the table, of phases
and of options do count, for they are what a game is told in.

Formulas count by their meaning, as far as these laws go: sums and comparisons of whole numbers are equal if they are equal as
linear forms (`a < b`, `b > a`, `not a at least b`, `a at most b - 1`), and conditions, cases and `if` with nothing but another
`if` inside if they lead to the same for all answers (`diagrams`). This is so only for formulas that draw no lots, reveal nothing
and cannot fail: nobody can tell in which order they are worked out. All others count as they are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import groupby
from math import gcd, prod
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.model import evaluate
from caylus.model.access import Named, access, rule_parts
from caylus.model.walk import parts

from .diagrams import NO, YES, Diagrams, TooLarge, digest

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.diagnostics import Span

_FOR_PEOPLE = {
    "site", "text", "prompt", "reason", "in_source", "declined", "choices", "title", "plural", "see", "about", "span", "usually",
}  # fmt: skip
"""Fields that no rule asks for."""

Part = tuple[str, "Span | None"]
"""A rule or a thing by its name, and where it is defined."""
Scope = dict[m.Variable, int]
"""The number of each variable: how many there were around it."""
Linear = tuple[dict[str, int], int]
"""A sum: how often each term counts, and a number."""


def normal_forms(rules: Ruleset) -> dict[str, str]:
    """A digest of each part of a game: the things on the table, the course of the game, what is done by itself, and who wins."""
    return dict(_Writer(rules.model).game())


def rule_forms(rules: Ruleset) -> dict[str, str]:
    """A digest of each value, condition and action by itself."""
    return {name: form for name, (form, _) in _Writer(rules.model, by_name=True).rules()}


def different_rules(first: Ruleset, second: Ruleset) -> list[Part]:
    """The values, conditions and actions that are written otherwise in the second ruleset, or stand in one of them alone."""
    ours, theirs = (dict(_Writer(rules.model, by_name=True).rules()) for rules in (first, second))
    found = [name for name in dict.fromkeys([*ours, *theirs]) if ours.get(name, ("",))[0] != theirs.get(name, ("",))[0]]
    return [(name, entry[1]) for name in found for entry in (ours.get(name), theirs.get(name)) if entry is not None]


class _Writer:
    """Writes parts of one model as nested lists. Rules that are called count by what they do, or `by_name`."""

    def __init__(self, model: m.Model, by_name: bool = False) -> None:
        self._model = model
        self._by_name = by_name
        self._digests: dict[Any, str] = {}
        self._free = _FreeOrder(model)

    def game(self) -> Iterator[tuple[str, str]]:
        model = self._model
        things: dict[str, Any] = {
            "players": [model.fewest_players, model.most_players],
            "resources": [
                [one.name, one.least, one.supply and one.supply.name, self._plain(one.audience)] for one in model.resources
            ],
            "rows": {name: [row.kind.name, row.size, self._plain(row.audience)] for name, row in model.rows.items()},
            "states": {name: self._state(state) for name, state in model.states.items()},
            "lists": {name: self._list(list_) for name, list_ in model.lists.items()},
        }
        for kind in model.kinds.values():
            things[f"kind {kind.name}"] = [
                kind.parent and kind.parent.name,
                [[one.name, one.copies] for one in kind.objects] if kind.parent is None else len(kind.objects),
                {name: self._state(state) for name, state in kind.states.items()},
                {name: self._list(list_) for name, list_ in kind.lists.items()},
                {name: [row.size, row.kind.name] for name, row in kind.rows.items()},
                {name: [self._plain(value) for value in one.values] for name, one in kind.properties.items()},
            ]
        for name, thing in things.items():
            yield name, digest(thing)
        yield "course of the game", self._rule(model.start)
        for number, trigger in enumerate(model.triggers, 1):
            yield f"trigger {number}", digest([[one.name for one in trigger.resources], self._rule(trigger.action)])
        for automaton in model.automata:
            takes = self._write(tuple(automaton.takes), {automaton.player: 0})
            yield f"seat {automaton.name}", digest([automaton.from_last, takes])
        for name in ("score", "tie_break", "team", "may_win"):
            value = getattr(model, name)
            yield name, "" if value is None else self._rule(value)

    def rules(self) -> Iterator[tuple[str, tuple[str, Span]]]:
        """Each named rule by itself."""
        named: list[Named] = [*self._model.values.values(), *self._model.conditions.values(), *self._model.actions.values()]
        for rule in named:
            yield rule.name, (self._rule(rule), rule.site.span)
        for kind in self._model.kinds.values():
            for member in kind.actions.values():
                for body in {id(one): one for one in member.bodies if one is not None}.values():
                    yield f"{body.name} {body.site.rule}", (self._rule(body), body.site.span)

    # ---- rules

    def _rule(self, rule: Named) -> str:
        if rule not in self._digests:
            scope: Scope = {}
            params = [self._write(param, scope) for param in rule.params]
            match rule:
                case m.Value(cases=cases, modifiers=modifiers):
                    inside: Any = [self._cases(cases, scope), self._write(tuple(modifiers), scope)]
                case m.Condition(requires=requires):
                    inside = self._requires(requires, scope)
                case m.Action(body=body):
                    inside = self._body(body, scope)
                    if rule.is_phase:
                        params.append(f"phase {rule.name}")
            self._digests[rule] = digest([params, inside])
        return self._digests[rule]

    def _cases(self, cases: Sequence[tuple[m.Expr | None, m.Expr]], scope: Scope) -> Any:
        """The cases of a value: what it is, by all conditions at once where their order makes no difference."""
        *tested, (_, found) = cases
        if all(self._free.is_free(condition) for condition, _ in tested if condition is not None):
            try:
                diagrams = Diagrams()
                result = self._leaf(found, scope, diagrams)
                for condition, value in reversed(tested):
                    assert condition is not None
                    result = diagrams.choose(self._test(condition, scope, diagrams), self._leaf(value, scope, diagrams), result)
                return result
            except TooLarge:
                pass
        return self._write(tuple(cases), scope)

    def _leaf(self, value: m.Expr, scope: Scope, diagrams: Diagrams) -> str:
        if value.type == m.FLAG and self._free.is_free(value):
            return self._test(value, scope, diagrams)
        return digest(self._write(value, scope))

    def _requires(self, requires: Sequence[m.Require], scope: Scope) -> Any:
        """Requirements that stand behind one another are one."""
        conditions = tuple(one.condition for one in requires)
        return self._write(conditions[0] if len(conditions) == 1 else m.Logic("and", conditions), scope) if conditions else YES

    # ---- statements

    def _body(self, body: m.Body, scope: Scope) -> list[Any]:
        """A body; what it names ends with it."""
        inner = dict(scope)
        return [self._statement(one, inner) for one in body]

    def _statement(self, statement: m.Statement, scope: Scope) -> Any:
        if isinstance(statement, m.If):
            try:
                return ["if", self._if((statement,), scope, Diagrams())]
            except TooLarge:
                pass
        return self._fields(statement, scope)

    def _if(self, body: m.Body, scope: Scope, diagrams: Diagrams) -> str:
        """What is done in the end by an `if`, and by those in it with nothing beside them; or a body as it is written."""
        match body:
            case (m.If(condition=condition, then=then, otherwise=otherwise),):
                if self._free.is_free(condition):
                    ways = (self._if(inner, scope, diagrams) for inner in (then, otherwise))
                    return diagrams.choose(self._test(condition, scope, diagrams), *ways)
                while isinstance(condition, m.Not):
                    condition, then, otherwise = condition.operand, otherwise, then
                return digest(["if", self._write(condition, scope), self._body(then, scope), self._body(otherwise, scope)])
        return digest(self._body(body, scope))

    def _option(self, option: m.Option, scope: Scope) -> Any:
        """An option; its requirements that stand behind one another are one."""
        head: list[Any] = []
        for _, group in groupby(option.head, type):
            same = [*group]
            requires = [one for one in same if isinstance(one, m.Require)]
            head += [self._requires(requires, scope)] if requires else [self._write(one, scope) for one in same]
        return [self._fields(replace(option, head=(), body=()), scope), head, self._body(option.body, scope)]

    # ---- formulas

    def _formula(self, e: m.Expr, scope: Scope) -> Any:
        if e.type == m.FLAG:
            try:
                return self._test(e, scope, Diagrams())
            except TooLarge:
                return self._fields(e, scope)
        if e.type == m.NUMBER and self._free.is_free(e):
            return _write_linear(self._linear(e, scope))
        return self._fields(e, scope)

    def _test(self, e: m.Expr, scope: Scope, diagrams: Diagrams) -> str:
        """A condition as a diagram; as an atom where the order of its parts counts."""
        match e:
            case m.Const(value=value):
                return YES if value else NO
            case m.Not(operand=operand):
                return diagrams.negate(self._test(operand, scope, diagrams))
            case m.Logic(op=op, operands=operands) if self._free.is_free(e):
                found = NO if op == "or" else YES
                for test in (self._test(one, scope, diagrams) for one in operands):
                    found = diagrams.choose(test, YES, found) if op == "or" else diagrams.choose(test, found, NO)
                return found
            case m.Choice(condition=condition, then=then, otherwise=otherwise) if self._free.is_free(e):
                return diagrams.choose(*(self._test(one, scope, diagrams) for one in (condition, then, otherwise)))
            case m.Compare(op=op, left=left, right=right) if self._free.is_free(e):
                if left.type == m.NUMBER:
                    return self._compare_numbers(e, scope, diagrams)
                if left.type == m.FLAG:
                    one, other = (self._test(side, scope, diagrams) for side in (left, right))
                    found = diagrams.choose(one, other, diagrams.negate(other))
                    return found if op == "==" else diagrams.negate(found)
                sides = sorted(digest(self._write(side, scope)) for side in (left, right))
                return diagrams.atom(digest(["is", sides]), op == "==")
        return diagrams.atom(digest(self._fields(e, scope)))

    def _compare_numbers(self, e: m.Compare, scope: Scope, diagrams: Diagrams) -> str:
        """A linear form that is 0, or at most 0, divided by what divides all of it, with a first term above 0."""
        op = self._free.order_of(e)
        terms, number = _add(self._linear(e.left, scope), self._linear(e.right, scope), -1)
        if op in (">", ">="):
            terms, number = _add(({}, 0), (terms, number), -1)
        if op in ("<", ">"):
            number += 1
        by, holds = gcd(*terms.values()), True
        if not terms:
            holds = number == 0 if op in ("==", "!=") else number <= 0
            return YES if holds != (op == "!=") else NO
        sign = 1 if terms[min(terms)] > 0 else -1
        if op in ("==", "!="):
            if number % by:
                return YES if op == "!=" else NO
            what, holds, number = "0", op == "==", sign * number // by
        else:
            what, holds, number = "at most 0", sign > 0, -(-number // by)
            number = number if holds else 1 - number  # the contrary of n <= 0 is 1 - n <= 0
        return diagrams.atom(digest([what, sorted((term, sign * n // by) for term, n in terms.items()), number]), holds)

    def _linear(self, e: m.Expr, scope: Scope) -> Linear:
        match e:
            case m.Const(value=value):
                return {}, value
            case m.Arithmetic(op="+" | "-" as op, left=left, right=right):
                return _add(self._linear(left, scope), self._linear(right, scope), 1 if op == "+" else -1)
            case m.Arithmetic(op="*"):
                factors = [self._linear(one, scope) for one in _operands(e)]
                by = prod(number for terms, number in factors if not terms)
                match [one for one in factors if one[0]]:
                    case []:
                        return {}, by
                    case [only]:
                        return _add(({}, 0), only, by)
                    case others:
                        return _add(({}, 0), ({digest(["*", *sorted(map(_write_linear, others))]): 1}, 0), by)
            case m.Arithmetic(op="min" | "max" as op):
                return {digest([op, *sorted({_write_linear(self._linear(one, scope)) for one in _operands(e)})]): 1}, 0
        return {digest(self._fields(e, scope)): 1}, 0

    # ---- anything

    def _plain(self, part: Any) -> Any:
        return self._write(part, {})

    def _write(self, part: Any, scope: Scope) -> Any:
        match part:
            case m.Variable():
                return ["variable", scope.setdefault(part, len(scope)), str(part.type)]
            case m.Value() | m.Condition() | m.Action():
                return ["rule", part.name if self._by_name else self._rule(part)]
            case m.MemberAction(bodies=bodies):
                versions = [] if self._by_name else [one and self._rule(one) for one in bodies]
                return ["version", part.name, part.kind.name, versions]
            case m.Resource() | m.Kind() | m.Object():
                return [type(part).__name__, part.name]
            case m.State() | m.ListState() | m.Property() | m.Row():
                owner = getattr(part, "owner", None) or getattr(part, "kind", None)
                return [type(part).__name__, part.name, owner and owner.name]
            case m.Automaton():
                return ["seat", part.name]
            case m.Option():
                return self._option(part, dict(scope))
            case tuple() | list():
                is_body = any(isinstance(one, m.Statement) for one in part)
                return self._body(tuple(part), scope) if is_body else [self._write(one, scope) for one in part]
            case None | bool() | int() | str():
                return part
        if isinstance(part, m.Expr):
            return self._formula(part, scope)
        if is_dataclass(part):
            return self._fields(part, scope)
        raise TypeError(f"{part!r} is no part of a model")

    def _fields(self, part: Any, scope: Scope) -> list[Any]:
        """All fields that count; what a part names by itself ends with it."""
        inner = dict(scope) if isinstance(part, m.Query | m.ForEach) else scope
        kept = [field.name for field in fields(part) if field.name not in _FOR_PEOPLE]
        return [type(part).__name__, *(self._write(getattr(part, name), inner) for name in kept)]

    def _state(self, state: m.State) -> Any:
        return [str(state.type), [one.name for one in state.indices], state.initial, state.bounds, self._plain(state.audience)]

    def _list(self, list_: m.ListState) -> Any:
        return [list_.kind.name, list_.owner and list_.owner.name, self._plain(list_.audience)]


class _Evaluator(evaluate.Evaluator):
    """Knows that nobody holds less of a resource than its least."""

    def holding_range(self, resources: tuple[m.Resource, ...]) -> evaluate.Range:
        _, high = super().holding_range(resources)
        return evaluate.Range(sum(resource.least for resource in resources), high)


class _FreeOrder:
    """Tells of which formulas nobody can know in what order their parts are worked out."""

    def __init__(self, model: m.Model) -> None:
        named: list[Named] = [*model.values.values(), *model.conditions.values()]
        ranges = dict.fromkeys((param for one in named for param in one.params), evaluate.ANY)
        players = range(model.fewest_players, model.most_players + 1)
        self._evaluators = [_Evaluator(number, ranges) for number in players]
        self._known: dict[int, tuple[object, bool]] = {}
        self._silent: dict[Named, bool] = {}

    def is_free(self, e: m.Expr) -> bool:
        """Return whether a formula never fails, draws no lots and reveals nothing."""
        if id(e) not in self._known:
            found = self._is_silent(e) and all(one.is_sure(e) for one in self._evaluators)
            self._known[id(e)] = e, found  # with the formula, so that no other one gets its id
        return self._known[id(e)][1]

    def order_of(self, e: m.Compare) -> str:
        """The operator of a comparison; of numbers of which one is never the smaller, `is` and `is not` as an order."""
        if e.op not in ("==", "!="):
            return e.op
        sides = [(one.compute_range(e.left), one.compute_range(e.right)) for one in self._evaluators]
        if all(left.low >= right.high for left, right in sides):
            return "<=" if e.op == "==" else ">"
        if all(left.high <= right.low for left, right in sides):
            return ">=" if e.op == "==" else "<"
        return e.op

    def _is_silent(self, *part: object) -> bool:
        done = [access(one) for one in parts(*part)]
        if any(one.draws or one.reveals is not None for one in done):
            return False
        for named in {call.named: None for one in done for call in one.calls}:
            if named not in self._silent:
                self._silent[named] = self._is_silent(*rule_parts(named))
            if not self._silent[named]:
                return False
        return True


def _operands(e: m.Expr, op: str | None = None) -> list[m.Expr]:
    """The operands of an operator that may stand in any order, those of the same operator in them included."""
    if isinstance(e, m.Arithmetic) and e.op == (op or e.op):
        return _operands(e.left, e.op) + _operands(e.right, e.op)
    return [e]


def _add(one: Linear, other: Linear, times: int) -> Linear:
    """One sum and another one, so many times."""
    terms = {term: one[0].get(term, 0) + times * other[0].get(term, 0) for term in {**one[0], **other[0]}}
    return {term: number for term, number in terms.items() if number}, one[1] + times * other[1]


def _write_linear(sum_: Linear) -> str:
    terms, number = sum_
    return next(iter(terms)) if [*terms.values()] == [1] and not number else digest(["sum", sorted(terms.items()), number])
