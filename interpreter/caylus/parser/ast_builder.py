r"""Build the syntax tree of what the parser reads. One function a grammar rule, named after it; each gets the span and the parts.

The parser calls them from the leaves upwards, so that no nesting can exhaust the interpreter's stack. The formulas of texts, in
braces, are read as any others, and faults in them have their place. Such a formula holds neither braces nor texts, so that each
pair of braces is one; `\{` and `\}` are braces that stand for themselves.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Literal

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from caylus.limits import LONGEST_CHAIN, MOST_FAULTS
from caylus.syntax.walk import walk

from .errors import report_error
from .lalr import Recognizer, head_types, read_inserted, spellings
from .lexer import scan_part
from .tokens import Token

_BRACES = re.compile(r"\\.|\{(?:[^{}\\]|\\.)*\}|[{}]")


def words(text: s.Text, builder: Expressions) -> s.Words:
    """A text with its formulas; those that cannot be read are left out, and the builder is told."""
    parts: list[str | s.Expr] = []
    end = 0
    for match in _BRACES.finditer(text.written):
        if match[0].startswith("\\"):
            continue
        formula = inserted_formula(match[0], _place(text, match), builder)
        parts += [s.unescape(text.written[end : match.start()]), *([formula] if formula is not None else [])]
        end = match.end()
    parts.append(s.unescape(text.written[end:]))
    return s.Words(text.span, tuple(part for part in parts if part != ""))


def _place(text: s.Text, match: re.Match[str]) -> Span:
    column = text.span.column + 1 + match.start()
    return Span(text.span.file, text.span.line, column, text.span.line, column + len(match[0]))


def inserted_formula(formula_text: str, span: Span, builder: Expressions) -> s.Expr | None:
    """The formula in a pair of braces; None for one that cannot be read, and the builder is told."""
    if len(builder.slips) == MOST_FAULTS:
        return None
    if len(formula_text) == 1:
        help = f"write `\\{formula_text}` for one that stands for itself"
        builder.slip(Diagnostic("E0412", f"this `{formula_text}` has no partner in the text", span, help=help))
        return None
    scanned_text = scan_part(formula_text, span)
    comments = [Diagnostic("E0101", "a comment has no place in a text", comment.span) for comment in scanned_text.comments]
    overruns = len(builder.faults)
    formula = read_inserted(scanned_text.tokens, builder)
    is_told = scanned_text.faults or comments or len(builder.faults) > overruns
    unread = [_first_fault([*scanned_text.tokens], builder.path)] if formula is None and not is_told else []
    for fault in (*scanned_text.faults, *comments, *unread):
        builder.slip(fault)
    return formula


def _first_fault(tokens: list[Token], path: str) -> Diagnostic:
    fault: Diagnostic | None = None
    while fault is None:  # a soft word has become a name
        recognizer = Recognizer.for_inserted_formula()
        place = next((place for place, token in enumerate(tokens) if not recognizer.feed(token.type)), len(tokens))
        fault, mended_tokens = report_error(tokens, place, Recognizer.for_inserted_formula(), path)
        tokens = mended_tokens or tokens
    return fault


class Expressions:
    """Builds what a definition is made of in the end. `faults` are pieces of syntax bigger than anybody should have to read,
    `slips` what is wrong within a definition that can be read. `soft_names` are the lines and columns of words of the language
    that are names there.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.faults: list[Diagnostic] = []
        self.slips: list[Diagnostic] = []
        self.soft_names: set[tuple[int, int]] = set()

    def leaf(self, token: Token) -> Any:
        """The meaning of a name, a text or a number; of another token, its text."""
        match token.type:
            case "NAME":
                return s.Name(token.span(self.path), token.text)
            case "STRING" | "REPLACED":
                return s.Text(token.span(self.path), token.text[1:-1])
            case "NUMBER":
                return s.Number(token.span(self.path), int(token.text))
            case _:
                return token.text

    def fault(self, code: str, message: str, span: s.Span) -> None:
        self.faults.append(Diagnostic(code, message, span, help="give a part of it a name, with `value` or `action`"))

    def slip(self, fault: Diagnostic) -> None:
        if len(self.slips) < MOST_FAULTS:
            self.slips.append(fault)

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

    def sort(self, span: s.Span, c: list[Any]) -> s.Query:
        binder, where, (fewest, body) = c
        return s.Query(span, "sort", binder, where, body, fewest)

    def random(self, span: s.Span, c: list[Any]) -> s.Random:
        return s.Random(span, c[0])

    def by_most(self, span: s.Span, c: list[Any]) -> tuple[bool, Any]:
        return (False, c[0])

    def by_fewest(self, span: s.Span, c: list[Any]) -> tuple[bool, Any]:
        return (True, c[0])

    def revealed(self, span: s.Span, c: list[Any]) -> s.Revealed:
        return s.Revealed(span, c[0])

    def or_(self, span: s.Span, c: list[Any]) -> s.Chain:
        return self.chain(span, c, ["or"] * (len(c) - 1))

    offered = or_

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

    def between(self, span: s.Span, c: list[Any]) -> s.Chain:
        low, first_sign, middle, second_sign, high = c
        self._refuse_draws(middle)
        if first_sign[0] != second_sign[0]:
            message = "the two signs of a comparison with two bounds must point one way"
            self.slip(Diagnostic("E0101", message, span, help="write two comparisons, joined by `and`"))
        first = s.Comparison(low.span.to(middle.span), low, first_sign, middle)
        return self.chain(span, [first, s.Comparison(middle.span.to(high.span), middle, second_sign, high)], ["and"])

    def is_another(self, span: s.Span, c: list[Any]) -> s.Chain:
        object_, other = c
        self._refuse_draws(object_)
        exists = s.Comparison(span, object_, "is not", s.Literal(span, "none"))
        return self.chain(span, [exists, s.Comparison(span, object_, "is not", other)], ["and"])

    def _refuse_draws(self, formula: s.Expr) -> None:
        """Report a draw in a formula that is compared twice."""
        if draw := next((node for node in walk(formula) if isinstance(node, s.Random | s.Revealed)), None):
            message = "this would be drawn or shown twice"
            self.slip(Diagnostic("E0101", message, draw.span, help="give it a name before, `let name = …`, and compare the name"))

    def is_in(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "is in", c[1])

    def can_pay(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "can pay", c[1])

    def is_not_in(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "is not in", c[1])

    def chain(self, span: s.Span, operands: list[Any], operators: list[str]) -> s.Chain:
        if len(operands) > LONGEST_CHAIN:
            self.fault("E0110", f"more than {LONGEST_CHAIN} values are joined here", operands[LONGEST_CHAIN].span)
        return s.Chain(span, tuple(operands[:LONGEST_CHAIN]), tuple(operators[: LONGEST_CHAIN - 1]))

    def sum(self, span: s.Span, c: list[Any]) -> s.Chain:
        return self.chain(span, c[::2], c[1::2])

    product = length = sum

    def negative(self, span: s.Span, c: list[Any]) -> s.Negative:
        return s.Negative(span, c[-1])

    def quantity(self, span: s.Span, c: list[Any]) -> s.Quantity:
        amount, different, unit = c
        return s.Quantity(span, amount, different is not None, unit)

    def member(self, span: s.Span, c: list[Any]) -> s.Member:
        return s.Member(span, *c)

    def call(self, span: s.Span, c: list[Any]) -> s.Call:
        return s.Call(span, c[0], present(c[1:]))

    def label(self, span: s.Span, c: list[Any]) -> str:
        return " ".join(c)

    def argument_with_label(self, span: s.Span, c: list[Any]) -> s.Labelled:
        return s.Labelled(span, *c)

    def item(self, span: s.Span, c: list[Any]) -> s.Index:
        return s.Index(span, c[0], tuple(c[1:]))

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

    def here(self, span: s.Span, c: list[Any]) -> s.Reference:
        return s.Reference(span, s.HERE)

    def size(self, span: s.Span, c: list[Any]) -> s.SizeOf:
        return s.SizeOf(span, c[0])

    def inserted(self, span: s.Span, c: list[Any]) -> Any:
        return c[0]

    def words(self, span: s.Span, c: list[Any]) -> s.Words:
        return words(c[0], self)

    def see(self, span: s.Span, c: list[Any]) -> s.Text:
        return c[0]  # type: ignore[no-any-return]

    def names(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)


