"""Proof that two texts are the same game: by their normal forms, or else by games side by side that run what differs.

A diagram is a leaf, or an atom with the diagram for where it holds and the one for where it does not. No atom stands in it twice
on one way, atoms come in the order of their names, and none is left that makes no difference. So two diagrams are the same if and
only if they lead to the same leaf for all answers (Bryant 1986). A diagram is named by a digest of its content: those of two
rulesets can be compared.

Texts for people, places, citations and the names of variables do not count, nor do the names of values, conditions, actions and
rules: a rule that calls another one has the normal form of that one in its own. The names of things on the table, of phases
and of options do count, for they are what a game is told in.

Formulas count by their meaning, as far as these laws go: sums and comparisons of whole numbers are equal if they are equal as
linear forms (`a < b`, `b > a`, `not a at least b`, `a at most b - 1`), and conditions, cases and `if` with nothing but another
`if` inside if they lead to the same for all answers. This is so only for formulas that draw no lots, reveal nothing
and cannot fail: nobody can tell in which order they are worked out. All others count as they are written.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import groupby, islice
from math import gcd, prod
from pathlib import Path
from typing import Any

import caylus
from caylus import model as m
from caylus.codegen import Probe
from caylus.diagnostics import Span
from caylus.model import evaluate
from caylus.model.access import Named, access, rule_parts
from caylus.model.walk import parts
from caylus.records import Record

from caylus_tools.common.english import count_things
from caylus_tools.testing import scenarios
from caylus_tools.testing.side_by_side import Pair, Split, compare, shorten, split_scenario, starts

MOST_STEPS = 20_000
MOST_ATOMS = 64


class TooLarge(Exception):
    """A diagram that takes too long to make: formulas of a strange form have exponential ones."""


def digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()


YES, NO = digest("yes"), digest("no")
"""The leaves of a formula that holds or does not."""


class Diagrams:
    """The diagrams that make up one formula or one statement."""

    def __init__(self) -> None:
        self._nodes: dict[str, tuple[str, str, str]] = {}
        self._known: dict[tuple[str, str, str], str] = {}
        self._atoms: set[str] = set()

    def atom(self, name: str, holds: bool = True) -> str:
        """The formula that holds where an atom does, or where it does not."""
        self._atoms.add(name)
        if len(self._atoms) > MOST_ATOMS:
            raise TooLarge
        return self._node(name, YES, NO) if holds else self._node(name, NO, YES)

    def choose(self, test: str, then: str, otherwise: str) -> str:
        """The diagram that is one of two, by a formula."""
        if test in (YES, NO) or then == otherwise:
            return otherwise if test == NO else then
        key = test, then, otherwise
        if key not in self._known:
            if len(self._known) >= MOST_STEPS:
                raise TooLarge
            first = min(self._nodes[one][0] for one in key if one in self._nodes)
            holds, fails = (self.choose(*(self._follow(one, first, way) for one in key)) for way in (1, 2))
            self._known[key] = holds if holds == fails else self._node(first, holds, fails)
        return self._known[key]

    def negate(self, test: str) -> str:
        return self.choose(test, NO, YES)

    def _node(self, atom: str, holds: str, fails: str) -> str:
        name = digest([atom, holds, fails])
        self._nodes[name] = atom, holds, fails
        return name

    def _follow(self, diagram: str, atom: str, way: int) -> str:
        node = self._nodes.get(diagram)
        return node[way] if node is not None and node[0] == atom else diagram


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


def normal_forms(rules: caylus.Ruleset) -> dict[str, str]:
    """A digest of each part of a game: the things on the table, the course of the game, what is done by itself, and who wins."""
    return dict(_Writer(rules.model).game())


def rule_forms(rules: caylus.Ruleset) -> dict[str, str]:
    """A digest of each value, condition and action by itself."""
    return {name: form for name, (form, _) in _Writer(rules.model, by_name=True).rules()}


def different_rules(first: caylus.Ruleset, second: caylus.Ruleset) -> list[Part]:
    """The values, conditions and actions that are written otherwise in the second ruleset, or stand in one of them alone."""
    ours, theirs = (dict(_Writer(rules.model, by_name=True).rules()) for rules in (first, second))
    names = [name for name in dict.fromkeys([*ours, *theirs]) if ours.get(name, ("",))[0] != theirs.get(name, ("",))[0]]
    return [(name, entry[1]) for name in names for entry in (ours.get(name), theirs.get(name)) if entry is not None]


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
        definitions: list[Named] = [*self._model.values.values(), *self._model.conditions.values(), *self._model.actions.values()]
        for rule in definitions:
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
        *guarded_cases, (_, default) = cases
        if all(self._free.is_free(condition) for condition, _ in guarded_cases if condition is not None):
            try:
                diagrams = Diagrams()
                result = self._leaf(default, scope, diagrams)
                for condition, value in reversed(guarded_cases):
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

    def _test(self, e: m.Expr, scope: Scope, diagrams: Diagrams) -> str:
        """A condition as a diagram; as an atom where the order of its parts counts."""
        match e:
            case m.Const(value=value):
                return YES if value else NO
            case m.Not(operand=operand):
                return diagrams.negate(self._test(operand, scope, diagrams))
            case m.Logic(op=op, operands=operands) if self._free.is_free(e):
                node = NO if op == "or" else YES
                for test in (self._test(one, scope, diagrams) for one in operands):
                    node = diagrams.choose(test, YES, node) if op == "or" else diagrams.choose(test, node, NO)
                return node
            case m.Choice(condition=condition, then=then, otherwise=otherwise) if self._free.is_free(e):
                return diagrams.choose(*(self._test(one, scope, diagrams) for one in (condition, then, otherwise)))
            case m.Compare(op=op, left=left, right=right) if self._free.is_free(e):
                if left.type == m.NUMBER:
                    return self._compare_numbers(e, scope, diagrams)
                if left.type == m.FLAG:
                    one, other = (self._test(side, scope, diagrams) for side in (left, right))
                    node = diagrams.choose(one, other, diagrams.negate(other))
                    return node if op == "==" else diagrams.negate(node)
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
            if part.type == m.FLAG:
                try:
                    return self._test(part, scope, Diagrams())
                except TooLarge:
                    return self._fields(part, scope)
            if part.type == m.NUMBER and self._free.is_free(part):
                return _write_linear(self._linear(part, scope))
            return self._fields(part, scope)
        if is_dataclass(part):
            return self._fields(part, scope)
        raise TypeError(f"{part!r} is no part of a model")

    def _fields(self, part: Any, scope: Scope) -> list[Any]:
        """All fields that count; what a part names by itself ends with it."""
        inner = dict(scope) if isinstance(part, m.Query | m.ForEach) else scope
        names = [field.name for field in fields(part) if field.name not in _FOR_PEOPLE]
        return [type(part).__name__, *(self._write(getattr(part, name), inner) for name in names)]

    def _state(self, state: m.State) -> Any:
        return [str(state.type), [one.name for one in state.indices], state.initial, state.bounds, self._plain(state.audience)]

    def _list(self, list_: m.ListState) -> Any:
        return [list_.kind.name, list_.owner and list_.owner.name, self._plain(list_.audience)]


class _FreeOrder:
    """Tells of which formulas nobody can know in what order their parts are worked out."""

    def __init__(self, model: m.Model) -> None:
        definitions: list[Named] = [*model.values.values(), *model.conditions.values()]
        ranges = dict.fromkeys((param for one in definitions for param in one.params), evaluate.ANY)
        players = range(model.fewest_players, model.most_players + 1)
        self._evaluators = [evaluate.Evaluator(number, ranges) for number in players]
        self._known: dict[int, tuple[object, bool]] = {}
        self._silent: dict[Named, bool] = {}

    def is_free(self, e: m.Expr) -> bool:
        """Return whether a formula never fails, draws no lots and reveals nothing."""
        if id(e) not in self._known:
            verdict = self._is_silent(e) and all(one.is_sure(e) for one in self._evaluators)
            self._known[id(e)] = e, verdict  # with the formula, so that no other one gets its id
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
        accesses = [access(one) for one in parts(*part)]
        if any(one.draws or one.reveals is not None for one in accesses):
            return False
        for definition in {call.named: None for one in accesses for call in one.calls}:
            if definition not in self._silent:
                self._silent[definition] = self._is_silent(*rule_parts(definition))
            if not self._silent[definition]:
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


SECONDS = 120.0
"""How long games are played, if nobody says otherwise."""
SHORTENING = 30.0
"""How many seconds a game that differs is made shorter at most."""

PROVED, NOT_SEEN, DIFFERENT = "proved", "no difference seen", "different"
"""The normal forms are equal; no game differs; a game does."""


class Proof(Record):
    """The outcome. `parts` and `rules` are what is written otherwise; `unrun` are lines of those rules that no game ran.

    `games` of the `planned` games were played; the time was over before the others.
    `split` is the shortest game found that differs, and `scenario` the same as a scenario that holds under the first ruleset.
    """

    outcome: str
    parts: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    games: int = 0
    planned: int = 0
    lines: int = 0
    unrun: tuple[str, ...] = ()
    split: Split | None = None
    scenario: str = ""


def plan(rules: caylus.Ruleset, folder: Path | None, games: int) -> list[scenarios.Start]:
    """The games to play: `games` for each number of players, and as many from each position of the scenarios in `folder`.

    Raises `caylus.RulesetError` for scenarios that cannot be read.
    """
    positions = [one for file in (scenarios.find(folder) if folder is not None else ()) for one in scenarios.read(file)]
    return list(starts(rules, positions, games))


def prove(
    first: caylus.Ruleset,
    second: caylus.Ruleset,
    starts: Sequence[scenarios.Start],
    advance: Callable[[], Any] = lambda: None,
    seconds: float = SECONDS,
) -> Proof:
    """Compares two rulesets, if need be in the planned games of the first; `advance` is told of each.

    No game begins after so many seconds. A game that differs is then made shorter, for half a minute at most.
    """
    ours, theirs = normal_forms(first), normal_forms(second)
    parts = tuple(name for name in dict.fromkeys([*ours, *theirs]) if ours.get(name) != theirs.get(name))
    if not parts:
        return Proof(PROVED)
    differing = different_rules(first, second)
    rules = tuple(dict.fromkeys(name for name, _ in differing))
    coverage = _Coverage([span for _, span in differing if span is not None])
    pair = Pair(first.with_probe(coverage.probes[0]), second.with_probe(coverage.probes[1]), by_place=True)
    starts = [one for one in starts if scenarios.admits_players(second, one.players)]
    until = time.monotonic() + seconds
    games = 0
    for start in _order_by_reach(starts, lambda: sum(coverage.lines().values())):
        if time.monotonic() > until:
            break
        advance()
        games += 1
        split = compare(pair, start)
        if split is not None:
            shortest = shorten(Pair(first, second, by_place=True), split, time.monotonic() + SHORTENING)
            scenario = split_scenario(first, shortest, shortest.what)
            return Proof(DIFFERENT, parts, rules, games, len(starts), 0, (), shortest, scenario)
    lines = coverage.lines()
    unrun = tuple(f"{file}:{line}" for (file, line), runs in lines.items() if not runs)
    return Proof(NOT_SEEN, parts, rules, games, len(starts), len(lines), unrun)


def _order_by_reach(starts: Sequence[scenarios.Start], count_runs: Callable[[], int]) -> Iterator[scenarios.Start]:
    """The games in the order in which to play them: each position once, then those first that have run what differs."""
    reached_ids: set[int] = set()
    later: list[scenarios.Start] = []
    before = 0
    for start in starts:
        if not start.steps:
            later.append(start)
            continue
        yield start
        if (runs := count_runs()) > before:
            reached_ids.add(id(start.given))
        before = runs
    yield from sorted(later, key=lambda one: id(one.given) not in reached_ids)


class _Coverage:
    """The lines of statements and conditions in some rules, and how often games have run them."""

    def __init__(self, rules: Sequence[Span]) -> None:
        self.probes = Probe(), Probe()
        self._rules = rules
        self._places: tuple[dict[int, tuple[str, int]], ...] = {}, {}
        self._seen = [0, 0]

    def lines(self) -> dict[tuple[str, int], int]:
        counts: dict[tuple[str, int], int] = {}
        for which, (probe, places) in enumerate(zip(self.probes, self._places, strict=True)):
            for point, number in islice(probe.points.items(), self._seen[which], None):  # a program adds its own to them
                if any(point.span.is_inside(rule) for rule in self._rules):
                    places[number] = point.span.file, point.span.line
            self._seen[which] = len(probe.points)
            for number, place in places.items():
                counts[place] = counts.get(place, 0) + sum(probe.counts[number])
        return counts


def to_lines(proof: Proof) -> Iterator[str]:
    if proof.outcome == PROVED:
        yield "the same game: both texts have one normal form"
        return
    yield f"written otherwise: {', '.join(proof.rules or proof.parts)}"
    if proof.split is not None:
        choices = count_things(len(proof.split.choices), "choice")
        yield f"another game, after {choices}: {proof.split.what}"
        yield "A scenario that holds under the first ruleset and fails under the second:"
        yield ""
        yield from proof.scenario.rstrip().split("\n")
        return
    yield f"no difference in {count_things(proof.games, 'game')} side by side"
    if proof.games < proof.planned:
        yield f"the time was over before {count_things(proof.planned - proof.games, 'other game')}; `--minutes` gives more"
    if proof.lines:
        yield f"they ran {proof.lines - len(proof.unrun)} of {count_things(proof.lines, 'line')} of what is written otherwise"
    yield from (f"  never run: {place}" for place in proof.unrun)


def to_object(proof: Proof) -> dict[str, Any]:
    """The proof as `schemas/proof.schema.json` describes it."""
    split = proof.split
    return {
        "format": 1,
        "outcome": proof.outcome,
        "parts": list(proof.parts),
        "rules": list(proof.rules),
        "games": proof.games,
        "planned": proof.planned,
        "lines": {"run": proof.lines - len(proof.unrun), "all": proof.lines},
        "unrun": list(proof.unrun),
        "differs": split.what if split is not None else None,
        "scenario": proof.scenario or None,
    }
