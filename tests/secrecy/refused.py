"""Programs that tell a secret and must be refused: each has one comment `-- E1003 secret` on the line of the fault.

All of them begin with `WORLD`.
"""

from __future__ import annotations

WORLD = """
resource point "point"
resource dime "dime" hidden
kind card plural cards { worth number }
card ant { worth 1 }
card bee { worth 2 }
card cow { worth 3 }
card doe { worth 4 }
card elk { worth 5 }
card fox { worth 6 }
kind chest plural chests { state holder player, state trap number from 0 to 3 hidden except for holder }
row hall of 2 chests
each player has {
  secret number from 1 to 3 hidden
  note   number hidden
  seen   number
  purse  number hidden sum
  hand   list of card hidden
}
list deck of card hidden from all
list heap of card
list order of player
state shown number

action deal() {
  for each card in shuffled cards { add card to deck }
  for each player in players {
    add player to order
    let die = random 1 to 3
    set player.secret to die
    set player.dime to 2
    set hall[player.number].holder to player
    put deck[1] from deck into player.hand
    put deck[1] from deck into player.hand
  }
}
"""

GAME = 'game "Tiny" for 2 to 2 players { do main() }\n'

FRUITS = """
        kind fruit plural fruits { worth number }
        fruit fig { worth 1 }
        fruit kiwi { worth 2 }
        fruit lime { worth 3 }
        fruit pear { worth 4 }
        fruit plum { worth 5 }
        fruit sloe { worth 6 }
        each player has { basket list of fruit hidden, sack list of fruit hidden }
        list crate of fruit hidden from all
        list box of fruit hidden from all
"""

