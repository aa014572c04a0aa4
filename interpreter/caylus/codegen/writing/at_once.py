"""Generate choices made at once: a block that waits until all have chosen, and one that carries the choices out.

A choice is written into the frame and nothing else happens, so whoever chooses later is asked of the same table. When the turn
of a player comes, the options are listed once more: a choice that is no longer among them comes to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from caylus import model as m
from caylus.model.walk import question

from ..metadata import Choices
from .definitions import local
from .frames import set_place, slot
from .linker import Question
from .plain_functions import PlainWriter
from .writer import Writer

if TYPE_CHECKING:
    from .coroutines import BlockWriter


def write_at_once(writer: BlockWriter, w: Writer, loop: m.ForEach, then: int) -> None:
    """The loop, in the midst of an action; then on to block `then`."""
    _AtOnce(writer, loop).write(w, then)


class _AtOnce:
    """One loop being written: block `ask` waits for the choices, block `turns` comes to one player after the other.

    The frame holds the `members` of the lists, the `choices` of each, and `at` whose turn it is.
    """

    def __init__(self, writer: BlockWriter, loop: m.ForEach) -> None:
        self.block = writer
        self.linker = writer.linker
        self.frame = writer.frame
        self.loop = loop
        self.lets, self.choose, self.rest = question(loop)
        self.asks_all = writer.flow.must_be_asked(self.choose)
        self.ask, self.asking = writer.block()
        self.turns, self.turn = writer.block()
        types = tuple(variable.type for variable in loop.variables)
        self.members = self.frame.new(m.Type("list", types[0].kind) if len(types) == 1 else types)
        self.choices = self.frame.new(Choices(self.ask, int(self.members[1:])))
        self.at = self.frame.new(m.NUMBER)

    def write(self, w: Writer, then: int) -> None:
        set_place(w, self.members, f"tuple({self._members()})")
        if self.loop.otherwise:
            with w.indent(f"if not {self.members}:"):
                self.block.sequence(w, self.loop.otherwise, then)
        set_place(w, self.choices, f"((),) * len({self.members})")
        set_place(w, self.at, "0")
        with self.frame.scope():
            self.frame.note_loop(self.members, self.loop)
            with self.block.continue_with(self.loop.body):
                self._functions()
                self._skip_forced_members(w)
                self.block.go(w, self.ask)
                self._ask()
                self._turns(then)

    def _members(self) -> str:
        """The players of the loop: `where` is asked of all of them before anybody chooses."""
        loop, x, effects = self.loop, self.block.x, self.block.effects
        sources = [effects.source(source, self.frame.names) for source in loop.sources]
        over = sources[0] if len(sources) == 1 else f"zip({', '.join(sources)})"
        if loop.where is None:
            return over
        inner = {**self.frame.names, **{v: local(v, i) for i, v in enumerate(loop.variables)}}
        each = ", ".join(inner[v] for v in loop.variables)
        member = each if len(sources) == 1 else f"({each})"
        return f"[{member} for {each} in {over} if {x.emit_condition(loop.where, inner, loop.site)}]"

    # ---- what everybody is asked

    def _functions(self) -> None:
        """The function that lists the options, and those the runtime needs to ask any of the players (see `program.AtOnce`)."""
        bind = self.linker.function(f"bind_{self.ask}(m, s, f, i)")
        if len(self.loop.variables) == 1:
            set_place(bind, self.frame.bind(self.loop.variables[0]), f"{self.members}[i]")
        else:
            for k, variable in enumerate(self.loop.variables):
                set_place(bind, self.frame.bind(variable), f"{self.members}[i][{k}]")
        plain = PlainWriter(self.linker, self.block.effects)
        for let in self.lets:
            assert isinstance(let, m.Let)
            bind.set_span(let.site.span)
            value = plain.let(let.value, self.frame.names)
            set_place(bind, self.frame.bind(let.variable), value)
        seats = self.linker.function(f"seats_{self.ask}(f)")
        chooser = next(k for k, variable in enumerate(self.loop.variables) if m.Local(variable) == self.choose.player)
        one = "member" if len(self.loop.variables) == 1 else f"member[{chooser}]"
        seats(f"return [{one} for member in {self.members}]")
        self.player = slot(self.frame.names[self.loop.variables[chooser]])
        names = dict(self.frame.names)
        options = self.block.lister.write(self.choose, names)
        self.block.question(self.ask, Question(self.choose, names, at_once=True), options)
        self.linker.at_once[self.ask] = int(self.choices[1:]), 1 if self.asks_all else 2
        self.block.emit_wait(self.ask, self.choose.site)

    def _skip_forced_members(self, w: Writer) -> None:
        """Skip players with one option only, unless that would tell something, and seats that rules play."""
        automata = self.block.automata
        unasked = [] if self.asks_all else ["len(options) == 1"]
        unasked += [f"(options and {automata.plays(self.player)})"] if automata else []
        if not unasked:
            return
        with w.indent(f"for i in range(len({self.members})):"):
            w(f"bind_{self.ask}(m, s, f, i)")
            w(f"options = options_{self.ask}(m, s, f)")
            with w.indent(f"if {' or '.join(unasked)}:"):
                taken = self.block.emit_forced_choice(self.ask, self.choose, self.player)
                set_place(w, self.choices, f"store_choice({self.choices}, i, {taken})")

    def _ask(self) -> None:
        """Waits for the first of those who have not chosen; any other may choose before."""
        w = self.asking
        w.set_span(self.choose.site.span)
        w.steps += self.block.costs.own(self.loop).steps
        with w.indent(f"for i in range(len({self.members})):"), w.indent(f"if not {self.choices}[i]:"):
            w(f"bind_{self.ask}(m, s, f, i)")
            w(f"options = options_{self.ask}(m, s, f)")
            with w.indent("if options:"):
                w("m.options = options")
                w(f"m.player = {self.player}")
                w("return True")
        self.block.go(w, self.turns)
        t = self.linker.taker(self.ask)
        t(f"{slot(self.choices)} = store_choice({self.choices}, seats_{self.ask}(f).index(m.player), o)")
        t("return False")

    # ---- what comes of it

    def _turns(self, then: int) -> None:
        block, w = self.block, self.turn
        after = self.turns
        if self.rest:
            after, follow = block.block()
            block.sequence(follow, self.rest, self.turns)
        otherwise, els = block.block()
        block.sequence(els, self.choose.otherwise, after)
        w.set_span(self.choose.site.span)
        w.steps += block.costs.own(self.choose).steps
        with w.indent(f"if {self.at} >= len({self.members}):"):
            block.go(w, then)
        block.count_round(w, self.loop)
        for statement in (*self.lets, self.choose):
            for line in block.x.ran(statement.site):
                w(line)
        w(f"bind_{self.ask}(m, s, f, {self.at})")
        w(f"{slot(self.at)} = {self.at} + 1")
        w(f"f[0] = {self.ask}")  # what is told of the choice speaks of where it was made
        w(f"chosen = {self.choices}[{self.at}]")
        w("m.opened += 1")
        w(f"{slot(self.choices)} = store_choice({self.choices}, {self.at}, ())")  # nobody has it in mind any more
        with w.indent(f"if chosen in options_{self.ask}(m, s, f):"):
            self._tell(w, "log_choice")
            w(f"return take_{self.turns}(m, s, f, chosen)")
        if block.effects.traced:
            with w.indent("if chosen:"):
                self._tell(w, "log_lapse")
        block.go(w, otherwise)
        self._taker(after, w)

    def _tell(self, w: Writer, what: str) -> None:
        if self.block.effects.traced:
            w(f"m.{what}({self.ask}, {self.player}, chosen)")

    def _taker(self, after: int, w: Writer) -> None:
        t = self.linker.taker(self.turns)
        t.all(self.block.effects.knowledge.emit_choice(self.choose, self.frame.names))
        for k, option in enumerate(self.choose.options):
            t.set_span(option.site.span)
            with t.indent(f"if o[0] == {k}:"), self.frame.scope():
                self.block.take(t, option, after)
        self.block.go(t, after)  # declined
        w.steps += t.steps
