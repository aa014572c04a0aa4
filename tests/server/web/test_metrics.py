"""Figures mean what those who collect them take them for."""

from __future__ import annotations

from caylus_tools.server.web.metrics import Count, Times


def test_each_bucket_counts_all_that_took_no_longer() -> None:
    times = Times("seconds", "How long.")
    for seconds in (0.001, 0.005, 0.2, 9.0):
        times.add(seconds)
    told = dict(line.rsplit(" ", 1) for line in times.lines() if not line.startswith("#"))
    buckets = {name.split('"')[1]: int(count) for name, count in told.items() if "bucket" in name}
    assert (buckets["0.005"], buckets["0.1"], buckets["0.25"], buckets["5.0"], buckets["+Inf"]) == (2, 2, 3, 3, 4)
    assert [*buckets.values()] == sorted(buckets.values())
    assert (told["caylus_seconds_count"], told["caylus_seconds_sum"]) == ("4", "9.206000")


def test_a_count_is_kept_for_each_of_its_labels() -> None:
    count = Count("choices_total", "Choices.", "answer")
    for answer in ("made", "stale", "made"):
        count.add(answer)
    assert [*count.lines()][2:] == ['caylus_choices_total{answer="made"} 2', 'caylus_choices_total{answer="stale"} 1']
