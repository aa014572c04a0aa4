"""Seats that rules play: who sits there, and what they go by where they have to decide."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.expressions import check_expression, operand
from caylus.check.expressions.paths import own_action
from caylus.check.scope import Scope, Standing
from caylus.check.symbols import DOES, Symbols
from caylus.check.types import common, describe, is_unknown, object_type
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note
from caylus.limits import MOST_PLACES
from caylus.model.walk import statements

from .titles import make_title

Asked = Sequence[tuple[m.Action, m.Choose]]
"""Every decision, and the action that asks it."""


def declare(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Gives seats their places; what they take comes later."""
    top = Scope.top(symbols)
    seats = list(symbols.definitions_of(s.Seat))
    for before, (entry, node) in enumerate(seats):
        title = make_title(node)
        see = node.see.text if node.see is not None else None
        player = m.Variable(symbols.player.name, object_type(symbols.player))
        site = top.for_rule(Standing(entry.name, title, see)).site(entry.span)
        entry.meaning = m.Automaton(entry.name, title, see, len(seats) - before, player, [], site)
    for game in symbols.all(s.Game):
        if seats and game.fewest <= len(seats):
            entry, _ = seats[-1]
            message = f"in a game of {game.fewest} nobody would play but the rules"
            notes = [Note(f"it is for {game.fewest} to {game.most} players", game.title.span)]
            help = f"the seats count as players: `for {len(seats) + 1} to {max(game.most, len(seats) + 1)} players`"
            top.wrong("E0424", s.Node(entry.span), message, "rules play this seat", notes=notes, help=help)
    return None, top.collector.diagnostics


def check(symbols: Symbols, actions: Sequence[m.Action]) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Fills in what each seat takes; `actions` are all that may ask somebody. What is only doubtful comes first."""
    top, doubts = Scope.top(symbols), Collector()
    seats = list(symbols.definitions_of(s.Seat))
    asked: Asked = [(action, x) for action in actions if seats for x in statements(action.body) if isinstance(x, m.Choose)]
    for entry, node in seats:
        automaton = entry.meaning
        assert isinstance(automaton, m.Automaton)
        for takes in node.takes:
            made = _takes(takes, automaton, asked, top, doubts)
            if made is not None:
                automaton.takes.append(made)
    return doubts.diagnostics, top.collector.diagnostics


def _takes(node: s.Takes, automaton: m.Automaton, asked: Asked, top: Scope, doubts: Collector) -> m.Takes | None:
    """The options that a seat takes; None where nobody is ever offered them, which is doubtful, or where a fault is reported."""
    scope = top.for_rule(Standing(automaton.name, automaton.title, automaton.see))
    scope.bind_to(s.Name(node.option.span, automaton.player.name), automaton.player)
    within = _resolve_site(node, scope)
    if node.action is not None and within is None:
        return None
    decisions = [choose for action, choose in asked if within in (None, action.site)]
    if not _is_offered(node.option.text, decisions):
        _doubt(node, decisions, scope, doubts)
        return None
    types = _types(node, decisions, scope)
    if types is None:
        return None
    choices = tuple(scope.bind(name, type_) for name, type_ in zip(node.choices, types, strict=True))
    where = check_expression(node.where, scope, m.FLAG, "`where` needs") if node.where is not None else None
    by = (
        check_expression(node.body, scope, m.NUMBER, f"`{'fewest' if node.fewest else 'most'}` ranks by")
        if node.body is not None
        else None
    )
    return m.Takes(node.option.text, within, choices, where, by, node.fewest, scope.site(node.span))


# ---- which decisions are meant


def _resolve_site(node: s.Takes, scope: Scope) -> m.Site | None:
    """The action whose decisions are meant; None for all, or, and reported, where the text names none."""
    if node.action is None:
        return None
    if node.owner is not None:
        return _own_action(node.owner, node.action, scope)
    entry = scope.resolve(node.action, DOES, "an action")
    return entry.meaning.site if entry is not None and isinstance(entry.meaning, m.Action) else None


def _own_action(owner: s.Name, action: s.Name, scope: Scope) -> m.Site | None:
    """The version of an action that an object has."""
    subject = operand(s.Reference(owner.span, owner.text), scope)
    kind = subject.type.kind
    if is_unknown(subject.type):
        return None
    if not isinstance(subject.expr, m.Const) or kind is None:
        scope.wrong("E0206", owner, f"`{owner.text}` is {describe(subject.type)}, not an object", "whose action?")
        return None
    found = own_action(kind, action, scope)
    if found is None:
        return None
    body = found.bodies[subject.expr.value]
    return body.site if body is not None else m.Site(owner.text, owner.text, None, action.span)  # where nobody is asked


# ---- what is chosen there


def _is_offered(name: str, asked: Sequence[m.Choose]) -> bool:
    options = (option.name for choose in asked for option in choose.options)
    return name in options or (name == m.DECLINE and any(choose.may for choose in asked))


def _doubt(node: s.Takes, asked: Sequence[m.Choose], scope: Scope, doubts: Collector) -> None:
    """Warns of an option that nobody is offered, as where a variant has taken it away."""
    name = node.option.text
    if name not in scope.symbols.unread:
        place = f" in `{node.action.text}`" if node.action is not None else ""
        guess = scope.symbols.did_you_mean(name, {option.name for choose in asked for option in choose.options})
        doubts.warning("W1017", node.option.span, f"nobody is offered an option `{name}`{place}", "it is never taken", help=guess)


def _types(node: s.Takes, asked: Sequence[m.Choose], scope: Scope) -> list[m.Type] | None:
    """The types of the choices to which names are given; None, and reported, where they do not go together."""
    name = node.option.text
    options = [option for choose in asked for option in choose.options if option.name == name]
    if not node.choices:
        return []
    meant = [option for option in options if len(option.choices) == len(node.choices)]
    if not meant:
        has = " or ".join(map(str, sorted({len(option.choices) for option in options} or {0})))
        message = f"`{name}` comes with {has} to choose, and has {len(node.choices)} names for it here"
        _disagree(node, options, message, scope)
        return None
    offered = ([choice.type for choice in option.choices] for option in meant)
    joined = [reduce(_common, types) for types in zip(*offered, strict=True)]
    for choice, type_ in zip(node.choices, joined, strict=True):
        if type_ is None:
            message = f"what `{choice.text}` stands for is not the same in all decisions that offer `{name}`"
            _disagree(node, meant, message, scope)
            return None
    return [type_ for type_ in joined if type_ is not None]


def _common(left: m.Type | None, right: m.Type | None) -> m.Type | None:
    return common(left, right) if left is not None and right is not None else None


def _disagree(node: s.Takes, options: Sequence[m.Option], message: str, scope: Scope) -> None:
    notes = [Note("it is offered here", option.site.span) for option in options[:MOST_PLACES]]
    help = "give a name to each of its choices, or to none"
    if len(options) > 1 and node.action is None:
        help = f"say in which decision: `takes {node.option.text}(…) in ACTION`"
    scope.wrong("E0423", node.option, message, "which choices?", notes=notes, help=help)
