"""What each statement does, three times over: where nobody decides anything, where someone is forced, and where someone decides.

`ASK` stands where the action may have to wait; by what stands there instead, the compiler writes it as plain Python or
cuts it into blocks. The result has to be the same.
"""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from support import tiny

ASKS = {
    "nobody asked": "action think() { }",
    "forced": "action think() { let someone = first player in players, someone chooses { option on { } } }",
    "asked": "action think() { let someone = first player in players, someone chooses { option on { }, option also { } } }",
}

FILL = "for each slot in slots { add slot to queue }\n"

TABLE = """
resource coin, token
resource pool
resource seed from pool
group  any_of = coin, token
scale  ladder from 0 = [1, 2, 4, 8]
state  n number
state  m number
state  up flag
state  chosen slot
state  who player
state  price[slot] number
list   queue of slot
list   order of player
each player has {
  rank number
  mark[slot] number
}
kind slot plural slots {
  worth number = 1
  cost  payment = nothing
  steps scale
  state level number = this.worth
  state owner player
  state next slot
  action act(k: number) { ASK, raise n by k }
}
slot left  { worth 3, cost 2 coin }
slot right { worth 5, steps [1, 5], act { raise m by k, ASK, raise m by 9 * k } }
row path of 3 slots
kind line plural lines
line low
line high

value dear(above: number) = sort slot in queue where slot.worth > above by most slot.worth
action twice(k: number, slot) {
  ASK
  raise n by 2 * k
  set chosen to slot
  if n > 6 { ASK, set n to 18 }
}
action hand_on(is_so: flag, many: list of slot) {
  if is_so { raise n by 2 }
  ASK
  set up to is_so
  for each slot in many { raise m by 1 }
}
action reward(someone: player) { someone gains 2 coin, ASK, raise someone.rank by 1, set someone.mark[left] to 3 }
action begin() { }
phase morning { raise n by 2 }
phase evening { ASK, set n to n * 6, set m to 3 }
sequence day = morning, evening
table chart() by line, column {
  low  | raise n by 1         | ASK, raise n by 2
  high | ASK, raise m by 10 | raise m by 20
}
"""

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "set writes numbers, flags and objects": (
        "set n to 4\nASK\nset up to n > 3\nset chosen to right\nset who to first player in players",
        {"n": 4, "up": True, "chosen": "right", "who": "Ann"},
    ),
    "set back to none": ("set chosen to left\nASK\nset chosen to none", {"chosen": None}),
    "a comparison is denied": (
        "set n to 2\nASK\nif not (n < 2) { raise m by 1 }\nif not (n > 2) { raise m by 10 }\n"
        "if not (n <= 2) { raise m by 100 }\nif not (n >= 2) { raise m by 1000 }",
        {"n": 2, "m": 11},
    ),
    "raise and lower": ("raise n by 7\nASK\nlower n by 2\nraise n by -1", {"n": 4}),
    "a state of an object": ("raise left.level by 2\nASK\nset path[2].level to left.level\nset n to path[2].level", {"n": 5}),
    "a state of a state's object": (
        "set chosen to left\nset left.next to right\nASK\nraise chosen.next.level by 1\nset n to right.level",
        {"n": 6, "chosen": "left"},
    ),
    "a state with a second key": (
        "for each player in players { set player.mark[right] to 4 + player.rank }\nASK\n"
        "set n to (sum of player.mark[right] for player in players)\nset m to (sum of player.mark[left] for player in players)",
        {"n": 8},
    ),
    "a state of the table with a key": (
        "set price[left] to 3\nASK\nraise price[right] by price[left] + 1\nset chosen to right\nlower price[chosen] by 1",
        {"price": {"left": 3, "right": 3, "path 1": 0, "path 2": 0, "path 3": 0}, "chosen": "right"},
    ),
    "what a player holds": (
        "for each player in players { set player.coin to 4, raise player.token by player.coin, lower player.token by 1 }\nASK\n"
        "set n to (sum of player.any_of for player in players)",
        {"n": 14},
    ),
    "gain and lose": (
        "for each player in players { gain 3 coin + 1 token, lose 1 coin + 9 token }\nASK\n"
        "set n to (sum of player.coin for player in players)\nset m to (sum of player.token for player in players)",
        {"n": 4},
    ),
    "gain and lose an amount that play decides": (
        "set m to 3\nfor each player in players { gain (m + 1) coin, ASK, lose m coin, gain (m - 5) coin, lose (m - 5) coin }\n"
        "set n to (sum of player.coin for player in players)",
        {"n": 2, "m": 3},
    ),
    "others gain": ("set who to first player in players\nASK\nwho gains 2 coin\nset n to who.coin", {"n": 2, "who": "Ann"}),
    "somebody acts": (
        "set who to first player in players\nASK\nif who as player { gain 2 coin, ASK, gain 1 coin }\nset n to who.coin",
        {"n": 3, "who": "Ann"},
    ),
    "nobody acts": (
        "ASK\nif who as player { set n to 9 }\nif (first player in players where player.rank > 9) as player { set m to 9 }",
        {},
    ),
    "nobody gains": ("do reward(none)\nASK\nset n to who.coin + who.rank + who.mark[left]", {}),
    "gain what a property says": (
        "for each player in players, slot in slots { gain slot.cost }\nASK\nset n to (sum of player.coin for player in players)",
        {"n": 2},
    ),
    "a supply gives what it has and takes back": (
        "for each player in players { gain 3 pool, gain 2 seed, ASK, gain 2 seed, set n to player.pool, lose 1 seed, set m to player.pool }",
        {"n": 0, "m": 1},
    ),
    "lists grow at both ends": (
        "add left to queue\nput right to front of queue\nadd path[1] to queue\nASK\nput left to end of queue\nset n to size of queue\n"
        "set chosen to queue[3]",
        {"n": 3, "chosen": "left"},
    ),
    "a list goes to the front or the end of another": (
        "for each slot in slots { add slot to queue }\nput path to front of queue\nset chosen to queue[1]\nASK\n"
        "put (queue after path[1]) to front of queue\nif queue[1] is path[2] and queue[5] is path[1] { set n to 1 }\n"
        "put path to end of queue\nif queue[1] is left and queue[5] is path[3] { set m to size of queue }",
        {"n": 1, "m": 5, "chosen": "path 1"},
    ),
    "a list begins with one of its members": (
        "for each slot in slots { add slot to queue }\nqueue begins with path[1]\nset chosen to queue[1]\nASK\n"
        "queue begins with none\nif queue[5] is right and queue[4] is left { set n to size of queue }",
        {"n": 5, "chosen": "path 1"},
    ),
    "lists lose members": (
        "for each slot in slots { add slot to queue }\nASK\nremove right from queue\nremove right from queue\nset n to size of queue\n"
        "set chosen to queue[2]",
        {"n": 4, "chosen": "path 1"},
    ),
    "lists are reversed and cleared": (
        "for each slot in slots { add slot to queue }\nreverse queue\nset chosen to queue[1]\nASK\nclear queue\nset n to size of queue",
        {"n": 0, "chosen": "path 3"},
    ),
    "lists are shuffled": (
        "for each slot in slots { add slot to queue }\nASK\nshuffle queue\nset n to size of queue\n"
        "for each slot in slots where slot is in queue { raise m by 1 }",
        {"n": 5, "m": 5},
    ),
    "for each of a kind in order": (
        "for each slot in slots { ASK, set n to n * 2 + slot.worth }",
        {"n": 16 * 3 + 8 * 5 + 4 + 2 + 1},
    ),
    "for each of a row": ("for each slot in path { ASK, set n to n * 10 + slot.number }", {"n": 123}),
    "for each number": ("for each i in -1 to 2 { ASK, set n to n * 10 + i + 1 }", {"n": 123}),
    "for each number, none": ("set n to 4\nfor each i in n to 3 { ASK, set n to 0 }", {"n": 4}),
    "for each side by side ends with the shorter": (
        "for each slot in slots, i in 1 to 3 { ASK, set n to n * 10 + i * slot.worth }",
        {"n": 300 + 100 + 3},
    ),
    "for each where": ("for each i in 1 to 9 where i > 2 and i < 5 { ASK, set n to n * 10 + i }", {"n": 34}),
    "where is asked when its turn comes": (
        "for each i in 1 to 4 where i > n { ASK, set n to i + 1, raise m by 1 }",
        {"n": 4, "m": 2},
    ),
    "for each goes over the list as it stood": (
        "add left to queue\nadd right to queue\nfor each slot in queue { ASK, put path[1] to end of queue, remove right from queue, raise n by 1 }\n"
        "set m to size of queue",
        {"n": 2, "m": 2},
    ),
    "for each where nothing follows": ("for each i in 1 to 3 { raise n by i\n ASK }", {"n": 6}),
    "repeat while": ("repeat while n < 5 at most 50 times { ASK, raise n by 2 }", {"n": 6}),
    "repeat until": ("repeat until n > 5 at most 50 times { ASK, raise n by 3 }", {"n": 6}),
    "repeat at most": ("set m to 3\nrepeat at most m times { ASK, raise n by 1, raise m by 1 }", {"n": 3, "m": 6}),
    "repeat so many times": (
        "set m to 3\nrepeat m times { ASK, raise n by 1, raise m by 1, if n is 5 { stop } }",
        {"n": 3, "m": 6},
    ),
    "repeat no times": ("repeat at most n times { ASK, set m to 1 }\nrepeat at most n - 2 times { set m to 1 }", {"n": 0}),
    "stop": ("repeat at most 9 times { raise n by 1\n ASK\n if n is 4 { stop }\n raise m by 1 }", {"n": 4, "m": 3}),
    "stop inside for each inside repeat": (
        "repeat at most 3 times { for each i in 1 to 5 { ASK, raise n by 1, if i is 2 { stop } }\n raise m by 1 }",
        {"n": 2},
    ),
    "stop inside two for eachs inside repeat": (
        "repeat at most 3 times { ASK\n for each i in 1 to 3 { for each j in 1 to 3 { raise n by 1, if n is 5 { stop } } }\n raise m by 1 }",
        {"n": 5},
    ),
    "stop leaves the inner repeat alone": (
        "repeat at most 3 times { repeat at most 3 times { for each i in 1 to 3 { ASK, raise n by 1, stop } }\n raise m by 1 }",
        {"n": 3, "m": 3},
    ),
    "a stop of the inner repeat is not one of the outer": (
        "repeat at most 3 times { for each i in 1 to 2 {\n"
        "repeat at most 5 times { for each j in 1 to 3 { stop } }\n ASK\n raise n by 1\n if n is 5 { stop } } }",
        {"n": 5},
    ),
    "if and else": (
        "for each i in 1 to 3 { if i is 1 { ASK, set n to n * 10 + 1 } else if i is 2 { set n to n * 10 + 2 } else { ASK, set n to n * 10 + 3 } }",
        {"n": 123},
    ),
    "if without else": ("if n > 0 { ASK, set m to 1 }\nif n is 0 { ASK, set m to 2 }", {"m": 2}),
    "what the number of players settles": (
        "if size of players is 2 { ASK, set n to 2 } else { ASK, set n to 9 }\nif size of players > 2 { set m to 1 }",
        {"n": 2},
    ),
    "let holds a number": ("let x = n + 4\nset n to 100\nASK\nset m to x", {"n": 100, "m": 4}),
    "let holds a flag": ("let x = n is 0\nset n to 1\nASK\nset up to x", {"n": 1, "up": True}),
    "let holds an object": (
        "set chosen to left\nlet x = chosen\nset chosen to right\nASK\nset n to x.worth",
        {"n": 3, "chosen": "right"},
    ),
    "let holds a list as it stands": (
        "add left to queue\nlet x = queue\nadd right to queue\nASK\nset n to size of x\nset m to size of queue",
        {"n": 1, "m": 2},
    ),
    "for each from a member goes all the way round": (
        FILL + "for each slot in queue from right { ASK, set n to n * 10 + slot.worth }\nset chosen to (queue from path[1])[2]",
        {"n": 51113, "chosen": "path 2"},
    ),
    "for each after a member goes round without it": (
        FILL + "for each slot in queue after right { ASK, set n to n * 10 + slot.worth }\nset chosen to (queue after path[3])[1]",
        {"n": 1113, "chosen": "left"},
    ),
    "before a member it goes backwards": (
        FILL
        + "for each slot in queue before path[1] { ASK, set n to n * 10 + slot.worth }\nset chosen to (queue before left)[1]",
        {"n": 5311, "chosen": "path 3"},
    ),
    "a list goes as it stands where there is no such member": (
        FILL + "remove right from queue\nASK\nfor each slot in queue before right { set n to n * 10 + slot.worth }\n"
        "for each slot in queue after chosen { set m to m * 10 + slot.worth }",
        {"n": 3111, "m": 3111},
    ),
    "a list is sorted, equals staying as they are": (
        FILL
        + "ASK\nsort slot in queue by most slot.worth\nset n to queue[1].worth * 10 + queue[2].worth\nset chosen to queue[3]",
        {"n": 53, "chosen": "path 1"},
    ),
    "let holds a sorted list": (
        FILL + "let x = sort slot in queue where slot.worth < 4 by fewest slot.worth\nclear queue\nASK\n"
        "for each slot in x { set n to n * 10 + slot.worth }\nset chosen to x[4]\nset m to size of x",
        {"n": 1113, "m": 4, "chosen": "left"},
    ),
    "a value is a list": (
        FILL
        + "let x = dear(2)\nremove right from queue\nASK\nset n to size of x * 100 + size of dear(2) * 10 + (dear(9))[1].worth\n"
        "if right is in x and right is not in dear(2) { set chosen to x[2] }",
        {"n": 210, "chosen": "left"},
    ),
    "do hands on lists that are worked out": (
        FILL + "do hand_on(no, queue after right)\nASK\ndo hand_on(no, (sort slot in slots by most slot.worth))",
        {"m": 9},
    ),
    "one is drawn by lot": (
        FILL + "let one = random 7 to 7\nASK\nlet x = random queue after left\nlet y = random (queue after left) after right\n"
        "clear queue\nlet z = random queue\nif x is in path or x is right { set n to one }\nif z is none { set m to 1 }",
        {"n": 7, "m": 1},
    ),
    "let holds a scale": ("let x = right.steps\nASK\nset n to x[2] * 10 + x[1]", {"n": 51}),
    "let holds a payment": (
        "let x = left.cost + 1 token\nASK\nset who to first player in players\nwho gains x\nset n to who.coin * 10 + who.token",
        {"n": 21, "who": "Ann"},
    ),
    "do with arguments": ("do twice(3, left)\nASK\ndo twice(n, chosen)", {"n": 18, "chosen": "left"}),
    "do hands on flags and lists": (
        "do hand_on(n is 0, slots)\nASK\ndo hand_on(n is 0, path)",
        {"n": 2, "m": 8, "up": False},
    ),
    "do an object's own action": ("do left.act(4)\nASK\ndo right.act(2)\ndo path[1].act(1)\ndo chosen.act(1)", {"n": 5, "m": 20}),
    "do a sequence": ("do day()\nASK", {"n": 12, "m": 3}),
    "do a table": (
        "do chart(low, 2)\nASK\ndo chart(high, 1)\ndo chart(high, 2)\ndo chart(low, 9)\ndo chart(none, 1)",
        {"n": 2, "m": 30},
    ),
    "say changes nothing": ('ASK\nsay "it is {n} for {who} and {chosen}"', {}),
    "nothing": ("nothing\nASK\nnothing", {}),
    "nothing at all": ("nothing", {}),
}


