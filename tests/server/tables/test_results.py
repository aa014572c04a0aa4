"""What a visitor has won: from rows alone, by game, players and rivals."""

from __future__ import annotations

from caylus_tools.server.tables.tables import list_results
from support import tiny

from .house import OWNER, House, choose

RACE = """
resource point
game "Race" for 2 to 3 players { for each player in players { choose { option one { gain 1 point }, option two { gain 2 point } } } }
value score(player) = player.point
"""


def play_race(house: House, people: int, bots: int, mine: int = 0) -> None:
    """Plays a race that Ben wins."""
    table = house.table(tiny.rules(RACE), people, bots, mine)
    for seat in ("Ann", "Ben", "Cem")[: people + bots + mine]:
        option = "two" if seat == "Ben" else "one"
        if table.is_for_bots(seat):
            table.choose_for(seat, table.revision, option)
        else:
            choose(table, seat, option, OWNER if seat in table.seats_held_by(OWNER) else seat)
    assert table.row.status == "over"


def test_finished_games_are_summed_by_game_players_and_rivals(house: House) -> None:
    for people, bots in ((2, 0), (1, 1), (1, 1), (2, 1)):
        play_race(house, people, bots)
    house.table(tiny.rules(RACE), 2)  # is not over
    told = list_results(house.store, "Ann")
    sums = [{name: one[name] for name in ("players", "rivals", "games", "won", "points", "best")} for one in told["sums"]]
    assert sums == [
        {"players": 2, "rivals": "bot", "games": 2, "won": 0, "points": 1, "best": 1},
        {"players": 2, "rivals": "person", "games": 1, "won": 0, "points": 1, "best": 1},
        {"players": 3, "rivals": "both", "games": 1, "won": 0, "points": 1, "best": 1},
    ]
    assert {(one["game"], *one["variants"]) for one in told["games"]} == {("Tiny",)}
    assert [one["won"] for one in list_results(house.store, "Ben")["games"]] == [True, True]
    assert list_results(house.store, "nobody") == {"games": [], "sums": []}


def test_a_game_against_oneself_is_nobodys_result(house: House) -> None:
    play_race(house, 0, 0, mine=2)
    assert list_results(house.store, OWNER) == {"games": [], "sums": []}
