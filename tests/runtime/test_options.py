"""What an option tells programs and people, with several things chosen at once, and what declining says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import caylus
import pytest
from caylus.spaces import ActionSpace
from hypothesis import given, settings, strategies as st
from support import orchard, tiny
from support.texts import read_rules

PICKS = st.lists(st.integers(0, 60), min_size=1, max_size=30)


def play_game(rules: caylus.Ruleset, players: int, picks: Sequence[int], most: int = 250) -> Iterator[caylus.Decision]:
    """The decisions of a game, as the picks, over and over, choose."""
    game = rules.new_game(players, seed=len(picks))
    for i in range(most):
        if (decision := game.decision) is None:
            return
        yield decision
        game.play(picks[i % len(picks)] % len(game.moves))


@pytest.mark.slow
@settings(max_examples=3)
@given(st.sampled_from(["classic", "1303"]), st.integers(2, 5), PICKS)
def test_no_two_options_of_a_decision_have_the_same_text(name: str, players: int, picks: list[int]) -> None:
    for decision in play_game(caylus.load(name), players, picks):
        texts = Counter(option.text for option in decision.options)
        assert max(texts.values()) == 1, texts.most_common(1)


TITLES = st.sampled_from(["Hut", "Hut", "Mill", "one", "Hut (one)", "take", "b"])


@pytest.mark.slow
@given(st.tuples(TITLES, TITLES, TITLES), st.tuples(TITLES, TITLES), st.sampled_from(["{h}", "x", "{h} {n}"]))
def test_things_of_one_title_are_told_apart(titles: tuple[str, ...], words: tuple[str, ...], text: str) -> None:
    rules = f"""
    resource coin
    kind hut plural huts
    hut one "{titles[0]}"
    hut two "{titles[1]}"
    hut three "{titles[2]}"
    action main() {{
      for each player in players {{
        gain 2 coin
        choose {{
          option take(h in huts, n in 1 to 2) "{text}" {{ pay n coin }}
          option a "{words[0]}" {{ nothing }}
          option b "{words[1]}" {{ nothing }}
        }}
      }}
    }}
    """
    options = tiny.game(rules.replace("{ nothing }", "{ }"), 1).decision.options
    assert len({option.text for option in options}) == len(options) == 8


def test_what_tells_two_options_apart_stands_in_the_text() -> None:
    text = """
    resource coin
    kind hut plural huts
    hut one "Hut"
    hut two "Hut"
    hut barn "Barn"
    action main() {
      for each player in players { gain 1 coin, may choose { option build(hut in huts) "build {hut}" { pay 1 coin } } }
    }
    """
    texts = [option.text for option in tiny.game(text, 1).decision.options]
    assert texts == ["build Hut (one): pay 1 coin", "build Hut (two): pay 1 coin", "build Barn: pay 1 coin", "decline"]


def check_amounts(game: caylus.Game) -> None:
    """What each option pays and surely gains is what happens when it is taken."""
    for option in game.decision.options:
        twin = game.copy(events=True)
        twin.choose(option.id)
        told: dict[str, Counter[str]] = {"pay": Counter(), "gain": Counter()}
        for event in twin.events[option.data["option"] != "gain" :]:
            if event.kind == "choice":
                break
            if event.kind in told and event.player == game.decision.player:
                told[event.kind].update(event.data["amounts"])
        assert option.data["pays"] == dict(told["pay"]), option.id
        assert all(told["gain"][name] >= n > 0 for name, n in option.data["gains"].items()), option.id


@pytest.mark.slow
@settings(max_examples=10)
@given(PICKS, st.integers(1, 3))
def test_what_an_option_pays_and_surely_gains_is_what_happens(picks: list[int], players: int) -> None:
    for game in orchard.positions(picks, players):
        if game.decision is not None:
            check_amounts(game)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["classic", "1303"])
def test_what_options_of_shipped_games_pay_and_surely_gain_is_what_happens(name: str) -> None:
    game = caylus.load(name).new_game(4, seed=2)
    for step in range(150):
        if game.decision is None:
            break
        check_amounts(game)
        game.play(step * 7919 % len(game.moves))


GAINS = read_rules(__file__, "options_gains")


@pytest.mark.parametrize(
    ("statements", "gains"),
    [
        ("gain 2 coin + 1 wool", {"coin": 2, "wool": 1}),
        ("pay 1 coin, gain 2 wool", {"wool": 2}),
        ("gain hut.worth", {"coin": 2, "wool": 1}),
        ("gain player.coin wool", {"wool": 5}),
        ("pay 1 coin, gain player.coin wool", {}),
        ("gain 1 coin, gain player.coin wool", {"coin": 1}),
        ("set n to 3, gain n coin", {}),
        ("gain (n + 1) coin", {"coin": 1}),
        ("if hut is barn { gain 1 wool } else { gain 9 wool }", {"wool": 1}),
        ("set n to 1, if n is 1 { gain 1 wool }, gain 1 coin", {}),
        ("if hut is barn { raise n by 1 }, gain (n + 1) coin", {}),
        ("if hut is shed { raise n by 1 } else { nothing }, gain (n + 1) coin", {}),
        ("set n to 1, if n is 1 { stop }, gain 1 coin", {}),
        ("for each other in players { other gains 1 wool }, gain 1 coin", {}),
        ("gain 1 coin or 1 wool, gain 4 coin", {}),
        ("do twice(player, 1 wool)", {"wool": 2}),
        ("do twice(player, hut.worth)", {"coin": 4, "wool": 2}),
        ("do ask(player), gain 1 coin", {}),
        ("gain 1 coin, do ask(player)", {"coin": 1}),
        ("lose 2 coin, gain 1 coin", {}),
        ("gain 5 apple", {"apple": 3}),
        ("let k = 2, gain k wool", {"wool": 2}),
    ],
)
def test_a_gain_is_sure_only_where_nothing_stands_in_its_way(statements: str, gains: dict[str, int]) -> None:
    game = tiny.game(GAINS.replace("STATEMENTS", statements), 1)
    assert game.decision.options[0].data["gains"] == gains
    check_amounts(game)


@pytest.mark.parametrize("condition", ["player.luck > 2", "reveal player.luck > 2"])
def test_a_gain_is_not_foretold_that_rests_on_something_hidden(condition: str) -> None:
    text = f"""
