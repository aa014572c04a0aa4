"""What things do, as a rulebook says it: in whole sentences, or in the fewest words."""

from __future__ import annotations

import pytest
from caylus_tools.verbalize.face import Short
from caylus_tools.verbalize.objects import Objects
from caylus_tools.verbalize.prose import make_sentences
from support import tiny

GAME = """
resource coin "coin", nut "nut", apple "apple", plum "plum"
group fruit = nut, apple, plum
kind hut plural huts {
  cost payment = nothing
  floors number
  rent scale from 0
  action use(player)
}
kind plot plural plots { state owner player, state guest player }
row lane of 3 plots
state weather number
list queue of player
list stack of hut
kind pin plural pins
3 pin brooch
2 pin clasp
each player has { energy number, hoard list of hut, pins list of pin }
action main() {
  do set_up()
  repeat at most 3 times {
    for each player in players, hut in huts { may { pay hut.cost, do hut.use(player), do visit(player) } }
    do rest()
  }
}
action set_up() "The start" { raise weather by first_weather(mill) }
value first_weather(hut) = hut.floors
action visit(player) "Visit" { lose toll(player, player) coin, do sow(player, 1, nothing, nothing) }
action rest() "Night's rest" { nothing }
action plant(player, row_of: number, seed: payment) "Plant trees" { may pay seed to gain 1 apple }
value toll(player, owner: player) "Toll for a visit" = 1
condition fit(player) "Fit for work" { require player.energy > 0 "you are tired" }
action work(player) { if fit(player) { gain 1 coin } }
action sow(player, fields: number, seed: payment, waived: payment) "Sowing" about "sow up to {fields} fields" {
  let highest = fields
  may pay seed + 1 coin less waived to raise weather by highest
}
action dig(player, far "by up to": number, fee "for each field": payment) "Digging" about "dig" {
  choose { option dig(field in 1 to far) "dig {field}" { pay field * fee.nut nut }, option rest "rest" { } }
}
table prize(player) by hut, place { mill | gain 1 coin | gain 2 coin | nothing
  inn | do plant(player, 2, nothing) | do plant(player, 3, 1 nut) | gain 1 nut or 1 apple }
hut mill
hut inn
"""

DEEDS = {
    "gain 3 coin": ("Gain 3 coin.", "3 coin"),
    "gain 1 coin, gain 2 nut": ("Gain 1 coin and gain 2 nut.", "coin, 2 nut"),
    "gain 2 nut or 1 apple": ("Gain 2 nut or 1 apple.", "2 nut or apple"),
    "gain 2 different fruit": ("Gain 2 different fruit.", "2 different fruit"),
    "lose 1 coin": ("Lose 1 coin.", "lose 1 coin"),
    "may gain 1 coin + 1 nut": ("You may gain 1 coin and 1 nut.", "coin + nut"),
    "may pay 1 fruit to gain 4 coin": ("You may pay 1 fruit to gain 4 coin.", "fruit → 4 coin"),
    "may choose { option pay 1 coin to gain 2 nut, option pay 2 coin to gain 5 nut }": (
        "You may pay 1 coin to gain 2 nut, or 2 to gain 5.",
        "coin → 2 nut, 2 coin → 5 nut",
    ),
    "may choose { option pay 1 coin to gain 2 nut, option pay 1 nut to gain 1 apple }": (
        "You may pay 1 coin to gain 2 nut, or 1 nut to gain 1 apple.",
        "coin → 2 nut, nut → apple",
    ),
    'may choose { option sit(plot in lane) "sit down on {plot}" { pay 1 coin }, option stand "sit down in the grass" { pay 1 coin } }': (
        "You may pay 1 coin to sit down on any plot, or in the grass.",
        None,
    ),
    "repeat { choose { option pay 1 coin to gain 1 nut, option { stop } } }": (
        "Pay 1 coin to gain 1 nut, as often as you like.",
        None,
    ),
    "repeat at most 3 times { choose { option pay 1 coin to gain 1 nut, option { stop } } }": (
        "Pay 1 coin to gain 1 nut, as often as you like, at most 3 times.",
        None,
    ),
    "repeat 2 times { gain 1 nut, do visit(player) }": ("2 times: gain 1 nut; then visit.", None),
    "repeat 1 times { gain 1 nut }": ("Once: gain 1 nut.", None),
    "repeat at most 3 times { gain 1 nut, if player.nut > 2 { stop } }": ("Gain 1 nut, at most 3 times.", None),
    "repeat until player.nut > 3 at most 4 times { gain 1 nut }": (
        "Until you have at least 4 nut, gain 1 nut, at most 4 times.",
        None,
    ),
    "repeat 2 times { put first of player.hoard into stack }": ("Put the first 2 of your hoard into stack.", None),
    'may choose { option bring(n in 1 to 9 where n <= 3) "bring {n} nut" { pay n nut } }': ("You may bring 1 to 3 nut.", None),
    'may choose { option sit(plot in lane, n in 1 to 4 where plot.owner is none and n > player.nut) "on the {plot} for {n}" { } }': (
        "You may on any plot for 1 to 4 (n) where the plot has no owner and n is more than your nut.",
        None,
    ),
    'may choose { option sit(place in huts where place.floors > 2) "sit in {place}" { pay 1 coin } }': (
        "You may pay 1 coin to sit in any hut (the place) where the place’s floors are more than 2.",
        None,
    ),
    'may choose { option leave(hut in player.hoard) "leave {hut}" { } }': ("You may leave any hut in your hoard.", None),
    'may choose { option leave(pin in player.pins) "leave {pin}" { } }': ("You may leave any pin in your pins.", None),
    "if player.coin > 1 { gain 1 nut } else { gain 2 nut }": (
        "If you have at least 2 coin, gain 1 nut; otherwise, gain 2 nut.",
        None,
    ),
    "if weather is 1 { raise player.energy by 1 }": ("If the weather is 1, raise your energy by 1.", None),
    "for each rival in players { rival gains 1 coin }": ("For each player (the rival), the rival gains 1 coin.", None),
    "for each next in queue { next gains 1 coin }": ("For each next in queue, the next gains 1 coin.", None),
    "for each player in players { may pay 1 nut to gain 2 coin }": (
        "For each player, the player may pay 1 nut to gain 2 coin.",
        None,
    ),
    'choose { option bring(n in 0 to player.nut) "bring {n} nut" { pay n nut }, option keep "keep them" { } }': (
        "Bring some nut or keep them.",
        None,
    ),
    "add player to queue": ("Join queue.", "join queue"),
    "put player to front of queue": ("Go to the front of queue.", None),
    "gain 2 * player.nut coin": ("Gain 2 coin for each nut.", None),
    "gain player.nut / 3 coin": ("Gain 1 coin for every 3 nut.", None),
    "do visit(player)": ("Visit.", "visit"),
    "do plant(player, 2, nothing)": ("Plant trees (row of 2), free of charge.", None),
    "do sow(player, 3, nothing, nothing)": ("You may sow up to 3 fields, free of charge.", None),
    "do sow(player, 3, 1 nut, 1 coin)": ("You may pay 1 nut to sow up to 3 fields, 1 coin less.", None),
    "do dig(player, 2, 1 nut)": ("Dig by up to 2, 1 nut for each field.", None),
    "let rival = lane[1].owner, rival gains 1 coin": ("The rival gains 1 coin.", None),
}

