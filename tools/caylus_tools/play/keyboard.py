"""Where a person's lines come from: a terminal with editing and completion, or standard input read line by line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from caylus.diagnostics import visible
from rich.console import Console

from caylus_tools.common.errors import UsageError
from caylus_tools.common.interrupts import Stopped

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


class EndOfInput(Exception):
    """There is no further line: the input has ended, or the person at the terminal wants to leave."""


class Keyboard(Protocol):
    @property
    def is_terminal(self) -> bool: ...

    def ask(self, question: str, completions: Sequence[str] = ()) -> str:
        """The next line, without the blanks around it. Raises `EndOfInput`."""
        ...


class Terminal:
    """Ctrl-C and Ctrl-D both mean to leave."""

    is_terminal = True

    def __init__(self) -> None:
        self._sessions: dict[str, PromptSession[str]] = {}  # by the question: nobody leafs through what others answered to theirs

    def ask(self, question: str, completions: Sequence[str] = ()) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter

        if question not in self._sessions:
            self._sessions[question] = PromptSession()
        try:
            completer = WordCompleter(list(completions), sentence=True)
            return self._sessions[question].prompt(question, completer=completer, complete_while_typing=False).strip()
        except Stopped:
            raise
        except (EOFError, KeyboardInterrupt):
            raise EndOfInput from None


class Lines:
    """What was answered is printed, so that the output reads as on a terminal."""

    is_terminal = False

    def __init__(self, console: Console) -> None:
        self._console = console

    def ask(self, question: str, completions: Sequence[str] = ()) -> str:
        if sys.stdin is None:
            raise UsageError("standard input is closed")
        line = sys.stdin.readline()
        if not line:
            raise EndOfInput
        self._console.print(question + visible(line.strip()))
        return line.strip()
