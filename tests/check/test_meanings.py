"""Warnings of rules that hardly mean what they say, by parameters, sums, bounds and words; and sound rules that look like them."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from check.small import check_texts, model, warnings

WORLD = """
resource fish "fish" plural "fish", salt "salt"
group wares = fish, salt
kind hut plural huts { state owner player }
row lane of 3 huts
phase reap { for each player in players { gain 1 fish + 1 salt } }
phase rest { for each player in players { lose 1 wares } }
value toll(player) = player.coin / 2
action hand_over(giver: player, taker: player) { giver loses 1 coin, taker gains 1 coin }
rule all {
  after begin() {
    for each player in players { lose toll(player) coin, lose 1 fish, lose 1 salt }
    for each hut in lane, player in players { set hut.owner to player }
    for each player in players, hut in lane where hut.owner is not none { do hand_over(player, hut.owner) }
  }
}
sequence year = reap, feast
phase feast { for each player in players { may gain 1 fish } }
rule yearly { after begin() { do year() } }
""".replace("phase rest { for each player in players { lose 1 wares } }\n", "")

FAULTS = {
    "W1004": [
        "constant far = 9\nrule gate { after begin() { for each hut in lane where hut.number >= far { set hut.owner to none } } }",
        "S for each rival in players where rival is player and lane[1].owner is rival and player is not lane[1].owner { gain 1 coin }",
        "each player has { bid number from 0 to 4 }\nkind lot plural lots { asked number = 2 }\nlot vase { asked 9 }\nlot cup\nlot pot\n"
        "rule sale { after begin() { for each lot in lots, player in players { raise player.bid by 1,"
        " if player.bid >= lot.asked { gain 1 coin } } } }",
    ],
    "W1005": ["S if some rival in players where rival.coin >= player.coin { gain 1 coin }"],
    "W1020": ["S for each rival in players where rival is not player { player gains 1 coin }"],
    "W1031": [
        "list order of player\nrule turns { after begin() { for each player in players { add player to order }\norder begins with order[1] } }"
    ],
    "W1039": [
        "rule away { after begin() { for each hut in lane { set hut.owner to none }\n"
        "for each hut in lane { set hut.owner to first player in players } } }",
    ],
    "W1044": ["S may choose { option pay 1 wares to gain 2 coin\noption pay 2 wares to gain 2 coin }"],
    "W1046": ["S gain (count of rival in players where lane[4 + rival.number].owner is player) coin"],
    "W1062": ["sequence month = reap, feast, reap\nrule monthly { after begin() { do month() } }"],
    "W1063": [
        "action tax(player, amount: number) { lose 2 coin }\nrule taxes { after begin() { for each player in players { do tax(player, 3) } } }",
        "value share(player, hut) = player.coin / 2\nrule shares { toll(player) is more by share(player, lane[1]) }",
        "condition rich(player, hut) { require player.coin > 5 }\nrule riches { toll(player) is 0 where rich(player, lane[1]) }",
    ],
    "W1064": [
        "rule cap { toll(player) is never more than 2, toll(player) is never more than 3 }",
        "rule cap { toll(player) is never more than 3 where player.fish > 1 }\nrule tight { toll(player) is never more than 2 }",
        "rule cap { toll(player) is never less than 2, toll(player) is never less than 1 }",
        "rule cap { toll(player) is 0 where player.coin < 2, toll(player) is 2 }",
    ],
    "W1065": [
        "S if player.fish + player.wares > 6 { gain 1 coin }",
        "S gain (player.salt + player.coin + player.wares) coin",
    ],
    "W1066": ["S let giver = lane[1].owner, let taker = lane[2].owner, do hand_over(taker, giver)"],
    "W1064 ": [
        "rule low { toll(player) is never more than 1 where player.fish > 1, toll(player) is never less than 2 where player.fish > 1 }"
    ],
    "W1065 ": ["S gain (player.fish / 2 + player.fish / 2) coin"],
    "W1066 ": [
        "value tax(player, owner: player) = player.coin - owner.coin / 2\n"
        "rule taxes { after begin() { for each hut in lane, player in players { gain tax(hut.owner, player) coin } } }",
    ],
    "W1069": [
        "list gone of player\nphase close { clear gone }\nphase late { for each player in gone { gain 1 coin } }\nsequence eve = close, late\n"
        "rule eves { after begin() { for each player in players { add player to gone }\ndo eve() } }",
        "phase leave { for each hut in lane { set hut.owner to none } }\nphase tally { for each hut in lane where hut.owner is not none {"
        " hut.owner gains 1 coin } }\nsequence eve = leave, tally\nrule eves { after begin() { do eve() } }",
        "each player has { bid number from 0 to 9 }\nrule sale { after begin() { for each player in players { raise player.bid by 1 }\n"
        "for each player in players { set player.bid to 0 }\nlet best = first player in players with most player.bid, best gains 1 coin } }",
    ],
    "W1070": ["S let last = lane[max(player.coin, 3)], set last.owner to player"],
    "W1071": [
        "S may pay 1 fish or 1 fish + 1 salt to gain 2 coin",
        "constant fee = 1 salt or 2 salt\nrule buying { after begin() { for each player in players { may pay fee to gain 1 coin } } }",
    ],
    "W1072": [
        "kind card plural cards { worth number = 1 }\ncard ace { worth 3 }\ncard king\nlist deck of card hidden from all\nlist heap of card\n"
        "rule deal { after begin() { for each card in cards { add card to deck }\nput deck[1] from deck into heap, if heap[1].worth > 1 {"
        " for each player in players { gain 1 coin } } } }",
        "kind card plural cards { worth number = 1 }\ncard ace { worth 3 }\ncard king\nlist deck of card hidden from all\nlist heap of card\n"
        "rule deal { after begin() { for each card in shuffled cards { add card to deck }\nput deck[1] from deck into heap\n"
        "put all of heap into deck\nput deck[1] from deck into heap, if heap[1].worth > 1 { for each player in players { gain 1 coin } } } }",
        "kind card plural cards { worth number = 1 }\ncard ace { worth 3 }\ncard king\nlist deck of card hidden from all\nlist heap of card\n"
        "rule deal { after begin() { for each card in shuffled cards { add card to heap }\nfor each card in heap { put card from heap into deck }"
        "\nput deck[1] from deck into heap, if heap[1].worth > 1 { for each player in players { gain 1 coin } } } }",
    ],
    "W1073": [
        'each player has { rested "rested in this round" flag }\nrule rest { after begin() { for each player in players where not player.rested {'
        " set player.rested to yes, gain 1 coin } } }",
    ],
    "W1074": [
        'S repeat { choose { option buy "buy" { pay 1 coin, gain 1 fish }\noption sell "sell" { pay 1 fish, gain 2 coin }\n'
        'option enough "enough" { stop } } }',
    ],
    "W1034": ["scale toll_of = [1, 2, 4]\nS for each n in 0 to 2 { gain toll_of[n] coin }"],
    "W1044 ": [
        "S may { lose 2 coin }",
        'S may choose { option give "give" { lose 1 coin }\noption stay "stay" { say "no" } }',
        'S choose { option give "give" { pay 1 fish }\noption stay "stay" { } }',
    ],
    "W1067 ": [
        'S may "gain a fish" { pay 1 fish, gain 2 coin }',
        'condition rich(player) { require player.coin >= 5 "you need two coins" }\nS if rich(player) { gain 1 fish }',
        'rule gift "The other players gain a coin" { after begin() { for each player in players { gain 1 coin } } }',
    ],
    "W1075": [
        "rule caps { toll(player) is 3 where player.coin > 3, toll(player) is 0 where player.fish > 2 }",
        "rule caps { toll(player) is 3 where player.coin > 3, toll(player) is 0 where player.coin > 5 }",
    ],
    "W1076": [
        "kind lot plural lots { fee number = 2 }\nlot vase\nlot cup { fee 3 }\n"
        "S for each lot in lots { if player.fish >= lot.fee { lose lot.fee coin } }",
        "kind lot plural lots { fee number = 2 }\nrow hall of 3 lots\n"
        "S for each lot in hall { if lot.number <= lot.fee { lose lot.fee coin } }",
        "each player has { workers number = 5 }\nvalue price(player, hut) = hut.number + 1\n"
        "S for each hut in lane { lower player.workers by 1, lose price(player, hut) coin }\n"
        "if player.workers > 1 { lower player.workers by price(player, lane[1]) }",
        "S for each hut in lane { if hut.number > player.coin { gain 1 fish } }",
    ],
    "W1067": [
        'S may "Sell fish for 3 coins" { pay 1 fish, gain 2 coin }',
        'S may choose { option sell "sell 1 fish for 3 coin" { pay 1 fish, gain 2 coin }, option rest { nothing } }',
        'S may "sell 1 salt" { pay 1 fish, gain 2 coin }',
        'S may "pay two coins for a fish" { pay 3 coin, gain 1 fish }',
        'S may "Buy fish" { pay 1 fish, gain 2 coin }',
        'S may "Sell a fish" { pay 2 coin, gain 1 fish }',
        'rule bonus "Two coins for everybody" { after begin() { for each player in players { gain 3 coin } } }',
        'rule poor "For the one with the fewest coins" {\n'
        "  after begin() { let rich = first rival in players with most rival.coin, if rich as player { gain 1 coin } }\n}",
    ],
}
"""By the code of the warning; a line that begins with `S` is a statement for each player."""

SOUND = [
    "constant few = 3\n| Whoever has more than {few} coins gives one back. Whoever has {few} or fewer keeps all.\n"
    "rule tax { after begin() { for each player in players where player.coin > few { lose 1 coin } } }",
    "each player has { caught number, vow number }\nS raise player.caught by 1, set player.vow to player.coin\n"
    "for each player in players where player.caught is player.vow { gain player.vow coin }",
    "scale toll_of = [1, 2, 4]\nS for each n in 1 to 3 { gain toll_of[n] coin }",
    'S choose { option give "give" { pay 1 fish, gain 1 coin }\noption stay "stay" { } }',
    "rule caps { toll(player) is 3 where player.coin > 3, toll(player) is 0 where player.coin < 2 }",
    "kind lot plural lots { fee number = 2 }\nlot vase\nlot cup { fee 3 }\n"
    "S for each lot in lots { if player.coin >= lot.fee { lose lot.fee coin } }",
    "each player has { spent number for rules only }\nvalue price(player, hut) = hut.number + 1\nS for each hut in lane {"
    " lose price(player, hut) coin, raise player.spent by price(player, hut), if player.spent > 9 { gain 1 coin } }",
    'S for each n in 1 to 30 { say "step {n}" }',
    'rule gift "The other players gain a coin" { after begin() { for each player in players where player is not lane[1].owner { gain 1 coin } } }',
    'condition rich(player) { require player.coin >= 5 "you need five coins" }\nS if rich(player) { gain 1 fish }',
    "constant far = 3\nrule gate { after begin() { for each hut in lane where hut.number >= far { set hut.owner to none } } }",
    "S if some rival in players where rival.coin > player.coin { gain 1 coin }",
    "S if some rival in players where rival is not player and rival.coin >= player.coin { gain 1 coin }",
    "list order of player\nrule turns { after begin() { for each player in players { add player to order }\norder begins with order[2] } }",
    "S may choose { option pay 1 wares to gain 2 coin\noption pay 2 wares to gain 3 coin }",
    "list gone of player\nphase close { clear gone }\nphase late { for each player in gone { gain 1 coin } }\nsequence eve = late, close\n"
    "rule eves { after begin() { for each player in players { add player to gone }\ndo eve() } }",
    "list gone of player\nphase close { clear gone }\nphase late { for each player in gone { gain 1 coin } }\nsequence eve = close, late\n"
    "rule eves { after begin() { for each player in players { add player to gone }\ndo eve() }\n"
    "after close() { for each player in players { add player to gone } } }",
    "S let last = lane[min(player.coin, 3)], set last.owner to player",
    "S may pay 1 fish or 1 salt to gain 2 coin",
    "kind card plural cards { worth number = 1 }\ncard ace { worth 3 }\ncard king\nlist deck of card hidden from all\nlist heap of card\n"
    "rule deal { after begin() { for each card in shuffled cards { add card to deck }\nput deck[1] from deck into heap, if heap[1].worth > 1 {"
    " for each player in players { gain 1 coin } } } }",
    'each player has { rested "has rested" flag }\nrule rest { after begin() { for each player in players where not player.rested {'
    " set player.rested to yes, gain 1 coin } } }",
    'S repeat { choose { option buy "buy" { pay 2 coin, gain 1 fish }\noption sell "sell" { pay 1 fish, gain 2 coin }\n'
    'option enough "enough" { stop } } }',
    "S gain (count of rival in players where lane[2 + rival.number].owner is player) coin",
    "sequence month = feast, reap\nrule monthly { after begin() { do month() } }",
    'action tax(player) { say "tax" }\nrule taxes { after begin() { for each player in players { do tax(player) } } }',
    "rule cap { toll(player) is never more than 2 where player.fish > 1, toll(player) is never more than 3 }",
    "rule cap { toll(player) is never more than 2 where player.fish > 1, toll(player) is never more than 3 where player.salt > 1 }",
    "rule cap { toll(player) is 2, toll(player) is 0 where player.coin < 2 }",
    "S for each rival in players { if player.fish + rival.wares > 6 { gain 1 coin } }",
    "S if player.fish + player.salt > 6 { gain 1 coin }",
    "S for each giver in players, taker in shuffled players { do hand_over(giver, taker) }",
    'S may "Sell 1 fish for 2 coins" { pay 1 fish, gain 2 coin }',
    'S may "Sell a fish for 3 coins in all" { pay 1 fish, gain 2 coin, gain 1 coin }',
    'S may "Buy fish for coins" { pay 2 coin, gain 1 fish }',
    'S may "Sell your fish" { pay 1 fish, gain 1 coin }',
    'S may "1 fish from each of 2 boats" { gain 2 fish }',
    'S may "with at most 3 coins left" { gain 1 fish }',
    'rule poor "For the one with the fewest coins" {\n'
    "  after begin() { let last = first rival in players with fewest rival.coin, if last as player { gain 1 coin } }\n}",
]


def find_warnings(text: str, shown_names: Collection[str] = ()) -> list[str]:
    """The codes of warnings of rules in the world above, where players see what has one of `shown_names`."""
    definitions, begins, statement = f"\n{text}".partition("\nS ")
    rules = f"\nrule extra {{ after begin() {{ for each player in players {{\n  {statement}\n}} }} }}" if begins else ""
    made, found = check_texts(WORLD + definitions + rules, shown_names=shown_names)
    assert made is not None, [fault.message for fault in found if fault.is_error]
    return [fault.code for fault in found]


@pytest.mark.slow
def test_rules_that_mean_something_else_are_warned_of() -> None:
    missed = [
        (code, text, found)
        for code, texts in FAULTS.items()
        for text in texts
        if code.strip() not in (found := find_warnings(text))
    ]
    assert missed == []


@pytest.mark.slow
def test_sound_rules_that_look_like_them_are_not() -> None:
    assert [(text, found) for text in SOUND if set(found := find_warnings(text)) & FAULTS.keys()] == []


@pytest.mark.parametrize(
    "text",
    [
        "resource coin, apple", "group money = coin", "constant rent = 1", "scale steps = [1]", "state day number",
        "list order of player", "value v() = 1", "condition c(player) { require player.coin > 2 }", "action a() { }", "phase p { }",
        "sequence s = begin",
    ],
)  # fmt: skip
def test_what_nobody_uses_is_pointed_out(text: str) -> None:
    assert warnings(text) == ["W1001"]


def test_what_is_used_only_in_a_text_is_used() -> None:
    assert warnings('state day number\nrule r { after begin() { raise day by 1, say "day {day}" } }') == []


def test_what_only_a_paragraph_speaks_of_belongs_into_its_rule() -> None:
    rules = 'constant few = 3\n| All gain {few} coins.\nrule r { after begin() { say "gain" } }'
    (warning,) = [fault for fault in check_texts(rules)[1] if fault.code == "W1001"]
    assert warning.help.startswith("only a paragraph speaks of it")


def test_attaching_to_something_does_not_use_it() -> None:
    assert warnings("value v() = 1\nrule r { v() is more by 1 }") == ["W1001"]


def test_a_property_or_state_that_nobody_asks_for_is_pointed_out() -> None:
    text = "kind hut plural huts { price number, state owner player }\nhut barn { price 3 }\nstate site hut = barn"
    found = [f for f in check_texts(text)[1] if f.code == "W1002"]
    assert [(f.code, f.message) for f in found] == [
        ("W1002", "`price` of `hut` is never used"), ("W1002", "`owner` of `hut` is never used"),
    ]  # fmt: skip


def test_what_lends_a_name_is_used() -> None:
    text = "kind hut plural huts\nkind plot plural plots called hut { state hut hut }\nhut barn\nrow lane of 2 plots"
    assert warnings(text + "\nrule r { after begin() { set lane[1].hut to barn } }") == []


def test_score_and_outlook_are_used_by_the_game() -> None:
    made = model("value outlook(player) = player.coin * 2")
    assert made.outlook is made.values["outlook"]
    assert warnings("value outlook(player) = player.coin * 2") == []


def test_what_decides_who_wins_is_used_by_the_game() -> None:
    text = "value tie_break(player) = 1\nvalue team(player) = 1\nvalue may_win(player) = player.coin > 0"
    made = model(text)
    assert (made.tie_break, made.team, made.may_win) == tuple(made.values[name] for name in ("tie_break", "team", "may_win"))
    assert warnings(text) == []


def test_what_follows_the_end_of_the_game_is_pointed_out() -> None:
    (found,) = (f for f in check_texts('rule r { after begin() { end game "early"\n say "late" } }')[1])
    assert (found.code, found.message) == ("W1003", "nothing after `end game` is ever done")


def test_no_rule_may_ask_for_the_outlook() -> None:
    found = check_texts("value outlook(player) = player.coin\nvalue score(player) = outlook(player)")[1]
    assert [f.code for f in found] == ["E0410"]


def test_warnings_wait_until_the_text_is_right() -> None:
    assert [f.code for f in check_texts("constant rent = 1\naction a() { do b() }")[1]] == ["E0204"]
