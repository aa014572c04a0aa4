"""The log of a table: told as the game goes on, read again, and told anew it is the same."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from caylus_tools.answers.rulebook import load_lessons
from caylus_tools.server.tables import Audience, LiveTable
from caylus_tools.verbalize.log import render_log as all_at_once

from .house import OWNER, House, choose, load_modules, state

pytestmark = pytest.mark.slow

GAMES = ["classic", "1303", "tests/games/lots", "tests/games/rails", "tests/games/noughts"]


class Page:
    """What a page makes of the states that it hears."""

    def __init__(self, table: LiveTable, seat: str | None) -> None:
        self.table, self.seat = table, seat
        self.lines: list[dict[str, Any]] = []
        self.cursor = ""

    def hear(self) -> None:
        told = state(self.table, self.seat, since=self.cursor)
        self.lines = [line for line in self.lines if line["number"] < told["log_from"]] + told["log"]
        self.cursor = told["cursor"]


@pytest.mark.parametrize("name", GAMES)
def test_the_log_that_is_heard_is_the_one_that_is_read_again_at_every_moment_for_everybody(house: House, name: str) -> None:
    rules = load_modules(name)
    draw = Random(name)
    table = house.table(rules, draw.randint(max(2, rules.fewest_players), rules.most_players) - len(rules.automata))
    pages = [Page(table, seat["name"]) for seat in state(table, None)["seats"]] + [Page(table, None)]
    for number in range(30):
        if step(table, draw) is None:
            break
        for page in draw.sample(pages, 2):
            page.hear()  # some miss what others hear
        if number % 5:
            continue
        again = House(house.url, house.rulesets)
        read = again.tables.get(table.id)
        for page in draw.sample(pages, 2):
            page.hear()
            assert [line["number"] for line in page.lines] == list(range(1, len(page.lines) + 1))
            told = state(read, page.seat)
            looked_back = json.loads(read.state_at(Audience(page.seat, page.seat or OWNER), told["choices"]))
            assert page.lines == told["log"] == looked_back["log"]
        again.store.close()


def step(table: LiveTable, draw: Random) -> int | None:
    """Somebody chooses, or takes something back; None at the end."""
    told = state(table, None)
    revision: int = told["revision"]
    if draw.random() < 0.15:
        for row in told["seats"]:
            own = state(table, row["name"])
            if own["undo"]:
                asked = table.undo(row["name"], own["undo"]["to"], revision, f"undo {revision}", row["name"]).asked
                for other in own["undo"]["asks"] if asked else ():
                    table.consent(other, True, other)
                return revision
    if not told["decides"]:
        return None
    seat = draw.choice(told["decides"])
    choose(table, seat, draw.choice(state(table, seat)["options"])["id"])
    return revision


@pytest.mark.parametrize("name", ["classic", "tests/games/lots"])
def test_bit_by_bit_it_tells_what_is_told_of_the_whole_game_at_once(house: House, name: str) -> None:
    rules = load_modules(name)
    table = house.table(rules, max(2, rules.fewest_players) - len(rules.automata))
    draw = Random(7)
    while not (game := table.game).over and len(game.chosen) < 40:
        page = state(table, draw.choice(game.players[: len(table.seats)]))
        lines = all_at_once(game.events_for(page["seat"]), rules, game.labels)
        assert [line["text"] for line in page["log"]] == [line.text for line in lines]
        assert [line["cited"] for line in page["log"]] == [line.cited for line in lines]
        seat = draw.choice(game.waiting)
        choose(table, seat, draw.choice(state(table, seat)["options"])["id"])


def test_a_line_says_after_how_many_choices_it_was_told(house: House) -> None:
    table = house.table(load_modules("classic"))
    draw = Random(1)
    for _ in range(30):
        step(table, draw)
    told = state(table, None)
    numbers = [line["n"] for line in told["log"]]
    assert numbers == sorted(numbers)
    assert all(0 <= number <= told["choices"] for number in numbers)


def test_what_has_happened_since_a_seat_last_decided_is_its_news(house: House) -> None:
    table = house.table(load_modules("classic"), 3)
    draw = Random(4)
    for _ in range(25):
        before = state(table, None)
        seat = before["decides"][0]
        choose(table, seat, draw.choice(state(table, seat)["options"])["id"])
        own = state(table, seat)
        assert own["news_from"] == next(line["number"] for line in own["log"] if line["n"] > before["choices"])


@pytest.mark.parametrize("name", ["classic", "1303"])
def test_a_page_hears_of_the_phases_of_which_a_terminal_gives_lessons(house: House, name: str) -> None:
    table = house.table(load_modules(name), 3)
    lessons, draw, taught = load_lessons(table.game.rules), Random(7), set[str]()
    asked_in: dict[str, str] = {}
    for _ in range(60):
        seat = state(table, None)["decides"][0]
        options = state(table, seat)["options"]
        move = draw.randrange(len(options))
        now = table.game.view()["phase"]
        due = {
            other: {lesson.rule for lesson in lessons.before(table.game, move, other, ())} - {asked_in.get(other)}
            for other in table.game.players
        }
        asked_in[seat] = now["name"] if now is not None else ""
        choose(table, seat, options[move]["id"])
        for other, rules in due.items():
            assert rules <= {*state(table, other)["phases"]}, (other, rules)
            taught |= rules
        assert now is None or now["name"] not in state(table, seat)["phases"]
    assert taught


def test_people_are_called_in_it_what_they_call_themselves(house: House) -> None:
    table = house.table(load_modules("classic"))
    page = Page(table, None)
    choose(table, *first(table))
    page.hear()
    seat = table.course.steps[0].seat
    table.label(seat, "Zoë", seat)
    page.hear()
    assert any("Zoë" in line["text"] for line in page.lines)
    assert not any(seat in line["text"] for line in page.lines)
    assert page.lines == state(table, None)["log"]


def test_a_line_tells_whose_deed_it_is_whatever_people_are_called(house: House) -> None:
    table = house.table(load_modules("classic"))
    draw = Random(2)
    for seat, label in zip(table.game.players, ("Zoë: a", "Ben (x)"), strict=True):
        table.label(seat, label, seat)
    for _ in range(20):
        step(table, draw)
    deeds = [line for line in state(table, None)["log"] if "by" in line]
    labels = table.game.labels
    assert {line["by"] for line in deeds} == set(labels)
    for line in deeds:
        assert line["text"] in (f"{labels[line['by']]}{between}{line['deed']}" for between in (": ", " "))


def first(table: LiveTable) -> tuple[str, str]:
    """A seat that has to decide, and the first of its options."""
    seat = state(table, None)["decides"][0]
    return seat, state(table, seat)["options"][0]["id"]
