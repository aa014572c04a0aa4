"""Single options of an action's decisions: replaced, added, removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar, cast

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.suggest import nearest
from caylus.syntax.walk import children

from .parts import Edited, Part, rebuilt

T = TypeVar("T")


def with_options(old: s.Action, edits: Sequence[s.OptionEdit]) -> Edited:
    """The action with single options edited, one after the other."""
    body = old.body
    parts: list[Part] = []
    faults: list[Diagnostic] = []
    for step in edits:
        there = _options(body, step.name)
        fault = _misfit(old, body, step, there)
        if fault is not None:
            faults.append(fault)
            continue
        assert step.name is not None
        if step.verb == "add":
            assert step.option is not None
            decision, at = _place(body, step)
            parts.append(Part(step.name.text, "add", step if step.anchor else step.option, None, (_end(decision),)))
            body = _with(body, decision, replace(decision, options=(*decision.options[:at], step.option, *decision.options[at:])))
        else:
            (option,) = there
            parts.append(Part(step.name.text, step.verb, step.option or step, option, (option.span,)))
            body = _with(body, option, step.option)
    return Edited(replace(old, body=body), tuple(parts), tuple(faults))


def _misfit(action: s.Action, body: s.Block, step: s.OptionEdit, there: list[s.Option]) -> Diagnostic | None:
    """The fault of the edit of one option; `there` are the options of its name."""
    if step.name is None:
        notes = (Note(f"`{action.name.text}` is defined here", action.span),)
        return Diagnostic("E0505", "an option has to have a name to be replaced or added", step.span, notes=notes)
    if step.verb != "add":
        return _unclear(action, body, step.name, there)
    if any(option.name is not None for option in there):
        help_ = f"write `replace option {step.name.text} …`"
        return _fault(action, f"has an option `{step.name.text}` already", step.name, there, help_)
    if step.anchor is not None:
        return _unclear(action, body, step.anchor, _options(body, step.anchor))
    decisions = _outermost(body)
    if len(decisions) == 1:
        return None
    named = [option.name.text for decision in decisions for option in decision.options if option.name is not None]
    why = f"makes {len(decisions)} decisions, and only one could be meant" if decisions else "makes no decision"
    help_ = f"say which by one of its options: `add after {named[0]} option {step.name.text} …`" if named else ""
    return _fault(action, why, step.name, [], help_)


def _unclear(action: s.Action, body: s.Block, name: s.Name, there: list[s.Option]) -> Diagnostic | None:
    """The fault of a name that one option should have."""
    if len(there) == 1:
        return None
    if there:
        return _fault(action, f"has several options `{name.text}`", name, there)
    meant = nearest(name.text, [option.display_name for option in _all(body, s.Option)])
    return _fault(action, f"has no option `{name.text}`", name, [], f"did you mean `{meant}`?" if meant else "")


def _fault(action: s.Action, why: str, name: s.Name, there: list[s.Option], help_: str = "") -> Diagnostic:
    defined = Note(f"`{action.name.text}` is defined here", action.span)
    notes = tuple(Note("it is here", option.span) for option in there) or (defined,)
    return Diagnostic("E0505", f"`{action.name.text}` {why}", name.span, notes=notes, help=help_)


# ---- where options stand


def _options(body: s.Block, name: s.Name | None) -> list[s.Option]:
    """The options that go by a name."""
    return [option for option in _all(body, s.Option) if name is not None and option.display_name == name.text]


def _place(body: s.Block, step: s.OptionEdit) -> tuple[s.Choose, int]:
    """The decision that an option is added to, and how many of its options come before it."""
    if step.anchor is None:
        (decision,) = _outermost(body)
        return decision, len(decision.options)
    (anchor,) = _options(body, step.anchor)
    decision = next(decision for decision in _all(body, s.Choose) if any(option is anchor for option in decision.options))
    at = next(at for at, option in enumerate(decision.options) if option is anchor)
    return decision, at + (step.when == "after")


def _end(decision: s.Choose) -> s.Span:
    """The place where a decision ends: it lies in all that the decision lies in, and in none of its options."""
    span = decision.span
    return s.Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column)


def _outermost(node: s.Node) -> list[s.Choose]:
    """The decisions that stand in no option of another."""
    return [node] if isinstance(node, s.Choose) else [choose for child in children(node) for choose in _outermost(child)]


def _all(node: s.Node, kind: type[T]) -> list[T]:
    """Every node of a kind, in the order of the text."""
    found = [node] if isinstance(node, kind) else []
    return found + [each for child in children(node) for each in _all(child, kind)]


def _with(node: s.Block, old: s.Node, new: s.Node | None) -> s.Block:
    """The block with `new` in the place of `old`, or without it where `new` is None."""
    return cast(s.Block, rebuilt(node, lambda part: new if part is old else part))
