"""Things that an outlook has never heard of, and what bots make of them."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus_tools.bots import bot_named
from caylus_tools.bots.opinions import learnt, unheard
from support.texts import read_rules
from support.village import write_game, write_variant

RULES = read_rules(__file__, "experience")
VAULT = 'hut vault "Vault" { use { gain 9 coin } }\n'


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return write_game(tmp_path, rules=RULES)


def with_variant(base: Path, rules: str) -> caylus.Ruleset:
    return caylus.load(base, variants=[write_variant(base.parent, rules)])


def first_choice(rules: caylus.Ruleset) -> str:
    game = rules.new_game(2, 1)
    assert game.decision is not None
    return game.decision.options[bot_named("greedy", 1)(game)].id


def test_an_outlook_has_heard_of_all_that_its_own_ruleset_has(base: Path) -> None:
    rules = caylus.load(base)
    assert unheard(rules) == set()
    assert learnt(rules, 2) == {}


def test_a_thing_that_a_variant_adds_is_worth_what_it_does(base: Path) -> None:
    rules = with_variant(base, VAULT)
    assert unheard(rules) == {"vault"}
    assert learnt(rules, 2)["visit", "vault"] == pytest.approx(
        9, abs=1
    )  # its fellows bring what the outlook says, or a little more
    assert first_choice(rules) == "visit vault"


def test_a_thing_that_does_nothing_is_worth_nothing(base: Path) -> None:
    assert first_choice(with_variant(base, 'hut ruin "Ruin" { }')) == "visit store"


def test_what_a_variant_changes_is_looked_at_anew_if_the_outlook_takes_it_for_any_of_its_kind(base: Path) -> None:
    assert first_choice(with_variant(base, "change hut shed { use { gain 9 coin } }")) == "visit shed"


def test_what_a_variant_tells_the_outlook_is_believed(base: Path) -> None:
    told = 'rule dull_vault "A dull vault" { worth_of(hut) is 1 where hut is vault }'
    rules = with_variant(base, VAULT + told)
    assert unheard(rules) == set()
    assert first_choice(rules) == "visit store"
