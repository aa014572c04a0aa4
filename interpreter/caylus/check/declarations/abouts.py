"""Check the `about "…"` texts of rules, whose formulas may use what the definition or the attachment takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.texts import words
from caylus.check.scope import Scope
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic

from .attachments import Attached, Attachments
from .callables import parameter_scope, standing

Abouts = dict[s.Span, m.Words]
"""By the place of what they are said of."""


def check(symbols: Symbols, attachments: Attachments, triggers: Iterable[m.Trigger]) -> tuple[Abouts, tuple[Diagnostic, ...]]:
    """All of them."""
    top = Scope.top(symbols)
    given = {trigger.action.site.span: trigger.action.params for trigger in triggers}
    attached = (one for of_target in attachments.values() for one in of_target)
    said = [
        *_definition_abouts(symbols, top),
        *(
            (x.node, x.node.about, x.scope(_trigger_variables(x, symbols, given), top))
            for x in attached
            if x.node.about is not None
        ),
    ]
    return {node.span: words(about, scope) for node, about, scope in said}, top.collector.diagnostics


def _definition_abouts(symbols: Symbols, top: Scope) -> Iterator[tuple[s.Node, s.Words, Scope]]:
    for entry in symbols.entries.values():
        node, meaning = entry.definition, entry.meaning
        match node:
            case s.Sequence(about=about) | s.Rule(about=about) if about is not None:
                yield node, about, top.for_rule(standing(node))
            case s.Value(about=about) | s.Condition(about=about) | s.Action(about=about) if about is not None:
                if isinstance(meaning, (m.Value, m.Condition, m.Action)):
                    yield node, about, parameter_scope(node, meaning.params, top)
            case s.Table(about=about) if about is not None and isinstance(meaning, m.Action):
                scope = parameter_scope(node, meaning.params, top)
                for name, variable in zip((node.by, node.column), meaning.params[-2:], strict=True):
                    scope.bind_to(name, variable)
                yield node, about, scope


def _trigger_variables(
    attached: Attached, symbols: Symbols, triggers: dict[s.Span, tuple[m.Variable, ...]]
) -> tuple[m.Variable, ...]:
    """The variables that an attachment has names for."""
    if isinstance(attached.node, s.Trigger):
        params = triggers.get(attached.node.span, ())
    elif isinstance(attached.node, s.AroundEach):
        params = ()
    else:
        meaning = symbols.entries[attached.node.target.name.text].meaning
        params = meaning.params if isinstance(meaning, (m.Value, m.Condition, m.Action)) else ()
    return params[: len(attached.names)]
