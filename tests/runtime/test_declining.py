"""What declining says, and what most players take."""

from __future__ import annotations

from support import tiny

TEXT = """
resource coin
action main() {
  let price = 2
  for each player in players {
    may choose "Build" or "keep the {price} coins" { option build "build" { raise player.coin by 1 } }
    may take "Take a coin" or "leave it" { gain 1 coin }
    may pay 1 coin to gain 2 coin
  }
}
"""


def test_declining_says_what_the_rules_say_and_keeps_its_id() -> None:
    game = tiny.game(TEXT)
    assert [(o.id, o.text) for o in game.decision.options] == [("build", "build"), ("decline", "keep the 2 coins")]
    game.choose("decline")
    assert next(e.text for e in reversed(game.events) if e.kind == "choice") == "Ann: keep the 2 coins"
    assert [o.text for o in game.decision.options] == ["Take a coin", "leave it"]


def test_words_that_an_option_has_as_well_are_told_apart() -> None:
    (first, second) = tiny.game('action main() { for each player in players { may "rest" or "rest" { } } }').decision.options
    assert (first.text, second.text) == ("rest (accept)", "rest (decline)")


def test_an_offer_that_costs_nothing_is_asked_all_the_same() -> None:
    game = tiny.game(TEXT)
    assert game.decision.usual is None
    game.choose("decline")
    assert (game.decision.usual, tiny.ids(game)) == (game.decision.options[0], ["take", "decline"])


def test_nothing_that_costs_something_is_usual() -> None:
    rules = "resource coin, nut\ngroup any = coin, nut\n"
    game = tiny.game(rules + "action main() { for each player in players { gain 1 coin + 1 nut, may pay 1 any to gain 1 nut } }")
    assert (len(game.decision.options), game.decision.usual) == (3, None)


def test_words_of_declining_that_not_everybody_may_know_are_not_told_to_others() -> None:
    rules = 'each player has { bid number = 3 hidden }\naction main() { for each player in players { may "Bid" or "keep {player.bid}" { } } }'
    game = tiny.game(rules)
    assert game.decision.options[1].text == "keep 3"
    game.choose("decline")
    assert [e.text for e in game.events_for("Ben") if e.kind == "choice"] == ["Ann: decline"]
