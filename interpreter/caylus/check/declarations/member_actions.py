"""The actions that each object does in its own way."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.paths import own_action
from caylus.check.scope import Scope
from caylus.check.statements.statements import block
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Note

from .kinds import Written
from .objects import Objects


def check(symbols: Symbols, objects: Objects, written: Written) -> tuple[list[m.Action], tuple[Diagnostic, ...]]:
    """Fills in each object's version of its kind's actions, and lists them."""
    top = Scope.top(symbols)
    behaviours = {object_: _behaviours(object_, node, top) for object_, node in objects.items()}
    made: list[m.Action] = []
    for action, node in written.items():
        if isinstance(action, m.MemberAction) and isinstance(node, s.MemberAction):
            action.bodies[:] = [None] * len(action.kind.root.objects)
            for object_ in action.kind.objects:
                own = behaviours.get(object_, {}).get(action.name)
                text = own.body if own is not None else node.body
                if text is not None:
                    body = _version(action, node, text, top.for_object(object_))
                    action.bodies[object_.id] = body
                    made.append(body)
    return made, top.collector.diagnostics


def _version(action: m.MemberAction, node: s.MemberAction, text: s.Block, scope: Scope) -> m.Action:
    params = tuple(scope.bind(p.name, v.type) for p, v in zip(node.params, action.params, strict=True))
    scope.declined = node.declined
    return m.Action(action.name, params, block(text, scope), False, [], scope.site(text.span))


def _behaviours(object_: m.Object, node: s.Object, scope: Scope) -> dict[str, s.Behaviour]:
    found: dict[str, s.Behaviour] = {}
    for behaviour in node.behaviours:
        name = behaviour.name
        if name.text in found:
            notes = [Note("it stands here already", found[name.text].name.span)]
            scope.wrong("E0201", name, f"`{name.text}` is written twice", "again here", notes=notes)
        elif own_action(object_.kind, name, scope, help="write it without braces") is not None:
            found[name.text] = behaviour
    return found
