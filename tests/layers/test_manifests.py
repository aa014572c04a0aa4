"""Which layers go together, what is advised where they do not, and what strangers' names and seats do to each other."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path

import caylus
import pytest
import yaml
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.loading import library

from .garden import BASE, Variant, check, check_again, list_holdings, load, load_again, write
from .test_shipped_variants import REFUSED, play_some

RICH = "change constant prize = 3"


def test_a_variant_of_another_ruleset_does_not_fit(tmp_path: Path) -> None:
    write(tmp_path, b=Variant("change constant lawyer_worth = 3", {"extends": {"name": "classic", "version": "1"}}))
    (found,) = check_again(tmp_path, ["b"])
    assert (found.code, found.message) == ("E0514", "`b` is a variant of `classic`, not of `garden`")
    assert found.lines == ("extends: {name: classic, version: '1'}", "name: garden")


@pytest.mark.parametrize("base", ["garden", "classic"])
def test_a_ruleset_of_its_own_is_not_played_as_a_variant(tmp_path: Path, base: str) -> None:
    write(tmp_path)
    with pytest.raises(caylus.RulesetError) as caught:
        caylus.load(tmp_path / "garden" if base == "garden" else base, ["classic"])
    assert [fault.code for fault in caught.value.diagnostics] == ["E0514"]


def test_layers_are_not_stacked_without_end(tmp_path: Path) -> None:
    chain = {name: Variant("", {"requires": [after]}) for name, after in zip("abc", "bcd", strict=True)}
    found = check(tmp_path, given=["a"], **chain, d="remove rule frost")
    (deep,) = [f for f in found if f.code == "E0515"]
    assert deep.message == "more than 4 layers stand on each other: a -> b -> c -> d -> garden"
    assert deep.lines[1:] == ("requires: [b]", "requires: [c]", "requires: [d]")


def test_a_folder_is_called_what_its_manifest_says(tmp_path: Path) -> None:
    write(tmp_path, a=Variant(RICH, {"requires": ["b"]}), b=Variant("remove rule frost", {"name": "other"}))
    (found,) = check_again(tmp_path, ["a"])
    assert (found.code, found.lines) == ("E0517", ("requires: [b]", "name: other"))


def test_two_layers_do_not_have_one_name(tmp_path: Path) -> None:
    write(tmp_path, a=RICH, b=Variant("remove rule frost", {"name": "a"}))
    (found,) = check_again(tmp_path, ["a", "b"])
    assert (found.code, found.lines) == ("E0518", ("name: a", "name: a"))


def test_a_variant_given_twice_counts_once(tmp_path: Path) -> None:
    write(tmp_path, a=RICH)
    assert list_holdings(load_again(tmp_path, ["a", "a"]).new_game(1))["coin"] == 4


def test_a_save_of_a_game_with_variants_goes_on_without_their_files(tmp_path: Path) -> None:
    write(tmp_path, a=RICH, b="remove rule frost")
    game = load_again(tmp_path, ["b", "a"]).new_game(2)
    saved = game.save()
    for file in tmp_path.glob("*/*"):
        file.unlink()
    assert caylus.resume(saved) == game


def test_a_variant_shows_more_of_the_table(tmp_path: Path) -> None:
    write(tmp_path, a=Variant(RICH, {"table": [{"players": ["pear"]}, {"list": ["order"]}]}))
    manifest = tmp_path / "garden" / "ruleset.yaml"
    manifest.write_text(manifest.read_text() + "table:\n  - players: [coin]\n  - objects: field\n")
    table = load_again(tmp_path, ["a"]).manifest["table"]
    assert table == [{"players": ["coin", "pear"]}, {"objects": "field"}, {"list": ["order"]}]


def test_a_view_shows_the_tables_of_all_layers_as_the_layers_leave_them(tmp_path: Path) -> None:
    changed = "change table reward {\n  meadow | gain 3 pear | nothing\n}\n"
    more = "table bounty(player) by field, column {\n  meadow | nothing\n  orchard | do reward(player, orchard, 2)\n}\nrule bounties { after autumn() { for each player in order { do bounty(player, orchard, 1) } } }\n"
    write(tmp_path, a=Variant(changed, {"tables": ["reward"]}), b=Variant(more, {"tables": ["bounty"]}))
    view = load_again(tmp_path, ["a", "b"]).new_game(2).view()
    cells = {name: {row["name"]: row["cells"] for row in table["rows"]} for name, table in view["tables"].items()}
    assert cells == {
        "reward": {"orchard": ["gain 1 apple", "gain 2 apple"], "meadow": ["gain 3 pear", "nothing"]},
        "bounty": {"meadow": ["nothing"], "orchard": ["do reward(player, orchard, 2)"]},
    }


HOUSE_RULES = Path(__file__).parent / "house_rules"
BASES = {found.name: found.extends for found in library.list_rulesets() if found.extends is not None}
SHIPPED = [name for name, base in BASES.items() if base == "classic"]
OWN = {
    "far": "change phase bribing { denier becomes food }",
    "calm": 'replace phase bribing "The provost\'s move" { say "nobody pays" }',
    "still": "rule still { instead of bribing() { } }",
    "free": 'rule free { forbid move(space) in bribing where player.denier > 9 "too rich" }',
    "more": "change constant first_deniers = 9",
    "plain": "remove table favour_effect",
}


def copy_house_rule(name: str, folder: Path) -> Path:
    if name not in OWN:
        return Path(shutil.copytree(HOUSE_RULES / name, folder / name))
    (folder / name).mkdir()
    head = {"name": name, "title": name.title(), "version": "1.0.0", "language": 1, "about": "A rule of ours, for a test."}
    manifest = {**head, "extends": {"name": "classic", "version": "1"}, "rules": ["all.rules"]}
    (folder / name / "ruleset.yaml").write_text(yaml.safe_dump(manifest), encoding="utf-8")
    (folder / name / "all.rules").write_text(OWN[name] + "\n", encoding="utf-8")
    return folder / name


def faults(folder: Path, other: str) -> list[Diagnostic]:
    return [fault for fault in library.check_path(folder, [other]).diagnostics if fault.is_error]


TEST_VARIANTS = ["few-houses", "blueprints", *OWN]
PAIRS = [*product(TEST_VARIANTS, SHIPPED), *combinations(TEST_VARIANTS, 2)]
OF_ORDER = ("E0506", "E0521")


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "other"), PAIRS)
def test_a_house_rule_plays_with_another_variant_or_is_advised_rightly(name: str, other: str, tmp_path: Path) -> None:
    folder = copy_house_rule(name, tmp_path)
    with_other = other if other in SHIPPED else str(copy_house_rule(other, tmp_path))
    is_sound_alone = not [fault for fault in library.check_path(folder).diagnostics if fault.is_error]

    def look() -> list[Diagnostic]:
        errors = faults(folder, with_other)
        if not errors:
            play_some(caylus.load(folder, [with_other]), 1)
        return errors

    first = look()
    for fault in (fault for fault in first if fault.code in OF_ORDER):
        if owner := re.search(r"manifest of `([\w-]+)`", fault.help):
            assert other not in SHIPPED or owner[1] == name, fault.help
    advised = [fault for fault in first if re.search(r"`(after|before|conflicts): \[", fault.help)]
    if not advised or not is_sound_alone:
        return
    advice = advised[0].help
    for line in re.findall(r"`((?:after|before|conflicts): \[[\w-]+\])`", advice):
        left = follow(line, advice, {name: folder, other: tmp_path / other}, look)
        if line.startswith("conflicts"):
            assert [fault.code for fault in left] == ["E0513"], advice
        elif all("`after: [" in fault.help or "`before: [" in fault.help for fault in first):
            assert [fault for fault in left if fault.code in (*OF_ORDER, "E0501", "E0505")] == [], advice


def follow(line: str, advice: str, folders: dict[str, Path], look: Callable[[], list[Diagnostic]]) -> list[Diagnostic]:
    """Look at what comes of a line of a message, in the manifest that it names."""
    owner = re.search(r"manifest of `([\w-]+)`", advice)
    manifest = (folders[owner[1]] if owner else next(iter(folders.values()))) / "ruleset.yaml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(f"{text}{line}\n", encoding="utf-8")
    try:
        return look()
    finally:
        manifest.write_text(text, encoding="utf-8")


@pytest.mark.nightly
def test_two_shipped_variants_are_advised_nothing_that_only_their_authors_could_do() -> None:
    for one, other in map(sorted, REFUSED):
        with pytest.raises(caylus.RulesetError) as caught:
            caylus.load(BASES[one], [one, other])
        assert not [fault.help for fault in caught.value.diagnostics if "write `after:" in fault.help]


SEATED = (
    BASE.replace("for 1 to 3 players", "for 2 to 3 players")
    + 'seat king "The King" { takes take(field) where field is meadow }\n'
)


def first(rules: caylus.Ruleset) -> str:
    """What the seat does first."""
    game = rules.new_game(2)
    game.choose("rest")
    events = (event for event in game.events if event.kind == "choice" and event.player == game.players[-1])
    chosen = next(events)
    return f"{chosen.text.partition(':')[0]}: {chosen.data['option']}"


def test_a_variant_gives_a_game_a_seat_that_rules_play(tmp_path: Path) -> None:
    rules = load(tmp_path, a='seat queen "The Queen" { takes rest }\nchange game for 2 to 3 players')
    assert (first(rules), rules.automata) == ("The Queen: rest", {"queen": "The Queen"})


def test_a_seat_that_is_removed_is_for_people_again(tmp_path: Path) -> None:
    assert load(tmp_path, base=SEATED, a="remove seat king").new_game(2).players == ("Ann", "Ben")


GLOBALS = [
    "resource own",
    "constant own = 3",
    "scale own = [1, 2]",
    "state own number",
    "list own of field",
    "group own = apple, pear",
    'field own "Own" { cost 3 coin }\nchange table reward { own | nothing | nothing }',
    "value own(player) = 1",
    "value own(player) = income(player)",
    "condition own(player) { require player.coin > 0 }",
    "action own(player) { gain 1 coin }",
    "rule own { score(player) is more by 1 }",
]
LOCALS = [
    "rule x { after spring() { for each own in fields { set own.owner to none } } }",
    "rule x { after spring() { let own = season + 1\n if own > 1 { clear order } } }",
    "rule x { after tend(own, field) { own gains 1 coin } }",
    "rule x { after player gains apple as own where own.apple > 1 { gain own.apple coin } }",
    "rule x { income(own) is more by own.coin }",
    "value wide(own: number) = own * 2\nrule x { income(player) is more by wide(player.coin) }",
    "value crowd() = sum of income(own) for own in players\nrule x { score(player) is more by crowd() }",
    "value first_free() = first own in fields where own.owner is none\nrule x { after autumn() { set first_free().owner to none } }",
    'change phase autumn { add option plant(own in fields) "plant {own}" { set own.owner to player } }',
]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(len(GLOBALS)))
def test_a_local_name_of_one_layer_may_be_that_of_something_in_another(tmp_path: Path, first: int) -> None:
    elsewhere = GLOBALS[first]
    for number, here in enumerate(LOCALS[first % 4 :: 4]):
        load(tmp_path / f"{number}a", a=elsewhere, b=here)
        load(tmp_path / f"{number}b", b=elsewhere, a=here)
