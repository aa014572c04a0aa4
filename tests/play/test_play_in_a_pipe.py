"""Play where there is no terminal: bots play on, a person's choices come line by line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import caylus
import pytest
from support.running import Caylus
from support.texts import read_rules

pytestmark = pytest.mark.slow

NOUGHTS = str(Path(__file__).parents[1] / "games" / "noughts")
PROMPT = re.compile(r"^\w+(?: \(-?\d+ points? if it ended now\))?> ", re.MULTILINE)
"""What stands before what is typed."""


def test_bots_among_themselves_play_to_the_result(piped: Caylus) -> None:
    done = piped("play", "classic", "--seats", "random,greedy,random", "--seed", "2")
    assert done.code == 0, done.err
    assert re.search(r"^ Green \d+  wins\n   \w+", done.out, re.MULTILINE)
    assert "\x1b" not in done.out


def test_the_end_of_a_game_is_told_in_a_sentence(piped: Caylus) -> None:
    dyke = str(Path(__file__).parents[1] / "games" / "dyke")
    for seed in range(2):
        shown = piped("play", dyke, "--seats", "random,random", "--seed", str(seed)).out
        assert re.search(
            r"^─ (Ann and Ben win together with \d+\. |Everybody has lost: the island .*(\. |…))─", shown, re.MULTILINE
        )


def test_equal_seeds_print_equal_games(piped: Caylus) -> None:
    words = ("play", "classic", "--seats", "greedy,random", "--seed", "7")
    assert piped(*words).out == piped(*words).out


def test_nothing_is_wider_than_80_columns(piped: Caylus) -> None:
    done = piped("play", "classic", "--players", "5", "--seed", "1", typed="1\n2\n1\n1\nl\nq\n")
    assert done.code == 0, done.err
    assert max(map(len, done.out.splitlines())) <= 80


def test_choices_are_taken_by_key_by_words_and_by_id(piped: Caylus) -> None:
    by_key, by_words, by_id = (
        piped("play", NOUGHTS, "--seats", "human,random", "--seed", "3", typed=f"{typed}\nq\n").out
        for typed in ("5", "boa 5", "mark board 5")
    )
    assert by_key.replace("> 5\n", "> mark board 5\n") == by_words.replace("> boa 5\n", "> mark board 5\n") == by_id


ANSWERS = (
    ("u", r"no decision of yours"),
    ("why place trading_post", r"`place trading_post` is offered\n"),
    ("why", r"name what is not offered"),
    ("i v2", r"Trading post · special building · printed rules: Phase 3 b"),
    ("i road 7", r"Peddler · fixed building · printed rules: Phase 5 e"),
    ("i bank", r"Bank · stone building · printed rules: Phase 5 h"),
    ("i prestige_buildings", r"  Statue: Cost 2 stone and 1 gold\. Worth 7 prestige and 1 royal favour\."),
    ("i Marketplace", r"Marketplace · neutral building[\s\S]*Marketplace · wood building"),
    ("i " + "9" * 5000, r"nothing is called"),
    ("i", r"what about\?"),
    ("jump", r"`jump` is no choice here and no command"),
    ("i bnak", r"did you mean `bank`\?"),
    ("worker", r"`worker` may be v1, v2, [\w, ]+: more words, or the key\?"),
    ("", r"Place a worker"),
    ("log all", r"`all` is not a number of lines"),
    ("save no/such/folder/x", r"cannot be written"),
    ("s notes.txt", r"notes\.txt is there already; save under another name"),
    ("s game", r"saved in game\.json; "),
    ("s", r"saved in game\.json; "),
    ("gate", r" Red places a worker on Gate "),
    ("i spaces", r"  village 1 \(Gate\): Move this worker at once.* Now: worker Red\.\n"),
    ("Trading Post", r" Red places a worker on Trading post "),
    ("why place trading_post", r"another worker stands there   \(printed rules: Phase 2\)"),
    ("w v2", r"`v2` is not offered:\n  another worker stands there"),
    ("u", r"Place a worker"),
    ("castle", r"Place a worker"),
    ("castle", r"castle` is not offered:\n  each player may have one worker in the castle   \(printed rules: Phase 2 e\)"),
    ("why Castle", r"each player may have one worker in the castle   \(printed rules: Phase 2 e\)"),
    ("pass", r""),
)
"""What is typed, one after the other, and what is shown then."""


def test_whatever_is_typed_is_answered(piped: Caylus, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("precious", encoding="utf-8")
    done = piped("play", "classic", "--seed", "3", "--players", "3", typed="".join(f"{typed}\n" for typed, _ in ANSWERS))
    _, *answers = PROMPT.split(done.out)
    for (typed, pattern), answer in zip(ANSWERS, answers, strict=False):
        assert re.search(pattern, answer.removeprefix(typed)), (typed, answer)
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "precious"
    assert done.code == 2
    assert "standard input ended before the game did" in done.err


def test_undo_goes_back_to_ones_own_last_decision_and_the_log_can_be_cut(piped: Caylus) -> None:
    shown = piped("play", "classic", "--seed", "3", "--players", "3", typed="2\nu\nlog 1\nlog\nq\n").out
    first, _, again, cut, whole = PROMPT.split(shown)[:5]
    assert first.startswith(again.removeprefix("u\n"))  # which also tells how to get help
    assert whole.endswith(cut.removeprefix("log 1\n"))
    assert len(whole) > len(cut)


def test_the_end_tells_what_has_happened_since_the_last_decision(piped: Caylus) -> None:
    done = piped("play", NOUGHTS, "--seats", "human,random", "--seed", "3", typed="".join(f"{cell}\n" for cell in range(1, 10)))
    assert done.code == 0, done.err
    *_, end = PROMPT.split(done.out)
    assert "Nought: mark board" in end
    assert re.search(r"(wins|draw|share)", end)


def test_a_game_goes_on_with_the_seats_it_was_saved_with(piped: Caylus) -> None:
    shown = piped(
        "play", "classic", "--seats", "Ann=human,random,greedy", "--seed", "3", "--save", "my game.json", typed="q\n"
    ).out
    assert "resume 'my game.json'` goes on from here" in shown
    resumed = piped("resume", "my game.json", "--learn", typed="q\n").out
    assert resumed.count("▶Ann (you)") == 1
    assert "LESSON" in resumed
    assert "▶Green (you)" in piped("resume", "my game.json", "--seats", "greedy,human,greedy", typed="q\n").out
    assert "the names it was begun with" in piped("resume", "my game.json", "--seats", "human,human,Cem=human").err


def test_the_command_that_goes_on_is_the_one_that_was_typed(piped: Caylus) -> None:
    words = ("play", "classic", "--players", "2", "--save", "game.json")
    assert (
        "`python3 tools/run.py resume game.json` goes on"
        in piped(*words, typed="q\n", CAYLUS_STARTED_BY="python3 tools/run.py").out
    )


def test_undo_goes_back_in_a_resumed_game_as_well(piped: Caylus) -> None:
    piped("play", "classic", "--seed", "3", "--players", "3", typed="2\nsave game\nq\n")
    undone = piped("resume", "game.json", typed="u\npass\nq\n").out
    resumed, back = PROMPT.split(undone)[:2]
    assert "●Re" in resumed
    assert "●Re" not in back


def test_what_another_person_has_decided_is_taken_back_if_they_agree(piped: Caylus) -> None:
    words = ("play", "classic", "--seed", "3", "--seats", "Ann=human,Ben=human")
    shown = piped(*words, typed="2\npass\nu\nperhaps\nn\nu\ny\nq\n").out
    assert "Ben, may Ann take back what both of you have decided? (y/n)> perhaps" in shown
    assert "`perhaps` is neither yes nor no" in shown
    assert "Ben would rather not" in shown
    assert len(re.findall("^Ann.*> ", shown.split("Ben would rather not")[1], re.MULTILINE)) == 2


def test_what_no_file_can_be_called_is_told_so(piped: Caylus) -> None:
    shown = piped("play", NOUGHTS, "--seats", "human,random", typed="s a\0b\ns \x07\nq\n")
    assert shown.code == 0, shown.err
    assert shown.out.count("is nothing that a file can be called") == 2


def test_a_finished_game_is_saved_and_told_again(piped: Caylus) -> None:
    done = piped("play", "classic", "--seats", "random,random", "--seed", "2", "--save", "game.json")
    assert "replay game.json` tells it again" in done.out
    again = piped("replay", "game.json")
    assert again.code == 0, again.err
    assert "and wins" in again.out


def test_a_game_saved_in_play_goes_on_where_it_was(piped: Caylus, tmp_path: Path) -> None:
    saved = piped("play", "classic", "--seed", "3", "--players", "3", typed="2\nsave game.json\nq\n").out
    resumed = piped("resume", "game.json", typed="q\n").out
    assert PROMPT.split(resumed)[0] in saved
    assert "drawn:" not in resumed
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["choices"]


def test_a_new_game_does_not_overwrite_a_saved_one(piped: Caylus, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("precious", encoding="utf-8")
    done = piped("play", "classic", "--seats", "random,random", "--save", "game.json")
    assert done.code == 2
    assert "resume game.json` goes on with a saved game" in done.err
    assert (tmp_path / "game.json").read_text(encoding="utf-8") == "precious"


def test_any_ruleset_is_shown_even_without_a_layout_of_its_own(piped: Caylus, tmp_path: Path) -> None:
    (tmp_path / "piles.rules").write_text(PILES, encoding="utf-8")
    manifest = "name: piles\ntitle: Piles\nversion: '1.0'\nlanguage: 1\nseats: [Ann, Ben]\nrules: [piles.rules]\n"
    (tmp_path / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    done = piped("play", ".", "--seats", "human,random", "--seed", "1", typed="1\n" * 20)
    assert done.code == 0, done.err
    assert re.search(r"^ East +1 coin or 1 leaf +3$", done.out, re.MULTILINE)
    assert "wins" in done.out


PILES = read_rules(__file__, "play_in_a_pipe_piles")


def test_a_resumed_game_draws_as_it_was_settled_beforehand(piped: Caylus, tmp_path: Path) -> None:
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
  last chooses { option on { }, option also { } }
  shuffle queue
}
""",
        encoding="utf-8",
    )
    first, second = ["Ann", "Ben", "Cem"], ["Cem", "Ann", "Ben"]
    for seed in range(4):
        game = caylus.load(tmp_path).new_game(3, seed, draws=[first, second])
        (tmp_path / "game.json").write_text(json.dumps(game.save()))
        assert piped("resume", "game.json", "--seats", "random,random,random").code == 0
        assert caylus.resume(json.loads((tmp_path / "game.json").read_text())).transcript()["draws"] == [first, second]


