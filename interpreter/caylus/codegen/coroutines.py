"""An action that may have to wait, cut into blocks; choices made at once are two of them.

A choice is written into the frame and nothing else happens, so whoever chooses later is asked of the same table. When the turn
of a player comes, the options are listed once more: a choice that is no longer among them comes to nothing.

The writer walks the body with the continuation of each statement in hand: the number of the block that follows it, or
`LEAVE` after the last. A statement that cannot wait is written as plain Python in the block at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from caylus import model as m
from caylus.analysis.cost_bounds import CostBounds
from caylus.analysis.secrets.flow import Flow
from caylus.model.access import filter_lot, several_ways
from caylus.model.walk import action_versions, question

from .expressions import Names, local
from .linker import Frame, Linker, Question, Writer, leaving, set_place, slot
from .metadata import Choices, Entry
from .options import OptionLister, price
from .state_layout import ROUNDS
from .statements import PlainWriter, StatementWriter, is_sure
from .triggers import Automata


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
        set_place(w, self.choices, f"((),) * len({self.members})")
        set_place(w, self.at, "0")
        if self.loop.otherwise:
            with w.indent(f"if not {self.members}:"):
                self.block.sequence(w, self.loop.otherwise, then)
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
        over = effects.sources(loop, self.frame.names)
        if loop.where is None:
            return over
        inner = {**self.frame.names, **{v: local(v, i) for i, v in enumerate(loop.variables)}}
        each = ", ".join(inner[v] for v in loop.variables)
        member = each if len(loop.sources) == 1 else f"({each})"
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
        conditions = [] if self.asks_all else ["len(options) == 1"]
        conditions += [f"(options and {automata.plays(self.player)})"] if automata else []
        if not conditions:
            return
        with w.indent(f"for i in range(len({self.members})):"):
            w(f"bind_{self.ask}(m, s, f, i)")
            w(f"options = options_{self.ask}(m, s, f)")
            with w.indent(f"if {' or '.join(conditions)}:"):
                choice = self.block.emit_forced_choice(self.ask, self.choose, self.player)
                set_place(w, self.choices, f"store_choice({self.choices}, i, {choice})")

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
        block.write_taker(w, self.turns, self.choose, after)

    def _tell(self, w: Writer, what: str) -> None:
        if self.block.effects.traced:
            w(f"m.{what}({self.ask}, {self.player}, chosen)")


LEAVE = -1


class Coroutines:
    """Writes actions as blocks. The outermost loop of `start`, which is the game itself, counts the rounds."""

    def __init__(self, start: m.Action, effects: StatementWriter, lister: OptionLister, flow: Flow, automata: Automata) -> None:
        self.effects = effects
        self.lister = lister
        self.flow = flow
        self.automata = automata
        self.waits = effects.triggers.waits
        self.costs = CostBounds(effects.x.layout.players, automata=automata.seats)
        loops = (s for s in start.body if isinstance(s, m.Loop))
        self.rounds = next(filter(self.waits, loops), None)

    def write(self, linker: Linker, action: m.Action) -> Entry:
        frame = Frame()
        for param in action.params:
            frame.bind(param)
        block, w = linker.block(action, frame)
        BlockWriter(self, linker, frame, action).body(w, action.body)
        return Entry(block, action.params, len(frame.types) - len(action.params))


class BlockWriter:
    """One action being written."""

    def __init__(self, shared: Coroutines, linker: Linker, frame: Frame, action: m.Action) -> None:
        self.linker = linker
        self.effects = shared.effects
        self.x = shared.effects.x
        self.lister = shared.lister
        self.flow = shared.flow
        self.automata = shared.automata
        self.waits = shared.waits
        self.costs = shared.costs
        self.rounds = shared.rounds
        self.frame = frame
        self.action = action
        self._stops: list[int] = []
        self._ahead: list[object] = []

    def body(self, w: Writer, body: m.Body) -> None:
        self.sequence(w, body, LEAVE)

    def block(self) -> tuple[int, Writer]:
        return self.linker.block(self.action, self.frame)

    def _block_from(self, w: Writer) -> tuple[int, Writer]:
        """The block at hand if nothing has been written into it, or one that it goes on to."""
        if w.block is not None and w.depth == 1 and w.is_empty():
            return w.block, w
        block, fresh = self.block()
        self.go(w, block)
        return block, fresh

    def sequence(self, w: Writer, body: m.Body, then: int) -> None:
        """The statements, then on to block `then`. Every path written ends in a return."""
        with self.frame.scope():
            self._emit_in_turn(w, body, then)

    def _emit_in_turn(self, w: Writer, body: m.Body, then: int) -> None:
        for i, statement in enumerate(body):
            w.set_span(statement.site.span)
            w.all(self.x.ran(statement.site))
            w.all(self.effects.knowledge.emit_opening(statement))
            if isinstance(statement, m.EndGame):
                self._end_game(w, statement)
                return
            if self.waits(statement):
                w.steps += self.costs.own(statement).steps
                rest = body[i + 1 :]
                does = isinstance(statement, (m.Do, m.DoMember)) or self.effects.triggers.may_follow(statement)
                if rest or does:
                    follow, after = self.block()
                    with self.continue_with(rest):
                        if does:  # nothing else comes back here, so that the number tells where the action waits
                            self.emit_wait(follow, statement.site)
                            after.set_span(statement.site.span)
                        self._suspending(w, statement, follow)
                    self._emit_in_turn(after, rest, then)
                else:
                    self._suspending(w, statement, then)
                return
            w.steps += self.costs.statement(statement).steps
            w.tells = w.tells or self.effects.only_tells(statement)
            if self.effects.is_needed(statement):
                self._plain(w, statement)
            if isinstance(statement, m.Stop):
                return
        self.go(w, then)

    def emit_wait(self, block: int, site: m.Site) -> None:
        self.linker.places[block] = self.frame.place(self.action, site, self._ahead)

    @contextmanager
    def continue_with(self, *parts: object) -> Iterator[None]:
        """What is written inside may go on to these parts of the action."""
        self._ahead += parts
        yield
        del self._ahead[len(self._ahead) - len(parts) :]

    def go(self, w: Writer, block: int) -> None:
        if w.block is not None and w.depth == 1 and w.is_empty() and block != LEAVE:
            w.goes_on = block
        for line in self._jump(block):
            w(line)

    def _jump(self, block: int) -> list[str]:
        return [f"f[0] = {block}", "return False"] if block != LEAVE else leaving(self.effects.traced)

    def _plain(self, w: Writer, statement: m.Statement) -> None:
        plain = PlainWriter(self.linker, self.effects, self._jump(self._stops[-1]) if self._stops else None)
        if isinstance(statement, m.Let):
            value = plain.let(statement.value, self.frame.names)
            set_place(w, self.frame.bind(statement.variable), value)
        else:
            plain.statement(w, statement, dict(self.frame.names))

    def _suspending(self, w: Writer, statement: m.Statement, then: int) -> None:
        names = self.frame.names
        match statement:
            case m.If(condition=condition, then=yes, otherwise=no):
                test = self.x.simplify(condition)
                if isinstance(test, m.Const):
                    self.sequence(w, yes if test.value else no, then)
                    return
                w.all(self.effects.knowledge.emit_branch(statement, names))
                with w.indent(f"if {self.x.emit_condition(test, names, statement.site)}:"):
                    self.sequence(w, yes, then)
                self.sequence(w, no, then)
            case m.ForEach(at_once=True):
                _AtOnce(self, statement).write(w, then)
            case m.ForEach():
                self._for_each(w, statement, then)
            case m.Repeat():
                self._repeat(w, statement, then)
            case m.Do(action=action, arguments=arguments):
                self._enter(w, action, arguments, then)
            case m.DoMember(object=m.Const(), arguments=arguments):
                (own,) = action_versions(statement)
                self._enter(w, own, arguments, then)
            case m.DoMember(action=member, object=object_, arguments=arguments):
                argument_code = self.x.emit_arguments(arguments, names)
                w(f"entry = {self.linker.member_table(member)}[{self.x.write(object_, names)}]")
                w(f"f[0] = {then}")
                with w.indent("if entry is not None:"):
                    w(f"m.stack.append([entry[0]{argument_code}, *entry[1]])")
                w("return False")
            case m.Choose():
                self._choose(w, statement, then)
            case m.Transfer(payment=payment) if several_ways(payment):
                self._gain(w, statement, then)
            case m.Transfer():
                w.steps += len(self.effects.triggers)
                w(f"f[0] = {then}")
                self.effects.transfer(w, statement, names)
                w("return False")
            case m.Effect() | m.Jump() | m.Let():
                raise TypeError(f"does not wait: {statement!r}")
            case _:
                assert_never(statement)

    def _enter(self, w: Writer, action: m.Action, arguments: tuple[m.Expr, ...], then: int) -> None:
        entry = self.linker.entry(action)
        w(f"f[0] = {then}")
        w(f"m.stack.append([{entry.block}{self.x.emit_arguments(arguments, self.frame.names)}{', 0' * entry.zeros}])")
        w("return False")

    def _end_game(self, w: Writer, end: m.EndGame) -> None:
        """Nothing stays in flight but a frame that holds what the reason speaks of."""
        names, frame = self.frame.names, Frame()
        reason = tuple(
            part if isinstance(part, str) else (self.x.spoken_as(part), int(frame.new(part.type)[1:])) for part in end.text
        )
        argument_code = self.x.emit_arguments((part for part in end.text if not isinstance(part, str)), names)
        w.steps += self.costs.own(end).steps
        self.effects.end_game(w, end, names)
        block = self.linker.end(frame)
        self.linker.endings[block] = reason
        w(f"m.stack[1:] = [[{block}{argument_code}]]")
        w("return False")

    # ---- loops

    def _for_each(self, w: Writer, source_loop: m.ForEach, then: int) -> None:
        loop = filter_lot(source_loop)
        kinds = tuple(v.type for v in loop.variables)
        members = self.frame.new(m.Type("list", kinds[0].kind) if len(kinds) == 1 else kinds)
        at = self.frame.new(m.NUMBER)
        set_place(w, members, f"tuple({self.effects.sources(loop, self.frame.names)})")
        set_place(w, at, "0")
        done_slot = self.frame.new(m.FLAG) if loop.otherwise else ""
        w.all(self.effects.knowledge.emit_branch(loop, self.frame.names))
        if done_slot:
            set_place(w, done_slot, "0")
        head, h = self._loop(w, source_loop)
        with h.indent(f"while {at} < len({members}):"), self.frame.scope():
            self.frame.note_loop(members, loop, at)
            if len(loop.variables) == 1:
                set_place(h, self.frame.bind(loop.variables[0]), f"{members}[{at}]")
            else:
                h(f"member = {members}[{at}]")
                for i, variable in enumerate(loop.variables):
                    set_place(h, self.frame.bind(variable), f"member[{i}]")
            h(f"{at} += 1")
            if loop.where is not None:
                with h.indent(f"if {self.x.unless(loop.where, self.frame.names, loop.site)}:"):
                    h("continue")
            h(f"{slot(at)} = {at}")
            if done_slot:
                h(f"{slot(done_slot)} = 1")
            self.count_round(h, source_loop)
            with self.continue_with(loop.where, loop.body):
                self.sequence(h, loop.body, head)
        if done_slot:
            with h.indent(f"if not {done_slot}:"):
                self.sequence(h, loop.otherwise, then)
        self.go(h, then)

    def _repeat(self, w: Writer, loop: m.Repeat, then: int) -> None:
        left = None
        w.all(self.effects.knowledge.emit_branch(loop, self.frame.names))
        if loop.limit is not None:
            left = self.frame.new(m.NUMBER)
            set_place(w, left, self.x.limit(loop.limit, self.frame.names))
        head, h = self._loop(w, loop)
        tests = []
        if left is not None:
            tests.append(f"{left} <= 0")
        if loop.condition is not None:
            tests.append(self.x.unless(loop.condition, self.frame.names, loop.site))
        if tests:
            with h.indent(f"if {' or '.join(tests)}:"):
                self.go(h, then)
        if left is not None:
            h(f"{slot(left)} -= 1")
        self.count_round(h, loop)
        self._stops.append(then)
        with self.continue_with(loop.condition, loop.body):
            self.sequence(h, loop.body, head)
        self._stops.pop()

    def _loop(self, w: Writer, loop: m.Statement) -> tuple[int, Writer]:
        """The block that a loop comes back to each time round."""
        head, h = self._block_from(w)
        h.set_span(loop.site.span)
        h.steps += self.costs.own(loop).steps
        return head, h

    def count_round(self, h: Writer, loop: m.Statement) -> None:
        if loop is self.rounds:
            h(f"s[{ROUNDS}] += 1")

    # ---- decisions

    def _choose(self, w: Writer, choose: m.Choose, then: int) -> None:
        block, d = self._block_from(w)
        names = dict(self.frame.names)
        self.question(block, Question(choose, names), self.lister.write(choose, names))
        with self.continue_with(choose):
            self.emit_wait(block, choose.site)
        d.set_span(choose.site.span)
        d.steps += self.costs.own(choose).steps
        self._ask(d, block, choose, choose.otherwise, then)
        self.write_taker(d, block, choose, then)

    def write_taker(self, w: Writer, block: int, choose: m.Choose, then: int) -> None:
        """The function that carries out an option of the decision of a block, in which `w` writes."""
        t = self.linker.taker(block)
        t.all(self.effects.knowledge.emit_choice(choose, self.frame.names))
        for k, option in enumerate(choose.options):
            t.set_span(option.site.span)
            with t.indent(f"if o[0] == {k}:"), self.frame.scope():
                self.take(t, option, then)
        self.go(t, then)  # declined
        w.steps += t.steps

    def _ask(self, d: Writer, block: int, asks: m.Choose | m.Transfer, otherwise: m.Body, then: int) -> None:
        d(f"player = {self.x.write(asks.player, self.frame.names)}")
        if not is_sure(asks.player, self.effects.sure):
            with d.indent("if player < 0:"):
                self.go(d, then)
        d(f"options = options_{block}(m, s, f)")
        may_skip = not self.flow.must_be_asked(asks)
        people = f" and not {self.automata.plays('player')}" if self.automata else ""
        with d.indent(f"if {'len(options) > 1' if may_skip else 'options'}{people}:"):
            d("m.options = options")
            d("m.player = player")
            d("return True")
        if may_skip or self.automata:
            with d.indent("if options:"):
                choice = self.emit_forced_choice(block, asks)
                if self.automata:
                    d(f"chosen = {choice}")
                    choice = "chosen"
                if self.effects.traced:
                    is_forced = "True" if not self.automata else "len(options) == 1" if may_skip else "False"
                    d(f"m.log_choice({block}, player, {choice}, {is_forced})")
                d(f"return take_{block}(m, s, f, {choice})")
        self.sequence(d, otherwise, then)

    def question(self, block: int, question: Question, options: list[str]) -> None:
        """The question of a block, and the lines of the function that lists the options."""
        self.linker.question(block, question, options)
        if self.automata and isinstance(question.asks, m.Choose):
            self.automata.write(self.linker, block, self.action, question.asks)

    def emit_forced_choice(self, block: int, asks: m.Choose | m.Transfer, player: str = "player") -> str:
        """Python source of which of the `options` is taken unasked: the only one, or what rules take at a seat that they play."""
        if self.automata and isinstance(asks, m.Choose):
            return f"taken_{block}(m, s, {player}, options)"
        return "options[0]"

    def take(self, t: Writer, option: m.Option, then: int) -> None:
        for i, variable in enumerate(option.variables):
            set_place(t, self.frame.bind(variable), f"o[{i + 1}]")
        cost = price(option)
        for part in option.head:
            if isinstance(part, m.Transfer):
                way = f"o[{len(option.variables) + 1}]" if cost is not None and cost.ways else ""
                if part.given is not None:
                    paid = f"({way},)" if way else self.x.write(part.payment, self.frame.names)
                    set_place(t, self.frame.bind(part.given), paid)
                if way:
                    with self.effects.unless_none(t, (part.player,), self.frame.names):
                        self.effects.move_way(t, part, self.x.write(part.player, self.frame.names), way, self.frame.names)
                else:
                    self.effects.transfer(t, part, self.frame.names)
        self.sequence(t, option.body, then)

    def _gain(self, w: Writer, gain: m.Transfer, then: int) -> None:
        block, d = self._block_from(w)
        names: Names = dict(self.frame.names)
        options = [f"    return [(0, way) for way in {self.x.write(gain.payment, names)}]"]
        self.linker.question(block, Question(gain, names), options)
        with self.continue_with(gain):
            self.emit_wait(block, gain.site)
        d.set_span(gain.site.span)
        self._ask(d, block, gain, (), then)
        t = self.linker.taker(block)
        self.effects.move_way(t, gain, self.x.write(gain.player, names), "o[1]", names)
        self.go(t, then)
