"""Limit the number of connections, in all and from one address."""

from __future__ import annotations

import logging
import sys
from asyncio import BaseTransport
from collections import Counter

from caylus_tools.server.settings import Limits, Settings

from .addresses import household, is_proxy
from .logs import note

OTHER_FILES = 400
"""Files that a server has open besides its connections: the database, pipes to workers, what it sends."""


class Connections:
    """Counts them. A proxy that is told of may have any number: it speaks for many, and has limits of its own."""

    def __init__(self, settings: Settings) -> None:
        self._proxies = settings.proxies
        self._most = min(settings.limits.connections, open_files(settings.limits) - OTHER_FILES)
        self._most_of_one = settings.limits.connections_per_address
        self._addresses: dict[BaseTransport, str] = {}
        self._counts: Counter[str] = Counter()
        self._complained: set[str] = set()
        self.refused = 0

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, transport: BaseTransport, host: str) -> bool:
        """Return whether one more connection from a host is taken. It counts until it leaves."""
        address = household({"client": (host, 0)})
        is_one_too_many = self._counts[address] >= self._most_of_one and not is_proxy(host, self._proxies)
        if is_one_too_many or len(self) >= self._most:
            self.refused += 1
            self._complain(address)
            return False
        self._addresses[transport] = address
        self._counts[address] += 1
        return True

    def leave(self, transport: BaseTransport) -> None:
        """A connection has ended; nothing happens if it was never taken."""
        address = self._addresses.pop(transport, None)
        if address is None:
            return
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]
            self._complained.discard(address)

    def _complain(self, address: str) -> None:
        """Says it once to the log, until all connections of the address have ended."""
        if address not in self._complained and len(self._complained) < self._most:
            self._complained.add(address)
            note("too many connections", logging.WARNING, address=address, of_address=self._counts[address], in_all=len(self))


def count_needed_files(limits: Limits) -> int:
    """Return how many files a server has to be able to open for these limits."""
    return limits.connections + OTHER_FILES


def open_files(limits: Limits) -> int:
    """Asks the system to let this process open as many files as it needs, and returns how many it may."""
    needed = count_needed_files(limits)
    if sys.platform == "win32":
        return needed
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return needed
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft
