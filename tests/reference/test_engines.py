"""Every engine plays every ruleset as the walk through its model does, and random rulesets find planted faults."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support import tiny

from .coverage import CLASSES, WRITTEN_BY_CODEGEN
from .engines import ENGINES, Difference, Play, PythonPlay, compare, digest
from .known_rulesets import load_known
from .planted import NO_FAULT, find_fault, read_faults
from .running import NO_REPORT, play_ruleset

SAMPLE = ("pots", "orchard", "noughts", "market-day", "narrow", "reach")
FEW, MANY = 4, 200


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_engines_play_the_same_game(name: str) -> None:
    rules = load_known()[name]()
    assert compare(rules, rules.fewest_players, seed=1, most=40).choices > 1


@pytest.mark.nightly
@pytest.mark.parametrize("name", load_known())
def test_engines_play_the_same_games_of_every_ruleset(name: str) -> None:
    rules = load_known()[name]()
    for players in range(rules.fewest_players, rules.most_players + 1):
        for seed in range(3):
            assert compare(rules, players, seed).end == "over"


@pytest.mark.slow
def test_engines_play_the_same_games_of_random_rulesets() -> None:
    report = sum((play_ruleset(number) for number in range(FEW)), NO_REPORT)
    assert report.differences == ()
    assert report.choices > 0


@pytest.mark.nightly
def test_random_rulesets_have_every_sort_of_statement_and_formula_and_carry_it_out() -> None:
    report = sum((play_ruleset(number) for number in range(MANY)), NO_REPORT)
    assert report.differences == ()
    assert {sort.split()[0] for sort in report.counts} == CLASSES - WRITTEN_BY_CODEGEN
    refused = Counter({end: number for end, number in report.ends.items() if end.startswith("refused")})
    assert refused.total() < MANY / 10


def test_a_difference_says_where_the_games_part() -> None:
    class LaterPlay(PythonPlay):
        """Is a coin short."""

        def contents(self) -> dict[str, object]:
            return {**super().contents(), "Ann.coin": -1}

    rules = tiny.rules("resource coin\naction main() { for each player in players { may gain 1 coin } }")
    with pytest.raises(Difference, match=r"Ann\.coin"):
        compare(rules, 2, seed=1, engines={**ENGINES, "later": LaterPlay})


def test_equal_tables_have_equal_digests() -> None:
    rules = tiny.rules("resource coin\naction main() { for each player in players { may gain 1 coin } }")
    plays: list[Play] = [engine(rules, 2, 1) for engine in ENGINES.values()]
    assert len({digest(play) for play in plays}) == 1
    before = digest(plays[0])
    for play in plays:
        play.choose("Ann", 0)
    assert len({digest(play) for play in plays} | {before}) == 2


def test_a_rule_that_breaks_breaks_in_every_engine_at_the_same_choice() -> None:
    text = """
    state number_now number = 1000000
    action main() { for each player in players { may { repeat 3 times { set number_now to number_now * number_now } } } }
    """
    assert {compare(tiny.rules(text), 1, seed=seed).end for seed in range(6)} == {"over", "a number has grown beyond all bounds"}


def test_there_are_faults_in_codegen_and_in_what_machine_code_is_made_by() -> None:
    assert [sum(fault["file"].startswith(package) for fault in read_faults()) for package in ("codegen", "machine")] == [20, 4]


@pytest.mark.nightly
@pytest.mark.parametrize("fault", read_faults(), ids=lambda fault: f"{fault['file']}: {fault['new']}")
def test_a_planted_fault_is_found(fault: dict[str, Any]) -> None:
    assert find_fault(fault)


@pytest.mark.nightly
def test_nothing_is_found_where_nothing_is_planted() -> None:
    assert not find_fault(NO_FAULT, 20)
