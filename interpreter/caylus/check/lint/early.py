"""Warn of what is asked too early: just before an action adds a player to the list that is counted, or sets what is asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from caylus import model as m
from caylus.analysis.counts import Counts
from caylus.analysis.facts import Facts
from caylus.diagnostics.diagnostic import Diagnostic, Note, warning
from caylus.model.access import access
from caylus.model.transfer import NO, YES, Known
from caylus.model.walk import parts, put, statements


def warn_of_asking_too_early(facts: Facts, counts: Counts) -> Iterator[Diagnostic]:
    """Warnings only, of conditions of an action that only what comes after them in the same action could make true."""
    writers: dict[m.Thing, set[int]] = defaultdict(set)
    for statement in (x for action in facts.reached for x in statements(action.body)):
        for thing in (thing for write in access(statement).writes for thing in write.held):
            writers[thing].add(id(statement))
    for action in facts.reached:
        for number, asking in enumerate(action.body):
            if not isinstance(asking, m.If):
                continue
            rest = action.body[number + 1 :]
            condition = asking.condition
            later = {id(x) for x in statements(rest)}
            for read in [x for x in parts(condition) if isinstance(x, m.Read) and x.object is None and not x.indices]:
                is_first = writers[read.state] and writers[read.state] <= later and len({*read.state.initial}) == 1
                if is_first and not read.state.bounds and counts.count_calls(action) <= 1:
                    condition = put(condition, read, m.Const(read.state.initial[0], read.type))
            answer = facts.evaluate(condition, Known()) if condition != asking.condition else None
            if answer in (YES, NO) and facts.evaluate(asking.condition, Known()) != answer:
                states = {x.state for x in parts(asking.condition) if isinstance(x, m.Read)}
                origin = next(x for x in statements(rest) if states & facts.effects.changes(x))
                label = f"`{action.name}` is done once, and changes this only later"
                yield _report(asking, origin, answer == YES, label)
            for addition in _find_additions(rest, facts):
                if _counts_all(asking.condition, addition.target):
                    label = f"the player is added to `{addition.target.list.name}` after this"
                    yield _report(asking, addition, False, label)


def _find_additions(rest: m.Body, facts: Facts) -> Iterator[m.AddTo]:
    """The additions to lists of the table that surely come, each before anything else changes the list."""
    changes: set[m.Thing] = set()
    for statement in rest:
        is_addition = isinstance(statement, m.AddTo) and not statement.moves and statement.target.object is None
        if isinstance(statement, m.AddTo) and is_addition and statement.target.list not in changes:
            yield statement
        if any(isinstance(x, m.Jump) for x in statements((statement,))):
            return
        changes |= facts.effects.changes(statement)


def _counts_all(condition: m.Expr, list_: m.ListMembers) -> bool:
    """Return whether a condition wants as many in a list as there are players."""
    match condition:
        case m.Compare(op="==" | ">=", left=m.SizeOf(list=counted), right=m.SizeOf(list=m.AllOf(kind=kind))):
            return counted == list_ and kind.is_player
        case m.Logic(op="and", operands=operands):
            return any(_counts_all(operand, list_) for operand in operands)
    return False


def _report(asking: m.If, origin: m.Statement, is_true: bool, label: str) -> Diagnostic:
    code, message = ("W1005", "this always holds") if is_true else ("W1004", "this never holds")
    help, notes = "ask after it: write `after` instead of `before`", (Note("this comes later", origin.site.span),)
    return warning(code, asking.site.span, message, label, notes=notes, help=help)
