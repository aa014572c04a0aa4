"""Warn of paragraphs below that no longer fit, because the topmost layer changes what they tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note, Severity
from caylus.syntax import same

from .history import Layer, Step
from .merge import Merged
from .parts import rebuilt

_NO_CHANGE = frozenset({"add", "seal", "remove"})
_NUMBERS = (s.ChangeConstant, s.ChangeScale, s.Setting, s.ChangeGame, s.Game, s.Constant, s.Scale, s.ResourceItem)
"""Changes of numbers and the like, which paragraphs take from the rules."""


def stale_paragraphs(merged: Merged, layers: Sequence[Layer]) -> Iterator[Diagnostic]:
    """A warning at each such change, W1502; none where the layer tells the rule anew."""
    top = layers[-1]
    own = {file.path for file in top.files}
    told: dict[str, s.Paragraph] = {}
    sequences = {node.name.text for file in merged.files for node in file.definitions if isinstance(node, s.Sequence)}
    for file in merged.files:
        for paragraph in (paragraph for paragraph in file.paragraphs if paragraph.blocks):
            told.update((name.text, paragraph) for name in (paragraph.subject, *paragraph.covers))
    for path, steps in merged.history.items():
        name, _, part = path.partition(".")
        stale = told.get(name)
        if stale is None or stale.span.file in own:
            continue
        no_change = _NO_CHANGE | {"insert"} if name in sequences else _NO_CHANGE  # a phase more has its own text
        changes = (step for step in steps if step.layer == top.name and step.verb not in no_change)
        change = next((step for step in changes if not _is_of_numbers(step, part)), None)
        if change is not None:
            message = f"the paragraph of `{stale.subject.text}` may no longer fit"
            help_ = f"write it anew: `| of: {stale.subject.text}`, and below it what is so now"
            notes = (Note("it is written here", stale.span),)
            yield Diagnostic("W1502", message, change.span, "this changes what it tells", notes, help_, Severity.WARNING)


def _is_of_numbers(step: Step, part: str) -> bool:
    """Return whether a change leaves the words of a paragraph as they were: numbers, titles and citations."""
    if isinstance(step.node, s.Swap):
        return same(_without_numbers(step.node.old), _without_numbers(step.node.new))
    return isinstance(step.node, _NUMBERS) or part in ("title", "plural", "see", "about", "copies")


def _without_numbers(node: s.Expr) -> s.Expr:
    changed: s.Expr = rebuilt(node, lambda part: s.Number(part.span, 0) if isinstance(part, s.Number) else part)
    return changed
