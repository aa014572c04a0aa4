"""Faults of meaning are found by what `found.txt` says, and the figures of a class do not get worse unnoticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from . import CHECK, STATES, Fault, check_fault, check_together, is_found, read_faults, read_states

pytestmark = pytest.mark.slow

FAULTS = list(read_faults())
FEWEST = {"confusing": 14, "conserved": 9, "dead": 28, "filled": 22, "layer": 14, "never": 40, "range": 28, "useless": 14}
TOGETHER = 8
"""Faults that are checked in one layer, which takes little longer than one."""


def test_each_class_has_its_faults_and_each_fault_a_line_and_a_state() -> None:
    assert Counter(fault.sort for fault in FAULTS) == FEWEST
    assert len({fault.id for fault in FAULTS}) == len(FAULTS) >= 160
    assert all(fault.lines() and fault.why.endswith(".") for fault in FAULTS)
    states = read_states()
    assert list(states) == [fault.id for fault in FAULTS], "run `python -m planted --write` in `tests`"
    assert set(states.values()) <= set(STATES)


def find_mistaken(faults: list[Fault]) -> Iterator[str]:
    """What `found.txt` says wrongly of faults on one base. They are checked in one layer, and by halves where that tells otherwise:
    they may hide each other."""
    states = read_states()
    together = len(faults) > 1
    found = check_together(faults) if together else [is_found(fault, check_fault(fault)) for fault in faults]
    if found == [states[fault.id] == CHECK for fault in faults]:
        return
    if together:
        middle = len(faults) // 2
        yield from find_mistaken(faults[:middle])
        yield from find_mistaken(faults[middle:])
    else:
        (fault,) = faults
        yield f"{fault.id}: found.txt says `{states[fault.id]}`, the check finds {'it' if found[0] else 'nothing'}"


def compare(faults: list[Fault]) -> None:
    groups = [[fault] for fault in faults if not fault.is_layer]
    for base in ("classic", "1303"):
        layers = [fault for fault in faults if fault.is_layer and fault.base == base]
        groups += [layers[start : start + TOGETHER] for start in range(0, len(layers), TOGETHER)]
    wrong = [told for group in groups for told in find_mistaken(group)]
    assert not wrong, "\n".join([*wrong, "run `python -m planted --write` in `tests` if that is meant"])


def test_the_check_finds_the_planted_faults_that_it_should_tried_with_some() -> None:
    compare(FAULTS[::8])


@pytest.mark.nightly
def test_the_check_finds_the_planted_faults_that_it_should() -> None:
    compare([fault for number, fault in enumerate(FAULTS) if number % 8])


def test_without_a_mark_nothing_counts_as_found() -> None:
    fault = next(fault for fault in FAULTS if read_states()[fault.id] == CHECK)
    unmarked = fault._replace(text=fault.text.replace("  -- here", ""))
    assert check_fault(unmarked).diagnostics
    assert not is_found(unmarked, check_fault(unmarked))
