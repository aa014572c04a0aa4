r"""Build the syntax tree of what the parser reads. Each rule of the grammar has a line of a table, a method or a class.

The parser calls them from the leaves upwards, so that no nesting can exhaust the interpreter's stack. The formulas of texts, in
braces, are read as any others, and faults in them have their place. Such a formula holds neither braces nor texts, so that each
pair of braces is one; `\{` and `\}` are braces that stand for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
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


_DOLLAR = re.compile(r"(?<!\\)\$\Z")


def words(text: s.Text, builder: Builder) -> s.Words:
    """A text with its formulas; those that cannot be read are left out, and the builder is told."""
    parts: list[str | s.Expr] = []
    end = 0
    for match in _BRACES.finditer(text.written):
        if match[0].startswith("\\"):
            continue
        refuse_dollar(text.written[end : match.start()], match[0], _place(text, match), builder)
        formula = inserted_formula(match[0], _place(text, match), builder)
        parts += [s.unescape(text.written[end : match.start()]), *([formula] if formula is not None else [])]
        end = match.end()
    parts.append(s.unescape(text.written[end:]))
    return s.Words(text.span, tuple(part for part in parts if part != ""))


def refuse_dollar(before: str, formula_text: str, span: Span, builder: Builder) -> None:
    """Tell the builder of a dollar sign before a formula, as other languages write it; an escaped one stands for itself."""
    if _DOLLAR.search(before) and formula_text.startswith("{"):
        place = Span(span.file, span.line, span.column - 1, span.line, span.column)
        message = f"a formula in a text stands in braces alone: `{formula_text}`"
        fix = Fix(f"write `{formula_text}`", (Edit(place, ""),))
        builder.slip(Diagnostic("E0412", message, place, help="for a dollar sign write `\\$`", fix=fix))


def _place(text: s.Text, match: re.Match[str]) -> Span:
    column = text.span.column + 1 + match.start()
    return Span(text.span.file, text.span.line, column, text.span.line, column + len(match[0]))


def inserted_formula(formula_text: str, span: Span, builder: Builder) -> s.Expr | None:
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


def present(children: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(c for c in children if c is not None)


def _node(make: Callable[..., Any], *first: object) -> Callable[..., Any]:
    """Make a node whose first fields are these, and whose others are the parts."""
    return lambda span, *parts: make(span, *first, *parts)


def _list_others(make: Callable[..., Any]) -> Callable[..., Any]:
    """Make a node of the first part and of all others, as one field."""
    return lambda span, first, *others: make(span, first, others)


def _with_exceptions(make: Callable[..., Any]) -> Callable[..., Any]:
    return lambda span, *parts: make(span, *parts[:-1], parts[-1] or ())


def _tag(tag: object) -> Callable[..., Any]:
    """Make a pair of a tag and the last part."""
    return lambda _, *parts: (tag, parts[-1])


def _only_part(_: Span, part: Any) -> Any:
    return part


def _all_parts(_: Span, *parts: Any) -> tuple[Any, ...]:
    return parts


def _transfer(verb: Literal["gain", "pay", "lose"], span: Span, *parts: Any, name: s.Name | None = None) -> s.Transfer:
    subject, amount = parts if len(parts) == 2 else (None, parts[0])
    return s.Transfer(span, verb, subject, amount, name)


def _comparison(sign: str) -> Callable[..., Any]:
    return lambda span, left, right: s.Comparison(span, left, sign, right)


_NODES: dict[str, Callable[..., Any]] = {
    # expressions
    "not_query": s.Not,
    "count": lambda span, binder, where: s.Query(span, "count", binder, where, None),
    "sum_of": lambda span, body, binder, where: s.Query(span, "sum", binder, where, body),
    "some": lambda span, binder, where: s.Query(span, "some", binder, where, None),
    "sort": lambda span, binder, where, ranking: s.Query(span, "sort", binder, where, ranking[1], ranking[0]),
    "by_most": _tag(False),
    "by_fewest": _tag(True),
    "not_": s.Not,
    "compare": s.Comparison,
    "is_": _comparison("is"),
    "is_not": _comparison("is not"),
    "is_in": _comparison("is in"),
    "is_not_in": _comparison("is not in"),
    "can_pay": _comparison("can pay"),
    "negative": lambda span, _, number: s.Negative(span, number),
    "quantity": lambda span, amount, different, unit: s.Quantity(span, amount, different is not None, unit),
    "call": lambda span, name, *arguments: s.Call(span, name, present(arguments)),
    "label": lambda _, *words: " ".join(words),
    "argument_with_label": s.Labelled,
    "item": _list_others(s.Index),
    "number": _only_part,
    "name": lambda span, name: s.Reference(span, name.text),
    **{word: _node(s.Literal, word) for word in ("yes", "no", "none", "nothing", "this")},
    "here": _node(s.Reference, s.HERE),
    "size": s.SizeOf,
    "inserted": _only_part,
    "see": _only_part,
    "names": _all_parts,
    # statements
    "block": lambda span, *statements: s.Block(span, present(statements)),
    "gain": partial(_transfer, "gain"),
    "pay": lambda span, *paid_and_name: _transfer("pay", span, *paid_and_name[:-1], name=paid_and_name[-1]),
    "lose": partial(_transfer, "lose"),
    "raise_": _node(s.Adjust, "raise"),
    "lower": _node(s.Adjust, "lower"),
    "move": lambda span, member, _, target: s.Move(span, member, True, target),
    "move_to_end": lambda span, member, target: s.Move(span, member, False, target),
    "begins": lambda span, target, first: s.Rearrange(span, "begin", target, s.Rotated(span, target, "from", first)),
    **{verb: _node(s.Rearrange, verb) for verb in ("clear", "reverse", "shuffle")},
    "at_once": lambda span: span,
    "repeat_times": _node(s.Repeat, None, False),
    "while_": _tag(False),
    "until": _tag(True),
    "option_offer": lambda span, see, offer: s.Option(span, None, (), None, see, offer),
    "offer": lambda span, *effects: s.Offer(span, present(effects)),
    "declined": lambda _, __, text: text,
    "choices": _all_parts,
    "choice": lambda span, amount, name, source, where: s.Choice(span, name, source, amount, where),
    "deep": _only_part,
    "nothing_happens": s.Nothing,
    # components
    "start": _only_part,
    "resources": lambda span, *items: s.Resources(span, items),
    "in_plural": _only_part,
    "least": _only_part,
    "supply": _only_part,
    "open_terms": _tag(None),
    "counted_terms": lambda span, supply: (s.Audience(span, "hidden sum"), supply),
    "shown_terms": lambda span, supply: (s.Audience(span, "not hidden"), supply),
    "audience": _node(s.Audience, "hidden"),
    "counted": _node(s.Audience, "hidden sum"),
    "shown_to": _node(s.Audience, "hidden except for"),
    "for_rules": _node(s.Audience, "for rules only"),
    "group": _with_exceptions(s.Group),
    "scale": lambda span, name, start, values: s.Scale(span, name, 1 if start is None else start, values),
    "numbers": _all_parts,
    "from_index": lambda _, number: int(number.value),
    "each_player": lambda span, name, *fields: s.EachPlayer(span, name, present(fields)),
    "property": lambda span, name, indices, *rest: s.Property(span, name, indices or (), *rest),
    "state": lambda span, name, indices, *rest: s.State(span, name, indices or (), *rest),
    "member_action": lambda span, name, params, _, decline_text, body: s.MemberAction(span, name, params, decline_text, body),
    "index": _all_parts,
    "named_type": lambda span, name: s.TypeName(span, name.text),
    "of_resources": _node(s.Name, s.RESOURCE),
    "bounded_type": lambda span, name, bounds: s.TypeName(span, name.text, bounds=bounds),
    "scale_type": lambda span, start: s.TypeName(span, "scale", start=1 if start is None else start),
    "list_type": lambda span, name: s.TypeName(span, name.text, is_list=True),
    "row": lambda span, name, title, size, kind, audience: s.Row(span, name, title, size, kind, (), audience),
    "row_of_given": lambda span, name, title, members, audience: s.Row(span, name, title, None, None, members, audience),
    # values and actions
    "case": lambda span, value, condition=None: s.Case(span, value, condition),
    "condition": lambda span, name, params, title, see, about, *tests: s.Condition(span, name, params, title, see, about, tests),
    "params": lambda _, *params: present(params),
    "action": lambda span, name, *rest: s.Action(span, name, False, *rest),
    "phase": lambda span, name, *rest: s.Action(span, name, True, (), *rest),
    "table": lambda span, name, params, by, column, title, see, about, *rows: s.Table(
        span, name, params, by, column, title, see, about, rows
    ),
    "table_row": _list_others(s.TableRow),
    "cell": lambda span, *statements: s.Block(span, statements),
    "game": lambda span, title, fewest, most, *rest: s.Game(span, title, fewest.value, most.value, *rest),
    "seat": lambda span, name, title, see, *takes: s.Seat(span, name, title, see, present(takes)),
    "nameless": _node(s.Name, "pay"),  # what an option is called that pays and has no name
    "taken": _all_parts,
    "within": _all_parts,
    # attachments
    "rule": lambda span, name, title, see, about, *attachments: s.Rule(span, name, title, see, about, attachments),
    "told": _only_part,
    "target": lambda span, name, *params: s.Target(span, name, present(params)),
    "here_param": _node(s.Name, s.HERE),
    "this_param": _node(s.Name, s.THIS),
    "where": _only_part,
    "modify": lambda span, target, title, see, about, change, where: s.Modify(span, target, title, see, about, where, *change),
    **{word.replace(" ", "_"): _tag(word) for word in ("becomes", "plus", "minus", "at least", "at most")},
    "bare_target": lambda span, name: s.Target(span, name, ()),
    "forbid_option": lambda span, option, within, *rest: s.ForbidOption(span, option.name, option.params, *within, *rest),
    **{when: _node(s.Around, when) for when in ("before", "after", "instead")},
    **{f"{when}_each": _node(s.AroundEach, when) for when in ("before", "after")},
    "gaining": lambda span, player, what, payment_name: s.Target(span, what, present([player, payment_name])),
    # what a variant does to its base
    "change_group": _with_exceptions(s.ChangeGroup),
    "change_kind": _list_others(s.ChangeKind),
    "change_game": lambda span, title, fewest, most, unit: s.ChangeGame(span, title, fewest.value, most.value, unit),
    "change_seat": lambda span, name, title, see, *takes: s.ChangeSeat(span, name, title, see, present(takes)),
    "replace_attachment": lambda span, new: s.AttachmentEdit(span, "replace", *s.attachment_head(new), new),
    "remove_attachment": lambda span, when, target: s.AttachmentEdit(span, "remove", when or "is", target, None),
    "placement": lambda _, when, *__: str(when),
    "swaps": _list_others(s.Swaps),
    "change_table": _list_others(s.ChangeTable),
    "added_cells": _list_others(s.AddedCells),
    "change_line": lambda span, definition, audience: s.ChangeLine(
        span, definition if audience is None else replace(definition, audience=audience)
    ),
    "open_audience": _node(s.Audience, "not hidden"),
    "replace_option": lambda span, option: s.OptionEdit(span, "replace", option.name, option),
    "remove_option": lambda span, name: s.OptionEdit(span, "remove", name, None),
    "remove_definition": lambda span, what, name, *others: s.RemoveDefinition(span, what, name, others),
}  # fmt: skip
"""What makes the node of a rule from its span and parts. Other rules have a method of `Builder`, or are called like a class."""

_CLASSES = {
    re.sub(r"\B[A-Z]", r"_\g<0>", name).lower(): class_
    for name, class_ in vars(s).items()
    if isinstance(class_, type) and issubclass(class_, s.Node)
}
"""The classes of the syntax by the rules that have their names: `do_as_before` makes a `DoAsBefore` of its parts."""


def _is_effect(statement: s.Statement | None) -> bool:
    return isinstance(statement, s.Effect) and not (isinstance(statement, s.Transfer) and statement.verb == "pay")


_Terms = tuple[s.Audience | None, s.Name | s.Literal | None]
"""Who may see a resource, and what it is taken from."""


class Builder:
    """Builds what a definition is made of in the end. `faults` are pieces of syntax bigger than anybody should have to read,
    `slips` what is wrong within a definition that can be read. `soft_names` are the lines and columns of words of the language
    that are names there.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.faults: list[Diagnostic] = []
        self.slips: list[Diagnostic] = []
        self.soft_names: set[tuple[int, int]] = set()

    def build(self, rule: str, span: Span, parts: list[Any]) -> Any:
        """Make what a rule of the grammar stands for, of the meanings of its parts."""
        make = _NODES.get(rule) or getattr(self, rule, None) or _CLASSES[rule]
        return make(span, *parts)

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

    def first(self, span: s.Span, binder: Any, where: Any, ranking: Any) -> s.Query:
        fewest, body = ranking or (False, None)
        return s.Query(span, "first", binder, where, body, fewest)

    def or_(self, span: s.Span, *operands: Any) -> s.Chain:
        return self.chain(span, operands, ["or"] * (len(operands) - 1))

    offered = or_

    def and_(self, span: s.Span, *operands: Any) -> s.Chain:
        return self.chain(span, operands, ["and"] * (len(operands) - 1))

    def between(self, span: s.Span, low: Any, first_sign: Any, middle: Any, second_sign: Any, high: Any) -> s.Chain:
        self._refuse_draws(middle)
        if first_sign[0] != second_sign[0]:
            message = "the two signs of a comparison with two bounds must point one way"
            self.slip(Diagnostic("E0101", message, span, help="write two comparisons, joined by `and`"))
        first = s.Comparison(low.span.to(middle.span), low, first_sign, middle)
        return self.chain(span, [first, s.Comparison(middle.span.to(high.span), middle, second_sign, high)], ["and"])

    def is_another(self, span: s.Span, object_: Any, other: Any) -> s.Chain:
        self._refuse_draws(object_)
        exists = s.Comparison(span, object_, "is not", s.Literal(span, "none"))
        return self.chain(span, [exists, s.Comparison(span, object_, "is not", other)], ["and"])

    def _refuse_draws(self, formula: s.Expr) -> None:
        """Report a draw in a formula that is compared twice."""
        if draw := next((node for node in walk(formula) if isinstance(node, s.Random | s.Revealed)), None):
            message = "this would be drawn or shown twice"
            self.slip(Diagnostic("E0101", message, draw.span, help="give it a name before, `let name = …`, and compare the name"))

    def chain(self, span: s.Span, operands: Sequence[Any], operators: Sequence[str]) -> s.Chain:
        if len(operands) > LONGEST_CHAIN:
            self.fault("E0110", f"more than {LONGEST_CHAIN} values are joined here", operands[LONGEST_CHAIN].span)
        return s.Chain(span, tuple(operands[:LONGEST_CHAIN]), tuple(operators[: LONGEST_CHAIN - 1]))

    def sum(self, span: s.Span, *parts: Any) -> s.Chain:
        return self.chain(span, parts[::2], parts[1::2])

    product = length = sum

    def words(self, span: s.Span, text: s.Text) -> s.Words:
        return words(text, self)

    old_words = words

    def put_statement(self, span: s.Span, member: Any, source: Any, front: Any, target: Any) -> s.Put:
        return s.Put(span, None if source is None else member, member if source is None else source, front is not None, target)

    def put_all(self, span: s.Span, all_: Any, source: Any, front: Any, target: Any) -> s.Put:
        if all_.text != s.ALL:
            message = f"`{all_.text} of` is no part of what can be put somewhere"
            self.slip(Diagnostic("E0101", message, all_.span, help="write `put all of … into …`"))
        return s.Put(span, None, source, front is not None, target)

    def put_first(self, span: s.Span, count: Any, source: Any, front: Any, target: Any) -> s.Put | s.Repeat:
        first = s.Index(source.span, source, (s.Number(source.span, 1),))
        put = s.Put(span, first, source, front is not None, target)
        return put if count is None else s.Repeat(span, None, False, count, s.Block(span, (put,)))

    def sort_list(self, span: s.Span, binder: Any, ranking: tuple[bool, Any]) -> s.Rearrange:
        fewest, body = ranking
        return s.Rearrange(span, "sort", binder.source, s.Query(span, "sort", binder, None, body, fewest))

    def for_each(self, span: s.Span, *parts: Any) -> s.ForEach:
        *binders, where, at_once, body, otherwise = parts
        return s.ForEach(span, tuple(binders), where, at_once is not None, body, otherwise)

    def repeat(self, span: s.Span, condition: Any, limit: Any, body: Any) -> s.Repeat:
        until, test = condition or (False, None)
        return s.Repeat(span, test, until, limit, body)

    def if_(self, span: s.Span, condition: Any, name: Any, then: Any, otherwise: Any) -> s.If:
        if isinstance(otherwise, s.If):
            otherwise = s.Block(otherwise.span, (otherwise,))
        return s.If(span, condition, name, then, otherwise)

    def choose(self, span: s.Span, *parts: Any) -> s.Choose:
        return self.chooses(span, None, *parts)

    def chooses(self, span: s.Span, *parts: Any) -> s.Choose:
        by, prompt, *options, otherwise = parts
        return s.Choose(span, False, by, prompt, None, tuple(options), otherwise)

    def may_choose(self, span: s.Span, by: Any, prompt: Any, decline_text: Any, *options: Any) -> s.Choose:
        return s.Choose(span, True, by, prompt, decline_text, tuple(options), None)

    def may(self, span: s.Span, by: Any, name: Any, text: Any, decline_text: Any, body: Any) -> s.Choose:
        offer = s.Option(span, name, (), text, None, body)
        self._report_braces(offer, decline_text is None)
        return s.Choose(span, True, by, text, decline_text, (offer,), None)

    def may_offer(self, span: s.Span, by: Any, offer: Any, decline_text: Any) -> s.Choose:
        return s.Choose(span, True, by, None, decline_text, (s.Option(span, None, (), None, None, offer),), None)

    def option(self, span: s.Span, name: Any, choices: Any, text: Any, see: Any, body: Any) -> s.Option:
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

    # ---- components

    def resource_item(self, span: s.Span, name: Any, title: Any, plural: Any, terms: Any, least: Any) -> s.ResourceItem:
        audience, supply = terms or (None, None)
        return s.ResourceItem(span, name, title, plural, audience, supply, least)

    def hidden_terms(self, span: s.Span, first: Any, *second: Any) -> _Terms:
        if isinstance(first, s.Name) and (second or first.text == s.ALL):
            return self.hidden_from(span, first), second[0] if second else None
        return s.Audience(span, "hidden"), first

    def hidden_from(self, span: s.Span, name: s.Name) -> s.Audience:
        return s.Audience(span, "hidden from all") if name.text == s.ALL else s.Audience(span, "hidden from", name)

    def kind(self, span: s.Span, name: Any, plural: Any, title_name: Any, parent: Any, *members: Any) -> s.Kind:
        if name.text in map(spellings().get, head_types()):
            message = f"`{name.text}` begins something, and cannot be the name of a kind"
            self.slip(Diagnostic("E0115", message, name.span, help=f"choose another name, such as `{name.text}_`"))
        return s.Kind(span, name, plural, title_name, parent, present(members))

    def object(self, span: s.Span, *parts: Any) -> s.Object:
        copies, kind, name, title, plural, see, terms, least, *items = parts
        holding = self._make_resource_item(span, name, plural, terms, least)
        return s.Object(span, kind, name, title, see, *_sort_items(items), copies, holding)

    def _make_resource_item(self, span: s.Span, name: s.Name, *terms: Any) -> s.ResourceItem | None:
        """The resource item of an object: its plural, its terms, its lowest amount."""
        return self.resource_item(span, name, None, *terms) if present(terms) else None

    def setting(self, span: s.Span, name: Any, value: Any) -> s.Setting:
        is_list = isinstance(value, tuple)
        return s.Setting(span, name, value if is_list else (value,), is_list)

    # ---- values and actions

    def value(self, span: s.Span, name: Any, params: Any, title: Any, see: Any, about: Any, *rest: Any) -> s.Value:
        cases = present(rest)
        if not isinstance(cases[0], s.Case):
            cases = (s.Case(cases[0].span, cases[0], None),)
        return s.Value(span, name, params, title, see, about, cases)

    def takes(self, span: s.Span, option: Any, choices: Any, within: Any, where: Any, ranking: Any) -> s.Takes:
        owner, action = within or (None, None)
        fewest, body = ranking or (False, None)
        return s.Takes(span, option, choices or (), owner, action, where, body, fewest)

    # ---- attachments

    def bent(self, span: s.Span, name: Any, *params: Any) -> s.Target:
        names = []
        for one in present(params):
            match one:
                case s.Reference(name=word) | s.Literal(word=s.THIS as word):
                    names.append(s.Name(one.span, word))
                case _:
                    self.fault("E0101", f"expected a name for what `{name.text}` is given", one.span)
        return s.Target(span, name, tuple(names))

    # ---- what a variant does to its base

    def change_resource(self, span: s.Span, *parts: Any) -> s.ChangeResource:
        return s.ChangeResource(span, self.resource_item(span, *parts))

    def change_object(self, span: s.Span, *parts: Any) -> s.ChangeObject:
        copies, kind, name, title, plural, see, terms, least, *items = parts
        holding = self._make_resource_item(span, name, plural, terms, least)
        swaps = tuple(item for item in items if isinstance(item, s.Swaps))
        attachments = tuple(item for item in items if isinstance(item, s.AttachmentEdit))
        items = [item for item in items if not isinstance(item, (s.Swaps, s.AttachmentEdit))]
        return s.ChangeObject(span, kind, name, title, see, *_sort_items(items), copies, holding, swaps, attachments)

    def change_steps(self, span: s.Span, what: Any, *edits: Any) -> s.ChangeSteps:
        name, edits = (edits[0], edits[1:]) if isinstance(edits[0], s.Name) else (None, edits)
        return s.ChangeSteps(span, what, name, None, edits)

    def add_option(self, span: s.Span, new: Any) -> s.OptionEdit:
        option, *place = new if isinstance(new, tuple) else (new,)
        return s.OptionEdit(span, "add", option.name, option, *place)

    def option_at_place(self, span: s.Span, *parts: Any) -> tuple[s.Option, str, s.Name]:
        name, choices, text, see, when, anchor, body = parts
        return self.option(span, name, choices, text, see, body), when, anchor


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
