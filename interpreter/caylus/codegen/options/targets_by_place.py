"""Precompute the choices that depend on one state of the table only, such as the moves of a piece.

Where the conditions of a choice look at nothing that changes but one such state, what passes them is worked out once, for
each thing that it may name, when the module is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caylus import model as m
from caylus.limits import MOST_WITHIN_REACH
from caylus.model.walk import free_variables, parts, put

from ..writing.expressions import Expressions

_LASTING = (
    m.Const, m.Local, m.Fixed, m.PlaceInRow, m.Compare, m.Contains, m.Logic, m.Not, m.Arithmetic, m.Absolute, m.AllOf,
    m.RowMembers,
)  # fmt: skip
"""What comes to the same all game long."""


@dataclass(frozen=True, slots=True)
class Reach:
    """`name` is a constant: what passes the `conditions` for each thing that the `subject` may name, for none at the end."""

    subject: m.Read
    name: str
    conditions: list[m.Expr]


def reach(x: Expressions, variable: m.Variable, source: m.AllOf | m.RowMembers, conditions: Sequence[m.Expr]) -> Reach | None:
    """The reach of a choice, which is `variable` and made from `source`, if there is one worth computing."""
    about: dict[m.Read, list[m.Expr]] = {}
    lasting: list[m.Expr] = []
    for condition in conditions:
        looked_at = {part for part in parts(condition) if not isinstance(part, _LASTING)}
        if set(free_variables(condition)) != {variable} or len(looked_at) > 1:
            continue
        for part in looked_at:
            if isinstance(part, m.Read) and part.object is None and not part.indices and part.type.kind is not None:
                about.setdefault(part, []).append(condition)
        if not looked_at:
            lasting.append(condition)
    if not about:
        return None
    subject = max(about, key=lambda read: len(about[read]))
    assert subject.type.kind is not None
    things, choices = x.layout.size(subject.type.kind.root), x.evaluator.length(source)
    if things * choices > MOST_WITHIN_REACH:
        return None
    passed = [*lasting, *about[subject]]
    now = m.Variable("now", subject.type)
    holds = " and ".join(x.write(put(c, subject, m.Local(now)), {variable: "x", now: "now"}) for c in passed)
    inner = f"tuple(x for x in {x.list(source, {})} if {holds})"
    return Reach(subject, x.define_constant(f"tuple({inner} for now in (*range({things}), -1))", "REACH"), passed)
