"""Rules in words that a player could have written."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import caylus
import pytest
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.prose import Steps, plain
from support import tiny

GAME = """\
resource apple, pear
resource coin
group fruit = apple, pear
kind spice plural spices is resource { price number = 2 }
spice salt "salt" from coin
spice mint "mint"
scale price_by_year = [3, 4]
kind tree plural trees {
  fruits number
  bears "bears whoever tends it … a year" payment = nothing
  state owner player
  state helper "helped here last" player
  state planter "planted by" player
  state felled flag
  action harvest(player)
}
tree oak "Old oak"
tree ash "Ash"
tree ash_by_the_gate "Ash"
kind chair plural chairs { state sitting player }
row bench of 4 chairs
kind plot plural plots called crop { state crop tree }
row field of 2 plots
state year number
state champion player
state so_far number for rules only
state trump spice
state graft[tree, tree] number from 0 to 4
list queue of player
list pile of tree
list hand of tree
each player has { turns number, rank[tree] number, idle flag, known[tree] "trees known" flag, rested "has rested" flag, fasts "goes without food" flag }
game "Trees" for 2 to 4 players { for each player in players { lose 1 coin } }
value score(player) = player.coin
value price_of(tree) = price_by_year[year]
value in_shade(tree) "in the shade" = tree.felled
value busiest() "who has toiled most" = first player in players where player.turns > 3
value next_chair() = first chair in bench where chair.sitting is none
condition usable(tree) { require not tree.felled "it has been felled" }
action leave(player) "Leaving" { remove player from queue }
action walk(player, paces: number) { raise player.turns by paces }
"""

STATEMENTS = {
    # what happens
    "end game": "the game is over",
    'end game "{tree} has fallen"': "the game is over: “tree has fallen”",
    "gain 2 apple + 1 fruit": "gain 2 apple and 1 fruit",
    "gain 2 apple or 1 pear": "gain 2 apple or 1 pear",
    "lose price_of(tree) coin": "lose the price of the tree in coin",
    "tree.owner gains player.turns coin": "the tree’s owner gains the player’s turns in coin",
    "set tree.owner to none": "clear the tree’s owner",
    "set tree.felled to yes": "the tree is now felled",
    "set player.known[tree] to no": "the tree is no longer among the player’s trees known",
    "set player.rested to yes": "from now on the player has rested",
    "gain tree.bears": "gain what the tree bears whoever tends it a year",
    "if in_shade(tree) { gain 1 apple }": "if the tree is in the shade: gain 1 apple",
    "if not in_shade(tree) { gain 1 apple }": "if the tree is not in the shade: gain 1 apple",
    'if player.rested { say "rested" } else { gain 1 apple }': "if it is not so that the player has rested: gain 1 apple",
    "set player.idle to no": "the player is no longer idle",
    "set champion to player": "set the champion to the player",
    "set field[1].crop to oak": "put Old oak on field 1",
    'if year > 1 { say "a late year", gain 1 coin }': "if the year is more than 1: gain 1 coin",
    'if year > 1 { say "a late year" }': "if the year is more than 1: say “a late year”",
    "raise player.rank[tree] by 1": "raise the player’s rank for the tree by 1",
    "raise graft[oak, tree] by 1": "raise the graft for Old oak and the tree by 1",
    "lower player.coin by 2 * (year + 1)": "lower the player’s coin by 2 × (the year + 1)",
    "raise player.coin by player.fruit / 3": "raise the player’s coin by the player’s fruit ÷ 3 (rounded down)",
    "raise year by year - (year - 1)": "raise the year by the year − (the year − 1)",
    "raise year by year - 1 + 2": "raise the year by the year − 1 + 2",
    "raise year by 8 / (year / 2)": "raise the year by 8 ÷ (the year ÷ 2 (rounded down)) (rounded down)",
    "raise year by (year + 1) * (year - 1)": "raise the year by (the year + 1) × (the year − 1)",
    "raise year by min(year, 3)": "raise the year by the lesser of the year and 3",
    "raise year by max(year, 3)": "raise the year by the greater of the year and 3",
    "put player to front of queue": "put the player to the front of queue",
    "reverse queue": "reverse queue",
    "sort rival in queue by fewest rival.coin": "sort players in queue, those with the least coin first",
    "let die = random 1 to 6": "let the die be a number from 1 to 6 by lot",
    "let lots = sort chair in bench where chair.number > 1 by most chair.number": (
        "let the lots be chairs of the bench where the chair’s number is more than 1, those with the greatest value of the chair’s number first"
    ),
    "let next = (queue after champion)[1]": "let the next be the first of queue, beginning after the champion",
    "do leave(player)": "Leaving",
    "do leave(tree.owner)": "Leaving for the tree’s owner",
    "do walk(player, 3)": "walk for paces 3",
    "do ash.harvest(player) at most 2 deep": "carry out Ash (ash)’s harvest, at most 2 deep inside itself",
    "do tree.harvest(player)": "carry out the tree’s harvest",
    "let rival = champion": "let the rival be the champion",
    'say "{player} looks at {tree}"': "say “player looks at tree”",
    'say "a storm in year {year} takes {player.turns} of {tree.owner}"': (
        "say “a storm in year the year takes the player’s turns of the tree’s owner”"
    ),
    'end game "{year / 2} years"': "the game is over: “the year ÷ 2 (rounded down) years”",
    "set player.fasts to yes": "“goes without food” holds from now on for the player",
    "put first of pile into hand": "put the first of pile into hand",
    "put first 2 of pile into hand": "put the first 2 of pile into hand",
    "if next_chair() as chair { set chair.sitting to player }": (
        "if there is a next chair: set the chair’s sitting to the player"
    ),
    "if busiest() as player { gain 1 coin }": "if somebody has toiled most (the player): gain 1 coin",
    "gain player.apple coin": "gain 1 coin for each apple",
    "gain 2 * (count of chair in bench where chair.sitting is player) coin": (
        "gain 2 coin for each chair of the bench where the chair’s sitting is the player"
    ),
    "gain player.turns * 1 coin": "gain the player’s turns in coin",
    # resources as things
    "gain 2 trump + 1 coin": "gain 2 of the trump + 1 coin",
    "for each spice in spices { gain spice.price spice }": "for each spice: gain as much of the spice as the spice’s price",
    "gain 2 spice": "gain 2 spices",
    "set player[trump] to player[salt] + 1": "set how much of the trump the player has to the player’s salt + 1",
    "may choose { option pay trump as paid to raise year by paid[trump] }": (
        "may: pay 1 of the trump (paid), raise the year by how much of the trump is in paid"
    ),
    "set tree.planter to player": "the tree is now planted by the player",
    "set tree.planter to none": "the tree is no longer planted by anybody",
    "set tree.helper to player": "note the player as whoever helped here last",
    "set tree.helper to none": "forget whoever helped here last",
    # over and over, or only sometimes
    "put queue to end of queue": "for each player in queue: put the player to the end of queue",
    "for each rival in queue { rival gains 1 coin }": "for each rival in queue: the rival gains 1 coin",
    "for each owned in trees where owned.owner is player { gain 1 coin }": (
        "for each tree (the owned), where the owned’s owner is the player: gain 1 coin"
    ),
    "for each rival in queue { rival gains 1 coin } else { gain 1 coin }": (
        "for each rival in queue: the rival gains 1 coin",
        "where there is none: gain 1 coin",
    ),
    "for each chair in bench, number_of in 1 to 3 { gain 1 coin }": (
        "for each chair of the bench, each with the next number of from 1 to 3: gain 1 coin"
    ),
    "for each rival in queue at once { rival may { rival gains 1 coin } }": (
        "for each rival in queue, all choosing before anything is done: the rival may: gain 1 coin"
    ),
    "for each rival in shuffled players { reverse queue }": "for each player (the rival), in random order: reverse queue",
    "for each rival in queue from champion { reverse queue }": (
        "for each rival in queue, beginning with the champion: reverse queue"
    ),
    "for each rival in queue before champion { reverse queue }": (
        "for each rival in queue, backwards, beginning before the champion: reverse queue"
    ),
    "repeat until year is 3 at most 2 times { raise year by 1 }": (
        "repeat until the year is 3, at most 2 times: raise the year by 1"
    ),
    "if year > 1 { gain 1 coin } else if year is 1 { gain 2 coin } else { gain 3 coin }": (
        "if the year is more than 1: gain 1 coin",
        "otherwise, if the year is 1: gain 2 coin",
        "otherwise: gain 3 coin",
    ),
    "raise so_far by 1, gain 1 coin": "gain 1 coin",
    "if year > 1 { raise so_far by 1 } else { set so_far to 0 }, raise year by so_far": (
        "if the year is more than 1: raise the so far by 1",
        "otherwise: set the so far to 0",
        "raise the year by the so far",
    ),
    # decisions
    'choose { option drop(amount in 0 to player.coin) "drop {amount} coins" { pay amount coin } }': (
        "choose one:",
        "  drop amount coins, for any amount from 0 to the player’s coin",
        "    pay amount coin",
    ),
    'may choose { option lose(thing in fruit) "lose {thing}" { pay thing } }': (
        "may:",
        "  lose any fruit (the thing)",
        "    pay 1 of the thing",
    ),
    "may pay 1 coin to gain 1 fruit": "may: pay 1 coin, gain 1 fruit",
    "may choose { option pay 1 coin to gain 1 apple, option pay 1 fruit to gain 2 coin }": (
        "may choose one:",
        "  pay 1 coin, gain 1 apple",
        "  pay 1 fruit, gain 2 coin",
    ),
    'may choose { option fell(2 marked in trees where ash is in marked) "fell {marked}" { gain 1 coin } }': (
        "may:",
        "  fell marked 1 and marked 2, for any 2 marked in trees, where Ash (ash) is one of the marked",
        "    gain 1 coin",
    ),
    'choose { option take(other in trees where other.owner is none) "take {other}" { require usable(other), pay 1 coin } } else { stop_it() }': (
        "choose one:",
        "  take any tree (the other), where the other has no owner",
        "    only if usable for the other holds",
        "    pay 1 coin",
        "  where none is possible: stop it",
    ),
}

CONDITIONS = {
    "tree.owner is none": "the tree has no owner",
    "tree.owner is not none": "the tree has an owner",
    "tree.planter is none": "the tree is planted by nobody",
    "tree.planter is not player": "the tree is not planted by the player",
    "champion is none": "there is no champion",
    "next_chair() is not none": "there is a next chair",
    "bench[year + 1] is none": "the chair of the bench at the year + 1 does not exist",
    "queue[1] is player": "the first of queue is the player",
    "player.coin > 0": "the player has at least 1 coin",
    "player.fruit < 3": "the player has at most 2 fruit",
    "player.coin <= 2": "the player has at most 2 coin",
    "player.coin >= 2": "the player has at least 2 coin",
    "not (player.coin <= 2)": "the player has at least 3 coin",
    "not (player.coin >= 2)": "the player has at most 1 coin",
    "player.apple is 0": "the player has no apple",
    "player.apple is not 0": "the player has some apple",
    "player.apple is not 2": "the player has not exactly 2 apple",
    "year < 3": "the year is less than 3",
    "year <= 3": "the year is at most 3",
    "year >= 3": "the year is at least 3",
    "not (year < 3)": "the year is at least 3",
    "not (year <= 3)": "the year is more than 3",
    "not (year > 3)": "the year is at most 3",
    "not (year >= 3)": "the year is less than 3",
    "not (year is 3)": "the year is not 3",
    "not (year is not 3)": "the year is 3",
    "player[trump] > 1": "the player has at least 2 of the trump",
    "player[trump] is 0": "the player has none of the trump",
    "trump is salt": "the trump is salt",
    "trump is in spices": "the trump is a spice",
    "player.turns > 1": "the player’s turns are more than 1",
    "not tree.felled": "the tree is not felled",
    "not (tree.felled and year is 1)": "the tree is not felled or the year is not 1",
    "not (tree.felled or year is 1)": "the tree is not felled and the year is not 1",
    "tree is ash or tree is oak": "the tree is Ash (ash) or the tree is Old oak",
    "tree.felled and (year is 1 or year is 2)": "the tree is felled and (the year is 1 or the year is 2)",
    "tree.felled and (year is 1 and trump is salt)": "the tree is felled, the year is 1 and the trump is salt",
    "some rival in players where rival.coin > 3": "a player (the rival) has at least 4 coin",
    "not (some rival in players where rival.coin > 3)": "no player (the rival) has at least 4 coin",
    "busiest() is none": "nobody has toiled most",
    "player.turns is 1": "the player’s turns come to 1",
    "player is not in queue": "the player is not in queue",
    "size of queue is size of players": "all players are in queue",
    "size of queue is not size of players": "not all players are in queue",
    "size of queue is 0": "nobody is in queue",
    "size of queue > 0": "somebody is in queue",
    "some chair in bench where chair.sitting is player": (
        "there is a chair of the bench where the chair’s sitting is the player"
    ),
    "player can pay 2 fruit": "the player can pay 2 fruit",
    "usable(tree)": "usable holds",
    "(count of chair in bench where chair.sitting is none) > 2": (
        "the number of chairs of the bench where the chair has no sitting is more than 2"
    ),
}


def lines(steps: Steps, depth: int = 0) -> list[str]:
    return [x for step in steps for x in ("  " * depth + plain(step.prose), *lines(step.below, depth + 1))]


@cache
def definitions() -> Definitions:
    """Of a ruleset with an action for each statement and a value for each condition."""
    text = GAME + "action stop_it() { reverse queue }\n"
    for number, statement in enumerate(STATEMENTS):
        text += f"action deed_{number}(player, tree) {{ {statement.replace('stop_it()', 'do stop_it()')} }}\n"
    for number, condition in enumerate(CONDITIONS):
        text += f"value question_{number}(player, tree) = {condition}\n"
    with TemporaryDirectory() as folder:
        manifest = "name: trees\ntitle: Trees\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben, Cem, Dot]\nrules: [trees.rules]\n"
        Path(folder, "ruleset.yaml").write_text(manifest, encoding="utf-8")
        Path(folder, "trees.rules").write_text(text, encoding="utf-8")
        return Definitions(caylus.load(folder))


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_statement_is_told(statement: str) -> None:
    expected = STATEMENTS[statement]
    told = lines(definitions().describe(f"deed_{list(STATEMENTS).index(statement)}"))
    assert told == ([expected] if isinstance(expected, str) else list(expected))


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_is_told(condition: str) -> None:
    assert lines(definitions().describe(f"question_{list(CONDITIONS).index(condition)}")) == [CONDITIONS[condition]]


def test_a_condition_by_name_is_its_requirements_with_their_reasons() -> None:
    assert lines(definitions().describe("usable")) == ["only if the tree is not felled"]


def test_what_the_ruleset_does_not_have_is_not_told() -> None:
    assert definitions().describe("unknown") == ()
    assert definitions().describe("oak.harvest") == ()


def test_what_a_gain_sets_off_is_told_with_the_rule_and_with_what_is_gained() -> None:
    text = GAME.replace(
        "tree oak",
        """rule luck "Luck" {
  after player gains coin where player.apple > 2 { gain 1 pear }
  after owner gains fruit as found { raise owner.turns by found.pear }
}
tree oak""",
        1,
    )
    told = Definitions(tiny.rules(text.replace('"Trees" for', '"Tiny" for')))
    assert lines(told.describe("luck")) == [
        "after gaining coin, where the player has at least 3 apple: gain 1 pear",
        "after gaining fruit (found): raise the owner’s turns by the pear in found",
    ]
    assert lines(told.attachments.describe_attachments("coin")) == [
        "Luck — after it is gained, where the player has at least 3 apple: gain 1 pear"
    ]
    assert len(told.attachments.describe_attachments("fruit")) == 1


def test_what_a_rule_lets_go_on_is_told_where_it_stands() -> None:
    text = """
rule twice "Twice" { instead of leave(player) { do as before, if player.idle { do as before } } }
rule early "Early" { instead of leave(player) where year is 1 { gain 1 coin, do as before } }
rule late "Late" { instead of leave(player) where player.idle { gain 2 coin } }
"""
    told = Definitions(tiny.rules(GAME + text))
    assert lines(told.action(told.model.actions["leave"])) == ["remove the player from queue"]
    assert lines(told.attachments.describe_attachments("leave")) == [
        "Twice — instead of it:",
        "  carry it out as before",
        "  if the player is idle: carry it out as before",
        "Early — instead of it, where the year is 1:",
        "  gain 1 coin",
        "  carry it out as before",
        "Late — instead of it, where the player is idle: gain 2 coin",
    ]


def test_what_is_special_about_who_wins_is_told() -> None:
    scores = "action main() { nothing }\nvalue score(player) = 1\n"
    special = "value team(player) = 1\nvalue tie_break(player) = 2\nvalue may_win(player) = yes"
    assert Definitions(tiny.rules(scores)).outcome == ()
    told = ("teams win together", "a tie-break decides between equal scores", "everybody can lose")
    assert Definitions(tiny.rules(scores + special)).outcome == told
