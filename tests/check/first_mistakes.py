"""The first mistakes of people who have read a little of the rules and nothing of the language, on top of a small game."""

from __future__ import annotations

from typing import NamedTuple

from support.texts import read_rules

HARBOUR = read_rules(__file__, "first_mistakes_harbour")
"""The game that the mistakes are made on."""


class Mistake(NamedTuple):
    """A mistake: the text, the check's answer to it, and the right text, where that is one thing only."""

    written: str
    code: str
    says: tuple[str, ...]
    mended: str = ""


def _tile(*lines: str) -> str:
    """A stall in which these lines stand."""
    return "\n".join(['stall orchard "Orchard" {', "  cost 1 coin", "  worth 1 point", *(f"  {line}" for line in lines), "}"])


def _rule(*lines: str) -> str:
    """A rule that does this for each player, every evening."""
    body = "\n".join(f"    {line}" for line in lines)
    return f'rule house "House" {{\n  after evening() {{ for each player in players {{\n{body}\n  }} }}\n}}'


def _stall(head: str) -> str:
    return f"{head} {{ cost 1 coin, worth 1 point, use {{ gain 1 fish }} }}"


MISTAKES = {
    # ---- objects
    "parts of a payment with a comma": Mistake(
        'stall orchard "Orchard" {\n  cost 1 fish, 1 salt\n  worth 1 point\n}', "E0101", ("joined by `+`",),
    ),
    "parts of a payment with and": Mistake(
        _tile("use { gain 1 fish and 1 salt }"), "E0304", ("joined by `+`",), _tile("use { gain 1 fish + 1 salt }")
    ),
    "a colon behind a property": Mistake(
        'stall orchard "Orchard" {\n  cost: 1 fish\n  worth 1 point\n}', "E0101", ("without a colon",),
        'stall orchard "Orchard" {\n  cost 1 fish\n  worth 1 point\n}',
    ),
    "an equals sign behind a property": Mistake(
        'stall orchard "Orchard" {\n  cost = 1 fish\n  worth 1 point\n}', "E0101", ("without `=`",),
        'stall orchard "Orchard" {\n  cost 1 fish\n  worth 1 point\n}',
    ),
    "a property that the kind has not": Mistake(_tile("price 3"), "E0205", ("`cost`", "`worth`")),
    "a resource of a payment": Mistake(
        "value price(stall) = stall.cost.coin", "E0205", ("`value amount(given: payment) = given.coin`",),
    ),
    "a number where a payment is": Mistake(
        'stall orchard "Orchard" { cost 1 coin, worth 3 }', "E0301", ("worth 2 point",),
    ),
    "a fraction": Mistake('change tower dungeon { parts 7.5 }', "E0105", ("whole",)),
    "less than nothing to pay": Mistake('stall orchard "Orchard" { cost -1 coin, worth 1 point }', "E0301", ("less than nothing",)),
    "a title without quotes": Mistake(_stall("stall orchard Orchard"), "E0101", ("double quotes",), _stall('stall orchard "Orchard"')),
    "typographic quotes": Mistake(_stall("stall orchard “Orchard”"), "E0105", ("double quotes",), _stall('stall orchard "Orchard"')),
    "single quotes": Mistake(_stall("stall orchard 'Orchard'"), "E0105", ("double quotes",), _stall('stall orchard "Orchard"')),
    "a name of two words": Mistake(_stall('stall apple orchard "Orchard"'), "E0101", ("apple_orchard",), _stall('stall apple_orchard "Orchard"')),
    "a name with a hyphen": Mistake(_stall('stall apple-orchard "Orchard"'), "E0101", ("apple_orchard",), _stall('stall apple_orchard "Orchard"')),
    "the citation before the title": Mistake(_stall('stall orchard see "House" "Orchard"'), "E0101", ("title",), _stall('stall orchard "Orchard" see "House"')),
    "a tile without what all others have": Mistake('stall orchard "Orchard" { use { gain 1 fish } }', "W1019", ("`cost`", "`worth`")),
    "a kind of another game": Mistake('character cook "Cook" { worth 2 point }', "E0204", ("kind",)),
    "a tile with the name of another": Mistake(_stall('stall inn "Inn"'), "E0502", ("replace stall inn",)),
    "an object added to its kind": Mistake(
        _stall('stall orchard "Orchard"') + "\nadd orchard to stalls", "E0101", ("already",), _stall('stall orchard "Orchard"')
    ),
    "hidden before the definition": Mistake('hidden resource ruby "ruby"', "E0101", ("behind",), 'resource ruby "ruby" hidden'),
    "an amount at the start for all": Mistake('resource ruby "ruby" = 3', "E0101", ("0 at the start",)),
    # ---- changes
    "a change without its kind": Mistake('change dungeon { parts 8 }', "E0101", ("tower",), 'change tower dungeon { parts 8 }'),
    "a scale changed as a constant": Mistake('change constant prizes = [6, 3, 1]', "E0101", ("scale",), 'change scale prizes = [6, 3, 1]'),
    "a scale of one number": Mistake('change scale prizes = 6', "E0101", ("[6]",), 'change scale prizes = [6]'),
    "parameters of a phase": Mistake(
        'phase feast(player) { gain 1 fish }', "E0101", ("a phase has no parameters",), 'action feast(player) { gain 1 fish }'
    ),
    "parameters of a sequence": Mistake('sequence rest(player) = evening', "E0101", ("a sequence has no parameters", "action")),
    "a phase changed as an action": Mistake(
        'change action placing { remove option pass }', "E0507", ("phase",), 'change phase placing { remove option pass }'
    ),
    "an option replaced at the top": Mistake('replace option pass "wait" { gain 1 fish }', "E0101", ("change phase",)),
    "what is added to a phase written into it": Mistake('change phase evening { gain 1 coin }', "E0101", ("rule evening_too", "after evening()")),
    "a constant given anew without a verb": Mistake('constant first_coins = 5', "E0502", ("change constant first_coins",), "change constant first_coins = 5"),
    "a property removed from an object": Mistake('change stall inn { remove cost }', "E0519", ("cost nothing",)),
    "a change of what is not there": Mistake('change stall inn { price 2 coin }', "E0519", ("`cost`", "`worth`")),
    "a thing removed that is needed": Mistake('remove stall inn', "E0504", ("still needed", "change, replace or remove")),
    # ---- statements
    "an amount set with an equals sign": Mistake(
        _rule("player.coin = player.coin + 1"), "E0101", ("gains",), _rule("player gains 1 coin")
    ),
    "a state set with an equals sign": Mistake(_rule("player.workers = 3"), "E0101", ("set",), _rule("set player.workers to 3")),
    "a state set without to": Mistake(_rule("set player.workers = 3"), "E0101", ("`to`",), _rule("set player.workers to 3")),
    "plus equals": Mistake(_rule("player.workers += 1"), "E0101", ("raise",), _rule("raise player.workers by 1")),
    "plus plus": Mistake(_rule("player.workers++"), "E0101", ("raise",), _rule("raise player.workers by 1")),
    "raise without by": Mistake(_rule("raise player.workers 1"), "E0101", ("`by`",), _rule("raise player.workers by 1")),
    "an action without do": Mistake(_rule("pass(player)"), "E0101", ("do pass(player)",), _rule("do pass(player)")),
    "an action without parentheses": Mistake(_rule("do income"), "E0315", ("do income()",), _rule("do income()")),
    "nobody who gains": Mistake('rule house { after income() { gain 1 coin } }', "E0407", ("for each player in players",)),
    "each player gains": Mistake('rule house { after income() { each player gains 1 coin } }', "E0101", ("for each player in players",), 'rule house { after income() { for each player in players { gain 1 coin } } }'),
    "for without each": Mistake('rule house { after income() { for player in players { gain 1 coin } } }', "E0101", ("for each",), 'rule house { after income() { for each player in players { gain 1 coin } } }'),
    "foreach": Mistake('rule house { after income() { foreach player in players { gain 1 coin } } }', "E0114", ("for each",), 'rule house { after income() { for each player in players { gain 1 coin } } }'),
    "then": Mistake(_rule("if player.coin > 3 then { lose 1 coin }"), "E0204", ("`then`",), _rule("if player.coin > 3 { lose 1 coin }")),
    "if without braces": Mistake(_rule("if player.coin > 3 lose 1 coin"), "E0101", ("braces",), _rule("if player.coin > 3 { lose 1 coin }")),
    "a block that begins with a colon": Mistake(_rule("if player.coin > 3:", "  lose 1 coin"), "E0101", ("if player.coin > 3 { lose 1 coin }",)),
    "elif": Mistake(_rule("if player.coin > 3 { lose 1 coin } elif player.coin > 1 { gain 1 coin }"), "E0114", ("else if",), _rule("if player.coin > 3 { lose 1 coin } else if player.coin > 1 { gain 1 coin }")),
    "while": Mistake(_rule("while player.coin > 9 at most 5 times { lose 1 coin }"), "E0101", ("repeat while",), _rule("repeat while player.coin > 9 at most 5 times { lose 1 coin }")),
    "a loop that nothing ends": Mistake(_rule("repeat while player.coin > 0 { gain 1 fish }"), "E0402", ("for ever", "at most")),
    "give": Mistake(_rule("give 1 coin to player"), "E0114", ("player gains 1 coin",), _rule("player gains 1 coin")),
    "take": Mistake(_rule("take 1 coin from player"), "E0114", ("player loses 1 coin",)),
    "draw": Mistake(_rule("draw 1 card from deck"), "E0114", ("put",)),
    "an amount behind what it counts": Mistake(_rule("gain coin 1"), "E0101", ("1 coin",), _rule("gain 1 coin")),
    "an amount of nothing": Mistake(_rule("gain 2"), "E0301", ("of what",)),
    "the plural of a resource": Mistake(_rule("gain 2 coins"), "E0204", ("coin",), _rule("gain 2 coin")),
    "a price outside of an option": Mistake(_rule("pay 1 coin"), "E0404", ("`lose` takes without asking",)),
    "a choice of what is gained with or": Mistake(_rule("gain 1 fish or gain 1 salt"), "E0101", ("once",), _rule("gain 1 fish or 1 salt")),
    # ---- formulas
    "two equals signs": Mistake(_rule("if player.coin == 3 { lose 1 coin }"), "E0101", ("`is`",), _rule("if player.coin is 3 { lose 1 coin }")),
    "one equals sign": Mistake(_rule("if player.coin = 3 { lose 1 coin }"), "E0101", ("`is`",), _rule("if player.coin is 3 { lose 1 coin }")),
    "not equal": Mistake(_rule("if player.coin != 3 { lose 1 coin }"), "E0105", ("is not",), _rule("if player.coin is not 3 { lose 1 coin }")),
    "ampersands": Mistake(_rule("if friendly && player.coin > 3 { lose 1 coin }"), "E0105", ("`and`",), _rule("if friendly and player.coin > 3 { lose 1 coin }")),
    "true": Mistake('change constant friendly = true', "E0204", ("yes",), 'change constant friendly = yes'),
    "null": Mistake(_rule("for each place in quay { set place.owner to null }"), "E0204", ("none",), _rule("for each place in quay { set place.owner to none }")),
    "a member by its number alone": Mistake('rule house { after evening() where quay 2 is open { end game } }', "E0101", ("quay[2]",), 'rule house { after evening() where quay[2] is open { end game } }'),
    "a place that is a tile": Mistake(
        'rule house { after visit(player, place) where place is inn { gain 1 fish } }', "E0304", ("place.stall is inn",), "rule house { after visit(player, place) where place.stall is inn { gain 1 fish } }"
    ),
    "some behind and": Mistake(
        _rule("if friendly and some place in quay where place.owner is player { gain 1 coin }"), "E0101", ("parentheses",), _rule("if friendly and (some place in quay where place.owner is player) { gain 1 coin }")
    ),
    "not some behind and": Mistake(
        _rule("if friendly and not some place in quay where place.owner is player { gain 1 coin }"), "E0101", ("parentheses",), _rule("if friendly and not (some place in quay where place.owner is player) { gain 1 coin }")
    ),
    "a lot where none can be drawn": Mistake(_rule("gain (random 1 to 6) coin"), "E0413", ("let",)),
    "dice": Mistake(_rule("let n = roll 1 to 6", "gain n coin"), "E0114", ("random",), _rule("let n = random 1 to 6", "gain n coin")),
    "bounds that point apart": Mistake(_rule("if 1 < player.coin > 4 { gain 1 coin }"), "E0101", ("one way", "`and`")),
    "a number that is one of two": Mistake(_rule("if player.coin is 1 or 2 { gain 1 coin }"), "E0304", ("is 1 or player.coin is 2",), _rule("if player.coin is 1 or player.coin is 2 { gain 1 coin }")),
    "more than": Mistake(_rule("if player.coin is more than 3 { gain 1 coin }"), "E0101", ("`>`",), _rule("if player.coin > 3 { gain 1 coin }")),
    "a value without otherwise": Mistake(
        "value dues(player) {\n  1 if player.coin > 3\n  0\n}\n" + _rule("lose dues(player) coin"), "E0101", ("otherwise",),
        "value dues(player) {\n  1 if player.coin > 3\n  0 otherwise\n}\n" + _rule("lose dues(player) coin"),
    ),
    "return": Mistake(
        "value dues(player) { return 1 + round }\n" + _rule("lose dues(player) coin"), "E0114", ("no `return`",), "value dues(player) = 1 + round\n" + _rule("lose dues(player) coin"),
    ),
    # ---- decisions
    "a choice that could be empty": Mistake(
        _rule('choose "Trade" { option sell { pay 1 fish, gain 1 coin } }'), "E0408", ("may choose", "cannot pay")
    ),
    "an addition to the front of a list": Mistake(
        _rule("add player to front of passed"), "E0101", ("`put player to front of passed`",), _rule("put player to front of passed")
    ),
    "an option at the top of a block": Mistake(_rule("option sell { gain 1 coin }"), "E0101", ("choose {",)),
    # ---- attachments
    "an attachment without what it is given": Mistake(
        'rule house { after pass { gain 1 coin } }', "E0101", ("pass(player)",), 'rule house { after pass(player) { gain 1 coin } }'
    ),
    "an attachment at the margin": Mistake('after pass(player) { gain 1 coin }', "E0101", ("rule",)),
    "a value changed with an equals sign": Mistake(
        'rule house { fee(player, place) = 0 }', "E0101", ("is 0",), 'rule house { fee(player, place) is 0 }'
    ),
    "a value changed with a plus sign": Mistake(
        'rule house { fee(player, place) + 1 }', "E0101", ("is more by 1",), 'rule house { fee(player, place) is more by 1 }'
    ),
    "braces around a single offer": Mistake(
        _rule("may { pay 1 fish, gain 2 coin }"), "E0101", ("pay … to …",), _rule("may  pay 1 fish to gain 2 coin ")
    ),
    "a ban without a reason": Mistake(
        'rule house { forbid open(player, place) where player.coin < 4 }', "E0101", ("why not",)
    ),
    "a ban without a condition": Mistake(
        'rule house { forbid open(player, place) "nobody comes" }', "E0101", ("where",)
    ),
    "a condition restricted": Mistake(
        'rule house { restrict open(player, place) where player.coin < 4 "too poor" }', "E0114", ("forbid",), 'rule house { forbid open(player, place) where player.coin < 4 "too poor" }'
    ),
    "where about a player who is not given": Mistake(
        'rule house { instead of income() where player.coin > 3 { say "no income" } }', "E0204", ("player",)
    ),
    "if instead of where": Mistake(
        'rule house { after pass(player) if player.coin > 3 { gain 1 coin } }', "E0101", ("where",), 'rule house { after pass(player) where player.coin > 3 { gain 1 coin } }'
    ),
    # ---- what authors wrote at first
    "a formula replaced inside an object": Mistake("change stall smithy { gain 3 coin becomes gain 4 coin }", "E0101", ("name the part",)),
    "another game in a variant": Mistake('game "Small harbour" for 2 to 3 players { do day() }', "E0502", ("change game for",)),
    "return in an action": Mistake("action tell(player) { return player.coin }", "E0114", ("has no result",)),
    "None": Mistake(_rule("set quay[1].owner to None"), "E0204", ("write `none`",), _rule("set quay[1].owner to none")),
    "a number in words": Mistake(_rule("gain two coin"), "E0204", ("write `2 coin`",), _rule("gain 2 coin")),
    "a resource that does not exist": Mistake(_rule("gain 3 money"), "E0204", ("there are `coin`, `fish`",)),
    "the player at the end": Mistake(_rule("gain 1 fish to player"), "E0101", ("comes first",), _rule("player gains 1 fish")),
    "an amount added to a player": Mistake(_rule("add 1 fish to player"), "E0308", ("`player gains 1 fish`",), _rule("player gains 1 fish")),
    "else alone": Mistake(_rule("else { gain 1 coin }"), "E0101", ("directly after the `}`",)),
    "a phase called by its sort": Mistake("rule house { after phase 2 { stop } }", "E0101", ("`after name() { … }`",)),
    "an action called by its sort": Mistake(
        "rule house { after action pass(player) { gain 1 coin } }", "E0101", ("only the name",), "rule house { after pass(player) { gain 1 coin } }"
    ),
    "a word of the language for a constant": Mistake('constant first "the first" = 3', "E0115", ("`first_`",)),
    "a constant with a title": Mistake(
        'constant tax "the tax" = 1\n' + _rule("lose tax coin"), "E0101", ("no title",), "constant tax = 1\n" + _rule("lose tax coin")
    ),
    "a letter of another script": Mistake(_rule("gain 1 c\N{CYRILLIC SMALL LETTER O}in"), "E0105", ("Cyrillic", "looks like `o`"), _rule("gain 1 coin")),
    # ---- text
    "a definition with a capital": Mistake(_rule("gain 1 coin").replace("rule", "Rule", 1), "E0114", ("`Rule`", "write `rule`"), _rule("gain 1 coin")),
    "a number with a separator": Mistake(_rule("gain 1_000 coin"), "E0105", ("digits",), _rule("gain 1000 coin")),
    "a comparison of mathematics": Mistake(_rule("if player.coin ≠ 3 { lose 1 coin }"), "E0105", ("U+2260",), _rule("if player.coin is not 3 { lose 1 coin }")),
    "slashes for a comment": Mistake("// my house rule\n" + _stall('stall orchard "Orchard"'), "E0105", ("--",), "-- my house rule\n" + _stall('stall orchard "Orchard"')),
    "a hash for a comment": Mistake("# my house rule\n" + _stall('stall orchard "Orchard"'), "E0105", ("--",), "-- my house rule\n" + _stall('stall orchard "Orchard"')),
    "a semicolon": Mistake(_rule("gain 1 coin; lose 1 fish"), "E0105", ("comma",), _rule("gain 1 coin, lose 1 fish")),
    "a slip in a word": Mistake(_rule("gian 1 coin"), "E0114", ("gain",), _rule("gain 1 coin")),
    "a state without a type": Mistake("state weather = 1\n" + _rule("gain weather coin"), "E0101", ("number",), "state weather number = 1\n" + _rule("gain weather coin")),
}  # fmt: skip
