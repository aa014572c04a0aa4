"""What only says something: a program without a log leaves it out, and is the same game."""

from __future__ import annotations

from support import tiny

TELLING = """
resource coin
state pot number
action main() {
  for each player in players { do ask(player) }
}
action ask(player) {
  say "{player} is asked"
  choose {
    option take {
      gain 1 coin
      raise pot by 1
    }
    option leave { }
  }
  do tell(player)
  if pot > 1 { say "the pot is full" }
  for each friend in players where friend is not player { say "{friend} has seen it" }
  choose { option nod { }, option bow { raise pot by 2 } }
  say "{player} is done"
}
action tell(player) { if player.coin > 0 { say "{player} is rich" } }
"""


def test_words_cost_nothing_where_nobody_reads_them() -> None:
    fast = tiny.rules(TELLING).program(2, is_traced=False).source.text
    assert "has_seen" not in fast
    assert "def tell" not in fast
    assert "pot > 1" not in fast
    assert "m.tell(" in tiny.rules(TELLING).program(2, is_traced=True).source.text


def test_a_game_is_where_it_is_whether_somebody_reads_along_or_not() -> None:
    game = tiny.game(TELLING, 2)
    while game.moves:
        read, quiet = game.copy(events=True), game.copy()
        for one in (read, quiet, game):
            one.play(0)
        assert read.digest() == quiet.digest()
        assert [option.id for option in (read.decision.options if read.decision else ())] == tiny.ids(quiet)


def test_what_draws_lots_or_may_fail_is_carried_out_all_the_same() -> None:
    text = """
        state pot number = 1
        value far(x: number) = x * x * x * x * x * x * x * x * x * x * x * x
        action main() {
          for each player in shuffled players { say "{player} is drawn" }
          if far(pot + 1000) > 3 { say "far away" }
        }
    """
    source = tiny.rules(text).program(2, is_traced=False).source.text
    assert "m.draw(" in source
    assert "far" in source
