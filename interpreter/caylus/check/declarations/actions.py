"""Actions: their own bodies, and the attachments woven into them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope
from caylus.check.statements.statements import block
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.limits import MOST_INSTEAD
from caylus.model.walk import again
from caylus.syntax.walk import walk

from . import tables_and_sequences
from .attachments import Attachments
from .callables import parameter_scope


class _Instead(NamedTuple):
    """A rule that stands instead of an action."""

    node: s.Around
    where: m.Expr | None
    scope: Scope
    site: m.Site
    level: int

    @property
    def goes_on(self) -> bool:
        """Return whether what it takes the place of may be done as well."""
        return any(isinstance(node, s.DoAsBefore) for node in walk(self.node.body))


def check(symbols: Symbols, attachments: Attachments) -> tuple[list[m.Action], tuple[Diagnostic, ...]]:
    """Fills in every action, phase, table and sequence, and lists them; behind each those that its rules let go on."""
    top = Scope.top(symbols)
    made: list[m.Action] = []
    for entry in symbols.entries.values():
        action, node = entry.meaning, entry.definition
        if isinstance(action, m.Action):
            match node:
                case s.Action():
                    used = symbols.used()
                    action.body = block(node.body, parameter_scope(node, action.params, top))
                    if any(_takes_its_place(attached.node) for attached in attachments.get(action.name, ())):
                        symbols.use_only(used)  # nobody ever comes to it
                case s.Table():
                    action.body, action.table = tables_and_sequences.table(node, action, top)
                case s.Sequence():
                    action.body, action.around = tables_and_sequences.sequence(node, attachments.get(action.name, ()), top)
            made += [action, *_weave(action, attachments, top)]
    return made, top.collector.diagnostics


def _takes_its_place(node: s.Attachment) -> bool:
    """Return whether a rule always stands instead of an action, and never lets it go on."""
    if not isinstance(node, s.Around) or not node.is_always_instead:
        return False
    return not any(isinstance(part, s.DoAsBefore) for part in walk(node.body))


def _weave(action: m.Action, attachments: Attachments, top: Scope) -> list[m.Action]:
    """Before, then instead or the action's own body, then after; each layer by layer, in the order of the text.

    What the rules that stand instead of it let go on is the result.
    """
    beside: dict[str, list[m.Statement]] = {"before": [], "after": []}
    instead: list[_Instead] = []
    for attached in attachments.get(action.name, ()):
        scope, node = attached.scope(action.params, top), attached.node
        site = scope.site(node.span)
        action.attached.append(site)
        if isinstance(node, s.Around):
            where = attached.where(scope)
            if node.when == "instead":
                instead.append(_Instead(node, where, scope, site, attached.level))
            else:
                body = block(node.body, scope)
                beside[node.when] += body if where is None else (m.If(where, body, (), site),)
    going_on = _take_its_place(action, instead, top)
    action.body = (*beside["before"], *action.body, *beside["after"])
    return going_on


def _take_its_place(action: m.Action, rules: Sequence[_Instead], top: Scope) -> list[m.Action]:
    """Puts rules in the place of an action's body: first those of the highest layer, then those below.

    In each the first that holds, one without `where` last; of these the first, and the next where that one goes on as before.
    """
    going_on: list[m.Action] = []
    inside = [rule for rule in rules if rule.where is not None or rule.goes_on]
    if len(inside) > MOST_INSTEAD:
        message = f"more than {MOST_INSTEAD} rules stand instead of `{action.name}`"
        top.wrong("E0411", inside[MOST_INSTEAD].node.target, message, "one too many")
        return going_on
    for _, of_layer in groupby(rules, key=lambda rule: rule.level):
        for rule in reversed(_sort_instead_rules(action, list(of_layer), top)):
            if rule.goes_on:
                going_on.append(_copy_previous_action(action))
                given = tuple(map(m.Local, action.params))
                rule.scope.before = m.Do(going_on[-1], given, rule.site, as_before=True)
            body = block(rule.node.body, rule.scope)
            action.body = body if rule.where is None else (m.If(rule.where, body, action.body, rule.site),)
    return going_on


def _copy_previous_action(action: m.Action) -> m.Action:
    """An action that does what this one does so far; it is done inside it."""
    params, body = again(action)
    return m.Action(action.name, params, body, False, [], action.site)


def _sort_instead_rules(action: m.Action, rules: Sequence[_Instead], top: Scope) -> list[_Instead]:
    """The rules of a layer in the order in which they are asked; none can be behind one that always holds and never goes on."""
    always = [rule for rule in rules if rule.where is None]
    last = next((at for at, rule in enumerate(always) if not rule.goes_on), len(always))
    for rule in always[last + 1 :]:
        top.wrong(
            "E0411",
            rule.node.target,
            f"two rules stand instead of `{action.name}`, and neither says when",
            "the second",
            notes=[Note("the first", always[last].node.target.span)],
            help="say when each of them holds: `where …`; or let the first `do as before`",
        )
    return [*(rule for rule in rules if rule.where is not None), *always]
