"""What each expression of the language reads, and what is read and written where there is nothing."""

from __future__ import annotations

from typing import Any

import pytest
from support import tiny

TABLE = """
resource coin, token
group any_of = coin, token
constant three = 3
constant price = 2 coin
scale ladder from 0 = [1, 2, 4, 8]
scale steps = [10, 20]
kind piece plural pieces {
  worth number
  big   flag
  cost  payment = nothing
  twin  piece
  path  scale
  state level number = this.worth
  state owner player
  state on slot
}
kind large plural larges is piece
piece one { worth 1 }
large two { worth 2, big yes, cost 2 token, twin one, path [7, 9] }
large four { worth 4, big yes }
kind slot plural slots { state piece piece, state seen flag }
row board of 3 slots
row bank of 2 slots
list queue of piece
state  n number = 5
state  up flag = yes
state  held piece
state  who player
state  count_of[piece] number
each player has { rank number = 2, mark[piece] number }

value double(x: number) = x * 2
value size_word(x: number) {
  1  if x < 2
  2  if x < 4
  3  otherwise
}
value twin_of(piece) = piece.twin
value is_big(piece) = piece.big
value toll(piece) = piece.cost
condition fine(piece, x: number) {
  require piece is not none
  require piece.worth >= x
}

action begin() {
  add two to queue
  add one to queue
  for each player in players { gain 3 coin + 1 token }
  set two.owner to first player in players where player.rank is 2
  set board[2].piece to two
  set count_of[two] to 6
}
"""

NUMBERS = {
    # arithmetic
    "2 + 3 * 4 - 1": 13,
    "(2 + 3) * 4": 20,
    "7 / 2": 3,
    "-7 / 2": -4,
    "n / (n - 5)": 0,
    "-n + 1": -4,
    "abs(n - 9)": 4,
    "abs(-3)": 3,
    "min(n, 3) * 10 + max(n, 3)": 35,
    "three * n": 15,
    # scales: beyond either end lies the number at that end
    "ladder[0] * 1000 + ladder[3]": 1008,
    "ladder[n] * 100 + ladder[0 - n]": 801,
    "steps[1] + steps[2] + steps[n]": 50,
    "two.path[1] * 10 + two.path[2]": 79,
    # objects
    "two.worth * 10 + two.level": 22,
    "two.twin.worth": 1,
    "board[2].piece.worth": 2,
    "board[n - 3].piece.worth": 2,
    "board[2].piece.twin.level": 1,
    "board[2].number * 10 + bank[1].number": 21,
    "count_of[two] + count_of[one]": 6,
    # lists
    "size of queue": 2,
    "queue[1].worth * 10 + queue[2].worth": 21,
    "size of players * 1000 + size of board * 100 + size of slots * 10 + size of pieces": 2353,
    "size of larges": 2,
    # queries
    "count of player in players": 2,
    "count of slot in slots where slot.piece is none": 4,
    "count of i in 1 to n where i > 3": 2,
    "sum of piece.worth for piece in pieces": 7,
    "sum of piece.worth for piece in larges where piece.worth > n - 2": 4,
    "sum of i * i for i in 2 to n - 1": 4 + 9 + 16,
    "(sum of (sum of i for i in 1 to j) for j in 1 to 3) + n": 1 + 3 + 6 + 5,
    "count of piece in queue where (some other in pieces where other.twin is piece)": 1,
    # values
    "double(n) + double(1)": 12,
    "double(double(n + 1))": 24,
    "size_word(1) * 100 + size_word(3) * 10 + size_word(n)": 123,
    "twin_of(two).worth + twin_of(board[2].piece).worth": 2,
    # where there is nothing
    "held.worth + held.level + held.twin.worth": 0,
    "held.on.piece.worth": 0,
    "board[n - 5].piece.worth + board[n + 4].number + board[n].number": 0,
    "who.coin + who.any_of + who.rank + who.mark[two]": 0,
    "queue[n * 0].worth + queue[3].worth + queue[n].level": 0,
    "count_of[held]": 0,
    "two.owner.mark[held]": 0,
    "held.path[3] + one.path[1]": 0,
    "twin_of(held).worth + size_word(held.worth)": 1,
    "held.on.number": 0,
}

