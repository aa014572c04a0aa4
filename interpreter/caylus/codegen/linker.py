"""Name the functions of all actions and the slots of their frames, and keep the lines of Python written so far, with their sites.

An action that can never ask for a decision is a plain function. Every other one is cut into blocks where it may have
to wait: a block is a function `(m, s, f)` of the machine, the state and the action's frame `f`, a list of numbers
whose first is the block to go on with and whose rest are the action's variables. A block ends by saying where to go on
(`f[0] = …`), by entering another action (a new frame), by leaving its own (`m.stack.pop()`), or by returning True: the
game waits for a decision.

An action is written when it is first called. Writers know the linker, which knows how to have an action written either way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from caylus import model as m
from caylus.diagnostics.diagnostic import Span
from caylus.model.walk import parts
from caylus.records import Record

from .expressions import Expressions, Names
from .metadata import Entry, FrameType, Loop, Place, Words
from .module_text import comment, identifier

_PLACE = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\bf(\d+)\b( = )?""")
"""A text of the rules, in which nothing counts, or a place of the frame by name."""


def with_places(lines: Sequence[str]) -> list[str]:
    """The body of a function, and before it what it needs of the frame `f`: place 3 is called `f3`.

    What is bound in a place is bound before it is read wherever it can be read; so a place whose first mention sets it is
    not read beforehand.
    """
    mentions: dict[int, bool] = {}
    for line in lines:
        if not _is_comment(line):
            for match in _PLACE.finditer(line):
                if match[1]:
                    mentions.setdefault(int(match[1]), match[2] is None)
    return [*(f"    f{n} = f[{n}]" for n in sorted(mentions) if mentions[n]), *lines]


class Writer:
    """One function of the generated module being written: its head, and the lines of its body with their places.

    `block` is its number if it is a block, `steps` how many steps it takes at most (see `analysis.cost_bounds`), `goes_on` the
    block to go on with if it does nothing else. `tells`: something is said in it, which not every program carries out,
    although all of them have the same blocks.
    """

    def __init__(self, head: str, block: int | None = None) -> None:
        self.head = head
        self.block = block
        self.lines: list[str] = []
        self.spans: list[Span | None] = []
        self.depth = 1
        self.span: Span | None = None
        self.steps = 0
        self.goes_on: int | None = None
        self.tells = False

    def __call__(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)
        self.spans.append(self.span)

    def all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self(line)

    def set_span(self, span: Span) -> None:
        """Set the span that the following lines come from."""
        if self.span is None or (span.file, span.line) != (self.span.file, self.span.line):
            self.span = span
            self(comment(f"{span.file}:{span.line}"))

    @contextmanager
    def indent(self, head: str) -> Iterator[None]:
        self(head)
        self.depth += 1
        yield
        if self.head_open():
            self("pass")
        self.depth -= 1

    def head_open(self) -> bool:
        """Return whether the last line of code opens a block that has nothing in it yet."""
        code = next((line for line in reversed(self.lines) if not _is_comment(line)), self.head)
        return code.endswith(":")

    def is_empty(self) -> bool:
        return not self.tells and all(map(_is_comment, self.lines))

    def finish(self) -> tuple[list[str], list[Span | None]]:
        """All lines of the function, each with its place."""
        lines = with_places(self.lines)
        padding: list[Span | None] = [None] * (len(lines) - len(self.lines))
        return [self.head, *lines], [None, *padding, *self.spans]


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def leaving(is_traced: bool) -> list[str]:
    """The lines by which a block leaves its frame for good."""
    # what the log has seen of the frame that goes on now stays as it was
    again = ["m.stack[-1] = m.stack[-1][:]"] if is_traced else []
    return ["m.stack.pop()", *again, "return False"]


@dataclass(slots=True)
class Frame:
    """The frame of the action being written: which variable that can be spoken of has which place, and what each holds.

    `types` speak of the places from 1 on, `variables` are the places of all variables and of what loops go through. Code reads
    place 3 as `f3` (see `writer.with_places`) and sets it together with `f[3]`, which is what lasts.
    """

    names: dict[m.Variable, str] = field(default_factory=dict)
    types: list[FrameType] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    variables: list[int] = field(default_factory=list)

    def new(self, type_: FrameType) -> str:
        self.types.append(type_)
        return f"f{len(self.types)}"

    def bind(self, variable: m.Variable) -> str:
        self.names[variable] = self.new(variable.type)
        self.variables.append(len(self.types))
        return self.names[variable]

    def note_loop(self, members: str, loop: m.ForEach, at: str = "f0") -> None:
        """Notes what a loop goes through, for as long as it does."""
        shuffled_sources = tuple(isinstance(source, m.Shuffled) for source in loop.sources)
        self.loops.append(Loop(loop.variables, int(members[1:]), int(at[1:]), shuffled_sources))
        self.variables.append(int(members[1:]))

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Open a scope: variables bound inside exist inside only."""
        outside, loops = len(self.names), len(self.loops)
        yield
        del self.loops[loops:]
        for variable in list(self.names)[outside:]:
            del self.names[variable]

    def place(self, action: m.Action, site: m.Site, ahead: Iterable[object]) -> Place:
        """The place of the action at a statement, with its variables so far."""
        bound = tuple((variable, int(name[1:])) for variable, name in self.names.items())
        read = {part.variable for part in parts(*ahead) if isinstance(part, m.Local)}
        return Place(action.site, site, bound, tuple(v for v, _ in bound if v in read), tuple(self.loops))


def slot(place: str) -> str:
    """The item of the frame in which a place is kept: `f[3]` for `f3`."""
    return f"f[{place[1:]}]"


def set_place(w: Writer, place: str, code: str) -> None:
    w(f"{slot(place)} = {place} = {code}")


class Question(Record):
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
        w = self.function(f"options_{block}(m, s, f)")
        w.lines += options
        w.spans += [None] * len(options)

    def taker(self, block: int) -> Writer:
        """The function that carries out an option `o` of a decision."""
        return self.function(f"take_{block}(m, s, f, o)")

    def function(self, head: str) -> Writer:
        """A function of its own that works on a frame."""
        w = Writer(f"def {head}:")
        self.functions.append(w)
        return w
