"""Check choices made at once: one question for each player, about a table that does not change meanwhile."""

from __future__ import annotations

from itertools import takewhile

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope
from caylus.check.types import is_unknown
from caylus.diagnostics.diagnostic import first_word

REPEAT, AT_ONCE = "repeat", "at once"
"""What scopes call these loops."""


def check_question(node: s.ForEach, loop: m.ForEach, scope: Scope) -> None:
    """A loop `at once` begins with the question, and asks each player once."""
    for statement in node.body.statements:
        match statement:
            case s.Choose():
                choose = next(made for made in loop.body if isinstance(made, m.Choose))
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


def _check_chooser(node: s.Choose, asked: m.Expr, loop: m.ForEach, scope: Scope) -> None:
    """Members of a list are all different, so whoever a variable of the loop names is asked once."""
    if is_unknown(asked.type, *(variable.type for variable in loop.variables)):
        return
    if isinstance(asked, m.Local) and asked.variable in loop.variables:
        return
    named = next((variable.name for variable in loop.variables if variable.type == asked.type), None)
    help = f"write `choose by {named}`" if named is not None else "go through players: `for each player in … at once`"
    place = node.by or s.Node(first_word(node.span, "may" if node.may else "choose"))
    scope.wrong("E0418", place, "each of those whom the loop goes through chooses `at once`", "always the same", help=help)


def check_stop(node: s.Stop, scope: Scope) -> None:
    """It leaves a `repeat`, but no loop in which others have chosen as well."""
    if REPEAT not in scope.loops:
        scope.wrong("E0403", node, "there is no `repeat` to stop here", "outside of any `repeat`")
    elif AT_ONCE in takewhile(lambda loop: loop != REPEAT, reversed(scope.loops)):
        help = "note it in a state, and stop behind the loop"
        scope.wrong("E0403", node, "nothing stops what all have chosen `at once`", "others have chosen as well", help=help)
