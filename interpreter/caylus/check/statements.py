"""Statements of actions."""

from __future__ import annotations

from caylus.lang import syntax as s
from caylus.lang.suggest import nearest

from . import model as m
from .decisions import check_options, default_name, split_head
from .expressions import arguments, bind, expression, fitted, source, wanted
from .operators import Operand
from .paths import field, fields
from .scope import Scope
from .texts import described, has_names, plain, words
from .types import is_unknown, object_of, said
from .values import require
from .ways import several_ways


def block(node: s.Block, scope: Scope) -> m.Body:
    """The statements of a block, in a scope of their own."""
    return body(node.statements, scope.inner())


def body(nodes: tuple[s.Statement, ...], scope: Scope) -> m.Body:
    made = [statement(node, scope) for node in nodes]
    return tuple(x for x in made if x is not None)


def statement(node: s.Statement, scope: Scope) -> m.Statement | None:
    """The meaning of a statement; None where nothing happens, or where it is reported to be wrong."""
    site = scope.site(node.span)
    match node:
        case s.Transfer(verb="pay"):
            scope.wrong(
                "E0404",
                node.span,
                "`pay` stands only at the head of an option",
                label="it may be too late to pay",
                help="put it first in an `option` or a `may`; `lose` takes without asking",
            )
            return None
        case s.Transfer():
            return _transfer(node, scope)
        case s.Require():
            scope.wrong(
                "E0405",
                node.span,
                "`require` stands only at the head of an option and in conditions",
                label="it may be too late to require",
                help="put it before everything else that the option does, or ask with `if`",
            )
            return None
        case s.Assign(target=target, value=value):
            to = _target(target, scope)
            new = (
                wanted(value, scope, to.type, f"`{scope.names.source(target.span)}` is")
                if to is not None
                else expression(value, scope)
            )
            return m.Assign(to, new, site) if to is not None else None
        case s.Adjust():
            return _adjust(node, scope)
        case s.Add(member=member, front=front, target=target):
            list_, added = _list(target, scope), Operand(member, expression(member, scope))
            return m.AddTo(list_, _member(added, list_, scope), front, site) if list_ is not None else None
        case s.Remove(member=member, target=target):
            list_, removed = _list(target, scope), Operand(member, expression(member, scope))
            return m.RemoveFrom(list_, _member(removed, list_, scope), site) if list_ is not None else None
        case s.Rearrange(verb=verb, target=target):
            list_ = _list(target, scope)
            return m.Rearrange(verb, list_, site) if list_ is not None else None
        case s.ForEach():
            return _for_each(node, scope)
        case s.Repeat():
            return _repeat(node, scope)
        case s.Stop():
            if not scope.in_repeat:
                scope.wrong("E0403", node.span, "there is no `repeat` to stop here", label="outside of any `repeat`")
            return m.Stop(site)
        case s.If(condition=condition, then=then, otherwise=otherwise):
            test = wanted(condition, scope, m.FLAG, "`if` needs")
            return m.If(test, block(then, scope), block(otherwise, scope) if otherwise is not None else (), site)
        case s.Choose():
            return _choose(node, scope)
        case s.Do():
            return _do(node, scope)
        case s.Let():
            return _let(node, scope)
        case s.Say(text=text):
            return m.Say(words(text, scope), site)
        case s.Nothing():
            return None


# ---- gains, losses, changes


def _transfer(node: s.Transfer, scope: Scope) -> m.Transfer | None:
    player = _subject(node, scope)
    payment = wanted(node.amount, scope, m.PAYMENT, f"`{node.verb}` needs", help="say of what, as in `2 wood`")
    if node.verb == "lose" and several_ways(payment):
        scope.wrong(
            "E0319",
            node.amount.span,
            f"`{scope.names.source(node.amount.span)}` can be lost in several ways",
            label="which of them?",
            help="name one resource, or let the player choose",
        )
    return m.Transfer(node.verb, player, payment, scope.site(node.span))


def _subject(node: s.Transfer, scope: Scope) -> m.Expr:
    if node.subject is not None:
        return wanted(node.subject, scope, object_of(scope.names.player), f"`{node.verb}s` needs")
    return _player(node.span, f"who {node.verb}s? there is no `player` here", f"write who does: `owner {node.verb}s …`", scope)


