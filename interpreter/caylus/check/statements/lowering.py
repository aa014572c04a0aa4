"""Sugar: statements of the language that the model does not have, and the core statements that each of them stands for.

Nothing behind the check knows them. A statement may stand for several core statements, or for none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope

Sugar = s.DoAsBefore | s.Nothing


def lower(node: Sugar, scope: Scope) -> m.Body:
    """The core statements that it stands for; none where it is reported to be wrong."""
    match node:
        case s.DoAsBefore():
            return _lower_do_as_before(node, scope)
        case s.Nothing():
            return ()
    assert_never(node)


def _lower_do_as_before(node: s.DoAsBefore, scope: Scope) -> m.Body:
    if scope.before is None:
        message = "`do as before` stands only in what is done `instead of` an action"
        scope.wrong("E0420", node, message, "nothing went before", help="name the action: `do visit(player)`")
        return ()
    return (replace(scope.before, site=scope.site(node.span)),)
