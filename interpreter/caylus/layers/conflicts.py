"""Layers against each other: what two of them set though neither comes after the other, what one sets twice, what is sealed.

Whatever adds up may come from any number of layers: new definitions, `plus` and `minus`, `restrict`. What does not add up
has to be ordered by those who wrote it. What is done before and after actions is compared in `commutativity`, once it
is known what it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note

from .disjoint import Attached, are_disjoint, attachment_target, collect_attachments, first_clash, object_names
from .history import History, Layer, Step, unordered_pairs

_ATTACHMENTS = (s.Modify, s.Restrict, s.Around, s.AroundEach, s.Trigger)


def conflicts(layers: Sequence[Layer], files: Sequence[s.File], history: History) -> list[Diagnostic]:
    """Every fault between the layers, the lowest first, that make `files` together; `history` tells how."""
    between = _Conflicts(layers)
    found = collect_attachments(layers, files)
    in_text = [*between.parts(history), *between.anchors(history), *between.places(history)]
    return [*in_text, *between.check_seals(history, found), *between.attachments(found, object_names(files))]


class _Conflicts:
    def __init__(self, layers: Sequence[Layer]) -> None:
        self.below = {layer.name: layer.earlier_layers for layer in layers}
        self.rank = {layer.name: rank for rank, layer in enumerate(layers)}
        self.unordered = list(unordered_pairs(layers))

    # ---- parts

    def parts(self, history: History) -> Iterator[Diagnostic]:
        """The faults of parts that two layers set, or one layer twice: a part, or a part and the whole of it."""
        for path, steps in history.items():
            whole = path.partition(".")[0]
            before = {step.layer: step for step in history.get(whole, ()) if whole != path and _sets(step, whole, whole)}
            for step in (step for step in steps if _sets(step, path, whole)):
                for other in before.values():
                    first, second = sorted((other, step), key=lambda each: self.rank[each.layer])
                    fault = self._compare_steps(first, second, path)
                    if fault is not None:
                        yield fault
                        break
                before.setdefault(step.layer, step)

    def _compare_steps(self, first: Step, second: Step, path: str) -> Diagnostic | None:
        """The fault of two steps to one part, or to it and the whole of it."""
        if _adds_up(first, second):
            return None
        if first.layer == second.layer:
            note = Note("it is set here as well", first.span)
            return Diagnostic("E0509", f"`{path}` is set twice", second.span, notes=(note,), help="keep one of them")
        if (first.layer, second.layer) in self.unordered and not s.same(first.node, second.node):
            if isinstance(second.node, s.Swap):
                whole, _, formula = path.partition(".")
                return _report_undecided(first, second, f"say what `{formula}` becomes in `{whole}`", "says so")
            return _report_undecided(first, second, f"set `{path}`", "sets it")
        return None

    # ---- places

    def anchors(self, history: History) -> Iterator[Diagnostic]:
        """An option that one layer removes and beside which another adds one."""
        for path, steps in history.items():
            whole = path.partition(".")[0]
            for step in steps:
                if isinstance(step.node, s.OptionEdit) and step.node.anchor is not None:
                    for other in history.get(f"{whole}.{step.node.anchor.text}", ()):
                        first, second = sorted((step, other), key=lambda each: self.rank[each.layer])
                        if other.verb == "remove" and (first.layer, second.layer) in self.unordered:
                            yield _report_undecided(first, second, f"change one place of `{whole}`", "changes it")

    def places(self, history: History) -> Iterator[Diagnostic]:
        """The faults of two layers that put something into one place of a definition, though under different names."""
        found: dict[str, list[_Place]] = {}
        for path, steps in history.items():
            whole = path.partition(".")[0]
            found.setdefault(whole, []).extend(_Place(span, path, step) for step in steps for span in step.places)
        for whole, places in found.items():
            around: list[_Place] = []
            told: set[tuple[int, int]] = set()
            for place in sorted(places, key=lambda place: place.span.order):
                around = [outer for outer in around if outer.reaches(place)]
                for outer in around:
                    first, second = sorted((outer, place), key=lambda each: self.rank[each.step.layer])
                    pair = id(first.step), id(second.step)
                    if outer.path != place.path and pair not in told and (first.step.layer, second.step.layer) in self.unordered:
                        told.add(pair)
                        yield _report_undecided(first.step, second.step, f"change one place of `{whole}`", "changes it")
                around.append(place)

    # ---- seals

    def check_seals(self, history: History, attached: Sequence[Attached]) -> Iterator[Diagnostic]:
        """The faults of changes to something sealed, by a layer that its sealer is not based on."""
        seals = [(name, step) for name, steps in history.items() for step in steps if isinstance(step.node, s.Seal)]
        for name, seal in seals:
            steps = (step for path, steps in history.items() if path.partition(".")[0] == name for step in steps)
            done: list[Step | Attached] = [step for step in steps if not isinstance(step.node, s.Seal)]
            done += [one for one in attached if attachment_target(one.node).text == name]
            for one in done:
                if one.layer != seal.layer and one.layer not in self.below[seal.layer]:
                    assert isinstance(seal.node, s.Seal)
                    note = Note(f"`{seal.layer}` seals it here: {seal.node.why.text}", seal.span)
                    yield Diagnostic("E0508", f"`{name}` is sealed and may not be changed", _span(one), notes=(note,))

    # ---- attachments

    def attachments(self, attached: Sequence[Attached], objects: set[str]) -> Iterator[Diagnostic]:
        """Two layers that say what one value becomes, or what is done instead of one action, and both may hold at once."""
        exclusive: dict[tuple[str, str], dict[str, list[Attached]]] = {}
        for one in attached:
            if _excludes(one.node):
                exclusive.setdefault((attachment_target(one.node).text, _excludes(one.node)), {}).setdefault(
                    one.layer, []
                ).append(one)

        def may_overlap(one: Attached, other: Attached) -> bool:
            return not are_disjoint(one, other, objects)

        for (name, verb), by_layer in exclusive.items():
            for layer, other in self.unordered:
                clash = first_clash(by_layer.get(layer, ()), by_layer.get(other, ()), may_overlap)
                if clash is not None:
                    both = f"say what `{name}` becomes" if verb == "becomes" else f"stand instead of `{name}`"
                    yield _report_undecided(*clash, both, "says so" if verb == "becomes" else "stands")


class _Place(NamedTuple):
    """A place in a text, the part that is changed there, and how."""

    span: s.Span
    path: str
    step: Step

    def reaches(self, later: _Place) -> bool:
        """Return whether it has not ended where a later one begins."""
        end = self.span.end_line, self.span.end_column
        return self.span.file == later.span.file and end > (later.span.line, later.span.column)


def _report_undecided(first: Step | Attached, second: Step | Attached, both: str, each: str) -> Diagnostic:
    message = f"`{first.layer}` and `{second.layer}` both {both}, and neither comes after the other"
    note = Note(f"`{first.layer}` {each} here", _span(first))
    help_ = f"to let `{second.layer}` decide, write `after: [{first.layer}]` into its manifest"
    return Diagnostic("E0506", message, _span(second), notes=(note,), help=help_)


def _span(done: Step | Attached) -> s.Span:
    return done.span if isinstance(done, Step) else done.node.span


def _sets(step: Step, path: str, whole: str) -> bool:
    """Return whether a step is more than a seal, or than the definition itself, which whoever goes on from it stands on."""
    return step.verb != "seal" and not (step.verb == "add" and path == whole)


def _adds_up(one: Step, other: Step) -> bool:
    """Return whether two steps of a part go together whatever their order, or in the order of one layer's text."""
    if isinstance(one.node, _ATTACHMENTS) and isinstance(other.node, _ATTACHMENTS):
        return True
    return one.verb == other.verb == "insert" and one.layer == other.layer


def _excludes(node: s.Attachment) -> str:
    """The way an attachment excludes another of its sort: by `becomes` or by `instead`; "" if it does not."""
    if isinstance(node, s.Modify):
        return "becomes" if node.change == "becomes" else ""
    return "instead" if isinstance(node, s.Around) and node.when == "instead" else ""
