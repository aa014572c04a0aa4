"""A screen shows what is needed to decide, on as many lines as it may have."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus_tools.bots import bot_named
from caylus_tools.screen.compose import compose, page, pages, render_log_line
from caylus_tools.screen.marked import line_width, plain
from caylus_tools.screen.scene import COMMANDS, Scene
from support import tiny

from .scenes import play_game, scene, show_text

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["classic", "1303"])
def game(request: pytest.FixtureRequest) -> caylus.Game:
    return play_game(request.param, 4, 12, 90)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 40), (160, 50), (60, 16), (30, 10), (9, 3), (2, 30), (1, 2)])
def test_no_screen_is_wider_or_higher_than_asked(game: caylus.Game, width: int, height: int) -> None:
    made = compose(scene(game), width, height, "1")
    assert len(made.lines) < height
    assert max(map(line_width, made.lines)) <= width


def test_without_a_height_nothing_is_left_out(game: caylus.Game) -> None:
    text = "\n".join(show_text(scene(game)))
    assert "earlier (L)" not in text
    assert "more lines" not in text


@pytest.mark.parametrize("height", [24, 30, 40])
def test_news_are_told_in_whole_sentences_and_those_left_out_are_counted(game: caylus.Game, height: int) -> None:
    for since in (len(game.events) - 60, len(game.events) - 9):
        of = scene(game, since)
        composition = compose(of, 80, height)
        text = "\n".join(plain(line).rstrip() for line in composition.lines)
        told = ["\n".join(plain(line).rstrip() for line in render_log_line(of, entry, 80)) for entry in of.news]
        shown = [entry for entry in told if entry in text]
        half_told = [entry for entry in told if entry not in shown and any(line in text for line in entry.split("\n"))]
        assert half_told == []
        assert (f"log +{len(told) - len(shown)}" in plain(composition.keys)) == (len(shown) < len(told))


TWO_DRAWS = """
resource coin
state late flag
value is_late() "This is the last." = late
phase main { for each player in players { do draw(), set late to yes, do draw() } }
action draw() { for each player in players { choose { option one { gain 1 coin } option two { gain 2 coin } } } }
game "Tiny" for 1 to 1 players { do main() }
"""


@pytest.mark.parametrize("width", [80, 160])
def test_a_notice_is_shown_below_the_title_until_the_game_is_over(tmp_path: Path, width: int) -> None:
    manifest = tiny.write(tmp_path, TWO_DRAWS) / "ruleset.yaml"
    manifest.write_text(f"{manifest.read_text()}notices: [is_late]\n")
    game = caylus.load(tmp_path).new_game(1, 1)
    shown = []
    for _ in range(3):
        shown.append("This is the last." in "\n".join(show_text(scene(game), width, 24)))
        if not game.over:
            game.play(0)
    assert shown == [False, True, False]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 40), (160, 50)])
def test_every_choice_has_a_key_on_the_screen(game: caylus.Game, width: int, height: int) -> None:
    seen = scene(game)
    keys = {span.key for line in compose(seen, width, height).lines for span in line}
    assert {choice.key for choice in seen.choices} <= keys
    assert len({choice.key for choice in seen.choices}) == len(seen.choices) == len(game.moves)
    assert not {choice.key for choice in seen.choices} & COMMANDS


def test_pages_hold_what_has_no_room() -> None:
    seen = scene(play_game("classic", 4, 12, 90))
    assert [*pages(seen)] == ["C", "L", "P", "T", "F", "B"]
    for letter in pages(seen):
        lines = page(seen, letter, 80)
        assert lines
        assert max(map(line_width, lines)) <= 80
    assert any("Library" in plain(line) for line in page(seen, "T", 80))


@pytest.mark.parametrize("width", [-1, 0, 1, 2, 7, 19])
def test_a_page_is_no_wider_than_a_window_in_which_nothing_can_be_read(game: caylus.Game, width: int) -> None:
    seen = scene(game)
    for letter in pages(seen):
        assert max(map(line_width, page(seen, letter, width))) <= max(0, width)


def test_the_end_says_how_the_game_has_come_out() -> None:
    game = tiny.game(
        "action main() { for each player in players { raise player.luck by 2 } }\neach player has { luck number }\nvalue score(player) = player.luck"
    )
    assert show_text(scene(game))[-2:] == [" Ann 2  wins", " Ben 2  wins"]


def test_leaving_it_has_a_letter_among_ever_so_many_things_that_have_numbers() -> None:
    text = """
    resource nut
    action main() {
      for each player in players { may choose "How many?" { option take(number in 1 to 40) "take {number}" { gain number nut } } }
    }
    """
    choices = scene(tiny.rules(text).new_game(1)).choices
    assert [choice.key for choice in choices] == [*map(str, range(1, 41)), "p"]


def test_what_comes_of_a_choice_is_told_in_full_where_there_is_room() -> None:
    game, bot = caylus.load("classic").new_game(3, 3), bot_named("normal", 1)
    while game.decision is not None and not (len(game.moves) > 4 and game.decision.rule == "bribing"):
        game.play(bot(game))
    assert game.decision is not None
    seen = Scene(game, game.decision_for(game.decision.player))
    told = " ".join(plain(line).strip() for line in compose(seen, 100, 40).lines)
    assert "move the provost to Sawmill (road 3)" in told
    for choice in seen.choices:
        assert seen.describe(choice) in told


def test_on_a_small_screen_the_choices_and_what_the_player_has_stand_before_the_table() -> None:
    seen = scene(caylus.load("1303").new_game(4, seed=7))
    text = " ".join(" ".join(show_text(seen, 80, 24)).split())
    assert len(seen.choices) == 7
    assert all(seen.describe(choice) in text for choice in seen.choices)
    assert "Blue (you)" in text
    assert "more lines: B shows the whole table, with the gate road, the road, Red" in text


def test_a_question_about_a_barrier_shows_its_row_and_the_players_it_names_before_other_rows() -> None:
    game, bot = caylus.load("classic").new_game(5, 4), bot_named("greedy", 4)
    seen, at = 0, 0
    while game.decision is not None and seen < 12:
        if game.decision.rule == "bribing" and len(game.moves) > 3:
            of = scene(game)
            lines = show_text(of, 80, 24)
            seen += 1
            assert any("the road" in line and "provost" in line for line in lines)
            left_out = next((line for line in lines if "more lines" in line), "")
            rows = [name for name, label in game.labels.items() if any(line[1:].startswith(f"{label} ") for line in lines)]
            at += len(of.players_in_question & {*rows})
            assert "the village" in left_out or of.players_in_question <= {*rows}
        game.play(bot(game))
    assert at > 0


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30)])
def test_tiles_of_one_name_are_told_apart_where_one_chooses_among_them(width: int, height: int) -> None:
    game = caylus.load("1303").new_game(3, seed=11)
    while game.decision is not None and game.decision.rule != "place_or_pass":
        game.play(0)
    text = "\n".join(show_text(scene(game), width, height))
    assert text.count("Guild") == 2
    assert "stone → 4" in text
    assert "good → 3" in text


def test_what_another_player_takes_from_the_player_is_told_first() -> None:
    game, bot, since = caylus.load("1303").new_game(4, 7), bot_named("greedy", 7), 0
    while (decision := game.decision) is not None:
        if decision.player == "blue":
            seen = scene(game, since)
            losses = [entry for entry in seen.news if "from Blue" in entry.text]
            if losses:
                text = " ".join(" ".join(show_text(seen, 80, 24)).split())
                assert all(entry.text in text for entry in losses)
                return
            since = len(game.events_for("blue"))
        game.play(bot(game))
    pytest.fail("nobody took anything from Blue")


def test_a_price_is_that_of_the_log_and_says_where_a_choice_takes_more_in_all() -> None:
    game = caylus.load("1303").new_game(2, seed=1)
    while game.decision is not None and game.decision.rule != "place_or_pass":
        game.play(0)
    assert game.decision is not None
    game.play([option.id for option in game.decision.options].index("pass"))
    text = "\n".join(show_text(scene(game), 100, 40))
    assert "a space marked › for 1 worker, in all 2 workers each" in text
    assert "construction site for 1 worker, in all 2 workers" in text