resource coin, luck hidden
action main() {{
  for each player in players {{
    gain 3 luck
    choose {{
      option ask {{ if {condition} {{ gain 1 luck }}, gain 1 coin }}
      option stay {{ }}
    }}
  }}
}}
"""
    assert tiny.game(text).decision.options[0].data["gains"] == {"coin": 1}


def test_a_gain_is_not_sure_behind_a_stop_that_play_decides_about() -> None:
    text = """
resource coin
state n number
action main() { repeat at most 1 times { for each player in players {
  choose { option go { raise n by 1, if n is 1 { stop }, gain 1 coin }, option stay { } }
} } }
"""
    game = tiny.game(text, 1)
    assert game.decision.options[0].data["gains"] == {}
    game.choose("go")
    assert tiny.list_holdings(game) == {}


def test_a_gain_of_several_ways_is_not_sure() -> None:
    game = tiny.game(GAINS.replace("STATEMENTS", "gain hut.worth, gain 1 coin"), 1)
    assert [o.data["gains"] for o in game.decision.options] == [{"coin": 3, "wool": 1}, {}, {}]


def test_an_option_touches_what_is_chosen_and_where_that_lies() -> None:
    text = """
    kind hut plural huts
    hut barn
    hut shed
    kind plot plural plots called hut { state hut hut }
    row road of 3 plots
    action main() {
      set road[2].hut to barn
      for each player in players {
        choose {
          option visit(plot in road) { }
          option paint(hut in huts, other in players) { }
          option jump(n in 1 to 2) { }
          option rest { }
        }
      }
    }
    """
    decision = tiny.game(text, 1).decision
    assert {option.id: option.cells for option in decision.options} == {
        "visit road 1": ("road 1",),
        "visit barn": ("road 2",),
        "visit road 3": ("road 3",),
        "paint barn Ann": ("barn", "road 2", "Ann"),
        "paint shed Ann": ("shed", "Ann"),
        "jump 1": (),
        "jump 2": (),
        "rest": (),
    }


def test_what_surely_comes_of_an_option_ends_where_something_may_follow() -> None:
    text = """
