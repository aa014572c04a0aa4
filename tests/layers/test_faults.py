"""What can be wrong between layers: each fault and warning at the layer's line, and all of one run."""

from __future__ import annotations

from pathlib import Path

import pytest
from caylus.layers import merge
from caylus.loading import library
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.log import render_log
from support import tiny

from .garden import BASE, Variant, check, check_again, fault, write

SEALED = BASE + 'seal score "points decide"\nseal reward "it is what it is"\n'


def test_what_has_no_likeness_to_anything_gets_no_guess(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change constant zygote = 3")
    assert (found.code, found.lines, found.help) == ("E0501", ("change constant zygote = 3",), "")


def test_a_plural_may_take_a_name_that_was_removed(tmp_path: Path) -> None:
    low = Variant("kind zone plural frost { width number }\nzone polar { width 1 }", {"requires": ["a"]})
    high = Variant("remove rule frost", {"requires": ["b"]})
    found = check(tmp_path, a="remove rule frost", b=low, c=high)
    assert "E0501" in [f.code for f in found]


@pytest.mark.slow
def test_an_option_is_not_added_where_it_is_not_clear_to_what(tmp_path: Path) -> None:
    assert fault(tmp_path, a="change phase spring { add option rest { } }").message == "`spring` makes no decision"
    base = BASE.replace("sequence year", "action ask(player) { may gain 1 coin, may gain 1 pear }\nsequence year").replace(
        "gain income(player) coin", "do ask(player)"
    )
    (tmp_path / "two").mkdir()
    found = check(tmp_path / "two", base=base, a="change action ask { add option rest { } }")
    assert "makes 2 decisions" in found[-1].message


@pytest.mark.parametrize(
    "text",
    [
        "replace value score(player) = 1",
        "rule x { score(player) is more by 1 }",
        "remove table reward",
        "change table reward { orchard | nothing | nothing }",
        "rule x { instead of reward(player, field, column) { } }",
    ],
)
def test_what_is_sealed_is_neither_changed_nor_bent(tmp_path: Path, text: str) -> None:
    found = next(f for f in check(tmp_path, base=SEALED, a=text) if f.code == "E0508")
    assert (found.lines[0], found.lines[1].split()[0]) == (text, "seal")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("change constant prize = 3", "change constant prize = 4"),
        ("replace field orchard { }", "change field orchard { worth 3 }"),
        ("change phase autumn { remove option sell }", "change phase autumn { replace option sell { gain 1 coin } }"),
    ],
)
def test_a_layer_says_a_thing_once(tmp_path: Path, one: str, other: str) -> None:
    found = check(tmp_path, a=f"{one}\n{other}")[0]
    assert found.code in ("E0509", "E0505")
    assert found.lines[0] == other


def test_a_layer_of_more_edits_than_anybody_writes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merge, "MOST_EDITS", 2)
    text = "change constant prize = 3\nchange scale bonus = [3]\nchange field orchard { worth 3 }\nremove rule frost"
    found = fault(tmp_path, a=text)
    assert (found.code, found.lines) == ("E0520", ("change field orchard { worth 3 }",))
    assert check(tmp_path / "fewer", a="\n".join(text.splitlines()[:2])) == []


def codes(text: str) -> list[str]:
    return [fault.code for fault in library.check_text(text, "t.rules").diagnostics if fault.is_error]


SOUND = (
    "resource coin\nvalue score(player) = player.coin\n"
    'game "Small" for 1 to 2 players { for each player in players { gain 1 coin } }\n'
)


def test_a_fault_of_the_text_hides_no_other_definition_s() -> None:
    assert codes(SOUND + "action a(player) { gain 1 conn }\naction b() { set x 3 }\nconstant c = no + 1\n") == [
        "E0204",
        "E0101",
        "E0304",
    ]


def test_what_a_definition_that_cannot_be_read_defines_is_not_called_unknown() -> None:
    assert codes(SOUND + "action a(player) { gain 1 plum, do b(player) }\nresource plum plum\naction b(player { stop }\n") == [
        "E0101",
        "E0101",
    ]


