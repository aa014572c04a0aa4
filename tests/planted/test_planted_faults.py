"""Faults of meaning are found by what `found.txt` says, and the figures of a class do not get worse unnoticed."""

from __future__ import annotations

from collections import Counter

import pytest

from . import CHECK, STATES, Fault, check_fault, is_found, read_faults, read_states

FAULTS = list(read_faults())
FEWEST = {"confusing": 14, "conserved": 9, "dead": 28, "filled": 22, "layer": 14, "never": 40, "range": 28, "useless": 14}


def test_each_class_has_its_faults_and_each_fault_a_line_and_a_state() -> None:
    assert Counter(fault.sort for fault in FAULTS) == FEWEST
    assert len({fault.id for fault in FAULTS}) == len(FAULTS) >= 160
    assert all(fault.lines() and fault.why.endswith(".") for fault in FAULTS)
    states = read_states()
    assert list(states) == [fault.id for fault in FAULTS], "run `python -m planted --write` in `tests`"
    assert set(states.values()) <= set(STATES)


def compare(faults: list[Fault]) -> None:
    states = read_states()
    wrong = []
    for fault in faults:
        found = is_found(fault, check_fault(fault))
        if found != (states[fault.id] == CHECK):
            wrong.append(f"{fault.id}: found.txt says `{states[fault.id]}`, the check finds {'it' if found else 'nothing'}")
    assert not wrong, "\n".join([*wrong, "run `python -m planted --write` in `tests` if that is meant"])


def test_the_check_finds_the_planted_faults_that_it_should_tried_with_some() -> None:
    compare(FAULTS[::8])


@pytest.mark.slow
def test_the_check_finds_the_planted_faults_that_it_should() -> None:
    compare([fault for number, fault in enumerate(FAULTS) if number % 8])


def test_without_a_mark_nothing_counts_as_found() -> None:
    fault = next(fault for fault in FAULTS if read_states()[fault.id] == CHECK)
    unmarked = fault._replace(text=fault.text.replace("  -- here", ""))
    assert check_fault(unmarked).diagnostics
    assert not is_found(unmarked, check_fault(unmarked))
