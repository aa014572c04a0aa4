"""The example program learns a small game in which whoever takes what counts at once loses."""

from __future__ import annotations

import sys

import caylus
import pytest
from caylus_tools.learning import example
from support import tiny

pytestmark = pytest.mark.slow

FIELDS = """
resource seed "seed", grain "grain"
kind field plural fields {
  yield number = 1
  state owner player
  state ears number
}
field meadow { yield 2 }
field marsh { yield 3 }
field hill
field garden { yield 2 }
field edge
action main() {
  for each player in players { gain 2 seed }
  repeat 7 times {
    for each player in players { do work(player) }
    for each field in fields where field.owner is not none { raise field.ears by field.yield }
  }
}
action work(player) {
  choose {
    option sow(field in fields where field.owner is none) "sow the {field}" { pay 1 seed, set field.owner to player }
    option reap(field in fields where field.owner is player and field.ears > 0) "reap the {field}" {
      gain field.ears grain
      set field.ears to 0
      set field.owner to none
    }
    option glean { gain 1 grain }
    option gather { gain 1 seed }
  }
}
value score(player) = player.grain
"""


def test_it_learns_to_sow_and_beats_who_takes_what_counts_at_once() -> None:
    rules = tiny.rules(FIELDS)
    generations = example.learn(rules, 2, 80, seed=1)
    next(generations)
    weights = next(generations)
    before, after = (
        example.play_match(example.Match(rules, 2, 0, learned, "greedy"), 20) for learned in (example.BEGINNER, weights)
    )
    assert before < 0.8 <= after


def test_its_program_tells_how_each_generation_plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["1303", "--minutes", "0", "--games", "2", "--match", "2", "--jobs", "1", "--against", "random"]
    monkeypatch.setattr(sys, "argv", ["example", *told])
    example.main()
    generation, best = capsys.readouterr().out.splitlines()
    assert generation.startswith("generation 1, ")
    assert best.endswith("of 4 other games")


@pytest.mark.nightly
def test_it_learns_classic_and_beats_a_normal_bot() -> None:
    rules = caylus.load("classic")
    weights = next(example.learn(rules, 2, 200, seed=1, jobs=2))
    assert example.play_match(example.Match(rules, 2, 1_000_000, weights, "normal"), 16, 2) > 0.5
