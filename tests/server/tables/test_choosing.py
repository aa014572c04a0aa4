from __future__ import annotations

from .house import House, loaded, state


def test_a_choice_is_told_to_all(house: House) -> None:
    table = house.table(loaded("classic"), 2)
    seen = state(table, None)
    (seat,) = seen["decides"]
    own = state(table, seat)
    answer = table.choose(seat, own["revision"], own["options"][0]["id"], "k", seat)
    assert answer.revision == own["revision"] + 1
    assert state(table, None)["log"]
