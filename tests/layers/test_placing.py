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
        ("insert pond before meadow in fields", ["orchard", "pond", "meadow"]),
        ("insert pond after orchard in fields", ["orchard", "pond", "meadow"]),
        ("insert pond before orchard in fields", ["pond", "orchard", "meadow"]),
    ],
)
def test_an_object_stands_where_it_is_put(tmp_path: Path, edit: str, order: list[str]) -> None:
    rules = load(tmp_path, a=POND + edit)
    assert [field.name for field in rules.model.kinds["field"].objects] == order
    assert ids(rules.new_game(1)) == [*(f"take {name}" for name in order), "rest"]


def test_two_objects_before_one_stand_in_the_order_of_the_text(tmp_path: Path) -> None:
    text = POND + POND.replace("pond", "bog") + "insert bog before meadow in fields\ninsert pond before meadow in fields"
    names = [field.name for field in load(tmp_path, a=text).model.kinds["field"].objects]
    assert names == ["orchard", "bog", "pond", "meadow"]


def test_a_layer_that_requires_another_puts_its_own_beside_those_of_that(tmp_path: Path) -> None:
    above = Variant(POND.replace("pond", "bog") + "insert bog before pond in fields", {"requires": ["a"]})
    rules = load(tmp_path, a=POND + "insert pond before orchard in fields", b=above)
    assert [field.name for field in rules.model.kinds["field"].objects] == ["bog", "pond", "orchard", "meadow"]


def test_what_an_object_does_beside_others_keeps_its_place_in_the_text(tmp_path: Path) -> None:
    pond = """
        rule early { after spring() { say "first" } }
        field pond { after spring() { say "second" } }
        change table reward { pond | nothing | nothing }
        insert pond before orchard in fields
    """
    game = load(tmp_path, a=pond).new_game(1)
    said = [event.text for event in game.events if event.text in ("first", "second")]
    assert said[:2] == ["first", "second"]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (POND + "insert pond before river in fields", "E0501", "there is no `river` in what this stands on"),
        (POND + "insert pond before spring in fields", "E0511", "`spring` is a phase, and no field"),
        ("phase summer { }\ninsert summer before meadow in fields", "E0511", "`summer` is a phase, and no field"),
        ("insert orchard after meadow in fields", "E0502", "`orchard` is in `fields` already"),
        (POND + "insert pond before meadow in field", "E0507", "`field` is a kind"),
    ],
)
def test_what_cannot_be_put_there_is_told(tmp_path: Path, text: str, code: str, message: str) -> None:
    assert [(code, message)] == [(f.code, f.message) for f in check(tmp_path, a=text) if f.code != "W1001"]


def test_objects_of_two_kinds_do_not_mix(tmp_path: Path) -> None:
    base = BASE + "kind wild_field plural wild_fields is field\nwild_field heath { }\n"
    base = base.replace("  meadow  |", "  heath | nothing | nothing\n  meadow  |")
    found = fault(tmp_path, base=base, a=POND + "insert pond before heath in fields")
    assert (found.code, found.message) == ("E0511", "`pond` is a field and `heath` a wild_field")


@pytest.mark.slow
def test_two_layers_that_put_objects_at_one_place_are_in_conflict(tmp_path: Path) -> None:
    one, other = (POND.replace("pond", name) + f"insert {name} before meadow in fields" for name in ("pond", "bog"))
    (found,) = check(tmp_path, a=one, b=other)
    assert (found.code, found.lines) == ("E0506", ("insert bog before meadow in fields", "insert pond before meadow in fields"))
    assert check_again(tmp_path, ["b", "a"]) == [found]


def test_beside_what_another_layer_removes_it_stands_where_that_would(tmp_path: Path) -> None:
    base = BASE.replace("  meadow  | gain 1 pear  | gain 2 pear\n", "").replace("reward(player, orchard, 1)", "gift(player)")
    base = base.replace(
        "table reward(player) by field, column {\n  orchard | gain 1 apple | gain 2 apple\n}", "action gift(player) { }"
    )
    put, remove = "field pond { }\ninsert pond before meadow in fields", "remove field meadow"
    for number, layers in enumerate(({"a": put, "b": remove}, {"a": remove, "b": put})):
        rules = load(tmp_path / f"{number}", base=base, **layers)  # type: ignore[arg-type]
        assert [field.name for field in rules.model.kinds["field"].objects] == ["orchard", "pond"]