def _player(span: s.Span, message: str, help: str, scope: Scope) -> m.Expr:
    variable, _ = scope.locals.get("player", (None, None))
    if variable is None or (variable.type != object_of(scope.names.player) and not is_unknown(variable.type)):
        return scope.wrong("E0407", span, message, label="whose turn is it?", help=help)
    return m.Local(variable)


def _adjust(node: s.Adjust, scope: Scope) -> m.Adjust | None:
    target = _target(node.target, scope)
    amount = wanted(node.amount, scope, m.NUMBER, f"`{node.verb}` needs")
    if target is None:
        return None
    if target.type != m.NUMBER and not is_unknown(target.type):
        scope.wants(node.target, target.type, m.NUMBER, f"`{node.verb}` needs")
        return None
    return m.Adjust(target, 1 if node.verb == "raise" else -1, amount, scope.site(node.span))


def _target(node: s.Expr, scope: Scope) -> m.Read | m.Holding | None:
    """What `set`, `raise` and `lower` change: a state, or what a player holds of one resource."""
    expr = expression(node, scope)
    if isinstance(expr, m.Read) or (isinstance(expr, m.Holding) and len(expr.resources) == 1):
        return expr
    if is_unknown(expr.type):
        return None
    name = scope.names.source(node.span)
    label, help = "does not change", "only states, and what players hold, change during a game"
    match expr:
        case m.Holding():
            label, help = "several resources", "change one resource at a time"
        case m.Local():
            label, help = "a name for the moment", "set a state, or give a new name with `let`"
        case m.ConstPayment() if isinstance(node, s.Reference):
            label, help = "whose?", f"write `player.{name}`"
        case m.ListMembers() | m.AllOf() | m.RowMembers():
            label, help = "a list", "lists change by `add`, `remove`, `clear`, `reverse` and `shuffle`"
        case m.Fixed() | m.Const() if isinstance(node, s.Member):
            label, help = "a property, fixed for the whole game", "declare it as a `state` to change it"
    scope.wrong("E0308", node.span, f"`{name}` cannot be changed", label=label, help=help)
    return None


def _list(node: s.Expr, scope: Scope) -> m.ListState | None:
    expr = expression(node, scope)
    if isinstance(expr, m.ListMembers):
        return expr.list
    if not is_unknown(expr.type):
        scope.wrong(
            "E0308",
            node.span,
            f"`{scope.names.source(node.span)}` is {said(expr.type)}, and no list that changes",
            label="a list of the table is needed",
            help="define one: `list … of …`",
        )
    return None


def _member(given: Operand, list_: m.ListState | None, scope: Scope) -> m.Expr:
    return fitted(given, object_of(list_.kind), f"`{list_.name}` holds", scope) if list_ is not None else given.expr


# ---- loops


def _for_each(node: s.ForEach, scope: Scope) -> m.ForEach:
    inner = scope.inner()
    sources = tuple(source(b.source, scope, draws=True) for b in node.binders)
    variables = tuple(bind(b, from_, inner) for b, from_ in zip(node.binders, sources, strict=True))
    where = wanted(node.where, inner, m.FLAG, "`where` needs") if node.where is not None else None
    return m.ForEach(variables, sources, where, block(node.body, inner), scope.site(node.span))


def _repeat(node: s.Repeat, scope: Scope) -> m.Repeat:
    condition = None
    if node.condition is not None:
        condition = wanted(node.condition, scope, m.FLAG, "`until` needs" if node.until else "`while` needs")
        condition = m.Not(condition) if node.until else condition
    limit = wanted(node.limit, scope, m.NUMBER, "`at most … times` needs") if node.limit is not None else None
    return m.Repeat(condition, limit, block(node.body, scope.inner(in_repeat=True)), scope.site(node.span))


# ---- decisions


def _choose(node: s.Choose, scope: Scope) -> m.Choose:
    if node.by is not None:
        player = wanted(node.by, scope, object_of(scope.names.player), "`by` needs")
    else:
        player = _player(node.span, "who chooses? there is no `player` here", "say who does: `choose by owner { … }`", scope)
    prompt = scope.standing.title
    shared = any(node.prompt is o.text for o in node.options)  # the text of a `may` is both its prompt and its option's
    if node.prompt is not None and not (shared and has_names(node.prompt)):
        prompt = plain(node.prompt, scope)
    options = tuple(_option(o, scope) for o in node.options)
    otherwise = block(node.otherwise, scope) if node.otherwise is not None else ()
    check_options(node, options, scope)
    return m.Choose(player, prompt, options, node.may, otherwise, scope.site(node.span))


