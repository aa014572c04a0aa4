"""What the verbs of a variant make of its base."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest

from .garden import BASE, Variant, check, fault, ids, list_holdings, load

STREET = """\
kind step plural steps { state trodden flag }
row path of 3 steps hidden from all
row pair of [orchard, meadow]
list kept of field hidden from all
state wind number from 0 to 3 = 2
"""


@pytest.mark.parametrize(
    ("edit", "size", "words"),
    [
        ("change row path of 30 steps", 30, "hidden from all"),
        ("change row path of (2 * prize) steps", 4, "hidden from all"),
        ("change row path of 5 steps not hidden", 5, None),
    ],
)
def test_a_row_is_said_anew_and_stays_as_hidden_as_it_was_unless_it_says_otherwise(
    tmp_path: Path, edit: str, size: int, words: str | None
) -> None:
    rules = load(tmp_path, base=BASE + STREET, a=edit)
    (row,) = [d for file in rules.files for d in file.definitions if getattr(d, "name", None) and d.name.text == "path"]
    assert rules.model.rows["path"].size == size
    assert (row.audience.words if row.audience else None) == words


@pytest.mark.slow
def test_a_row_of_named_objects_takes_others(tmp_path: Path) -> None:
    base = BASE + STREET + "rule gift { after spring() { for each field in pair { set field.owner to order[1] } } }\n"
    game = load(tmp_path, base=base, a="change row pair of [meadow]").new_game(1)
    assert ids(game) == ["take orchard", "rest"]


def test_a_list_is_said_anew(tmp_path: Path) -> None:
    kept = load(tmp_path, base=BASE + STREET, a="change list kept of player").model.lists["kept"]
    assert (kept.kind.name, kept.audience.is_public) == ("player", False)


def test_two_layers_that_add_a_column_have_to_say_which_comes_first(tmp_path: Path) -> None:
    text = "change table reward {{\n add to orchard | gain {0} apple\n add to meadow | gain {0} pear\n }}"
    found = check(tmp_path, a=text.format(3), b=text.format(4))
    assert {fault.code for fault in found} == {"E0506"}


def test_the_history_of_a_part_names_every_layer_and_line(tmp_path: Path) -> None:
    above = Variant("change field orchard { worth 4 }\nremove rule frost", {"requires": ["a"]})
    history = load(tmp_path, a="\nchange field orchard { worth 3 }", b=above).history
    steps = [
        (step.layer, step.verb, step.span.line) for step in (*history["orchard"], *history["orchard.worth"], *history["frost"])
    ]
    assert steps == [("garden", "add", 14), ("a", "change", 1), ("b", "change", 1), ("garden", "add", 46), ("b", "remove", 2)]


def test_a_variant_that_is_not_loaded_changes_nothing(tmp_path: Path) -> None:
    assert check(tmp_path, a="change constant prize = 7") == []
    assert list_holdings(caylus.load(tmp_path / "garden").new_game(1))["coin"] == 3
    assert list_holdings(caylus.load(tmp_path / "a").new_game(1))["coin"] == 8


def test_the_last_option_of_a_decision_is_not_removed(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change phase autumn { remove option take\nremove option rest }")
    assert (found.code, found.message) == ("E0408", "no option is left to choose from")
