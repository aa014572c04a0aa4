"""Actions that are carried out, by what they say of themselves or by their titles: `build a hut, 1 nut less`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from caylus import model as m
from caylus.diagnostics import as_words, with_article
from caylus.model.walk import parts, statements, substitute

from .expressions import Expressions
from .names import find_title
from .prose import Prose, Ref, line, lower_title, render_words

FREE = ", free of charge"


@dataclass(frozen=True, slots=True)
class Errand:
    """An action with what it is given: what it says of itself; whether whoever acts may leave it; what is paid for all of it."""

    prose: Prose
    offered: bool
    price: Prose
    has_about: bool


def errand(action: m.Action, arguments: Sequence[m.Expr], x: Expressions, is_priced: bool = True) -> Errand:
    """Describe an action call; arguments are named unless they go without saying, amounts only if it `is_priced`."""
    given = dict(zip(action.params, arguments, strict=True))
    about = x.model.abouts.get(action.site.span)
    said = {part.variable for part in parts(*about) if isinstance(part, m.Local)} if about else set()
    told: list[Prose] = [_about(about, given, x) if about else (Ref(action.name, lower_title(as_words(action.site.title))),)]
    price: Prose = ()
    for param, argument in given.items():
        if param in said:
            continue
        if isinstance(argument, m.ConstPayment):
            if not is_priced:
                continue
            if about and param.title is None and _pays(action, param) and argument.alternatives != ((),):
                price = x.noun(argument)
            else:
                told.append(_amount(action, param, argument, x))
        else:
            told.append(_describe_argument(param, argument, x, bool(about)))
    return Errand(line(*told), is_offer(action.body), price, bool(about))


def describe_action(about: m.Words, x: Expressions) -> Prose:
    """The text of an action about itself, for any arguments."""
    return render_words(about, lambda e: _any(e) if isinstance(e, m.Local) else x.describe_name(e))


def _any(given: m.Local) -> Prose:
    if given.type == m.NUMBER:
        return ("so many",)
    kind = given.type.kind
    return (with_article(as_words(kind.name)) if kind is not None else find_title(given.variable),)


def is_offer(body: m.Body) -> bool:
    """Return whether a body does no more than to offer something that may be declined."""
    match [statement for statement in body if not isinstance(statement, m.Let)]:
        case [m.Choose(may=may)]:
            return may
        case [m.Do(action=action)]:
            return is_offer(action.body)
    return False


def _about(about: m.Words, given: dict[m.Variable, m.Expr], x: Expressions) -> Prose:
    def fill_part(part: m.Expr) -> Prose:
        meant = substitute(part, given)
        return (with_article(as_words(meant.kind.name)),) if isinstance(meant, m.AllOf) else x.noun(meant)

    return render_words(about, fill_part)


def _amount(action: m.Action, param: m.Variable, argument: m.ConstPayment, x: Expressions) -> Prose:
    """A price, or what is taken off one."""
    is_price = _pays(action, param)
    if argument.alternatives == ((),):
        return (FREE,) if is_price else ()
    if param.title is not None:
        return line(", ", x.noun(argument), f" {param.title}")
    return line(" for ", x.noun(argument)) if is_price else line(", ", x.noun(argument), " less")


def _describe_argument(param: m.Variable, argument: m.Expr, x: Expressions, has_about: bool) -> Prose:
    if param.title is not None:
        return line(f" {param.title} ", x.noun(argument))
    if has_about:
        return ()
    match argument:
        case m.Const(type=m.NUMBER):
            return line(f" ({find_title(param)} ", x.noun(argument), ")")
        case m.Read() if param.name == "player" and not x.is_you(argument):
            return line(" for ", x.noun(argument))
        case m.AllOf(kind=kind):
            return (f": {with_article(as_words(kind.name))}",)
        case m.RowMembers():
            return line(": ", x.noun(argument))
    return ()


def _pays(action: m.Action, param: m.Variable) -> bool:
    """Return whether an action has somebody pay what it is given, and not only something that this is taken off."""
    given = m.Local(param)
    named: dict[m.Variable, m.Expr] = {}
    for statement in statements(action.body):
        match statement:
            case m.Let(variable=variable, value=value):
                named[variable] = substitute(value, named)
            case m.Choose(options=options):
                heads = (part for option in options for part in option.head if isinstance(part, m.Transfer))
                if any(given in _added_parts(substitute(head.payment, named)) for head in heads):
                    return True
            case m.Do(action=inner, arguments=arguments):
                if any(given == a and _pays(inner, p) for p, a in zip(inner.params, arguments, strict=True)):
                    return True
            case m.Transfer() | m.Assign() | m.Adjust() | m.AddTo() | m.RemoveFrom() | m.Put() | m.Reveal():
                pass
            case m.Rearrange() | m.ForEach() | m.Repeat() | m.Stop() | m.EndGame() | m.If() | m.DoMember() | m.Say():
                pass
            case _:
                assert_never(statement)
    return False


def _added_parts(payment: m.Expr) -> Iterator[m.Expr]:
    """The parts of a payment but for what is taken off it."""
    taken_off = {id(p) for e in parts(payment) if isinstance(e, m.CombinePayments) and e.op == "less" for p in parts(e.right)}
    return (part for part in parts(payment) if id(part) not in taken_off)
