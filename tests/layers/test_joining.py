"""A new object joins whatever is done with all of its kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import BASE, check

DEALT = (
    BASE.replace("  for each player in players {\n    add player", "  do deal()\n  for each player in players {\n    add player")
    + """
kind spot plural spots { state field field }
row path of 2 spots
action deal() { let drawn = shuffled fields, for each field in drawn, spot in path { set spot.field to field } }
value idle() "fields on the path" = count of spot in path where spot.field is orchard
rule shown { after spring() { say "{idle()}" } }
"""
)
POND = "field pond\nchange table reward { pond | nothing | nothing }\n"


@pytest.mark.parametrize(("more", "is_warned"), [("", True), ("change row path of 3 spots\n", False)])
def test_a_deal_with_fewer_places_than_there_are_objects_now_is_warned_of(tmp_path: Path, more: str, is_warned: bool) -> None:
    found = [each for each in check(tmp_path, base=DEALT, a=POND + more) if each.code == "W1503"]
    assert [each.message for each in found] == (
        ["there are 3 fields now, and `deal` deals them to 2 places"] if is_warned else []
    )
    assert all(each.lines[0] == "field pond" for each in found)


ONE_BY_ONE = [
    "list heap of field\naction deal() { for each field in shuffled fields { add field to heap }\n"
    "for each spot in path { set spot.field to heap[spot.number] } }",
    "state laid number\naction deal() { for each field in shuffled fields { raise laid by 1, set path[laid].field to field } }",
    "action deal() { let drawn = shuffled fields, for each n in 1 to 2 { set path[n].field to drawn[n] } }",
    "action deal() { for each spot in path {\n"
    "set spot.field to first field in fields where not (some other in path where other.field is field) } }",
]


@pytest.mark.slow
@pytest.mark.parametrize("deal", ONE_BY_ONE)
def test_a_deal_one_by_one_is_warned_of_as_well(tmp_path: Path, deal: str) -> None:
    base = "\n".join(deal if line.startswith("action deal") else line for line in DEALT.splitlines())
    found = check(tmp_path, base=base, a=POND)
    assert [each.message for each in found] == ["there are 3 fields now, and `deal` deals them to 2 places"]
    assert check(tmp_path / "longer", base=base, a=f"{POND}change row path of 3 spots\n") == []
