"""Statements that change something: what players hold, states, and lists."""

from __future__ import annotations

from typing import assert_never, cast

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.expressions import check_expression, convert_to_type, expression, operand
from caylus.check.expressions.operands import Operand
from caylus.check.scope import Scope
from caylus.check.types import MISTAKE, UNKNOWN, describe, fits, is_unknown, object_type
from caylus.model.access import several_ways

Change = s.Assign | s.Adjust | s.Add | s.Remove | s.Put | s.Reveal | s.Rearrange


def transfer(node: s.Transfer, scope: Scope) -> m.Transfer:
    """`gain`, `lose`, and `pay` at the head of an option."""
    if node.subject is not None:
        all_of_them = f"each of several does: `for each player in {scope.source(node.subject)} {{ … }}`"
        player = check_expression(node.subject, scope, object_type(scope.symbols.player), f"`{node.verb}s` needs", all_of_them)
    else:
        known = [name for name, (variable, _) in scope.locals.items() if variable.type.kind is scope.symbols.player]
        one = f"`{known[0]} {node.verb}s …`; or" if known else "which player does, or"
        help = f"say {one} of all of them: `for each player in players {{ {scope.source(node)} }}`"
        player = current_player(node, f"who {node.verb}s? there is no `player` here", help, scope)
    payment = check_expression(node.amount, scope, m.PAYMENT, f"`{node.verb}` needs", help="say of what, as in `2 coin`")
    if node.verb == "lose" and several_ways(payment):
        message = f"`{scope.source(node.amount)}` can be lost in several ways"
        scope.wrong("E0317", node.amount, message, "which of them?", help="name one resource, or let the player choose")
    given = scope.bind(node.name, m.PAYMENT) if node.name is not None else None
    return m.Transfer(node.verb, player, payment, scope.site(node.span), given)


def current_player(node: s.Node, message: str, help: str, scope: Scope) -> m.Expr:
    """The variable `player`, which is meant where nobody is named."""
    variable, _ = scope.locals.get(scope.symbols.player.name, (None, None))
    if variable is not None and (is_unknown(variable.type) or variable.type.kind is scope.symbols.player):
        return m.Local(variable)
    if not scope.is_clear:
        return MISTAKE
    return scope.wrong("E0407", node, message, "no `player` here", help=help)


def change(node: Change, scope: Scope) -> m.Statement | None:
    """`set`, `raise`, `lower`, and the changes of lists; None, and reported, where the target does not change."""
    site = scope.site(node.span)
    match node:
        case s.Assign(value=value):
            target, given = resolve_place(node.target, scope), operand(value, scope)
            if target is None:
                return None
            return m.Assign(target, convert_to_type(given, target.type, f"`{scope.source(node.target)}` is", scope), site)
        case s.Adjust(verb=verb):
            target, amount = resolve_place(node.target, scope), check_expression(node.amount, scope, m.NUMBER, f"`{verb}` needs")
            if target is None:
                return None
            convert_to_type(Operand(node.target, target), m.NUMBER, f"`{verb}` needs", scope)
            return m.Adjust(target, 1 if verb == "raise" else -1, amount, site)
        case s.Add(member=member):
            list_ = resolve_list(node.target, scope, member)
            return m.AddTo(list_, _member(member, list_, scope), site) if list_ is not None else None
        case s.Remove(member=member):
            list_ = resolve_list(node.target, scope)
            return m.RemoveFrom(list_, _member(member, list_, scope), site) if list_ is not None else None
        case s.Rearrange(verb=verb, by=by):
            list_ = resolve_list(node.target, scope)
            order = expression(by, scope) if by is not None and list_ is not None else None
            return m.Rearrange(verb, list_, site, cast(m.Query | m.Rotated | None, order)) if list_ is not None else None
        case s.Put():
            return _put(node, scope)
        case s.Reveal(target=told, to=reader):
            shown = _resolve_shown_place(told, scope)
            to = (
                check_expression(reader, scope, object_type(scope.symbols.player), "`reveal … to` needs")
                if reader is not None
                else None
            )
            return m.Reveal(shown, to, site) if shown is not None else None
    assert_never(node)


