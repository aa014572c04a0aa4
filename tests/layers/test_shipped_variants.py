"""Variants, the shipped ones and small ones: alone, in pairs, and under the scenarios of what they stand on."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import caylus
import pytest
import yaml
from caylus.loading import library
from caylus_tools.cli import main as cli
from caylus_tools.testing.scenarios import find_broken

from .garden import Variant, write

pytestmark = pytest.mark.slow

FOUND = library.list_rulesets()
FOLDERS = {found.name: found.path for found in FOUND}
VARIANTS = [found for found in FOUND if found.extends is not None]
REFUSED = {
    frozenset(("short-castle", "long-castle")),
    frozenset(("short-castle", "moat")),
    frozenset(("characters", "simplified-favour")),
    *map(frozenset, combinations(("blind-bids", "lazy-provost", "no-bribing"), 2)),
    frozenset(("character-draft", "first-game")),
    frozenset(("strict-favor", "table-of-favours")),
    *map(frozenset, combinations(("partners", "against-the-clock", "automaton", "six-players"), 2)),
}
"""The pairs that nobody could play."""
PAIRS = [
    pytest.param(
        one.extends,
        one.name,
        other.name,
        id=f"{one.name} and {other.name}",
        marks=() if {one.name, other.name} in REFUSED else pytest.mark.nightly,
    )
    for one, other in combinations(VARIANTS, 2)
    if one.extends == other.extends
]


def play(rules: caylus.Ruleset, players: int, seed: int) -> caylus.Game:
    """A whole game of random choices."""
    game = rules.new_game(players, seed)
    pick = Random(seed).randrange
    for _ in range(5000):
        if game.decision is None:
            return game
        game.play(pick(len(game.moves)))
    pytest.fail("the game does not end")


def nothing_is_negative(game: caylus.Game) -> bool:
    return all(amount >= 0 for player in game.view()["players"] for amount in player["resources"].values())


def play_some(rules: caylus.Ruleset, games: int = 3) -> None:
    """Games for every number of players in turn."""
    numbers = range(rules.fewest_players, rules.most_players + 1)
    for seed in range(games):
        game = play(rules, numbers[-1 - seed % len(numbers)], seed)
        assert nothing_is_negative(game)
        assert game.winners or rules.model.may_win, "somebody wins, unless the rules know of games that are lost"


@cache
def together(base: str, *variants: str) -> caylus.Ruleset | tuple[caylus.Diagnostic, ...]:
    """The base with the variants, or what they are refused for."""
    try:
        return caylus.load(base, variants)
    except caylus.RulesetError as error:
        return error.diagnostics


def test_a_variant_says_what_it_is_for_and_shows_it() -> None:
    for found in VARIANTS:
        manifest = yaml.safe_load((found.path / "ruleset.yaml").read_text(encoding="utf-8"))
        assert len(manifest["about"]) > 60, found.name
        assert manifest["extends"]["version"], found.name
        assert list((found.path / "scenarios").glob("*.yaml")), found.name


@pytest.mark.nightly
@pytest.mark.parametrize("name", [found.name for found in VARIANTS])
def test_games_of_a_variant_end_and_lose_nothing(name: str) -> None:
    play_some(caylus.load(name))


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["character-draft", "blind-bids", "secret-goals", "automaton"])
def test_wherever_a_variant_with_secrets_has_come_to_a_seat_can_imagine_the_rest(name: str) -> None:
    rules = caylus.load(name)
    game = rules.new_game(3, 1)
    for choice in range(60):
        for seat in game.players:
            assert game.determinize(seat, choice).view(seat) == game.view(seat)
        game.play(choice * 7 % len(game.moves))


@pytest.mark.nightly
@pytest.mark.parametrize(("base", "one", "other"), PAIRS)
def test_two_variants_make_one_game_or_are_refused_with_the_lines_of_both(base: str, one: str, other: str) -> None:
    rules = together(base, one, other)
    assert isinstance(rules, caylus.Ruleset) != ({one, other} in REFUSED)
    if isinstance(rules, caylus.Ruleset):
        play_some(rules, 1)
    else:
        for fault in (fault for fault in rules if fault.is_error):
            assert fault.code in ("E0502", "E0504", "E0506", "E0513", "E0521")
            spans = [fault.span, *(note.span for note in fault.notes)]
            assert {span.file.split("/")[-2] for span in spans if span is not None} >= {one, other}, fault


@pytest.mark.nightly
@pytest.mark.parametrize(("base", "one", "other"), PAIRS[::4])
def test_it_does_not_matter_which_of_two_variants_is_named_first(base: str, one: str, other: str) -> None:
    rules, reverse = together(base, one, other), together(base, other, one)
    if isinstance(rules, caylus.Ruleset):
        assert isinstance(reverse, caylus.Ruleset)
        assert play(rules, rules.most_players, 1).digest() == play(reverse, rules.most_players, 1).digest()
    else:
        assert rules == reverse


@pytest.mark.nightly
@pytest.mark.parametrize("name", [found.name for found in VARIANTS])
def test_the_scenarios_of_the_base_that_no_longer_hold_are_those_that_a_variant_lists(name: str) -> None:
    again = find_broken(caylus.load(name), FOLDERS[name], FOLDERS)
    assert again.faults == ()
    assert again.played > (200 if name == "salt" else -1)  # a game for one plays none of those for more
    assert again.changed > (40 if name == "simplified-favour" else -1)


@pytest.mark.parametrize(("variants", "seen"), [([], {"blue": None, "red": 0}), (["open-prestige"], {"blue": 0, "red": 0})])
def test_open_prestige_is_seen_by_everybody(variants: list[str], seen: dict[str, int | None]) -> None:
    view = caylus.load("1303", variants).new_game(["blue", "red"]).view("red")
    assert {player["name"]: player["resources"]["prestige"] for player in view["players"]} == seen


def test_the_table_shows_what_variants_add_to_it() -> None:
    table = caylus.load("classic", ["salt", "characters"]).manifest["table"]
    assert table[-1] == {"objects": "character", "show": ["holder"]}
    assert [panel["players"][-1] for panel in table if "players" in panel] == ["salt"]
    assert [panel["list"][-1] for panel in table if "list" in panel] == ["on_board", "inn_guest"]


YEAR = """
players: [Ann, Ben]
scenarios:
  - name: G1 Ann and Ben have three coins in their first spring
    begin: spring
    given: {season: 1, order: [Ann, Ben]}
    changes: {Ann: {coin: 3}, Ben: {coin: 3}}
  - name: G2 G3 Frost takes a pear
    begin: autumn
    given: {order: [Ann], Ann: {pear: 2}}
    changes: {Ann: {pear: -1, apple: 1}}
