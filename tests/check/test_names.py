"""What a name may be given to, what is said about one that means nothing or is never asked for, and what people call things."""

from __future__ import annotations

from caylus import model as m
from support import tiny
from support.texts import read_rules

from .small import check_texts, fault, faults, place

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


def test_a_variable_does_not_hide_another_one() -> None:
    found = fault("action a(friend: player) { for each friend in players { friend gains 1 coin } }")
    assert (found.code, place(found)) == ("E0203", (1, 37, 43))


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


def test_an_unknown_property_names_the_kind_and_the_nearest_one() -> None:
    found = fault(HUTS + "action a(hut) { if hut.prize > 3 { } }")
    assert (found.code, found.message, found.help) == ("E0205", "a hut has no `prize`", "did you mean `price`?")


def test_what_only_a_lower_kind_has_is_said_to_be_there() -> None:
    found = fault(HUTS + "kind shed plural sheds is hut { tools number }\naction a(hut) { if hut.tools > 3 { } }")
    assert found.help == "only a shed has it; declare it in `hut` for all of them"


def test_a_mistake_is_reported_once_and_not_again_where_it_leads() -> None:
    found = faults(HUTS + "action a(player) { let n = barm.price + 1, if n > 3 and n < barn.price { gain n coin } }")
    assert [f.code for f in found] == ["E0204"]


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


GIVEN = "list order of player\nstate pot number\n"
DONE = (
    "\nrule r { after begin() { for each player in players { do a(player), add player to order, raise pot by size of order } } }"
)


def find_all(body: str) -> list[tuple[str, int, str]]:
    text = GIVEN + f"action a(player) {{ {body} }}" + DONE
    return [(f.code, f.span.column, f.message) for f in check_texts(text)[1] if f.span is not None and f.code != "W1009"]


def test_the_help_says_both_ways() -> None:
    told = next(
        f
        for f in check_texts(GIVEN + "action a(player) { for each p in players { gain 1 coin } }" + DONE)[1]
        if f.code == "W1020"
    )
    assert (told.label, told.help) == (
        "not for each `p`",
        "say who is meant: `p gains …`, or `for each player in …`; if it is `player` each time, count: `count of …`",
    )


TEXT = read_rules(__file__, "names")


def test_whatever_is_defined_may_have_a_title_and_has_its_name_without() -> None:
    made = tiny.rules(TEXT + "action main() { }").model
    player, place = made.kinds["player"], made.kinds["place"]
    things = [*made.states.values(), *made.lists.values(), *made.rows.values(), *player.states.values(), *player.lists.values()]
    things += [*player.rows.values(), *place.states.values(), *place.properties.values()]
    assert {thing.name: thing.title for thing in things} == {
        "houses": "houses built", "queue": "the queue", "line": "line", "road": "the road", "inns": "inns", "left": "goes left",
        "hand": "cards in hand", "farm": "the farm", "owner": "who has it", "used": "used", "worth": "points",
    }  # fmt: skip
    assert [(v.name, v.title) for v in made.actions["go"].params] == [("player", None), ("far", "how far")]


def test_members_of_a_row_are_called_after_its_title() -> None:
    places = tiny.rules(TEXT + "action main() { }").model.kinds["place"].objects
    assert [place.title for place in places if place.owner < 0] == ["road 1", "road 2", "inns 1"]


def test_the_title_does_for_several_where_there_is_no_plural() -> None:
    made = tiny.rules(TEXT + "action main() { }").model
    assert [(r.title, r.plural) for r in made.resources] == [("gold piece", "gold pieces"), ("apple", "apple"), ("nut", "nuts")]
    assert [(g.title, g.plural) for g in made.groups.values()] == [("fruit", "pieces of fruit"), ("money", "money")]


def test_an_about_speaks_of_what_its_definition_or_attachment_takes() -> None:
    rules = """
rule r "Late" about "nobody is late" {
  price(who, n) about "{n} more" is more by n
  after player gains coin as given about "{given} are spent" { }
}
"""
    made = tiny.rules(TEXT + rules + "action main() { }").model
    go, price = made.actions["go"], made.values["price"]
    assert made.abouts[go.site.span][:2] == ("go up to ", m.Local(go.params[1]))
    modifier = price.modifiers[0]
    assert made.abouts[modifier.site.span] == (m.Local(price.params[1]), " more")
    assert made.abouts[made.rules["r"].span] == ("nobody is late",)
    (trigger,) = made.triggers
    assert made.abouts[trigger.action.site.span] == (m.Local(trigger.action.params[1]), " are spent")


def test_an_about_may_speak_of_the_value_that_it_tells_of() -> None:
    assert not faults('value price(player) about "twice {price(player)}" = 2')


def test_only_resources_have_a_plural() -> None:
    (found,) = faults('kind hut { cost payment }\nhut inn "inn" plural "inns"')
    assert found.code == "E0324"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 22)
