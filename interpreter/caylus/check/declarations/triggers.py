"""Triggers: what is attached to gaining."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.units import resources_meant
from caylus.check.scope import Scope
from caylus.check.statements.statements import block
from caylus.check.symbols import Symbols
from caylus.check.types import object_type
from caylus.diagnostics.diagnostic import Diagnostic

from .attachments import TRIGGERS, Attached, Attachments

_GIVEN = "given"
"""What was gained, where nobody gives it a name."""


def check(symbols: Symbols, attachments: Attachments) -> tuple[list[m.Trigger], tuple[Diagnostic, ...]]:
    """The triggers of a ruleset, layer by layer, in the order of the text."""
    top = Scope.top(symbols)
    made = []
    for attached in attachments.get(TRIGGERS, ()):
        assert isinstance(attached.node, s.Trigger)
        meaning = symbols.entries[attached.node.target.name.text].meaning
        resources = resources_meant(meaning, top)
        if resources:
            made.append(m.Trigger(resources, _action(attached, attached.node, top)))
    return made, top.collector.diagnostics


def _action(attached: Attached, node: s.Trigger, top: Scope) -> m.Action:
    """The action of a trigger with its condition, which is asked when its turn comes."""
    player, *given = (name.text for name in node.target.params)
    params = m.Variable(player, object_type(top.symbols.player)), m.Variable(given[0] if given else _GIVEN, m.PAYMENT)
    scope = attached.scope(params[: 1 + len(given)], top)
    where, body, site = attached.where(scope), block(node.body, scope), scope.site(node.span)
    return m.Action(site.rule, params, body if where is None else (m.If(where, body, (), site),), False, [], site)
