"""Worlds that go on from decision to decision agree with all that was told, by other ways than a card's move too."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from random import Random

import caylus
import pytest
from caylus.knowledge.variable_sources import blind_lists
from caylus.runtime.worlds import Witness
from support import tiny
from support.texts import read_rules

ROUTES = read_rules(__file__, "kept_worlds_routes")

TIERS = """
kind tier plural tiers {
  level number
  state deck list of card hidden from all
}
tier low { level 1 }
tier middle { level 2 }
tier high { level 3 }
kind card plural cards { level number }
CARDS
list shown of card
each player has { kept list of card hidden }
action main() {
  for each tier in tiers {
    for each card in shuffled cards where card.level is tier.level { add card to tier.deck }
  }
  for each tier in tiers { repeat 3 times { put tier.deck[1] from tier.deck into shown } }
  repeat 5 times { for each player in players {
    choose "Keep" {
      option keep(card in shown) { put card from shown into player.kept }
      option lay(card in player.kept where card.level < 3) { put card from player.kept into shown }
      option pass { nothing }
    }
    for each tier in tiers { put tier.deck[1] from tier.deck into shown }
  } }
}
""".replace("CARDS", "\n".join(f"card c{level}_{i} {{ level {level} }}" for level in (1, 2, 3) for i in range(20)))


def decisions(text: str, seed: int) -> Iterator[caylus.Game]:
    """A game at each of its decisions, as somebody plays it who chooses anything."""
    lots, game = Random(seed), tiny.game(text, 2, seed)
    while not game.over:
        yield game
        game.play(lots.randrange(len(game.moves)))


def hands(game: caylus.Game) -> list[object]:
    return [game.read("hand", player) for player in game.players]


@pytest.mark.slow
def test_a_kept_world_shows_its_seat_what_the_game_does() -> None:
    kept, different = caylus.KeptWorlds(), 0
    for number, game in enumerate(decisions(ROUTES, 1)):
        if game.seat == 0:
            world = kept.draw(game.worlds("Ann"), number, 600)
            assert world.view("Ann") == game.view("Ann")
            assert tiny.ids(world) == tiny.ids(game)
            different += hands(world) != hands(game)
        if number > 30:
            break
    assert different > 5, "the truth was handed out"


@pytest.mark.slow
def test_what_is_played_again_for_a_kept_world_does_not_grow_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    played = 0
    play = caylus.Game._play

    def count(game: caylus.Game, move: tuple[int, ...], seat: int) -> None:
        nonlocal played
        played += 1
        play(game, move, seat)

    costs: list[int] = []
    for seed in range(2):
        kept = caylus.KeptWorlds()
        for number, game in enumerate(decisions(ROUTES, seed)):
            if game.seat == 0:
                with monkeypatch.context() as patch:
                    patch.setattr(caylus.Game, "_play", count)
                    played = 0
                    kept.draw(game.worlds("Ann"), number, 600)
                costs.append(played)
    game_costs = costs[: len(costs) // 2], costs[len(costs) // 2 :]
    early, late = (sum(sum(costs[part]) for costs in game_costs) for part in (slice(0, 12), slice(13, 25)))
    assert late < 2 * early


@pytest.mark.slow
def test_what_the_seat_cannot_tell_makes_no_difference_to_kept_worlds() -> None:
    first = tiny.game(ROUTES, 2, 1)
    kept = caylus.KeptWorlds()
    for number in range(8):
        twin = first.worlds("Ann").draw(number)  # a game that Ann cannot tell from the true one, with other hidden cards
        worlds = [caylus.KeptWorlds().draw(game.worlds("Ann"), 5, 600) for game in (first, twin)]
        assert hands(worlds[0]) == hands(worlds[1])
        first.play(number % len(first.moves))
    assert kept.draw(first.worlds("Ann"), 5, 600).view("Ann") == first.view("Ann")


@pytest.mark.slow
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda kept: pickle.loads(pickle.dumps(kept))])
def test_a_copy_goes_on_as_the_kept_worlds_themselves(duplicate: object) -> None:
    assert callable(duplicate)
    kept, game = caylus.KeptWorlds(), tiny.game(ROUTES, 2, 3)
    for number, game in enumerate(decisions(ROUTES, 3)):
        if game.seat == 0 and number < 16:
            kept.draw(game.worlds("Ann"), number, 600)
        elif game.seat == 0:
            twin = duplicate(kept)
            assert twin.draw(game.copy().worlds("Ann"), number, 600) == kept.draw(game.worlds("Ann"), number, 600)
        if number > 24:
            break


@pytest.mark.slow
def test_worlds_of_another_game_or_of_choices_taken_back_are_not_handed_out() -> None:
    kept = caylus.KeptWorlds()
    for number, game in enumerate(decisions(ROUTES, 1)):
        if number == 10:
            break
        kept.draw(game.worlds("Ann"), number, 600)
    game.undo_to(4)
    assert kept.draw(game.worlds("Ann"), 1, 600).view("Ann") == game.view("Ann")
    another = tiny.game(ROUTES, 2, 7)
    assert kept.draw(another.worlds("Ann"), 1, 600).view("Ann") == another.view("Ann")


@pytest.mark.slow
def test_three_decks_filled_by_a_condition_always_have_a_world() -> None:
    for number, game in enumerate(decisions(TIERS, 1)):
        player = game.players[game.seat]
        assert game.worlds(player).draw(number, 100).view(player) == game.view(player)


def test_a_condition_that_the_table_may_change_is_asked_in_the_turn_of_each_member() -> None:
    text = """
    kind card plural cards { nr number }
    card one { nr 1 }
    card two { nr 2 }
    card three { nr 3 }
    list heap of card
    action main() { for each card in shuffled cards where size of heap < 2 { add card to heap } }
    """
    assert {len(tiny.game(text, 1, seed).read("heap")) for seed in range(5)} == {2}
    assert len(tiny.game(text.replace("size of heap < 2", "card.nr < 3"), 1, 0)._machine.drawn[0][1]) == 2


@pytest.mark.parametrize(
    ("look", "decks"),
    [
        ("nothing", {"deck"}),
        ("let found = reveal (some card in deck where card.nr is 2), if found { gain 1 point }", set()),
        ("if size of deck < 3 { shuffle deck }", {"deck"}),
    ],
)
def test_a_list_is_a_deck_if_no_rule_looks_into_it(look: str, decks: set[str]) -> None:
    text = ROUTES.replace("option draw {", f"option look {{ {look} }}\n    option draw {{")
    assert {list_.name for list_ in blind_lists(tiny.rules(text).model)} == decks


SEEDS = range(12)

NUMBERS = """
resource point
resource dime hidden
each player has {{
  secret number from 1 to 3 hidden
  note number hidden
  bid number hidden
  open number
}}
state shown number
action main() {{
  for each player in players {{
    let lot = random 1 to 3
    set player.secret to lot
  }}
  {told}
  for each player in players {{ choose "Go on?" {{
    option on {{ nothing }}
    option stay {{ nothing }}
  }} }}
}}
"""
CARDS = """
kind card plural cards {{ nr number }}
card c1 {{ nr 1 }}
card c2 {{ nr 2 }}
card c3 {{ nr 3 }}
card c4 {{ nr 4 }}
card c5 {{ nr 5 }}
card c6 {{ nr 6 }}
list deck of card hidden from all
list laid of card hidden from all
each player has {{ hand list of card hidden }}
action main() {{
  for each card in shuffled cards {{ add card to deck }}
  for each player in players {{ put deck[1] from deck into player.hand, put deck[1] from deck into player.hand }}
  {told}
  for each player in players {{ choose "Go on?" {{
    option on {{ nothing }}
    option stay {{ nothing }}
  }} }}
}}
"""


def numbers(told: str) -> str:
    return NUMBERS.format(told=told)


Fits = Callable[[caylus.Game, caylus.Game], bool]


def secret(game: caylus.Game) -> int:
    return int(game.read("secret", "Ann"))


TOLD: dict[str, tuple[str, Fits]] = {
    "w03: an answer of reveal": (
        "for each player in players { if reveal (player.secret is 2) { set player.open to 1 } }",
        lambda truth, world: (secret(truth) == 2) == (secret(world) == 2),
    ),
    "w06: a revealed number that was worked out of another": (
        "for each player in players { set player.note to player.secret * 2, reveal player.note }",
        lambda truth, world: secret(truth) == secret(world),
    ),
    "w07: a revealed sum": (
        "set shown to reveal (sum of player.secret for player in players)",
        lambda truth, world: (
            sum(t.read("secret", p) for t in [truth] for p in t.players) == sum(world.read("secret", p) for p in world.players)
        ),
    ),
    "w10: who has most": (
        "let leader = reveal (first player in players with most player.secret)\n  set leader.open to 1",
        lambda truth, world: (
            secret(world) >= world.read("secret", "Ben")
            if truth.read("open", "Ann")
            else secret(world) < world.read("secret", "Ben")
        ),
    ),
    "w01: an option that requires the chooser's secret": (
        'for each player in players { choose "Show?" { option show { require player.secret is 1, set player.open to 1 }'
        "\n option keep { set player.open to 2 } } }",
        lambda truth, world: truth.read("open", "Ann") != 1 or secret(world) == 1,
    ),
    "w17: a price paid out of a hidden purse": (
        "for each player in players { player gains (player.secret - 1) dime }\n"
        '  for each player in players { choose "Pay?" { option give { pay 1 dime, set player.open to 1 }'
        "\n option keep { nothing } } }",
        lambda truth, world: truth.read("open", "Ann") != 1 or secret(world) >= 2,
    ),
    "w02: a bid within a hidden purse": (
        "for each player in players { player gains player.secret dime }\n"
        '  for each player in players { choose "Bid" { option bid(n in 0 to player.dime) { set player.open to n } } }',
        lambda truth, world: secret(world) >= truth.read("open", "Ann"),
    ),
    "a bid made at once and shown": (
        "for each player in players { player gains player.secret dime }\n"
        '  for each player in players at once { choose "Bid" { option bid(n in 0 to player.dime) { set player.bid to n } } }\n'
        "  for each player in players { reveal player.bid, set player.open to player.bid }",
        lambda truth, world: secret(world) >= truth.read("open", "Ann") == world.read("open", "Ann"),
    ),
}


def positions(text: str, seeds: range = SEEDS) -> list[caylus.Game]:
    """Games at their last decision, each with other choices."""
    found = []
    for seed in seeds:
        game = tiny.game(text, 2, seed)
        pick = seed
        while game.decision is not None and "Go on?" not in game.decision.prompt:
            pick = pick * 7 + 3
            game.choose(game.decision.options[pick % len(game.moves)], None)
        found.append(game)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", TOLD)
def test_no_world_contradicts_what_was_told(name: str) -> None:
    told, fits = TOLD[name]
    for game in positions(numbers(told)):
        worlds = game.worlds("Ben")
        assert worlds.are_exact
        for seed in range(6):
            world = worlds.draw(seed)
            assert world.view("Ben") == game.view("Ben")
            assert fits(game, world)
            assert fits(game, game.determinize("Ben", seed))


@pytest.mark.parametrize("name", TOLD)
def test_what_was_not_told_differs_from_world_to_world(name: str) -> None:
    told, _fits = TOLD[name]
    game = positions(numbers(told), range(1))[0]
    worlds = {tuple(game.determinize("Ann", seed).read("secret", player) for player in game.players) for seed in range(40)}
    truth = tuple(game.read("secret", player) for player in game.players)
    assert truth in worlds


@pytest.mark.slow
def test_a_card_laid_face_down_was_one_that_could_be_laid() -> None:
    told = (
        'for each player in players { choose "Lay" { option lay(card in player.hand where card.nr > 2)'
        " { put card from player.hand into laid }\n option keep { nothing } } }"
    )
    seen = set()
    for game in positions(CARDS.format(told=told)):
        for seed in range(10):
            world = game.determinize("Ben", seed)
            assert world.read("hand", "Ben") == game.read("hand", "Ben")
            assert not {"c1", "c2"} & set(world.read("laid"))
            seen.add(tuple(world.read("laid")))
    assert len(seen) > 4


def test_a_world_has_worlds_that_contradict_nothing_either() -> None:
    told, fits = TOLD["w07: a revealed sum"]
    for game in positions(numbers(told), range(4)):
        world = game.determinize("Ben", 1)
        assert world.worlds("Ben").are_exact
        assert all(fits(game, world.determinize("Ben", seed)) for seed in range(6))


def test_where_it_is_not_known_what_led_here_worlds_are_not_exact() -> None:
    game = positions(numbers(TOLD["w07: a revealed sum"][0]), range(1))[0]
    assert not caylus.resume(game.save("Ben")).worlds("Ben").are_exact
    assert caylus.resume(game.save()).worlds("Ben").are_exact


def test_where_no_world_is_found_within_the_bound_none_is_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caylus.runtime.worlds.MOST_REPLAYED", 0)
    game = positions(numbers(TOLD["w07: a revealed sum"][0]), range(1))[0]
    with pytest.raises(caylus.NoWorld, match="Ben was told"):
        game.determinize("Ben", 1)


def test_a_draw_of_nothing_can_only_have_been_what_it_was() -> None:
    assert Witness(0).is_settled(0, 0)
    assert not Witness(0).is_settled(0, 1)