resource coin, gem
rule bend { after player gains gem { may pay 1 coin to gain 1 gem } }
action main() { for each player in players { choose {
  option a { gain 1 gem, gain 2 coin }
  option b { nothing }
} } }
"""
    game = tiny.game(text, 1)
    assert game.decision is not None
    assert [option.data["gains"] for option in game.decision.options] == [{"gem": 1}, {}]


GAME = read_rules(__file__, "options")


def game(choose: str, **more: object) -> caylus.Game:
    return tiny.game(GAME.replace("CHOOSE", choose), players=1, **more)


TWO = """choose {
  option discard(many thrown in hand) "throw away {thrown}" {
    for each card in thrown { remove card from hand, add card to thrown_away }
    set total to sum of card.worth for card in thrown
  }
} else { nothing }"""


def test_a_text_names_all_of_them() -> None:
    assert next(str(option) for option in game(TWO).decision.options) == "throw away queen and ace"
    all_three = game(TWO.replace("many thrown", "(many + 1) thrown"))
    assert tiny.ids(game(TWO.replace("many thrown", "4 thrown"))) == []
    assert all_three.view()["lists"]["thrown_away"] == ["queen", "ace", "king"]
    assert [event.text for event in all_three.events if event.kind == "choice"] == ["Ann: throw away queen, ace and king"]


def test_data_and_cells_name_each_of_them() -> None:
    option = game(TWO).decision.options[2]
    assert option.data["choices"] == {"thrown_1": "ace", "thrown_2": "king"}
    assert option.cells == ("ace", "king")


def test_an_action_space_has_each_combination_of_a_kind_once() -> None:
    played = game(TWO)
    space = ActionSpace(played.rules, 1)
    assert {space.text(number) for number in space.legal(played)} == {f"main: {id_}" for id_ in tiny.ids(played)}
    played = game("choose { option keep(2 kept in cards) { set total to kept[1].worth } } else { nothing }")
    assert len(ActionSpace(played.rules, 1)) == len(tiny.ids(played)) == 6


TEXT = """
resource coin
action main() {
  let price = 2
  for each player in players {
    may choose "Build" or "keep the {price} coins" { option build "build" { raise player.coin by 1 } }
    may take "Take a coin" or "leave it" { gain 1 coin }
    may pay 1 coin to gain 2 coin
  }
}
"""


def test_declining_says_what_the_rules_say_and_keeps_its_id() -> None:
    game = tiny.game(TEXT)
    assert [(o.id, o.text) for o in game.decision.options] == [("build", "build"), ("decline", "keep the 2 coins")]
    game.choose("decline")
    assert next(e.text for e in reversed(game.events) if e.kind == "choice") == "Ann: keep the 2 coins"
    assert [o.text for o in game.decision.options] == ["Take a coin", "leave it"]


def test_words_that_an_option_has_as_well_are_told_apart() -> None:
    (first, second) = tiny.game('action main() { for each player in players { may "rest" or "rest" { } } }').decision.options
    assert (first.text, second.text) == ("rest (accept)", "rest (decline)")


def test_an_offer_that_costs_nothing_is_asked_all_the_same() -> None:
    game = tiny.game(TEXT)
    assert game.decision.usual is None
    game.choose("decline")
    assert (game.decision.usual, tiny.ids(game)) == (game.decision.options[0], ["take", "decline"])


def test_nothing_that_costs_something_is_usual() -> None:
    rules = "resource coin, nut\ngroup any = coin, nut\n"
    game = tiny.game(rules + "action main() { for each player in players { gain 1 coin + 1 nut, may pay 1 any to gain 1 nut } }")
    assert (len(game.decision.options), game.decision.usual) == (3, None)


def test_words_of_declining_that_not_everybody_may_know_are_not_told_to_others() -> None:
    rules = 'each player has { bid number = 3 hidden }\naction main() { for each player in players { may "Bid" or "keep {player.bid}" { } } }'
    game = tiny.game(rules)
    assert game.decision.options[1].text == "keep 3"
    game.choose("decline")
    assert [e.text for e in game.events_for("Ben") if e.kind == "choice"] == ["Ann: decline"]