@pytest.mark.parametrize("hidden", ['action "B" { stop stop }', "each player has { number }", "resource plum, , nut", "}}\n{"])
def test_where_a_name_may_have_been_left_out_an_unknown_one_is_no_fault(hidden: str) -> None:
    text = SOUND + f"action a(player) {{ do b(player), raise player.luck by 1, gain 1 apple }}\n{hidden}\n"
    assert not {"E0204", "E0205"} & set(codes(text))


def test_but_one_that_looks_like_a_slip_is() -> None:
    assert codes(SOUND + 'action a(player) { gain 1 conn }\naction "B" { stop stop }\n') == ["E0204", "E0101"]


def test_the_words_of_what_cannot_be_read_are_guesses_too() -> None:
    (_, fault) = library.check_text(SOUND + "resource plum apple\naction a(player) { gain 1 plun }\n", "t.rules").diagnostics
    assert fault.help == "did you mean `plum`?"


def test_faults_of_the_text_of_the_layers_and_of_names_are_told_together(tmp_path: Path) -> None:
    text = "change constant prise = 3\nchange field orchard { worth bonsu[1] }\nrule a { after prune(p) { say x } }"
    assert [fault.code for fault in check(tmp_path, a=text)] == ["E0501", "E0204", "E0101"]


def test_what_is_told_of_a_layer_is_not_told_again_of_a_name(tmp_path: Path) -> None:
    assert [fault.code for fault in check(tmp_path, a="change field orchard { wroth 3 }")] == ["E0519"]


IDLE = "constant rent = 1\n" + BASE


@pytest.mark.nightly
@pytest.mark.parametrize("name", [found.name for found in library.list_rulesets()])
def test_nothing_in_a_shipped_ruleset_or_variant_is_warned_of(name: str) -> None:
    assert library.check_path(name).diagnostics == ()


@pytest.mark.slow
def test_a_manifest_says_which_warnings_are_errors_and_which_are_silent(tmp_path: Path) -> None:
    idle, number = "constant tax = 1", "constant levy = 1"
    write(
        tmp_path,
        silent=Variant(idle, {"severity": {"W1001": "silent"}}),
        strict=Variant(idle, {"severity": {"W1001": "error"}}),
        above=Variant(number, {"severity": {"W1001": "warning"}, "requires": ["strict"]}),
        wrong=Variant(idle, {"severity": {"W1999": "error"}}),
    )
    assert check_again(tmp_path, ["silent"]) == []
    assert [found.code for found in check_again(tmp_path, ["strict"])] == ["W1001"]
    assert library.check_path(tmp_path / "garden", [tmp_path / "strict"]).diagnostics[0].is_error
    (own,) = library.check_path(tmp_path / "garden", [tmp_path / "above"]).diagnostics
    assert not own.is_error
    assert "there is no warning `W1999`" in [found.message for found in check_again(tmp_path, ["wrong"])]


def test_only_the_topmost_layer_is_warned_of(tmp_path: Path) -> None:
    write(tmp_path, base=IDLE, above="constant tax = 1")
    assert [found.message for found in check_again(tmp_path, [])] == ["the constant `rent` is never used"]
    assert [found.message for found in check_again(tmp_path, ["above"])] == ["the constant `tax` is never used"]


def test_a_row_that_a_layer_makes_too_short_is_told_of_at_its_line(tmp_path: Path) -> None:
    base = BASE + "kind spot plural spots { state user player }\nrow path of 3 spots\n"
    base = base.replace("do field.harvest(player)", "do field.harvest(player)\n        set path[3].user to player")
    found = check(tmp_path, base=base, short="change row path of 2 spots")
    (one,) = [f for f in found if f.code == "E0312"]
    assert (one.lines[0], one.lines[1]) == ("change row path of 2 spots", "set path[3].user to player")


