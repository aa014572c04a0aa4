"""Runs a program: the state, the stack of frames, the draws, and the loop from block to block, with its limits and faults.

Of a random number below n: the stream's next output, drawn again while it lies in the incomplete last run of n, modulo n.
A shuffle: Fisher and Yates from the last place down, each place i swapped with a number below i + 1.

A machine is plain data: `s` is a list of numbers and each frame a list of numbers and tuples of numbers, so a copy is
a copy of lists, and what is saved is what is there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, Any

from caylus.arithmetic import Bits
from caylus.diagnostics.diagnostic import Diagnostic, RulesetError, Span
from caylus.limits import FUEL, MOST_TOLD, STEPS_TO_DRAW

if TYPE_CHECKING:
    from caylus.codegen import Program
    from caylus.codegen.support import Words
    from caylus.english import Ground, Offer, Text

_MASK: Bits = (1 << 64) - 1


def seed_state(seed: int) -> int:
    """The state of the stream at its start; every whole number is a seed."""
    return seed & _MASK


def output(state: Bits) -> tuple[Bits, Bits]:
    """The state after one step, and its output: 64 random bits."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, z ^ (z >> 31)


def draw_below(state: Bits, n: int) -> tuple[Bits, int]:
    """The state after drawing, and a number from 0 to n - 1, all equally likely."""
    while True:
        state, bits = output(state)
        number = bits % n
        if bits - number <= _MASK - (n - 1):
            return state, number


def shuffle_members(state: Bits, members: Sequence[int]) -> tuple[Bits, list[int]]:
    """The state after drawing, and the members in random order."""
    result = list(members)
    for i in reversed(range(1, len(result))):
        state, j = draw_below(state, i + 1)
        result[i], result[j] = result[j], result[i]
    return state, result


ANY = -(1 << 62)
"""At a place of a fixed draw: whatever comes. At the last place: whatever else comes, in the order in which it comes."""


def settle(
    fixed: Sequence[int], draws: Sequence[int], source: Sequence[int] | None, called: Callable[[int], str | int]
) -> list[int]:
    """The replacement for what was `drawn`: all of it in another order, or, of a `source`, others of it.

    Raises ValueError, which says what does not fit, with members as they are `called`.
    """
    places, is_open = (fixed[:-1], True) if fixed and fixed[-1] == ANY else (fixed, False)
    members = draws if source is None else source
    rest = list(members)
    for member in places:
        if member in rest:
            rest.remove(member)
        elif member in members:
            raise ValueError(f"`{called(member)}` comes more often than it is drawn")
        elif member != ANY:
            raise ValueError(f"it holds what is not among what is drawn: {_describe_draw(members, called)}")
    if len(places) > len(draws):
        raise ValueError(f"{len(places)} come, though {len(draws)} {'is' if len(draws) == 1 else 'are'} drawn")
    if len(places) < len(draws) and not is_open:
        raise ValueError(f"of the {len(draws)} that are drawn it lacks {_describe_draw(rest, called)}")
    others = iter(rest if source is None else draws)
    return [*(next(others) if member == ANY else member for member in places), *others][: len(draws)]


def _describe_draw(members: Sequence[int], called: Callable[[int], str | int]) -> str:
    return ", ".join(f"`{called(member)}`" for member in members)


BREAKS = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, MemoryError, RecursionError)
"""Errors that a rule which is carried out may end in."""


