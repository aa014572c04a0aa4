"""Rules that tell of what is hidden are refused, with the way from the secret to the place where it comes out."""

from __future__ import annotations

import pytest

from .world import leaks, marked_place

LEAKS = {
    "a gain that all see, if a rival has much": """
        action turn(player, rival: player) {
          if rival.gem > 3 {  -- 1
            gain 1 coin  -- E1001 gem
          }
        }""",
    "words that show a bid": """
        action turn(player) {
          say "{player} bids {player.bid}"  -- E1002 bid
        }""",
    "who is asked": """
        action turn(player) {
          if (some card in player.hand where card is ace) {  -- 1
            may gain 1 coin  -- E1003 hand
          }
        }""",
    "who has nothing to choose from": """
        action turn(player) {
          choose "Play an ace" {  -- E1003 hand
            option lay(card in player.hand where card is ace) { put card from player.hand into heap }  -- 1
          } else { say "{player} has none" }
        }""",
    "who cannot pay, by way of a condition": """
        condition ready(player) {
          require player.gem > 2  -- 1
        }
        action turn(player) {
          choose "Pay" {  -- E1003 gem
            option pay_up { require ready(player), pay 1 coin }  -- 2
          } else { }
        }""",
    "a choice made at once that comes to nothing": """
        action turn() {
          for each player in players at once {
            choose "Take" {
              option take { require player.bid is 0, gain 1 coin }  -- E1011 bid
              option leave { }
            }
            for each other in players { if other.gem > 1 { set other.bid to 1 } }
          }
        }""",
    "a rule that breaks for some": """
        action turn(player, rival: player) {
          for each n in 1 to rival.gem * 600 { nothing }  -- E1010 gem
        }""",
    "options that count what others have": """
        action turn(player) {
          may choose "Steal" {
            option steal(rival in players where rival.gem > 0) { gain 1 coin }  -- E1004 gem
          }
        }""",
    "who has most, by way of a value": """
        value rich() = first player in players with most player.gem  -- 1
        action turn() {
          set leader to rich()  -- E1001 gem
        }""",
    "a card that is picked by what it is worth": """
        action turn(player) {
          put (first card in player.hand where card.worth > 2) from player.hand into heap  -- E1005 hand
        }""",
    "a list that all see, sorted by what is hidden": """
        action turn() {
          sort rival in turn_order by most rival.gem  -- E1001 gem
        }""",
    "one of several that were chosen, picked by what it is worth": """
        action turn(player) {
          may choose {
            option show(2 shown_cards in player.hand) {
              put (first card in shown_cards where card.worth > 2) from player.hand into heap  -- E1005 hand
            }
          }
        }""",
    "rounds that are counted": """
        action turn(player) {
          repeat while player.gem > 0 at most 9 times {  -- 1
            lose 1 gem
            raise round by 1  -- E1001 gem
          }
        }""",
    "the words of an option show what nobody knows": """
        action turn(player) {
          let card = deck[1]  -- 1
          may choose "Keep it?" {
            option keep "keep {card}" { gain 1 coin }  -- E1002 deck
          }
        }""",
    "the words of declining tell what others have": """
        action turn(player, rival: player) {
          may "Rob {rival}" or "leave {rival.gem}" {  -- E1002 gem
            gain 1 coin
          }
        }""",
    "the words that ask tell what others have": """
        action turn(player, rival: player) {
          may choose "Take one of {rival.gem}?" {  -- E1002 gem
            option take { gain 1 coin }
          }
        }""",
    "a formula in an option's text, by way of a value": """
        value wealth(player) = player.coin + player.gem  -- 1
        action turn(player) {
          may choose {
            option rob(rival in players) "rob {rival} of {wealth(rival) / 2}" { gain 1 coin }  -- E1002 gem
          }
        }""",
    "a reason that tells what another has": """
        action turn(player) {
          may choose {
            option rob(rival in players) {
              require rival.coin > 3  "{rival} has but {rival.gem}"  -- E1002 gem
              gain 1 coin
            }
          }
        }""",
    "a reason of a condition, whatever the condition asks": """
        condition rich(player) {
          require player.coin > 3  "{player} has but {player.gem}"  -- 1
        }
        action turn(player) {
          may choose {
            option rob(rival in players) {
              require rich(rival)  -- E1002 gem
              gain 1 coin
            }
          }
        }""",
    "lots that are drawn for some goals only": """
        action turn(player) {
          if player.goal is castle {  -- 1
            shuffle heap  -- E1007 goal
          }
        }""",
    "bids bounded by what others bid": """
        value fewest_bid(player) = sum of other.bid for other in players where other is not player  -- 1
        action turn(player) {
          choose "Bid" {
            option bid(n in fewest_bid(player) to 9) { set player.bid to n }  -- E1004 bid
          } else { }
        }""",
    "a number set to what is hidden": """
        action turn(player) {
          set player.note to player.gem  -- E1001 gem
        }""",
    "a hidden number of one player given to another": """
        action turn(player, rival: player) {
          set rival.bid to player.bid  -- E1001 bid
        }""",
    "by way of two values": """
        value worth_of(player) = player.gem * 2  -- 1
        value plenty(player) = worth_of(player) > 6  -- 2
        action turn(player) {
          if plenty(player) {  -- 3
            raise round by 1  -- E1001 gem
          }
        }""",
    "by way of a condition": """
        condition ready(player) {
          require player.coin > 2
          require player.gem > 2  -- 1
        }
        action turn(player) {
          if ready(player) {  -- 2
            set leader to player  -- E1001 gem
          }
        }""",
    "by way of a change to a value": """
        value price(player) = 3
        rule discount "Discount" {
          price(player) is less by 1 where player.bid > 3  -- 1
        }
        action turn(player) {
          gain price(player) coin  -- E1001 bid
        }""",
    "by way of what is forbidden": """
        condition open(player) { require player.coin > 0 }
        rule only_towers "Towers only" {
          forbid open(player) where culprit is not tower "locked"  -- 1
        }
        action turn(player) {
          may { require open(player), gain 1 coin }  -- E1004 culprit
        }""",
    "by way of what an action is given": """
        action pay_out(player, amount: number) {
          gain amount coin  -- E1001 bid
        }
        action turn(player) {
          do pay_out(player, player.bid)  -- 1
        }""",
    "an action that is done or not": """
        action next() { raise round by 1 }  -- E1001 gem
        action later() {
          do next()  -- 3
        }
        action turn(player) {
          if player.gem > 1 {  -- 1
            do later()  -- 2
          }
        }""",
    "an object's own action": """
        card spy "Spy" {
          play { gain 1 coin }  -- E1001 hand
        }
        action turn(player) {
          let card = player.hand[1]  -- 1
          do card.play(player)  -- 2
        }""",
    "a loop that passes some over": """
        action turn() {
          for each player in players where player.gem > 2 {  -- 1
            set player.told to yes  -- E1001 gem
          }
        }""",
    "a loop over hidden cards": """
        action turn(player) {
          for each card in player.hand {  -- 1
            raise round by card.worth  -- E1001 hand
          }
        }""",
    "a loop that stops": """
        action turn() {
          repeat at most 5 times {
            raise round by 1  -- E1001 deck
            if deck[1] is ace {  -- 1
              stop  -- 2
            }
          }
        }""",
    "a step of a sequence": """
        sequence day = first_step, second_step
        action first_step() { raise round by 1 }
        phase second_step "Second" {
          if culprit is castle {  -- 1
            raise round by 1  -- E1001 culprit
          }
        }""",
    "what is done before another action": """
        action build(player) { gain 1 coin }
        rule scouts "Scouts" {
          before build(player) where player.goal is tower {  -- 1
            set player.told to yes  -- E1001 goal
          }
        }""",
    "a price that another pays with what is hidden": """
        action turn(player, friend: player) {
          may choose "Ask" {
            option ask { friend pays 1 gem, gain 1 coin }  -- E1004 gem
          }
        }""",
    "a price that rests on what another has": """
        action turn(player, rival: player) {
          may choose "Buy" {
            option buy { pay rival.gem coin }  -- E1004 gem
          }
        }""",
    "what is counted rises by what is hidden": """
        action turn(player) {
          gain player.gem fame  -- E1006 gem
        }""",
    "what is counted rises if something hidden is so": """
        action turn(player) {
          if player.gem > 2 {  -- 1
            gain 1 fame  -- E1006 gem
          }
        }""",
    "words that show what is only counted": """
        action turn(player) {
          say "{player} has {player.fame}"  -- E1002 fame
        }""",
    "a supply that all see": """
        action turn(player) {
          gain player.gem pearl  -- E1001 gem
        }""",
    "whether somebody has a certain card": """
        action turn(player) {
          if ace is in player.hand {  -- 1
            set player.told to yes  -- E1001 hand
          }
        }""",
    "taking a card that may not be there": """
        action turn(player) {
          put ace from player.hand into heap  -- E1005 hand
        }""",
    "a helper that takes a card that may not be there": """
        action lay(player, card) {
          put card from player.hand into heap  -- E1005 hand
        }
        action turn(player) {
          do lay(player, ace)  -- 1
        }""",
    "a place in a list by a hidden number": """
        action turn(player) {
          put heap[player.gem] from heap into player.shown  -- E1005 gem
        }""",
    "the owner's face of a tile": """
        action turn(player, tile) {
          if tile.owner is player and tile.face is castle {  -- 1
            gain 1 coin  -- E1001 face
          }
        }""",
    "a face shown to others than the owner": """
        action turn(player, tile) {
          choose "Look" {
            option look { require tile.face is castle }  -- E1004 face
            option pass { say "no" }
          }
        }""",
    "a card in a hidden row": """
        action turn() {
          if vault[1].card is ace {  -- 1
            raise round by 1  -- E1001 vault
          }
        }""",
    "a slot that may be in a hidden row": """
        action turn(slot) {
          if slot.card is ace {  -- 1
            raise round by 1  -- E1001 vault
          }
        }""",
    "a lot that goes into a hidden place and comes out": """
        action turn(player) {
          let die = random 1 to 6  -- 1
          set player.bid to die
          if die > 3 {  -- 2
            gain 1 coin  -- E1001 bid
          }
        }""",
    "cards dealt in a secret order, and then told": """
        action turn() {
          let drawn = shuffled goals  -- 1
          for each goal in drawn, player in players { set player.goal to goal }
          for each goal in drawn { say "{goal} is dealt" }  -- 2 E1002 goal
        }""",
    "a bid revealed too late": """
        action turn(player) {
          raise round by player.bid  -- E1001 bid
          reveal player.bid
        }""",
    "a bid that has changed since it was revealed": """
        action turn(player) {
          reveal player.bid
          set player.bid to player.gem
          raise round by player.bid  -- E1001 bid
        }""",
    "a bid revealed to one player only": """
        action turn(player, rival: player) {
          reveal player.bid to rival
          say "{player.bid}"  -- E1002 bid
        }""",
    "that something is revealed": """
        action turn(player) {
          if player.goal is tower {  -- 1
            reveal player.goal  -- E1001 goal
          }
        }""",
    "a goal that is given or not": """
        action turn(player) {
          if player.gem > 2 {  -- 1
            set player.goal to tower  -- E1001 gem
          }
        }""",
    "a phase that begins": """
        phase dawn "Dawn" { }
        action turn() {
          if culprit is tower {  -- 1
            do dawn()  -- E1001 culprit
          }
        }""",
    "what is set off by a gain": """
        rule thanks "Thanks" { after player gains gem { gain 1 coin } }
        action turn(player) {
          if player.goal is tower {  -- 1
            gain 1 gem  -- E1008 goal
          }
        }""",
    "what is set off, and tells what was gained": """
        rule thanks "Thanks" {
          after player gains gem where player.gem > 3 {  -- 1
            gain 1 coin  -- E1001 gem
          }
        }
        action turn(player) { gain 1 gem }""",
    "choices made at once that rest on the bids of others": """
        value highest(player) = sum of other.bid for other in players where other is not player  -- 1
        action turn() {
          for each player in players at once {
            choose "Bid" {
              option bid(n in 0 to highest(player)) { set player.bid to n }  -- E1004 bid
            } else { }
          }
        }""",
    "who chooses at once": """
        action turn() {
          for each player in players where player.gem > 2 at once {  -- 1
            may choose "Bid" { option bid(n in 0 to 3) { set player.bid to n } }  -- E1003 gem
          }
        }""",
    "a bid that was chosen at once and is counted": """
        action turn() {
          for each player in players at once {
            may choose "Bid" { option bid(n in 0 to 3) { set player.bid to n } }
          }
          for each player in players { lose player.bid coin }  -- E1001 bid
        }""",
    "the best of a sorted hand": """
        action turn(player) {
          put (first card in sort card in player.hand by most card.worth) from player.hand into heap  -- E1005 hand
        }""",
    "lots drawn for some": """
        action turn(player) {
          if player.gem > 2 {  -- 1
            let die = random 1 to 6  -- E1007 gem
            set player.bid to die
          }
        }""",
    "a secret told by who goes first": """
        action turn() {
          for each player in sort one in players by most one.gem {  -- 1
            add player to turn_order  -- E1001 gem
          }
        }""",
    "whose turn it is, by a secret": """
        action turn() {
          let leader_ = first player in players with most player.gem  -- 1
          choose by leader_ "Lead" { option stay { }, option lead { raise round by 1 } }  -- E1003 gem
        }""",
    "what is done if nobody hides enough": """
        action turn() {
          for each player in players where player.gem > 3 {  -- 1
            set player.bid to 1
          } else {
            raise round by 1  -- E1001 gem
          }
        }""",
    "what is done if nothing lies where nobody sees it": """
        action turn(player) {
          for each card in player.hand where card is ace {  -- 1 2
            set player.bid to 3
          } else {
            gain 1 coin  -- E1001 hand
          }
        }""",
    "for which of several a card is put down": """
        each player has { spot[goal, card] card hidden }
        action turn(player) {
          put deck[1] from deck into player.spot[player.goal, ace]  -- E1001 goal
        }""",
    "another of several values than the one that was revealed": """
        action turn(player) {
          reveal player.duty[castle]
          if player.duty[tower] > 2 {  -- 1
            gain 1 coin  -- E1001 duty
          }
        }""",
    "a value for what only somebody knows": """
        state load[card, goal] number
        action turn(player) {
          raise load[ace, player.goal] by 1  -- E1001 goal
        }""",
    "a card that comes into a hand or not": """
        action turn(player) {
          if player.gem > 2 {  -- 1
            put deck[1] from deck into player.hand  -- E1001 gem
          }
        }""",
}


@pytest.mark.parametrize("name", LEAKS)
def test_what_tells_of_something_hidden_is_refused(name: str) -> None:
    assert leaks(LEAKS[name]) == [marked_place(LEAKS[name])]
