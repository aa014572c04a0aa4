"""Why something cannot be, as JSON data with the lines of the rules that say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caylus import Reason, RuleFault, Ruleset


def of_refusal(reasons: Sequence[Reason]) -> list[dict[str, Any]]:
    """Each said once."""
    told = {reason.text: reason for reason in reasons}.values()
    return [{"text": one.text, "file": one.file, "line": one.line, "see": one.see} for one in told]


def of_fault(fault: RuleFault, rules: Ruleset) -> dict[str, Any]:
    """What broke, and the line of the rules it broke in, if that is known."""
    if fault.span is None:
        return {"text": str(fault), "file": "", "line": 0, "source": ""}
    lines = rules.sources.get(fault.span.file, "").splitlines()
    source = lines[fault.span.line - 1].strip() if 0 < fault.span.line <= len(lines) else ""
    return {"text": str(fault), "file": fault.span.file, "line": fault.span.line, "source": source}
