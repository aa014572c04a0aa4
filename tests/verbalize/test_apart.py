"""Things of one title are told apart by what they do, and no two options say the same."""

from __future__ import annotations

from caylus_tools.screen.scene import load_words
from caylus_tools.verbalize.option_texts import marks
from support import tiny

TEXT = """
resource coin "coin", nut "nut"
kind hut plural huts { action use(player) }
kind shed plural sheds is hut
hut mill "Mill" { use { gain 1 coin } }
hut water_mill "Mill" { use { may pay 1 coin to gain 2 nut } }
hut wind_mill "Mill" { use { gain 1 nut } }
shed old_mill "Mill" { use { gain 1 nut } }
hut barn "Barn"
hut inn "Inn"
hut other_inn "Inn"
action main() {
  for each player in players { choose { option build(hut in huts) "build {hut}" { nothing } } }
}
"""


def test_what_a_thing_does_tells_it_from_others_then_what_it_is_then_its_name() -> None:
    assert marks(tiny.rules(TEXT).model) == {
        "mill": "1 coin", "water_mill": "pay 1 coin to gain 2 nut", "wind_mill": "hut", "old_mill": "shed",
        "inn": "inn", "other_inn": "other inn",
    }  # fmt: skip


def test_options_about_things_of_one_title_say_what_these_do() -> None:
    rules = tiny.rules(TEXT)
    decision = rules.new_game(2, seed=1).decision
    assert decision is not None
    assert load_words(rules).texts(decision) == [
        "build Mill (1 coin)", "build Mill (pay 1 coin to gain 2 nut)", "build Mill (hut)",
        "build Barn", "build Inn (inn)", "build Inn (other inn)", "build Mill (shed)",
    ]  # fmt: skip