BODIES = [body for body, _ in CASES.values()]


def carry_out(body: str, ask: str) -> caylus.Game:
    return tiny.do_one(
        f"{TABLE}\n{ASKS[ask]}".replace("ASK", "do think()"),
        [each.replace("ASK", "do think()") for each in BODIES],
        body.replace("ASK", "do think()"),
    )


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("case", CASES)
def test_a_statement_does_the_same_whether_or_not_somebody_decides(case: str, ask: str) -> None:
    body, changes = CASES[case]
    game = carry_out(body, ask)
    assert (game.decision is not None) == (ask == "asked" and "ASK" in body and case not in NEVER_ASKED)
    while game.decision is not None:
        game.choose("on")
    assert tiny.table(game) == tiny.table(carry_out("nothing", "nobody asked")) | changes


NEVER_ASKED = {"for each number, none", "repeat no times"}


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["gain", "lose"])
def test_nothing_changes_hands_where_the_amount_is_nothing(verb: str) -> None:
    text = f"""
resource coin
state guest player
action main() {{
  guest {verb}s 0 coin
  for each player in players {{ choose {{ option a {{ {verb} 0 coin }}, option b {{ gain 1 coin }} }} }}
}}
"""
    game = tiny.game(text, players=1)
    game.choose("a")
    assert game.scores == {"Ann": 0}
    assert [event.kind for event in game.events] == ["choice"]


TURNS_OF_PHRASE = """
resource coin
kind card plural cards
card ace
card ten
card king
kind slot plural slots { state owner player }
row hall of 3 slots
list deck of card
list hand of card
state between number
state others number
state strangers number
action main() {
  add ace to deck, add ten to deck, add king to deck
  put first of deck into hand
  put first 3 of deck into front of hand
  put first of deck into hand
  for each n in 1 to 4 { if 1 < n <= 3 { raise between by 1 } }
  set hall[1].owner to players[1], set hall[2].owner to players[2]
  let player = players[1]
  for each slot in hall {
    if slot.owner is another player { raise others by 1 }
    if slot.owner as owner { owner gains slot.number coin } else { raise strangers by 1 }
  }
}
"""


def test_short_turns_of_phrase_do_what_they_say() -> None:
    game = tiny.game(TURNS_OF_PHRASE)
    shown, lists = tiny.table(game), game.view()["lists"]
    assert (lists["deck"], lists["hand"]) == ([], ["king", "ten", "ace"])
    assert (shown["between"], shown["others"], shown["strangers"]) == (2, 1, 1)
    assert [tiny.list_holdings(game, player) for player in (0, 1)] == [{"coin": 1}, {"coin": 2}]
