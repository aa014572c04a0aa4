"""Statements of actions, with their choices. Sugar becomes core statements here (`lower`); nothing later knows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple, assert_never, cast

from caylus import model as m, syntax as s
from caylus.analysis.effects import is_always_offered, is_never_empty
from caylus.check import expressions
from caylus.check.paths import Operand, own_action, with_parentheses
from caylus.check.scope import Scope
from caylus.check.symbols import DOES, MISTAKE, UNKNOWN, describe, fits, is_unknown, member_type, object_type
from caylus.diagnostics.diagnostic import Note, first_word
from caylus.limits import MOST_DEEP, MOST_LOOPS
from caylus.model.access import several_ways
from caylus.syntax.definitions import PLAYER

Change = s.Assign | s.Adjust | s.Add | s.Remove | s.Put | s.Reveal | s.Rearrange


def transfer(node: s.Transfer, scope: Scope) -> m.Transfer:
    """`gain`, `lose`, and `pay` at the head of an option."""
    if node.subject is not None:
        all_of_them = f"each of several does: `for each player in {scope.source(node.subject)} {{ … }}`"
        player = expressions.check_expression(
            node.subject, scope, object_type(scope.symbols.player), f"`{node.verb}s` needs", all_of_them
        )
    else:
        players = [name for name, (variable, _) in scope.locals.items() if variable.type.kind is scope.symbols.player]
        one = f"`{players[0]} {node.verb}s …`; or" if players else "which player does, or"
        help = f"say {one} of all of them: `for each player in players {{ {scope.source(node)} }}`"
        player = current_player(node, f"who {node.verb}s? there is no `player` here", help, scope)
    payment = expressions.check_expression(
        node.amount, scope, m.PAYMENT, f"`{node.verb}` needs", help="say of what, as in `2 coin`"
    )
    if node.verb == "lose" and several_ways(payment):
        message = f"`{scope.source(node.amount)}` can be lost in several ways"
        scope.wrong("E0317", node.amount, message, "which of them?", help="name one resource, or let the player choose")
    payment_variable = scope.bind(node.name, m.PAYMENT) if node.name is not None else None
    return m.Transfer(node.verb, player, payment, scope.site(node.span), payment_variable)


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
            target, new_value = resolve_place(node.target, scope), expressions.operand(value, scope)
            if target is None:
                return None
            return m.Assign(
                target, expressions.convert_to_type(new_value, target.type, f"`{scope.source(node.target)}` is", scope), site
            )
        case s.Adjust(verb=verb):
            target = resolve_place(node.target, scope)
            amount = expressions.check_expression(node.amount, scope, m.NUMBER, f"`{verb}` needs")
            if target is None:
                return None
            expressions.convert_to_type(Operand(node.target, target), m.NUMBER, f"`{verb}` needs", scope)
            return m.Adjust(target, 1 if verb == "raise" else -1, amount, site)
        case s.Add(member=member):
            list_ = resolve_list(node.target, scope, member)
            return m.AddTo(list_, _member(member, list_, scope), site) if list_ is not None else None
        case s.Remove(member=member):
            list_ = resolve_list(node.target, scope)
            return m.RemoveFrom(list_, _member(member, list_, scope), site) if list_ is not None else None
        case s.Rearrange(verb=verb, by=by):
            list_ = resolve_list(node.target, scope)
            order = expressions.expression(by, scope) if by is not None and list_ is not None else None
            return m.Rearrange(verb, list_, site, cast(m.Query | m.Rotated | None, order)) if list_ is not None else None
        case s.Put():
            return _put(node, scope)
        case s.Reveal(target=target_node, to=reader):
            place = _resolve_shown_place(target_node, scope)
            to = (
                expressions.check_expression(reader, scope, object_type(scope.symbols.player), "`reveal … to` needs")
                if reader is not None
                else None
            )
            return m.Reveal(place, to, site) if place is not None else None
    assert_never(node)


def resolve_place(node: s.Expr, scope: Scope) -> m.Read | m.Holding | None:
    """A state, or what a player holds of one resource."""
    expr = expressions.expression(node, scope)
    if isinstance(expr, m.Read) or (isinstance(expr, m.Holding) and (expr.which is not None or len(expr.resources) == 1)):
        return expr
    if is_unknown(expr.type):
        return None
    source = scope.source(node)
    match expr:
        case m.Holding():
            label, help = "several resources", "change one of them at a time"
        case m.Local():
            label = "a name for something else"
            help = "count by `count of x in list where …`, add up by `sum of`, or define a `state`"
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
        type_ = member.type if member is not None else UNKNOWN
    else:
        source, member = _place(node.source, scope), None
        type_ = UNKNOWN if source is None else object_type(source.list.kind) if isinstance(source, m.ListMembers) else source.type
    target = _place(node.target, scope)
    if source is None or target is None:
        return None
    wants = object_type(target.list.kind) if isinstance(target, m.ListMembers) else target.type
    if not fits(type_, wants):
        scope.misfit(node.member or node.source, type_, wants, f"`{scope.source(node.target)}` holds")
    return m.Put(member, source, target, node.front, scope.site(node.span))


def _place(node: s.Expr, scope: Scope) -> m.ListMembers | m.Read | None:
    """A list, or a state that holds an object."""
    expr = expressions.expression(node, scope)
    if isinstance(expr, m.ListMembers) or (isinstance(expr, m.Read) and expr.type.base == "object"):
        return expr
    if not is_unknown(expr.type):
        message = f"`{scope.source(node)}` is {describe(expr.type)}, where nothing can lie"
        help = "say what lies where: `put card from hand into discards`"
        scope.wrong("E0308", node, message, "neither a list nor a state that holds an object", help=help)
    return None


def _resolve_shown_place(node: s.Expr, scope: Scope) -> m.Read | m.Holding | m.ListMembers | None:
    expr = expressions.expression(node, scope)
    if isinstance(expr, (m.Read, m.Holding, m.ListMembers)):
        return expr
    if not is_unknown(expr.type):
        message = f"`{scope.source(node)}` cannot be revealed by itself"
        suggestion = f"`let shown = reveal {scope.source(node)}` shows it to all"
        help = f"{suggestion}; to show it to one player, `reveal` the list or state that it lies in"
        if isinstance(expr, m.ListItem):
            help += ", or `put` it into a hidden state of that player, and back"
        scope.wrong("E0308", node, message, "nothing to turn over", help=help)
    return None


def resolve_list(node: s.Expr, scope: Scope, member_node: s.Expr | None = None) -> m.ListMembers | None:
    """A list that can be changed; None, and reported, where it is something else."""
    expr = expressions.expression(node, scope)
    if isinstance(expr, m.ListMembers):
        return expr
    if not is_unknown(expr.type):
        message = f"`{scope.source(node)}` is {describe(expr.type)}, and no list that changes"
        help = "define one: `list … of …`"
        if expr.type.kind is not None and expr.type.kind.is_player:
            whom, what = scope.source(node), scope.source(member_node) if member_node is not None else "1 …"
            help = f"players gain and lose what they hold: `{whom} gains {what}`"
        elif isinstance(expr, m.Read) and expr.type.base == "object":
            state = scope.source(node)
            help = f"a state is changed by `set {state} to …`, and what lies in it is moved by `put {state} into …`"
        scope.wrong("E0308", node, message, "cannot be changed", help=help)
    return None


def _member(node: s.Expr, list_: m.ListMembers, scope: Scope) -> m.Expr:
    return expressions.check_expression(node, scope, object_type(list_.list.kind), f"`{list_.list.name}` holds")


Sugar = s.DoAsBefore | s.Move | s.Nothing


def lower(node: Sugar, scope: Scope) -> m.Body:
    """The core statements that it stands for; none where it is reported to be wrong."""
    match node:
        case s.DoAsBefore():
            if scope.before is None:
                message = "`do as before` stands only in what is done `instead of` an action"
                scope.wrong("E0420", node, message, "nothing went before", help="name the action: `do visit(player)`")
                return ()
            return (replace(scope.before, site=scope.site(node.span)),)
        case s.Move():
            return _lower_move(node, scope)
        case s.Nothing():
            return ()
    assert_never(node)


def _lower_move(node: s.Move, scope: Scope) -> m.Body:
    """To the end, each member goes there in turn. So they do to the front, and then the list begins with the first of them."""
    target, site = resolve_list(node.target, scope, node.member), scope.site(node.span)
    if target is None:
        return ()
    value, why = expressions.operand(node.member, scope), f"`{target.list.name}` holds"
    if value.type.base != "list":
        member = expressions.convert_to_type(value, object_type(target.list.kind), why, scope)
        return (m.AddTo(target, member, site, node.front, moves=True),)
    if not fits(value.type, target.type):
        scope.misfit(node.member, value.type, target.type, why)
        return ()
    moved_list = cast(m.ListExpr, value.expr)
    first, each = m.Variable("first", member_type(moved_list.type)), m.Variable("each", member_type(moved_list.type))
    loop = m.ForEach((each,), (moved_list,), None, (m.AddTo(target, m.Local(each), site, moves=True),), site)
    if not node.front:
        return (loop,)
    begin = m.Rearrange("begin", target, site, m.Rotated(target, "from", m.Local(first), target.type))
    return (m.Let(first, m.Item(moved_list, m.Const(1, m.NUMBER), first.type), site), loop, begin)


class Choices(NamedTuple):
    """The variables of an option's choices, the lists that they are made from, what each of them is in the text, and what must
    be true of them.
    """

    variables: tuple[m.Variable, ...]
    sources: tuple[m.ListExpr, ...]
    named: tuple[m.Expr, ...]
    where: m.Expr | None


def choices(nodes: Sequence[s.Choice], scope: Scope) -> Choices:
    """The choices of an option; their names are bound in the scope. A `where` knows the choices up to its own."""
    variables: list[m.Variable] = []
    sources: list[m.ListExpr] = []
    values: list[m.Expr] = []
    wheres: list[m.Expr] = []
    is_told = False
    for choice in nodes:
        if choice.amount is not None:
            members, several = _several(choice, choice.amount, scope)
            variables += [variable for variable, _ in members]
            sources += [list_ for _, list_ in members]
            values.append(several)
        else:
            sources.append(_once(expressions.source(choice.source, scope)))
            variables.append(expressions.bind(choice, sources[-1], scope))
            values.append(m.Local(variables[-1]))
        if choice.where is not None:
            wheres.append(expressions.check_expression(choice.where, scope, m.FLAG, "`where` needs"))
        if len(variables) > MOST_LOOPS and not is_told:
            scope.wrong("E0415", choice, f"an option has more than {MOST_LOOPS} choices", "one too many")
            is_told = True
    where = m.Logic("and", tuple(wheres)) if len(wheres) > 1 else wheres[0] if wheres else None
    return Choices(tuple(variables), tuple(sources), tuple(values), where)


def _several(choice: s.Choice, amount_node: s.Expr, scope: Scope) -> tuple[list[tuple[m.Variable, m.ListExpr]], m.Gathered]:
    """So many choices, each from behind the one before, so that every combination is there once."""
    amount = expressions.constant_number(amount_node, scope, "before what is chosen stands")
    if amount is not None and not 1 <= amount <= MOST_LOOPS:
        label = f"from 1 to {MOST_LOOPS}"
        scope.wrong("E0306", amount_node, f"nobody can choose `{scope.source(amount_node)}` things at once", label)
        amount = None
    rest = expressions.source(choice.source, scope)
    type_, whole, name = member_type(rest.type), rest.type, choice.name.text
    if _has_copies(rest):
        rest = m.Faces(rest, False, whole)
    pairs: list[tuple[m.Variable, m.ListExpr]] = []
    for place in range(1, (amount or 1) + 1):
        variable = m.Variable(name if amount == 1 else f"{name}_{place}", type_)
        pairs.append((variable, _once(rest)))
        rest = m.Behind(rest, m.Local(variable), whole)
    gathering = m.Gathered(name, tuple(m.Local(v) for v, _ in pairs), whole)
    scope.gathered[scope.bind(choice.name, whole)] = gathering
    return pairs, gathering


def _once(list_: m.ListExpr) -> m.ListExpr:
    """The list with one of those that nobody can tell apart."""
    return m.Faces(list_, True, list_.type) if _has_copies(list_) else list_


def _has_copies(list_: m.ListExpr) -> bool:
    return list_.type.kind is not None and list_.type.kind.has_copies


Head = s.Require | s.Transfer


def split_head(option: s.Option, scope: Scope) -> tuple[list[Head], tuple[s.Statement, ...]]:
    """An option's `require` and `pay` statements at its head, and the rest. It is paid for once."""
    head: list[Head] = []
    paid: s.Transfer | None = None
    statements = option.body.statements
    for i, node in enumerate(statements):
        if isinstance(node, s.Transfer) and node.verb == "pay":
            if paid is not None:
                help = f"join them: `pay {scope.source(paid.amount)} + {scope.source(node.amount)}`"
                notes = [Note("the first is here", paid.span)]
                scope.wrong("E0406", node, "an option is paid for once", "a second `pay`", notes=notes, help=help)
                continue
            paid = node
        elif not isinstance(node, s.Require):
            return head, statements[i:]
        head.append(node)
    return head, ()


