"""Warnings and layers: what a variant leaves idle below it is no fault of anybody's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from caylus.check import check
from caylus.loading import library
from caylus.parser.parse import parse
from check.small import complete


@pytest.mark.parametrize("name", [found.name for found in library.found()])
def test_nothing_in_a_shipped_ruleset_or_variant_is_warned_of(name: str) -> None:
    assert library.check_path(name).diagnostics == ()


def test_only_the_topmost_layer_is_warned_of() -> None:
    base, _ = parse(complete("constant rent = 1"), "base.rules")
    above, _ = parse("constant tax = 1", "above.rules")
    _, found = check([base, replace(above, level=1)])
    assert [warning.message for warning in found] == ["the constant `tax` is never used"]
    assert [warning.message for warning in check([base])[1]] == ["the constant `rent` is never used"]
