"""Signals that end a process: when at once, when as an exception, and where they must not come between two things."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

from .early_exit import SIGNALLED, leave

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that ask for an end, as far as this system knows them."""


class Stopped(KeyboardInterrupt):
    """A signal asks this process to end; a Ctrl-C is one as good as any."""

    def __init__(self, number: int) -> None:
        self.number = number


def find_interrupt(error: BaseException | None) -> KeyboardInterrupt | None:
    """The interrupt that an error stands for, if it does: Python wraps one that comes while a class is made."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error


def exit_code(error: KeyboardInterrupt) -> int:
    """The exit code of a process that was asked to end, as shells count them: 130 after a Ctrl-C."""
    return SIGNALLED + (error.number if isinstance(error, Stopped) else signal.SIGINT)


@contextmanager
def raise_interrupts() -> Iterator[None]:
    """Within, a Ctrl-C raises KeyboardInterrupt, where outside it would `leave`."""
    if signal.getsignal(signal.SIGINT) is not leave:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, leave)


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Finish the block before a Ctrl-C that comes meanwhile is raised."""
    signals: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: signals.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if signals:
        raise KeyboardInterrupt


class Attention:
    """A `with` block in which signals wait, however many come, but for where it says that they may be `heard`."""

    def __init__(self) -> None:
        self._waiting = 0
        self._is_open = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Attention:
        self._before = {number: signal.signal(number, self._hear) for number in _listened_signals()}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @contextmanager
    def listen(self) -> Iterator[None]:
        """Within, the first signal raises `Stopped`, and so does one that has come before; those after it wait again."""
        self._is_open = True
        try:
            if self._waiting:
                self._raise(self._waiting)
            yield
        finally:
            self._is_open = False

    def _hear(self, number: int, _: FrameType | None) -> None:
        if self._is_open:
            self._raise(number)
        self._waiting = number

    def _raise(self, number: int) -> NoReturn:
        self._is_open, self._waiting = False, 0
        raise Stopped(number)


@contextmanager
def notify_signals(tell: Callable[[int], None]) -> Iterator[None]:
    """Within, signals that ask for an end raise nothing: `tell` gets the number of each, between any two instructions."""
    before = {number: signal.signal(number, lambda number, _: tell(number)) for number in _listened_signals()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _listened_signals() -> Iterator[int]:
    """The signals that ask for an end and are not ignored, as far as this system knows them."""
    for name in _ENDING:
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
            yield getattr(signal, name)