def check_options(node: s.Choose, options: Sequence[m.Option], scope: Scope) -> None:
    """Options can be distinguished, and one of them is always there."""
    if not options and not node.may:  # who may choose declines
        word, help = s.Node(first_word(node.span, "choose")), "leave one option, or replace the action"
        scope.wrong("E0408", word, "no option is left to choose from", "all are removed", help=help)
        return
    options_by_name: dict[str, list[m.Option]] = {}
    for option_node, option in zip(node.options, options, strict=True):
        place = option_node.name if option_node.name is not None else option_node
        twins = options_by_name.setdefault(option.name, [])
        scope.symbols.spend(len(twins))
        twin = next((t for t in twins if not _distinguishable(t, option)), None)
        twins.append(option)
        if twin is not None:
            message, notes = f"two options here are called `{option.name}`", [Note("the first", twin.site.span)]
            help = "give one of them another name: `option name { … }`"
            scope.wrong("E0409", place, message, "the second", notes=notes, help=help)
        if node.may and option.name == m.DECLINE:
            scope.wrong("E0409", place, f"`{m.DECLINE}` is what taking no option is called", "taken", help="choose another name")
    if not node.may and node.otherwise is None and not any(is_always_offered(o) for o in options):
        ban = next((ban for option in options if (ban := _ban_of_last(option, node)) is not None), None)
        if ban is not None:
            notes = [Note("this is chosen here, and no other option is always there", first_word(node.span, "choose"))]
            help = "forbid it only where another option is there"
            scope.wrong(
                "E0408", s.Node(ban), "this choice could be empty", "this may forbid the last option", notes=notes, help=help
            )
            return
        help = "write `may choose`, add an option that is always there, or say what else happens: `else { … }`"
        notes = [
            note for option_node, option in zip(node.options, options, strict=True) if (note := _asks_for(option_node, option))
        ]
        word, label = s.Node(first_word(node.span, "choose")), "every option here asks for something"
        scope.wrong("E0408", word, "this choice could be empty", label, notes=notes[:1], help=help)


