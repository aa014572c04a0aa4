"""Generate what happens by itself: triggers, steps of sequences, and the choices of seats that rules play.

Nothing is done inside of what gained, and nothing is left over: a gain that may set something off is a statement that may have
to wait, and the queue is emptied before it goes on. What is set off meanwhile goes to its end.

It asks what they go by in the order of the text, each of all options, so that the first that fits any of them decides.
"""

from __future__ import annotations

from collections.abc import Iterator

from caylus import model as m
from caylus.analysis.effects import RuleEffects
from caylus.analysis.secrets.flow import Flow
from caylus.model.access import Gaining
from caylus.model.walk import automaton_choices, formulas
from caylus.payments import resource_mask

from .expressions import Expressions, Names, local
from .linker import Frame, Linker, Writer, leaving


class Triggers:
    """Writes what a gain does with the queue, and the block that empties it."""

    def __init__(self, model: m.Model, expressions: Expressions) -> None:
        self._triggers = model.triggers
        self.waits = RuleEffects(model).waits
        self._gaining = Gaining(model.triggers)
        self._x = expressions
        self._block = -1

    def __len__(self) -> int:
        return len(self._triggers)

    def may_follow(self, statement: object) -> bool:
        """Return whether a statement may set something off."""
        return bool(self._gaining.awaited_resources(statement))

    def follow(self, player: str, way: str) -> str:
        """The line that puts into the queue what waits for a packed amount which a player has gained."""
        masks = tuple(resource_mask([resource.index for resource in trigger.resources]) for trigger in self._triggers)
        return f"queue_triggers(m.stack, {self._block}, {self._x.constant(masks, 'Ways')}, {player}, {way})"

    def write(self, linker: Linker, is_traced: bool) -> None:
        """The block of the queue, and all that may be in it."""
        if not self._triggers:
            return
        frame = Frame()
        first, many = self._triggers[0].action, len(self)
        trigger = m.Kind("trigger", "triggers", None, None, first.site.span, size=many, count=many)
        player = first.params[0].type
        queue = frame.new((m.Type("object", trigger), player, m.PAYMENT))
        self._block, w = linker.block(None, frame)
        entries = tuple((entry.block, (0,) * entry.zeros) for entry in (linker.entry(one.action) for one in self._triggers))
        with w.indent(f"if not {queue}:"):
            for line in leaving(is_traced):
                w(line)
        w(f"trigger, player, given = {queue}[0]")
        w(f"f[1] = {queue}[1:]")
        w(f"block, zeros = {self._x.constant(entries, 'TRIGGERS')}[trigger]")
        w("m.stack.append([block, player, given, *zeros])")
        w("return False")


def named_steps(model: m.Model) -> Iterator[tuple[str, m.Action]]:
    """The names of steps that a sequence does something around, each with so much of the sequence.

    It holds the very statements of the sequence, so whatever is known of them holds here as well.
    """
    for sequence in model.actions.values():
        before, after = sequence.around
        for at, statement in enumerate(sequence.body if before or after else ()):
            if isinstance(statement, m.Do) and statement.site.rule == sequence.name:
                body = sequence.body[at - before : at + 1 + after]
                yield statement.action.name, m.Action(sequence.name, (), body, False, [], sequence.site)


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
                for takes, option_numbers in by:
                    self._take(w, automaton, takes, choose, option_numbers)
        w(f"return options[{-1 if choose.may else 0}]")

    def _take(self, w: Writer, automaton: m.Automaton, takes: m.Takes, choose: m.Choose, option_numbers: list[int]) -> None:
        """Returns the best of the options that are meant, if there is any."""
        w.set_span(takes.site.span)
        with w.indent("for o in options:"):
            for number in option_numbers:
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
