"""Statements of actions."""

from __future__ import annotations

from typing import assert_never

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions import constants
from caylus.check.expressions.expressions import (
    argument_value,
    arguments,
    bind,
    check_expression,
    check_list_length,
    expression,
    operand,
    source,
)
from caylus.check.expressions.paths import own_action, with_parentheses
from caylus.check.expressions.texts import describe_option, words
from caylus.check.scope import Scope
from caylus.check.symbols import DOES
from caylus.check.types import describe, is_unknown, member_type, object_type
from caylus.diagnostics.diagnostic import first_word
from caylus.limits import MOST_DEEP, MOST_LOOPS
from caylus.syntax.rules import PLAYER

from . import at_once, effects
from .choices import choices
from .decisions import check_options, split_head
from .lowering import Sugar, lower
from .requirements import require

Core = (
    s.Transfer | s.Assign | s.Adjust | s.Add | s.Remove | s.Put | s.Reveal | s.Rearrange | s.ForEach | s.ByPlayer | s.Repeat
    | s.Stop | s.EndGame | s.If | s.Choose | s.Require | s.Do | s.Let | s.Say
)  # fmt: skip
"""Statements that one of the model stands for, or that are none but at the head of an option."""


def block(node: s.Block | None, scope: Scope) -> m.Body:
    """The statements of a block, in a scope of their own; of no block, none."""
    return _body(node.statements, scope.inner()) if node is not None else ()


def _body(nodes: tuple[s.Statement, ...], scope: Scope) -> m.Body:
    return tuple(x for node in nodes for x in _core_statements(node, scope))


def _core_statements(node: s.Statement, scope: Scope) -> m.Body:
    """The meaning of a statement: several statements, or none, of what is sugar or reported to be wrong."""
    if isinstance(node, Sugar):
        return lower(node, scope)
    made = _statement(node, scope)
    return (made,) if made is not None else ()


def _statement(node: Core, scope: Scope) -> m.Statement | None:
    """The meaning of a statement that the model has; None where it is reported to be wrong."""
    match node:
        case s.Transfer(verb="pay"):
            help = "put it first in an `option` or a `may`; `lose` takes without asking"
            scope.wrong("E0404", node, "`pay` stands only at the head of an option", "it may be too late to pay here", help=help)
            return None
        case s.Transfer():
            return effects.transfer(node, scope)
        case s.Require():
            message = "`require` stands only in conditions and at the head of an option"
            help = "put it before everything that the option does, or ask with `if`"
            scope.wrong("E0405", node, message, "it may be too late to require here", help=help)
            return None
        case s.Assign() | s.Adjust() | s.Add() | s.Remove() | s.Put() | s.Reveal() | s.Rearrange():
            return effects.change(node, scope)
        case s.ForEach():
            return _for_each(node, scope)
        case s.ByPlayer():
            return _by_player(node, scope)
        case s.Repeat():
            return _repeat(node, scope)
        case s.Stop():
            at_once.check_stop(node, scope)
            return m.Stop(scope.site(node.span))
        case s.EndGame(text=text):
            return m.EndGame(words(text, scope) if text is not None else (), scope.site(node.span))
        case s.If(condition=condition, then=then, otherwise=otherwise):
            test = check_expression(condition, scope, m.FLAG, "`if` needs")
            return m.If(test, block(then, scope), block(otherwise, scope), scope.site(node.span))
        case s.Choose():
            return _choose(node, scope)
        case s.Do():
            return _do(node, scope)
        case s.Let():
            return _let(node, scope)
        case s.Say(text=text):
            return m.Say(words(text, scope), scope.site(node.span))
    assert_never(node)


# ---- loops


def _loop(node: s.ForEach | s.Repeat, loop: str, scope: Scope) -> Scope:
    """The scope of a loop's body."""
    if len(scope.loops) == MOST_LOOPS:
        place = s.Node(first_word(node.span, "repeat" if loop == at_once.REPEAT else "for each"))
        scope.wrong("E0415", place, f"more than {MOST_LOOPS} loops stand one inside the other", "one too many")
    return scope.inner(loop=loop)


def _for_each(node: s.ForEach, scope: Scope) -> m.ForEach:
    inner = _loop(node, at_once.AT_ONCE if node.at_once else "for each", scope)
    sources = tuple(source(b.source, scope, draws=True) for b in node.binders)
    for binder, list_ in zip(node.binders, sources, strict=True):
        if binder.name.text == PLAYER and member_type(list_.type) == object_type(scope.symbols.player):
            inner.locals.pop(PLAYER, None)  # in the loop, the members act, whoever acts around it
    variables = tuple(bind(b, list_, inner) for b, list_ in zip(node.binders, sources, strict=True))
    where = check_expression(node.where, inner, m.FLAG, "`where` needs") if node.where is not None else None
    body, otherwise = block(node.body, inner), block(node.otherwise, scope)
    loop = m.ForEach(variables, sources, where, body, scope.site(node.span), node.at_once, otherwise)
    if node.at_once:
        at_once.check_question(node, loop, scope)
    return loop


def _repeat(node: s.Repeat, scope: Scope) -> m.Repeat:
    condition = None
    if node.condition is not None:
        condition = check_expression(node.condition, scope, m.FLAG, "`until` needs" if node.until else "`while` needs")
        condition = m.Not(condition) if node.until else condition
    limit = check_expression(node.limit, scope, m.NUMBER, "`repeat … times` needs") if node.limit is not None else None
    return m.Repeat(condition, limit, block(node.body, _loop(node, at_once.REPEAT, scope)), scope.site(node.span))


