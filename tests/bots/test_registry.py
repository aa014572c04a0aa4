"""What people write for a bot, and what they are told when it names none."""

from __future__ import annotations

import pytest
from caylus_tools.bots import BOTS, bot_named, describe_skill
from caylus_tools.bots.common import Budget, parse
from caylus_tools.common.errors import UsageError


@pytest.mark.parametrize(
    ("written", "budget"),
    [
        ("2s", Budget(seconds=2)),
        ("0.5s", Budget(seconds=0.5)),
        ("500ms", Budget(seconds=0.5)),
        ("500", Budget(iterations=500)),
        ("007", Budget(iterations=7)),
    ],
)
def test_a_budget_is_a_time_or_a_number_of_iterations(written: str, budget: Budget) -> None:
    assert parse(written) == budget


@pytest.mark.parametrize(
    "written", ["", "0", "0s", "0.0s", "000ms", "-3", "x", "1.5", "2 s", "2m", "s", "1e3", "inf", "²", "9" * 5000]
)
def test_what_is_no_budget_is_refused_with_an_example_of_each_sort(written: str) -> None:
    with pytest.raises(UsageError, match=r"`mcts:.*`mcts:2s`.*`mcts:500`"):
        bot_named(f"mcts:{written}", seed=0)


@pytest.mark.parametrize("written", ["greedy:3", "random:2s", "greedy:", "hardest:2s"])
def test_a_bot_that_does_not_search_takes_no_budget(written: str) -> None:
    with pytest.raises(UsageError, match="takes no budget"):
        bot_named(written, seed=0)


@pytest.mark.parametrize("written", ["normal:", "normal:0", "normal:101", "normal:2s", "normal:-1"])
def test_the_strength_of_a_bot_is_from_1_to_100(written: str) -> None:
    with pytest.raises(UsageError, match="from 1 to 100: `normal:40`"):
        bot_named(written, seed=0)


@pytest.mark.parametrize("written", ["mcts:500ms", "hard:0.5s", "normal:40", *BOTS])
def test_each_bot_that_can_be_named_says_what_it_does(written: str) -> None:
    assert callable(bot_named(written, seed=0))
    assert describe_skill(written)


@pytest.mark.parametrize("written", ["oracle", "", "oracle:2s"])
def test_an_unknown_bot_is_refused_with_those_there_are(written: str) -> None:
    with pytest.raises(UsageError, match="there are easy, normal, hard, hardest, random, greedy and mcts"):
        bot_named(written, seed=0)


@pytest.mark.parametrize(("written", "meant"), [("Greedy", "greedy"), ("mcts 2s", "mcts"), ("radnom", "random")])
def test_a_slip_in_the_name_of_a_bot_is_told_what_it_probably_means(written: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f"there is no bot `{written}`; did you mean `{meant}`"):
        bot_named(written, seed=0)


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_can_be_had_by_its_name_alone(name: str) -> None:
    assert callable(bot_named(name, seed=0))
