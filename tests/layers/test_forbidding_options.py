"""`forbid OPTION in ACTION where …`: a requirement more for an option, whoever wrote that."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import caylus
import pytest
from support.shipped import RULESETS

from .garden import BASE, fault


def test_a_secret_that_refuses_an_option_is_reported_where_it_is_forbidden(tmp_path: Path) -> None:
    base = BASE.replace("resource apple", "list deck of field hidden from all\nresource apple")
    text = 'rule n { forbid take(field) in autumn where field is in deck "it is in the deck" }'
    found = fault(tmp_path, base=base, a=text)
    assert (found.code[:2], found.lines[0]) == ("E1", text)


@pytest.mark.slow
def test_few_houses_and_plans_are_played_together_without_an_order(tmp_path: Path) -> None:
    here = Path(__file__).parent / "house_rules"
    both = [here / "few-houses", here / "blueprints"]
    assert all(len((folder / "all.rules").read_text(encoding="utf-8").splitlines()) <= 20 for folder in both)
    games = [caylus.load(RULESETS / "classic", order).new_game(2, seed=3) for order in permutations(both)]
    assert games[0].save()["state"] == games[1].save()["state"]
