"""Play where there is no terminal: bots play on, a person's choices come line by line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import caylus
import pytest
from support.running import Run

pytestmark = pytest.mark.slow


def test_bots_among_themselves_play_to_the_result(run: Run) -> None:
    done = run("play", "classic", "--seats", "random,greedy,random", "--seed", "2")
    assert done.returncode == 0, done.stderr
    assert "Green " in done.stdout.splitlines()[-3]
    assert done.stdout.splitlines()[-3].endswith("wins")
    assert "\x1b" not in done.stdout


def test_the_end_of_a_game_is_told_in_a_sentence(run: Run) -> None:
    dyke = str(Path(__file__).parents[1] / "games" / "dyke")
    ends = {run("play", dyke, "--seats", "random,random", "--seed", str(seed)).stdout.splitlines()[-3] for seed in range(2)}
    assert all(re.fullmatch(r"(Ann and Ben win together with \d+|Everybody has lost: the island .*)\.", end) for end in ends), (
        ends
    )


def test_equal_seeds_print_equal_games(run: Run) -> None:
    words = ("play", "classic", "--seats", "greedy,random", "--seed", "7")
    assert run(*words).stdout == run(*words).stdout


def test_nothing_is_wider_than_80_columns(run: Run) -> None:
    done = run("play", "classic", "--players", "5", "--seed", "1", typed="1\n2\n1\n1\nl\nq\n")
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_choices_are_taken_by_number_and_by_id(run: Run) -> None:
    by_number = run("play", "classic", "--seed", "3", "--players", "3", typed="1\nq\n")
    by_id = run("play", "classic", "--seed", "3", "--players", "3", typed="pass\nq\n")
    assert by_number.stdout.replace("Red> 1", "Red> pass") == by_id.stdout
    assert "Red: pass" in by_id.stdout


def test_the_table_shows_whose_turn_it_is_the_choices_with_prices_and_the_rule(run: Run) -> None:
    shown = run("play", "classic", "--seed", "3", "--players", "3", typed="q\n").stdout
    assert "▶Red" in shown
    assert "Place a worker or pass   Placing (Phase 2)" in shown
    assert "Trading post (village 2): pay 1 denier     Gain 3 denier." in shown
    assert "Red gains 2 denier" in shown
    assert "Phase 1" in shown


def test_a_choice_is_followed_by_what_it_does_in_the_words_of_the_rules(run: Run) -> None:
    shown = run("play", "1303", "--seed", "3", "--players", "3", typed="1\n6\nq\n").stdout
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "The Day Laborer Recruits: 1 more." in shown
    assert "4 Carpenter (printed 3) Building: a wood building." in lines
    assert "13 Farm (road 9) You may gain 1 food and 1 prestige." in lines


def test_a_marker_stands_on_the_space_that_it_names_or_gives_the_number_of(run: Run) -> None:
    for ruleset in ("1303", "classic"):
        assert "│provost" in run("play", ruleset, "--seed", "3", "--players", "3", typed="q\n").stdout


def test_a_choice_does_not_say_twice_what_it_brings(run: Run) -> None:
    shown = run("play", "classic", "--seed", "3", "--players", "2", "--seats", "human,greedy", typed="8\n1\n" + "1\n" * 9).stdout
    assert "choose what to gain" in shown
    assert re.search(r"^1 gain 1 \w+ *$", shown, re.MULTILINE)


def test_undo_goes_back_to_ones_own_last_decision(run: Run) -> None:
    first, *_, last = run("play", "classic", "--seed", "3", "--players", "3", typed="2\nu\nq\n").stdout.split("what happened")
    untouched = run("play", "classic", "--seed", "3", "--players", "3", typed="q\n").stdout.split("what happened")
    assert first.startswith(untouched[0])
    assert last == untouched[1]


def test_there_is_nothing_to_undo_before_ones_first_decision(run: Run) -> None:
    assert "no decision of yours" in run("play", "classic", "--seed", "3", "--players", "3", typed="u\nq\n").stdout


def test_why_something_is_not_offered_is_told_with_its_place(run: Run) -> None:
    shown = run(
        "play", "classic", "--seed", "3", "--players", "3", typed="place trading_post\nwhy place trading_post\nq\n"
    ).stdout
    assert "another worker stands there   (Phase 2)" in shown


def test_info_tells_what_a_choice_a_space_a_thing_and_a_kind_is(run: Run) -> None:
    shown = run(
        "play", "classic", "--seed", "3", "--players", "3", typed="i 3\ni road 7\ni bank\ni prestige_buildings\nq\n"
    ).stdout
    assert "Trading post · special building · Phase 3 b" in shown
    assert "Peddler · fixed building · Phase 5 e" in shown
    assert "Bank · stone building · Phase 5 h" in shown
    assert "  Statue: Cost 2 stone and 1 gold. Worth 7 prestige and 1 royal favour. Now: " in shown


def test_info_knows_titles_and_tells_of_spaces_what_stands_there(run: Run) -> None:
    shown = run(
        "play", "classic", "--seed", "3", "--players", "2", typed="gate\ni Marketplace\ni spaces\ni " + "9" * 5000 + "\ni\nq\n"
    ).stdout
    assert "Marketplace · neutral building" in shown
    assert "Marketplace · wood building" in shown
    assert "\n  village 1: You may move the worker to any space. Now: tile Gate, worker Red." in shown
    assert "road 20:" not in shown
    assert "what about?" in shown


def test_an_unknown_word_and_an_unknown_name_are_answered_kindly(run: Run) -> None:
    shown = run("play", "classic", "--seed", "3", "--players", "3", typed="jump\ni bnak\nq\n").stdout
    assert "`jump` is no choice here and no command" in shown
    assert "did you mean `bank`?" in shown


def test_a_choice_is_known_by_words_that_only_it_has(run: Run) -> None:
    shown = run("play", "classic", "--seed", "3", "--players", "3", typed="worker\nTrading Post\nq\n").stdout
    assert re.search(r"`worker` may be 2, 3, [\d, ]+: more words, or the key\?", shown)
    assert "Red: place a worker on Trading post" in shown


def test_naming_what_is_not_offered_is_answered_with_the_reason(run: Run) -> None:
    shown = run("play", "classic", "--seed", "3", "--players", "3", typed="castle\ncastle\nwhy\nwhy Castle\nq\n").stdout
    assert shown.count("`place castle` is not offered:\n  each player may have one worker in the castle   (Phase 2 e)") == 2
    assert "why is what not offered? as in `why place" in shown


def test_an_empty_line_shows_the_table_again(run: Run) -> None:
    shown = run("play", "classic", "--seed", "3", "--players", "3", typed="\nq\n").stdout
    assert shown.count("village  ● worker") == 2
    assert "no choice" not in shown


def test_the_log_can_be_cut_to_its_last_lines_and_leaves_bookkeeping_out(run: Run) -> None:
    shown = run("play", "classic", "--seed", "3", "--players", "3", typed="log 1\nlog all\nlog\nq\n").stdout
    cut = shown.split("Red> log 1")[1].split("Red> log all")[0]
    assert "more before; `log " in cut
    assert "drawn:" not in cut
    assert "`all` is not a number of lines" in shown
    assert "turn order: Red," not in shown.split("Red> log\n")[1]


def test_numbers_in_choices_do_not_look_like_the_numbers_of_choices(run: Run) -> None:
    shown = run("play", "1303", "--seed", "3", "--players", "2", typed="laborer\ntoll\n" + "pass\n" * 9 + "q\n").stdout
    assert re.search(r"^1   by -2 +provost: 6 *$", shown, re.MULTILINE)


def test_the_end_tells_what_has_happened_since_the_last_decision(run: Run) -> None:
    done = run("play", "classic", "--seed", "3", "--players", "2", "--with", "short-castle", typed="1\n" * 200)
    assert done.returncode == 0, done.stderr
    *_, news = done.stdout.split("what happened")
    assert "End of the game" in news
    assert "wins" in news


def test_a_game_goes_on_with_the_seats_it_was_saved_with(run: Run) -> None:
    shown = run(
        "play", "classic", "--seats", "Ann=human,random,greedy", "--seed", "3", "--save", "my game.json", typed="q\n"
    ).stdout
    assert "resume 'my game.json'` goes on from here" in shown
    assert run("resume", "my game.json", typed="q\n").stdout.count("Ann> q") == 1
    assert "Green> q" in run("resume", "my game.json", "--seats", "greedy,human,greedy", typed="q\n").stdout
    assert "the names it was begun with" in run("resume", "my game.json", "--seats", "human,human,Cem=human").stderr


def test_the_command_that_goes_on_is_the_one_that_was_typed(run: Run) -> None:
    words = ("play", "classic", "--players", "2", "--save", "game.json")
    assert (
        "`python3 tools/run.py resume game.json` goes on"
        in run(*words, typed="q\n", CAYLUS_STARTED_BY="python3 tools/run.py").stdout
    )


def test_undo_goes_back_in_a_resumed_game_as_well(run: Run) -> None:
    run("play", "classic", "--seed", "3", "--players", "3", typed="2\nsave game\nq\n")
    undone = run("resume", "game.json", typed="u\npass\nq\n").stdout
    before, after = undone.split("Red> u\n")
    assert "Red: place a worker on" in before
    assert "Red: place a worker on" not in after


def test_what_another_person_has_decided_is_taken_back_if_they_agree(run: Run) -> None:
    words = ("play", "classic", "--seed", "3", "--seats", "Ann=human,Ben=human")
    shown = run(*words, typed="2\npass\nu\nperhaps\nn\nu\ny\nq\n").stdout
    assert "Ben, may Ann take back what both of you have decided? (y/n)> perhaps" in shown
    assert "`perhaps` is neither yes nor no" in shown
    assert "Ben would rather not" in shown
    assert shown.split("Ben would rather not")[1].count("Ann> ") == 2


def test_a_game_is_saved_over_no_other_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("precious", encoding="utf-8")
    shown = run("play", "classic", "--seed", "3", "--players", "3", typed="s notes.txt\ns game\ns\nq\n").stdout
    assert "notes.txt is there already; save under another name" in shown
    assert shown.count("saved in game.json; ") == 3
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "precious"


def test_a_finished_game_is_saved_and_told_again(run: Run) -> None:
    done = run("play", "classic", "--seats", "random,random", "--seed", "2", "--save", "game.json")
    assert "replay game.json` tells it again" in done.stdout
    again = run("replay", "game.json")
    assert again.returncode == 0, again.stderr
    assert "and wins" in again.stdout


def test_input_that_ends_before_the_game_is_told_as_such(run: Run) -> None:
    done = run("play", "classic", "--seed", "3", "--players", "3", typed="1\n")
    assert done.returncode == 2
    assert "standard input ended before the game did" in done.stderr


def test_a_game_saved_in_play_goes_on_where_it_was(run: Run, tmp_path: Path) -> None:
    saved = run("play", "classic", "--seed", "3", "--players", "3", typed="2\nsave game.json\nq\n").stdout
    resumed = run("resume", "game.json", typed="q\n").stdout
    table, news = resumed.split("──── what happened")
    assert table in saved
    assert "Red: place a worker on Gate" in news
    assert "drawn:" not in news
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["choices"]


def test_a_new_game_does_not_overwrite_a_saved_one(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("precious", encoding="utf-8")
    done = run("play", "classic", "--seats", "random,random", "--save", "game.json")
    assert done.returncode == 2
    assert "resume game.json` goes on with a saved game" in done.stderr
    assert (tmp_path / "game.json").read_text(encoding="utf-8") == "precious"


def test_a_save_that_cannot_be_written_does_not_end_the_game(run: Run) -> None:
    done = run("play", "classic", "--seed", "3", "--players", "3", typed="save no/such/folder/x\npass\nq\n")
    assert done.returncode == 0
    assert "cannot be written" in done.stdout
    assert "Red> pass" in done.stdout


def test_any_ruleset_is_shown_even_without_a_layout_of_its_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / "piles.rules").write_text(PILES, encoding="utf-8")
    manifest = "name: piles\ntitle: Piles\nversion: '1.0'\nlanguage: 1\nseats: [Ann, Ben]\nrules: [piles.rules]\n"
    (tmp_path / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    done = run("play", ".", "--seats", "human,random", "--seed", "1", typed="1\n" * 20)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^East +1 coin or 1 leaf +3$", done.stdout, re.MULTILINE)
    assert "wins" in done.stdout


PILES = """
resource coin "coin", leaf "leaf"
each player has { turns number }
kind pile plural piles {
  toll payment
  state left number = 3
}
pile east "East" { toll 1 coin or 1 leaf }
pile west "West"
game "Piles" for 2 to 2 players {
  repeat while east.left + west.left > 0 at most 10 times {
    for each player in players {
      choose "Take a coin" {
        option take(pile in piles) "from {pile}" {
          require pile.left > 0  "nothing is left there"
          lower pile.left by 1
          raise player.turns by 1
          gain 1 coin
        }
      } else { }
    }
  }
}
value score(player) = player.coin
"""


def test_a_resumed_game_draws_as_it_was_settled_beforehand(run: Run, tmp_path: Path) -> None:
    manifest = "{name: queue, title: Queue, version: 1.0.0, language: 1, seats: [Ann, Ben, Cem], rules: [all.rules]}"
    (tmp_path / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    (tmp_path / "all.rules").write_text(
        """
game "Queue" for 3 to 3 players { do main() }
list queue of player
value score(player) = 0
action main() {
  for each player in shuffled players { add player to queue }
  let last = queue[3]
  choose by last { option on { }, option also { } }
  shuffle queue
}
""",
        encoding="utf-8",
    )
    first, second = ["Ann", "Ben", "Cem"], ["Cem", "Ann", "Ben"]
    for seed in range(4):
        game = caylus.load(tmp_path).new_game(3, seed, draws=[first, second])
        (tmp_path / "game.json").write_text(json.dumps(game.save()))
        assert run("resume", "game.json", "--seats", "random,random,random").returncode == 0
        assert caylus.resume(json.loads((tmp_path / "game.json").read_text())).transcript()["draws"] == [first, second]
