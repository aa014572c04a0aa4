"""Decisions: every legal option and no other, each with an id; what is forced is taken; what is refused has a reason."""

from __future__ import annotations

from itertools import product

import caylus
import pytest
from hypothesis import given, strategies as st
from support import tiny
from support.texts import read_rules

MARKET = read_rules(__file__, "decisions_market")

NAMES = {"DAY": "0", "FOURTH": "none", "SHUT": "no", "COINS": "3", "GRAINS": "2", "WOOLS": "1", "OWNER": "none"}


def market(**changes: str) -> caylus.Game:
    text = MARKET
    for name, value in {**NAMES, **changes}.items():
        text = text.replace(name, value)
    return tiny.game(text, players=1)


def decision(game: caylus.Game) -> caylus.Decision:
    assert game.decision is not None
    return game.decision


# ---- what is offered


def test_options_are_listed_in_the_order_of_the_rules_their_choices_in_the_order_of_the_lists() -> None:
    assert tiny.ids(market()) == [
        "buy bread 1",
        "buy bread 2",
        "buy cheese 1 1 coin + 1 grain",
        "buy cheese 1 1 coin + 1 wool",
        "buy cheese 2 1 coin + 1 grain",
        "buy cheese 2 1 coin + 1 wool",
        "buy salt 1 2 grain + 1 wool",
        "sell bread 1 grain",
        "sell bread 1 wool",
        "sell cheese 2 grain",
        "sell cheese 1 grain + 1 wool",
        "rest",
    ]


def test_an_option_says_what_it_is_to_people_and_to_programs() -> None:
    bread, *_, rest = decision(market()).options
    assert (bread.text, rest.text) == ("buy 1 at Bread (street 1): pay 2 coin", "rest")
    assert bread.data == {"option": "buy", "choices": {"stall": "street 1", "amount": 1}, "pays": {"coin": 2}, "gains": {}}
    assert rest.data == {"option": "rest", "choices": {}, "pays": {}, "gains": {}}
    cheese = decision(market()).options[3]
    assert cheese.text == "buy 1 at Cheese (street 2): pay 1 coin + 1 wool"
    assert cheese.data["pays"] == {"coin": 1, "wool": 1}


def test_a_decision_says_who_decides_what_by_which_rule() -> None:
    d = decision(market())
    assert (d.player, d.prompt, d.rule, d.title, d.file) == ("Ann", "What to buy", "shop", "Shopping", "tiny/tiny.rules")
    assert tiny.rules(MARKET_TEXT()).sources[d.file].splitlines()[d.line - 1].strip() == 'choose "What to buy" {'


def MARKET_TEXT() -> str:  # noqa: N802
    text = MARKET
    for name, value in NAMES.items():
        text = text.replace(name, value)
    return text


def test_two_stalls_with_one_ware_are_told_apart_by_their_places() -> None:
    ids = tiny.ids(market(FOURTH="bread"))
    assert ids[:2] == ["buy bread at street 1 1", "buy bread at street 1 2"]
    assert {"buy bread at street 4 1", "buy bread at street 4 2"} <= set(ids)


def test_taking_an_option_pays_for_it_and_carries_it_out() -> None:
    game = market()
    game.choose("buy cheese 2 1 coin + 1 wool")
    assert tiny.list_holdings(game) == {"coin": 2, "grain": 2}
    assert game.view()["rows"]["street"][1]["shut"] is True


# ---- what is not


MARKETS = st.fixed_dictionaries(
    {
        "DAY": st.sampled_from(["0", "2", "5"]),
        "FOURTH": st.sampled_from(["none", "bread"]),
        "SHUT": st.sampled_from(["yes", "no"]),
        "COINS": st.sampled_from(["1", "3"]),
        "GRAINS": st.sampled_from(["0", "4"]),
        "WOOLS": st.sampled_from(["0", "2"]),
        "OWNER": st.sampled_from(["none", "player"]),
    }
)


