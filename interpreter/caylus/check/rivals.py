"""Layers against each other: what two of them set though neither stands on the other, what one sets twice, what is sealed.

Whatever adds up may come from any number of layers: new definitions, `before` and `after`, `plus` and `minus`, `restrict`.
What does not add up has to be ordered by those who wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic, Note

from .edits import rebuilt
from .history import History, Layer, Step

MOST_COMPARED = 1000
"""How many attachments of two layers to one thing are held against each other."""

_ATTACHMENTS = (s.Modify, s.Restrict, s.Around, s.AroundEach)


class Attached(NamedTuple):
    """An attachment, the layer that wrote it, and the rule or the object it stands in."""

    layer: str
    node: s.Attachment
    owner: s.Rule | s.Object


def conflicts(layers: Sequence[Layer], files: Sequence[s.File], history: History) -> list[Diagnostic]:
    """Every fault between the layers, the lowest first, that make `files` together; `history` tells how."""
    rivals = _Rivals(layers)
    attached = list(rivals.attached(files))
    objects = {d.name.text for file in files for d in file.definitions if isinstance(d, s.Object)}
    return [*rivals.parts(history), *rivals.sealed(history, attached), *rivals.attachments(attached, objects)]


class _Rivals:
    def __init__(self, layers: Sequence[Layer]) -> None:
        self.above = {layer.name: layer.above for layer in layers}
        self.rank = {layer.name: rank for rank, layer in enumerate(layers)}
        self.layer_of = {file.path: layer.name for layer in layers for file in layer.files}

    def attached(self, files: Sequence[s.File]) -> Iterator[Attached]:
        for file in files:
            for definition in file.definitions:
                if isinstance(definition, (s.Rule, s.Object)):
                    for node in definition.attachments:
                        yield Attached(self.layer_of[node.span.file], node, definition)

    # ---- parts

    def parts(self, history: History) -> Iterator[Diagnostic]:
        """What is set by two layers or twice by one: a part, or a part and the whole of it."""
        for path, steps in history.items():
            whole = path.partition(".")[0]
            before = {step.layer: step for step in history.get(whole, ()) if whole != path and _sets(step, whole, whole)}
            for step in (step for step in steps if _sets(step, path, whole)):
                for other in before.values():
                    first, second = sorted((other, step), key=lambda each: self.rank[each.layer])
                    fault = self._between(first, second, path)
                    if fault is not None:
                        yield fault
                        break
                before.setdefault(step.layer, step)

    def _between(self, first: Step, second: Step, path: str) -> Diagnostic | None:
        """What is wrong with both of two steps to a part, or to it and the whole of it."""
        if _adds_up(first, second):
            return None
        if first.layer == second.layer:
            note = Note("it is set here as well", first.span)
            return Diagnostic("E0509", f"`{path}` is set twice", second.span, notes=(note,), help="keep one of them")
        if self._is_unordered(first.layer, second.layer) and not s.same(first.said, second.said):
            return self._unordered(second, first, f"set `{path}`", "sets it")
        return None

    def _is_unordered(self, one: str, other: str) -> bool:
        return one != other and one not in self.above[other] and other not in self.above[one]

    def _unordered(self, second: Step | Attached, first: Step | Attached, both: str, each: str) -> Diagnostic:
        message = f"`{first.layer}` and `{second.layer}` both {both}, and neither stands on the other"
        note = Note(f"`{first.layer}` {each} here", _span(first))
        help_ = f"to let `{second.layer}` decide, write `requires: [{first.layer}]` into its manifest"
        return Diagnostic("E0506", message, _span(second), notes=(note,), help=help_)

    # ---- seals

    def sealed(self, history: History, attached: Sequence[Attached]) -> Iterator[Diagnostic]:
        """What is done from above to something sealed, or by a layer that its sealer does not stand on."""
        seals = [(name, step) for name, steps in history.items() for step in steps if isinstance(step.said, s.Seal)]
        for name, seal in seals:
            steps = (step for path, steps in history.items() if path.partition(".")[0] == name for step in steps)
            done: list[Step | Attached] = [step for step in steps if not isinstance(step.said, s.Seal)]
            done += [one for one in attached if _target(one.node).text == name]
            for one in done:
                if one.layer != seal.layer and one.layer not in self.above[seal.layer]:
                    assert isinstance(seal.said, s.Seal)
                    note = Note(f"`{seal.layer}` seals it here: {seal.said.why.text}", seal.span)
                    yield Diagnostic("E0508", f"`{name}` is sealed and may not be changed", _span(one), notes=(note,))

    # ---- attachments

    def attachments(self, attached: Sequence[Attached], objects: set[str]) -> Iterator[Diagnostic]:
        """Two layers that say what one value becomes, or what is done instead of one action, and both may hold at once."""
        exclusive: dict[tuple[str, str], dict[str, list[Attached]]] = {}
        for one in attached:
            if _excludes(one.node):
                exclusive.setdefault((_target(one.node).text, _excludes(one.node)), {}).setdefault(one.layer, []).append(one)
        for (name, verb), by_layer in exclusive.items():
            for one_layer, other_layer in combinations(sorted(by_layer, key=self.rank.__getitem__), 2):
                if self._is_unordered(one_layer, other_layer):
                    both = f"say what `{name}` becomes" if verb == "becomes" else f"stand instead of `{name}`"
                    clash = _first_clash(by_layer[one_layer], by_layer[other_layer], objects)
                    if clash is not None:
                        yield self._unordered(clash[1], clash[0], both, "says" if verb == "becomes" else "stands")


def _span(done: Step | Attached) -> s.Span:
    return done.span if isinstance(done, Step) else done.node.span


def _sets(step: Step, path: str, whole: str) -> bool:
    """Whether a step is more than a seal, or than the definition itself, which whoever goes on from it stands on."""
    return step.verb != "seal" and not (step.verb == "add" and path == whole)


def _adds_up(one: Step, other: Step) -> bool:
    """Whether two steps of a part go together whatever their order, or in the order of one layer's text."""
    if isinstance(one.said, _ATTACHMENTS) and isinstance(other.said, _ATTACHMENTS):
        return True
    return one.verb == other.verb == "insert" and one.layer == other.layer


