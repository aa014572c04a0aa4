"""The faults that can occur in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError

if TYPE_CHECKING:
    from caylus.diagnostics.span import Span


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
