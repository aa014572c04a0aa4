"""Scenario files are found beside a ruleset, and what is wrong with one is said of its line."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus_tools.testing.scenarios import find, read


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_the_scenarios_of_a_ruleset_are_found_in_the_order_of_their_names(tmp_path: Path) -> None:
    second = write(tmp_path / "scenarios" / "b.yaml", "")
    first = write(tmp_path / "scenarios" / "a.yaml", "")
    manifest = write(tmp_path / "ruleset.yaml", "")
    write(tmp_path / "scenarios" / "notes.txt", "")
    assert find(tmp_path) == [first, second]
    assert find(manifest) == [first, second]
    assert find(second) == [second]


def test_a_ruleset_without_scenarios_has_none(tmp_path: Path) -> None:
    assert find(tmp_path) == []


def test_a_scenario_names_its_own_players_or_has_those_of_the_file(tmp_path: Path) -> None:
    text = "players: [Ann, Ben]\nscenarios:\n  - {name: one}\n  - {name: two, players: [Cem, Ann]}\n"
    one, two = read(write(tmp_path / "x.yaml", text))
    assert (one.players, two.players) == (("Ann", "Ben"), ("Cem", "Ann"))
    assert one.place().endswith("x.yaml:3")


def test_yes_no_and_none_are_read_as_the_rules_mean_them(tmp_path: Path) -> None:
    text = "players: [Ann, Ben]\nscenarios:\n  - {name: one, given: {Ann: {tired: yes}, Ben: {tired: no}, sun: none}}\n"
    (scenario,) = read(write(tmp_path / "x.yaml", text))
    assert scenario.given == {"Ann": {"tired": True}, "Ben": {"tired": False}, "sun": None}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("players: [Ann, Ben]\nscenarios:\n  - begin: year\n", 3, "has no `name`"),
        ("players: [Ann, Ben]\nscenarios:\n  - name: one\n    wehn: []\n", 4, "`wehn` means nothing here"),
        ("players: [Ann, Ben]\nscenarios:\n  - name: one\n    when:\n      - {Ann: rest, Ben: rest}\n", 5, "too many keys"),
        ("players: [Ann, Ben]\nscenarios:\n  - name: one\n    when:\n      - offered: rest\n", 5, "a list, not the text"),
        ("players: [Ann, Ben]\nscenarios:\n  - name: one\n    changes: {Ann: {coin: two}}\n", 4, "a whole number, not the text"),
        ("players: [Ann, Ann]\nscenarios:\n  - name: one\n", 1, "the same item twice"),
        ("scenarios:\n  - name: one\n", 1, "has no `players`"),
        ("players: [Ann, Ben]\nscenarios:\n  - name: one\n    begin: {with: {}}\n", 4, "has no `do`"),
        ("players: [Ann, Ben]\nscenarios:\n  - name: &one one\n", 3, "names a value"),
        ("players: [Ann, Ben]\nscenarios:\n  - name: one\n    name: two\n", 4, "stands here twice"),
    ],
)
def test_a_fault_in_a_file_is_told_at_its_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    with pytest.raises(caylus.RulesetError) as raised:
        read(write(tmp_path / "x.yaml", text))
    (fault,) = raised.value.diagnostics
    assert fault.code.startswith("E06")
    assert fault.span is not None
    assert fault.span.line == line
    assert words in fault.message


def test_what_is_no_amount_of_resources_belongs_below_what_is_so_at_the_end(tmp_path: Path) -> None:
    text = "players: [Ann, Ben]\nscenarios:\n  - name: one\n    changes: {Ann: {hold: {cod: 1}}}\n"
    with pytest.raises(caylus.RulesetError) as raised:
        read(write(tmp_path / "x.yaml", text))
    (fault,) = raised.value.diagnostics
    assert (fault.code, fault.help) == (
        "E0612",
        "by how much a resource has changed; what else a player has at the end stands in `then`",
    )


@pytest.mark.parametrize("link", ["scenarios/a.yaml", "scenarios"])
def test_scenarios_that_are_a_link_out_of_the_ruleset_are_not_read(tmp_path: Path, link: str) -> None:
    write(tmp_path / "elsewhere" / link, "") if link.endswith(".yaml") else write(tmp_path / "elsewhere" / link / "a.yaml", "")
    path = tmp_path / "coins" / link
    path.parent.mkdir(parents=True)
    path.symlink_to(tmp_path / "elsewhere" / link)
    (file,) = find(tmp_path / "coins")
    with pytest.raises(caylus.RulesetError) as caught:
        read(file)
    assert [fault.code for fault in caught.value.diagnostics] == ["E0621"]


def test_a_file_that_is_missing_or_not_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(caylus.RulesetError, match="there is no file"):
        read(tmp_path / "x.yaml")
    (tmp_path / "y.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(caylus.RulesetError, match="not UTF-8"):
        read(tmp_path / "y.yaml")
