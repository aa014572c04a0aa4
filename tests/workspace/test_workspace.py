"""The engine behind editors answers about rules as they are being written, broken or not."""

from __future__ import annotations

import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from caylus_tools.workspace import Workspace
from caylus_tools.workspace.complete import complete
from caylus_tools.workspace.hints import find_guard, hints, known_guard, lenses, tell_gaps
from caylus_tools.workspace.names import WORD
from caylus_tools.workspace.navigation import actions, definition, hover, references
from support.coins import PAYING, write_paying
from support.shipped import copy_variant

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_variant("salt", tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def workspace(folder: Path) -> Workspace:
    return Workspace([folder])


@pytest.fixture
def rules(workspace: Workspace, folder: Path) -> Path:
    """The file of rules, as it lies on the disk."""
    file = folder / "salt.rules"
    workspace.close(file)
    return file


def end_of(workspace: Workspace, file: Path) -> tuple[int, int]:
    lines = workspace.lines(file)
    return len(lines), len(lines[-1]) + 1


def labels(workspace: Workspace, file: Path, tail: str) -> list[str]:
    """What could be written behind the text with this tail."""
    workspace.write(file, file.read_text() + tail)
    return [item.label for item in complete(workspace, file, *end_of(workspace, file))]


def test_a_fault_appears_in_the_text_that_is_not_saved_and_vanishes_with_it(workspace: Workspace, rules: Path) -> None:
    workspace.write(rules, rules.read_text().replace("gain 2 salt", "gain 2 slat"))
    (fault,) = workspace.check(rules, warns=False).faults[rules]
    assert (fault.code, fault.help) == ("E0204", "did you mean `salt`?")
    workspace.close(rules)
    assert not any(workspace.check(rules).faults.values())


def test_a_name_that_was_probably_meant_is_a_mend(workspace: Workspace, rules: Path) -> None:
    workspace.write(rules, rules.read_text().replace("gain 2 salt", "gain 2 slat"))
    (fault,) = workspace.check(rules, warns=False).faults[rules]
    assert fault.span is not None
    offered = actions(workspace, rules, fault.span.line, fault.span.line)
    assert "Write `salt`" in [action.title for action in offered]


def test_faults_of_the_own_text_need_no_other_layer(workspace: Workspace, rules: Path) -> None:
    workspace.write(rules, rules.read_text() + "\nwood_building {")
    assert [fault.code for fault in workspace.own_faults(rules)] == ["E0101"]
    workspace.write(rules, rules.read_text() + "\nrule x { nowhere(a) is more by 1 }")
    assert workspace.own_faults(rules) == []


def test_hover_answers_for_nearly_every_word(workspace: Workspace, rules: Path) -> None:
    words = [
        (number, match.start() + 1)
        for number, line in enumerate(workspace.lines(rules), 1)
        for match in WORD.finditer(line.split("--")[0])
        if not line.startswith("|") and line[: match.start()].count('"') % 2 == 0
    ]
    sample = random.Random(1).sample(words, 36)
    assert sum(hover(workspace, rules, *place) is not None for place in sample) >= 34


def test_hover_says_title_citation_effect_price_and_the_layer_that_bends_it(workspace: Workspace, rules: Path) -> None:
    workspace.write(rules, rules.read_text() + '\nrule y { forbid open(player, space) where space.tile is lawyer "no" }\n')
    workspace.check(rules, warns=False)
    told = {}
    for word in ("lawyer", "open", "salt_works"):
        line = next(
            n for n, text in enumerate(workspace.lines(rules), 1) if f"{word}" in text and not text.startswith(("|", "--"))
        )
        found = hover(workspace, rules, line, workspace.line(rules, line).index(word) + 1)
        assert found is not None
        told[word] = found.markdown
    assert "**Lawyer** · wood building · Phase 5 c" in told["lawyer"]
    assert "Cost " in told["lawyer"]
    assert "(salt): `rule y { forbid open" in told["open"]
    assert "Changed by" not in told["salt_works"]


def test_hints_tell_prices_that_come_out_otherwise_than_they_are_written(workspace: Workspace, rules: Path) -> None:
    tail = (
        "constant planks = 2",
        'wood_building shed "Shed" { cost planks wood + 1 food, worth 2 prestige, use { gain 1 wood } }',
        'wood_building hut "Hut" { cost 1 wood + 1 cube, worth 2 prestige, use { gain 1 wood } }',
        "change wood_building sawmill { cost 2 stone }",
    )
    workspace.write(rules, "\n".join([rules.read_text(), *tail]))
    workspace.check(rules, warns=False)
    last = len(workspace.lines(rules))
    told = {hint.line: hint.text for hint in hints(workspace, rules, last - 3, last) if not hint.text.startswith("=")}
    assert told == {last - 2: "cost 1 food and 2 wood", last: "cost 2 stone, before: 1 wood + 1 food"}


def test_a_definition_is_found_in_the_layer_below(workspace: Workspace, rules: Path) -> None:
    line = next(n for n, text in enumerate(workspace.lines(rules), 1) if "final_count" in text)
    ((file, span), *_) = definition(workspace, rules, line, workspace.line(rules, line).index("final_count") + 2)
    assert workspace.line(file, span.line).startswith("action final_count")


def test_references_reach_the_manifest_and_the_scenarios(workspace: Workspace, rules: Path) -> None:
    found = references(workspace, rules, 3, 11)
    assert {file.suffix for file, _ in found} == {".rules", ".yaml"}
    assert all(workspace.line(file, span.line)[span.column - 1 : span.end_column - 1] == "salt" for file, span in found)


@pytest.mark.parametrize(
    ("tail", "first"),
    [
        ("\nwood_building x {\n  ", "worth"),
        ("\nwood_building x {\n  use { ", "gain"),
        ("\n", "change"),
        ("\nwood_building x {\n  cost 1 ", "salt"),
        ("\nrule x {\n  after ", "final_count"),
        ("\naction x(player) {\n  if player.", "salt"),
        ("\naction x(player) {\n  for each spot in road { clear spot.", "tile"),
        ("\nremove wood_building ", "salt_works"),
        ("\naction x(player) {\n  do ", "final_count"),
        ("\nrule x {\n  after player gains ", "salt"),
        ("\nrow x of 3 ", "spaces"),
        ("\nlist x of ", "player"),
        ("\nvalue x(spot: ", "player"),
        ("\naction x(player) {\n  for each spot in ", "turn_order"),
        ("\naction x(spot: space) {\n  clear spot.", "tile"),
        ("\naction x(player) {\n  let spot = road[1]\n  clear spot.", "tile"),
        ("\naction x(player) {\n  clear road[1].", "tile"),
        ("\naction x(player) {\n  clear bailiff.", "tile"),
    ],
)
def test_completion_offers_what_may_stand_there(workspace: Workspace, rules: Path, tail: str, first: str) -> None:
    assert first in labels(workspace, rules, tail)[:3]


def test_a_place_for_a_type_or_a_row_offers_nothing_else(workspace: Workspace, rules: Path) -> None:
    offered = labels(workspace, rules, "\nvalue x(spot: ")
    assert {"number", "flag", "payment", "space"} <= set(offered)
    assert {"road", "salt", "income"}.isdisjoint(offered)
    assert {"salt", "space"}.isdisjoint(labels(workspace, rules, "\nrow x of 3 "))


def test_completion_offers_only_words_that_the_grammar_takes(workspace: Workspace, rules: Path) -> None:
    assert {"gain", "choose"} <= set(labels(workspace, rules, "\naction x(player) {\n  "))
    assert {"gain", "choose"}.isdisjoint(labels(workspace, rules, "\naction x(player) {\n  gain "))


def test_a_scenario_completes_the_ids_of_the_options_that_are_offered(workspace: Workspace, folder: Path) -> None:
    file = folder / "scenarios" / "new.yaml"
    workspace.write(file, "players: [Red, Green]\nscenarios:\n  - name: One\n    when:\n      - Red: ")
    offered = [item.label for item in complete(workspace, file, *end_of(workspace, file))]
    workspace.close(file)
    assert any(label.startswith("place ") for label in offered)


def test_a_manifest_completes_its_keys_and_explains_them(workspace: Workspace, folder: Path) -> None:
    file = folder / "ruleset.yaml"
    workspace.write(file, file.read_text() + "\n")
    assert "seats" in [item.label for item in complete(workspace, file, *end_of(workspace, file))]
    found = hover(workspace, file, 1, 2)
    workspace.close(file)
    assert found is not None


def test_no_text_is_so_broken_that_an_answer_raises(workspace: Workspace, rules: Path) -> None:
    chance = random.Random(2)
    whole = rules.read_text()
    for _ in range(6):
        start, end = sorted(chance.choices(range(len(whole)), k=2))
        workspace.write(rules, whole[:start] + chance.choice(["", "{", '"', "(", "é", "player."]) + whole[end:])
        line = chance.randint(1, len(workspace.lines(rules)))
        column = chance.randint(1, len(workspace.line(rules, line)) + 1)
        workspace.own_faults(rules)
        workspace.check(rules, warns=False)
        for ask in (hover, complete, definition):
            ask(workspace, rules, line, column)


def test_after_any_edit_and_any_check_that_was_ended_the_faults_are_those_of_a_fresh_look(folder: Path, rules: Path) -> None:
    chance, whole = random.Random(7), rules.read_text()
    kept = Workspace([folder])
    left = 0

    def proceed() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise TimeoutError

    for _ in range(8):
        start, end = sorted(chance.choices(range(len(whole)), k=2))
        text = chance.choice([whole.replace("2", "3"), whole[:start] + whole[end:], whole.replace("salt", "slat", 3)])
        left = chance.randint(1, 40)
        kept.write(rules, text)
        with suppress(TimeoutError):
            kept.check(rules, warns=False, proceed=proceed)
        fresh = Workspace([folder])
        fresh.write(rules, text)
        assert kept.check(rules, warns=False) == fresh.check(rules, warns=False)


def test_what_an_action_writes_is_sound(tmp_path: Path) -> None:
    folder = tmp_path / "noughts"
    shutil.copytree(Path(__file__).parents[1] / "games" / "noughts", folder)
    workspace = Workspace([tmp_path])
    file = next(folder.glob("*.rules"))
    line = next(n for n, text in enumerate(workspace.lines(file), 1) if text.startswith("action "))
    workspace.check(file, warns=False)
    offered = {action.title.split(" `")[0]: action for action in actions(workspace, file, line, line, len("action ") + 1)}
    assert set(offered) == {"Write a scenario for", "Show", "Make"}
    for action in offered.values():
        for path, text in action.new:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            report = workspace.check(path, warns=False)
        assert [fault.message for faults in report.faults.values() for fault in faults if fault.is_error] == []


def test_lenses_tell_what_no_scenario_notices_until_the_text_changes(tmp_path: Path) -> None:
    file = write_paying(tmp_path)
    workspace = Workspace([tmp_path])
    (asked,) = lenses(workspace, file)
    assert asked.command == "find_gaps"
    guard = find_guard(workspace, file)
    assert guard is not None
    told = {lens.span.line: lens.title for lens in lenses(workspace, file)}
    assert told[5].startswith("1 line not run, ")
    assert "line 7: no scenario notices `gains 1 coin` -> `gains 2 coin`" in tell_gaps(guard, file, 5, 8)
    assert "`gains 2 coin` -> `gains 3 coin`" not in tell_gaps(guard, file, 5, 8)
    workspace.write(file, PAYING.replace("> 9", "> 8"))
    assert known_guard(workspace, file) is None