REFUSED = {
    "else raises an open number": """
        action main() {
          do deal()
          for each player in order {
            choose "q" {  -- E1003 secret
              option a { require player.secret is 1, set player.note to 1 }
            } else { raise shown by 3 }
          }
        }""",
    "else changes nothing that is seen: only who is asked tells": """
        action main() {
          do deal()
          for each player in order {
            choose "q" {  -- E1003 secret
              option a { require player.secret is 1, set player.note to 1 }
              option b { require player.secret is 2, set player.note to 2 }
            } else { set player.note to 3 }
          }
        }""",
    "else ends the game": """
        action main() {
          do deal()
          for each player in order {
            choose "q" {  -- E1003 secret
              option a { require player.secret > 1 }
              option b { require player.secret > 2 }
            } else { end game "over" }
          }
        }""",
    "else asks another": """
        action main() {
          do deal()
          for each player in order {
            choose "q" {  -- E1003 secret
              option a { require player.secret > 1 }
              option b { require player.secret > 2 }
            } else { choose by order[2] "r" { option c { raise shown by 1 } option d {} } }
          }
        }""",
    "else says something": """
        action main() {
          do deal()
          for each player in order {
            choose "q" {  -- E1003 secret
              option a { require player.secret > 1, gain 1 point }
            } else { say "no" }
          }
        }""",
    "a price in hidden money": """
        action main() {
          do deal()
          for each player in order {
            choose "Buy" {  -- E1003 dime
              option buy { pay 2 dime, set player.note to 1 }
            } else { nothing }
          }
        }""",
    "who waits among those who choose at once": """
        action main() {
          do deal()
          for each player in order at once {
            choose "q" {  -- E1003 secret
              option a { require player.secret is 1, set player.note to 1 }
              option b { require player.secret is 1, set player.note to 2 }
            } else { nothing }
          }
        }""",
    "an empty range of numbers": """
        action main() {
          do deal()
          for each player in order {
            choose "q" {  -- E1003 note
              option a(n in 1 to player.note) { set player.note to n }
            } else { nothing }
          }
        }""",
    "the cards of a hand that fit": """
        action main() {
          do deal()
          for each player in order {
            choose "Discard" {  -- E1003 hand
              option lay(card in player.hand where card.worth > 3) { put card from player.hand into heap }
            } else { nothing }
          }
        }""",
    "an open option that is there for some only": """
        action main() {
          do deal()
          for each player in order {
            choose "q" {  -- E1003 secret
              option a { require player.secret is 3, set player.note to 1 }
              option b { pay 1 point }
            } else { nothing }
          }
        }""",
    "the rounds end when nobody can": """
        action main() {
          do deal()
          repeat at most 3 times {
            for each player in order {
              choose "q" {  -- E1003 secret
                option a { require player.secret > 1, lower player.secret by 1 }
              } else { nothing }
            }
            raise shown by 1
          }
        }""",
    "a condition in another action, with what it is given": """
        action ask(player, n: number) {
          choose "q" {  -- E1003 secret
            option a { require n > 1, set player.note to 1 }
          } else { nothing }
        }
        action main() {
          do deal()
          for each player in order { do ask(player, player.secret) }
        }""",
    "a trap that only its holder knows": """
        action main() {
          do deal()
          for each player in order {
            choose "Open" {  -- E1003 trap
              option open(chest in hall where chest.holder is player and chest.trap is 0) { set chest.trap to 1 }
            } else { nothing }
          }
        }""",
    "at once, a choice comes to nothing by what its chooser hides": """
        action main() {
          do deal()
          for each player in order at once {
            choose "q" {
              option a { require player.note is 0, gain 1 point }  -- E1011 note
              option b { gain 1 point }
            } else { nothing }
            for each other in order { if other.secret > 1 { set other.note to 1 } }
          }
        }""",
    "at once, a price that others raise": """
        action main() {
          do deal()
          for each player in order at once {
            choose "q" {
              option buy { pay 2 dime, gain 1 point }  -- E1011 dime
              option b { gain 1 point }
            } else { nothing }
            for each other in order { if other.secret > 1 { other loses 1 dime } }
          }
        }""",
    "a range that is too long for some guesses": """
        action main() {
          do deal()
          for each player in order {
            choose "Guess" {
              option guess(n in 1 to 3) {
                for each k in 1 to abs(order[1].secret - n) * 600 { nothing }  -- E1010 secret
              }
            }
          }
        }""",
    "a number that grows beyond all bounds": """
        action main() {
          do deal()
          for each player in order {
            choose "Guess" {
              option guess(n in 1 to 3) {
                let x = (order[1].secret - n) * 1000000 * 1000000 * 1000  -- E1010 secret
                if x > 0 { nothing }
              }
            }
          }
        }""",
    "a range in a value, of a hidden number that is set far away": """
        value far(player, n: number) = count of k in 1 to player.note - n where k > 5
        action main() {
          do deal()
          for each player in order { set player.note to player.secret * 700 }
          for each player in order {
            choose "Guess" {
              option guess(n in 1 to 3) {
                if far(order[1], n) > 5 { nothing }  -- E1010 note
              }
            }
          }
        }""",
    "a fault inside what is revealed": """
        action main() {
          do deal()
          for each player in order {
            choose "Guess" {
              option guess(n in 1 to 3) {
                set shown to reveal (count of k in 1 to 900 * (order[1].secret - n) where k < 1)  -- E1010 secret
              }
            }
          }
        }""",
    "a payment that is too large": """
        action main() {
          do deal()
          for each player in order {
            choose "Guess" {
              option guess(n in 1 to 3) {
                if order[1] can pay (order[1].secret - n) * 1000000 * 700 dime { nothing }  -- E1010 secret
              }
            }
          }
        }""",
    "how often something is repeated": """
        action main() {
          do deal()
          for each player in order {
            choose "Guess" {
              option guess(n in 1 to 3) {
                repeat at most (order[1].secret - n) * 600 times { nothing }  -- E1010 secret
              }
            }
          }
        }""",
    "a choice inside an option, by what its chooser hides": """
        action main() {
          do deal()
          for each player in order {
            choose "q" {
              option a {
                choose "r" {  -- E1003 secret
                  option c { require player.secret > 1, set player.note to 1 }
                  option d { require player.secret > 2, set player.note to 2 }
                } else { nothing }
              }
              option b { nothing }
            }
          }
        }""",
    "another is asked because of what was chosen in secret": """
        action main() {
          do deal()
          for each player in order {
            choose "q" { option a { set player.note to 1 } option b { set player.note to 2 } }
            for each other in order where other is not player {
              if player.note is 1 {
                choose by other "z" { option e { set other.seen to 1 } option f { nothing } }  -- E1003 note
              }
            }
          }
        }""",
    "how often somebody may go on": """
        action main() {
          do deal()
          for each player in order {
            repeat at most 3 times {
              if player.secret > 1 { stop }
              may choose "x" { option a { raise shown by 1 } }  -- E1003 secret
            }
          }
        }""",
    "who is asked is whoever hides most": """
        action main() {
          do deal()
          let leader = first other in order with most other.secret
          choose by leader "z" { option a { raise shown by 1 } option b { nothing } }  -- E1003 secret
        }""",
    "members of a list in random order, and what is asked of them tells when": """
        kind fruit plural fruits { worth number }
        fruit fig { worth 1 }
        fruit kiwi { worth 2 }
        fruit lime { worth 3 }
        list crate of fruit hidden from all
        action main() {
          do deal()
          for each fruit in shuffled fruits {
            if fruit.worth > 1 { add fruit to crate }  -- E1001 crate
            for each player in order { may gain 1 point }
          }
        }""",
    "a card that may have gone elsewhere before it was put where all see it": """
        action main() {
          do deal()
          for each player in order {
            let card = random player.hand
            let other = random player.hand
            put other from player.hand into deck
            put card from player.hand into heap
            set player.seen to card.worth  -- E1001 hand
          }
          for each player in order { may gain 1 point }
        }""",
    "a hidden list of the table decides whether somebody is asked": """
        action main() {
          do deal()
          for each player in order {
            may choose "Look" {
              option look { require deck[1].worth > 3, set player.note to 1 }  -- E1004 deck
            }
          }
        }""",
    "that a guess is added, or lies there already": FRUITS
    + """
        action main() {
          do deal()
          for each player in order { choose "q" { option hide(fruit in fruits) { add fruit to player.sack } } }
          for each player in order {
            choose "Guess" { option guess(fruit in fruits) { add fruit to order[1].sack } }  -- E1001 sack
          }
          for each player in order { may gain 1 point }
        }""",
    "all in turn are added to what somebody hides": FRUITS
    + """
        action main() {
          do deal()
          for each player in order { choose "q" { option hide(fruit in fruits) { add fruit to player.sack } } }
          for each fruit in fruits { add fruit to order[1].sack }  -- E1001 sack
          for each player in order { may gain 1 point }
        }""",
    "two lots are added to one pile": FRUITS
    + """
        action main() {
          do deal()
          for each player in order {
            let fruit = random fruits
            add fruit to crate  -- E1001 crate
          }
          for each player in order { may gain 1 point }
        }""",
    "what lay open lies open no more": """
        action alter(player) { set player.note to 2 }  -- E1001 secret
        action main() {
          do deal()
          for each player in order {
            set player.note to 2
            reveal player.note
            may gain 1 point
            if player.secret > 1 { do alter(player) }
            may gain 1 point
          }
        }""",
    "what lay open since the last round is set by some": """
        action main() {
          do deal()
          repeat at most 2 times {
            for each player in order {
              choose "q" { option a(n in 1 to 3) { set player.note to n } option b { gain 1 point } }
            }
            for each player in order { if player.secret > 1 { raise player.note by 1 } }  -- E1001 secret
            for each player in order { reveal player.note }
            for each player in order { may gain 1 point }
          }
        }""",
    "a hidden place in a hand, where nothing may lie": """
        action throw(player, n: number) { put player.hand[n] from player.hand into deck }  -- E1005 secret
        action main() {
          do deal()
          for each player in order { do throw(player, player.secret) }
          for each player in order { may gain 1 point }
        }""",
    "one more of several alike is added to what somebody hides": """
        kind ware plural wares { worth number }
        3 ware pie { worth 1 }
        2 ware jam { worth 2 }
        each player has { pocket list of ware hidden }
        list urn of ware hidden from all
        action main() {
          do deal()
          for each ware in shuffled wares { add ware to urn }
          for each player in order { put urn[1] from urn into player.pocket }
          for each player in order {
            choose "Guess" { option guess(ware in wares) { add ware to order[1].pocket } }  -- E1001 pocket
          }
          for each player in order { may gain 1 point }
        }""",
}
"""By name, without `WORLD`."""
