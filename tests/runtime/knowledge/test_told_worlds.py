"""Worlds of a seat keep what it was told by other ways than a card's move."""

from __future__ import annotations

from collections.abc import Callable

import caylus
import pytest
from caylus.runtime.worlds import Witness
from support import tiny

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