"""
FOUR = """
players: [Ann]
scenarios:
  - name: G4 Alone one earns four coins in the second spring
    begin: spring
    given: {season: 2, order: [Ann]}
    changes: {Ann: {coin: 4}}
"""
OWN = """
players: [Ann, Ben]
scenarios:
  - name: Spring is rich
    begin: spring
    given: {season: 1, order: [Ann]}
    changes: {Ann: {coin: 9}}
"""
RICH = "change constant prize = 8"


def outcome(
    folder: Path, capsys: pytest.CaptureFixture[str], rules: str = RICH, changes: list[str] | None = None
) -> tuple[int, list[str]]:
    """What `caylus test --inherited` says of a variant, after the line on its own scenarios, and its exit code."""
    write(folder, a=Variant(rules, {"changes": changes} if changes else {}))
    for path, text in (("garden/scenarios/year.yaml", YEAR), ("garden/scenarios/four.yaml", FOUR), ("a/scenarios/own.yaml", OWN)):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    code = cli.main(["test", str(folder / "a"), "--inherited"])
    return code, [line.strip() for line in capsys.readouterr().out.splitlines()[1:]]


def test_a_scenario_that_no_longer_holds_has_to_be_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (count, first, cause, second, _) = outcome(tmp_path, capsys)
    assert code == 1
    assert count == "2 of 3 scenarios of its base failed"
    assert first.startswith(
        "FAILED G4 Alone one earns four coins in the second spring: holds no more, and `changes` does not say so"
    )
    assert "four.yaml:4" in first
    assert second.startswith("FAILED G1 ")
    assert cause == "it holds without `change constant prize = 8`   (a/all.rules:1)"


def test_the_check_names_the_rules_that_scenarios_of_the_base_are_due_to_and_what_new_objects_join(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = f"{RICH}\nconstant idle = 1\nfield pond {{ cost idle coin }}\nchange table reward {{ pond | nothing | nothing }}"
    outcome(tmp_path, capsys, rules)
    cli.main(["check", str(tmp_path / "a")])
    told = capsys.readouterr().out
    assert "`pond` joins `fields`, " in told
    assert "2 of the 3 scenarios of its base come out otherwise:" in told
    assert "  G4 Alone one earns four coins in the second spring (by `change constant prize = 8` (a/all.rules:1))" in told


@pytest.mark.parametrize(
    "changes",
    [
        ["G1 Ann and Ben have three coins in their first spring", "G4 Alone one earns four coins in the second spring"],
        ["G1", "G4"],
        ["G1 Ann and Ben", "four"],
    ],
)
def test_it_is_listed_by_its_name_its_first_words_or_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: list[str]
) -> None:
    assert outcome(tmp_path, capsys, changes=changes) == (0, ["2 of 3 scenarios of its base failed"])


def test_what_is_listed_has_to_have_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (_, *faults) = outcome(tmp_path, capsys, changes=["G1", "G2", "G4"])
    assert (code, faults) == (1, ["FAILED G2 G3 Frost takes a pear: `changes` lists it, and it still holds"])


def test_what_is_listed_has_to_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (_, *faults) = outcome(tmp_path, capsys, changes=["G1", "G4", "G", "G5", "fou"])
    assert code == 1
    assert faults == [f"FAILED {entry}: `changes` lists it, and there is no such scenario" for entry in ("G", "G5", "fou")]


def test_scenarios_for_players_that_the_variant_does_not_admit_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, (count,) = outcome(tmp_path, capsys, f"{RICH}\nchange game for 2 to 3 players", ["G1"])
    assert (code, count) == (0, "1 of 2 scenarios of its base failed")


def test_programs_are_told_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome(tmp_path, capsys, changes=["G1"])
    cli.main(["test", str(tmp_path / "a"), "--inherited", "--json"])
    inherited = json.loads(capsys.readouterr().out)["rulesets"][0]["inherited"]
    assert (inherited["played"], inherited["changed"], len(inherited["faults"])) == (3, 2, 1)


@pytest.mark.parametrize("before", ["", "changes: [\n  G2, G9\n]\n", "changes:\n  - G1\n\n  - G2 G3\n", "changes: [G1 Ann]\n"])
def test_the_list_is_written_on_demand(tmp_path: Path, capsys: pytest.CaptureFixture[str], before: str) -> None:
    outcome(tmp_path, capsys)
    manifest = tmp_path / "a" / "ruleset.yaml"
    head = manifest.read_text(encoding="utf-8")
    manifest.write_text(f"{before}{head}", encoding="utf-8")
    assert cli.main(["test", str(tmp_path / "a"), "--write"]) == 0
    listed = manifest.read_text(encoding="utf-8")
    first = "G1 Ann" if "Ann" in before else "G1"
    assert sorted(listed.splitlines()) == sorted([*head.splitlines(), "changes:", *(f"  - {entry}" for entry in (first, "G4"))])
    assert "FAILED G" not in capsys.readouterr().out
