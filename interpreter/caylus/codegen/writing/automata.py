"""Generate the function that picks an option for a seat that rules play.

It asks what they go by in the order of the text, each of all options, so that the first that fits any of them decides.
"""

from __future__ import annotations

from caylus import model as m
from caylus.analysis.secrets.flow import Flow
from caylus.model.walk import automaton_choices, formulas

from .definitions import Names, local
from .expressions import Expressions
from .linker import Linker
from .writer import Writer


class Automata:
    """The `seats` of a model that rules play; `people` is the number of those before them."""

    def __init__(self, automata: list[m.Automaton], expressions: Expressions, flow: Flow) -> None:
        self.people = expressions.layout.players - len(automata)
        self.seats = automata
        self._x = expressions
        self._flow = flow

    def __bool__(self) -> bool:
        return bool(self.seats)

    def plays(self, player: str) -> str:
        """Python source of whether rules play the seat of a number."""
        return f"{player} >= {self.people}"

    def write(self, linker: Linker, block: int, action: m.Action, choose: m.Choose) -> None:
        """The function `taken_…` of a decision, of one or more of its options: the one that is taken at a seat."""
        head = f"taken_{block}(m, s, player, options)"
        w = linker.function(head)
        w("best = ()")
        w("top = 0")
        for seat, automaton in enumerate(self.seats, self.people):
            by = automaton_choices(automaton, action, choose)
            if not by:
                continue
            with w.indent(f"if player == {seat}:"):
                if not self._flow.is_open(choose) or any(map(self._flow.is_private, (takes for takes, _ in by))):
                    w("m.opened += 1")
                for takes, meant in by:
                    self._take(w, automaton, takes, choose, meant)
        w(f"return options[{-1 if choose.may else 0}]")

    def _take(self, w: Writer, automaton: m.Automaton, takes: m.Takes, choose: m.Choose, meant: list[int]) -> None:
        """Returns the best of the options that are meant, if there is any."""
        w.set_span(takes.site.span)
        with w.indent("for o in options:"):
            for number in meant:
                where, by = formulas(takes, choose, number)
                variables = choose.options[number].variables if number < len(choose.options) else ()
                names = {automaton.player: "player", **{v: local(v, i) for i, v in enumerate(variables)}}
                with w.indent(f"if o[0] == {number}:"):
                    for i, variable in enumerate(variables, 1):
                        w(f"{names[variable]} = o[{i}]")
                    self._fits(w, takes, where, by, names)
        if takes.by is not None:
            with w.indent("if best:"):
                w.all(self._x.ran(takes.site))
                w("return best")

    def _fits(self, w: Writer, takes: m.Takes, where: m.Expr | None, by: m.Expr | None, names: Names) -> None:
        """The test and the result for one option `o` that is meant."""
        holds = self._x.emit_condition(where, names, takes.site) if where is not None else "True"
        with w.indent(f"if {holds}:"):
            if by is None:
                w.all(self._x.ran(takes.site))
                w("return o")
                return
            w(f"rank = {self._x.write(by, names)}")
            with w.indent(f"if not best or rank {'<' if takes.fewest else '>'} top:"):
                w("best = o")
                w("top = rank")
