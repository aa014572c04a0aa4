"""Members that a layer adds to a kind of its base, or to players."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import BASE, Variant, check, fault, list_holdings, load
from .test_edits import amounts

USED = """
change kind field { add state used flag, add weight number = 2 }
change field meadow { weight 7 }
rule only_once { after tend(player, field) where not field.used { gain field.weight pear, set field.used to yes } }
"""


def test_objects_of_the_base_have_what_a_layer_adds_to_their_kind(tmp_path: Path) -> None:
    rules = load(tmp_path, a=USED)
    assert [amounts(rules, "field", name)["weight"] for name in ("orchard", "meadow")] == [2, 7]
    game = rules.new_game(1)
    game.choose("take meadow")
    assert list_holdings(game)["pear"] == 8


def test_it_does_not_matter_whether_an_object_sets_it_before_or_behind_the_text_that_adds_it(tmp_path: Path) -> None:
    first, second, third = USED.strip().split("\n")
    assert amounts(load(tmp_path, a="\n".join([second, third, first])), "field", "meadow")["weight"] == 7


def test_an_action_is_added_and_each_object_may_have_its_own(tmp_path: Path) -> None:
    text = """
        change kind field { add action rest(player) { gain 1 coin } }
        change field orchard { rest { gain 10 coin } }
        rule resting { after autumn() { for each player in order, field in fields { do field.rest(player) } } }
    """
    game = load(tmp_path, a=text).new_game(1)
    game.choose("rest")
    assert list_holdings(game)["coin"] == 3 + 10 + 4


def test_players_get_more_as_they_would_by_each_player_has(tmp_path: Path) -> None:
    base = BASE + "each player has { luck number = 1 }\nrule lucky { income(player) is more by player.luck }\n"
    wit = "change kind player { add wit number = 5 }\nrule witty { income(player) is more by player.wit }"
    assert list_holdings(load(tmp_path, base=base, a=wit).new_game(1))["coin"] == 3 + 1 + 5


def test_a_layer_that_requires_another_changes_what_that_has_added(tmp_path: Path) -> None:
    above = Variant("change kind field { weight number = 5 }", {"requires": ["a"]})
    assert amounts(load(tmp_path, a=USED, b=above), "field", "orchard")["weight"] == 5


def test_what_is_new_needs_the_word_for_it(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change kind field { state busy flag }")
    assert (found.code, found.message) == ("E0519", "a field has no `busy` of its own")
    assert found.help == "to give it one, write `add` before it"


@pytest.mark.parametrize(("edit", "codes"), [("add path row of 3 fields", []), ("path row of 3 fields", ["E0519"])])
def test_a_row_is_given_to_players_with_the_word_for_it(tmp_path: Path, edit: str, codes: list[str]) -> None:
    base = BASE + "each player has { luck number }\nrule lucky { income(player) is more by player.luck }\n"
    found = check(
        tmp_path, base=base, a=f"change kind player {{ {edit} }}\nchange table reward {{ orchard | nothing | nothing }}"
    )
    assert [one.code for one in found if one.code == "E0519"] == codes


def test_what_is_there_is_not_added(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change kind field { add worth number = 3 }")
    assert (found.code, found.message) == ("E0502", "a field has a `worth` already")
    assert found.lines[1] == "worth number = 1"
    assert found.help == "to say it anew, write it without `add`"


@pytest.mark.parametrize("order", [["a", "b"], ["b", "a"]])
def test_two_strangers_that_add_one_name_are_told_even_if_they_say_the_same(tmp_path: Path, order: list[str]) -> None:
    one = "change kind field { add state used flag }\nrule x { after tend(player, field) { set field.used to yes } }"
    other = "change kind field { add state used flag }\nrule y { before tend(player, field) where field.used { gain 1 coin } }"
    found, *_ = check(tmp_path, a=one, b=other, given=order)
    assert (found.code, found.message) == ("E0502", "a field has a `used` already")
    assert found.lines == ("change kind field { add state used flag }",) * 2
    assert "conflicts: [a]" in found.help


def test_a_stranger_does_not_set_what_another_has_added(tmp_path: Path) -> None:
    codes = [found.code for found in check(tmp_path, a=USED, b="change field orchard { weight 3 }")]
    assert codes == ["E0519"]


def test_a_member_that_is_wrong_leaves_others_to_be_looked_at(tmp_path: Path) -> None:
    codes = {found.code for found in check(tmp_path, a="change kind field { foo number }", b="change kind field { foo number }")}
    assert codes == {"E0519"}
