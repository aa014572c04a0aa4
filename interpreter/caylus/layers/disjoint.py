"""Decide whether two attachments of layers can never hold at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

from caylus import syntax as s
from caylus.limits import MOST_PAIRS

from .history import Layer
from .parts import rebuilt


class Attached(NamedTuple):
    """An attachment, the layer that wrote it, and the rule or the object it stands in."""

    layer: str
    node: s.Attachment
    owner: s.Rule | s.Object


def collect_attachments(layers: Sequence[Layer], files: Sequence[s.File]) -> list[Attached]:
    """Every attachment in the `files` that the layers make together, in the order of the text."""
    layer_of = {file.path: layer.name for layer in layers for file in layer.files}
    owners = [d for file in files for d in file.definitions if isinstance(d, (s.Rule, s.Object))]
    return [Attached(layer_of[node.span.file], node, owner) for owner in owners for node in owner.attachments]


def attachment_target(node: s.Attachment) -> s.Name:
    return node.sequence if isinstance(node, s.AroundEach) else node.target.name


def object_names(files: Sequence[s.File]) -> set[str]:
    """The names of all objects."""
    return {d.name.text for file in files for d in file.definitions if isinstance(d, s.Object)}


def first_clash(
    ones: Sequence[Attached], others: Sequence[Attached], clash: Callable[[Attached, Attached], bool]
) -> tuple[Attached, Attached] | None:
    """The first two that clash; the first of all where there are too many to compare."""
    pairs = product(ones, others)
    if len(ones) * len(others) > MOST_PAIRS:
        return next(pairs)
    return next(((one, other) for one, other in pairs if clash(one, other)), None)


def are_disjoint(one: Attached, other: Attached, objects: set[str]) -> bool:
    """Return whether two attachments never hold at once, because each asks one thing to be another of the `objects`."""
    return any(
        s.same(asked, also) and wanted != other_wanted
        for (asked, wanted), (also, other_wanted) in product(_demands(one, objects), _demands(other, objects))
    )


def _demands(attached: Attached, objects: set[str]) -> list[tuple[s.Expr, str]]:
    """The variables that an attachment demands to be a certain object, and which one.

    What it asks is renamed so that two attachments to one thing can be compared: its parameters by their places, `this` by name.
    """
    node = attached.node
    if not isinstance(node, (s.Modify, s.Around, s.Trigger)) or node.where is None:
        return []
    names = {param.text: f"{place}" for place, param in enumerate(node.target.params)}

    def rename_part(part: s.Node) -> s.Node:
        if isinstance(part, s.Reference) and part.name in names:
            return s.Reference(part.span, names[part.name])
        is_this = isinstance(part, s.Literal) and part.word == "this"
        return s.Reference(part.span, attached.owner.name.text) if is_this else part

    found = []
    where = rebuilt(node.where, rename_part)
    for condition in where.operands if isinstance(where, s.Chain) and set(where.operators) == {"and"} else (where,):
        if isinstance(condition, s.Comparison) and condition.operator == "is":
            for asked, answer in ((condition.left, condition.right), (condition.right, condition.left)):
                if isinstance(answer, s.Reference) and answer.name in objects:
                    found.append((asked, answer.name))
    return found