def test_every_choice_is_kept_and_a_killed_game_goes_on_where_it_was(piped: Caylus, tmp_path: Path) -> None:
    games = tmp_path / "games"
    where = {"CAYLUS_GAMES": str(games)}
    said = piped("play", "classic", "--seats", "human,greedy", "--seed", "3", typed="1\n", **where)
    assert "resume` goes on with this game" in said.out
    (kept,) = games.iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    chosen = json.loads(kept.read_text(encoding="utf-8"))["choices"]
    again = piped("resume", typed="p\n", **where)
    assert again.code != 3
    later = json.loads(kept.read_text(encoding="utf-8"))["choices"]
    assert len(chosen) >= 2
    assert later[: len(chosen)] == chosen
    assert len(later) > len(chosen)
    assert kept.name in piped("resume", "--list", **where).out


def test_the_last_twenty_games_are_kept_and_nothing_else_is_touched(piped: Caylus, tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "mine.game.json").write_text("mine", encoding="utf-8")
    for number in range(25):
        (games / f"classic.20200101-0000{number:02}-abcdef.game.json").write_text("{}", encoding="utf-8")
    piped("play", "classic", typed="", CAYLUS_GAMES=str(games))
    assert len(list(games.iterdir())) == 21
    assert (games / "mine.game.json").read_text(encoding="utf-8") == "mine"