BENT = {
    "before visit(player) { may gain 1 coin }": "Before visit, you may gain 1 coin.",
    "after visit(player) where player.coin > 0 { gain 1 nut }": "After visit, if you have at least 1 coin, gain 1 nut.",
    "before sow(player, fields, seed, waived) { gain 1 nut }": "Before you sow up to so many fields, gain 1 nut.",
    'after rest() about "nobody is tired" { raise weather by 1 }': "Nobody is tired.",
    "after rest() { for each player in players { gain 1 nut } }": "After night's rest: for each player, the player gains 1 nut.",
    "after player gains fruit { gain 1 coin }": "When you gain fruit, gain 1 coin.",
    "toll(player, owner) is 0": "Toll for a visit: none.",
    "toll(player, owner) is more by 2 * weather": "Toll for a visit: 2 × the weather more.",
    "toll(player, owner) is less by 1 where player.energy > 2": "Toll for a visit: 1 less if your energy is more than 2.",
    "toll(player, owner) is never more than 0": "Toll for a visit: none.",
    "toll(player, owner) is never more than 3": "Toll for a visit: at most 3.",
    "toll(player, owner) is never less than 3": "Toll for a visit: at least 3.",
    "toll(player, owner) is never less than 0": "Toll for a visit: at least 0.",
    "first_weather(hut) is 2 where hut is this": "",  # a rule of the start
    'forbid fit(player) where weather is not 1 "it rains"': "",  # nothing in play asks for it
}


def things(entry: str) -> Objects:
    return Objects(tiny.rules(GAME.replace("hut inn\n", f"hut inn {{ {entry} }}\n")))


@pytest.mark.parametrize("deed", DEEDS)
def test_what_a_thing_does_is_a_sentence_and_a_few_words(deed: str) -> None:
    rules = tiny.rules(GAME.replace("hut inn\n", f"hut inn {{ use {{ {deed} }} }}\n"))
    sentence, short = DEEDS[deed]
    assert Objects(rules).summary("inn").startswith(f"{sentence} Place ")
    assert short is None or Short(rules).effect("inn") == short


@pytest.mark.parametrize("entry", BENT)
def test_what_a_thing_bends_elsewhere_is_a_sentence(entry: str) -> None:
    objects = things(entry)
    thing = objects.get("inn")
    assert thing is not None
    assert make_sentences(objects.bends(thing)) == BENT[entry]
