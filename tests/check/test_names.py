"""What a name may be given to, and what is said about one that means nothing."""

from __future__ import annotations

import pytest

from .small import check_texts, codes, fault, faults, place

HUTS = """
resource coin, apple
kind hut plural huts {
  price number
  state owner player
}
hut barn { price 3 }
"""


def test_two_definitions_of_one_name_are_shown_with_both_places() -> None:
    found = fault("constant rent = 2\nconstant rent = 3\naction a(player) { lose rent coin }")
    assert (found.code, place(found)) == ("E0201", (2, 10, 14))
    assert [(n.text, n.span and n.span.line) for n in found.notes] == [("it is a constant here already", 1)]


def test_one_name_may_not_be_defined_in_two_files() -> None:
    found = fault("constant rent = 2\naction a(player) { lose rent coin }", "state rent number")
    assert found.code == "E0201"
    assert found.span is not None
    assert found.span.file == "b.rules"
    assert found.notes[0].span is not None
    assert found.notes[0].span.file == "a.rules"


@pytest.mark.parametrize("name", ["player", "players", "number", "flag", "payment", "abs", "min", "max"])
def test_names_of_the_language_cannot_be_given_away(name: str) -> None:
    assert codes(f"constant {name} = 2") == ["E0202"]


def test_a_kind_cannot_have_what_a_kind_above_it_has() -> None:
    found = fault(HUTS + "kind shed plural sheds is hut { price number }")
    assert (found.code, found.message) == ("E0201", "`shed` has a `price` already")


def test_a_player_cannot_have_a_state_of_the_name_of_a_resource() -> None:
    assert codes("resource coin, apple\neach player has { apple number }") == ["E0201"]


def test_a_kind_lends_its_name_to_parameters_and_loops() -> None:
    assert codes(HUTS + "action visit(hut) { for each player in players { set hut.owner to player } }") == []


@pytest.mark.parametrize(
    "body",
    [
        "let barn = 3, gain barn coin",
        "for each barn in huts { set barn.owner to player }",
        "let n = count of barn in huts, gain n coin",
        "may choose { option a(barn in huts) { set barn.owner to player } }",
    ],
)
def test_a_local_name_hides_a_definition(body: str) -> None:
    assert codes(HUTS + f"action visit(player) {{ {body} }}") == []


def test_a_local_name_does_not_hide_what_the_language_has() -> None:
    assert fault("action visit(player) { for each players in 1 to 2 { gain players coin } }").code == "E0203"


def test_a_variable_does_not_hide_another_one() -> None:
    found = fault("action a(friend: player) { for each friend in players { friend gains 1 coin } }")
    assert (found.code, place(found)) == ("E0203", (1, 37, 43))


def test_a_variable_ends_with_its_braces() -> None:
    assert codes("action a(player) { if player.coin > 1 { let n = 1 } else { let n = 2 } }") == []


def test_a_misspelt_name_is_answered_with_the_one_that_was_meant() -> None:
    found = fault(HUTS + "action a(player) { if player.coin > barm.price { } }")
    assert (found.code, found.message, found.help) == ("E0204", "`barm` is nothing in this ruleset", "did you mean `barn`?")


def test_where_no_one_of_a_kind_is_meant_its_plural_is_suggested() -> None:
    found = fault(HUTS + "value many(player) = count of one in hts")
    assert found.help == "did you mean `huts`?"


def test_only_what_could_stand_there_is_suggested() -> None:
    found = fault("value rest(player) = 1\naction nest(player) { }\naction a(player) { do best(player) }")
    assert found.help == "did you mean `nest`?"


def test_a_name_unknown_in_several_places_is_said_once_with_all_of_them() -> None:
    found = fault("action a(player) { gain rent coin }\naction b(player) { lose rent coin }")
    assert found.code == "E0204"
    assert [(n.text, n.span and n.span.line) for n in found.notes] == [("and here", 2)]


def test_the_name_of_a_kind_alone_is_nobody_in_particular() -> None:
    found = fault(HUTS + "action a() { set hut.owner to none }")
    assert (found.code, found.label) == ("E0204", "which hut?")
    assert "for each hut in huts" in found.help


def test_a_name_of_another_sort_is_said_to_be_what_it_is() -> None:
    found = fault(HUTS + "action a(player) { gain 1 barn }")
    assert (found.code, found.message) == ("E0206", "`barn` is a hut, not a resource or a group")


def test_an_unknown_property_names_the_kind_and_the_nearest_one() -> None:
    found = fault(HUTS + "action a(hut) { if hut.prize > 3 { } }")
    assert (found.code, found.message, found.help) == ("E0205", "a hut has no `prize`", "did you mean `price`?")


def test_what_only_a_lower_kind_has_is_said_to_be_there() -> None:
    found = fault(HUTS + "kind shed plural sheds is hut { tools number }\naction a(hut) { if hut.tools > 3 { } }")
    assert found.help == "only a shed has it; declare it in `hut` for all of them"


def test_this_is_an_object_only_inside_of_one() -> None:
    assert codes(HUTS + "action a(hut) { if hut is this { } }") == ["E0210"]
    assert codes(HUTS + "hut inn { price 1 + 1 }\nhut mill { before begin() { if this.owner is none { } } }") == []


def test_a_mistake_is_reported_once_and_not_again_where_it_leads() -> None:
    found = faults(HUTS + "action a(player) { let n = barm.price + 1, if n > 3 and n < barn.price { gain n coin } }")
    assert [f.code for f in found] == ["E0204"]


def test_a_kind_below_an_unknown_one_is_left_alone() -> None:
    found = fault("kind shed plural sheds is hit { tools number }\nshed barn { tolls 3 }\nvalue v() = barn.shade")
    assert found.code == "E0204"


def test_a_parameter_without_a_type_does_not_spoil_the_body() -> None:
    found = fault("action a(playre) { gain 1 coin, if player.coin > 3 { lose 1 coin } }")
    assert found.message == "the parameter `playre` has no type, and there is no kind of its name"


def test_a_ruleset_needs_a_game_and_a_score() -> None:
    from caylus.check import check
    from caylus.parser.parse import parse

    made, found = check([parse("resource coin", "a.rules")[0]])
    assert made is None
    assert [(f.code, f.span) for f in found] == [("E0207", None), ("E0207", None)]


def test_all_faults_are_found_in_one_go_and_in_the_order_of_the_text() -> None:
    found = faults("constant a = b\naction c(player) { gain 1 d }\nvalue e() = 1 coin + 2\nkind f is g\n")
    assert [(f.span and f.span.line, f.code) for f in found] == [(1, "E0204"), (2, "E0204"), (3, "E0304"), (4, "E0204")]


def test_a_definition_that_cannot_be_read_does_not_make_its_names_unknown() -> None:
    from caylus.check import check
    from caylus.parser.parse import parse

    text = "kind hut plural huts { price nonsense here }\nhut barn { price 3 }\nvalue v() = barn.price\nvalue score(player) = v()"
    file, wrong = parse(text, "a.rules")
    assert wrong
    assert [f.code for f in check([file])[1]] == []


def test_warnings_do_not_keep_a_ruleset_from_being_played() -> None:
    made, found = check_texts("constant rent = 2")
    assert made is not None
    assert [f.code for f in found] == ["W1001"]


def test_an_object_is_about_one_thing() -> None:
    found = fault('kind hut plural huts\nhut barn { about "Corn", about "Hay" }')
    assert (found.code, found.message) == ("E0201", "`about` is written twice")
