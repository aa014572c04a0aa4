"""Objects that a layer puts among the others of their kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import BASE, Variant, check, check_again, fault, ids, load

POND = "field pond { }\nchange table reward { pond | nothing | nothing }\n"


@pytest.mark.parametrize(
    ("edit", "order"),
    [
        ("", ["orchard", "meadow", "pond"]),
        ("add pond to fields before meadow", ["orchard", "pond", "meadow"]),
        ("add pond to fields after orchard", ["orchard", "pond", "meadow"]),
        ("add pond to fields before orchard", ["pond", "orchard", "meadow"]),
    ],
)
def test_an_object_stands_where_it_is_put(tmp_path: Path, edit: str, order: list[str]) -> None:
    rules = load(tmp_path, a=POND + edit)
    assert [field.name for field in rules.model.kinds["field"].objects] == order
    assert ids(rules.new_game(1)) == [*(f"take {name}" for name in order), "rest"]


def test_two_objects_before_one_stand_in_the_order_of_the_text(tmp_path: Path) -> None:
    text = POND + POND.replace("pond", "bog") + "add bog to fields before meadow\nadd pond to fields before meadow"
    names = [field.name for field in load(tmp_path, a=text).model.kinds["field"].objects]
    assert names == ["orchard", "bog", "pond", "meadow"]


def test_a_layer_that_requires_another_puts_its_own_beside_those_of_that(tmp_path: Path) -> None:
    above = Variant(POND.replace("pond", "bog") + "add bog to fields before pond", {"requires": ["a"]})
    rules = load(tmp_path, a=POND + "add pond to fields before orchard", b=above)
    assert [field.name for field in rules.model.kinds["field"].objects] == ["bog", "pond", "orchard", "meadow"]


def test_what_an_object_does_beside_others_keeps_its_place_in_the_text(tmp_path: Path) -> None:
    pond = """
        rule early { after spring() { say "first" } }
        field pond { after spring() { say "second" } }
        change table reward { pond | nothing | nothing }
        add pond to fields before orchard
    """
    game = load(tmp_path, a=pond).new_game(1)
    said = [event.text for event in game.events if event.text in ("first", "second")]
    assert said[:2] == ["first", "second"]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (POND + "add pond to fields before river", "E0501", "there is no `river` in what this stands on"),
        (POND + "add pond to fields before spring", "E0511", "`spring` is a phase, and no field"),
        ("phase summer { }\nadd summer to fields before meadow", "E0511", "`summer` is a phase, and no field"),
        ("add orchard to fields after meadow", "E0502", "`orchard` is in `fields` already"),
        (POND + "add pond to field before meadow", "E0507", "`field` is a kind"),
    ],
)
def test_what_cannot_be_put_there_is_told(tmp_path: Path, text: str, code: str, message: str) -> None:
    assert [(code, message)] == [(f.code, f.message) for f in check(tmp_path, a=text) if f.code != "W1001"]


def test_objects_of_two_kinds_do_not_mix(tmp_path: Path) -> None:
    base = BASE + "kind wild_field plural wild_fields is field\nwild_field heath { }\n"
    base = base.replace("  meadow  |", "  heath | nothing | nothing\n  meadow  |")
    found = fault(tmp_path, base=base, a=POND + "add pond to fields before heath")
    assert (found.code, found.message) == ("E0511", "`pond` is a field and `heath` a wild_field")


@pytest.mark.slow
def test_two_layers_that_put_objects_at_one_place_are_in_conflict(tmp_path: Path) -> None:
    one, other = (POND.replace("pond", name) + f"add {name} to fields before meadow" for name in ("pond", "bog"))
    (found,) = check(tmp_path, a=one, b=other)
    assert (found.code, found.lines) == ("E0506", ("add bog to fields before meadow", "add pond to fields before meadow"))
    assert check_again(tmp_path, ["b", "a"]) == [found]


def test_beside_what_another_layer_removes_it_stands_where_that_would(tmp_path: Path) -> None:
    base = BASE.replace("  meadow  | gain 1 pear  | gain 2 pear\n", "").replace("reward(player, orchard, 1)", "gift(player)")
    base = base.replace(
        "table reward(player) by field, column {\n  orchard | gain 1 apple | gain 2 apple\n}", "action gift(player) { }"
    )
    put, remove = "field pond { }\nadd pond to fields before meadow", "remove field meadow"
    for number, layers in enumerate(({"a": put, "b": remove}, {"a": remove, "b": put})):
        rules = load(tmp_path / f"{number}", base=base, **layers)  # type: ignore[arg-type]
        assert [field.name for field in rules.model.kinds["field"].objects] == ["orchard", "pond"]
