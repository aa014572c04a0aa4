"""A session on the whole of a terminal, with keys pressed and a mouse clicked where none is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event

import caylus
import pytest
from caylus_tools.bots import bot_named
from caylus_tools.play import fullscreen
from caylus_tools.play.fullscreen import FullScreen, Typed
from caylus_tools.play.session import Session
from caylus_tools.play.start import take_seats
from caylus_tools.play.steps import Left, SaveFile
from caylus_tools.screen.looks import read_colours
from support import breaking, tiny
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from .test_play_at_a_terminal import GIFTS

pytestmark = pytest.mark.slow

NOUGHTS = caylus.load(Path(__file__).parents[1] / "games" / "noughts")

LATER = """
resource a, b, c, d, e
group all = a, b, c, d, e
state n number
action main() {
  for each player in players { choose { option grow { set n to 60 }, option stay { } } }
  for each player in players { gain n all }
}
"""
"""A rule breaks behind the second choice if somebody has chosen to `grow`."""

Act = Callable[["Sitting"], Awaitable[None]]


class Sitting:
    """Somebody before a screen."""

    def __init__(self, app: FullScreen, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause(0.05)

    async def type(self, line: str) -> None:
        names = {" ": "space", ".": "full_stop"}
        await self.press(*(names.get(letter, letter) for letter in line), "enter")

    @property
    def show_text(self) -> str:
        """What stands on the screen, whatever is open on it."""
        return "\n".join(
            str(widget.render())
            for widget in self.app.screen.query(Static)
            if all(part.display for part in widget.ancestors_with_self)
        )

    @property
    def line(self) -> str:
        return self.app.screen_stack[0].query_one(Typed).value


def sit(
    act: Act, game: caylus.Game, *policies: str, size: tuple[int, int] = (80, 30), save: Path | None = None, teaches: bool = False
) -> FullScreen:
    """What has become of a screen on which somebody has done something."""

    async def run() -> FullScreen:
        app = FullScreen(game)
        seats = take_seats(policies, game.players, 1)
        app.session = Session(game, seats, app, SaveFile(save, policies, lessons={} if teaches else None))
        async with app.run_test(size=size) as pilot:
            await pilot.pause(0.05)
            await act(Sitting(app, pilot))
        return app

    return asyncio.run(run())


def noughts() -> caylus.Game:
    return NOUGHTS.new_game(2, seed=1)


def test_arrows_go_from_choice_to_choice_and_enter_takes_the_marked_one() -> None:
    game = noughts()

    async def act(person: Sitting) -> None:
        await person.press("down")
        first = person.app.marked_key
        await person.press("right")
        assert person.app.marked_key != first
        await person.press("left")
        assert person.app.marked_key == first
        await person.press("enter")

    sit(act, game, "human", "human")
    assert len(game.chosen) == 1


def test_a_click_marks_a_choice_and_another_takes_it() -> None:
    game = noughts()

    async def act(person: Sitting) -> None:
        lines = person.app.query_one("#table", Static)
        row = next(number for number, line in enumerate(str(lines.render()).splitlines()) if "›" in line)
        column = str(lines.render()).splitlines()[row].index("›")
        await person.pilot.click("#table", offset=(column, row))
        assert person.app.marked_key
        assert game.chosen == []
        await person.pilot.click("#table", offset=(column, row))
        await person.pilot.pause(0.05)

    sit(act, game, "human", "human")
    assert len(game.chosen) == 1


def test_what_is_typed_marks_the_only_choice_it_may_mean_before_it_is_sent() -> None:
    game = caylus.load("classic").new_game(2, seed=3)

    async def act(person: Sitting) -> None:
        await person.press(*"tra")
        assert "Trading post" in "".join(person.show_text.splitlines()[-8:])
        await person.press("tab")
        assert "Trading post" in person.line
        await person.press("enter")

    sit(act, game, "human", "human")
    assert game.view()["rows"]["village"][1]["worker"] == "Red"


def test_a_key_that_closes_a_page_begins_a_line_and_no_order() -> None:
    async def act(person: Sitting) -> None:
        table = person.show_text
        await person.press("L")
        assert "back to the table" in person.show_text
        await person.press("escape")
        assert person.show_text == table
        for key in ["q", "Q", "U", "S", "enter"]:
            await person.press("L", key)
            assert (person.line, person.show_text) == ("", table), key
        for key, line in {"1": "1", "p": "p", "h": "h", "W": "why ", "I": "info "}.items():
            await person.press("L", key)
            assert person.line == line
            assert "back to the table" not in person.show_text
            await person.press("escape")
        await person.press("L", "P")
        assert "prestige" in person.show_text
        await person.press("question_mark")
        assert "On the table:" in person.show_text

    game = caylus.load("classic").new_game(2, seed=3)
    sit(act, game, "human", "human")
    assert game.chosen == []


def test_a_lesson_that_would_cut_the_table_is_a_page() -> None:
    async def act(person: Sitting) -> None:
        await person.press("enter", "enter")  # the lessons on the game and on the draft
        await person.press("enter")
        await person.type("1")
        assert "LESSON" in person.show_text
        assert "Place a worker" not in person.show_text
        await person.press("escape")
        assert "the turn order" in person.show_text
        assert "more lines" not in person.show_text

    sit(act, caylus.load("1303").new_game(3, seed=5), "human", "greedy", "greedy", size=(80, 24), teaches=True)


def test_a_lesson_that_waits_behind_a_page_comes_with_enter_or_after_the_choice() -> None:
    async def act(person: Sitting) -> None:
        assert "Enter: the next lesson" in person.show_text
        await person.press("enter")
        assert "LESSON · Draft" in person.show_text
        await person.press("2", "enter")
        assert "LESSON · Planning" in person.show_text
        await person.press("escape")
        assert "Enter on the empty line shows the next lesson." in person.show_text
        await person.type("7")
        assert "A good first round" in person.show_text

    async def hurry(person: Sitting) -> None:
        assert "LESSON · Caylus" in person.show_text
        await person.type("v1")
        assert "LESSON · Placing workers" in person.show_text

    game = caylus.load("1303").new_game(3, seed=11)
    sit(act, game, "human", "random", "random", size=(80, 24), teaches=True)
    sit(hurry, caylus.load("classic").new_game(2, seed=11), "human", "random", size=(100, 40), teaches=True)


def test_a_message_above_the_line_takes_no_key_of_the_line_below_it() -> None:
    game, bot = caylus.load("1303").new_game(2, seed=23), bot_named("greedy", 23)
    while game.rounds < 3 or game.decision is None or game.decision.rule != "place_or_pass":
        game.play(bot(game))

    async def act(person: Sitting) -> None:
        for said in range(2, 7):
            person.app.said = ["said"] * said
            person.app._show()
            if not person.app.reader.is_shown:
                for choice in person.app.choices or ():
                    await person.pilot.press(*choice.key)
                    await person.pilot.pause(0.01)
                    assert (person.line, person.app.reader.is_shown) == (choice.key, False)
                    await person.pilot.press("escape")
        await person.press("4")
        person.app.said = ["said"] * 20
        person.app._show()
        assert "back to the table" in person.show_text
        await person.press("1")
        assert person.line == "41"
        assert "back to the table" not in person.show_text

    sit(act, game, "human", "human", size=(80, 24))


def test_a_screen_is_composed_anew_for_another_size() -> None:
    async def act(person: Sitting) -> None:
        await person.pilot.resize_terminal(100, 40)
        await person.pilot.pause(0.1)
        assert max(map(len, person.show_text.splitlines())) == 100

    sit(act, caylus.load("classic").new_game(4, seed=3), "human", "human", "greedy", "greedy", size=(80, 24))


def test_a_long_answer_is_a_page_and_a_short_one_stands_above_the_line() -> None:
    async def act(person: Sitting) -> None:
        await person.type("nonsense")
        assert "`nonsense` is no choice here" in person.show_text
        await person.press("question_mark")
        assert "go back to your last decision" in person.show_text
        assert max(map(len, person.show_text.splitlines())) < 80
        await person.press("q")
        assert "nonsense" not in person.show_text

    sit(act, noughts(), "human", "human")


def test_ctrl_c_asks_and_whoever_presses_it_again_leaves() -> None:
    async def act(person: Sitting) -> None:
        await person.press("L", "ctrl+c")
        assert "to save it first" in person.show_text
        await person.type("n")
        assert "to save it first" not in person.show_text
        await person.press("ctrl+c", "ctrl+c")

    assert isinstance(sit(act, caylus.load("classic").new_game(2, seed=3), "human", "human").failure, Left)


def test_keys_that_were_typed_ahead_of_the_end_are_no_fault() -> None:
    async def act(person: Sitting) -> None:
        for _ in range(3):
            person.app.action_leave()
        person.app.answer("1")

    assert isinstance(sit(act, noughts(), "human", "human").failure, Left)


def test_who_leaves_keeps_the_game_where_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def act(person: Sitting) -> None:
        await person.press("Q")
        await person.type("kept.json")

    assert "saved in kept.json; " in sit(act, noughts(), "human", "human").said[-1]
    assert (tmp_path / "kept.json").exists()


def test_nobody_sees_what_was_on_the_screen_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fullscreen, "_UNREAD", 0)

    async def act(person: Sitting) -> None:
        assert "Ann is next, and nobody else may look" in person.show_text
        assert "How much" not in person.show_text
        await person.press("enter")
        assert "How much" in person.show_text
        await person.press("L")
        await person.press("escape")
        await person.type("much")
        assert "Ben is next, and nobody else may look" in person.show_text
        assert "How much" not in person.show_text
        assert "much" not in person.line

    sit(act, tiny.rules(GIFTS).new_game(2, seed=1), "human", "human")


def test_the_screen_is_alive_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on, asked = Event(), []

    def slow(game: caylus.Game) -> int:
        asked.append(game)
        may_go_on.wait(5)
        return 0

    game = noughts()
    monkeypatch.setattr(f"{__name__}.take_seats", lambda *_: {"Nought": None, "Cross": slow})

    async def act(person: Sitting) -> None:
        await person.press("down", "enter")
        assert "thinks" in person.show_text
        await person.press("ctrl+c")
        await person.type("n")
        assert "thinks" in person.show_text
        may_go_on.set()
        await person.pilot.pause(0.2)

    sit(act, game, "human", "slow")
    assert len(game.chosen) == 2
    assert len(asked) == 1
    assert asked[0] is not game


def test_a_rule_that_breaks_ends_the_choice_and_not_the_game() -> None:
    game = tiny.rules(breaking.RULES).new_game(2, seed=1)

    async def act(person: Sitting) -> None:
        await person.type("grow")
        assert "there are more than 500 ways to pay or gain this" in person.show_text
        assert not game.chosen
        await person.type("stay")
        await person.type("stay")
        await person.type("q")

    sit(act, game, "human", "human")
    assert game.over


def test_where_a_rule_breaks_whatever_a_bot_chooses_people_can_take_back() -> None:
    game = tiny.rules(LATER).new_game(2, seed=1)

    async def act(person: Sitting) -> None:
        await person.type("grow")
        await person.pilot.pause(0.2)
        assert "a rule breaks whatever is chosen: nobody can go on" in person.show_text
        await person.type("u")
        await person.type("stay")
        await person.pilot.pause(0.2)
        assert game.over

    sit(act, game, "human", "random")


def test_a_game_with_secrets_in_which_a_rule_broke_lets_nobody_go_on_or_take_back_or_resume_it(tmp_path: Path) -> None:
    game = tiny.rules(breaking.SECRET).new_game(2, seed=1)

    async def act(person: Sitting) -> None:
        for line in ("", "hide 1", "", "hide 3", "", "guess 1", "u"):
            await person.pilot.pause(0.5)
            await person.type(line)
        assert "a rule broke in a game with secrets: nobody can go on" in person.show_text
        assert "`u` is nothing that can be done now" in person.show_text

    sit(act, game, "human", "human", save=tmp_path / "kept.json")
    assert game.broken is not None
    kept = json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))
    assert caylus.resume(kept).broken is not None


def bursts(*keys: str) -> Act:
    """Presses keys as they come when they are typed ahead: all at once, with no time between them."""

    async def act(person: Sitting) -> None:
        for key in keys:
            character = key if len(key) == 1 else None
            person.app.post_message(events.Key(key, character))
        await person.pilot.pause(0.1)

    return act


@pytest.mark.parametrize("page", ["L", "P"])
def test_keys_typed_ahead_of_a_page_close_it_once_and_play_nothing(page: str) -> None:
    game = noughts()

    async def act(person: Sitting) -> None:
        await bursts("down", page, "enter", "enter")(person)
        await bursts(page, "x", "escape")(person)
        assert not person.app.reader.is_shown
        await bursts(page, *"wish", "enter")(person)
        assert person.app.said or person.app.reader.is_shown

    app = sit(act, game, "human", "human")
    assert app.failure is None


def test_an_empty_line_after_a_question_plays_nothing() -> None:
    game = caylus.load("classic").new_game(2, seed=3)

    async def act(person: Sitting) -> None:
        await person.type("i 2")
        await person.press("enter")
        await person.press(*"tra")
        assert person.app.marked_key
        await person.press("backspace", "backspace", "backspace")
        assert not person.app.marked_key
        await person.press("enter")

    sit(act, game, "human", "human")
    assert game.chosen == []


def test_keys_typed_before_a_screen_is_handed_over_do_not_hand_it_over() -> None:
    game = caylus.load("classic", variants=["secret-goals"]).new_game(2, seed=3)

    async def act(person: Sitting) -> None:
        await bursts("enter", "enter", "enter")(person)
        assert "press Enter" in person.show_text
        await person.pilot.pause(0.5)
        await person.press("enter")
        assert "press Enter" not in person.show_text

    sit(act, game, "human", "human")


@pytest.mark.parametrize("unread", [60, 0])
def test_keys_typed_before_a_warning_was_read_do_not_confirm_the_choice(monkeypatch: pytest.MonkeyPatch, unread: int) -> None:
    monkeypatch.setattr(fullscreen, "_UNREAD", unread)
    game = caylus.load("classic").new_game(2, seed=3)

    async def act(person: Sitting) -> None:
        while "LESSON" not in person.show_text:  # the lesson comes first
            await person.pilot.pause(0.05)
        await person.press("escape")
        await person.type("k")
        assert "Careful" in person.show_text
        await person.type("k")

    sit(act, game, "human", "human", teaches=True)
    assert len(game.chosen) == (0 if unread else 1)


def test_a_fault_of_this_program_ends_it_as_such_and_keeps_the_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    save = tmp_path / "game.json"

    async def act(person: Sitting) -> None:
        monkeypatch.setattr(FullScreen, "preview_line", lambda *_: 1 // 0)
        await person.press("x")

    app = sit(act, noughts(), "human", "human", save=save)
    assert isinstance(app.failure, ZeroDivisionError)
    assert save.exists()


def test_the_palette_has_the_themes_and_what_can_be_typed() -> None:
    async def act(person: Sitting) -> None:
        await person.press("ctrl+p")
        assert len(person.app.screen_stack) == 2
        await person.press("escape")
        commands = {command.title for command in person.app.get_system_commands(person.app.screen)}
        assert {"Theme", "Help", "Hint", "Page: log"} <= commands

    sit(act, noughts(), "human", "human")


def test_a_light_theme_has_other_colours() -> None:
    game = noughts()

    async def act(person: Sitting) -> None:
        dark = person.app.export_screenshot()
        person.app.theme = "caylus-light"
        await person.pilot.pause(0.1)
        light = person.app.export_screenshot()
        assert read_colours(is_dark=False)["paper"].lower() in light.lower()
        assert read_colours(is_dark=False)["paper"].lower() not in dark.lower()

    sit(act, game, "human", "human")


def test_without_colours_the_screen_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def act(person: Sitting) -> None:
        shown = person.app.export_screenshot().lower()
        assert not [colour for colour in read_colours(is_dark=True).values() if colour.lower() in shown]

    sit(act, noughts(), "human", "human")