def _ban_of_last(option: m.Option, node: s.Choose) -> s.Span | None:
    """The place of a rule that forbids an option which would always be there; None where there is none."""
    own = tuple(part for part in option.head if part.site.span.is_inside(node.span))
    bans = [part.site.span for part in option.head if part not in own]
    return bans[-1] if bans and is_always_offered(replace(option, head=own)) else None


def _asks_for(option_node: s.Option, option: m.Option) -> Note | None:
    """The reasons why an option may not be there."""
    name = f"`{option.name}` is not there"
    if option.head:
        statement = option_node.body.statements[0]
        return Note(
            f"{name} for whoever {'cannot pay this' if isinstance(statement, s.Transfer) else 'this does not hold for'}",
            statement.span,
        )
    where = next((choice.where for choice in option_node.choices if choice.where is not None), None)
    if where is not None:
        return Note(f"{name} where this holds of nothing", where.span)
    choice = next((c for c, list_ in zip(option_node.choices, option.sources, strict=False) if not is_never_empty(list_)), None)
    return Note(f"{name} while there is nothing in this", choice.source.span) if choice is not None else None


def _distinguishable(one: m.Option, other: m.Option) -> bool:
    """Options of one name are distinguished by what they pay, if that can never be the same."""
    pays = [[x.payment for x in option.head if isinstance(x, m.Transfer)] for option in (one, other)]
    if any(is_unknown(payment.type) for payments in pays for payment in payments):
        return True  # it is reported already
    mine, yours = ({w for p in payments if isinstance(p, m.ConstPayment) for w in p.alternatives} for payments in pays)
    return bool(mine and yours) and not mine & yours