@pytest.mark.slow
@given(MARKETS)
def test_each_combination_of_choices_is_offered_or_refused_with_a_reason_and_never_both(changes: dict[str, str]) -> None:
    d = market(**changes).decision
    if d is None:
        return  # nothing but resting was left
    offered = {tuple(o.data["choices"].values()) for o in d.options if o.data["option"] == "buy"}
    labels = {"street 1": "bread", "street 2": "cheese", "street 3": "salt", "street 4": "street 4"}
    if changes["FOURTH"] == "bread":
        labels |= {"street 1": "bread at street 1", "street 4": "bread at street 4"}
    for stall, amount in product(labels, (1, 2)):
        reasons = d.why_not("buy", labels[stall], str(amount))
        assert ((stall, amount) in offered) == (reasons == ()), (stall, amount, reasons)


def reasons(game: caylus.Game, *words: str) -> list[str]:
    return [reason.text for reason in decision(game).why_not(*words)]


def test_a_refusal_gives_every_condition_that_fails_in_the_words_of_the_rules() -> None:
    game = market(SHUT="yes", OWNER="player", COINS="1", GRAINS="0", WOOLS="2")
    assert reasons(game, "buy bread 1") == ["it is shut", "that costs 2 coin"]
    assert reasons(game, "buy", "street 4", "2") == ["nothing is sold there"]
    assert reasons(game, "buy cheese 2") == ["only one from another"]
    assert reasons(game, "buy salt 2") == [
        "that is too much to carry",
        "that costs 3 sack of grain or 2 sack of grain + 1 wool or 1 sack of grain + 2 wool or 3 wool",
    ]
    assert reasons(game, "buy cheese 1 1 coin + 1 grain") == ["that costs 1 coin + 1 sack of grain"]


def test_a_refusal_names_the_line_of_each_condition() -> None:
    (reason,) = decision(market(SHUT="yes")).why_not("buy bread 1")
    assert tiny.rules(MARKET_TEXT()).sources[reason.file].splitlines()[reason.line - 1].strip().endswith('"it is shut"')


@pytest.mark.parametrize("words", [("rest",), ("buy bread 1",), ("buy", "bread", "2"), ("buy", "street 1", "2")])
def test_what_is_legal_is_not_refused(words: tuple[str, ...]) -> None:
    assert reasons(market(), *words) == []


@pytest.mark.parametrize("words", [("dance",), ("buy", "nowhere", "1"), ("",), ("buy",), ("buy bread",), ("buy bread 1 2",)])
def test_what_means_nothing_here_is_neither_legal_nor_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(caylus.UnknownThing):
        decision(market()).why_not(*words)


def test_what_means_nothing_is_told_with_what_was_probably_meant() -> None:
    with pytest.raises(caylus.UnknownThing, match="did you mean `rest`"):
        decision(market()).why_not("restt")
    with pytest.raises(caylus.IllegalChoice, match="did you mean `rest`"):
        market().choose("restt")


def test_an_object_goes_by_the_name_that_the_view_has_for_it_too() -> None:
    assert reasons(market(SHUT="yes"), "buy street 1 1") == reasons(market(SHUT="yes"), "buy bread 1") == ["it is shut"]


def test_a_cell_of_the_table_is_asked_about_like_an_option() -> None:
    text = """
    kind hut plural huts
    hut barn
    hut shed
    hut mill
    kind plot plural plots called hut { state hut hut }
    row road of 3 plots
    action main() {
      set road[1].hut to shed
      set road[2].hut to barn
      for each player in players {
        choose {
          option visit(plot in road, n in 1 to 2) {
            require plot.number > 1   "too near"
            require plot.hut is barn  "shut"
            require n < 2             "too long"
          }
          option rest { }
        }
      }
    }
    """
    game = tiny.game(text, 1)
    assert reasons(game, "road 1") == reasons(game, "shed") == ["too near", "shut", "too long"]
    assert reasons(game, "road 2") == reasons(game, "barn") == reasons(game, "visit road 2 1") == []
    assert reasons(game, "road 3") == ["shut", "too long"]
    for nothing in ("mill", "road 4", "Ann", "road"):
        with pytest.raises(caylus.UnknownThing):
            decision(game).why_not(nothing)


def test_what_nobody_may_do_here_and_everybody_understands_has_a_reason() -> None:
    assert reasons(market(), "decline") == ["one of the options has to be chosen"]
    assert reasons(simple("gain 1 coin or 2 wool"), "gain 1 grain") == ["that is not among the choices"]
    assert reasons(market(), "buy cheese 1 7 wool") == ["that costs 1 coin + 1 sack of grain or 1 coin + 1 wool"]


