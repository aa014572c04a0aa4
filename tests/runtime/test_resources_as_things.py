"""Resources as things: chosen, kept, priced and traded, and paid, gained and grouped like any other."""

from __future__ import annotations

from caylus.spaces import ActionSpace
from support import tiny

GOODS = """
resource coin "coin"
resource box "empty box"
kind good plural goods is resource { price number = 1, state sold number, action praise(player) { gain 1 coin } }
good corn "corn" { price 3 }
good salt "salt" from box { praise { gain 5 coin } }
good tea "tea"
group dry = salt, tea
kind ship plural ships { state cargo good }
ship anna
ship berta
each player has { wish resource, met[good] number }
state trump good = tea
"""


def test_environments_number_every_way_to_pay() -> None:
    rules = tiny.rules(
        f"{GOODS}\naction main() {{ for each player in players {{ gain 2 corn, gain 1 tea,"
        " choose { option sell(good in goods) { pay 1 good or 2 good, gain good.price coin } } else { nothing } } }"
    )
    space = ActionSpace(rules, 2)
    game = rules.new_game(2, 0)
    assert [space.text(number) for number in space.legal(game)] == [
        "main: sell corn 1 corn", "main: sell corn 2 corn", "main: sell tea 1 tea",
    ]  # fmt: skip
