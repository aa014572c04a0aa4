"""What can be wrong between layers: each fault has a code of its own and shows every place that has a part in it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from caylus.layers import merge

from .garden import BASE, Variant, check, fault, load

LUCK = "each player has { luck number = 1 }\nrule lucky { income(player) is more by player.luck }\n"
SEALED = BASE + 'seal score "points decide"\nseal reward "it is what it is"\n'


def test_what_is_not_there_cannot_be_changed(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change constant prise = 3")
    assert (found.code, found.help) == ("E0501", "did you mean `prize`?")
    assert found.lines == ("change constant prise = 3", "constant prize = 2")


def test_what_has_no_likeness_to_anything_gets_no_guess(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change constant zygote = 3")
    assert (found.code, found.lines, found.help) == ("E0501", ("change constant zygote = 3",), "")


@pytest.mark.parametrize(
    "edit",
    [
        "remove value zygote", "replace value zygote(player) = 1", "change scale zygote = [1]", "change group zygote = apple",
        "change resource zygote", "change field zygote { }", "change table zygote { orchard | nothing }",
        "change row zygote of 3 fields", "change list zygote of field", "change state zygote number",
        "change action zygote { remove option rest }", "add spring to zygote after autumn", 'seal zygote "why"',
    ],
)  # fmt: skip
def test_no_verb_goes_with_a_name_that_is_not_there(tmp_path: Path, edit: str) -> None:
    assert fault(tmp_path, a=edit).code == "E0501"


def test_what_a_layer_below_removed_cannot_be_changed(tmp_path: Path) -> None:
    found = fault(tmp_path, a="remove rule frost", b=Variant("remove rule frost", {"requires": ["a"]}))
    assert (found.code, found.lines) == ("E0501", ("remove rule frost", "remove rule frost"))


def test_a_plural_may_take_a_name_that_was_removed(tmp_path: Path) -> None:
    low = Variant("kind zone plural frost { width number }\nzone polar { width 1 }", {"requires": ["a"]})
    high = Variant("remove rule frost", {"requires": ["b"]})
    found = check(tmp_path, a="remove rule frost", b=low, c=high)
    assert "E0501" in [f.code for f in found]


def test_what_exists_cannot_be_added(tmp_path: Path) -> None:
    found = fault(tmp_path, a="constant prize = 3")
    assert (found.code, found.lines) == ("E0502", ("constant prize = 3", "constant prize = 2"))
    assert found.help == "to change it, write `change constant prize = …`"


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("kind field { worth number }", "to say parts of it anew, write `change kind field …`"),
        ("resource coin", "to say parts of it anew, write `change resource coin …`"),
        ("state season number from 0 to 3", "to say it anew, write `change state season …`"),
        ("constant orchard = 3", "give this another name"),
    ],
)
def test_what_exists_is_changed_with_the_verb_that_its_sort_has(tmp_path: Path, text: str, help: str) -> None:
    found = fault(tmp_path, a=text)
    assert (found.code, found.help) == ("E0502", help)


@pytest.mark.parametrize("edit", ["change state owner player", "change state owner field", "remove state owner"])
def test_what_a_kind_has_is_changed_with_the_kind(tmp_path: Path, edit: str) -> None:
    found = fault(tmp_path, a=edit)
    assert (found.code, found.help) == ("E0501", "what a field has is changed with `change kind field { … }`")


def test_two_layers_cannot_add_the_same(tmp_path: Path) -> None:
    found = fault(tmp_path, a="rule x { after spring() { reverse order } }", b="rule x { after spring() { clear order } }")
    assert found.code == "E0502"
    assert found.lines == ("rule x { after spring() { clear order } }", "rule x { after spring() { reverse order } }")


def test_what_one_layer_removes_another_cannot_add_unless_it_stands_on_it(tmp_path: Path) -> None:
    frost = "rule frost { after spring() { clear order } }"
    found = fault(tmp_path, a="remove rule frost", b=frost)
    assert (found.code, found.lines) == ("E0502", (frost, "remove rule frost"))


def test_what_is_in_a_sequence_cannot_be_inserted(tmp_path: Path) -> None:
    found = fault(tmp_path, a="add spring to year after autumn")
    assert (found.code, found.lines) == ("E0502", ("add spring to year after autumn", "sequence year = spring, autumn"))


def test_what_one_layer_defines_twice_is_defined_twice(tmp_path: Path) -> None:
    twice = "constant luck = 1\nconstant luck = 2\nrule lucky { income(player) is more by luck }"
    assert fault(tmp_path, a=twice).code == "E0201"


def test_a_base_has_nothing_below_it(tmp_path: Path) -> None:
    found = fault(tmp_path, base=BASE + "change constant prize = 3\n")
    assert (found.code, found.lines) == ("E0503", ("change constant prize = 3", "constant prize = 2"))


def test_a_variant_does_not_change_what_it_adds_itself(tmp_path: Path) -> None:
    text = "constant luck = 1\nchange constant luck = 2\nrule lucky { income(player) is more by luck }"
    assert fault(tmp_path, a=text).lines == ("change constant luck = 2", "constant luck = 1")


@pytest.mark.parametrize(
    ("remove", "needs"),
    [
        ("remove constant prize", "value income(player) = prize + bonus[season]"),
        ("remove scale bonus", "value income(player) = prize + bonus[season]"),
        ("remove value income", 'phase spring "Spring" { for each player in order { gain income(player) coin } }'),
        ("remove condition free", "require free(player, field)"),
        ("remove action tend", "do tend(player, field)"),
        ("remove table reward", "option rest { do reward(player, orchard, 1) }"),
        ("remove phase spring", "sequence year = spring, autumn"),
        ("remove sequence year", "do year()"),
        ("remove field meadow", "meadow  | gain 1 pear  | gain 2 pear"),
        ("remove group fruit", "option sell { pay 1 fruit, gain 2 coin }"),
        ("remove resource apple", "group fruit = apple, pear"),
        ("remove list order", 'phase spring "Spring" { for each player in order { gain income(player) coin } }'),
        ("remove state season", "value income(player) = prize + bonus[season]"),
    ],
)
def test_what_is_still_needed_cannot_be_removed(tmp_path: Path, remove: str, needs: str) -> None:
    found = fault(tmp_path, a=remove)
    assert found.code == "E0504"
    assert found.lines[:2] == (needs, remove)


def test_a_score_that_is_removed_is_missed_where_it_is_removed(tmp_path: Path) -> None:
    found = fault(tmp_path, a="remove value score")
    assert (found.code, found.lines) == ("E0207", ("remove value score", "value score(player) = player.point"))


def test_a_kind_that_is_removed_is_missed_by_its_name_and_its_plural(tmp_path: Path) -> None:
    found = check(tmp_path, a="remove kind field")
    assert [(f.code, f.message.split("`")[1], f.lines[1]) for f in found] == [
        ("E0504", "field", "remove kind field"),
        ("E0504", "fields", "remove kind field"),
    ]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ("remove option rst", "`autumn` has no option `rst`"),
        ("replace option rst { gain 1 coin }", "`autumn` has no option `rst`"),
        ("add option rest { gain 1 coin }", "`autumn` has an option `rest` already"),
        ("add option gain 1 coin", "an option has to have a name to be replaced or added"),
    ],
)
def test_an_option_has_to_be_there_to_be_changed_and_not_to_be_added(tmp_path: Path, edit: str, message: str) -> None:
    found = fault(tmp_path, a=f"change phase autumn {{ {edit} }}")
    assert (found.code, found.message) == ("E0505", message)
    assert found.lines[1] in ('phase autumn "Autumn" {', "option rest { do reward(player, orchard, 1) }")


def test_an_option_that_a_layer_below_removed_is_not_there(tmp_path: Path) -> None:
    remove, again = "change phase autumn { remove option sell }", "change phase autumn { replace option sell { gain 1 coin } }"
    found = fault(tmp_path, a=remove, b=Variant(again, {"requires": ["a"]}))
    assert (found.code, found.lines) == ("E0505", (again, remove))


@pytest.mark.slow
def test_an_option_is_not_added_where_it_is_not_clear_to_what(tmp_path: Path) -> None:
    assert fault(tmp_path, a="change phase spring { add option rest { } }").message == "`spring` makes no decision"
    base = BASE.replace("sequence year", "action ask(player) { may gain 1 coin, may gain 1 pear }\nsequence year").replace(
        "gain income(player) coin", "do ask(player)"
    )
    (tmp_path / "two").mkdir()
    found = check(tmp_path / "two", base=base, a="change action ask { add option rest { } }")
    assert "makes 2 decisions" in found[-1].message


def test_one_of_two_options_of_a_name_cannot_be_told_from_the_other(tmp_path: Path) -> None:
    base = BASE.replace("option sell {", "option rest {")
    assert (
        fault(tmp_path, base=base, a="change phase autumn { remove option rest }").message
        == "`autumn` has several options `rest`"
    )


@pytest.mark.parametrize(
    ("edit", "word"),
    [
        ("change constant income = 3", "value"),
        ("change scale prize = [3]", "constant"),
        ("replace action spring() { }", "phase"),
        ("change action autumn { remove option rest }", "phase"),
        ("replace rule orchard { before spring() { } }", "field"),
        ("remove rule year", "sequence"),
        ("add spring to spring after autumn", "phase"),
    ],
)
def test_nothing_turns_into_something_of_another_sort(tmp_path: Path, edit: str, word: str) -> None:
    found = fault(tmp_path, a=edit)
    assert (found.code, found.message.split()[-1]) == ("E0507", word)
    assert len(found.lines) == 2


def test_players_who_have_nothing_yet_are_given_something_without_a_change(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change kind player { add luck number }")
    assert found.code == "E0501"
    assert found.help == "players have nothing there yet: to give them something, write `each player has { … }`"


def test_players_stay(tmp_path: Path) -> None:
    found = fault(tmp_path, base=BASE + LUCK, a="remove kind player")
    assert (found.code, found.lines) == ("E0507", ("remove kind player", LUCK.splitlines()[0]))


def test_an_object_does_not_change_its_kind(tmp_path: Path) -> None:
    kinds = "kind pond plural ponds { depth number }\npond lake { depth 3 }\nrule x { income(player) is more by lake.depth }"
    found = fault(tmp_path, a=kinds + "\nreplace pond orchard { }")
    assert (found.code, found.message) == ("E0507", "`orchard` is a field")


@pytest.mark.parametrize(
    "text",
    [
        "replace value score(player) = 1",
        "rule x { score(player) is more by 1 }",
        "remove table reward",
        "change table reward { orchard | nothing | nothing }",
        "rule x { instead of reward(player, field, column) { } }",
    ],
)
def test_what_is_sealed_is_neither_changed_nor_bent(tmp_path: Path, text: str) -> None:
    found = next(f for f in check(tmp_path, base=SEALED, a=text) if f.code == "E0508")
    assert (found.lines[0], found.lines[1].split()[0]) == (text, "seal")


@pytest.mark.slow
def test_what_one_layer_seals_another_does_not_change_whatever_their_names(tmp_path: Path) -> None:
    for n, names in enumerate(("ab", "ba")):
        (tmp_path / str(n)).mkdir()
        texts = dict(zip(names, ('seal income "it is fair"', "replace value income(player) = 1"), strict=True))
        (found,) = check(tmp_path / str(n), **texts)
        assert (found.code, found.lines) == ("E0508", ("replace value income(player) = 1", 'seal income "it is fair"'))


def test_a_layer_may_change_what_it_seals_and_seal_what_those_below_have_changed(tmp_path: Path) -> None:
    high = Variant('seal prize "enough"\nseal bonus "enough"\nchange scale bonus = [4]', {"requires": ["a"]})
    assert load(tmp_path, a="change constant prize = 3", b=high).model.constants["prize"].value == 3  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("change constant prize = 3", "change constant prize = 4"),
        ("replace field orchard { }", "change field orchard { worth 3 }"),
        ("change phase autumn { remove option sell }", "change phase autumn { replace option sell { gain 1 coin } }"),
    ],
)
def test_a_layer_says_a_thing_once(tmp_path: Path, one: str, other: str) -> None:
    found = check(tmp_path, a=f"{one}\n{other}")[0]
    assert found.code in ("E0509", "E0505")
    assert found.lines[0] == other


def test_a_place_in_a_sequence_has_to_be_there(tmp_path: Path) -> None:
    found = fault(tmp_path, a="phase thaw { clear order }\nadd thaw to year before sprin")
    assert (found.code, found.help) == ("E0511", "did you mean `spring`?")
    assert found.lines == ("add thaw to year before sprin", "sequence year = spring, autumn")


def test_an_object_has_what_its_kind_has(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change field orchard { wroth 3 }")
    assert (found.code, found.message, found.help) == ("E0519", "a field has no `wroth`", "did you mean `worth`?")
    assert found.lines == ("change field orchard { wroth 3 }", 'field orchard "Orchard" {')


def test_a_kind_has_what_it_declares(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change kind field { wroth number = 3 }")
    assert (found.code, found.help, found.lines[1]) == ("E0519", "did you mean `worth`?", "kind field plural fields {")


def test_players_have_what_somebody_below_gave_them(tmp_path: Path) -> None:
    one, other = LUCK, "change kind player { luck number = 3 }"
    base = BASE + LUCK.replace("luck", "wit").replace("lucky", "witty")
    found = fault(tmp_path, base=base, a=one, b=other)
    assert (found.code, found.message) == ("E0519", "a player has no `luck`")
    assert len(found.lines) == 2


def test_an_object_of_a_kind_below_another_has_what_both_have(tmp_path: Path) -> None:
    roses = """
        kind garden is field { scent number }
        garden rosary { scent 2 }
        rule rosy { income(player) is more by rosary.scent }
    """
    row = "  meadow  | gain 1 pear  | gain 2 pear"
    base = BASE.replace(row, f"{row}\n  rosary | nothing | nothing") + dedent(roses)
    assert check(tmp_path, base=base, a="change garden rosary { worth 3, scent 4 }") == []


def test_a_table_gets_no_row_for_nothing(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change table reward { medow | nothing | nothing }")
    assert (found.code, found.help) == ("E0519", "did you mean `meadow`?")
    assert found.lines[1] == "table reward(player) by field, column {"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("change list order of player", "list order of player"),
        ("change state season number", "state season number"),
        ("change scale bonus = [1, 2, 3]", "scale bonus = [1, 2, 3]"),
        ("change constant prize = 2", "constant prize = 2"),
        ("change group fruit = apple, pear", "group fruit = apple, pear"),
        ("change resource point", "resource apple, pear, coin, point"),
        ("change resource point not hidden", "resource apple, pear, coin, point"),
        ("change resource seed from coin", "resource seed from coin"),
        ("change kind field { worth number = 1 }", "worth number = 1"),
        ("change game for 1 to 3 players", 'game "Garden" for 1 to 3 players {'),
        ("change field orchard { worth 2 }", "worth 2"),
        ('change field orchard "Orchard" { }', 'field orchard "Orchard" {'),
        ("change table reward { orchard | gain 1 apple | gain 2 apple }", "orchard | gain 1 apple | gain 2 apple"),
        ("change phase autumn { replace option sell { pay 1 fruit, gain 2 coin } }", "option sell { pay 1 fruit, gain 2 coin }"),
        ("replace value income(player) = prize + bonus[season]", "value income(player) = prize + bonus[season]"),
    ],
)
def test_a_change_that_changes_nothing_is_told(tmp_path: Path, text: str, line: str) -> None:
    found = fault(tmp_path, a=text)
    assert (found.code, found.lines) == ("W1501", (text, line))


def test_a_change_without_parts_changes_nothing(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change field orchard { }")
    assert (found.code, found.lines[1]) == ("W1501", 'field orchard "Orchard" {')


def test_a_seal_upon_a_seal_changes_nothing(tmp_path: Path) -> None:
    found = fault(tmp_path, base=SEALED, a='seal score "twice holds better"')
    assert (found.code, found.lines) == ("W1501", ('seal score "twice holds better"', 'seal score "points decide"'))


def test_a_layer_of_more_edits_than_anybody_writes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merge, "MOST_EDITS", 2)
    text = "change constant prize = 3\nchange scale bonus = [3]\nchange field orchard { worth 3 }\nremove rule frost"
    found = fault(tmp_path, a=text)
    assert (found.code, found.lines) == ("E0520", ("change field orchard { worth 3 }",))
    assert check(tmp_path / "fewer", a="\n".join(text.splitlines()[:2])) == []


def test_every_fault_of_a_layer_is_told_at_once_and_no_other_for_it(tmp_path: Path) -> None:
    text = """
        change constant prise = 3
        change field orchard { wroth 3 }
        remove rule year
        add spring to year after summer
        change phase autumn { remove option rst }
    """
    assert [found.code for found in check(tmp_path, a=text)] == ["E0501", "E0519", "E0507", "E0511", "E0505"]


def test_what_grows_too_large_below_is_told_with_the_change_that_makes_it_so(tmp_path: Path) -> None:
    loops = "for each a in beds { for each b in beds { for each c in beds { clear order } } }"
    base = f"{BASE}kind bed plural all_beds\nrow beds of 9 all_beds\nrule crowds {{ after spring() {{ {loops} }} }}\n"
    (found,) = check(tmp_path, base=base, house="change row beds of 900 all_beds")
    assert (found.code, found.lines[-1]) == ("E0416", "change row beds of 900 all_beds")


def test_a_choice_below_that_could_be_empty_now_is_told_with_the_change_that_makes_it_so(tmp_path: Path) -> None:
    (found,) = check(tmp_path, house="change phase autumn { remove option rest }")
    assert (found.code, found.lines[-1]) == ("E0408", "change phase autumn { remove option rest }")
