"""Render refusals and faults as JSON data, with the lines of the rules behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caylus.diagnostics import split_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caylus import Reason, RuleFault, Ruleset


def render_refusal(reasons: Sequence[Reason], rules: Ruleset) -> list[dict[str, Any]]:
    """Each said once, with the line of the rules behind it."""
    told = {reason.text: reason for reason in reasons}.values()
    return [{"text": one.text, "see": one.see, **_place(one.file, one.line, rules)} for one in told]


def render_fault(fault: RuleFault, rules: Ruleset) -> dict[str, Any]:
    """Describe what broke, and the line of the rules it broke in, if that is known."""
    span = fault.span
    return {"text": str(fault), **(_place(span.file, span.line, rules) if span is not None else _place("", 0, rules))}


def _place(file: str, line: int, rules: Ruleset) -> dict[str, Any]:
    lines = split_lines(rules.sources.get(file, ""))
    return {"file": file, "line": line, "source": lines[line - 1].strip() if 0 < line <= len(lines) else ""}
