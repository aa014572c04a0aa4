"""Counts and times, as Prometheus reads them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator

TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""In seconds."""
_OURS = "caylus"
"""What the name of every number begins with."""


class Count:
    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self._labels = f"{_OURS}_{name}", about, labels
        self._counts: defaultdict[tuple[str, ...], int] = defaultdict(int)

    def add(self, *values: str) -> None:
        self._counts[values] += 1

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, "counter", self.about)
        for values, count in sorted(self._counts.items()):
            yield f"{self.name}{_labelled(self._labels, values)} {count}"


class Times:
    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = f"{_OURS}_{name}", about
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, "histogram", self.about)
        so_far = 0
        for bound, count in zip((*map(str, _BOUNDS), "+Inf"), self._counts, strict=True):
            so_far += count
            yield f'{self.name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{self.name}_sum {self._sum:.6f}"
        yield f"{self.name}_count {so_far}"


class Gauge:
    def __init__(self, name: str, about: str, read: Callable[[], float]) -> None:
        self.name, self.about, self._read = f"{_OURS}_{name}", about, read

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, "gauge", self.about)
        yield f"{self.name} {self._read():g}"


class Metrics:
    """All that is counted. Touched by the event loop alone."""

    def __init__(self) -> None:
        self.requests = Count("requests_total", "Requests answered.", "route", "method", "status")
        self.request_times = Times("request_seconds", "From a request's first byte to its answer.")
        self.choices = Count("choices_total", "Choices that were sent, by how they were answered.", "answer")
        self.pushes = Times("push_seconds", "From a change at a table to what all who look on are sent.")
        self.crashes = Count("crashes_total", "Requests that ended with a fault of the server.")
        self.gauges: list[Gauge] = []

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Adds a number that is read when somebody asks."""
        self.gauges.append(Gauge(name, about, read))

    def text(self) -> str:
        told: list[Count | Times | Gauge] = [self.requests, self.request_times, self.choices, self.pushes, self.crashes]
        told += self.gauges
        return "".join(f"{line}\n" for metric in told for line in metric.lines())


def _head(name: str, sort: str, about: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {sort}"


def _labelled(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    told = ",".join(f'{name}="{value}"' for name, value in zip(names, values, strict=True))
    return f"{{{told}}}" if told else ""
