"""`caylus check --deep`: random games that look for what breaks, and what warnings say for certain."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import caylus
import pytest
from caylus.limits import MOST_DECISIONS
from caylus_tools.cli import main as cli
from caylus_tools.simulation.playing import Plan, play_to_the_end
from caylus_tools.testing import scenarios
from caylus_tools.testing.fuzz import fuzz
from caylus_tools.testing.side_by_side import shrink
from support.running import Caylus
from support.texts import read_rules

pytestmark = pytest.mark.slow

BASE = read_rules(__file__, "fuzz")


def ruleset(folder: Path, rules: str) -> caylus.Ruleset:
    """The small game above with more rules, as a folder."""
    manifest = "name: visits\ntitle: Visits\nversion: 1.0.0\nlanguage: 1\nabout: Huts are visited.\n"
    manifest += "rules: [visits.rules]\nseats: [Ann, Ben, Cleo]\n"
    (folder / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    (folder / "visits.rules").write_text(BASE + dedent(rules), encoding="utf-8")
    return caylus.load(folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "visits").mkdir()
    return tmp_path / "visits"


def line(rules: caylus.Ruleset, diagnostic: caylus.Diagnostic) -> str:
    assert diagnostic.span is not None
    return rules.sources[diagnostic.span.file].splitlines()[diagnostic.span.line - 1].strip()


FREE = "action pay_for(player, hut) { gain 1 coin }"
FALL = "action pay_for(player, hut) { if hut.number is 4 and day is 2 { lower player.luck by 5 } }"
DEBT = f"""
each player has {{ luck number }}
{FALL}
rule r {{ score(player) is more by player.luck }}
"""
CIRCLE = """
action pay_for(player, hut) {
  repeat while hut.visitor is player {
    choose {
      option rest { require player.coin > 99, gain 1 coin }
      option work { require player.coin > 99, gain 2 coin }
    } else { }
  }
}
"""
LATE = """
action pay_for(player, hut) {
  gain 1 coin
  if day is 4 {
    gain 2 coin
    lose 1 coin
  }
}
rule feast { after visit(player) where day > 5 { gain 3 coin } }
"""


def test_where_nothing_is_wrong_nothing_is_found(folder: Path) -> None:
    assert fuzz(ruleset(folder, FREE), 20).diagnostics == []


def test_a_number_below_nothing_is_found_with_the_line_that_did_it_and_is_a_warning(folder: Path) -> None:
    rules = ruleset(folder, DEBT)
    (broken,) = fuzz(rules, 20).broken
    assert (broken.fault.code, broken.fault.is_error) == ("W1102", False)
    assert line(rules, broken.fault) == "each player has { luck number }"
    (note,) = broken.fault.notes
    assert note.span is not None
    assert rules.sources[note.span.file].splitlines()[note.span.line - 1] == FALL


@pytest.mark.parametrize("change", ["pay 1 loan", "set player.loan to -9", "lower player.loan by 9", "lose 9 loan"])
@pytest.mark.parametrize("least", ["", " at least -5"])
def test_what_a_player_holds_is_never_too_low(folder: Path, change: str, least: str) -> None:
    option = f'choose "?" {{ option borrow {{ {change} }} option wait {{ gain 1 loan }} }}'
    rules = ruleset(folder, f"resource loan{least}\naction pay_for(player, hut) {{ {option} }}")
    assert fuzz(rules, 3).broken == []


@pytest.mark.nightly
def test_rules_that_run_in_a_circle_are_found(folder: Path) -> None:
    rules = ruleset(folder, CIRCLE)
    (broken,) = fuzz(rules, 20).broken
    assert broken.fault.code == "E0901"
    assert broken.scenario.count("go lane") == 1


def test_a_game_that_breaks_at_once_is_told_without_moves(folder: Path) -> None:
    fall = "action pay_for(player, hut) { }\nrule r { before visit(player) { lower player.luck by 1 } }"
    rules = ruleset(folder, f"each player has {{ luck number }}\n{fall}\nrule s {{ score(player) is more by player.luck }}")
    (broken,) = fuzz(rules, 3).broken
    assert broken.fault.code == "W1102"


@pytest.mark.nightly
def test_where_no_game_comes_to_its_end_the_lines_behind_the_break_are_not_told(folder: Path) -> None:
    circle = CIRCLE.replace("hut.visitor is player", "day < 9").replace("pay_for(player, hut)", "wait(player)")
    wait = "rule r { before visit(player) { do wait(player) } }\n"
    late = "action pay_for(player, hut) { if day > 5 { gain 3 coin } }\n"
    rules = ruleset(folder, circle + wait + late)
    assert [diagnostic.code for diagnostic in fuzz(rules, 3).diagnostics] == ["E0901"]


@pytest.mark.nightly
def test_the_scenario_that_is_kept_shows_the_fault_again(folder: Path) -> None:
    rules = ruleset(folder, CIRCLE)
    (broken,) = fuzz(rules, 20).broken
    (folder / "scenarios").mkdir()
    file = folder / "scenarios" / "kept.yaml"
    file.write_text(broken.scenario, encoding="utf-8")
    (kept,) = scenarios.read(file)
    assert any("run on without ever asking" in message for message in scenarios.run(rules, kept).messages)


def test_what_is_never_carried_out_is_told_once_for_all_that_stands_in_it(folder: Path) -> None:
    rules = ruleset(folder, LATE)
    found = fuzz(rules, 20).idle
    assert [(warning.code, warning.message, line(rules, warning)) for warning in found] == [
        ("W1101", "`feast` is never carried out", "rule feast { after visit(player) where day > 5 { gain 3 coin } }"),
        ("W1101", "this is never carried out", "gain 2 coin"),
        ("W1101", "this is never carried out", "lose 1 coin"),
    ]


def test_a_line_that_a_position_of_some_game_leads_to_is_not_told(folder: Path) -> None:
    rare = """
    resource key
    each player has { visits[hut] number from 0 to 3 }
    action pay_for(player, hut) {
      raise player.visits[hut] by 1
      if day is 1 and hut.number is 2 { gain 1 key, lose 1 key }
      if player.key > 0 and not (some other in lane where player.visits[other] < 1) { gain 5 coin }
    }
    """
    assert fuzz(ruleset(folder, rare), 2).diagnostics == []


def test_a_line_that_a_scenario_runs_is_not_told(folder: Path) -> None:
    rules = ruleset(folder, LATE)
    text = "players: [Ann, Ben]\nscenarios:\n  - name: late\n    begin: {do: visit, with: {player: Ann}}\n    given: {day: 9}\n"
    text += "    when:\n      - Ann: stay\n"
    late = scenarios.parse(text, "late.yaml")
    told = [line(rules, warning) for warning in fuzz(rules, 5, positions=late).idle]
    assert told == ["gain 2 coin", "lose 1 coin"]


def test_what_only_idle_lines_do_is_told_with_their_cause_alone(folder: Path) -> None:
    chain = """
    action pay_for(player, hut) {
      gain 1 coin
      if day > 3 {
        do feast(player)
      }
    }
    action feast(player) {
      gain 2 coin
      do dance(player)
    }
    action dance(player) { gain 3 coin }
    """
    rules = ruleset(folder, chain)
    assert [line(rules, warning) for warning in fuzz(rules, 5).idle] == ["do feast(player)"]


def test_idle_lines_are_told_beside_what_breaks(folder: Path) -> None:
    rules = ruleset(folder, DEBT + "rule feast { after visit(player) where day > 5 { gain 3 coin } }\n")
    assert [diagnostic.code for diagnostic in fuzz(rules, 20).diagnostics] == ["W1102", "W1101"]


def test_the_same_is_found_every_time(folder: Path) -> None:
    rules = ruleset(folder, DEBT)
    assert fuzz(rules, 10) == fuzz(rules, 10)


def test_a_list_of_moves_is_shrunk_to_those_that_matter() -> None:
    def retrace(moves: object) -> list[tuple[int, ...]] | None:
        kept = list(moves)  # type: ignore[call-overload]
        return kept if {(7,), (33,)} <= set(kept) else None

    assert shrink([(n,) for n in range(50)], retrace) == [(7,), (33,)]


@pytest.mark.nightly
def test_errors_make_the_command_fail_and_warnings_do_not(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset(folder, CIRCLE)
    assert cli.main(["check", str(folder), "--deep", "--games", "20"]) == 1
    shown = capsys.readouterr().out
    assert "error[E0901]" in shown
    assert "    when:\n" in shown
    ruleset(folder, LATE)
    assert cli.main(["check", str(folder), "--deep", "--games", "20"]) == 0
    assert "warning[W1101]" in capsys.readouterr().out


@pytest.mark.nightly
def test_a_warning_that_the_manifest_silences_is_not_told_of_play_either(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset(folder, LATE)
    with (folder / "ruleset.yaml").open("a", encoding="utf-8") as manifest:
        manifest.write("\nseverity: {W1101: silent}\n")
    assert cli.main(["check", str(folder), "--deep", "--games", "5"]) == 0
    assert "W1101" not in capsys.readouterr().out


@pytest.mark.nightly
def test_of_a_variant_only_what_its_base_does_not_have_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset(folder, LATE)
    own = folder.parent / "own"
    own.mkdir()
    manifest = 'name: own\ntitle: Own\nversion: 1.0.0\nlanguage: 1\nextends: {name: visits, version: "1"}\nrules: [own.rules]\n'
    (own / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    (own / "own.rules").write_text("rule gift { after visit(player) where day > 7 { gain 5 coin } }\n", encoding="utf-8")
    cli.main(["check", str(own), "--deep", "--games", "5", "--json"])
    shown = capsys.readouterr().out
    assert shown.count('"W1101"') == 1
    assert "own/own.rules" in shown


def test_a_ruleset_with_faults_is_not_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset(folder, FREE)
    (folder / "visits.rules").write_text(BASE, encoding="utf-8")
    assert cli.main(["check", str(folder), "--deep"]) == 1
    assert "`pay_for` is not an action" in capsys.readouterr().out


def test_rules_without_a_manifest_cannot_be_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset(folder, FREE)
    assert cli.main(["check", str(folder / "visits.rules"), "--deep"]) == 2
    assert "manifest" in capsys.readouterr().err


CIRCLE_GAME = Path(__file__).parents[1] / "games" / "circle"


@pytest.fixture(scope="module")
def circle() -> caylus.Ruleset:
    """Two players who may wait for each other for ever."""
    return caylus.load(CIRCLE_GAME)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("simulate", CIRCLE_GAME, "--games", "3", "--bots", "greedy"), marks=pytest.mark.slow),
        pytest.param(("simulate", CIRCLE_GAME, "--games", "3", "--jobs", "2"), marks=pytest.mark.slow),
        pytest.param(("balance", CIRCLE_GAME, "--games", "40", "--json"), marks=pytest.mark.slow),
        pytest.param(("play", CIRCLE_GAME, "--seats", "greedy,random"), marks=pytest.mark.slow),
        ("check", CIRCLE_GAME, "--deep"),
    ],
    ids=lambda words: " ".join(words[:1] + words[2:]),
)
def test_a_game_without_an_end_is_broken_off_and_told(caylus_: Caylus, words: tuple[str | Path, ...]) -> None:
    done = caylus_(*words)
    assert done.code == 1
    told = done.out if words[0] == "check" else done.err
    assert "error[E0904]: a game does not end within 10,000 decisions; of the next 100 choices " in told
    assert "at “What now”" in told
    assert "circle/circle.rules:9:3" in told


def test_the_choice_that_is_made_over_and_over_is_named(circle: caylus.Ruleset) -> None:
    with pytest.raises(caylus.RulesetError) as caught:
        play_to_the_end(Plan(circle, 2, 1, ("greedy", "greedy")), 0)
    (fault,) = caught.value.diagnostics
    assert fault.message.endswith("; of the next 100 choices 50 are `wait`, by Ann at “What now”")
    assert fault.span is not None
    assert fault.span.line == 9
    assert f"after {MOST_DECISIONS} decisions" in fault.notes[0].text


def test_random_games_stop_at_the_first_that_does_not_end_and_keep_no_scenario_of_it(circle: caylus.Ruleset) -> None:
    played: list[None] = []
    (broken,) = fuzz(circle, 200, lambda: played.append(None)).broken
    assert (broken.fault.code, broken.scenario) == ("E0904", "")
    assert not played
