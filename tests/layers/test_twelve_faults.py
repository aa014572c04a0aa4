"""The twelve ways in which a layer may not fit what it stands on: each has a code of its own, and shows both places."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import BASE, Variant, check

RICH = "change constant prize = 3"
FAULTS: dict[str, tuple[str, dict[str, str | Variant], str, str]] = {
    "nothing there": ("E0501", {"a": "change constant prise = 3"}, "change constant prise = 3", "constant prize = 2"),
    "there already": ("E0502", {"a": "constant prize = 3"}, "constant prize = 3", "constant prize = 2"),
    "changes nothing": ("W1501", {"a": "change constant prize = 2"}, "change constant prize = 2", "constant prize = 2"),
    "removed but needed": (
        "E0504",
        {"a": "remove constant prize"},
        "value income(player) = prize + bonus[season]",
        "remove constant prize",
    ),
    "a circle": (
        "E0510",
        {"a": Variant(RICH, {"requires": ["b"]}), "b": Variant("remove rule frost", {"requires": ["a"]})},
        "requires: [a]",
        "requires: [b]",
    ),
    "two decide the same": ("E0506", {"a": RICH, "b": "change constant prize = 4"}, "change constant prize = 4", RICH),
    "of another sort": (
        "E0507",
        {"a": "replace value prize(player) = 3"},
        "replace value prize(player) = 3",
        "constant prize = 2",
    ),
    "sealed": (
        "E0508",
        {"a": "replace value score(player) = 1"},
        "replace value score(player) = 1",
        'seal score "points decide"',
    ),
    "another version": (
        "E0512",
        {"a": Variant(RICH, {"extends": {"name": "garden", "version": "2"}})},
        "extends: {name: garden, version: '2'}",
        "version: 1.0.0",
    ),
    "no such part": (
        "E0519",
        {"a": "change field orchard { wroth 3 }"},
        "change field orchard { wroth 3 }",
        'field orchard "Orchard" {',
    ),
    "no such place": (
        "E0511",
        {"a": "phase thaw { clear order }\ninsert thaw before summer in year"},
        "insert thaw before summer in year",
        "sequence year = spring, autumn",
    ),
    "upon itself": ("E0516", {"a": Variant(RICH, {"extends": {"name": "a"}})}, "extends: {name: a}", "name: a"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_shows_both_places(tmp_path: Path, fault: str) -> None:
    code, layers, *places = FAULTS[fault]
    (found,) = check(tmp_path, base=BASE + 'seal score "points decide"\n', given=(), **layers)
    assert (found.code, list(found.lines[:2])) == (code, places)


def test_no_two_faults_share_a_code() -> None:
    assert len({code for code, *_ in FAULTS.values()}) == len(FAULTS) == 12
