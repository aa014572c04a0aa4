"""Programs that keep their secrets and must be accepted; the law is tried on each. All of them begin with `WORLD`."""

from __future__ import annotations

from .refused import FRUITS

HONEST = {
    "one option asks for nothing": """
        action main() {
          do deal()
          for each player in order {
            choose "q" {
              option a { require player.secret is 1, set player.note to 1 }
              option b { set player.note to 2 }
            } else { nothing }
          }
          for each player in order { may gain 1 point }
        }""",
    "everything may be declined": """
        action main() {
          do deal()
          for each player in order {
            may choose "Lay down a high card" {
              option lay(card in player.hand where card.worth > 3) { put card from player.hand into heap, gain card.worth point }
            }
            may "Buy" { pay 2 dime, gain 1 point }
          }
        }""",
    "a hand that may be empty": """
        action main() {
          do deal()
          repeat at most 3 times {
            for each player in order {
              choose "Discard" { option lay(card in player.hand) { put card from player.hand into heap } } else { gain 1 point }
            }
          }
        }""",
    "two cards of a hand": """
        action main() {
          do deal()
          for each player in order {
            choose "Discard" {
              option lay(2 both in player.hand) { for each card in both { put card from player.hand into heap } }
            } else { say "{player} has fewer" }
          }
        }""",
    "a bid from a purse, within a limit that has a name": """
        value most_of(player) = min(player.dime, 3)
        action main() {
          do deal()
          for each player in order at once {
            let limit = most_of(player)
            choose "Bid" { option bid(n in 0 to limit) { player loses n dime, raise player.note by n } } else { nothing }
          }
          for each player in order { reveal player.note }
          for each player in order { gain player.note point }
          for each player in order { may gain 1 point }
        }""",
    "one of two holds": """
        action main() {
          do deal()
          for each player in order {
            choose "q" {
              option low { require player.secret < 2, set player.note to 1 }
              option high { require player.secret >= 2, set player.note to 2 }
            } else { nothing }
          }
          for each player in order { may gain 1 point }
        }""",
    "who can pay openly": """
        action main() {
          do deal()
          for each player in order {
            may gain 1 point
            choose "Pay" { option pay_up { pay 1 point, set player.note to player.secret } } else { raise shown by 1 }
          }
        }""",
    "asked because everybody has been shown it": """
        action main() {
          do deal()
          for each player in order {
            reveal player.secret
            choose "q" { option a { require player.secret > 1, gain 1 point } option b { require player.secret > 2 } } else { nothing }
          }
        }""",
    "at once, each pays from a purse of their own": """
        action main() {
          do deal()
          for each player in order at once {
            choose "Buy" {
              option buy { pay 1 dime, raise player.note by 1 }
              option keep { nothing }
            }
          }
          for each player in order { reveal player.note }
          for each player in order { may gain player.note point }
        }""",
    "at once, a card for a neighbour": """
        action main() {
          do deal()
          for each player in order at once {
            choose "Pass" {
              option pass(card in player.hand) { put card from player.hand into (first other in order where other is not player).hand }
            } else { nothing }
          }
          for each player in order { may gain 1 point }
        }""",
    "at once, an open place that another may take first": """
        state taken number
        action main() {
          do deal()
          for each player in order at once {
            choose "Take" {
              option take { require taken is 0, set taken to player.number, gain 2 point }
              option stay { set player.note to player.secret }
            } else { say "{player} comes too late" }
          }
        }""",
    "a secret bounds a range that is never long": """
        action main() {
          do deal()
          for each player in order {
            for each k in 1 to player.secret * 300 { raise player.note by k }
            choose "Note" { option note(n in 0 to player.dime) { set player.note to n } }
          }
          for each player in order { may gain 1 point }
        }""",
    "hidden numbers are added, divided and multiplied": """
        value worth_of(player) = player.note * player.secret / player.dime
        action main() {
          do deal()
          for each player in order {
            set player.note to worth_of(player) * 1000 + player.secret
            let n = reveal worth_of(player)
            if n > 3 { gain 1 point }
            may gain 1 point
          }
        }""",
    "a deck without some cards": """
        kind fruit plural fruits { worth number }
        fruit fig { worth 1 }
        fruit kiwi { worth 2 }
        fruit lime { worth 3 }
        fruit pear { worth 4 }
        fruit plum { worth 5 }
        fruit sloe { worth 6 }
        each player has { basket list of fruit hidden }
        list crate of fruit hidden from all
        action main() {
          do deal()
          for each fruit in shuffled fruits where fruit is not fig and fruit.worth < 6 { add fruit to crate }
          for each player in order { put crate[1] from crate into player.basket }
          for each player in order { may gain 1 point }
        }""",
    "two cards chosen go to two hidden places": """
        each player has { left list of card hidden, right list of card hidden }
        action main() {
          do deal()
          for each player in order {
            choose "Lay two" {
              option lay(2 both in player.hand) {
                put both[1] from player.hand into player.left
                put both[2] from player.hand into player.right
              }
            } else { nothing }
          }
          for each player in order { may gain 1 point }
        }""",
    "a card that was laid openly counts": """
        action main() {
          do deal()
          for each player in order {
            choose "Lay" {
              option lay(card in player.hand) { put card from player.hand into heap, gain card.worth point }
              option stay { nothing }
            }
            for each card in player.hand { put card from player.hand into heap, gain card.worth point }
          }
          for each player in order { may gain 1 point }
        }""",
    "a card is stolen by lot, by its place and from a named victim": """
        action main() {
          do deal()
          choose by order[2] "Steal" {
            option first_one { put order[1].hand[1] from order[1].hand into order[2].hand }
            option by_lot {
              let card = random order[1].hand
              put card from order[1].hand into order[2].hand
            }
          }
          for each player in order { may gain 1 point }
        }""",
    "the top of a deck is looked at": """
        each player has { peek card hidden }
        action main() {
          do deal()
          for each player in order {
            put deck[1] from deck into player.peek
            choose "Take {player.peek}?" {
              option take { put player.peek into player.hand }
              option leave { put player.peek into front of deck }
            }
          }
          if size of deck > 0 {
            let top = reveal deck[1]
            if top.worth > 3 { raise shown by 1 }
          }
          for each player in order { may gain 1 point }
        }""",
    "a deck without some cards, by an if": """
        kind fruit plural fruits { worth number }
        fruit fig { worth 1 }
        fruit kiwi { worth 2 }
        fruit lime { worth 3 }
        fruit pear { worth 4 }
        fruit plum { worth 5 }
        fruit sloe { worth 6 }
        each player has { basket list of fruit hidden }
        list crate of fruit hidden from all
        action main() {
          do deal()
          for each fruit in shuffled fruits { if fruit.worth > 3 { add fruit to crate } }
          for each player in order { put crate[1] from crate into player.basket }
          for each player in order { may gain 1 point }
        }""",
    "cards are added in random order, and others are asked between": """
        kind fruit plural fruits { worth number }
        fruit fig { worth 1 }
        fruit kiwi { worth 2 }
        fruit lime { worth 3 }
        fruit pear { worth 4 }
        fruit plum { worth 5 }
        fruit sloe { worth 6 }
        each player has { basket list of fruit hidden }
        list crate of fruit hidden from all
        action main() {
          do deal()
          for each fruit in shuffled fruits {
            add fruit to crate
            for each player in order { may gain 1 point }
          }
        }""",
    "a number grows as often as only its owner knows": """
        action main() {
          do deal()
          for each player in order {
            for each k in 1 to player.secret - 1 { raise player.note by k }
            for each card in player.hand where card.worth > 3 { raise player.note by 1 }
            repeat while player.note < player.secret at most 4 times { raise player.note by 1 }
            repeat at most 3 times { raise player.note by 1, if player.secret > 1 { stop } }
            choose "Note" { option note(n in 0 to 2) { set player.note to n } }
          }
          for each player in order { may gain 1 point }
        }""",
    "a card that was found and revealed changes hands": """
        action main() {
          do deal()
          for each player in order {
            choose "Ask" {
              option ask(n in 1 to 6) {
                let victim = first other in order where other is not player
                let found = reveal (first card in victim.hand where card.worth is n)
                if found is not none { put found from victim.hand into player.hand, gain 1 point }
              }
            }
          }
          for each player in order { may gain 1 point }
        }""",
    "a card of a pile goes where all see it, before anybody is dealt one": """
        action main() {
          do deal()
          put all of heap into deck
          let found = reveal (first card in deck where card is elk or card is fox)
          if found is not none { put found from deck into heap }
          shuffle deck
          for each player in order { may gain 1 point }
        }""",
    "a sum that all can count": """
        action main() {
          do deal()
          for each player in order { raise player.purse by player.number }
          for each player in order {
            choose "Spend" {
              option spend { require player.purse > 1, lower player.purse by 2 }
              option another { require player.purse > 0, lower player.purse by 1 }
            } else { gain 1 point }
          }
          for each player in order { may gain 1 point }
        }""",
    "a list in random order goes on to be read beside what was dealt from it": FRUITS
    + """
        action main() {
          do deal()
          let mixed = shuffled fruits
          for each fruit in mixed { add fruit to crate }
          shuffle crate
          for each player in order { put crate[1] from crate into player.basket }
          for each player in order { may gain 1 point }
          for each fruit in mixed { add fruit to box }
          for each player in order { may gain 1 point }
        }""",
    "one thing lies in two lists, of which one is mixed again": FRUITS
    + """
        action main() {
          do deal()
          for each fruit in shuffled fruits { add fruit to crate, add fruit to box }
          shuffle box
          for each player in order { may gain 1 point }
          put crate[1] from crate into order[1].basket
          for each player in order { may gain 1 point }
          put box[1] from box into order[2].basket
          for each player in order { may gain 1 point }
        }""",
    "things may lie in two lists": FRUITS
    + """
        action main() {
          do deal()
          for each fruit in shuffled fruits { if size of crate < 3 { add fruit to crate } }
          for each fruit in shuffled fruits { if size of box < 2 { add fruit to box } }
          for each player in order { may gain 1 point }
          put crate[1] from crate into order[1].basket
          for each player in order { may gain 1 point }
        }""",
    "all of a hand in random order, and others are asked between": """
        action main() {
          do deal()
          for each player in order {
            for each card in shuffled player.hand {
              raise player.note by card.worth
              for each other in order { may choose by other "x" { option a { raise other.note by 1 } } }
            }
          }
        }""",
    "all of a pile in random order, and one more is handed out each time": FRUITS
    + """
        action main() {
          do deal()
          for each fruit in shuffled fruits { add fruit to crate }
          for each fruit in shuffled crate {
            put fruit from crate into order[1].basket
            for each player in order { may gain 1 point }
          }
        }""",
    "all cards are bid for in random order": """
        action main() {
          do deal()
          for each card in shuffled cards { for each player in order { may "bid for {card}" { gain 1 point } } }
        }""",
    "cards of a hand come one after the other, and some are laid meanwhile": """
        action main() {
          do deal()
          for each player in order {
            for each card in player.hand {
              may choose "Lay" { option lay(other in player.hand) { put other from player.hand into deck } }
              raise player.note by card.worth
            }
          }
        }""",
    "a lot is drawn from a hand, and taken after somebody has been asked": """
        action main() {
          do deal()
          for each player in order {
            let card = random player.hand
            may choose "x" { option a { set player.seen to 1 } }
            put card from player.hand into deck
          }
        }""",
    "two lots of one hand may be one card": """
        action main() {
          do deal()
          for each player in order {
            let one = random player.hand
            let other = random player.hand
            may choose "x" { option a { raise player.note by 1 } }
            if one is other { raise player.note by 1 }
          }
        }""",
    "a card that may not be there, and cards that may be none, are kept in mind": """
        action main() {
          do deal()
          for each player in order {
            let high = first card in player.hand where card.worth > 3
            let low = sort card in player.hand where card.worth < 3 by most card.worth
            may choose "x" { option a { raise player.note by 1 } }
            if high is not none { raise player.note by 1 }
            for each card in low { raise player.note by 1 }
          }
        }""",
    "a number that another one chose, and one of another are kept in mind": """
        action ask(player, n: number, other: player) {
          may choose by player "x" { option a { raise player.note by 1 } }
          raise other.note by n
        }
        action main() {
          do deal()
          for each player in order {
            for each other in order where other is not player {
              choose by other "q" {
                option a(n in 1 to 3) { may choose by player "y" { option b { raise player.note by 1 } } set other.note to n }
              }
              do ask(player, other.secret, other)
            }
          }
        }""",
    "a card that was chosen is laid when the others have been asked": """
        action lay(player, card) {
          for each other in order { may choose by other "x" { option a { raise other.note by 1 } } }
          put card from player.hand into deck
        }
        action main() {
          do deal()
          for each player in order { may choose "Lay" { option lay(card in player.hand) { do lay(player, card) } } }
        }""",
    "something of what there is is chosen for a hidden list": FRUITS
    + """
        action keep(player, fruit) { add fruit to player.sack }
        action main() {
          do deal()
          for each player in order { choose "q" { option keep(fruit in fruits) { do keep(player, fruit) } } }
          for each player in order {
            may choose "q" { option another(fruit in fruits where fruit is not in player.sack) { add fruit to player.sack } }
          }
          for each player in order { may gain 1 point }
        }""",
    "a pile is filled in two steps, emptied and filled again": """
        kind fruit plural fruits { worth number }
        kind berry plural berries is fruit
        kind nut plural nuts is fruit
        berry currant { worth 1 }
        berry sloe { worth 2 }
        nut acorn { worth 3 }
        nut almond { worth 4 }
        list crate of fruit hidden from all
        each player has { basket list of fruit hidden }
        action main() {
          do deal()
          repeat at most 2 times {
            clear crate
            for each berry in berries { add berry to crate }
            for each nut in nuts { add nut to crate }
            shuffle crate
            for each player in order {
              clear player.basket
              put crate[1] from crate into player.basket
            }
            for each player in order { may gain 1 point }
          }
        }""",
    "everything is mixed into what is left of a pile": FRUITS
    + """
        action main() {
          do deal()
          for each fruit in shuffled fruits where fruit.worth > 2 { add fruit to crate }
          for each player in order { put crate[1] from crate into player.basket }
          for each player in order { may gain 1 point }
          for each fruit in shuffled fruits { add fruit to crate }
          for each player in order { may gain 1 point }
        }""",
    "bids of every round are laid open": """
        action main() {
          do deal()
          repeat at most 2 times {
            for each player in order at once {
              choose "Bid" { option bid(n in 1 to 3) { set player.note to n } option pass { set player.note to 0 } }
            }
            for each player in order { if player.secret > 1 { raise player.note by 1 } }
            for each player in order { reveal player.note }
            for each player in order { may gain 1 point }
          }
        }""",
    "several alike come out of a pocket in random order": """
        kind ware plural wares { worth number }
        3 ware pie { worth 1 }
        2 ware jam { worth 2 }
        ware egg { worth 3 }
        each player has { pocket list of ware hidden }
        list urn of ware hidden from all
        action main() {
          do deal()
          for each ware in shuffled wares { add ware to urn }
          for each player in order { put urn[1] from urn into player.pocket, put urn[1] from urn into player.pocket }
          for each player in order {
            for each ware in shuffled player.pocket {
              raise player.note by ware.worth
              for each other in order { may choose by other "x" { option a { raise other.note by 1 } } }
            }
          }
        }""",
    "a number and a card are handed on twice while others are asked": """
        action inner(player, n: number, card) {
          may choose by player "x" { option a { raise player.note by n } }
          put card from player.hand into deck
        }
        action outer(player, n: number, card) {
          for each other in order { may choose by other "y" { option b { raise other.note by 1 } } }
          do inner(player, n, card)
        }
        action main() {
          do deal()
          for each player in order {
            may choose "Lay" { option lay(card in player.hand) { do outer(player, player.secret, card) } }
          }
        }""",
    "a friend who was chosen in secret is kept in mind": """
        each player has { friend player hidden }
        action main() {
          do deal()
          for each player in order { choose "q" { option pick(other in players) { set player.friend to other } } }
          for each player in order {
            let other = player.friend
            may gain 1 point
            if other is player { raise player.note by 1 }
          }
          for each player in order { may gain 1 point }
        }""",
    "a hand goes to another, who looks at it in random order": """
        action main() {
          do deal()
          for each player in order {
            let other = first one in order where one is not player
            put all of player.hand into other.hand
            for each card in shuffled other.hand {
              may choose by other "x" { option a { raise other.note by card.worth } }
            }
          }
        }""",
    "a pile is mixed while a loop goes through it": FRUITS
    + """
        action main() {
          do deal()
          for each fruit in shuffled fruits { add fruit to crate }
          for each fruit in crate {
            shuffle crate
            for each player in order { may gain 1 point }
            put fruit from crate into order[1].basket
          }
          for each player in order { may gain 1 point }
        }""",
    "what lies in a second list as well is put there": FRUITS
    + """
        action main() {
          do deal()
          for each player in order { choose "q" { option hide(fruit in fruits) { add fruit to player.sack } } }
          for each fruit in shuffled fruits { add fruit to crate }
          for each player in order { may choose "q" { option put_(fruit in player.sack) { put fruit from player.sack into crate } } }
          for each player in order { may gain 1 point }
        }""",
}
"""By name, without `WORLD`."""
