"""Two texts are shown to be the same game, or told apart by a scenario."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import caylus
import pytest
from caylus.loading.library import Texts
from caylus_tools.diff import proof
from caylus_tools.diff.proof import normal_forms, rule_forms
from caylus_tools.testing import scenarios
from support.running import Caylus
from support.texts import read_rules

MANIFEST = "name: wells\ntitle: Wells\nversion: 1.0.0\nlanguage: 1\nseats: [North, South]\nrules: [wells.rules]\n"
RULES = read_rules(__file__, "proof")
LAYERS = {
    "a scale": "change scale starting_deniers = [5, 6, 6, 7, 8]",
    "a constant": "change constant provost_steps = 2",
    "a mark": "change section towers { mark 23 }",
    "a cost": "change wood_building mason { cost 1 wood + 1 cloth }",
    "the order of two": "replace value best_builder() = first player in castle_queue where player.batches_given > 0",
    "an amount": "change stone_building church { use { may pay 2 denier to gain 4 prestige } }",
    "who pays": "rule r { after enter(player, space) where space.owner is player { gain 1 food } }",
    "a price": "rule r { price(player, space) is more by 1 where size of passed > 2 }",
    "a requirement": 'rule r { forbid open(player, space) where size of passed > 3 "late" }',
    "a phase": "rule r { after bribing() where provost.number > 20 { for each player in turn_order { gain 1 food } } }",
}


TURNED = [  # the same in other words
    ("player.water < 4", "4 > player.water"),
    ("player.water < 4", "not player.water >= 4"),
    ("player.water < 4", "player.water - 3 <= 0"),
    ("player.coin is 0 and player.water > 5", "player.water >= 6 and player.coin is 0"),
    ("player.coin is 0 and player.water > 5", "not (player.water <= 5 or 0 is not player.coin)"),
    ("player.coin is 0 and player.water > 5", "not (player.coin > 0 or player.water < 6)"),
    ("player.coin + player.water / 2", "player.water / 2 + player.coin"),
    ("{ lose 1 water }", "{ lose 1 water } else { nothing }"),
    (
        "if player.coin is 0 and player.water > 5 { lose 1 water }",
        "if not player.water > 5 { nothing } else { if player.coin is 0 { lose 1 water } }",
    ),
    (
        "if player.coin is 0 and player.water > 5 { lose 1 water }",
        "if player.coin is 0 { if player.water > 5 { lose 1 water } }",
    ),
]
NOT_THE_SAME = [
    ("player.water < 4", "4 >= player.water"),
    ("player.coin is 0 and player.water > 5", "player.coin is 0 or player.water > 5"),
    (
        "if player.coin is 0 and player.water > 5 { lose 1 water }",
        "if not player.water > 5 { if player.coin is 0 { lose 1 water } }",
    ),
    ("player.coin + player.water / 2", "(player.water + player.coin) / 2"),
]


def load(text: str, manifest: str = MANIFEST) -> caylus.Ruleset:
    return caylus.load(Texts({"ruleset.yaml": manifest, "wells.rules": text}))


def rewrite(old: str, new: str) -> str:
    """The rules with other words in the place of some, whatever the lines."""
    text, times = re.subn(r"\s+".join(map(re.escape, old.split())), lambda _: new, RULES)
    assert times == 1
    return text


def prove(old: str, new: str) -> proof.Proof:
    first = load(old)
    return proof.prove(first, load(new), proof.plan(first, None, 6))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Draw water"', '"Fetch water"'),
        ("draw(player)", "fetch(player)"),
        ("start", "first_coins"),
        ("price()", "fee()"),
        ('  "the bucket is full"', ""),
        ("for each player in players { add player", "for each player in players { nothing, add player"),
    ],
)
def test_texts_that_differ_in_words_and_names_of_rules_have_one_normal_form(old: str, new: str) -> None:
    assert prove(RULES, RULES.replace(old, new)).outcome == proof.PROVED


@pytest.mark.parametrize(("old", "new"), TURNED)
def test_texts_that_say_one_thing_in_another_order_have_one_normal_form(old: str, new: str) -> None:
    assert normal_forms(load(RULES)) == normal_forms(load(rewrite(old, new)))


@pytest.mark.parametrize(("old", "new"), NOT_THE_SAME)
def test_texts_that_say_nearly_the_same_have_different_normal_forms(old: str, new: str) -> None:
    assert normal_forms(load(RULES)) != normal_forms(load(rewrite(old, new)))


@pytest.mark.slow
def test_formulas_of_one_normal_form_have_one_meaning() -> None:
    draw = Random(3)

    def number(depth: int) -> str:
        if depth == 0 or draw.random() < 0.3:
            return draw.choice(["x", "y", "x", "y", str(draw.randrange(4))])
        op = draw.choice(["+", "-", "+", "-", "*", "min", "max"])
        one, other = number(depth - 1), number(depth - 1)
        return f"({op}({one}, {other}))" if op in ("min", "max") else f"({one} {op} {other})"

    def condition(depth: int) -> str:
        if depth == 0 or draw.random() < 0.2:
            return f"({number(2)} {draw.choice(['<', '<=', '>', '>=', '==', '!='])} {number(1)})"
        kind = draw.choice(["and", "or", "not"])
        return f"(not {condition(depth - 1)})" if kind == "not" else f"({condition(depth - 1)} {kind} {condition(depth - 1)})"

    formulas = [condition(draw.randrange(3)) for _ in range(200)]
    words = {"==": "is", "!=": "is not", "x": "player.coin", "y": "player.water"}
    texts = [re.sub(r"==|!=|\b[xy]\b", lambda found: words[found[0]], formula) for formula in formulas]
    lines = [f"condition c{i}(player) {{ require {text} }}" for i, text in enumerate(texts)]
    forms = rule_forms(load("\n".join([RULES, *lines])))
    meanings: dict[str, tuple[bool, ...]] = {}
    for i, formula in enumerate(formulas):
        means = tuple(bool(eval(formula, {"min": min, "max": max, "x": x, "y": y})) for x in range(9) for y in range(9))
        assert meanings.setdefault(forms[f"c{i}"], means) == means, formula
    assert len(meanings) < 190  # many are written in several ways


def test_no_game_begins_when_the_time_is_over() -> None:
    first = load(RULES)
    second = load(RULES.replace("player.coin is 0 and player.water > 5", "player.coin * player.coin is 0 and player.water > 5"))
    found = proof.prove(first, second, proof.plan(first, None, 6), seconds=-1)
    assert (found.outcome, found.games, found.planned) == (proof.NOT_SEEN, 0, 6)
    assert "the time was over before 6 other games" in "\n".join(proof.to_lines(found))


def test_a_rule_that_is_written_otherwise_and_does_the_same_is_run_by_games_side_by_side() -> None:
    found = prove(
        RULES, RULES.replace("player.coin is 0 and player.water > 5", "player.coin * player.coin is 0 and player.water > 5")
    )
    assert found.outcome == proof.NOT_SEEN
    assert found.rules == ("draw",)
    assert found.games > 0
    assert found.lines > len(found.unrun) > 0  # nobody ever loses water
    told = "\n".join(proof.to_lines(found))
    assert "no difference in" in told
    assert "never run: wells/wells.rules:20" in told


def test_options_of_other_names_are_paired_by_their_places() -> None:
    assert prove(RULES, RULES.replace('option draw "draw"', 'option fetch "draw"')).outcome == proof.NOT_SEEN


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("gain 2 water", "gain 3 water", "water is 3, not 2"),
        ("start = 3", "start = 0", "North, coin is 0, not 3; South, coin is 0, not 3"),
        ("add player to order", "put player to front of order", "order is [South, North], not [North, South]"),
    ],
)
def test_another_game_is_told_by_a_scenario_that_only_the_first_text_passes(old: str, new: str, what: str) -> None:
    found = prove(RULES, RULES.replace(old, new))
    assert found.outcome == proof.DIFFERENT
    assert found.split is not None
    assert what in found.split.what
    (scenario,) = scenarios.parse(found.scenario, "new")
    assert scenarios.run(load(RULES), scenario).is_passed, found.scenario
    assert not scenarios.run(load(RULES.replace(old, new)), scenario).is_passed


@pytest.mark.nightly
@pytest.mark.parametrize("name", LAYERS)
def test_planted_differences_are_told_apart(name: str) -> None:
    manifest = (
        'name: other\ntitle: Other\nversion: 1.0.0\nlanguage: 1\nrules: [o.rules]\nextends: {name: classic, version: "1"}\n'
    )
    first = caylus.load("classic")
    second = caylus.load("classic", [Texts({"ruleset.yaml": manifest, "o.rules": LAYERS[name] + "\n"})])
    folder = Path(__file__).parent.parent.parent / "rulesets" / "classic"
    found = proof.prove(first, second, proof.plan(first, folder, 6))
    assert found.outcome == proof.DIFFERENT, name
    (scenario,) = scenarios.parse(found.scenario, "new")
    assert scenarios.run(first, scenario).is_passed, found.scenario
    assert not scenarios.run(second, scenario).is_passed, found.scenario


@pytest.mark.slow
def test_a_ruleset_is_the_same_game_as_itself(caylus_: Caylus) -> None:
    done = caylus_("diff", "1303", "1303", "--prove")
    assert (done.code, done.out) == (0, "the same game: both texts have one normal form\n")


@pytest.mark.slow
def test_the_command_prints_the_scenario_and_ends_with_1(caylus_: Caylus, tmp_path: Path) -> None:
    for name, text in (("old", RULES), ("new", RULES.replace("gain 2", "gain 1"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(MANIFEST)
        (tmp_path / name / "wells.rules").write_text(text)
    done = caylus_("diff", tmp_path / "old", tmp_path / "new", "--prove", "--games", 20)
    assert done.code == 1
    assert "water is 1, not 2" in done.out
    assert ": draw\n" in done.out
    told = json.loads(caylus_("diff", tmp_path / "old", tmp_path / "new", "--prove", "--games", 20, "--json").out)
    assert told["outcome"] == "different"
    assert told["scenario"] in done.out