# ---- decisions


def _by_player(node: s.ByPlayer, scope: Scope) -> m.If:
    """If there is such a player, a name for them and what they do."""
    kind, site = scope.symbols.player, scope.site(node.span)
    player = check_expression(node.player, scope, object_type(kind), "`: { … }` needs")
    inner = scope.inner()
    inner.locals.pop(PLAYER, None)
    variable = inner.bind(s.Name(node.player.span, kind.name), player.type)
    body = (m.Let(variable, player, site), *block(node.body, inner))
    return m.If(m.Compare("!=", player, m.Const(-1, player.type)), body, (), site)


def _choose(node: s.Choose, scope: Scope) -> m.Choose:
    if node.by is not None:
        player = check_expression(node.by, scope, object_type(scope.symbols.player), "`by` needs")
    else:
        player = effects.current_player(
            s.Node(first_word(node.span, "choose")), "who chooses? there is no `player` here", "say who does: `by owner`", scope
        )
    prompt: m.Words = (scope.standing.title,)
    shared = any(node.prompt is o.text for o in node.options)  # the text of a `may` may speak of what is paid
    if node.prompt is not None and not (shared and any(isinstance(part, s.Node) for part in node.prompt.parts)):
        prompt = words(node.prompt, scope)
    options = tuple(_option(o, scope) for o in node.options)
    check_options(node, options, scope)
    otherwise, declined = block(node.otherwise, scope), _declined(node, scope)
    return m.Choose(player, prompt, options, node.may, otherwise, scope.site(node.span), declined)


def _declined(node: s.Choose, scope: Scope) -> m.Words:
    """The words for declining: its own, or those of the kind whose action it stands in."""
    if node.declined is not None:
        return words(node.declined, scope)
    return (scope.declined.text,) if node.may and scope.declined is not None else ()


def _option(node: s.Option, scope: Scope) -> m.Option:
    inner = scope.inner(see=node.see)
    variables, sources, named, where = choices(node.choices, inner)
    first, rest = split_head(node, inner)
    head = tuple(require(x, inner) if isinstance(x, s.Require) else effects.transfer(x, inner) for x in first)
    then = _body(rest, inner)
    name = node.display_name
    if node.text is None:
        text, told = describe_option(name, node.body.statements, [*head, *then], inner)
    else:
        text, told = words(node.text, inner), ()
    return m.Option(name, variables, sources, where, head, then, text, inner.site(node.span), named, told)


# ---- actions, names


def _do(node: s.Do, scope: Scope) -> m.Do | m.DoMember | None:
    call = node.call
    if not isinstance(call, s.Call):
        entry = scope.symbols.look(call.name) if isinstance(call, s.Reference) else None
        help, fix = f"write `do {scope.source(call)}(…)`", None
        if entry is not None and isinstance(entry.meaning, m.Action):
            help, fix = with_parentheses(call, entry.meaning.params, scope, "do ")
        scope.wrong("E0315", call, "an action is done with parentheses", "parentheses are missing", help=help, fix=fix)
        return None
    if isinstance(call.function, s.Member):
        return _do_member(call, call.function, node, scope)
    if not isinstance(call.function, s.Reference):
        scope.wrong("E0206", call.function, f"`{scope.source(call.function)}` is not an action", "cannot be done")
        return None
    name = s.Name(call.function.span, call.function.name)
    entry = scope.resolve(name, DOES, "an action", help="a value is asked, not done")
    if entry is None or not isinstance(entry.meaning, m.Action):
        for argument in call.arguments:
            expression(argument_value(argument), scope)
        return None
    given = arguments(call, entry.meaning.params, entry.name, scope)
    return m.Do(entry.meaning, given, scope.site(node.span), deep=_deep(node, scope))


def _do_member(call: s.Call, function: s.Member, node: s.Do, scope: Scope) -> m.DoMember | None:
    subject, name = operand(function.subject, scope).as_thing(scope), function.name
    kind = subject.type.kind
    if is_unknown(subject.type):
        return None
    if subject.type.base != "object" or kind is None:
        message = f"`{scope.source(function.subject)}` is {describe(subject.type)}, and does nothing"
        scope.wrong("E0205", name, message, "only objects do something")
        return None
    found = own_action(kind, name, scope)
    if found is None:
        return None
    given = arguments(call, found.params, name.text, scope)
    return m.DoMember(found, subject.expr, given, scope.site(node.span), _deep(node, scope))


def _deep(node: s.Do, scope: Scope) -> int | None:
    """Return how many such may be under way, one inside the other; None where nothing is said of it, 1 where that is reported."""
    if node.deep is None:
        return None
    deep = constants.number(node.deep, scope, "how deep something is done is")
    if deep is None or 1 <= deep <= MOST_DEEP:
        return deep or 1
    message, help = f"nothing can be done at most {deep} deep", f"write 1, which is once, to {MOST_DEEP}"
    scope.wrong("E0306", node.deep, message, "how deep it is done", help=help)
    return 1


def _let(node: s.Let, scope: Scope) -> m.Let:
    match node.value:
        case s.Shuffled():
            value: m.Expr = source(node.value, scope, draws=True)
        case s.Random(operand=among):
            list_ = source(among, scope)
            check_list_length(among, list_, scope)
            value = m.Random(list_, member_type(list_.type))
        case _:
            value = expression(node.value, scope)
    if value.type == m.NOBODY:
        value = scope.wrong("E0310", node.value, f"`{node.name.text}` is always `none`", "none of what kind?")
    return m.Let(scope.bind(node.name, value.type), value, scope.site(node.span))
