"""A scenario holds where the game does what it says, and otherwise tells what differs and where; scenario files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import caylus
import pytest
from caylus_tools.testing.scenarios import Result, find, parse, read, run
from support import tiny

Play = Callable[[str], Result]

HARVEST = """
begin: year
given:
  order: [Ann, Ben]
  Ann: {coin: 2}
  Ben: {coin: 2}
  meadow 1: {owner: Ben}
"""


def collect_messages(result: Result) -> str:
    """The messages, their places cut down to line numbers."""
    return "\n".join(message.rpartition("one.yaml:")[2] for message in result.messages)


def test_a_scenario_that_says_what_happens_holds(play: Play) -> None:
    result = play(
        HARVEST
        + """
when:
  - offered: [take meadow 2, take meadow 3, rest]
  - refused: {take meadow 1: it has an owner}
  - Ann: take meadow 2
changes:
  Ann: {coin: -1, apple: 2}
then:
  meadow 2: {owner: Ann}
  meadow 3: {owner: none}
  Ann: {coin: 1, tired: no}
  order: [Ann, Ben]
asks: Ben
"""
    )
    assert result.is_passed
    assert result.messages == ()
    assert result.place.endswith("one.yaml:4")


def test_a_change_that_is_not_listed_is_told(play: Play) -> None:
    messages = collect_messages(play(HARVEST + "when:\n  - Ann: take meadow 2\nchanges:\n  Ann: {coin: -1}\nasks: Ben"))
    assert "14: Ann's apple changed by 2, expected 0" in messages


def test_a_change_listed_wrongly_is_told_at_its_line(play: Play) -> None:
    messages = collect_messages(play(HARVEST + "when:\n  - Ann: rest\nchanges:\n  Ben:\n    apple: 3\nasks: Ben"))
    assert "15: Ben's apple changed by 0, expected 3" in messages


def test_changes_of_players_and_resources_that_do_not_exist_are_told(play: Play) -> None:
    messages = collect_messages(play(HARVEST + "when:\n  - Ann: rest\nchanges:\n  Zoe: {coin: 1}\n  Ben: {pear: 1}\nasks: Ben"))
    assert "Zoe is not a player" in messages
    assert "pear is not a resource" in messages


def test_what_lies_on_the_table_otherwise_is_told(play: Play) -> None:
    messages = collect_messages(
        play(HARVEST + "when:\n  - Ann: rest\nthen:\n  meadow 1: {owner: none}\n  Ann: {tired: no}\nasks: Ben")
    )
    assert "14: meadow 1, owner is Ben, expected none" in messages
    assert "15: Ann, tired is yes, expected no" in messages


def test_a_number_does_not_pass_for_a_flag(play: Play) -> None:
    assert "Ann, tired is no, expected 0" in collect_messages(play(HARVEST + "then: {Ann: {tired: 0}}\nasks: Ann"))


def test_a_thing_that_does_not_exist_at_the_end_is_told(play: Play) -> None:
    assert "11: there is no meadow 9" in collect_messages(play(HARVEST + "then: {meadow 9: {owner: Ann}}\nasks: Ann"))


def test_a_decision_nobody_has_scripted_is_told(play: Play) -> None:
    messages = collect_messages(play(HARVEST + "when:\n  - Ann: rest"))
    assert "Ben has to choose next, expected nobody" in messages
    assert "Ben: Take a field: take meadow 2, take meadow 3, rest" in messages


def test_an_action_that_is_over_too_early_is_told(play: Play) -> None:
    messages = collect_messages(play(HARVEST + "when:\n  - Ann: rest\n  - Ben: rest\nasks: Ann"))
    assert "14: nobody has to choose next, expected Ann" in messages


def test_a_step_after_the_end_is_told(play: Play) -> None:
    messages = collect_messages(play(HARVEST + "when:\n  - Ann: rest\n  - Ben: rest\n  - Ann: rest"))
    assert "14: nobody has to choose any more" in messages


def test_another_player_having_to_choose_is_told(play: Play) -> None:
    assert "12: Ann has to choose, expected Ben" in collect_messages(play(HARVEST + "when:\n  - Ben: rest"))


def test_a_choice_that_is_not_offered_is_told_with_the_rule_against_it(play: Play) -> None:
    messages = collect_messages(play(HARVEST + "when:\n  - Ann: take meadow 1"))
    assert "12: `take meadow 1` is not offered because it has an owner (" in messages
    assert "orchard.rules:27)" in messages


def test_nothing_is_said_of_what_follows_a_choice_that_could_not_be_taken(play: Play) -> None:
    messages = collect_messages(
        play(HARVEST + "when:\n  - Ann: take meadow 1\n  - Ben: take meadow 1\nchanges: {Ann: {coin: 5}}")
    )
    assert "13:" not in messages
    assert "changed" not in messages


def test_a_choice_that_should_be_offered_and_is_not_is_told(play: Play) -> None:
    assert "12: `fly` is not offered" in collect_messages(play(HARVEST + "when:\n  - offered: [rest, fly]\nasks: Ann"))


def test_a_choice_that_should_be_refused_and_is_not_is_told(play: Play) -> None:
    assert "12: `rest` is offered, expected it not to be" in collect_messages(
        play(HARVEST + "when:\n  - refused: [rest]\nasks: Ann")
    )


def test_a_refused_choice_is_one_that_there_could_be(play: Play) -> None:
    messages = collect_messages(play(HARVEST + "when:\n  - refused: [fly to the moon, rst]\nasks: Ann"))
    assert "12: `fly to the moon` is nothing that could be chosen here\n" in messages
    assert "12: `rst` is nothing that could be chosen here; did you mean `rest`?" in messages


def test_a_choice_refused_for_another_reason_is_told(play: Play) -> None:
    messages = collect_messages(play(HARVEST + "when:\n  - refused: {take meadow 1: it is too wet}\nasks: Ann"))
    assert "12: `take meadow 1` is not offered because it has an owner, expected because it is too wet" in messages


def test_forced_choices_are_taken_unasked(play: Play) -> None:
    assert play("begin: year\ngiven: {order: [Ann, Ben]}\nthen: {Ann: {tired: yes}, Ben: {tired: yes}}").is_passed


def test_a_forced_choice_may_be_written_and_is_judged_then(play: Play) -> None:
    text = "begin: year\ngiven: {order: [Ann, Ben]}\nwhen:\n  - Ann: rest\n  - Ben: rest\nthen: {Ann: {tired: yes}, Ben: {tired: yes}}"
    assert play(text).is_passed
    assert "8: nobody has to choose any more" in collect_messages(play(text.replace("Ann: rest", "Ann: take meadow 1")))
    assert "10: nobody has to choose any more" in collect_messages(
        play(text.replace("  - Ben: rest\n", "  - Ben: rest\n  - Ben: rest\n"))
    )


def test_a_choice_in_hand_goes_before_one_that_was_forced(play: Play) -> None:
    text = "begin: year\ngiven:\n  order: [Ann, Ben, Ann]\n  Ben: {coin: 1}\nwhen:\n  - Ann: rest\n  - Ben: rest\n"
    assert play(text.replace("Ann, Ben, Ann", "Ann, Ben") + "then: {Ben: {tired: yes}}").is_passed


def test_what_an_end_names_need_not_stand_among_the_changes(play: Play) -> None:
    text = HARVEST + "when:\n  - Ann: take meadow 2\nthen:\n  Ann: {coin: 1, apple: 2}\nasks: Ben"
    assert play(text).is_passed
    assert "14: Ann, apple is 2, expected 3" in collect_messages(play(text.replace("apple: 2", "apple: 3")))
    assert "Ann's apple changed by 2, expected 0" in collect_messages(play(text.replace(", apple: 2", "")))
    assert "Ann's coin changed by -1, expected 0" in collect_messages(play(text + "\nchanges: {Ann: {coin: 0}}"))


def test_an_order_of_players_that_was_forgotten_is_told(play: Play) -> None:
    messages = collect_messages(play("begin: year\ngiven: {Ann: {coin: 1}}\nwhen:\n  - Ann: rest"))
    assert "6: `order` is empty, and `year` goes through it: add `order: [Ann, Ben]` to `given`" in messages
    assert "`order` is empty" not in collect_messages(play(HARVEST + "when:\n  - Ann: rest"))


def test_a_scenario_without_end_blames_the_loop_that_does_not_end() -> None:
    rules = tiny.rules(
        """