FLAGS = {
    "1 < 2 and n > 4": True,
    "n <= 5 and n >= 5 and n is 5 and n is not 4": True,
    "n < 5 or n > 5": False,
    "not up": False,
    "not n > 9": True,
    "not (n is 5 and up)": False,
    "up is yes and two.big is up": True,
    "one.big": False,
    "two is in larges and one is not in larges": True,
    "two is in queue and four is not in queue": True,
    "board[1] is in board and board[1] is not in bank": True,
    "held is in pieces or held is in queue or held is in larges": False,
    "some piece in queue where piece.worth > 1": True,
    "some piece in queue where piece.worth > 2": False,
    "some piece in pieces": True,
    "fine(two, 2)": True,
    "fine(two, n)": False,
    "fine(held, 0)": False,
    "is_big(two) and not is_big(one) and not is_big(held)": True,
    "held is none and who is none and two is not none": True,
    "held is board[1].piece": True,
    "board[n + 4] is none": True,
    "held.big": False,
    "two.owner.coin is 3 and two.owner.token is 1 and two.owner.any_of is 4": True,
}

OBJECTS = {
    "first piece in pieces": "one",
    "first piece in pieces where piece.worth > 1": "two",
    "first piece in pieces where piece.worth > n": None,
    "first piece in pieces with most piece.worth": "four",
    "first piece in pieces with fewest piece.worth": "one",
    "first piece in pieces with most piece.level / 2 - piece.level / 4": "two",
    "first piece in pieces where piece.big with fewest -piece.worth": "four",
    "first piece in queue": "two",
    "queue[2]": "one",
    "queue[3]": None,
    "board[2].piece": "two",
    "two.twin": "one",
    "one.twin": None,
    "held.twin": None,
    "none": None,
}


@pytest.mark.parametrize("expression", NUMBERS)
def test_a_number_is_read(expression: str) -> None:
    assert read("n", NUMBERS, expression) == NUMBERS[expression]


@pytest.mark.parametrize("expression", FLAGS)
def test_a_flag_is_read(expression: str) -> None:
    assert read("up", FLAGS, expression) is FLAGS[expression]


@pytest.mark.parametrize("expression", OBJECTS)
def test_an_object_is_read(expression: str) -> None:
    assert read("held", OBJECTS, expression) == OBJECTS[expression]


def read(state: str, expressions: dict[str, Any], expression: str) -> object:
    return tiny.table(tiny.do_one(TABLE, [f"set {state} to {each}" for each in expressions], f"set {state} to {expression}"))[
        state
    ]


WRITTEN_TO_NONE = (
    "set held.level to 4",
    "raise held.level by 4",
    "set held.owner to two.owner",
    "lower board[n + 4].piece.level by 1",
    "set board[n - 5].seen to yes",
    "set board[n].piece to one",
    "raise who.coin by 1",
    "who gains 2 coin",
    "who loses 1 coin",
    "raise who.mark[two] by 1",
    "raise two.owner.mark[held] by 1",
    "set count_of[held] to 3",
    "add held to queue",
    "put held to front of queue",
    "remove held from queue",
    "who gains two.cost + held.cost",
    "two.owner gains held.cost",
)


@pytest.mark.parametrize("statement", WRITTEN_TO_NONE)
def test_what_is_written_to_none_is_lost(statement: str) -> None:
    untouched, game = (tiny.do_one(TABLE, ["nothing", *WRITTEN_TO_NONE], body) for body in ("nothing", statement))
    assert game.view() == untouched.view()
    assert game._machine.s == untouched._machine.s