REPEAT, AT_ONCE = "repeat", "at once"
"""What scopes call these loops."""


def check_question(node: s.ForEach, loop: m.ForEach, scope: Scope) -> None:
    """A loop `at once` begins with the question, and asks each player once."""
    for statement in node.body.statements:
        match statement:
            case s.Choose():
                choose = next(choose_statement for choose_statement in loop.body if isinstance(choose_statement, m.Choose))
                return _check_chooser(statement, choose.player, loop, scope)
            case s.Let(value=s.Shuffled() | s.Random() as value):
                help = "draw before the loop, or behind the choice"
                scope.wrong("E0419", value, "no lots are drawn before all have chosen `at once`", "drawn too early", help=help)
            case s.Let():
                pass
            case _:
                help = "put it before the loop, or behind the choice"
                scope.wrong("E0419", statement, "what all choose `at once` comes first", "this comes before it", help=help)
                return None
    help = "begin with `choose` or `may`, or leave out `at once`"
    scope.wrong("E0419", s.Node(first_word(node.span, "for each")), "nobody chooses here `at once`", "no `choose`", help=help)
    return None


def _check_chooser(node: s.Choose, chooser: m.Expr, loop: m.ForEach, scope: Scope) -> None:
    """Members of a list are all different, so whoever a variable of the loop names is asked once."""
    if is_unknown(chooser.type, *(variable.type for variable in loop.variables)):
        return
    if isinstance(chooser, m.Local) and chooser.variable in loop.variables:
        return
    player_name = next((variable.name for variable in loop.variables if variable.type == chooser.type), None)
    help = (
        f"write `{player_name} {'may' if node.may else 'chooses'}`"
        if player_name is not None
        else "go through players: `for each player in … at once`"
    )
    place = node.by or s.Node(first_word(node.span, "may" if node.may else "choose"))
    scope.wrong("E0418", place, "each of those whom the loop goes through chooses `at once`", "always the same", help=help)


