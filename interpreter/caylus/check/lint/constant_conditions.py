"""Conditions whose answer is known before the game: they hold always or never, whatever anybody does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from caylus import model as m
from caylus import syntax as s
from caylus.arithmetic import ARITHMETIC, COMPARE
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic
from caylus.model.evaluate import arithmetic
from caylus.syntax.walk import walk

_SAME = {"is": True, "<=": True, ">=": True, "is not": False, "<": False, ">": False}
"""What each comparison says of two sides that are the same."""

_COMPARE = {**COMPARE, "is": COMPARE["=="], "is not": COMPARE["!="]}


class _Found(NamedTuple):
    """A condition, the answer it always gives, and why."""

    condition: s.Expr
    holds: bool
    why: str


def check(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only. What a constant decides is open: a constant is there to be changed."""
    collector = Collector()
    judge = Judge(symbols)
    for node in symbols.nodes:
        condition = _condition_of(node)
        for found in judge.foregone(condition) if condition is not None else ():
            span = found.condition.span
            if found.holds:
                collector.warning("W1005", span, "this always holds", found.why, help="leave it out")
            else:
                collector.warning("W1004", span, "this never holds", found.why, help="what depends on it is never done")
    return None, collector.diagnostics


def _condition_of(node: s.Node) -> s.Expr | None:
    """The condition that a piece of syntax asks, if it asks one."""
    match node:
        case s.If() | s.Require() | s.Repeat() | s.Case():
            return node.condition
        case s.ForEach() | s.Option() | s.Query() | s.Modify() | s.Restrict() | s.Around() | s.Trigger():
            return node.where
    return None


class Judge:
    """Answers what the text alone can answer."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        game = next(symbols.all(s.Game))
        self.counts = range(game.fewest, game.most + 1)

    def foregone(self, condition: s.Expr) -> Iterator[_Found]:
        """The smallest parts of the condition that have one answer only."""
        parts = condition.operands if isinstance(condition, s.Chain) and condition.operators[0] in ("and", "or") else ()
        found = [inner for part in parts for inner in self.foregone(part)]
        answers = {self._answer(condition, players) for players in self.counts}
        if not found and answers in ({True}, {False}):
            yield _Found(condition, True in answers, self._why(condition))
        elif not found and isinstance(condition, s.Not):
            yield from self.foregone(condition.operand)
        yield from found

    def _why(self, condition: s.Expr) -> str:
        if any(isinstance(x, s.Reference) and x.name == self.symbols.player.plural for x in walk(condition)):
            return f"there are {self.counts[0]} to {self.counts[-1]} players"
        return "it does not depend on the game"

    def _answer(self, node: s.Expr, players: int) -> bool | None:
        """Return whether a condition holds with so many players; None where play decides."""
        match node:
            case s.Literal(word="yes" | "no" as word):
                return word == "yes"
            case s.Not(operand=operand):
                answer = self._answer(operand, players)
                return None if answer is None else not answer
            case s.Chain(operands=operands, operators=("and" | "or" as operator, *_)):
                answers = [self._answer(operand, players) for operand in operands]
                decisive = operator == "or"
                if decisive in answers or self._contradict(operands, decisive, players):
                    return decisive
                return None if None in answers else not decisive
            case s.Comparison(left=left, operator=operator, right=right) if operator in _SAME:
                if s.same(left, right):
                    return _SAME[operator]
                one, other = self.number(left, players), self.number(right, players)
                return None if one is None or other is None else _COMPARE[operator](one, other)
        return None

    def number(self, node: s.Expr, players: int) -> int | None:
        """The value of a number with so many players; None where play decides, or for a constant."""
        match node:
            case s.Number(value=value):
                return value
            case s.Negative(operand=operand):
                number = self.number(operand, players)
                return None if number is None else -number
            case s.Chain(operands=operands, operators=operators) if operators[0] in ARITHMETIC:
                numbers = [self.number(operand, players) for operand in operands]
                number = numbers[0]
                for op, right in zip(operators, numbers[1:], strict=True):
                    number = arithmetic(op, number, right) if number is not None and right is not None else None
                return number
            case s.SizeOf(operand=s.Reference(name=name)) if name in self.symbols.entries:
                meaning = self.symbols.entries[name].meaning
                if isinstance(meaning, m.AllOf):
                    return meaning.kind.count + meaning.kind.each * players
                return meaning.size if isinstance(meaning, m.Row) else None
        return None

    def _contradict(self, operands: tuple[s.Expr, ...], either: bool, players: int) -> bool:
        """Return whether one thing would have to be two, joined by `and`; or may be either of not being the one and not the
        other.
        """
        wanted = "is not" if either else "is"
        asked = [
            (one, answer)
            for operand in operands
            if isinstance(operand, s.Comparison) and operand.operator == wanted
            for one, other in ((operand.left, operand.right), (operand.right, operand.left))
            if (answer := self._known_constant(other, players)) is not None
        ]
        return any(s.same(one, also) and answer != other for (one, answer), (also, other) in combinations(asked, 2))

    def _known_constant(self, node: s.Expr, players: int) -> str | int | None:
        """The value of a name of an object or a number; None for whatever may change."""
        if isinstance(node, s.Reference):
            entry = self.symbols.find_visible(s.Name(node.span, node.name))
            return node.name if entry is not None and isinstance(entry.meaning, m.Object) else None
        return self.number(node, players)
