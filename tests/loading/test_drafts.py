"""What a message tells to write is the whole of what is meant, and is sound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from caylus.loading import forms, library
from caylus.loading.analysis import analyse
from check.test_first_mistakes import HARBOUR, harbour, write, write_rules  # noqa: F401 - a fixture

CASES = {
    "blocks told by colons": (
        "change stall inn:\n  cost: 2 fish\n  worth: 8 point",
        "change stall inn { cost 2 fish, worth 8 point }",
    ),
    "a sentence about a thing": (
        "The salt pans cost 2 coins instead of 1 coin.",
        "change stall pans { cost 2 coin }",
    ),
    "an update of a row": (
        "UPDATE stalls SET worth = 8 point WHERE name = 'inn'",
        "change stall inn { worth 8 point }",
    ),
    "statements right in a rule": (
        'rule feast "Feast" {\n  for each player in turn_order { gain 1 fish }\n}',
        'rule feast "Feast" { after income() { for each player in turn_order { gain 1 fish } } }',
    ),
    "statements at a time in words": (
        "at the end of each round: for each player in turn_order { gain 1 fish }",
        "rule evening_too { after evening() { for each player in turn_order { gain 1 fish } } }",
    ),
    "an edit under a condition": (
        "if size of players == 2 then\n  change constant first_coins = 4\nend",
        "rule first_coins_then { first_coins is 4 where size of players is 2 }",
    ),
    "one number of a scale": ("change scale prizes[2] = 4", "change scale prizes = [5, 4, 1]"),
    "a value of its own result": (
        'rule dear "Dear" { fee(player, place) is fee(player, place) * 2 }',
        "value fee_before(player, place) = 1 + size of passed",
    ),
    "a value with returns": (
        "value wealth(player) {\n  let total = player.coin + 1\n  if player.fish > 2 { return total * 2 }\n  return total\n}\n"
        "rule r { fee(player, place) is more by wealth(player) }",
        "value wealth(player) { (player.coin + 1) * 2 if player.fish > 2, (player.coin + 1) otherwise }",
    ),
    "a sequence written anew": (
        'phase fair "Fair" { for each player in turn_order { gain 1 fish } }\nchange sequence day = income, fair, placing, evening',
        "add fair to day after income",
    ),
    "two phases that change places": ("swap income with evening", "replace sequence day = evening, placing, income"),
    "a phase at another place": ("move evening before placing", "replace sequence day = income, evening, placing"),
    "an amount for each thing": (
        'stall orchard "Orchard" { cost 1 fish, worth 1 point, use { gain 1 coin for each inn you own } }',
        "gain (count of place in quay where place.stall is inn and place.owner is player) coin",
    ),
    "a statement right in an object": (
        'stall orchard "Orchard" {\n  cost 1 fish\n  worth 1 point\n  gain 2 coin\n}',
        "worth 1 point, use { gain 2 coin }",
    ),
    "some rounds only": (
        "rule r { every third round { for each player in players { gain 1 fish } } }",
        "after income() where rounds % 3 is 0",
    ),
    "a time that is told by a state": (
        "rule r { when round reaches 3 { for each player in players { gain 1 fish } } }",
        "after income() where round >= 3",
    ),
    "a title for a name": (
        'rule r { after evening() { for each player in players where quay[1].stall is "Salt pans" { gain 1 coin } } }',
        "quay[1].stall is pans",
    ),
    "a sentence on the start": ("Each player starts the game with two extra coins.", "change constant first_coins = 5"),
    "a sentence on a number of each player": ("Each player has 4 workers instead of 3.", "change kind player { workers number = 4 }"),
    "a sentence on how long a game is": ("The game lasts 5 rounds instead of 4.", "change game { 4 becomes 5 }"),
    "a sentence on what a thing gives": ("The inn gives 2 coins instead of 1.", "change stall inn { use { gain 2 coin } }"),
    "a sentence on more of it": ("When a player uses the salt pans, they gain 1 extra salt.", "change stall pans { use { gain 3 salt } }"),
    "a sentence on a number in an action": ("Passing gives 2 coins instead of 1.", "change action pass { 1 coin becomes 2 coin }"),
    "a sentence on the end of the game": (
        "At the end of the game, each player scores 2 points for each stall they own.",
        "score(player) is more by (2 * (count of place in quay where place.stall is not none and place.owner is player))",
    ),
    "a sentence on what players do": (
        "Whenever a player visits the inn, they gain 1 point.",
        "rule visit_too { after visit(player, place) where place.stall is inn { gain 1 point } }",
    ),
    "a sentence in a rule on what players may not do": (
        "rule r {\n  Players may not place workers on the smithy.\n}",
        'rule r { forbid open(player, place) where place.stall is smithy "players may not place workers on the smithy" }',
    ),
    "a sentence on an exchange": (
        "After the evening, each player may sell 1 fish for 2 coins.",
        "after evening() { for each player in turn_order { may pay 1 fish to gain 2 coin } }",
    ),
    "a new thing told by colons": (
        "stall bakery:\n  title: Bakery\n  cost: 1 coin + 1 fish\n  worth: 3 point\n  use: gain 3 fish",
        'stall bakery "Bakery" { cost 1 coin + 1 fish, worth 3 point, use { gain 3 fish } }',
    ),
    "a new thing in a rule": (
        'rule new "New" {\n  stall shrine "Shrine" { cost 1 coin, worth 4 point, use { gain 1 salt } }\n}',
        'write `stall shrine "Shrine" { cost 1 coin, worth 4 point, use { gain 1 salt } }`',
    ),
    "a container of JSON": ('{\n  "constants": {\n    "first_coins": 8\n  }\n}', "change constant first_coins = 8"),
    "a property of a thing": ("change cost of stall inn to 2 coin", "change stall inn { cost 2 coin }"),
    "a move of boardgame.io": (
        "moves: {\n  pass: ({ G, playerID }) => {\n    G.players[playerID].fish += 2\n  }\n}",
        "rule pass_too { after pass(player) { gain 2 fish } }",
    ),
    "a function with two results": (
        "function fee(player, place) {\n  return place.owner === player ? 0 : 1 + passed.length;\n}",
        "replace value fee(player, place) { 0 if place.owner is player, 1 + size of passed otherwise }",
    ),
    "a hook of boardgame.io": (
        "phases: {\n  evening: {\n    onEnd: ({ G }) => {\n      G.players.forEach(p => { p.fish += 1 });\n    },\n  },\n}",
        "rule evening_too { after evening() { for each p in players { p gains 1 fish } } }",
    ),
    "a loop of PHP": (
        "rule r {\n  after evening() {\n    foreach ($players as $player) { gain 1 fish; }\n  }\n}",
        "rule r { after evening() { for each player in players { gain 1 fish } } }",
    ),
    "a call that gives something": (
        'rule r { after evening() { for each player in players { player.addResource("fish", 1) } } }',
        "rule r { after evening() { for each player in players { gain 1 fish } } }",
    ),
    "a class": (
        "class SmokeHouse(stall):\n    cost = '1 coin'\n    worth = 2 point\n    def use(self, player):\n        player.fish += 2",
        'stall smoke_house "Smoke house" { cost 1 coin, worth 2 point, use { gain 2 fish } }',
    ),
    "quoted members": ('change stall inn {\n  "cost": "2 fish",\n  "worth": "8 point"\n}', "change stall inn { cost 2 fish, worth 8 point }"),
    "a row that is inserted": (
        "INSERT INTO stall (name, title, cost, worth) VALUES ('bakery', 'Bakery', '1 fish', '2 point');",
        'stall bakery "Bakery" { cost 1 fish, worth 2 point }',
    ),
    "a statement before its time": (
        "rule r { gain 1 point after visit(player, place) }",
        "rule r { after visit(player, place) { gain 1 point } }",
    ),
    "a swap that names no part": ("change stall inn {\n  1 coin becomes 2 coin\n}", "change stall inn { use { 1 coin becomes 2 coin } }"),
    "an amount in brackets": (
        'stall bakery "Bakery" {\n  cost [1 coin, 2 fish]\n  worth 2 point\n}',
        'stall bakery "Bakery" { cost 1 coin + 2 fish, worth 2 point }',
    ),
    "a condition with unless": (
        'rule r { forbid open(player, place) where place.stall is inn unless player.fish > 0 "no fish" }',
        "where place.stall is inn and not (player.fish > 0)",
    ),
    "a statement in parentheses with the player in it": (
        "rule r {\n  after pass(player) {\n    (gain player 1 fish)\n  }\n}",
        "rule r { after pass(player) { gain 1 fish } }",
    ),
    "a state of another thing": (
        'stall bakery "Bakery" {\n  cost 1 coin\n  worth 2 point\n  after visit(player, here) where this.owner is player { gain 1 fish }\n}',
        "where here.owner is player",
    ),
    "a loop with up to": (
        'stall bakery "Bakery" { cost 1 coin, worth 2 point, use { up to 3 times { may pay 1 coin to gain 1 fish } } }',
        "use { repeat 3 times { may pay 1 coin to gain 1 fish } }",
    ),
    "what one takes from another": (
        "rule r { after evening() { for each rival in players where rival.coin > 0 { rival takes 1 fish from player } } }",
        "{ player loses 1 fish, rival gains 1 fish }",
    ),
    "all of something": (
        "rule r { after evening() { for each player in players where player.fish > 4 { lose all fish } } }",
        "where player.fish > 4 { lose player.fish fish }",
    ),
    "a number of each player that is gained": (
        'each player has { lamps "lamps" number }\nrule r { after pass(player) { gain 1 lamps }, after evening() '
        "{ for each player in players { gain player.lamps coin } } }",
        "rule r { after pass(player) { raise player.lamps by 1 }",
    ),
    "a requirement among statements": (
        'stall bakery "Bakery" {\n  cost 1 coin\n  worth 2 point\n  use {\n    require player.fish > 2 "bring fish"\n    gain 1 coin\n  }\n}',
        'use { if player.fish > 2 { gain 1 coin } else { say "bring fish" } }',
    ),
    "the first player of an order": (
        "rule r {\n  before placing() {\n    the first player gains 1 coin\n  }\n}",
        "rule r { before placing() { turn_order[1] gains 1 coin } }",
    ),
    "every second round, in words": (
        "every second round: gain 1 fish",
        "after income() where rounds % 2 is 0 { for each player in players { gain 1 fish } } }",
    ),
    "a move of boardgame.io that is no option here": (
        "moves: {\n  trade: ({ G, playerID }) => {\n    G.players[playerID].salt -= 1;\n    G.players[playerID].coin += 3;\n  },\n},",
        "rule trade { after income() { for each player in players { may pay 1 salt to gain 3 coin } } }",
    ),
    "a sentence on the player with the most": (
        "At the end of each round, the player with the fewest coins gains 1 fish.",
        "after evening() { let last_player = first player in players with fewest player.coin, last_player gains 1 fish }",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("written", "advised"), CASES.values(), ids=CASES)
def test_the_whole_of_what_is_meant_is_told(harbour: Path, written: str, advised: str) -> None:  # noqa: F811
    variant = write_rules(harbour, written)
    helps = [diagnostic.help for diagnostic in library.check_path(variant).diagnostics if diagnostic.is_error]
    assert len(helps) == 1
    assert advised in helps[0]
    told = re.match(r"write ((?:`[^`]*`(?: and )?)+)", helps[0])
    assert told is not None


def test_a_row_writes_only_what_its_pattern_or_the_game_has() -> None:
    of_game = {"setup", "final", "opening", "closing", "turn", "order", "points", "fewest", "most"}
    written = [
        (row, name) for rows in forms._rows().values() for row in rows for name in re.findall(r"<(\w+)[.>]", row.text + row.note)
    ]
    assert [(row.text, name) for row, name in written if name not in {*row.sorts, *of_game}] == []


@pytest.mark.parametrize(
    "written",
    [
        "The first player to pass gains 2 coins instead of 1.",
        "The inn gives 2 coins instead of 3.",
        "The player with the most coins on the quay gains 1 point at the end of each round.",
        "Whenever a player sings, they gain 1 coin.",
        "Whenever a player visits the inn with another player, they gain 1 point.",
        "A visit to a stall costs 1 coin more.",
        "Players may not place workers on the smithy in the first round.",
    ],
)
def test_a_sentence_that_no_draft_says_in_full_gets_none(harbour: Path, written: str) -> None:  # noqa: F811
    helps = [
        diagnostic.help for diagnostic in library.check_path(write_rules(harbour, written)).diagnostics if diagnostic.is_error
    ]
    assert not any(help_.startswith("write") for help_ in helps)


@pytest.mark.parametrize("entry", ["first_coins: 5", "first_coins = 5", "first_coins"])
def test_a_setting_among_the_scenarios_that_change_is_met_with_the_rule(harbour: Path, entry: str) -> None:  # noqa: F811
    base = {"name": "harbour", "version": "1"}
    variant = write(harbour.parent / "house", 'rule r { after evening() { say "night" } }\n', extends=base, changes=[entry])
    (fault,) = (diagnostic for diagnostic in library.check_path(variant).diagnostics if diagnostic.is_error)
    assert fault.code == "E0625"
    assert "change constant first_coins = " in fault.help


def test_a_game_in_one_file_and_an_editor_are_told_the_same(harbour: Path) -> None:  # noqa: F811
    mistake = "rule r { gain 1 point after visit(player, place) }\n"
    variant = write_rules(harbour, mistake)
    advice = "rule r { after visit(player, place) { gain 1 point } }"
    (in_one_file,) = library.check_text(HARBOUR + mistake, "harbour.rules").diagnostics
    (in_an_editor,) = analyse(variant).diagnostics
    assert advice in in_one_file.help
    assert advice in in_an_editor.help


def test_a_name_that_is_misspelt_is_mended_and_nothing_else(harbour: Path) -> None:  # noqa: F811
    variant = write_rules(harbour, 'stall orchard "Orchard" { cost 1 coin, worth 1 point, use { gain 2 fihs } }')
    (fault,) = (diagnostic for diagnostic in library.check_path(variant).diagnostics if diagnostic.is_error)
    assert fault.help == "did you mean `fish`?"
