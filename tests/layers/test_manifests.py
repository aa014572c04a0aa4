"""Which layers go together, by what their manifests say."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest

from .garden import Variant, check, check_again, list_holdings, load_again, write

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
