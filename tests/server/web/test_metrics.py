"""Figures mean what those who collect them take them for."""

from __future__ import annotations

from caylus_tools.server.web.monitoring import Metrics
from prometheus_client.parser import text_string_to_metric_families as parse


def test_figures_are_counted_for_each_server_by_their_labels() -> None:
    metrics, other = Metrics(), Metrics()
    waiting = [7]
    metrics.gauge("waiting", "Who waits.", lambda: waiting[0])
    for answer in ("made", "stale", "made"):
        metrics.choices.labels(answer).inc()
    for seconds in (0.001, 0.2, 9.0):
        metrics.pushes.observe(seconds)
    waiting[0] = 3
    told = {(one.name, *one.labels.values()): one.value for family in parse(metrics.text().decode()) for one in family.samples}
    assert (told["caylus_choices_total", "made"], told["caylus_choices_total", "stale"]) == (2, 1)
    assert [told["caylus_push_seconds_bucket", most] for most in ("0.005", "0.25", "+Inf")] == [1, 2, 3]
    assert (told["caylus_crashes_total",], told["caylus_waiting",]) == (0, 3)
    assert not any(name.endswith("_created") for name, *_ in told)
    assert b"made" not in other.text()
