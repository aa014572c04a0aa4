"""What an expression or a statement can see, and the rule it stands in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Note

from . import model as m
from .names import BUILT_IN, Names
from .report import Report
from .types import MISTAKE, is_unknown, said


@dataclass(frozen=True, slots=True)
class Standing:
    """The rule that statements belong to: its name, title and citation."""

    rule: str
    title: str
    see: str | None

    def at(self, span: s.Span) -> m.Site:
        return m.Site(self.rule, self.title, self.see, span)


@dataclass(slots=True)
class Scope:
    """One level of names. `this` is the object whose text this is; `may_pay` … say what may stand here."""

    names: Names
    report: Report
    standing: Standing
    locals: dict[str, tuple[m.Variable, s.Span]]
    this: m.Expr | None = None
    in_repeat: bool = False

    def inner(self, *, see: s.Text | None = None, in_repeat: bool | None = None) -> Scope:
        """A scope inside this one: it sees all of it, and what it binds stays in it."""
        standing = replace(self.standing, see=see.text) if see else self.standing
        repeat = self.in_repeat if in_repeat is None else in_repeat
        return Scope(self.names, self.report, standing, dict(self.locals), self.this, repeat)

    def site(self, span: s.Span) -> m.Site:
        return self.standing.at(span)

    def bind(self, name: s.Name, type_: m.Type) -> m.Variable:
        """A new variable; a name that means something else already may not be taken, a kind's name aside."""
        variable = m.Variable(name.text, type_)
        self.bind_to(name, variable)
        return variable

    def bind_to(self, name: s.Name, variable: m.Variable) -> None:
        there = self.locals.get(name.text)
        entry = self.names.entries.get(name.text)
        if there is not None:
            self._taken(name, f"`{name.text}` is named here already", there[1])
        elif entry is not None and entry.what != "kind":
            self._taken(name, f"{entry.said()}, defined here", entry.span)
        self.locals[name.text] = (variable, name.span)

    def _taken(self, name: s.Name, fact: str, span: s.Span) -> None:
        self.report.error(
            "E0203", name.span, f"`{name.text}` already means something else here",
            label="a second meaning", notes=[Note(fact, span if span is not BUILT_IN else None)], help="choose another name",
        )  # fmt: skip

    # ---- reporting

    def wrong(
        self, code: str, span: s.Span, message: str, *, label: str = "", notes: tuple[Note, ...] = (), help: str = ""
    ) -> m.Const:
        """Reports an error; the result stands for the expression it is in."""
        self.report.error(code, span, message, label=label, notes=notes, help=help)
        return MISTAKE

    def wants(self, node: s.Node, given: m.Type, wanted: m.Type, why: str, help: str = "") -> None:
        """Reports that `node` is of the wrong type; `why` says what needs the other."""
        if not is_unknown(given, wanted):
            self.wrong(
                "E0301", node.span, f"`{self.names.source(node.span)}` is {said(given)}, but {why} {said(wanted)}",
                label=f"this is {said(given)}", help=help,
            )  # fmt: skip