def check_stop(node: s.Stop, scope: Scope) -> None:
    """It leaves a `repeat`, but no loop in which others have chosen as well."""
    if REPEAT not in scope.loops:
        scope.wrong("E0403", node, "there is no `repeat` to stop here", "outside of any `repeat`")
    elif AT_ONCE in takewhile(lambda loop: loop != REPEAT, reversed(scope.loops)):
        help = "note it in a state, and stop behind the loop"
        scope.wrong("E0403", node, "nothing stops what all have chosen `at once`", "others have chosen as well", help=help)


def require(node: s.Require, scope: Scope) -> m.Require:
    """A requirement; without a reason of its own, its text is the reason."""
    condition = expressions.check_expression(node.condition, scope, m.FLAG, "`require` needs")
    reason = expressions.words(node.reason, scope) if node.reason is not None else (scope.source(node.condition),)
    return m.Require(condition, reason, scope.site(node.span), node.reason is None)


Core = (
    s.Transfer | s.Assign | s.Adjust | s.Add | s.Remove | s.Put | s.Reveal | s.Rearrange | s.ForEach | s.Repeat
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
    statement = _statement(node, scope)
    return (statement,) if statement is not None else ()


def _statement(node: Core, scope: Scope) -> m.Statement | None:
    """The meaning of a statement that the model has; None where it is reported to be wrong."""
    match node:
        case s.Transfer(verb="pay"):
            offer = f"`may {scope.source(node)} to gain …`"
            help = f"put it first in an `option`, or offer an exchange, {offer}; `lose` takes without asking"
            scope.wrong("E0404", node, "`pay` stands only at the head of an option", "it may be too late to pay here", help=help)
            return None
        case s.Transfer():
            return transfer(node, scope)
        case s.Require():
            message = "`require` stands only in conditions and at the head of an option"
            help = (
                "put it before everything that the option does, or ask with `if`; "
                'what players may not do is forbidden in a rule: `forbid name(…) where … "reason"`'
            )
            scope.wrong("E0405", node, message, "it may be too late to require here", help=help)
            return None
        case s.Assign() | s.Adjust() | s.Add() | s.Remove() | s.Put() | s.Reveal() | s.Rearrange():
            return change(node, scope)
        case s.ForEach():
            return _for_each(node, scope)
        case s.Repeat():
            return _repeat(node, scope)
        case s.Stop():
            check_stop(node, scope)
            return m.Stop(scope.site(node.span))
        case s.EndGame(text=text):
            return m.EndGame(expressions.words(text, scope) if text is not None else (), scope.site(node.span))
        case s.If():
            return _if(node, scope)
        case s.Choose():
            return _choose(node, scope)
        case s.Do():
            return _do(node, scope)
        case s.Let():
            return _let(node, scope)
        case s.Say(text=text):
            return m.Say(expressions.words(text, scope), scope.site(node.span))
    assert_never(node)


# ---- loops


def _loop(node: s.ForEach | s.Repeat, loop: str, scope: Scope) -> Scope:
    """The scope of a loop's body."""
    if len(scope.loops) == MOST_LOOPS:
        place = s.Node(first_word(node.span, "repeat" if loop == REPEAT else "for each"))
        scope.wrong("E0415", place, f"more than {MOST_LOOPS} loops stand one inside the other", "one too many")
    return scope.inner(loop=loop)


def _for_each(node: s.ForEach, scope: Scope) -> m.ForEach:
    inner = _loop(node, AT_ONCE if node.at_once else "for each", scope)
    sources = tuple(expressions.source(b.source, scope, draws=True) for b in node.binders)
    for binder, list_ in zip(node.binders, sources, strict=True):
        if binder.name.text == PLAYER and member_type(list_.type) == object_type(scope.symbols.player):
            inner.locals.pop(PLAYER, None)  # in the loop, the members act, whoever acts around it
    variables = tuple(expressions.bind(b, list_, inner) for b, list_ in zip(node.binders, sources, strict=True))
    where = expressions.check_expression(node.where, inner, m.FLAG, "`where` needs") if node.where is not None else None
    body, otherwise = block(node.body, inner), block(node.otherwise, scope)
    loop = m.ForEach(variables, sources, where, body, scope.site(node.span), node.at_once, otherwise)
    if node.at_once:
        check_question(node, loop, scope)
    return loop


def _repeat(node: s.Repeat, scope: Scope) -> m.Repeat:
    condition = None
    if node.condition is not None:
        condition = expressions.check_expression(
            node.condition, scope, m.FLAG, "`until` needs" if node.until else "`while` needs"
        )
        condition = m.Not(condition) if node.until else condition
    limit = (
        expressions.check_expression(node.limit, scope, m.NUMBER, "`repeat … times` needs") if node.limit is not None else None
    )
    return m.Repeat(condition, limit, block(node.body, _loop(node, REPEAT, scope)), scope.site(node.span))


# ---- decisions


def _if(node: s.If, scope: Scope) -> m.If:
    site = scope.site(node.span)
    if node.name is None:
        test = expressions.check_expression(node.condition, scope, m.FLAG, "`if` needs")
        return m.If(test, block(node.then, scope), block(node.otherwise, scope), site)
    object_ = expressions.expression(node.condition, scope)
    if object_.type.base != "object":
        scope.misfit(node.condition, object_.type, object_type(scope.symbols.player), "`if … as` needs")
        object_ = MISTAKE
    inner = scope.inner()
    if node.name.text == PLAYER:
        inner.locals.pop(PLAYER, None)  # whoever acts around it
    variable = inner.bind(node.name, object_.type)
    body = (m.Let(variable, object_, site), *block(node.then, inner))
    return m.If(m.Compare("!=", object_, m.Const(-1, object_.type)), body, block(node.otherwise, scope), site)


def _choose(node: s.Choose, scope: Scope) -> m.Choose:
    if node.by is not None:
        player = expressions.check_expression(node.by, scope, object_type(scope.symbols.player), "`may` and `chooses` need")
    else:
        player = current_player(
            s.Node(first_word(node.span, "choose")),
            "who chooses? there is no `player` here",
            "say who does: `owner chooses`",
            scope,
        )
    prompt: m.Words = (scope.standing.title,)
    shared = any(node.prompt is o.text for o in node.options)  # the text of a `may` may speak of what is paid
    if node.prompt is not None and not (shared and any(isinstance(part, s.Node) for part in node.prompt.parts)):
        prompt = expressions.words(node.prompt, scope)
    options = tuple(_option(o, player, scope) for o in node.options)
    check_options(node, options, scope)
    otherwise, decline_text = block(node.otherwise, scope), _declined(node, scope)
    return m.Choose(player, prompt, options, node.may, otherwise, scope.site(node.span), decline_text)


def _declined(node: s.Choose, scope: Scope) -> m.Words:
    """The words for declining: its own, or those of the kind whose action it stands in."""
    if node.declined is not None:
        return expressions.words(node.declined, scope)
    return (scope.declined.text,) if node.may and scope.declined is not None else ()


def _option(node: s.Option, decider: m.Expr, scope: Scope) -> m.Option:
    inner = scope.inner(see=node.see)
    variables, sources, values, where = choices(node.choices, inner)
    first, rest = split_head(node, inner)
    head = tuple(require(x, inner) if isinstance(x, s.Require) else transfer(x, inner) for x in first)
    then = _body(rest, inner)
    name = node.display_name
    bans = scope.ban(name, decider, values) if scope.ban is not None else ()
    if node.text is None:
        text, effect_words = expressions.describe_option(name, node.body.statements, [*head, *then], inner)
    else:
        text, effect_words = expressions.words(node.text, inner), ()
    return m.Option(name, variables, sources, where, (*head, *bans), then, text, inner.site(node.span), values, effect_words)


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
            expressions.expression(expressions.argument_value(argument), scope)
        return None
    values = expressions.arguments(call, entry.meaning.params, entry.name, scope)
    return m.Do(entry.meaning, values, scope.site(node.span), deep=_deep(node, scope))


def _do_member(call: s.Call, function: s.Member, node: s.Do, scope: Scope) -> m.DoMember | None:
    subject, name = expressions.operand(function.subject, scope).as_thing(scope), function.name
    kind = subject.type.kind
    if is_unknown(subject.type):
        return None
    if subject.type.base != "object" or kind is None:
        message = f"`{scope.source(function.subject)}` is {describe(subject.type)}, and does nothing"
        scope.wrong("E0205", name, message, "only objects do something")
        return None
    member_action = own_action(kind, name, scope)
    if member_action is None:
        return None
    values = expressions.arguments(call, member_action.params, name.text, scope)
    return m.DoMember(member_action, subject.expr, values, scope.site(node.span), _deep(node, scope))


def _deep(node: s.Do, scope: Scope) -> int | None:
    """Return how many such may be under way, one inside the other; None where nothing is said of it, 1 where that is reported."""
    if node.deep is None:
        return None
    deep = expressions.constant_number(node.deep, scope, "how deep something is done is")
    if deep is None or 1 <= deep <= MOST_DEEP:
        return deep or 1
    message, help = f"nothing can be done at most {deep} deep", f"write 1, which is once, to {MOST_DEEP}"
    scope.wrong("E0306", node.deep, message, "how deep it is done", help=help)
    return 1


def _let(node: s.Let, scope: Scope) -> m.Let:
    match node.value:
        case s.Shuffled():
            value: m.Expr = expressions.source(node.value, scope, draws=True)
        case s.Random(operand=among):
            list_ = expressions.source(among, scope)
            expressions.check_list_length(among, list_, scope)
            value = m.Random(list_, member_type(list_.type))
        case _:
            value = expressions.expression(node.value, scope)
    if value.type == m.NOBODY:
        value = scope.wrong("E0310", node.value, f"`{node.name.text}` is always `none`", "none of what kind?")
    return m.Let(scope.bind(node.name, value.type), value, scope.site(node.span))
