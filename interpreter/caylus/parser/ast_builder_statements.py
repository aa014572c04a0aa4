"""Build the statements of the syntax tree; see `ast_builder`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix

from .ast_builder_expressions import Expressions, present

_EFFECTS = (
    s.Transfer, s.Assign, s.Adjust, s.Add, s.Remove, s.Put, s.Reveal, s.Rearrange, s.Stop, s.EndGame, s.Do, s.DoAsBefore, s.Say,
)  # fmt: skip
"""What `to` can stand before, in `pay … to …`."""


def _is_effect(statement: s.Statement | None) -> bool:
    return isinstance(statement, _EFFECTS) and not (isinstance(statement, s.Transfer) and statement.verb == "pay")


class Statements(Expressions):
    """Builds blocks and what they hold."""

    def block(self, span: s.Span, c: list[Any]) -> s.Block:
        return s.Block(span, present(c))

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
        return s.Add(span, *c)

    def move(self, span: s.Span, c: list[Any]) -> s.Move:
        member, _, target = c
        return s.Move(span, member, True, target)

    def move_to_end(self, span: s.Span, c: list[Any]) -> s.Move:
        member, target = c
        return s.Move(span, member, False, target)

    def begins(self, span: s.Span, c: list[Any]) -> s.Rearrange:
        target, first = c
        return s.Rearrange(span, "begin", target, s.Rotated(span, target, "from", first))

    def remove(self, span: s.Span, c: list[Any]) -> s.Remove:
        return s.Remove(span, *c)

    def put_statement(self, span: s.Span, c: list[Any]) -> s.Put:
        member, source, front, target = c
        return s.Put(span, None if source is None else member, member if source is None else source, front is not None, target)

    def put_all(self, span: s.Span, c: list[Any]) -> s.Put:
        all_, source, front, target = c
        if all_.text != s.ALL:
            message = f"`{all_.text} of` is no part of what can be put somewhere"
            self.slip(Diagnostic("E0101", message, all_.span, help="write `put all of … into …`"))
        return s.Put(span, None, source, front is not None, target)

    def reveal(self, span: s.Span, c: list[Any]) -> s.Reveal:
        return s.Reveal(span, *c)

    def clear(self, span: s.Span, c: list[Any]) -> s.Rearrange:
        return s.Rearrange(span, "clear", c[0])

    def reverse(self, span: s.Span, c: list[Any]) -> s.Rearrange:
        return s.Rearrange(span, "reverse", c[0])

    def shuffle(self, span: s.Span, c: list[Any]) -> s.Rearrange:
        return s.Rearrange(span, "shuffle", c[0])

    def sort_list(self, span: s.Span, c: list[Any]) -> s.Rearrange:
        binder, (fewest, body) = c
        return s.Rearrange(span, "sort", binder.source, s.Query(span, "sort", binder, None, body, fewest))

    def by_player(self, span: s.Span, c: list[Any]) -> s.ByPlayer:
        return s.ByPlayer(span, *c)

    def for_each(self, span: s.Span, c: list[Any]) -> s.ForEach:
        *binders, where, at_once, body, otherwise = c
        return s.ForEach(span, tuple(binders), where, at_once is not None, body, otherwise)

    def at_once(self, span: s.Span, c: list[Any]) -> s.Span:
        return span

    def repeat(self, span: s.Span, c: list[Any]) -> s.Repeat:
        condition, limit, body = c
        until, test = condition or (False, None)
        return s.Repeat(span, test, until, limit, body)

    def repeat_times(self, span: s.Span, c: list[Any]) -> s.Repeat:
        return s.Repeat(span, None, False, *c)

    def while_(self, span: s.Span, c: list[Any]) -> tuple[bool, Any]:
        return (False, c[0])

    def until(self, span: s.Span, c: list[Any]) -> tuple[bool, Any]:
        return (True, c[0])

    def stop(self, span: s.Span, c: list[Any]) -> s.Stop:
        return s.Stop(span)

    def end_game(self, span: s.Span, c: list[Any]) -> s.EndGame:
        return s.EndGame(span, c[0])

    def if_(self, span: s.Span, c: list[Any]) -> s.If:
        condition, then, otherwise = c
        if isinstance(otherwise, s.If):
            otherwise = s.Block(otherwise.span, (otherwise,))
        return s.If(span, condition, then, otherwise)

    def choose(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, prompt, *options, otherwise = c
        return s.Choose(span, False, by, prompt, None, tuple(options), otherwise)

    def may_choose(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, prompt, declined, *options = c
        return s.Choose(span, True, by, prompt, declined, tuple(options), None)

    def may(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, name, text, declined, body = c
        offer = s.Option(span, name, (), text, None, body)
        self._report_braces(offer, declined is None)
        return s.Choose(span, True, by, text, declined, (offer,), None)

    def may_offer(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, offer, declined = c
        return s.Choose(span, True, by, None, declined, (s.Option(span, None, (), None, None, offer),), None)

    def option_offer(self, span: s.Span, c: list[Any]) -> s.Option:
        see, offer = c
        return s.Option(span, None, (), None, see, offer)

    def offer(self, span: s.Span, c: list[Any]) -> s.Offer:
        return s.Offer(span, present(c))

    def declined(self, span: s.Span, c: list[Any]) -> s.Words:
        return c[1]  # type: ignore[no-any-return]

    def by(self, span: s.Span, c: list[Any]) -> Any:
        return c[0]

    def option(self, span: s.Span, c: list[Any]) -> s.Option:
        name, choices, text, see, body = c
        option = s.Option(span, name, choices or (), text, see, body)
        self._report_braces(option)
        return option

    def _report_braces(self, option: s.Option, is_last: bool = True) -> None:
        """Report braces around a single offer. They can just be left out where the offer comes last."""
        first, *effects = option.body.statements or (None,)
        if option.name is not None or option.text is not None or not isinstance(first, s.Transfer) or first.subject:
            return
        if len(effects) > (first.verb == "pay") or first.verb == "lose" or not all(map(_is_effect, effects)):
            return
        block, paid = option.body.span, first.span
        opening = replace(block, end_line=block.line, end_column=block.column + 1)
        closing = replace(block, line=block.end_line, column=block.end_column - 1)
        gaps = (s.Span(block.file, paid.end_line, paid.end_column, x.span.line, x.span.column) for x in effects if x is not None)
        edits = (Edit(opening, ""), *(Edit(gap, " to ") for gap in gaps), Edit(closing, ""))
        help = "write `gain …` or `pay … to …`; the text for declining comes last"
        fix = Fix("leave the braces out", edits) if is_last else None
        self.slip(Diagnostic("E0101", "braces stand around a single offer", opening, help=help, fix=fix))

    def choices(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    def choice(self, span: s.Span, c: list[Any]) -> s.Choice:
        amount, name, source, where = c
        return s.Choice(span, name, source, amount, where)

    def binder(self, span: s.Span, c: list[Any]) -> s.Binder:
        return s.Binder(span, *c)

    def range(self, span: s.Span, c: list[Any]) -> s.Range:
        return s.Range(span, *c)

    def shuffled(self, span: s.Span, c: list[Any]) -> s.Shuffled:
        return s.Shuffled(span, c[0])

    def rotated(self, span: s.Span, c: list[Any]) -> s.Rotated:
        return s.Rotated(span, *c)

    def require(self, span: s.Span, c: list[Any]) -> s.Require:
        return s.Require(span, *c)

    def do(self, span: s.Span, c: list[Any]) -> s.Do:
        return s.Do(span, *c)

    def deep(self, span: s.Span, c: list[Any]) -> Any:
        return c[0]

    def do_as_before(self, span: s.Span, c: list[Any]) -> s.DoAsBefore:
        return s.DoAsBefore(span)

    def let(self, span: s.Span, c: list[Any]) -> s.Let:
        return s.Let(span, *c)

    def say(self, span: s.Span, c: list[Any]) -> s.Say:
        return s.Say(span, c[0])

    def nothing_happens(self, span: s.Span, c: list[Any]) -> s.Nothing:
        return s.Nothing(span)


def _transfer(verb: str, span: s.Span, c: list[Any]) -> s.Transfer:
    subject, amount = c if len(c) == 2 else (None, c[0])
    return s.Transfer(span, verb, subject, amount)
