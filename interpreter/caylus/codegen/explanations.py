"""Functions that only people need: why an option is not legal, what it costs, what it says."""

from __future__ import annotations

from caylus import model as m

from .expressions import Expressions, Names, local
from .options import explained, price
from .writer import with_places


class Explanations:
    """Writes what people ask about an option with its choices: which conditions fail, what it costs, what it says."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions

    def write(self, what: str, name: str, option: m.Option, outer: Names) -> str:
        """The function `name(s, f, *choices)`; `what` is why, price or words."""
        picked = [local(v, i) for i, v in enumerate(option.variables)]
        names = {**outer, **dict(zip(option.variables, picked, strict=True))}
        body = {"why": self._why, "price": self._price, "words": self._words}[what](option, names)
        lines = with_places([f"    {line}" for line in body])
        return "\n".join([f"def {name}(s, f{''.join(', ' + p for p in picked)}):", *lines])

    def _why(self, option: m.Option, names: Names) -> list[str]:
        conditions = [self.x.write(t.condition, names) for t in explained(option)]
        cost = price(option)
        lines = ["failed = []"]
        for i, condition in enumerate(conditions):
            lines += [f"if not ({condition}):", f"    failed.append({i})"]
        if cost is not None:
            payable = f"any_way(s, SLOTS, {self.x.write(cost.player, names)}, {self.x.write(cost.payment, names)})"
            lines += ["try:", f"    payable = {payable}", "except OverflowError:", "    payable = False"]
            lines += ["if not payable:", f"    failed.append({len(conditions)})"]
        return [*lines, "return failed"]

    def _price(self, option: m.Option, names: Names) -> list[str]:
        cost = price(option)
        return [f"return {self.x.write(cost.payment, names)}" if cost is not None else "return (0,)"]

    def _words(self, option: m.Option, names: Names) -> list[str]:
        parts = [repr(p) if isinstance(p, str) else self.x.said(p, names) for p in option.text]
        return [f"return ({''.join(p + ', ' for p in parts)})"]
