"""Limits for the cost of one choice, the watch over them, and the faults that can occur in play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.limits import FUEL

if TYPE_CHECKING:
    from caylus.diagnostics.diagnostic import Span


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


LOOK_AFTER = 50_000
"""Steps between two looks at the clock: about a twentieth of a second."""

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