def _target(node: s.Attachment) -> s.Name:
    return node.sequence if isinstance(node, s.AroundEach) else node.target.name


def _excludes(node: s.Attachment) -> str:
    """How an attachment leaves no room for another of its sort: by `becomes` or by `instead`; "" if it does not."""
    if isinstance(node, s.Modify):
        return "becomes" if node.change == "becomes" else ""
    return "instead" if isinstance(node, s.Around) and node.when == "instead" else ""


def _first_clash(ones: Sequence[Attached], others: Sequence[Attached], objects: set[str]) -> tuple[Attached, Attached] | None:
    """The first two that may hold at once; the first of all where there are too many to compare."""
    pairs = product(ones, others)
    if len(ones) * len(others) > MOST_COMPARED:
        return next(pairs)
    return next(((one, other) for one, other in pairs if not _are_apart(one, other, objects)), None)


def _are_apart(one: Attached, other: Attached, objects: set[str]) -> bool:
    """Whether two attachments never hold at once, because each asks one thing to be another object."""
    return any(
        s.same(asked, also) and wanted != other_wanted
        for (asked, wanted), (also, other_wanted) in product(_asked(one, objects), _asked(other, objects))
    )


def _asked(attached: Attached, objects: set[str]) -> list[tuple[s.Expr, str]]:
    """What an attachment asks to be a certain object, and which one.

    What it asks is told so that two attachments to one thing can be compared: its parameters by their places, `this` by name.
    """
    node = attached.node
    if not isinstance(node, (s.Modify, s.Around)) or node.where is None:
        return []
    names = {param.text: f"{place}" for place, param in enumerate(node.target.params)}

    def told(part: s.Node) -> s.Node:
        if isinstance(part, s.Reference) and part.name in names:
            return s.Reference(part.span, names[part.name])
        is_this = isinstance(part, s.Literal) and part.word == "this"
        return s.Reference(part.span, attached.owner.name.text) if is_this else part

    found = []
    where = rebuilt(node.where, told)
    for condition in where.operands if isinstance(where, s.Chain) and set(where.operators) == {"and"} else (where,):
        if isinstance(condition, s.Comparison) and condition.operator == "is":
            for asked, answer in ((condition.left, condition.right), (condition.right, condition.left)):
                if isinstance(answer, s.Reference) and answer.name in objects:
                    found.append((asked, answer.name))
    return found