def test_nothing_is_kept_of_a_game_that_shall_not_be(piped: Caylus, tmp_path: Path) -> None:
    games = tmp_path / "games"
    piped("play", "classic", "--no-save", typed="1\n", CAYLUS_GAMES=str(games))
    assert not games.exists()
    assert "no game to go on with" in piped("resume", CAYLUS_GAMES=str(games)).err


def test_a_folder_that_cannot_be_written_to_keeps_nobody_from_playing(piped: Caylus, tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file", encoding="utf-8")
    done = piped("play", "classic", typed="1\n", CAYLUS_GAMES=str(tmp_path / "games"))
    assert "Traceback" not in done.err
    assert done.code == 2


def test_a_first_game_begins_with_its_aim_and_warns_once_of_a_choice(piped: Caylus) -> None:
    shown = piped("play", "1303", "--learn", "--seed", "3", typed="lesson\nhint\nlearn\nq\n").out
    assert shown.index("LESSON · Caylus 1303") < shown.index("LESSON · Draft")
    assert "would choose:" in shown
    assert "no more lessons" in shown
    warned = piped("play", "classic", "--learn", "--seed", "3", typed="k\nk\nq\n").out
    assert warned.count("Careful: You may lose 2 prestige. You have no batch now") == 1
    assert "places a worker on Castle" in warned.partition("Careful")[2]


def test_lessons_go_on_after_a_game_was_left_and_none_is_told_twice(piped: Caylus) -> None:
    first = piped("play", "1303", "--learn", "--seed", "3", "--save", "game.json", typed="\n1\nq\n").out
    resumed = piped("resume", "game.json", typed="learn\np\nq\n").out
    titles = [re.findall(r"LESSON · (.*)", shown) for shown in (first, resumed)]
    assert {"Caylus 1303", "Draft"} <= {*titles[0]}
    assert not {"Caylus 1303", "Draft"} & {*titles[1]}
    assert "Lessons and warnings go on" in resumed
    assert "Lessons and warnings go on" not in piped("resume", "game.json", typed="q\n").out


def test_a_match_goes_on_from_game_to_game_and_each_has_a_save_of_its_own(piped: Caylus, tmp_path: Path) -> None:
    words = ("--seats", "random,random", "--match", "2 by points", "--seed", "4", "--save", "m.json")
    shown = piped("play", NOUGHTS, *words).out
    assert re.search(r"^(Nought|Cross|Nought and Cross) .*the match with ", shown, re.MULTILINE)
    assert sorted(path.name for path in tmp_path.glob("*.json")) == ["m-2.json", "m.json"]
    (tmp_path / "m-2.json").unlink()
    again = piped("resume", "m.json").out
    seeds = [re.findall(r"  seed (\d+)$", out, re.MULTILINE) for out in (shown, again)]
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 2
    last = piped("resume", "m.json").out  # which is the last game that is there
    assert re.findall(r"  seed (\d+)$", last, re.MULTILINE) == seeds[0][1:]
    assert piped("play", NOUGHTS, "--match", "0").code == 2


def test_a_key_that_loses_what_was_placed_is_warned_of_before_it_is_taken(piped: Caylus) -> None:
    shown = piped("play", "classic", "--learn", "--seed", "118240", "--no-save", typed="4\n5\nv2\n8\np\np\nq\n").out
    assert "Careful: You leave Carpenter (road 8) beyond the provost" in shown
    assert "comes home with nothing" not in shown.lower()
