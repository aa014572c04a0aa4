"""Rules that keep what is hidden, or tell it on purpose, are let through."""

from __future__ import annotations

import pytest

from .world import LINES, check_rules

KEPT = {
    "what is done if nobody holds a card, which all see": """
        action turn() {
          for each player in players where size of player.hand > 0 { gain 1 coin } else { raise round by 1 }
        }""",
    "what is done for oneself if one hides nothing that fits": """
        action turn(player) {
          for each card in player.hand where card is ace { set player.bid to 3 } else { set player.bid to 1 }
        }""",
    "own cards in a requirement": """
        action turn(player) {
          may { require ace is in player.hand "you need the ace", gain 1 coin }
        }""",
    "paying with what is hidden": """
        action turn(player) {
          may choose "Buy" { option buy { pay 2 gem, gain 1 fame } }
        }""",
    "a card that is chosen and laid open": """
        action turn(player) {
          may choose "Play" { option play(card in player.hand) { put card from player.hand into heap } }
        }""",
    "several chosen cards that are laid open": """
        action turn(player) {
          may choose "Play" {
            option play(2 laid in player.hand where laid[1] is not two) {
              for each card in laid { put card from player.hand into heap }
              gain size of laid coin
            }
          }
        }""",
    "a hand that is sorted by its owner": """
        action turn(player) {
          sort card in player.hand by most card.worth
          for each card in player.hand { put card from player.hand into heap }
        }""",
    "what a chosen card is worth": """
        action turn(player) {
          may choose "Play" {
            option play(card in player.hand) { put card from player.hand into heap, gain card.worth coin, do card.play(player) }
          }
        }""",
    "how many there are": """
        action turn(player) {
          if size of player.hand > 2 and size of deck > 3 { gain 1 coin }
          for each card in player.hand { raise round by 1 }
        }""",
    "hands that go round": """
        action turn() {
          for each player in players {
            for each other in players where other is not player { put all of player.hand into other.hand }
          }
        }""",
    "drawing up to five": """
        action turn(player) {
          repeat while size of player.hand < 5 and size of deck > 0 at most 5 times { put deck[1] from deck into player.hand }
        }""",
    "bids revealed and compared": """
        action turn() {
          for each player in players { reveal player.bid }
          set leader to first player in players with most player.bid
        }""",
    "bids revealed along a list and compared by a value": """
        value highest() = first player in turn_order with most player.bid
        action turn() {
          for each player in turn_order { reveal player.bid }
          if highest() is not none { set leader to highest() }
        }""",
    "bids revealed and asked for in another action": """
        action award(player) { if player.bid > 3 { gain 1 coin } }
        action turn(player) {
          reveal player.bid
          do award(player)
        }""",
    "an answer revealed": """
        action turn(player, rival: player) {
          if reveal rival.gem > 3 { gain 1 coin }
          set leader to reveal first one in players with most one.gem
        }""",
    "options that rest on what is revealed": """
        action turn(player) {
          may choose "Steal" { option steal(rival in players where (reveal rival.gem > 0)) { rival loses 1 gem, gain 1 gem } }
        }""",
    "a look at the top of the deck": """
        action turn(player) {
          reveal deck to player
          let card = deck[1]
          may choose "Keep it?" { option keep "keep {card}" { put card from deck into player.hand } }
        }""",
    "what is counted is compared openly": """
        action turn() {
          set leader to first player in players with most player.fame
        }""",
    "nothing fits": """
        action turn(player) {
          may choose "Play an ace" {
            option lay(card in player.hand where card is ace) { put card from player.hand into heap }
          }
        }""",
    "a secret bid": """
        action turn(player) {
          choose "Bid" { option bid(n in 0 to player.gem) { set player.bid to n } } else { }
        }""",
    "a hidden number that changes another of the same player": """
        action turn(player) {
          if player.gem > 2 { set player.bid to player.gem / 2, lose 1 gem }
        }""",
    "a goal dealt by lot": """
        action turn() {
          for each goal in shuffled goals, player in players { set player.goal to goal }
        }""",
    "a deck built and shuffled": """
        action turn() {
          for each card in cards { add card to deck }
          shuffle deck
        }""",
    "one's own tile": """
        action turn(player) {
          may choose "Use" {
            option use(tile in tiles where tile.owner is player and tile.face is castle) { set tile.seen to yes, gain 1 coin }
          }
        }""",
    "whether a tile has a face": """
        action turn(tile) { if tile.face is not none { raise round by 1 } }""",
    "a stolen card": """
        action turn(player, rival: player) {
          let card = random rival.hand
          put card from rival.hand into player.hand
        }""",
    "a helper that lays a chosen card": """
        action lay(player, card) { put card from player.hand into heap }
        action turn(player) {
          may choose "Play" { option play(card in player.hand) { do lay(player, card) } }
        }""",
    "a place in an open row": """
        action turn() {
          for each slot in shelf { if slot.card is ace { raise round by 1 } }
        }""",
    "an open lot": """
        action turn(player) {
          let die = random 1 to 6
          set player.note to die
          if die > 3 { gain 1 coin }
        }""",
    "bids made at once and then revealed": """
        action turn() {
          for each player in players at once {
            choose "Bid" { option bid(n in 0 to 3) { set player.bid to n } }
          }
          for each player in players { reveal player.bid }
          for each player in players { lose player.bid coin }
        }""",
    "cards chosen at once and laid open when all have chosen": """
        action turn() {
          for each player in players at once {
            choose "Lay" { option lay(card in player.hand) { put card from player.hand into heap } } else { }
          }
        }""",
    "what is set off by a gain that all see": """
        rule thanks "Thanks" { after player gains gem { gain 1 coin } }
        action turn(player) { gain 2 gem }""",
    "what is set off for whoever alone knows": """
        rule thanks "Thanks" { after player gains gem where player.gem > 3 { set player.bid to 3 } }
        action turn(player) { gain 2 gem }""",
    "gains that set off each other": """
        rule thanks "Thanks" { after player gains gem { may pay 1 coin to gain 1 gem } }
        action turn(player) { gain 2 gem }""",
    "a random card that is laid open": """
        action turn(player) {
          let card = random player.hand
          put card from player.hand into heap
        }""",
    "one player's secret under the same player's": """
        value plenty(player) = player.gem > 3
        action turn(player) {
          if plenty(player) and player.goal is castle { set player.bid to 3 }
        }""",
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_or_told_on_purpose_is_let_through(name: str) -> None:
    assert [
        (fault.code, str(fault.span), fault.message) for fault in check_rules(KEPT[name]) if fault.is_error or "E10" in fault.code
    ] == []


def test_when_nobody_decides_anything_any_more_everything_may_be_told() -> None:
    game = """
        game "World" for 2 to 4 players {
          repeat until round is 3 at most 9 times { raise round by 1, do turn() }
          do settle()
        }
        action turn() { for each player in players { may gain 1 gem } }
        action settle() { for each player in players where player.gem > 2 { gain 2 coin, say "{player} had {player.gem}" } }"""
    assert [fault.code for fault in check_rules(game, LINES[1:]) if fault.is_error] == []
    early = game.replace("do turn() }", "do turn(), do settle() }")
    assert {fault.code for fault in check_rules(early, LINES[1:]) if fault.is_error} == {"E1001"}


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ("reveal player.note, raise round by player.note", ["W1012"]),
        ("reveal player.bid, raise round by player.bid", []),
        ("reveal shelf[1].card, raise round by 1", ["W1012"]),
        ("reveal vault[1].card, raise round by 1", []),
        ("gain (reveal player.note + 1) coin", ["W1012"]),
        ("gain (reveal player.gem + 1) coin", []),
        ('choose "Bid" { option low { set player.bid to 1 }, option out { gain 1 coin } }', ["W1013"]),
        ('choose "Bid" { option low { set player.bid to 1 }, option high { set player.bid to 2 } }', []),
        ('choose "Bid" { option bid(n in 1 to 2) { set player.bid to n }, option out { gain 1 coin } }', []),
        ('choose "Bid" { option out { }, option in_ { gain 1 coin } }', []),
    ],
)
def test_what_is_revealed_needlessly_or_told_by_a_name_is_warned_of(rules: str, codes: list[str]) -> None:
    found = check_rules(f"rule extra {{ after begin() {{ for each player in players {{ {rules} }} }} }}")
    assert [fault.code for fault in found if fault.is_error or fault.code in ("W1012", "W1013")] == codes