resource coin
list order of player
list gone of player
list idle of player
action main() {
  for each player in idle { gain 1 coin }
  repeat until size of gone is size of players {
    for each player in order where player is not in gone {
      choose { option go "go" { add player to gone } option wait "wait" { gain 1 coin } }
    }
  }
}
"""
    )
    given = (
        "players: [Ann, Ben, Cem]\nscenarios:\n  - name: One\n    begin: main\n    given: {order: [Ann]}\n    when: [Ann: go]\n"
    )
    (one,) = parse(given, "one.yaml")
    told = "\n".join(run(rules, one).messages)
    assert "`repeat until size of gone is size of players` in `main` never ends here   (tiny/tiny.rules:7)" in told
    assert "`order`, which it goes through, lacks Ben and Cem" in told
    assert "idle" not in told


def test_an_action_begins_with_its_parameters(play: Play) -> None:
    text = "begin: {do: harvest, with: {player: Ben}}\ngiven: {Ben: {coin: 1}}\nwhen:\n  - Ben: take meadow 3\n"
    assert play(text + "changes: {Ben: {coin: -1, apple: 2}}").is_passed


def test_draws_turn_out_as_written(play: Play) -> None:
    assert play(
        "begin: deal\ndraws: [[Ben, Ann]]\nchanges: {Ann: {coin: 2}, Ben: {coin: 2}}\nthen: {order: [Ben, Ann]}"
    ).is_passed


def test_a_draw_says_no_more_than_what_matters(play: Play) -> None:
    players = "players: [Ann, Ben, Cem]\nbegin: deal\n"
    given = "then: {Ann: {coin: 2}, Ben: {coin: 2}, Cem: {coin: 2}, order: "
    for draw in ("[Cem, Ann]", "[Cem, Ann, Ben]", "[_, Ann, Ben]", "[Cem, _, Ben]"):
        assert play(f"{players}draws: [{draw}]\n{given}[Cem, Ann, Ben]}}").is_passed


def test_draws_that_the_game_does_not_make_are_told(play: Play) -> None:
    told = collect_messages(play("begin: deal\ndraws: [[Ben, Ann], [Ann], [Ben]]\nchanges: {Ann: {coin: 2}, Ben: {coin: 2}}\n"))
    assert "3 draws are given, and the game makes 1" in told


def test_what_cannot_be_drawn_is_told_at_its_own_line(play: Play) -> None:
    def draw_card(order: str) -> str:
        return collect_messages(play(f"begin: deal\ndraws:\n  - {order}\n"))

    assert "7: draw 1: `meadow 1` is not among what is drawn: `Ann`, `Ben`" in draw_card("[meadow 1]")
    assert "7: draw 1: it holds what is not among what is drawn: `Ann`, `Ben`" in draw_card("[meadow 3]")
    assert "7: draw 1: `Ann` comes more often than it is drawn" in draw_card("[Ann, Ann]")
    assert "7: draw 1: 3 come, though 2 are drawn" in draw_card("[Ann, Ben, _]")


def test_without_a_beginning_the_game_is_played_from_its_start(play: Play) -> None:
    text = "draws: [[Ben, Ann]]\nwhen:\n  - Ben: take meadow 1\n  - Ann: rest\n"
    assert play(text + "changes: {Ann: {coin: 2}, Ben: {coin: 1, apple: 2}}\nwinners: [Ben]").is_passed
    assert "Ben won, expected Ann" in collect_messages(
        play(text + "changes: {Ann: {coin: 2}, Ben: {coin: 1, apple: 2}}\nwinners: [Ann]")
    )
    assert "Ben won, expected nobody" in collect_messages(
        play(text + "changes: {Ann: {coin: 2}, Ben: {coin: 1, apple: 2}}\nwinners: []")
    )


def test_a_scenario_knows_whether_and_why_the_rules_end_the_game(play: Play) -> None:
    assert play("begin: frost\nends: the apples are frozen").is_passed
    assert "the game ended with “the apples are frozen”, expected “hail”" in collect_messages(play("begin: frost\nends: hail"))
    assert "no rule ended the game, expected “hail”" in collect_messages(
        play("begin: {do: harvest, with: {player: Ben}}\nends: hail")
    )


def test_changes_count_from_what_the_setup_left(play: Play) -> None:
    text = "setup: deal\ndraws: [[Ben, Ann]]\nbegin: year\ngiven: {Ann: {coin: 0}}\nwhen:\n  - Ben: take meadow 1\n"
    assert play(text + "changes: {Ben: {coin: -1, apple: 2}}").is_passed


def test_names_the_rules_do_not_have_are_told_at_their_line(play: Play) -> None:
    assert "6: `Anne` is not a player, an object, a state or a list" in collect_messages(
        play("begin: year\ngiven: {Anne: {coin: 1}}")
    )
    assert "7: a player has no `aple`; did you mean `apple`?" in collect_messages(play("begin: year\ngiven:\n  Ann: {aple: 1}"))
    assert "6: `medow 1` is not a field; did you mean `meadow 1`?" in collect_messages(play("begin: year\ngiven: {sun: medow 1}"))
    assert "5: `winter` is not an action of this ruleset" in collect_messages(play("begin: winter"))
    assert "6: `spring` is not an action of this ruleset" in collect_messages(play("begin: year\nsetup: spring"))
    assert "7: `Zoe` is not an object or a player" in collect_messages(play("begin: deal\ndraws:\n  - [Zoe, Ann]"))
    assert "5: `Zoe` is not a player" in collect_messages(play("begin: {do: harvest, with: {player: Zoe}}"))


def test_a_setup_that_asks_for_decisions_is_told(play: Play) -> None:
    assert "4: `picnic` asks for decisions" in collect_messages(play("begin: year\nsetup: picnic"))


def test_a_number_of_players_the_rules_do_not_admit_is_told(play: Play) -> None:
    assert "4: Orchard is for 2 to 3 players, not 1" in collect_messages(play("begin: year\nplayers: [Ann]"))


def test_a_failure_ends_with_the_last_things_that_happened(play: Play) -> None:
    messages = play(HARVEST + "when:\n  - Ann: take meadow 2\n  - Ben: rest").messages
    history = messages[messages.index("the last things that happened:") + 1 :]
    assert any("Ann gains 2 apple" in line and "orchard.rules" in line for line in history)
    assert len(history) <= 10


def test_what_is_offered_besides_the_only_choices_is_told(play: Play) -> None:
    messages = collect_messages(play(HARVEST + "when:\n  - only: [take meadow 2, rest]\nasks: Ann"))
    assert "12: `take meadow 3`: offered besides, expected only what is listed" in messages
    assert not collect_messages(play(HARVEST + "when:\n  - only: [take meadow 2, take meadow 3, rest]\nasks: Ann"))


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
