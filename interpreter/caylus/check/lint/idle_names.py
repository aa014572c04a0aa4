"""Names that are given and never asked for: those of `let`, and those of players that a loop goes through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caylus import model as m
from caylus import syntax as s
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic
from caylus.model.walk import parts, statements
from caylus.syntax import rules
from caylus.syntax.walk import children


def check(symbols: Symbols, actions: Iterable[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only."""
    collector = Collector()
    written = {node.span: node for node in symbols.nodes if isinstance(node, (s.ForEach, s.Let))}
    for action in actions:
        made = list(statements(action.body))
        asked = {part.variable for part in parts(action.body) if isinstance(part, m.Local)}
        for statement in made:
            node = written.get(statement.site.span) if isinstance(statement, (m.Let, m.ForEach)) else None
            if isinstance(statement, m.Let) and isinstance(node, s.Let) and statement.variable not in asked:
                message = f"`{node.name.text}` is never used"
                collector.warning("W1021", node.name.span, message, "nothing asks for it", help="use it or leave the line out")
            elif isinstance(statement, m.ForEach) and isinstance(node, s.ForEach):
                _loop(statement, node, collector)
    return None, collector.diagnostics


def _loop(loop: m.ForEach, node: s.ForEach, collector: Collector) -> None:
    """Warns of a loop over players that does everything for another player than the one it has come to."""
    asked = {part.variable for part in parts(loop.body) if isinstance(part, m.Local)}
    idle = [
        (variable, binder)
        for variable, binder in zip(loop.variables, node.binders, strict=True)
        if variable.type.kind is not None and variable.type.kind.is_player and variable not in asked
    ]
    if not idle:
        return
    variable, binder = idle[0]
    is_tested = loop.where is not None and any(p == m.Local(variable) for p in parts(loop.where))
    acts = next((part for part in _for_the_player(node.body) if not (is_tested and isinstance(part, s.Reference))), None)
    if acts is not None:
        name, same = binder.name.text, rules.PLAYER
        message = f"`{name}` is never used: each time this is done for the same `{same}`"
        help = f"say who is meant: `{name} gains …`, or `for each {same} in …`; if it is `{same}` each time, count: `count of …`"
        collector.warning("W1020", binder.name.span, message, f"not for each `{name}`", help=help)


def _for_the_player(node: s.Node) -> Iterator[s.Node]:
    """The parts of a body that mean the `player` outside of it, those that say so and those that name nobody."""
    match node:
        case s.Transfer(subject=None) | s.Choose(by=None) | s.Reference(name=rules.PLAYER):
            yield node
        case s.ForEach(binders=binders) | s.Option(choices=binders) if any(b.name.text == rules.PLAYER for b in binders):
            return
    for child in children(node):
        yield from _for_the_player(child)
