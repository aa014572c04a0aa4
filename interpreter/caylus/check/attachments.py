"""What objects and rules attach to values, conditions and actions: gathered by target, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic, Note
from caylus.lang.suggest import nearest

from . import model as m
from .callables import standing
from .expressions import wanted
from .names import Names
from .objects import Objects, scope_of
from .report import Report
from .scope import Scope

_ATTACHES_TO = {
    s.Modify: ("value",),
    s.Restrict: ("condition",),
    s.Around: ("action", "phase", "table", "sequence"),
    s.AroundEach: ("sequence",),
}


@dataclass(frozen=True, slots=True)
class Attached:
    """An attachment and the scope of the rule or object it stands in."""

    node: s.Attachment
    around: Scope

    def scope(self, params: Sequence[m.Variable], report: Report) -> Scope:
        """The scope of its text: the target's variables under the names the attachment gives them."""
        inner = self.around.inner()
        inner.report = report
        if not isinstance(self.node, s.AroundEach):
            for name, variable in zip(self.node.target.params, params, strict=True):
                inner.bind_to(name, variable)
        return inner

    def where(self, scope: Scope) -> m.Expr | None:
        where = None if isinstance(self.node, s.AroundEach) else self.node.where
        return wanted(where, scope, m.FLAG, "`where` needs") if where is not None else None


Attachments = dict[str, list[Attached]]
"""By the name of the target."""


def gather(names: Names, objects: Objects) -> tuple[Attachments, tuple[Diagnostic, ...]]:
    """Every attachment whose target exists and takes what it says."""
    report = Report()
    found: Attachments = {}
    for node, around in _attachments(names, objects, report):
        name = node.sequence if isinstance(node, s.AroundEach) else node.target.name
        if _is_target(node, name, names, report):
            found.setdefault(name.text, []).append(Attached(node, around))
    return found, report.found


def _attachments(names: Names, objects: Objects, report: Report) -> Iterator[tuple[s.Attachment, Scope]]:
    made = {node: object_ for object_, node in objects.nodes.items()}
    for file in names.files:
        for definition in file.definitions:
            if isinstance(definition, s.Rule):
                scope = Scope(names, report, standing(definition), {})
                yield from ((a, scope) for a in definition.attachments)
            elif isinstance(definition, s.Object) and definition in made:
                scope = scope_of(made[definition], names, report)
                yield from ((a, scope) for a in definition.attachments)


def _is_target(node: s.Attachment, name: s.Name, names: Names, report: Report) -> bool:
    wanted_ = _ATTACHES_TO[type(node)]
    entry = names.entries.get(name.text)  # to attach to something is not to use it
    if entry is None:
        guess = nearest(name.text, [e.name for e in names.entries.values() if e.what in wanted_])
        report.error(
            "E0204",
            name.span,
            f"`{name.text}` is not {_one_of(wanted_)} in this ruleset",
            label="unknown name",
            help=f"did you mean `{guess}`?" if guess else "",
        )
        return False
    if entry.what not in wanted_:
        report.error(
            "E0206", name.span, f"{entry.said()}, not {_one_of(wanted_)}",
            label=f"cannot be changed by `{_verb(node)}`", notes=[Note("it stands here", entry.span)],
            help="values are changed by `modify`, conditions by `restrict`, actions by `before`, `after` and `instead of`",
        )  # fmt: skip
        return False
    if isinstance(node, s.AroundEach):
        return True
    if not isinstance(entry.meaning, (m.Value, m.Condition, m.Action)):
        return False
    takes = entry.meaning.params
    if len(takes) != len(node.target.params):
        listed = ", ".join(p.name for p in takes)
        report.error(
            "E0302", node.target.span, f"`{name.text}` takes {len(takes) or 'nothing'}, but is given {len(node.target.params) or 'no'} names here",
            label="name each of them", notes=[Note("it stands here", entry.span)], help=f"write `{name.text}({listed})`",
        )  # fmt: skip
        return False
    return True


def _one_of(words: Sequence[str]) -> str:
    return "an action" if words[0] == "action" else f"a {words[0]}"


def _verb(node: s.Attachment) -> str:
    match node:
        case s.Modify():
            return "modify"
        case s.Restrict():
            return "restrict"
        case s.AroundEach(when=when):
            return f"{when} each of"
        case s.Around(when=when):
            return "instead of" if when == "instead" else when
