"""A terminal has the colours of the table in a browser, on dark screens and on light ones, with many colours and with few."""

from __future__ import annotations

import io
import re
from pathlib import Path

import caylus
import caylus_tools
import pytest
from caylus_tools.screen.compose import compose
from caylus_tools.screen.looks import Looks, is_dark_terminal, read_colours
from caylus_tools.screen.marked import Line, plain
from caylus_tools.screen.scene import Scene
from rich.console import Console
from rich.style import Style

from .scenes import play_game, scene, show_text

pytestmark = pytest.mark.slow

PAGE = Path(caylus_tools.__file__).parent / "server" / "page"


@pytest.fixture(scope="module")
def placing() -> Scene:
    return scene(caylus.load("classic").new_game(4, seed=12))


def find_spans(lines: tuple[Line, ...], text: str) -> list[str]:
    return [span.style for line in lines for span in line if span.text.strip() == text]


def test_colours_are_those_of_the_page() -> None:
    style = (PAGE / "base.css").read_text(encoding="utf-8")
    for is_dark in (True, False):
        for name in ("red", "orange", "tint-brown", "act", "paper"):
            assert f"--{name}: {read_colours(is_dark)[name]}" in style
    assert read_colours(True)["red"] != read_colours(False)["red"]


def test_players_goods_and_kinds_of_tile_have_colours(placing: Scene) -> None:
    lines = compose(placing, 130, 45).lines
    assert [style for style in find_spans(lines, "Forest") if style.startswith("tint-rose")]
    assert [style for style in find_spans(lines, "Gate") if "tint-sand" in style]
    assert any("good-wood" in style for style in find_spans(lines, "wood"))
    assert any("seat-1" in style for style in find_spans(lines, "Green"))


@pytest.mark.parametrize("system", ["standard", "256", "truecolor"])
@pytest.mark.parametrize("is_dark", [True, False])
def test_no_text_has_the_colour_of_its_ground(placing: Scene, system: str, is_dark: bool) -> None:
    looks = Looks(caylus.load("classic").new_game(4, seed=12), is_dark)
    console = Console(color_system=system, file=io.StringIO(), force_terminal=True)  # type: ignore[arg-type]
    for style in {span.style for line in compose(placing, 130, 45, "v1").lines for span in line}:
        known = " ".join(looks.styles_of_rich(style))
        meant = Style.parse(known) if known else Style()
        if meant.color is not None and meant.bgcolor is not None:
            assert meant.color.downgrade(console._color_system) != meant.bgcolor.downgrade(console._color_system), style  # type: ignore[arg-type]


def test_the_place_that_a_choice_means_is_lit_where_it_lies(placing: Scene) -> None:
    lit = [span.text.strip(" ━") for line in compose(placing, 130, 45, "v5").lines for span in line if "marked" in span.style]
    assert "Stables" in lit
    assert "Gate" not in lit


def test_a_row_of_a_table_is_lit_for_the_choice_that_goes_there() -> None:
    given = {"turn_order": ["Red", "Green"], "Red": {"favour": 1}}
    game = caylus.load("classic").position("use_favours", given, 2, arguments={"player": "Red"})
    seen = scene(game)
    key = next(choice.key for choice in seen.choices if "cube_line" in map(str, choice.option.data["choices"].values()))
    lit = [span.text.strip() for line in compose(seen, 130, 45, key).lines for span in line if "marked" in span.style]
    assert "cubes" in lit


def test_a_road_is_drawn_as_a_way_with_a_barrier_behind_the_marker_that_closes_it() -> None:
    lines = show_text(scene(play_game("classic", 4, 12, 30)), 130, 45)
    road = [line for line in lines if "━" in line]
    assert any("▌" in line and "P" in line for line in road)
    assert any("~~" in line for line in road)


def test_the_table_stays_where_it_is_from_question_to_question() -> None:
    game = caylus.load("classic").new_game(5, seed=5)
    starts = []
    while game.rounds < 2:
        seen = scene(game)
        if sum(choice.is_listed for choice in seen.choices) < 4:
            lines = show_text(seen, 100, 42)
            starts.append(next(number for number, line in enumerate(lines) if "prestige denier" in line))
        game.play(7 * len(game.chosen) % len(game.moves))
    assert len(starts) > 9
    assert len(set(starts)) == 1


def test_a_light_terminal_is_known_by_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")
    assert not is_dark_terminal()
    monkeypatch.setenv("COLORFGBG", "15;0")
    assert is_dark_terminal()


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 40), (130, 45)])
def test_abbreviations_have_a_legend(width: int, height: int) -> None:
    text = "\n".join(show_text(scene(play_game("classic", 4, 12, 90)), width, height))
    assert ("D Dungeon" in text) is (" D W T " in text)
    assert "food wood stone cloth gold" in " ".join(text.split())


def test_the_draft_says_of_each_character_all_that_it_does_on_a_small_screen() -> None:
    seen = scene(caylus.load("1303").new_game(3, seed=2))
    text = " ".join(" ".join(show_text(seen, 80, 24)).split())
    assert len(seen.choices) == 6
    for choice in seen.choices:
        assert seen.describe(choice) in text


@pytest.mark.nightly
@pytest.mark.parametrize("edition", ["classic", "1303"])
@pytest.mark.parametrize("seed", range(10))
def test_no_line_of_a_screen_says_a_sentence_twice(edition: str, seed: int) -> None:
    game = caylus.load(edition).new_game(3, seed)
    while game.decision is not None:
        if len(game.chosen) % 7 == 0:
            seen = scene(game)
            marked = next((choice.key for choice in seen.choices if choice.is_listed), "")
            for line in compose(seen, 1000, None, marked).lines:
                sentences = [part for part in plain(line).replace("; ", ". ").split(". ") if len(part.split()) > 3]
                assert len(sentences) == len(set(sentences)), plain(line)
        game.play(7 * len(game.chosen) % len(game.moves))


def test_a_range_of_spaces_has_the_sign_of_its_spaces_and_no_effect_is_told_twice_or_cut_while_another_column_has_room() -> None:
    text = "\n".join(show_text(scene(play_game("1303", 2, 1, 40)), 80, 24))
    assert "12–13~ empty" in text
    assert "good → 3 workers" in text
    assert "fabric + prestige" in text
    for moves in range(20, 80, 20):
        narrow = "\n".join(show_text(scene(play_game("classic", 3, 1, moves)), 80, 24))
        assert not re.search(r"\b(stone|wood|food|gold) \1\b", narrow)