class RuleFault(Exception):
    """A rule broke in play. `code` is a diagnostic code, `span` the line of the ruleset if it is known.

    `draw` is the number, from 0 on, of the draw that was fixed beforehand in a way in which it cannot come, if that is it.
    """

    def __init__(self, code: str, message: str, span: Span | None = None, draw: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.span = span
        self.draw = draw

    def __reduce__(self) -> tuple[type[RuleFault], tuple[str, str, Span | None, int | None]]:
        """For the way from one process to another."""
        return RuleFault, (self.code, str(self), self.span, self.draw)


def describe_break(error: BaseException) -> str:
    """The reason why a rule could not be carried out. What grows beyond a bound of the language says so itself, by OverflowError;
    anything else but a lack of room is a fault of generated code, of which people would not understand Python's words.
    """
    if isinstance(error, OverflowError):
        return str(error)
    if isinstance(error, MemoryError):
        return "it takes more memory than there is"
    if isinstance(error, RecursionError):
        return "too much is under way inside one another"
    return "this is a fault of the interpreter and not of the rules; please report it with the rules"


def unfit(code: str, message: str, help_: str = "") -> RulesetError:
    """The error to raise for something kept of a game that does not fit the rules."""
    return RulesetError((Diagnostic(code, message, None, help=help_),))


LOOK_AFTER = 50_000  # Steps between two looks at the clock: about a twentieth of a second.

_SIZE = Path("/proc/self/statm")
"""Where Linux says how large a process is; the second number counts pages in memory."""


@dataclass(frozen=True)
class Limits:
    """The most that one choice may cost, with all that the rules do until the next decision.

    `steps` are steps of rules, `seconds` are seconds of processor time of the thread that plays, `memory` is how many bytes the
    process may grow meanwhile. None is no limit. Clock and memory are looked at between two pieces of the rules and while a list
    is shuffled, so a choice may go over them by one piece, which is about a second at most. Memory is known on Linux and macOS.
    Raises ValueError for a limit that is not greater than 0.
    """

    steps: int = FUEL
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name, limit in vars(self).items():
            if limit is not None and not limit > 0:
                raise ValueError(f"the limit of `{name}` must be greater than 0, not {limit!r}")

    def sprint(self, heaviest: int) -> int:
        """Return how many blocks can run uncounted, if each takes `heaviest` steps at most."""
        return min(self.steps, FUEL if self.seconds is None and self.memory is None else LOOK_AFTER) // heaviest


UNLIMITED = Limits()
"""What games have that nobody gives any: only rules that run on are stopped."""


class OverLimit(Exception):
    """A choice has cost more than its limits allow; the text says of what."""


class Watch:
    """Looks at clock and memory from the start of a choice on. Raises OverLimit."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._ends = None if limits.seconds is None else thread_time() + limits.seconds
        self._largest = None if limits.memory is None else memory_in_use() + limits.memory
        self._unlooked = 0

    def count(self, steps: int) -> None:
        """Looks when enough steps have been made since it last did."""
        self._unlooked += steps
        if self._unlooked >= LOOK_AFTER:
            self.look()

    def look(self) -> None:
        self._unlooked = 0
        if self._ends is not None and thread_time() > self._ends:
            raise OverLimit(f"the rules take more than {self._limits.seconds:g} seconds for one choice")
        if self._largest is not None and memory_in_use() > self._largest:
            raise OverLimit(f"the rules take more than {self._limits.memory:,} bytes of memory for one choice")


def memory_in_use() -> int:
    """Bytes that this process has in memory; where only the most that it ever had is known, that; where nothing is known, 0."""
    try:
        from resource import RUSAGE_SELF, getpagesize, getrusage
    except ImportError:
        return 0
    if _SIZE.exists():
        return int(_SIZE.read_text(encoding="ascii").split()[1]) * getpagesize()
    return getrusage(RUSAGE_SELF).ru_maxrss


Move = tuple[int, ...]
"""A legal option: its number within its decision, then its choices."""

_RUNS_ON = "the rules run on without ever asking for a decision"


class LogFull(Exception):
    """More has happened since the last decision than a log tells."""


# What machines that tell nothing have: made once, for a machine is copied often.


def _no_description(*_: object) -> tuple[str, Any]:
    return "", None


def _no_reasons(*_: object) -> tuple[Any, ...]:
    return ()


def _no_errand(*_: object) -> dict[str, Any]:
    return {"reasons": ()}


Errand = Callable[[], "dict[str, Any]"]
"""Finds what a decision offers, and the reasons why nothing else, or nothing at all, can be chosen: when they are read."""


def _number_label(_: str, member: int) -> int:
    return member


def _unspoken(*_: object) -> Any:
    return None


class Machine:
    """`options` are the moves open at the decision in hand and `player` who makes it; at the end of the game () and -1.

    `incremental` are lists that follow from the state (see `codegen.options`): whoever writes to `s` from outside
    calls `refresh`. `log` collects what a traced program tells, until it is `full`; `drawn` every draw; `fixed` holds draws that
    replace the stream's. `limits` say how much a choice may cost. `opened` is how often something hidden may have come to light.
    `is_looked_at`: somebody keeps `s` and `stack` as they are now, and the machine goes on with copies.
    """

    __slots__ = (
        "called", "describe", "drawn", "errand", "fixed", "full", "incremental", "is_looked_at", "limits", "log", "opened",
        "options", "player", "program", "reasons", "s", "spell", "stack", "watch",
    )  # fmt: skip

    def __init__(self, program: Program, s: list[int], stack: list[list[Any]], lists: list[list[int]] | None = None) -> None:
        self.program = program
        self.s = s
        self.stack = stack
        self.incremental = lists if lists is not None else [made(s) for made in program.incremental]
        self.options: Sequence[Move] = ()
        self.player = -1
        self.log: list[tuple[Any, ...]] = []
        self.full = MOST_TOLD
        self.drawn: list[tuple[str, tuple[int, ...]]] = []
        self.fixed: list[tuple[int, ...]] = []
        self.opened = 0
        self.is_looked_at = False
        self.limits = UNLIMITED
        self.watch: Watch | None = None  # while a choice with limits is played
        self.called: Callable[[str, int], str | int] = _number_label
        self.describe: Callable[[int, int, Move], tuple[str, Offer]] = _no_description
        self.errand: Callable[[int, int], Errand] = lambda *_: _no_errand
        self.reasons: Callable[[int, Move], tuple[Ground, ...]] = _no_reasons
        self.spell: Callable[[Words], Text] = _unspoken

    def run(self, move: Move | None = None) -> None:
        """On to the next decision, or to the end; first of all takes one of `options` at the decision in hand."""
        if self.is_looked_at:
            self.part()
        s, stack, program = self.s, self.stack, self.program
        blocks, limits = program.blocks, self.limits
        sprint = program.sprint
        if limits is not UNLIMITED:
            sprint = limits.sprint(program.heaviest)
            self.watch = Watch(limits)
        try:
            if program.traced:
                # the log has room again, and tells what was chosen
                self.full = len(self.log) + MOST_TOLD
                if move is not None:
                    block = self.stack[-1][0]
                    (self.ready if block in self.program.at_once else self.log_choice)(block, self.player, move)
            if move is not None:
                frame = stack[-1]
                program.take[frame[0]](self, s, frame, move)
            for _ in range(sprint):
                frame = stack[-1]
                if blocks[frame[0]](self, s, frame):
                    return
            fuel, watch = limits.steps, self.watch
            trail: deque[tuple[int, int]] = deque(maxlen=len(blocks))
            while fuel > 0:
                frame = stack[-1]
                steps = program.steps[frame[0]]
                fuel -= steps
                if watch is not None:
                    watch.count(steps)
                trail.append((len(stack), frame[0]))
                if blocks[frame[0]](self, s, frame):
                    return
        except BREAKS as error:
            raise self.fault(error) from error
        except OverLimit as over:
            raise RuleFault("E0901", str(over), self._place(over) or self._under_way()) from None
        finally:
            self.watch = None
        _, outermost = min(trail)
        place = program.metadata.place_of_block(outermost)
        raise RuleFault("E0901", _RUNS_ON, place)

    def refresh(self) -> None:
        """Makes the lists anew, after the state has been written to from outside."""
        self.incremental[:] = [made(self.s) for made in self.program.incremental]

    @classmethod
    def begin(cls, program: Program) -> Machine:
        """A machine that is about to begin a game."""
        return cls(program, program.initial[:], [[0], program.begin[:]])

    def part(self) -> None:
        """Leaves `s` and `stack` to whoever looks at them, and goes on with copies."""
        self.s = self.s[:]
        self.stack = [frame[:] for frame in self.stack]
        self.is_looked_at = False

    def copy(self, program: Program | None = None) -> Machine:
        """A machine at the same point that shares nothing that changes; one with another program of the same rules, if given.

        What was drawn and told is not copied.
        """
        lists = [members[:] for members in self.incremental] if program is None else None
        twin = Machine(program or self.program, self.s[:], [frame[:] for frame in self.stack], lists)
        twin.options = self.options
        twin.player = self.player
        twin.limits = self.limits
        return twin

    # ---- called by generated code

    def tell(self, entry: tuple[Any, ...]) -> None:
        """Has the log tell one thing more."""
        if len(self.log) >= self.full:
            raise LogFull
        self.log.append(entry)
        if self.program.probe is not None:
            self.program.probe.record_event()

    def log_choice(self, block: int, player: int, move: Move, is_forced: bool = False) -> None:
        """Tells the log of a choice, or that nothing but to decline could be chosen. What is gained tells itself.

        Of a `is_forced` choice, the only one that there was, also why nothing else could be chosen.
        """
        decision = self.program.decisions[block]
        if decision.gains:
            return
        at = (self.s[1], *self.stack[:-1], self.stack[-1][:])
        if is_forced and move[0] == len(decision.options):
            self.tell((block, "unable", at, player, self.errand(block, player)))
        else:
            errands = [self.errand(block, player)] if is_forced else []
            self.tell((block, "choice", at, player, *self.describe(block, player, move), move, *errands))

    def ready(self, block: int, player: int, move: Move) -> None:
        """Tells the log that somebody has chosen of those who choose at once."""
        asks, frame = self.program.at_once[block], self.stack[-1][:]
        asks.bind(self, self.s, frame, asks.seats(frame).index(player))
        self.tell((block, "ready", (self.s[1], *self.stack[:-1], frame), player, *self.describe(block, player, move), move))

    def log_lapse(self, block: int, player: int, move: Move) -> None:
        """Tells the log that what somebody has chosen can no longer be done."""
        at = (self.s[1], *self.stack[:-1], self.stack[-1][:])
        description = self.describe(block, player, move)
        self.tell((block, "lapse", at, player, *description, move, *self.reasons(player, move)))

    def draw(self, members: Sequence[int], kind: str) -> list[int]:
        """The members in random order, or in the order that a transcript or a scenario fixes."""
        self.s[0], order = shuffle_members(self.s[0], members)
        if self.watch is not None:
            self.watch.count(STEPS_TO_DRAW * len(order))
        if self.fixed:
            order = self._fixed_draw(kind, order)
        self._tell(kind, tuple(order))
        return order

    def pick(self, members: Sequence[int], kind: str) -> int:
        """One of the members by lot, or the one that a transcript or a scenario fixes; of no members none, or 0."""
        if not members:
            return -1 if kind else 0
        self.s[0], place = draw_below(self.s[0], len(members))
        member = members[place]
        if self.fixed:
            (member,) = self._fixed_draw(kind, [member], members)
        self._tell(kind, (member,))
        return member

    def _fixed_draw(self, kind: str, draws: Sequence[int], members: Sequence[int] | None = None) -> list[int]:
        """The replacement for a draw, as the first of the fixed draws has it; of the one out of `members`, if given."""
        fixed, number = self.fixed.pop(0), len(self.drawn)
        try:
            return settle(fixed, draws, members, lambda member: self.called(kind, member))
        except ValueError as error:
            raise RuleFault("E0705", f"draw {number + 1}: {error}", self._here(), number) from error

    def _tell(self, kind: str, draws: tuple[int, ...]) -> None:
        """Notes what was drawn."""
        self.drawn.append((kind, draws))
        if self.program.traced:
            self.tell((0, "draw", (self.s[1], *self.stack), kind, draws))

    def shuffle(self, base: int, kind: str) -> None:
        """Shuffles a list of the state."""
        end = base + 1 + self.s[base]
        self.s[base + 1 : end] = self.draw(self.s[base + 1 : end], kind)

    # ---- where a fault lies

    @contextmanager
    def tell_breaks(self) -> Iterator[None]:
        """Raises the fault of a value that breaks."""
        try:
            yield
        except BREAKS as error:
            raise self.fault(error) from error

    def fault(self, error: BaseException) -> RuleFault:
        """The fault of the rule whose function has broken."""
        return RuleFault("E0902", f"a rule could not be carried out: {describe_break(error)}", self._place(error))

    def _here(self) -> Span | None:
        decision = self.program.decisions.get(self.stack[-1][0])
        return decision.site.span if decision else None

    def _under_way(self) -> Span | None:
        """The place of the innermost rule that has one, of those under way."""
        for frame in self.stack[::-1]:
            place = self.program.metadata.place_of_block(frame[0])
            if place is not None:
                return place
        return None

    def _place(self, error: BaseException) -> Span | None:
        from caylus.codegen.module_text import PROGRAM

        span = None
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == PROGRAM:
                span = self.program.metadata.place(trace.tb_lineno) or span
            trace = trace.tb_next
        return span