def resolve_place(node: s.Expr, scope: Scope) -> m.Read | m.Holding | None:
    """A state, or what a player holds of one resource."""
    expr = expression(node, scope)
    if isinstance(expr, m.Read) or (isinstance(expr, m.Holding) and (expr.which is not None or len(expr.resources) == 1)):
        return expr
    if is_unknown(expr.type):
        return None
    source = scope.source(node)
    match expr:
        case m.Holding():
            label, help = "several resources", "change one of them at a time"
        case m.Local():
            label, help = "a name for something else", "change a state, or give another name with `let`"
        case m.ConstPayment() if isinstance(node, s.Reference):
            label, help = "whose?", f"write `player.{source}`"
        case m.ListMembers() | m.AllOf() | m.RowMembers():
            label, help = "a list", "a list of the table changes by `add`, `remove`, `clear`, `reverse` and `shuffle`"
        case m.Fixed() | m.Const() | m.ConstPayment() | m.ConstScale() if isinstance(node, s.Member):
            label, help = "a property", "a property is fixed; declare it as `state` to change it"
        case _:
            label, help = "does not change", "states change during a game, and what players hold"
    scope.wrong("E0308", node, f"`{source}` cannot be changed", label, help=help)
    return None


def _put(node: s.Put, scope: Scope) -> m.Put | None:
    """Of what lies somewhere to somewhere else: lists, and states that hold an object."""
    if node.member is not None:
        source: m.ListMembers | m.Read | None = resolve_list(node.source, scope)
        member = _member(node.member, source, scope) if isinstance(source, m.ListMembers) else None
        moved = member.type if member is not None else UNKNOWN
    else:
        source, member = _place(node.source, scope), None
        moved = UNKNOWN if source is None else object_type(source.list.kind) if isinstance(source, m.ListMembers) else source.type
    target = _place(node.target, scope)
    if source is None or target is None:
        return None
    wants = object_type(target.list.kind) if isinstance(target, m.ListMembers) else target.type
    if not fits(moved, wants):
        scope.misfit(node.member or node.source, moved, wants, f"`{scope.source(node.target)}` holds")
    return m.Put(member, source, target, node.front, scope.site(node.span))


def _place(node: s.Expr, scope: Scope) -> m.ListMembers | m.Read | None:
    """A list, or a state that holds an object."""
    expr = expression(node, scope)
    if isinstance(expr, m.ListMembers) or (isinstance(expr, m.Read) and expr.type.base == "object"):
        return expr
    if not is_unknown(expr.type):
        message = f"`{scope.source(node)}` is {describe(expr.type)}, where nothing can lie"
        help = "say what lies where: `put card from hand into discards`"
        scope.wrong("E0308", node, message, "neither a list nor a state that holds an object", help=help)
    return None


def _resolve_shown_place(node: s.Expr, scope: Scope) -> m.Read | m.Holding | m.ListMembers | None:
    expr = expression(node, scope)
    if isinstance(expr, (m.Read, m.Holding, m.ListMembers)):
        return expr
    if not is_unknown(expr.type):
        message = f"`{scope.source(node)}` cannot be revealed by itself"
        shown = f"`let shown = reveal {scope.source(node)}` shows it to all"
        help = f"{shown}; to show it to one player, `reveal` the list or state that it lies in"
        if isinstance(expr, m.ListItem):
            help += ", or `put` it into a hidden state of that player, and back"
        scope.wrong("E0308", node, message, "nothing to turn over", help=help)
    return None


def resolve_list(node: s.Expr, scope: Scope, added: s.Expr | None = None) -> m.ListMembers | None:
    """A list that can be changed; None, and reported, where it is something else."""
    expr = expression(node, scope)
    if isinstance(expr, m.ListMembers):
        return expr
    if not is_unknown(expr.type):
        message = f"`{scope.source(node)}` is {describe(expr.type)}, and no list that changes"
        help = "define one: `list … of …`"
        if expr.type.kind is not None and expr.type.kind.is_player:
            whom, what = scope.source(node), scope.source(added) if added is not None else "1 …"
            help = f"players gain and lose what they hold: `{whom} gains {what}`"
        scope.wrong("E0308", node, message, "cannot be changed", help=help)
    return None


def _member(node: s.Expr, list_: m.ListMembers, scope: Scope) -> m.Expr:
    return check_expression(node, scope, object_type(list_.list.kind), f"`{list_.list.name}` holds")