def test_a_value_that_is_only_shown_now_is_told(tmp_path: Path) -> None:
    write(tmp_path, still='replace phase spring "Spring" { for each player in order { gain 1 coin } }')
    manifest = tmp_path / "garden" / "ruleset.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "values: [income]\n", encoding="utf-8")
    (found,) = check_again(tmp_path, ["still"])
    assert (found.code, found.message, found.help) == (
        "W1001",
        "the value `income` is never used any more, only shown",
        "what is shown of it is not so: `remove value income`",
    )
    assert found.lines[0].startswith("replace phase spring")


def test_what_other_layers_below_leave_idle_is_theirs(tmp_path: Path) -> None:
    still = 'replace phase spring "Spring" { for each player in order { gain 1 coin } }'
    above = Variant("rule extra { after autumn() { for each player in order { gain 1 coin } } }", {"requires": ["still"]})
    write(tmp_path, still=still, above=above)
    assert [(found.code, found.lines) for found in check_again(tmp_path, ["above"])] == []


COUNT = """
resource coin
kind hut plural huts {{ state seen flag {seen} }}
row lane of 2 huts
state turn number {turn}
each player has {{ moved number {moved} }}
action tick() {{ raise turn by 1 }}
action main() {{
  for each player in players {{
    choose "What now?" {{ option walk {{ gain 1 coin }} option rest {{ nothing }} }}
    do tick()
    if turn > 1 {{ set lane[1].seen to yes }}
    raise player.moved by 1
    if player.moved > 0 and lane[1].seen {{ gain 1 coin }}
  }}
}}
"""
OPEN = COUNT.format(seen="", turn="", moved="")
INTERNAL = COUNT.format(seen="for rules only", turn="for rules only", moved="for rules only")


@pytest.mark.parametrize(
    ("rules", "table", "unseen"),
    [
        (OPEN, "", []),
        (OPEN, "table: [{players: [coin]}]", ["moved", "seen"]),
        (OPEN, "table: [{players: [coin, moved]}, {row: lane}]", []),
        (OPEN, "table: [{players: [coin, moved]}, {row: lane, show: [seen]}]", []),
        (OPEN.replace('"What now?"', '"After {player.moved} steps?"'), "table: [{row: lane}]", []),
        (INTERNAL, "table: [{players: [coin]}]", []),
    ],
)
def test_what_is_on_no_panel_and_in_no_text_is_warned_of(tmp_path: Path, rules: str, table: str, unseen: list[str]) -> None:
    tiny.write(tmp_path, rules)
    with (tmp_path / "ruleset.yaml").open("a", encoding="utf-8") as manifest:
        manifest.write(table + "\n")
    found = [fault for fault in library.check_path(tmp_path).diagnostics if fault.code == "W1603"]
    assert sorted(fault.message.split("`")[1] for fault in found) == unseen


def test_what_is_for_rules_only_is_in_no_view_no_log_and_no_rulebook() -> None:
    shown = {True: tiny.rules(OPEN), False: tiny.rules(INTERNAL)}
    for is_open, rules in shown.items():
        game = rules.new_game(2, 1)
        while game.decision is not None:
            game.play(0)
        view = game.view("Ann")
        assert (
            ("turn" in view["table"])
            == ("moved" in view["players"][0]["state"])
            == ("seen" in view["rows"]["lane"][0])
            == is_open
        )
        log = "\n".join(line.text for line in render_log([*game.events_for(None)], rules, {}))
        assert ("Turn: 2" in log) == is_open
        assert game.read("turn") == 2, "rules and scenarios read it"
        assert ("raise " in str(Definitions(rules).describe("tick"))) == is_open
        assert "raise " in str(Definitions(rules).describe("main")), "what the rest goes by is told, or it would not be true"


def test_only_states_and_lists_are_for_rules_only(tmp_path: Path) -> None:
    for rules in (
        OPEN.replace("row lane of 2 huts", "row lane of 2 huts for rules only"),
        OPEN.replace("state seen", "seen").replace("seen flag ", "seen flag for rules only"),
    ):
        tiny.write(tmp_path, rules)
        assert "E0320" in [fault.code for fault in library.check_path(tmp_path).diagnostics]
