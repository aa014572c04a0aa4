"""Random rulesets find faults that are planted in what writes and carries out generated programs."""

from __future__ import annotations

from typing import Any

import pytest

from .planted import NO_FAULT, find_fault, read_faults


def test_there_are_faults_in_codegen_and_in_what_machine_code_is_made_by() -> None:
    assert [sum(fault["file"].startswith(package) for fault in read_faults()) for package in ("codegen", "machine")] == [20, 4]


@pytest.mark.nightly
@pytest.mark.parametrize("fault", read_faults(), ids=lambda fault: f"{fault['file']}: {fault['new']}")
def test_a_planted_fault_is_found(fault: dict[str, Any]) -> None:
    assert find_fault(fault)


@pytest.mark.nightly
def test_nothing_is_found_where_nothing_is_planted() -> None:
    assert not find_fault(NO_FAULT, 20)
