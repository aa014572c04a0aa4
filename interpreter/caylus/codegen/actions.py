"""Actions -> functions of the generated module.

An action that can never ask for a decision is a plain function. Every other one is cut into blocks where it may have
to wait: a block is a function `(m, s, f)` of the machine, the state and the action's frame `f`, a list of numbers
whose first is the block to go on with and whose rest are the action's variables. A block ends by saying where to go on
(`f[0] = …`), by entering another action (a new frame), by leaving its own (`m.stack.pop()`), or by returning True: the
game waits for a decision.
"""

from __future__ import annotations

from dataclasses import dataclass

from caylus import model as m
from caylus.analysis.cost_bounds import CostBounds

from .coroutines import BlockWriter
from .expressions import Expressions, Names, local, typed
from .frames import Frame
from .legal_options import OptionLister
from .plain_functions import PlainWriter
from .statements import StatementWriter
from .suspension import Suspension
from .writer import Writer


@dataclass(slots=True)
class Decision:
    """A place where the game may wait. `choose` is None where someone picks what to gain; then `gain` says what."""

    block: int
    site: m.Site
    choose: m.Choose | None
    gain: m.Transfer | None
    names: Names


@dataclass(slots=True)
class Entry:
    """How to begin an action: the frame is [block, *arguments, *zeros]."""

    block: int
    zeros: int


class Actions:
    """Writes actions as they are first called; `blocks`, `functions` and `decisions` collect the result."""

    def __init__(self, expressions: Expressions, lister: OptionLister, effects: StatementWriter, sure: set[m.Variable]) -> None:
        self.x = expressions
        self.lister = lister
        self.effects = effects
        self.sure = sure
        self.suspends = Suspension()
        self.effort = CostBounds(expressions.layout.players)
        self.blocks: list[Writer] = []
        self.functions: list[Writer] = []
        self.tables: list[str] = []
        self.decisions: dict[int, Decision] = {}
        self._frames: list[Frame] = []
        self._entries: dict[m.Action, Entry] = {}
        self._plain: dict[m.Action, str] = {}
        self._members: dict[m.MemberAction, str] = {}
        self.rounds: m.Statement | None = None

    def start(self, action: m.Action) -> Entry:
        """The entry of the game itself; its outermost loop counts the rounds."""
        self.rounds = next((s for s in action.body if isinstance(s, (m.Repeat, m.ForEach)) and self.suspends.statement(s)), None)
        return self.entry(action)

    def entry(self, action: m.Action) -> Entry:
        """The entry of an action as blocks, written at the first call."""
        if action not in self._entries:
            frame = Frame()
            for param in action.params:
                frame.bind(param)
            block, w = self.block(action.name, frame)
            BlockWriter(self, frame, action.name).write(w, action.body)
            self._entries[action] = Entry(block, len(frame.types) - len(action.params))
        return self._entries[action]

    def plain(self, action: m.Action) -> str:
        """The name of an action that asks nothing, as a function `(m, s, *arguments)`."""
        if action not in self._plain:
            name = self._plain[action] = f"do_{action.name}_{len(self._plain)}"
            names = {p: local(p, i) for i, p in enumerate(action.params)}
            w = Writer(f"def {name}(m: Machine, {typed(names)}) -> None:")
            PlainWriter(self).body(w, action.body, names)
            w("return")
            self.functions.append(w)
        return self._plain[action]

    def member_table(self, member: m.MemberAction) -> str:
        """A table by object of (block, zeros) for a member action, None where nothing happens; read last with `none`."""
        if member not in self._members:
            entries = [self.entry(body) if body is not None and body.body else None for body in member.bodies]
            table = (*((e.block, (0,) * e.zeros) if e else None for e in entries), None)
            self._members[member] = self.x.constant(table, f"{member.name.upper()}_ENTRY")
        return self._members[member]

    def plain_table(self, member: m.MemberAction) -> str:
        """The same where no object's version can ask anything: a tuple of functions."""
        if member not in self._members:
            names = [self.plain(body) if body is not None else "nothing" for body in member.bodies]
            self._members[member] = f"{member.name.upper()}_PLAIN_{len(self._members)}"
            self.tables.append(f"{self._members[member]}: Final[tuple[Any, ...]] = ({', '.join([*names, 'nothing'])},)")
        return self._members[member]

    def block(self, title: str, frame: Frame) -> tuple[int, Writer]:
        """A new block of the action with this frame."""
        number = len(self.blocks)
        w = Writer(f"def block_{number}(m: Machine, s: list[int], f: list[Any]) -> bool:  # {title}", frame.types, number)
        self.blocks.append(w)
        self._frames.append(frame)
        return number, w

    def frames(self) -> list[list[m.Type | tuple[m.Type, ...]]]:
        """What the frame of each block holds, behind the number of the block."""
        return [frame.types for frame in self._frames]

    def options(self, block: int, frame: Frame, lines: list[str]) -> None:
        """The function that lists the options of a decision."""
        head = f"def options_{block}(m: Machine, s: list[int], f: list[Any]) -> list[tuple[int, ...]]:"
        w = Writer(head, frame.types)
        w.lines += lines
        w.spans += [None] * len(lines)
        self.functions.append(w)

    def taker(self, block: int, frame: Frame) -> Writer:
        """The function that carries out an option `o` of a decision."""
        head = f"def take_{block}(m: Machine, s: list[int], f: list[Any], o: tuple[int, ...]) -> bool:"
        w = Writer(head, frame.types)
        self.functions.append(w)
        return w

    def decide(
        self, block: int, site: m.Site, names: Names, choose: m.Choose | None = None, gain: m.Transfer | None = None
    ) -> None:
        self.decisions[block] = Decision(block, site, choose, gain, names)