def present(children: list[Any]) -> tuple[Any, ...]:
    return tuple(c for c in children if c is not None)


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

    def put_first(self, span: s.Span, c: list[Any]) -> s.Put | s.Repeat:
        count, source, front, target = c
        first = s.Index(source.span, source, (s.Number(source.span, 1),))
        put = s.Put(span, first, source, front is not None, target)
        return put if count is None else s.Repeat(span, None, False, count, s.Block(span, (put,)))

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
        condition, name, then, otherwise = c
        if isinstance(otherwise, s.If):
            otherwise = s.Block(otherwise.span, (otherwise,))
        return s.If(span, condition, name, then, otherwise)

    def choose(self, span: s.Span, c: list[Any]) -> s.Choose:
        return self.chooses(span, [None, *c])

    def chooses(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, prompt, *options, otherwise = c
        return s.Choose(span, False, by, prompt, None, tuple(options), otherwise)

    def may_choose(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, prompt, decline_text, *options = c
        return s.Choose(span, True, by, prompt, decline_text, tuple(options), None)

    def may(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, name, text, decline_text, body = c
        offer = s.Option(span, name, (), text, None, body)
        self._report_braces(offer, decline_text is None)
        return s.Choose(span, True, by, text, decline_text, (offer,), None)

    def may_offer(self, span: s.Span, c: list[Any]) -> s.Choose:
        by, offer, decline_text = c
        return s.Choose(span, True, by, None, decline_text, (s.Option(span, None, (), None, None, offer),), None)

    def option_offer(self, span: s.Span, c: list[Any]) -> s.Option:
        see, offer = c
        return s.Option(span, None, (), None, see, offer)

    def offer(self, span: s.Span, c: list[Any]) -> s.Offer:
        return s.Offer(span, present(c))

    def declined(self, span: s.Span, c: list[Any]) -> s.Words:
        return c[1]  # type: ignore[no-any-return]

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


def _transfer(verb: Literal["gain", "pay", "lose"], span: s.Span, c: list[Any]) -> s.Transfer:
    subject, amount = c if len(c) == 2 else (None, c[0])
    return s.Transfer(span, verb, subject, amount)


_Terms = tuple[s.Audience | None, s.Name | s.Literal | None]
"""Who may see a resource, and what it is taken from."""


class Builder(Statements):
    """Builds the syntax of one file."""

    def start(self, span: s.Span, c: list[Any]) -> s.Definition:
        return c[0]  # type: ignore[no-any-return]

    # ---- components

    def resources(self, span: s.Span, c: list[Any]) -> s.Resources:
        return s.Resources(span, tuple(c))

    def resource_item(self, span: s.Span, c: list[Any]) -> s.ResourceItem:
        name, title, plural, terms, least = c
        audience, supply = terms or (None, None)
        return s.ResourceItem(span, name, title, plural, audience, supply, least)

    def in_plural(self, span: s.Span, c: list[Any]) -> s.Text:
        return c[0]  # type: ignore[no-any-return]

    def least(self, span: s.Span, c: list[Any]) -> Any:
        return c[0]

    def supply(self, span: s.Span, c: list[Any]) -> s.Name | s.Literal:
        return c[0]  # type: ignore[no-any-return]

    def open_terms(self, span: s.Span, c: list[Any]) -> _Terms:
        return None, c[0]

    def hidden_terms(self, span: s.Span, c: list[Any]) -> _Terms:
        first, *second = c
        if isinstance(first, s.Name) and (second or first.text == s.ALL):
            return self.hidden_from(span, [first]), second[0] if second else None
        return s.Audience(span, "hidden"), first

    def counted_terms(self, span: s.Span, c: list[Any]) -> _Terms:
        return s.Audience(span, "hidden sum"), c[0]

    def shown_terms(self, span: s.Span, c: list[Any]) -> _Terms:
        return s.Audience(span, "not hidden"), c[0]

    def audience(self, span: s.Span, c: list[Any]) -> s.Audience:
        return s.Audience(span, "hidden")

    def hidden_from(self, span: s.Span, c: list[Any]) -> s.Audience:
        return s.Audience(span, "hidden from all") if c[0].text == s.ALL else s.Audience(span, "hidden from", c[0])

    def counted(self, span: s.Span, c: list[Any]) -> s.Audience:
        return s.Audience(span, "hidden sum")

    def shown_to(self, span: s.Span, c: list[Any]) -> s.Audience:
        return s.Audience(span, "hidden except for", c[0])

    def for_rules(self, span: s.Span, c: list[Any]) -> s.Audience:
        return s.Audience(span, "for rules only")

    def group(self, span: s.Span, c: list[Any]) -> s.Group:
        name, title, plural, members, exceptions = c
        return s.Group(span, name, title, plural, members, exceptions or ())

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
        name, plural, title_name, parent, *members = c
        if name.text in map(spellings().get, head_types()):
            message = f"`{name.text}` begins something, and cannot be the name of a kind"
            self.slip(Diagnostic("E0115", message, name.span, help=f"choose another name, such as `{name.text}_`"))
        return s.Kind(span, name, plural, title_name, parent, present(members))

    def each_player(self, span: s.Span, c: list[Any]) -> s.EachPlayer:
        return s.EachPlayer(span, c[0], present(c[1:]))

    def property(self, span: s.Span, c: list[Any]) -> s.Property:
        name, indices, *rest = c
        return s.Property(span, name, indices or (), *rest)

    def state(self, span: s.Span, c: list[Any]) -> s.State:
        name, indices, *rest = c
        return s.State(span, name, indices or (), *rest)

    def member_action(self, span: s.Span, c: list[Any]) -> s.MemberAction:
        name, params, _, decline_text, body = c
        return s.MemberAction(span, name, params, decline_text, body)

    def player_row(self, span: s.Span, c: list[Any]) -> s.PlayerRow:
        return s.PlayerRow(span, *c)

    def index(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    def named_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        return s.TypeName(span, c[0].text)

    def of_resources(self, span: s.Span, c: list[Any]) -> s.Name:
        return s.Name(span, s.RESOURCE)

    def bounded_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        name, bounds = c
        return s.TypeName(span, name.text, bounds=bounds)

    def scale_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        return s.TypeName(span, "scale", start=1 if c[0] is None else c[0])

    def list_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        return s.TypeName(span, c[0].text, is_list=True)

    def list_state(self, span: s.Span, c: list[Any]) -> s.ListState:
        return s.ListState(span, *c)

    def row(self, span: s.Span, c: list[Any]) -> s.Row:
        name, title, size, kind, audience = c
        return s.Row(span, name, title, size, kind, (), audience)

    def row_of_given(self, span: s.Span, c: list[Any]) -> s.Row:
        name, title, members, audience = c
        return s.Row(span, name, title, None, None, members, audience)

    def object(self, span: s.Span, c: list[Any]) -> s.Object:
        copies, kind, name, title, plural, see, terms, least, *items = c
        holding = self._make_resource_item(span, name, plural, terms, least)
        return s.Object(span, kind, name, title, see, *_sort_items(items), copies, holding)

    def _make_resource_item(self, span: s.Span, name: s.Name, *terms: Any) -> s.ResourceItem | None:
        """The resource item of an object: its plural, its terms, its lowest amount."""
        return self.resource_item(span, [name, None, *terms]) if present([*terms]) else None

    def setting(self, span: s.Span, c: list[Any]) -> s.Setting:
        name, value = c
        is_list = isinstance(value, tuple)
        return s.Setting(span, name, value if is_list else (value,), is_list)

    def about(self, span: s.Span, c: list[Any]) -> s.About:
        return s.About(span, *c)

    def behaviour(self, span: s.Span, c: list[Any]) -> s.Behaviour:
        return s.Behaviour(span, *c)

    # ---- values and actions

    def value(self, span: s.Span, c: list[Any]) -> s.Value:
        name, params, title, see, about, *rest = c
        rest = [r for r in rest if r is not None]
        cases = rest if isinstance(rest[0], s.Case) else [s.Case(rest[0].span, rest[0], None)]
        return s.Value(span, name, params, title, see, about, tuple(cases))

    def case(self, span: s.Span, c: list[Any]) -> s.Case:
        return s.Case(span, c[0], c[1] if len(c) > 1 else None)

    def condition(self, span: s.Span, c: list[Any]) -> s.Condition:
        name, params, title, see, about, *requires = c
        return s.Condition(span, name, params, title, see, about, tuple(requires))

    def params(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return present(c)

    def param(self, span: s.Span, c: list[Any]) -> s.Param:
        return s.Param(span, *c)

    def action(self, span: s.Span, c: list[Any]) -> s.Action:
        name, params, title, see, about, body = c
        return s.Action(span, name, False, params, title, see, about, body)

    def phase(self, span: s.Span, c: list[Any]) -> s.Action:
        name, title, see, about, body = c
        return s.Action(span, name, True, (), title, see, about, body)

    def table(self, span: s.Span, c: list[Any]) -> s.Table:
        name, params, by, column, title, see, about, *rows = c
        return s.Table(span, name, params, by, column, title, see, about, tuple(rows))

    def table_row(self, span: s.Span, c: list[Any]) -> s.TableRow:
        return s.TableRow(span, c[0], tuple(c[1:]))

    def cell(self, span: s.Span, c: list[Any]) -> s.Block:
        return s.Block(span, tuple(c))

    def sequence(self, span: s.Span, c: list[Any]) -> s.Sequence:
        return s.Sequence(span, *c)

    def game(self, span: s.Span, c: list[Any]) -> s.Game:
        title, fewest, most, unit, see, body = c
        return s.Game(span, title, fewest.value, most.value, unit, see, body)

    def seat(self, span: s.Span, c: list[Any]) -> s.Seat:
        name, title, see, *takes = c
        return s.Seat(span, name, title, see, present(takes))

    def takes(self, span: s.Span, c: list[Any]) -> s.Takes:
        option, choices, within, where, ranking = c
        owner, action = within or (None, None)
        fewest, body = ranking or (False, None)
        return s.Takes(span, option, choices or (), owner, action, where, body, fewest)

    def nameless(self, span: s.Span, c: list[Any]) -> s.Name:
        return s.Name(span, "pay")  # what an option is called that pays and has no name

    def taken(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    def within(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    # ---- attachments

    def rule(self, span: s.Span, c: list[Any]) -> s.Rule:
        name, title, see, about, *attachments = c
        return s.Rule(span, name, title, see, about, tuple(attachments))

    def told(self, span: s.Span, c: list[Any]) -> s.Words:
        return c[0]  # type: ignore[no-any-return]

    def target(self, span: s.Span, c: list[Any]) -> s.Target:
        return s.Target(span, c[0], present(c[1:]))

    def here_param(self, span: s.Span, c: list[Any]) -> s.Name:
        return s.Name(span, s.HERE)

    def this_param(self, span: s.Span, c: list[Any]) -> s.Name:
        return s.Name(span, s.THIS)

    def where(self, span: s.Span, c: list[Any]) -> Any:
        return c[0]

    def modify(self, span: s.Span, c: list[Any]) -> s.Modify:
        target, title, see, about, (change, value), where = c
        return s.Modify(span, target, title, see, about, where, change, value)

    def bent(self, span: s.Span, c: list[Any]) -> s.Target:
        name, *params = c
        names = []
        for one in present(params):
            match one:
                case s.Reference(name=word) | s.Literal(word=s.THIS as word):
                    names.append(s.Name(one.span, word))
                case _:
                    self.fault("E0101", f"expected a name for what `{name.text}` is given", one.span)
        return s.Target(span, name, tuple(names))

    def becomes(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("becomes", c[0])

    def plus(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("plus", c[0])

    def minus(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("minus", c[-1])

    def at_least(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("at least", c[-1])

    def at_most(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("at most", c[-1])

    def forbid(self, span: s.Span, c: list[Any]) -> s.Forbid:
        return s.Forbid(span, *c)

    def bare_target(self, span: s.Span, c: list[Any]) -> s.Target:
        return s.Target(span, c[0], ())

    def forbid_option(self, span: s.Span, c: list[Any]) -> s.ForbidOption:
        option, (owner, action), *rest = c
        return s.ForbidOption(span, option.name, option.params, owner, action, *rest)

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

    def trigger(self, span: s.Span, c: list[Any]) -> s.Trigger:
        return s.Trigger(span, *c)

    def gaining(self, span: s.Span, c: list[Any]) -> s.Target:
        player, what, payment_name = c
        return s.Target(span, what, present([player, payment_name]))

    # ---- what a variant does to its base

    def change_constant(self, span: s.Span, c: list[Any]) -> s.ChangeConstant:
        return s.ChangeConstant(span, *c)

    def change_scale(self, span: s.Span, c: list[Any]) -> s.ChangeScale:
        return s.ChangeScale(span, *c)

    def change_group(self, span: s.Span, c: list[Any]) -> s.ChangeGroup:
        name, title, plural, members, exceptions = c
        return s.ChangeGroup(span, name, title, plural, members, exceptions or ())

    def change_resource(self, span: s.Span, c: list[Any]) -> s.ChangeResource:
        return s.ChangeResource(span, self.resource_item(span, c))

    def change_kind(self, span: s.Span, c: list[Any]) -> s.ChangeKind:
        return s.ChangeKind(span, c[0], tuple(c[1:]))

    def add_field(self, span: s.Span, c: list[Any]) -> s.AddField:
        return s.AddField(span, c[0])

    def change_game(self, span: s.Span, c: list[Any]) -> s.ChangeGame:
        title, fewest, most, unit = c
        return s.ChangeGame(span, title, fewest.value, most.value, unit)

    def change_seat(self, span: s.Span, c: list[Any]) -> s.ChangeSeat:
        name, title, see, *takes = c
        return s.ChangeSeat(span, name, title, see, present(takes))

    def change_object(self, span: s.Span, c: list[Any]) -> s.ChangeObject:
        copies, kind, name, title, plural, see, terms, least, *items = c
        holding = self._make_resource_item(span, name, plural, terms, least)
        swaps = tuple(item for item in items if isinstance(item, s.Swaps))
        attachments = tuple(item for item in items if isinstance(item, s.AttachmentEdit))
        items = [item for item in items if not isinstance(item, (s.Swaps, s.AttachmentEdit))]
        return s.ChangeObject(span, kind, name, title, see, *_sort_items(items), copies, holding, swaps, attachments)

    def replace_attachment(self, span: s.Span, c: list[Any]) -> s.AttachmentEdit:
        return s.AttachmentEdit(span, "replace", *s.attachment_head(c[0]), c[0])

    def remove_attachment(self, span: s.Span, c: list[Any]) -> s.AttachmentEdit:
        return s.AttachmentEdit(span, "remove", c[0] or "is", c[1], None)

    def placement(self, span: s.Span, c: list[Any]) -> str:
        return str(c[0])

    def swaps(self, span: s.Span, c: list[Any]) -> s.Swaps:
        return s.Swaps(span, c[0], tuple(c[1:]))

    def change_table(self, span: s.Span, c: list[Any]) -> s.ChangeTable:
        return s.ChangeTable(span, c[0], tuple(c[1:]))

    def added_cells(self, span: s.Span, c: list[Any]) -> s.AddedCells:
        return s.AddedCells(span, c[0], tuple(c[1:]))

    def change_line(self, span: s.Span, c: list[Any]) -> s.ChangeLine:
        definition, audience = c
        return s.ChangeLine(span, definition if audience is None else replace(definition, audience=audience))

    def open_audience(self, span: s.Span, c: list[Any]) -> s.Audience:
        return s.Audience(span, "not hidden")

    def remove_field(self, span: s.Span, c: list[Any]) -> s.RemoveField:
        return s.RemoveField(span, c[0])

    def change_steps(self, span: s.Span, c: list[Any]) -> s.ChangeSteps:
        what, *edits = c
        name = edits.pop(0) if isinstance(edits[0], s.Name) else None
        return s.ChangeSteps(span, what, name, None, tuple(edits))

    def replace_option(self, span: s.Span, c: list[Any]) -> s.OptionEdit:
        return s.OptionEdit(span, "replace", c[0].name, c[0])

    def add_option(self, span: s.Span, c: list[Any]) -> s.OptionEdit:
        (new,) = c
        option, *place = new if isinstance(new, tuple) else (new,)
        return s.OptionEdit(span, "add", option.name, option, *place)

    def option_at_place(self, span: s.Span, c: list[Any]) -> tuple[s.Option, str, s.Name]:
        name, choices, text, see, when, anchor, body = c
        return self.option(span, [name, choices, text, see, body]), when, anchor

    def remove_option(self, span: s.Span, c: list[Any]) -> s.OptionEdit:
        return s.OptionEdit(span, "remove", c[0], None)

    def swap(self, span: s.Span, c: list[Any]) -> s.Swap:
        return s.Swap(span, *c)

    def old_words(self, span: s.Span, c: list[Any]) -> s.Words:
        return words(c[0], self)

    def replace(self, span: s.Span, c: list[Any]) -> s.Replace:
        return s.Replace(span, c[0])

    def remove_definition(self, span: s.Span, c: list[Any]) -> s.RemoveDefinition:
        what, name, *others = c
        return s.RemoveDefinition(span, what, name, tuple(others))

    def add_member(self, span: s.Span, c: list[Any]) -> s.AddMember:
        return s.AddMember(span, *c)

    def remove_member(self, span: s.Span, c: list[Any]) -> s.RemoveMember:
        return s.RemoveMember(span, *c)

    def seal(self, span: s.Span, c: list[Any]) -> s.Seal:
        return s.Seal(span, *c)


def _sort_items(
    items: list[Any],
) -> tuple[tuple[s.About, ...], tuple[s.Setting, ...], tuple[s.Behaviour, ...], tuple[s.Attachment, ...]]:
    """The items of an object by sort: its about texts, its settings, its behaviours, its attachments."""
    return (
        tuple(i for i in items if isinstance(i, s.About)),
        tuple(i for i in items if isinstance(i, s.Setting)),
        tuple(i for i in items if isinstance(i, s.Behaviour)),
        tuple(i for i in items if i is not None and not isinstance(i, (s.About, s.Setting, s.Behaviour))),
    )