def _option(node: s.Option, scope: Scope) -> m.Option:
    inner = scope.inner(see=node.see)
    sources, variables = [], []
    for binder in node.binders:
        sources.append(source(binder.source, inner))
        variables.append(bind(binder, sources[-1], inner))
    where = wanted(node.where, inner, m.FLAG, "`where` needs") if node.where is not None else None
    first, rest = split_head(node, inner)
    head = tuple(_in_head(part, inner) for part in first)
    then = body(rest, inner)
    name = node.name.text if node.name is not None else default_name(first)
    text = words(node.text, inner) if node.text is not None else described(name, node.body.statements, [*head, *then], inner)
    return m.Option(name, tuple(variables), tuple(sources), where, head, then, text, inner.site(node.span))


def _in_head(node: s.Require | s.Transfer, scope: Scope) -> m.Require | m.Transfer:
    if isinstance(node, s.Require):
        return require(node, scope)
    payment = wanted(node.amount, scope, m.PAYMENT, "`pay` needs", help="say of what, as in `2 wood`")
    return m.Transfer("pay", _subject(node, scope), payment, scope.site(node.span))


# ---- actions, names


def _do(node: s.Do, scope: Scope) -> m.Do | m.DoMember | None:
    call = node.call
    if not isinstance(call, s.Call):
        scope.wrong(
            "E0316",
            call.span,
            f"an action is done with parentheses: `do {scope.names.source(call.span)}(…)`",
            label="not without parentheses",
        )
        return None
    if isinstance(call.function, s.Member):
        return _do_member(node, call, call.function, scope)
    action = _action(call.function, scope)
    if action is None:
        for argument in call.arguments:
            expression(argument, scope)
        return None
    return m.Do(action, arguments(call.arguments, action.params, action.name, call.span, scope), scope.site(node.span))


def _action(function: s.Expr, scope: Scope) -> m.Action | None:
    name = function.name if isinstance(function, s.Reference) else scope.names.source(function.span)
    entry = scope.names.look(name) if isinstance(function, s.Reference) else None
    if entry is not None and isinstance(entry.meaning, m.Action):
        return entry.meaning
    if entry is None:
        guess = nearest(name, [e.name for e in scope.names.entries.values() if isinstance(e.meaning, m.Action)])
        scope.wrong(
            "E0204",
            function.span,
            f"`{name}` is not an action in this ruleset",
            label="unknown name",
            help=f"did you mean `{guess}`?" if guess else "",
        )
    elif entry.what not in ("action", "phase", "sequence", "table"):
        scope.wrong("E0206", function.span, f"{entry.said()}, not an action", label="cannot be done")
    return None


def _do_member(node: s.Do, call: s.Call, function: s.Member, scope: Scope) -> m.DoMember | None:
    object_ = expression(function.subject, scope)
    if is_unknown(object_.type):
        return None
    kind, name = object_.type.kind, function.name
    found = field(kind, name.text) if object_.type.base == "object" and kind is not None else None
    if isinstance(found, m.MemberAction):
        return m.DoMember(
            found, object_, arguments(call.arguments, found.params, name.text, call.span, scope), scope.site(node.span)
        )
    if found is not None:
        scope.wrong("E0206", name.span, f"`{name.text}` is what {said(object_.type)} has, not what it does", label="no action")
    else:
        guess = nearest(name.text, fields(kind)) if object_.type.base == "object" and kind is not None else None
        scope.wrong(
            "E0205",
            name.span,
            f"{said(object_.type)} has no action `{name.text}`",
            label="unknown",
            help=f"did you mean `{guess}`?" if guess else "",
        )
    return None


def _let(node: s.Let, scope: Scope) -> m.Let:
    value = source(node.value, scope, draws=True) if isinstance(node.value, s.Shuffled) else expression(node.value, scope)
    if value.type == m.NOBODY:
        value = scope.wrong("E0310", node.value.span, f"nobody knows of what kind `{node.name.text}` is", label="none of what?")
    return m.Let(scope.bind(node.name, value.type), value, scope.site(node.span))