def test_an_illegal_choice_says_why_and_changes_nothing() -> None:
    game = market(SHUT="yes")
    before = game.save()
    with pytest.raises(caylus.IllegalChoice, match="it is shut") as caught:
        game.choose("buy bread 1")
    assert [r.text for r in caught.value.reasons] == ["it is shut"]
    assert game.save() == before


def test_an_option_of_another_moment_is_illegal_if_it_is_not_one_now() -> None:
    game = market()
    bread, *_ = decision(game).options
    with pytest.raises(caylus.IllegalChoice):
        market(SHUT="yes").choose(bread)
    game.choose("rest")
    with pytest.raises(caylus.IllegalChoice, match="over"):
        game.choose(bread)


# ---- choices that are none


def simple(body: str, players: int = 1) -> caylus.Game:
    text = f"""
resource coin, wool, grain
group goods = wool, grain
state n number
state who player
action main() {{ for each player in players {{ {body} }} }}
"""
    return tiny.game(text, players)


def test_the_only_legal_option_is_taken_unasked_and_told() -> None:
    game = simple("choose { option a { require n > 0, set n to 5 }, option b { set n to 7 } }")
    assert (game.over, tiny.table(game)["n"], game.chosen) == (True, 7, [])
    assert [(e.kind, e.text) for e in game.events] == [("choice", "Ann: b"), ("set", "n: 7")]


TITLED = """
resource coin "gold coin", nut "hazelnut"
action main() {
  for each player in players { gain 2 coin + 2 nut }
  for each player in players { choose { option toll "pass" { pay 1 coin or 1 nut } } else { }, gain 1 coin or 1 nut }
}
"""


def test_ids_call_resources_by_their_names_and_texts_by_their_titles() -> None:
    game = tiny.game(TITLED, 1)
    assert game.decision is not None
    assert [(option.id, option.text) for option in game.decision.options] == [
        ("toll 1 coin", "pass: pay 1 gold coin"),
        ("toll 1 nut", "pass: pay 1 hazelnut"),
    ]
    game.choose("toll 1 nut")
    assert game.decision is not None
    assert [(option.id, option.text) for option in game.decision.options] == [
        ("gain 1 coin", "gain 1 gold coin"),
        ("gain 1 nut", "gain 1 hazelnut"),
    ]


@pytest.mark.parametrize(("n", "price"), [(60, "n goods"), (3, "n different goods")])
def test_a_price_that_nobody_could_pay_is_a_reason_like_any_other(n: int, price: str) -> None:
    text = f"resource a, b, c, d, e\ngroup goods = a, b, c, d, e\ngroup two = a, b\nstate n number = {n}\n" + (
        "action main() { for each player in players { choose { "
        f'option buy {{ require n is 0 "not today", pay {price.replace("different goods", "different two")} }}, option a {{ }}, option b {{ }} }} }} }}'
    )
    game = tiny.game(text, 1)
    assert reasons(game, "buy") == ["not today", "that cannot be paid"]
    with pytest.raises(caylus.IllegalChoice, match="that cannot be paid"):
        game.choose("buy")


def test_a_number_of_any_size_is_told_why() -> None:
    text = """
resource coin
action main() {
  for each player in players {
    gain 60 coin
    choose { option bid(amount in 1 to player.coin) { require amount < 20  "too much" }, option pass { nothing } }
  }
}
"""
    game = tiny.game(text)
    told = {word: [reason.text for reason in decision(game).why_not(f"bid {word}")] for word in ("19", "55", "61", "-400")}
    out = "that is not among the choices"
    assert told == {"19": [], "55": ["too much"], "61": [out, "too much"], "-400": [out]}


def test_a_comment_within_a_condition_is_no_part_of_the_reason() -> None:
    game = tiny.game("""
resource coin
action main() {
  for each player in players {
    choose "Well" {
      option rich {
        require player.coin > 1 and (  -- "nobody" has so much
          player.coin > 3 or           -- or so
          player.coin < 0
        )
      }
      option poor { gain 1 coin }
      option idle { gain 2 coin }
    }
  }
}
""")
    assert reasons(game, "rich") == ["player.coin > 1 and ( player.coin > 3 or player.coin < 0 )"]
