"""What a layer takes away: members of sequences, groups and rows, and what kinds have."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import BASE, Variant, check, fault, load

IDLE = BASE.replace("  worth number = 1\n", "  worth number = 1\n  idle number = 1\n")


def members(folder: Path, name: str, **variants: str | Variant) -> list[str]:
    rules = load(folder, **variants)
    (node,) = [d for file in rules.files for d in file.definitions if getattr(getattr(d, "name", None), "text", "") == name]
    return [member.text for member in node.members]  # type: ignore[union-attr]


def test_a_member_is_removed_from_a_sequence(tmp_path: Path) -> None:
    text = "phase thaw { clear order }\nadd thaw to year before autumn\nremove spring from year\nremove phase spring"
    assert members(tmp_path, "year", a=text) == ["thaw", "autumn"]


def test_a_member_is_removed_from_a_group(tmp_path: Path) -> None:
    assert members(tmp_path, "fruit", a="remove pear from fruit") == ["apple"]


def test_two_layers_that_remove_different_members_need_no_order(tmp_path: Path) -> None:
    plums = Variant("resource plum\nadd plum to fruit after pear")
    assert members(tmp_path, "fruit", a="remove apple from fruit", b=plums, given=["b", "a"]) == ["pear", "plum"]  # type: ignore[arg-type]


def test_who_adds_beside_a_member_that_a_stranger_removes_needs_an_order(tmp_path: Path) -> None:
    found = fault(tmp_path, a="remove pear from fruit", b="resource plum\nadd plum to fruit after pear")
    assert (found.code, found.message[:15]) == ("E0506", "`a` and `b` both"[:15])


def test_a_member_that_is_not_there_is_not_removed(tmp_path: Path) -> None:
    found = fault(tmp_path, a="remove aple from fruit")
    assert (found.code, found.message, found.help) == ("E0511", "`aple` is not in `fruit`", "did you mean `apple`?")


def test_a_kind_loses_what_nothing_asks_for(tmp_path: Path) -> None:
    assert "idle" not in load(tmp_path, base=IDLE, a="change kind field { remove idle }").model.kinds["field"].properties


@pytest.mark.parametrize(
    ("text", "code"),
    [("change kind field { remove idl }", "E0519"), ("change kind player { remove luck }", "E0501")],
)
def test_a_kind_does_not_lose_what_it_has_not(tmp_path: Path, text: str, code: str) -> None:
    assert fault(tmp_path, base=IDLE, a=text).code == code


def test_what_a_kind_lost_and_is_still_asked_for_is_reported(tmp_path: Path) -> None:
    codes = [found.code for found in check(tmp_path, a="change kind field { remove worth }")]
    assert codes
    assert all(code.startswith("E") for code in codes)


def test_several_of_a_sort_are_removed_in_one_line(tmp_path: Path) -> None:
    rules = load(tmp_path, base=BASE + "value a() = 1\nvalue b() = 2\n", a="remove value a, b")
    assert rules.model.values.keys() == {"income", "score"}
