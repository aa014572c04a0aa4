"""Name the functions of all actions, so that the code of one can call another, and keep the code written so far.

An action that can never ask for a decision is a plain function. Every other one is cut into blocks where it may have
to wait: a block is a function `(m, s, f)` of the machine, the state and the action's frame `f`, a list of numbers
whose first is the block to go on with and whose rest are the action's variables. A block ends by saying where to go on
(`f[0] = …`), by entering another action (a new frame), by leaving its own (`m.stack.pop()`), or by returning True: the
game waits for a decision.

An action is written when it is first called. Writers know the linker, which knows how to have an action written either way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from caylus import model as m

from ..metadata import Entry, FrameType, Place, Words
from .definitions import Names
from .expressions import Expressions
from .frames import Frame
from .module_text import comment, identifier
from .writer import Writer


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the game, a `gain` being one of what to gain, and how its code reads each variable.

    `at_once`: what is chosen is carried out later, when the turn of whoever chooses comes.
    """

    asks: m.Choose | m.Transfer
    names: Names
    at_once: bool = False


class Linker:
    """`blocks`, `functions`, `tables`, `questions`, `at_once`, `places`, `phases` and `endings` collect what is written.

    `write_blocks` writes an action as blocks and tells how to begin it, `write_function` as a function of the given name.
    """

    def __init__(
        self,
        expressions: Expressions,
        write_blocks: Callable[[Linker, m.Action], Entry],
        write_function: Callable[[Linker, m.Action, str], Writer],
    ) -> None:
        self.blocks: list[Writer] = []
        self.functions: list[Writer] = []
        self.tables: list[str] = []
        self.questions: dict[int, Question] = {}
        self.at_once: dict[int, tuple[int, int]] = {}
        self.places: dict[int, Place] = {}
        self.phases: dict[int, m.Site] = {}
        self.endings: dict[int, Words] = {}
        self._expressions = expressions
        self._write_blocks = write_blocks
        self._write_function = write_function
        self._frames: list[Frame] = []
        self._entries: dict[m.Action, Entry] = {}
        self._plain: dict[m.Action, str] = {}
        self._members: dict[m.MemberAction, str] = {}

    # ---- what to call

    def entry(self, action: m.Action) -> Entry:
        """The entry of an action as blocks."""
        if action not in self._entries:
            self._entries[action] = self._write_blocks(self, action)
        return self._entries[action]

    def plain(self, action: m.Action) -> str:
        """The name of an action that asks nothing, as a function `(m, s, *arguments)`."""
        if action not in self._plain:
            name = self._plain[action] = f"do_{identifier(action.name)}_{len(self._plain)}"
            self.functions.append(self._write_function(self, action, name))
        return self._plain[action]

    def member_table(self, member: m.MemberAction) -> str:
        """A table by object of (block, zeros) for a member action, None where nothing happens; read last with `none`."""
        if member not in self._members:
            entries = [self.entry(body) if body is not None and body.body else None for body in member.bodies]
            table = (*((e.block, (0,) * e.zeros) if e else None for e in entries), None)
            self._members[member] = self._expressions.constant(table, f"{member.name.upper()}_ENTRY")
        return self._members[member]

    def plain_table(self, member: m.MemberAction) -> str:
        """The same where no object's version can ask anything: a tuple of functions."""
        if member not in self._members:
            names = [self.plain(body) if body is not None else "nothing" for body in member.bodies]
            self._members[member] = f"{identifier(member.name).upper()}_PLAIN_{len(self._members)}"
            self.tables.append(f"{self._members[member]} = ({', '.join([*names, 'nothing'])},)")
        return self._members[member]

    # ---- what is written

    def block(self, action: m.Action | None, frame: Frame) -> tuple[int, Writer]:
        """A new block of the action with this frame; of none, one that belongs to all."""
        number = len(self.blocks)
        title = action.name if action is not None else "of no action"
        w = Writer(f"def block_{number}(m, s, f):  {comment(title)}", number)
        self.blocks.append(w)
        self._frames.append(frame)
        if action is not None and action.is_phase:
            self.phases[number] = action.site
        return number, w

    def end(self, frame: Frame) -> int:
        """A block at which the game is over."""
        number, w = self.block(None, frame)
        w("m.options = ()")
        w("m.player = -1")
        w("return True")
        return number

    def frames(self) -> list[list[FrameType]]:
        """The content of the frame of each block, after the number of the block."""
        return [frame.types for frame in self._frames]

    def variables(self) -> list[tuple[int, ...]]:
        """The slots of each block's variables in the frame, and of the lists of its loops."""
        return [tuple(frame.variables) for frame in self._frames]

    def runs(self) -> list[int]:
        """The block whose function each block runs: its own, or that of the block that is all it goes on to.

        A question is known by the number of its block, so whoever goes on to one has to say so.
        """
        return [i if w.goes_on is None or w.goes_on in self.questions else w.goes_on for i, w in enumerate(self.blocks)]

    def question(self, block: int, question: Question, options: list[str]) -> None:
        """The question of a block, and the lines of the function that lists the options."""
        self.questions[block] = question
        head = f"def options_{block}(m, s, f):"
        w = Writer(head)
        w.lines += options
        w.spans += [None] * len(options)
        self.functions.append(w)

    def taker(self, block: int) -> Writer:
        """The function that carries out an option `o` of a decision."""
        return self.function(f"take_{block}(m, s, f, o)")

    def function(self, head: str) -> Writer:
        """A function of its own that works on a frame."""
        w = Writer(f"def {head}:")
        self.functions.append(w)
        return w
