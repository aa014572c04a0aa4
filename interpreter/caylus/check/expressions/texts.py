"""Texts for people: with names in braces, plain, or made from what an option pays and gains."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope
from caylus.check.types import MISTAKE, describe, is_unknown
from caylus.diagnostics.english import as_words
from caylus.syntax.walk import walk

from .expressions import expression

_BRACES = re.compile(r"\{([^{}]*)\}|[{}]")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)

Words = tuple[str | m.Expr, ...]


def words(text: s.Text, scope: Scope) -> Words:
    """A text with names or paths in braces, such as `pick {apple} from {apple.tree}`."""
    parts: list[str | m.Expr] = []
    end = 0
    for match in _BRACES.finditer(text.text):
        parts += [text.text[end : match.start()], *_each(_named(match[0], match[1] or "", text, scope))]
        end = match.end()
    return _joined([*parts, text.text[end:]])


def _named(braces: str, path: str, text: s.Text, scope: Scope) -> m.Expr:
    first, *rest = (part.strip() for part in path.split("."))
    if not all(_NAME.fullmatch(part) for part in (first, *rest)):
        help = "write a name or a path, such as `{player}` or `{player.name}`"
        scope.wrong("E0412", text, f"`{braces}` is not a name", "braces hold a name", help=help)
        return MISTAKE
    node: s.Expr = s.Reference(text.span, first)
    for name in rest:
        node = s.Member(text.span, node, s.Name(text.span, name))
    expr = expression(node, scope)
    if expr.type.base not in ("number", "object") and not isinstance(expr, m.Gathered) and not is_unknown(expr.type):
        scope.wrong("E0412", text, f"`{braces}` is {describe(expr.type)}, which has no words", "a number or an object is needed")
    return expr


def _each(expr: m.Expr) -> Words:
    """The members of what was gathered, one after the other; anything else by itself."""
    if not isinstance(expr, m.Gathered):
        return (expr,)
    between = [*[", "] * (len(expr.members) - 2), " and ", ""]
    return tuple(part for pair in zip(expr.members, between[-len(expr.members) :], strict=True) for part in pair)


def plain(text: s.Text, scope: Scope) -> str:
    """A text without names in braces."""
    if has_names(text):
        help = "names in braces stand in the text of an option and after `say`"
        scope.wrong("E0412", text, "this text cannot name anything in braces", "plain words only", help=help)
    return text.text


def has_names(text: s.Text) -> bool:
    return _BRACES.search(text.text) is not None


def described(name: str, statements: Sequence[s.Statement], made: Sequence[m.Statement | m.Require], scope: Scope) -> Words:
    """What an option without a text is called: what it pays, gains and loses, else its name."""
    payments = {x.site.span: x.payment for x in made if isinstance(x, m.Transfer)}
    later = {node.name.text for node in statements if isinstance(node, (s.Let, s.Transfer)) and node.name is not None}
    parts: list[str | m.Expr] = []
    for node in statements:
        if isinstance(node, s.Transfer) and node.span in payments:
            parts += [", " if parts else "", f"{node.verb} ", *_payment(node.amount, payments[node.span], later, scope)]
    return _joined(parts) or (as_words(name),)


def _payment(node: s.Expr, expr: m.Expr, later: Collection[str], scope: Scope) -> Words:
    """`later` are the names for what is not known before the option is taken."""
    is_known = not any(isinstance(part, s.Reference) and part.name in later for part in walk(node))
    match node, expr:
        case s.Quantity(), m.Quantity(amount=amount, which=which) if is_known:
            return (amount, " ", which) if which is not None else (amount, f" {_unit(node, scope)}")
        case _, m.Quantity(which=which) if is_known and which is not None:
            return (which,)
        case s.Chain(operands=(*first, last), operators=(*operators, op)), m.CombinePayments(left=left, right=right):
            rest = replace(node, operands=tuple(first), operators=tuple(operators)) if operators else first[0]
            return (*_payment(rest, left, later, scope), f" {op} ", *_payment(last, right, later, scope))
    return (_words(node, scope),)


def _words(node: s.Expr, scope: Scope) -> str:
    match node:
        case s.Quantity(amount=amount):
            return f"{scope.source(amount)} {_unit(node, scope)}"
        case s.Chain(operands=operands, operators=operators):
            rest = (f" {op} {_words(o, scope)}" for op, o in zip(operators, operands[1:], strict=True))
            return _words(operands[0], scope) + "".join(rest)
        case s.Call(function=s.Reference(name=name)) | s.Member(name=s.Name(text=name)) | s.Reference(name=name):
            return as_words(name)
    return scope.source(node)


def _unit(node: s.Quantity, scope: Scope) -> str:
    entry = scope.symbols.entries.get(node.unit.name) if isinstance(node.unit, s.Reference) else None
    title = entry.meaning.title if entry is not None and isinstance(entry.meaning, m.Resource) else _words(node.unit, scope)
    return f"different {title}" if node.different else title


def _joined(parts: Sequence[str | m.Expr]) -> Words:
    """Neighbouring words as one text, empty ones left out."""
    joined: list[str | m.Expr] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return tuple(joined)
