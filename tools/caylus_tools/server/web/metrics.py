"""Counts and times, as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client import generate_latest as text_of

TYPE = CONTENT_TYPE_LATEST
_OURS = "caylus"
"""What the name of every number begins with."""
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""In seconds."""

disable_created_metrics()  # type: ignore[no-untyped-call] # when something was first counted is nothing that anybody asks for


class Metrics:
    """All that is counted by one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = self._count("requests_total", "Requests answered.", "route", "method", "status")
        self.request_times = self._times("request_seconds", "From a request's first byte to its answer.")
        self.choices = self._count("choices_total", "Choices that were sent, by how they were answered.", "answer")
        self.pushes = self._times("push_seconds", "From a change at a table to what all who look on are sent.")
        self.crashes = self._count("crashes_total", "Requests that ended with a fault of the server.")

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Adds a number that is read when somebody asks."""
        Gauge(name, about, namespace=_OURS, registry=self._registry).set_function(read)

    def text(self) -> bytes:
        return text_of(self._registry)

    def _count(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, namespace=_OURS, registry=self._registry)

    def _times(self, name: str, about: str) -> Histogram:
        return Histogram(name, about, namespace=_OURS, buckets=_BOUNDS, registry=self._registry)
