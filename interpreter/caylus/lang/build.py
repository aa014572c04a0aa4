"""What the parser reads -> `syntax`. One function a grammar rule, named after it; each gets the span and the parts.

The parser calls them from the leaves upwards, so that no nesting can exhaust the interpreter's stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from . import syntax as s
from .diagnostics import Diagnostic
from .tables import tables
from .tokens import Token

_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t"}

LONGEST_CHAIN = 256

Function = Callable[[s.Span, list[Any]], Any]


class Builder:
    """Builds the syntax of one file. `functions` are in the order of the rules; None where a rule has none.

    `faults` are pieces of syntax bigger than anybody should have to read.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.faults: list[Diagnostic] = []
        self.functions: list[Function | None] = [r.function and getattr(self, r.function) for r in tables().rules]

    def span(self, first: Token, last: Token) -> s.Span:
        return s.Span(self.path, first.line, first.column, last.line, last.column + len(last.text))

    def leaf(self, token: Token) -> Any:
        match token.type:
            case "NAME":
                return s.Name(token.span(self.path), token.text)
            case "STRING":
                return s.Text(token.span(self.path), _ESCAPE.sub(lambda m: _ESCAPES.get(m[1], m[1]), token.text[1:-1]))
            case "NUMBER":
                return s.Number(token.span(self.path), int(token.text))
            case _:
                return token.text

    def fault(self, code: str, message: str, span: s.Span) -> None:
        self.faults.append(Diagnostic(code, message, span, help="give a part of it a name, with `value` or `action`"))

    def start(self, span: s.Span, c: list[Any]) -> s.Definition:
        return c[0]  # type: ignore[no-any-return]

    # ---- components

    def resources(self, span: s.Span, c: list[Any]) -> s.Resources:
        *items, hidden, supply = c
        return s.Resources(span, tuple(items), hidden is not None, supply)

    def resource_item(self, span: s.Span, c: list[Any]) -> s.ResourceItem:
        return s.ResourceItem(span, *c)

    def group(self, span: s.Span, c: list[Any]) -> s.Group:
        name, members, excepted = c
        return s.Group(span, name, members, excepted or ())

    def constant(self, span: s.Span, c: list[Any]) -> s.Constant:
        return s.Constant(span, *c)

    def scale(self, span: s.Span, c: list[Any]) -> s.Scale:
        name, start, values = c
        return s.Scale(span, name, 1 if start is None else start, values)

    def numbers(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    def from_index(self, span: s.Span, c: list[Any]) -> int:
        return int(c[0].value)

    def kind(self, span: s.Span, c: list[Any]) -> s.Kind:
        name, plural, called, parent, *members = c
        return s.Kind(span, name, plural, called, parent, _present(members))

    def each_player(self, span: s.Span, c: list[Any]) -> s.EachPlayer:
        return s.EachPlayer(span, c[0], _present(c[1:]))

    def property(self, span: s.Span, c: list[Any]) -> s.Property:
        return s.Property(span, *c)

    def state(self, span: s.Span, c: list[Any]) -> s.State:
        return s.State(span, *c)

    def member_action(self, span: s.Span, c: list[Any]) -> s.MemberAction:
        return s.MemberAction(span, *c)

    def index(self, span: s.Span, c: list[Any]) -> s.Name:
        return c[0]  # type: ignore[no-any-return]

    def named_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        return s.TypeName(span, c[0].text)

    def scale_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        return s.TypeName(span, "scale", start=1 if c[0] is None else c[0])

    def set_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        return s.TypeName(span, c[0].text, is_set=True)

    def list(self, span: s.Span, c: list[Any]) -> s.ListState:
        return s.ListState(span, *c)

    def row(self, span: s.Span, c: list[Any]) -> s.Row:
        return s.Row(span, *c)

    def object(self, span: s.Span, c: list[Any]) -> s.Object:
        kind, name, title, see, *items = c
        return s.Object(span, kind, name, title, see, *_sorted_items(items))

    def setting(self, span: s.Span, c: list[Any]) -> s.Setting:
        name, value = c
        is_list = isinstance(value, tuple)
        return s.Setting(span, name, value if is_list else (value,), is_list)

    def behaviour(self, span: s.Span, c: list[Any]) -> s.Behaviour:
        return s.Behaviour(span, *c)

    # ---- values and actions

    def value(self, span: s.Span, c: list[Any]) -> s.Value:
        name, params, see, *rest = c
        rest = [r for r in rest if r is not None]
        cases = rest if isinstance(rest[0], s.Case) else [s.Case(rest[0].span, rest[0], None)]
        return s.Value(span, name, params, see, tuple(cases))

    def case(self, span: s.Span, c: list[Any]) -> s.Case:
        return s.Case(span, c[0], c[1] if len(c) > 1 else None)

    def condition(self, span: s.Span, c: list[Any]) -> s.Condition:
        name, params, see, *requires = c
        return s.Condition(span, name, params, see, tuple(requires))

    def params(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return _present(c)

    def param(self, span: s.Span, c: list[Any]) -> s.Param:
        return s.Param(span, *c)

    def action(self, span: s.Span, c: list[Any]) -> s.Action:
        name, params, title, see, body = c
        return s.Action(span, name, False, params, title, see, body)

    def phase(self, span: s.Span, c: list[Any]) -> s.Action:
        name, title, see, body = c
        return s.Action(span, name, True, (), title, see, body)

    def table(self, span: s.Span, c: list[Any]) -> s.Table:
        name, params, by, column, see, *rows = c
        return s.Table(span, name, params, by, column, see, tuple(rows))

    def table_row(self, span: s.Span, c: list[Any]) -> s.TableRow:
        return s.TableRow(span, c[0], tuple(c[1:]))

    def cell(self, span: s.Span, c: list[Any]) -> s.Block:
        return s.Block(span, tuple(c))

    def sequence(self, span: s.Span, c: list[Any]) -> s.Sequence:
        return s.Sequence(span, *c)

    def game(self, span: s.Span, c: list[Any]) -> s.Game:
        title, fewest, most, unit, see, body = c
        return s.Game(span, title, fewest.value, most.value, unit, see, body)

    # ---- attachments

    def rule(self, span: s.Span, c: list[Any]) -> s.Rule:
        name, title, see, *attachments = c
        return s.Rule(span, name, title, see, tuple(attachments))

    def target(self, span: s.Span, c: list[Any]) -> s.Target:
        return s.Target(span, c[0], _present(c[1:]))

    def where(self, span: s.Span, c: list[Any]) -> Any:
        return c[0]

    def modify(self, span: s.Span, c: list[Any]) -> s.Modify:
        target, where, (change, value) = c
        return s.Modify(span, target, where, change, value)

    def becomes(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("becomes", c[0])

    def plus(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("plus", c[0])

    def minus(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("minus", c[0])

    def at_least(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("at least", c[0])

    def at_most(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("at most", c[0])

    def restrict(self, span: s.Span, c: list[Any]) -> s.Restrict:
        target, where, *requires = c
        return s.Restrict(span, target, where, tuple(requires))

    def before(self, span: s.Span, c: list[Any]) -> s.Around:
        return s.Around(span, "before", *c)

    def after(self, span: s.Span, c: list[Any]) -> s.Around:
        return s.Around(span, "after", *c)

    def instead(self, span: s.Span, c: list[Any]) -> s.Around:
        return s.Around(span, "instead", *c)

    def before_each(self, span: s.Span, c: list[Any]) -> s.AroundEach:
        return s.AroundEach(span, "before", *c)

    def after_each(self, span: s.Span, c: list[Any]) -> s.AroundEach:
        return s.AroundEach(span, "after", *c)

    # ---- what a variant does to its base

    def change_constant(self, span: s.Span, c: list[Any]) -> s.ChangeConstant:
        return s.ChangeConstant(span, *c)

    def change_scale(self, span: s.Span, c: list[Any]) -> s.ChangeScale:
        return s.ChangeScale(span, *c)

    def change_group(self, span: s.Span, c: list[Any]) -> s.ChangeGroup:
        name, members, excepted = c
        return s.ChangeGroup(span, name, members, excepted or ())

    def change_resource(self, span: s.Span, c: list[Any]) -> s.ChangeResource:
        item, hidden, supply = c
        return s.ChangeResource(span, item, hidden is not None, supply)

    def change_game(self, span: s.Span, c: list[Any]) -> s.ChangeGame:
        title, fewest, most, unit = c
        return s.ChangeGame(span, title, fewest.value, most.value, unit)

    def change_object(self, span: s.Span, c: list[Any]) -> s.ChangeObject:
        kind, name, title, see, *items = c
        return s.ChangeObject(span, kind, name, title, see, *_sorted_items(items))

    def change_table(self, span: s.Span, c: list[Any]) -> s.ChangeTable:
        return s.ChangeTable(span, c[0], tuple(c[1:]))

    def change_steps(self, span: s.Span, c: list[Any]) -> s.ChangeSteps:
        return s.ChangeSteps(span, c[0] == "phase", c[1], tuple(c[2:]))

    def replace_option(self, span: s.Span, c: list[Any]) -> s.OptionEdit:
        return s.OptionEdit(span, "replace", c[0].name, c[0])

    def add_option(self, span: s.Span, c: list[Any]) -> s.OptionEdit:
        return s.OptionEdit(span, "add", c[0].name, c[0])

    def remove_option(self, span: s.Span, c: list[Any]) -> s.OptionEdit:
        return s.OptionEdit(span, "remove", c[0], None)

    def replace(self, span: s.Span, c: list[Any]) -> s.Replace:
        return s.Replace(span, c[0])

    def remove_definition(self, span: s.Span, c: list[Any]) -> s.RemoveDefinition:
        return s.RemoveDefinition(span, *c)

    def insert(self, span: s.Span, c: list[Any]) -> s.Insert:
        return s.Insert(span, *c)

    def seal(self, span: s.Span, c: list[Any]) -> s.Seal:
        return s.Seal(span, *c)

    # ---- statements

    def block(self, span: s.Span, c: list[Any]) -> s.Block:
        return s.Block(span, _present(c))

    def gain(self, span: s.Span, c: list[Any]) -> s.Transfer:
        return _transfer("gain", span, c)

    def pay(self, span: s.Span, c: list[Any]) -> s.Transfer:
        *paid, name = c
        return replace(_transfer("pay", span, paid), name=name)

    def lose(self, span: s.Span, c: list[Any]) -> s.Transfer:
        return _transfer("lose", span, c)

    def assign(self, span: s.Span, c: list[Any]) -> s.Assign:
        return s.Assign(span, *c)

    def raise_(self, span: s.Span, c: list[Any]) -> s.Adjust:
        return s.Adjust(span, "raise", *c)

    def lower(self, span: s.Span, c: list[Any]) -> s.Adjust:
        return s.Adjust(span, "lower", *c)

    def add(self, span: s.Span, c: list[Any]) -> s.Add:
        member, front, target = c
        return s.Add(span, member, front is not None, target)

    def remove(self, span: s.Span, c: list[Any]) -> s.Remove:
        return s.Remove(span, *c)

    def clear(self, span: s.Span, c: list[Any]) -> s.Rearrange:
        return s.Rearrange(span, "clear", c[0])

    def reverse(self, span: s.Span, c: list[Any]) -> s.Rearrange:
        return s.Rearrange(span, "reverse", c[0])

    def shuffle(self, span: s.Span, c: list[Any]) -> s.Rearrange:
        return s.Rearrange(span, "shuffle", c[0])

    def for_each(self, span: s.Span, c: list[Any]) -> s.ForEach:
        *binders, where, body = c
        return s.ForEach(span, tuple(binders), where, body)

    def repeat(self, span: s.Span, c: list[Any]) -> s.Repeat:
        condition, limit, body = c
        until, test = condition or (False, None)
        return s.Repeat(span, test, until, limit, body)

    def while_(self, span: s.Span, c: list[Any]) -> tuple[bool, Any]:
        return (False, c[0])

    def until(self, span: s.Span, c: list[Any]) -> tuple[bool, Any]:
        return (True, c[0])

    def stop(self, span: s.Span, c: list[Any]) -> s.Stop:
        return s.Stop(span)

    def if_(self, span: s.Span, c: list[Any]) -> s.If:
        condition, then, otherwise = c
        if isinstance(otherwise, s.If):
            otherwise = s.Block(otherwise.span, (otherwise,))
        return s.If(span, condition, then, otherwise)

    def choose(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, prompt, *options, otherwise = c
        return s.Choose(span, False, by, prompt, tuple(options), otherwise)

    def may_choose(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, prompt, *options = c
        return s.Choose(span, True, by, prompt, tuple(options), None)

    def may(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, name, text, body = c
        return s.Choose(span, True, by, text, (s.Option(span, name, (), None, text, None, body),), None)

    def by(self, span: s.Span, c: list[Any]) -> Any:
        return c[0]

    def option(self, span: s.Span, c: list[Any]) -> s.Option:
        name, choices, text, see, body = c
        binders, where = choices or ((), None)
        return s.Option(span, name, binders, where, text, see, body)

    def choices(self, span: s.Span, c: list[Any]) -> tuple[tuple[Any, ...], Any]:
        *binders, where = c
        return (tuple(binders), where)

    def binder(self, span: s.Span, c: list[Any]) -> s.Binder:
        return s.Binder(span, *c)

    def range(self, span: s.Span, c: list[Any]) -> s.Range:
        return s.Range(span, *c)

    def shuffled(self, span: s.Span, c: list[Any]) -> s.Shuffled:
        return s.Shuffled(span, c[0])

    def require(self, span: s.Span, c: list[Any]) -> s.Require:
        return s.Require(span, *c)

    def do(self, span: s.Span, c: list[Any]) -> s.Do:
        return s.Do(span, c[0])

    def let(self, span: s.Span, c: list[Any]) -> s.Let:
        return s.Let(span, *c)

    def say(self, span: s.Span, c: list[Any]) -> s.Say:
        return s.Say(span, c[0])

    def nothing_happens(self, span: s.Span, c: list[Any]) -> s.Nothing:
        return s.Nothing(span)

    # ---- expressions

    def not_query(self, span: s.Span, c: list[Any]) -> s.Not:
        return s.Not(span, c[0])

    def count(self, span: s.Span, c: list[Any]) -> s.Query:
        return s.Query(span, "count", c[0], c[1], None)

    def sum_of(self, span: s.Span, c: list[Any]) -> s.Query:
        return s.Query(span, "sum", c[1], c[2], c[0])

    def some(self, span: s.Span, c: list[Any]) -> s.Query:
        return s.Query(span, "some", c[0], c[1], None)

    def first(self, span: s.Span, c: list[Any]) -> s.Query:
        binder, where, ranking = c
        fewest, body = ranking or (False, None)
        return s.Query(span, "first", binder, where, body, fewest)

    def by_most(self, span: s.Span, c: list[Any]) -> tuple[bool, Any]:
        return (False, c[0])

    def by_fewest(self, span: s.Span, c: list[Any]) -> tuple[bool, Any]:
        return (True, c[0])

    def or_(self, span: s.Span, c: list[Any]) -> s.Chain:
        return self.chain(span, c, ["or"] * (len(c) - 1))

    def and_(self, span: s.Span, c: list[Any]) -> s.Chain:
        return self.chain(span, c, ["and"] * (len(c) - 1))

    def not_(self, span: s.Span, c: list[Any]) -> s.Not:
        return s.Not(span, c[0])

    def compare(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, *c)

    def is_(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "is", c[1])

    def is_not(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "is not", c[1])

    def is_in(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "is in", c[1])

    def is_not_in(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "is not in", c[1])

    def chain(self, span: s.Span, operands: list[Any], operators: list[str]) -> s.Chain:
        if len(operands) > LONGEST_CHAIN:
            self.fault("E0110", f"more than {LONGEST_CHAIN} values are joined here", operands[LONGEST_CHAIN].span)
        return s.Chain(span, tuple(operands[:LONGEST_CHAIN]), tuple(operators[: LONGEST_CHAIN - 1]))

    def sum(self, span: s.Span, c: list[Any]) -> s.Chain:
        return self.chain(span, c[::2], c[1::2])

    product = sum

    def negative(self, span: s.Span, c: list[Any]) -> s.Negative:
        return s.Negative(span, c[-1])

    def quantity(self, span: s.Span, c: list[Any]) -> s.Quantity:
        amount, different, unit = c
        return s.Quantity(span, amount, different is not None, unit)

    def member(self, span: s.Span, c: list[Any]) -> s.Member:
        return s.Member(span, *c)

    def call(self, span: s.Span, c: list[Any]) -> s.Call:
        return s.Call(span, c[0], _present(c[1:]))

    def item(self, span: s.Span, c: list[Any]) -> s.Index:
        return s.Index(span, *c)

    def number(self, span: s.Span, c: list[Any]) -> s.Number:
        return c[0]  # type: ignore[no-any-return]

    def name(self, span: s.Span, c: list[Any]) -> s.Reference:
        return s.Reference(span, c[0].text)

    def yes(self, span: s.Span, c: list[Any]) -> s.Literal:
        return s.Literal(span, "yes")

    def no(self, span: s.Span, c: list[Any]) -> s.Literal:
        return s.Literal(span, "no")

    def none(self, span: s.Span, c: list[Any]) -> s.Literal:
        return s.Literal(span, "none")

    def nothing(self, span: s.Span, c: list[Any]) -> s.Literal:
        return s.Literal(span, "nothing")

    def this(self, span: s.Span, c: list[Any]) -> s.Literal:
        return s.Literal(span, "this")

    def size(self, span: s.Span, c: list[Any]) -> s.SizeOf:
        return s.SizeOf(span, c[0])

    def see(self, span: s.Span, c: list[Any]) -> s.Text:
        return c[0]  # type: ignore[no-any-return]

    def names(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)


def _present(children: list[Any]) -> tuple[Any, ...]:
    return tuple(c for c in children if c is not None)


def _sorted_items(items: list[Any]) -> tuple[tuple[s.Setting, ...], tuple[s.Behaviour, ...], tuple[s.Attachment, ...]]:
    """What stands in an object: its settings, its behaviours, its attachments."""
    return (
        tuple(i for i in items if isinstance(i, s.Setting)),
        tuple(i for i in items if isinstance(i, s.Behaviour)),
        tuple(i for i in items if i is not None and not isinstance(i, (s.Setting, s.Behaviour))),
    )


def _transfer(verb: str, span: s.Span, c: list[Any]) -> s.Transfer:
    subject, amount = c if len(c) == 2 else (None, c[0])
    return s.Transfer(span, verb, subject, amount)

