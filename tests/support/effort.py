"""Work as the number of function calls, which does not depend on the machine or its load."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from cProfile import Profile


@contextmanager
def limit_calls(most: int) -> Iterator[None]:
    """Fail if the block calls more functions than this."""
    with Profile() as profile:
        yield
    calls = sum(entry.callcount for entry in profile.getstats())
    assert calls < most, f"{calls:,} calls of functions, at most {most:,} were expected"
