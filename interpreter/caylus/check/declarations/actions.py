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

from . import tables_and_sequences
from .attachments import Attachments
from .callables import scope_of


class _Part(NamedTuple):
    """An attachment as it stands in the body it is woven into."""

    where: m.Expr | None
    body: m.Body
    site: m.Site
    place: s.Node
    level: int


def check(symbols: Symbols, attachments: Attachments) -> tuple[list[m.Action], tuple[Diagnostic, ...]]:
    """Fills in every action, phase, table and sequence, and lists them."""
    top = Scope.top(symbols)
    made: list[m.Action] = []
    for entry in symbols.entries.values():
        action, node = entry.meaning, entry.definition
        if isinstance(action, m.Action):
            match node:
                case s.Action():
                    action.body = block(node.body, scope_of(node, action.params, top))
                case s.Table():
                    action.body, action.table = tables_and_sequences.table(node, action, top)
                case s.Sequence():
                    action.body = tables_and_sequences.sequence(node, attachments.get(action.name, ()), top)
            _weave(action, attachments, top)
            made.append(action)
    return made, top.collector.found


def _weave(action: m.Action, attachments: Attachments, top: Scope) -> None:
    """Before, then instead or the action's own body, then after; each layer by layer, in the order of the text."""
    parts: dict[str, list[_Part]] = {"before": [], "instead": [], "after": []}
    for attached in attachments.get(action.name, ()):
        scope = attached.scope(action.params, top)
        action.attached.append(scope.site(attached.node.span))
        if isinstance(attached.node, s.Around):
            where = attached.where(scope)
            part = _Part(where, block(attached.node.body, scope), action.attached[-1], attached.node.target, attached.level)
            parts[attached.node.when].append(part)
    body = _instead(action, parts["instead"], top)
    action.body = (*_when(parts["before"]), *body, *_when(parts["after"]))


def _instead(action: m.Action, parts: Sequence[_Part], top: Scope) -> m.Body:
    """What takes the place of the action's own body: of the highest layer that has something that holds."""
    body = action.body
    for _, of_layer in groupby(parts, key=lambda part: part.level):
        body = _in_layer(action, list(of_layer), body, top)
    sometimes = [part for part in parts if part.where is not None]
    if len(sometimes) > MOST_INSTEAD:
        message = f"more than {MOST_INSTEAD} rules stand instead of `{action.name}`"
        top.wrong("E0411", sometimes[MOST_INSTEAD].place, message, "one too many")
        return ()
    return body


def _in_layer(action: m.Action, parts: Sequence[_Part], body: m.Body, top: Scope) -> m.Body:
    """The first that holds takes the place of the body; one without `where` always does."""
    always = [part for part in parts if part.where is None]
    for part in always[1:]:
        top.wrong(
            "E0411",
            part.place,
            f"two rules stand instead of `{action.name}`, and neither says when",
            "the second",
            notes=[Note("the first", always[0].place.span)],
            help="say when each of them holds: `where …`",
        )
    if always:
        body = always[0].body
    for part in reversed(parts):
        if part.where is not None:
            body = (_if(part, body),)
    return body


def _if(part: _Part, otherwise: m.Body = ()) -> m.If:
    assert part.where is not None
    return m.If(part.where, part.body, otherwise, part.site)


def _when(parts: Sequence[_Part]) -> list[m.Statement]:
    return [x for part in parts for x in (part.body if part.where is None else (_if(part),))]
