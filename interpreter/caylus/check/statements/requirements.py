"""Check the conditions of `require`."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.expressions import check_expression
from caylus.check.expressions.texts import words
from caylus.check.scope import Scope


def require(node: s.Require, scope: Scope) -> m.Require:
    """A requirement; without a reason of its own, its text is the reason."""
    condition = check_expression(node.condition, scope, m.FLAG, "`require` needs")
    reason = words(node.reason, scope) if node.reason is not None else (scope.source(node.condition),)
    return m.Require(condition, reason, scope.site(node.span), node.reason is None)
