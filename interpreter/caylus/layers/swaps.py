"""One formula for another, wherever it stands in a definition, written alike; blanks and comments do not count.

A layer means the text that it stands on. What it puts there itself, and what others put there of whom it says nothing, it does
not look into; where these have put one formula in the place of another, it still sees the other (`instead`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.limits import MOST_TOKENS
from caylus.syntax.walk import walk

from .parts import Edited, Part, attachment_target

_ASSOCIATIVE = ("+", "*", "and", "or")
"""Of operands joined by one of these alone, those in the middle belong together as much as the first do."""


class Sight(NamedTuple):
    """The part of a text that a layer sees: the layers it is based on, and the formulas there before others changed them.

    `source` tells what an author wrote.
    """

    is_below: Callable[[s.Node], bool]
    instead: Mapping[s.Span, s.Expr]
    source: Callable[[s.Node], str]

    def sees(self, node: s.Node) -> bool:
        return self.is_below(node) or node.span in self.instead


Formulaic = s.Action | s.Value | s.Condition | s.Rule | s.Game | s.Object
"""What is made of formulas."""


def with_swaps(old: Formulaic, part: s.Name | None, swaps: Sequence[s.Swap], sight: Sight) -> Edited:
    """The definition, or the `part` of an object, with all the swaps made at once: none looks into what another has put there.

    Those that stand nowhere make no part.
    """
    swapping = _Swapping(swaps, sight)
    new = _with_part(old, part.text, swapping.on) if isinstance(old, s.Object) and part is not None else swapping.on(old)
    parts = []
    grown = 0
    for swap in swaps:
        places = swapping.places(swap)
        if places:
            shown = sight.source(swap.old) if part is None else f"{part.text}: {sight.source(swap.old)}"
            parts.append(Part(shown, "swap", swap, places[0], tuple(place.span for place in places)))
            grown += len(places) * sum(1 for _ in walk(swap.new))
    if grown > MOST_TOKENS:
        message = f"formulas of more than {MOST_TOKENS:,} words and symbols would stand there in all"
        fault = Diagnostic("E0520", message, swaps[0].span, help="make a value of what stands in many places")
        return Edited(old, tuple(parts), (fault,))
    return Edited(new, tuple(parts))


def _with_part(old: s.Object, name: str, change: Callable[[s.Node], Any]) -> s.Object:
    """The object with a change of its part of a name: a property, an action, or the attachments to what is called so."""
    return replace(
        old,
        settings=tuple(change(x) if x.name.text == name else x for x in old.settings),
        behaviours=tuple(change(x) if x.name.text == name else x for x in old.behaviours),
        attachments=tuple(change(x) if attachment_target(x).text == name else x for x in old.attachments),
    )


def formulas(definition: s.Definition, sight: Sight) -> Iterator[str]:
    """The formulas that a layer could swap in a definition, as it is there."""
    return (sight.source(node) for node in walk(definition) if isinstance(node, s.Expr) and sight.is_below(node))


def parse_amount(node: s.Node) -> s.Quantity | None:
    """`2 * 3 coin` as what it means, six coins: its product is a formula by itself."""
    if not isinstance(node, s.Chain) or node.operators[0] not in ("*", "/", "%"):
        return None
    *factors, last = node.operands
    if not isinstance(last, s.Quantity):
        return None
    product = s.Chain(node.span.to(last.amount.span), (*factors, last.amount), node.operators)
    return s.Quantity(node.span, product, last.different, last.unit)


class _Alike:
    """Gives pieces of syntax that are written alike the same number, wherever they stand.

    Joined operands are numbered from the left, so that `a + b` has one number by itself and at the head of `a + b + c`.
    """

    def __init__(self, instead: Mapping[s.Span, s.Expr]) -> None:
        self._instead = instead
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._known: dict[int, tuple[s.Node, int]] = {}  # by identity; the nodes are kept, so that no other takes it

    def class_of(self, part: Any) -> int:
        if isinstance(part, tuple):
            return self._number(tuple, *map(self.class_of, part))
        if not isinstance(part, s.Node):
            return self._number(type(part), part)
        if id(part) not in self._known:
            self._known[id(part)] = part, self._class_of_node(self._instead.get(part.span, part))
        return self._known[id(part)][1]

    def class_of_operation(self, left: int, operator: str, right: int) -> int:
        return self._number(s.Chain, left, operator, right)

    def _class_of_node(self, node: s.Node) -> int:
        node = parse_amount(node) or node
        if not isinstance(node, s.Chain):
            return self._number(type(node), *(self.class_of(getattr(node, f.name)) for f in fields(node) if f.name != "span"))
        number = self.class_of(node.operands[0])
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            number = self.class_of_operation(number, operator, self.class_of(operand))
        return number

    def _number(self, *key: Any) -> int:
        return self._numbers.setdefault(key, len(self._numbers))


class _Swapping:
    def __init__(self, swaps: Sequence[s.Swap], sight: Sight) -> None:
        self.sight = sight
        self.alike = _Alike(sight.instead)
        self.swaps: dict[int, s.Swap] = {}
        for swap in swaps:
            self.swaps.setdefault(self.alike.class_of(swap.old), swap)
        self.joins = any(isinstance(swap.old, s.Chain) for swap in swaps)
        self.found: dict[int, list[s.Expr]] = {number: [] for number in self.swaps}

    def places(self, swap: s.Swap) -> list[s.Expr]:
        """The old formulas where the swap has been made."""
        return self.found[self.alike.class_of(swap.old)]

    def on(self, part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(self.on, part))
        if not isinstance(part, s.Node):
            return part
        if isinstance(part, s.Expr) and self.sight.sees(part) and self.alike.class_of(part) in self.swaps:
            return self.swap_number(self.alike.class_of(part), part)
        if not self.sight.is_below(part):
            return part
        amount = parse_amount(part)
        if amount is not None:
            before = sum(map(len, self.found.values()))
            made = replace(amount, amount=self.on(amount.amount), unit=self.on(amount.unit))
            return made if sum(map(len, self.found.values())) > before else part
        if isinstance(part, s.Chain) and self.joins:
            part = self._with_runs(part)
        return replace(part, **{f.name: self.on(getattr(part, f.name)) for f in fields(part) if f.name != "span"})

    def swap_number(self, number: int, old: s.Expr) -> s.Expr:
        self.found[number].append(old)
        return self.swaps[number].new

    # ---- some of the operands that are joined

    def _with_runs(self, chain: s.Chain) -> s.Chain:
        """The operands with each run of them that is swapped as one; the longest, from the left."""
        operands: list[s.Expr] = []
        operators: list[str] = []
        at = 0
        while at < len(chain.operands):
            operators += chain.operators[at - 1 : at]
            number, end = self._run(chain, at)
            run = chain.operands[at:end]
            if number is not None:
                span = run[0].span.to(run[-1].span)
                run = (self.swap_number(number, s.Chain(span, run, chain.operators[at : end - 1])),)
            operands += run
            at = end
        return s.Chain(chain.span, tuple(operands), tuple(operators))

    def _run(self, chain: s.Chain, at: int) -> tuple[int | None, int]:
        """The number of the longest run that begins at an operand and is swapped, if there is one, and where it ends."""
        number = self.alike.class_of(chain.operands[at])
        found: tuple[int | None, int] = (None, at + 1)
        for end in range(at + 1, len(chain.operands)):
            operator = chain.operators[end - 1]
            if at and not (operator == chain.operators[at - 1] and operator in _ASSOCIATIVE):
                break
            if not (self.sight.sees(chain.operands[at]) and self.sight.sees(chain.operands[end])):
                break
            number = self.alike.class_of_operation(number, operator, self.alike.class_of(chain.operands[end]))
            if number in self.swaps:
                found = number, end + 1
        return found
