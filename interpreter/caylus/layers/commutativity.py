"""Layers side by side: what two of them do before or after the same action or gain, though neither comes after the other.

Both may, as long as it comes to the same whichever goes first. Where it might not, those who wrote them have to say.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from caylus import model as m
from caylus import syntax as s
from caylus.analysis.effects import Effects, RuleEffects
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.model.gaining import Gaining
from caylus.model.walk import every_statement

from .disjoint import Attached, are_disjoint, attachment_target, collect_attachments, first_clash, object_names
from .history import Layer, unordered_pairs


def order_matters(layers: Sequence[Layer], files: Sequence[s.File], model: m.Model) -> Iterator[Diagnostic]:
    """E0521 for every two layers and every place where it may matter which of them goes first; `files` are what they make."""
    pairs = list(unordered_pairs(layers))
    if not pairs:
        return
    effects, objects = RuleEffects(model), object_names(files)
    places: dict[tuple[str, str], dict[str, list[Attached]]] = {}
    for one in collect_attachments(layers, files):
        if when := _when(one.node):
            name = (
                "" if isinstance(one.node, s.Trigger) else attachment_target(one.node).text
            )  # one gain may be of several resources
            places.setdefault((name, when), {}).setdefault(one.layer, []).append(one)
    for (name, when), by_layer in places.items():
        side_by_side = [(by_layer[one], by_layer[other]) for one, other in pairs if one in by_layer and other in by_layer]
        spans = {one.node.span for one in chain(*chain(*side_by_side))}
        beside = (
            _Beside(model.actions[name].body, spans, effects, objects) if name else _AfterGaining(model, spans, effects, objects)
        )
        for ones, others in side_by_side:
            clash = first_clash(ones, others, beside.clash)
            if clash is not None:
                yield _report_undecided(*clash, f"{when} `{attachment_target(clash[1].node).text}`")


def _report_undecided(first: Attached, second: Attached, place: str) -> Diagnostic:
    message = f"`{first.layer}` and `{second.layer}` both do something {place}, and neither comes after the other"
    notes = (Note(f"`{first.layer}` does it here", first.node.span),)
    help_ = f"to let `{second.layer}` go second, write `after: [{first.layer}]` into its manifest"
    return Diagnostic("E0521", message, second.node.span, "it may matter which goes first", notes, help_)


def _when(node: s.Attachment) -> str:
    """The words for when an attachment is done beside an action or a gain; "" for those that are not."""
    if isinstance(node, s.AroundEach):
        return f"{node.when} each of"
    if isinstance(node, s.Trigger):
        return "after gaining"
    return node.when if isinstance(node, s.Around) and node.when != "instead" else ""


class _Beside:
    """The parts of attachments to one action, as they are found in their `spans` among the statements of its `body`."""

    def __init__(self, body: Iterable[m.Statement], spans: Iterable[s.Span], effects: RuleEffects, objects: set[str]) -> None:
        self._objects = objects
        self._done: dict[s.Span, Effects] = {}
        self._asked: dict[s.Span, Effects] = {}
        for span, statements in _statements_in_spans(spans, body).items():
            self._done[span] = effects.effects_of_rules(*statements)
            self._asked[span] = effects.effects_of_rules(
                *(statement.condition for statement in statements if isinstance(statement, m.If))
            )

    def clash(self, one: Attached, other: Attached) -> bool:
        """Return whether it may matter which of two attachments is done first."""
        span, other_span = one.node.span, other.node.span
        done, also_done = self._done[span], self._done[other_span]
        if done.goes_with(also_done):
            return False
        brings_about = done.disturbs(self._asked[other_span]) or also_done.disturbs(self._asked[span])
        return brings_about or not are_disjoint(one, other, self._objects)


class _AfterGaining(_Beside):
    """The triggers of gains. The order of two matters only if one gain may set off both."""

    def __init__(self, model: m.Model, spans: Iterable[s.Span], effects: RuleEffects, objects: set[str]) -> None:
        super().__init__([x for trigger in model.triggers for x in trigger.action.body], spans, effects, objects)
        self._awaited = {trigger.action.site.span: frozenset(trigger.resources) for trigger in model.triggers}
        gaining = Gaining(model.triggers)
        self._gained = {frozenset(gaining.awaited_resources(statement)) for statement in every_statement(model)}

    def clash(self, one: Attached, other: Attached) -> bool:
        awaited, also_awaited = self._awaited[one.node.span], self._awaited[other.node.span]
        return any(gained & awaited and gained & also_awaited for gained in self._gained) and super().clash(one, other)


def _statements_in_spans(spans: Iterable[s.Span], body: Iterable[m.Statement]) -> dict[s.Span, list[m.Statement]]:
    """The statements that stand in each of some texts that do not overlap."""
    written: dict[s.Span, list[m.Statement]] = {span: [] for span in sorted(spans, key=_start)}
    texts, starts = list(written), [_start(span) for span in written]
    for statement in body:
        at = bisect_right(starts, _start(statement.site.span)) - 1
        if at >= 0 and statement.site.span.is_inside(texts[at]):
            written[texts[at]].append(statement)
    return written


def _start(span: s.Span) -> tuple[str, int, int]:
    return span.file, span.line, span.column
