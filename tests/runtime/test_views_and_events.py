"""What can be seen of a game, and by whom; what is told of what happened, by which rule."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import caylus
import pytest
from caylus.documents import accept
from hypothesis import given, settings, strategies as st
from support import orchard, tiny
from support.texts import read_rules

PICKS = st.lists(st.integers(0, 60), min_size=1, max_size=30)

# ---- views


def test_a_view_names_what_lies_on_the_table() -> None:
    given = {"guest": "Ben", "oak": {"nest": "owl"}, "hedge 2": {"owner": "Ann"}, "queue": ["Ben", "Ann"], "liked": {"fox": 2}}
    view = orchard.RULES.position("morning", {**given, "Ann": {"pear": 3, "liking": {"cat": 1}}}, 2).view()
    assert view["table"] == {"day": 1, "guest": "Ben", "liked": {"fox": 2, "owl": 0, "cat": 0}}
    assert view["lists"] == {"queue": ["Ben", "Ann"], "shown": []}
    assert view["rows"]["hedge"][1] == {"name": "hedge 2", "nest": None, "owner": "Ann"}
    assert view["objects"]["tree"]["oak"] == {"nest": "owl", "owner": None}
    assert view["objects"]["animal"]["fox"] == {"hunger": 2}
    (ann, ben) = view["players"]
    assert ann["resources"] == {"basket": 0, "apple": 0, "pear": 3, "coin": 0, "luck": 0}
    assert ann["state"] == {"tired": False, "pet": None, "liking": {"fox": 0, "owl": 0, "cat": 1}}
    assert ben["name"] == view["decides"] == "Ben"


def test_others_do_not_see_what_is_hidden_until_the_game_is_over() -> None:
    middle = orchard.moment(9)
    luck = [player["resources"]["luck"] for player in middle.view("Ben")["players"]]
    assert luck == [None, middle.view()["players"][1]["resources"]["luck"], None]
    assert {name for name, score in middle.view("Ben")["scores"].items() if score is None} == {"Ann", "Cem"}
    *_, end = orchard.positions([2, 3, 5])
    assert end.view("Ben") == end.view()
    assert end.view()["winners"] == end.winners


# ---- events

TOLD = read_rules(__file__, "views_and_events_told")


NONE = {"name": None, "title": "none"}


def collect_messages(statement: str) -> list[caylus.Event]:
    return tiny.game(TOLD.replace("STATEMENT", statement), players=1).events


@pytest.mark.parametrize(
    ("statement", "kind", "text", "data"),
    [
        ("gain 1 wool + 2 coin", "gain", "Ann gains 1 wool", {"amounts": {"wool": 1}}),
        ("lose 2 wool, gain 3 wool, lose 5 wool", "lose", "Ann loses 3 wool", {"amounts": {"wool": 3}}),
        ("set n to 4", "set", "n: 4", {"object": None, "state": "n", "index": None, "value": 4}),
        ("set up to yes", "set", "up: yes", {"object": None, "state": "up", "index": None, "value": True}),
        ("set held to two", "set", "held: two", {"object": None, "state": "held", "index": None, "value": "two"}),
        (
            "set held to one, set held to none",
            "set",
            "held: none",
            {"object": None, "state": "held", "index": None, "value": None},
        ),
        ("raise two.level by 3", "set", "two.level: 3", {"object": "two", "state": "level", "index": None, "value": 3}),
        ("set mark[one] to 2", "set", "mark[one]: 2", {"object": None, "state": "mark", "index": "one", "value": 2}),
        ("set player.rank[two] to 1", "set", "Ann.rank[two]: 1", {"object": "Ann", "state": "rank", "index": "two", "value": 1}),
        ("set player.coin to 6", "set", "Ann's coin: 6", {"state": "coin", "value": 6}),
        ("add two to queue", "list", "queue: two", {"object": None, "list": "queue", "members": ["two"]}),
        ("add two to queue, clear queue", "list", "queue: empty", {"object": None, "list": "queue", "members": []}),
        (
            'choose { option buy "buy {held}" { nothing } }',
            "choice",
            "Ann: buy none",
            {"option": "buy", "name": "buy", "offer": {"words": ["buy ", NONE], "effects": [], "pays": {}, "apart": []}},
        ),
        (
            'say "Now {player} has {player.coin} and {held}"',
            "say",
            "Now Ann has 0 and none",
            {"words": ["Now ", {"name": "Ann", "title": "Ann"}, " has ", 0, " and ", NONE]},
        ),
    ],
)
def test_an_event_says_what_happened_to_people_and_to_programs(
    statement: str, kind: str, text: str, data: dict[str, Any]
) -> None:
    event = [e for e in collect_messages(statement) if e.kind == kind][-1]
    assert (event.text, event.data) == (text, data)
    accept(json.loads(json.dumps(asdict(event))), "the event", "event")
    assert (event.rule, event.title, event.see) == ("main", "A day", "Page 7")
    assert (event.file, event.line) == ("tiny/tiny.rules", 14)


def test_what_is_paid_is_told() -> None:
    game = tiny.game(TOLD.replace("STATEMENT", "gain 2 coin, may pay 1 goods"), players=1)
    game.choose("pay 1 coin")
    assert [e.text for e in game.events] == ["Ann gains 2 coin", "Ann: pay 1 goods: pay 1 coin", "Ann pays 1 coin"]


@pytest.mark.parametrize(
    "statement",
    [
        "set n to 0",
        "set held to none",
        "clear queue",
        "remove one from queue",
        "gain 0 coin",
        "lose n coin",
        "who gains 1 coin",
        "nothing",
        "gain (n - 2) coin",
    ],
)
def test_of_nothing_nothing_is_told(statement: str) -> None:
    assert collect_messages(f"let who = first other in players where n > 0, {statement}") == []


def test_a_loss_of_what_somebody_does_not_have_is_told() -> None:
    assert [event.text for event in collect_messages("lose 3 coin")] == ["Ann would lose 3 coin, and has none to lose"]
    assert [event.text for event in collect_messages("gain 2 coin, lose 1 coin + 2 wool, lose 5 coin")[1:]] == [
        "Ann loses 1 coin",
        "Ann would lose 2 wool, and has none to lose",
        "Ann loses 1 coin",
        "Ann would lose 4 coin, and has none to lose",
    ]


def test_things_are_called_what_they_were_called_when_it_was_said() -> None:
    texts = [
        e.text
        for e in collect_messages('set one.lent to two, say "here is {one}", set one.lent to none, say "here is {one}"')
        if e.kind == "say"
    ]
    assert texts == ["here is The two (The one)", "here is The one"]


def test_what_others_gain_in_secret_is_not_told() -> None:
    statement = "gain 1 luck + 2 coin, raise player.luck by 1, choose { option on { }, option also { } }"
    game = tiny.game(TOLD.replace("STATEMENT", statement))
    assert [e.text for e in game.events_for("Ben")] == ["Ann gains 2 coin"]
    assert [e.text for e in game.events_for("Ann")] == ["Ann gains 2 coin", "Ann gains 1 luck", "Ann's luck: 2"]


def test_events_can_be_asked_for_from_a_number_on() -> None:
    game = orchard.RULES.new_game(2, 3)
    known = len(game.events)
    game.play(0)
    assert [e.text for e in game.events_for(None, since=known)] == [e.text for e in game.events][known:]


# ---- numbers and spectators


@pytest.mark.nightly
@settings(max_examples=10)
@given(PICKS, st.integers(2, 4))
def test_numbers_count_what_a_seat_is_told_and_whoever_asks_on_misses_nothing(picks: list[int], players: int) -> None:
    seats = ("Ann", caylus.SPECTATOR, None)
    heard: dict[object, list[caylus.Event]] = {seat: [] for seat in seats}
    for game in orchard.positions(picks, players):
        for seat in seats:
            before = heard[seat][-1].number if heard[seat] else 0
            news = game.events_for(seat, since=before)
            heard[seat] += news
            if not game.over:
                assert heard[seat] == game.events_for(seat)
                assert [event.number for event in heard[seat]] == list(range(1, len(heard[seat]) + 1))
            else:
                assert news == game.events[len(game.events) - len(news) :]
                assert all(event.number > before for event in news)
                assert game.events_for(seat, since=news[-1].number) == []


@pytest.mark.slow
@settings(max_examples=10)
@given(PICKS, st.integers(2, 4), st.integers(0, 30))
def test_a_game_that_lets_go_of_its_events_tells_whoever_asks_the_same(picks: list[int], players: int, cut: int) -> None:
    heard: dict[Any, int] = dict.fromkeys(("Ann", caylus.SPECTATOR, None), 0)
    forgetful = None
    for number, game in enumerate(orchard.positions(picks, players)):
        if forgetful is None and number >= min(cut, len(picks) - 1):
            forgetful = caylus.resume(game.save(), orchard.RULES)
        elif forgetful is not None:
            forgetful._play(game.chosen[-1], forgetful.seat)
        for seat in heard if forgetful else ():
            news = game.events_for(seat, heard[seat])
            assert forgetful.events_for(seat, heard[seat]) == news
            heard[seat] = news[-1].number if news else heard[seat]
        if forgetful:
            forgetful.forget_events()
            assert forgetful._teller is not None
            assert not forgetful._teller.entries
            assert number % 4 or forgetful.events_for("Ann") == game.events_for("Ann")
            assert forgetful.learnt == game.learnt


def test_what_could_not_be_played_again_is_not_let_go_of() -> None:
    for game in (orchard.moment(4), orchard.moment(4).copy(events=True), caylus.resume(orchard.moment(4).save("Ann"))):
        game.play(0)
        told = game.events
        game.forget_events()
        assert told == game.events != []


def test_a_copy_that_tells_goes_on_counting() -> None:
    game = orchard.moment(4)
    twin = game.copy(events=True)
    last = game.events[-1].number
    for one in (game, twin):
        one.play(0)
    assert twin.events == game.events_for(None, since=last)
    assert twin.events[0].number == last + 1
    assert twin.copy(events=True).events_for(None, since=last) == []


def test_a_copy_of_a_game_that_has_let_go_of_its_events_counts_on_as_well() -> None:
    kept = caylus.resume(orchard.moment(4).save(), orchard.RULES)
    forgetful = caylus.resume(orchard.moment(4).save(), orchard.RULES)
    for game in (kept, forgetful):
        assert game.events
        game.play(0)
    forgetful.forget_events()
    told, counted = (game.copy(events=True).copy(events=True) for game in (kept, forgetful))
    for twin in (told, counted):
        twin.play(0)
    assert told.events == counted.events != []


def test_a_spectator_sees_nothing_hidden() -> None:
    game = orchard.moment(9)
    view = game.view(caylus.SPECTATOR)
    assert [player["resources"]["luck"] for player in view["players"]] == [None, None, None]
    assert set(view["scores"].values()) == {None}
    assert all("luck" not in event.data.get("amounts", {}) for event in game.events_for(caylus.SPECTATOR))
    assert "caylus.SPECTATOR" in repr(caylus.SPECTATOR)


HOARD = """
resource luck hidden
action main() {
  for each player in players { gain 3 luck }
  for each player in players { choose { option tell(number in 1 to player.luck) { lose number luck }, option keep { } } }
}
"""


def test_options_that_follow_from_what_is_hidden_are_not_shown_to_others() -> None:
    game = tiny.game(HOARD)

    def show_text(seat: object) -> caylus.Decision:
        decision = game.decision_for(seat)  # type: ignore[arg-type]
        assert decision is not None
        assert (decision.player, decision.phase) == ("Ann", None)
        return decision

    assert len(show_text("Ann").options) == len(show_text(None).options) == 4
    assert not show_text("Ann").is_sealed
    for seat in ("Ben", caylus.SPECTATOR):
        decision = show_text(seat)
        assert decision.is_sealed
        assert (decision.options, decision.moves) == ((), ())
        assert str(decision) == decision.question
        assert repr(decision) == "<Decision of Ann: 'main', sealed>"
        said = {reason.text for wanted in ("tell 2", "tell 9", "keep", "fly") for reason in decision.why_not(wanted)}
        assert said == {"only Ann knows what there is to choose from"}
        with pytest.raises(caylus.IllegalChoice, match="only Ann knows"):
            decision.find("keep")
    game.choose("keep")
    game.choose("keep")
    assert game.decision_for("Ben") is None


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ("lose number luck", ("Ann chooses in secret", None, {})),
        ("lose number luck, gain 1 coin", ("Ann: tell some number", "tell", {})),
    ],
)
def test_of_a_choice_that_rests_on_what_is_hidden_others_hear_what_may_be_told(effect: str, told: tuple[Any, ...]) -> None:
    game = tiny.game("resource coin\n" + HOARD.replace("lose number luck", effect))
    game.choose("tell 2")
    heard = {
        seat: [(event.text, event.data["option"], event.about) for event in game.events_for(seat) if event.kind == "choice"]
        for seat in game.players
    }
    own = (f"Ann: {effect.replace('number', '2')}", "tell 2", {})
    assert heard == {"Ann": [own], "Ben": [told]}


def test_where_nothing_is_hidden_everybody_sees_the_options() -> None:
    game = tiny.game(HOARD.replace("hidden", ""))
    assert game.decision is not None
    assert game.decision_for(caylus.SPECTATOR) is game.decision


def test_who_does_not_sit_at_the_table_is_told_so() -> None:
    with pytest.raises(ValueError, match="nobody at this table is called `Anne`; did you mean `Ann`"):
        orchard.moment(0).view("Anne")


# ---- named values

VALUES = """
resource coin
resource luck hidden
kind plot plural plots { state owner player }
row road of 2 plots
action main() { for each player in players { gain 2 coin + 3 luck, may { } } }
value price(player, plot) { player.coin + plot.number if plot.owner is none, 0 otherwise }
value open() = some plot in road where plot.owner is none
value first_plot() = first plot in road
value bill(player) = 1 coin or 2 luck
value luck_of(player) = player.luck
value twice(player) = 2 * luck_of(player)
value all_luck() = sum of player.luck for player in players
value number_of(n: number) = n
"""


def showing(names: str, folder: Any) -> caylus.Ruleset:
    tiny.write(
        folder, VALUES.replace("{ player.coin + plot.number if plot.owner is none, 0 otherwise }", "= player.coin + plot.number")
    )
    (folder / "ruleset.yaml").write_text(f"{tiny.MANIFEST}values: [{names}]\n", encoding="utf-8")
    return caylus.load(folder)


def test_a_view_holds_the_values_that_the_manifest_asks_for(tmp_path: Any) -> None:
    game = showing("price, open, first_plot, bill", tmp_path).new_game(2)
    assert game.view()["values"] == {
        "price": {"Ann": {"road 1": 3, "road 2": 4}, "Ben": {"road 1": 1, "road 2": 2}},
        "open": True,
        "first_plot": "road 1",
        "bill": {"Ann": [{"coin": 1}, {"luck": 2}], "Ben": [{"coin": 1}, {"luck": 2}]},
    }
    accept(game.view(), "the view", "view")


def test_a_value_of_what_is_hidden_is_hidden(tmp_path: Any) -> None:
    game = showing("luck_of, twice, all_luck", tmp_path).new_game(2)
    assert game.view()["values"] == {"luck_of": {"Ann": 3, "Ben": 0}, "twice": {"Ann": 6, "Ben": 0}, "all_luck": 3}
    assert game.view("Ann")["values"] == {"luck_of": {"Ann": 3, "Ben": None}, "twice": {"Ann": 6, "Ben": None}, "all_luck": None}
    assert game.view(caylus.SPECTATOR)["values"]["luck_of"] == {"Ann": None, "Ben": None}


@pytest.mark.parametrize("name", ["prize", "number_of"])
def test_a_manifest_asks_for_values_that_there_are_and_that_can_be_shown(name: str, tmp_path: Any) -> None:
    with pytest.raises(caylus.RulesetError) as caught:
        showing(name, tmp_path)
    assert [d.code for d in caught.value.diagnostics if not d.code.startswith("W")] == ["E0625"]


def test_a_view_lists_the_phases_as_they_come() -> None:
    assert [phase["name"] for phase in orchard.moment(0).view()["phases"]] == ["morning", "evening"]


@pytest.mark.slow
def test_a_value_that_a_variant_has_removed_is_not_shown() -> None:
    view = caylus.load("classic", variants=["simplified-favour"]).new_game(2).view()
    assert "price" in view["values"]
    assert "open_columns" not in view["values"]


# ---- tables

TABLES = """
resource coin
kind judge plural judges
judge anna "Old Anna"
judge bert
table prize(player) by judge, column see "The show" {
  bert | nothing     | gain 1 coin, gain 2 coin
  anna | gain 1 coin | may "two -- or none" {  -- her best
    gain 2 coin
  }
}
table other(player) by judge, column { anna | nothing
  bert | nothing }
action main() { for each player in players { do prize(player, anna, 1), do other(player, bert, 1) } }
"""


def with_tables(names: str, folder: Any) -> caylus.Ruleset:
    tiny.write(folder, TABLES)
    (folder / "ruleset.yaml").write_text(f"{tiny.MANIFEST}tables: [{names}]\n", encoding="utf-8")
    return caylus.load(folder)


def test_a_view_holds_the_tables_that_the_manifest_asks_for_as_they_are_written(tmp_path: Any) -> None:
    view = with_tables("prize", tmp_path).new_game(2).view(caylus.SPECTATOR)
    assert view["tables"] == {
        "prize": {
            "name": "prize",
            "title": "prize",
            "citation": "The show",
            "columns": [1, 2],
            "rows": [
                {"name": "bert", "title": "bert", "cells": ["nothing", "gain 1 coin, gain 2 coin"]},
                {"name": "anna", "title": "Old Anna", "cells": ["gain 1 coin", 'may "two -- or none" { gain 2 coin }']},
            ],
        }
    }
    accept(view, "the view", "view")


def test_tables_are_shown_without_looking_into_the_rules_again(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = with_tables("prize, other", tmp_path)
    rules.warm(2)
    monkeypatch.setattr(rules, "_meaning", {})
    monkeypatch.setattr(rules, "_understand", None)
    assert list(rules.new_game(2).view()["tables"]) == ["prize", "other"]


@pytest.mark.parametrize(("name", "meant"), [("prise", "did you mean `prize`?"), ("main", "")])
def test_a_manifest_asks_for_tables_that_there_are(name: str, meant: str, tmp_path: Any) -> None:
    with pytest.raises(caylus.RulesetError) as caught:
        with_tables(name, tmp_path)
    (found,) = [told for told in caught.value.diagnostics if told.is_error]
    assert (found.code, found.message, found.help) == ("E0625", f"`{name}` is not a table of this ruleset", meant)


@pytest.mark.parametrize("before", [0, 12])
def test_facts_are_the_events_without_their_words(before: int) -> None:
    game = caylus.load("1303").new_game(2, seed=1)
    for _ in range(before):
        game.play(0)
    game = game.copy(events=True)
    for _ in range(25):
        game.play(0)
    assert len(game.facts) > 25
    words = {"offer", "reasons", "words", "offers"}
    told = [(event.round, event.kind, event.player, event.rule, event.data) for event in game.events]
    wordless = [(*rest, {key: data[key] for key in data.keys() - words}) for *rest, data in told]
    assert wordless == [*map(tuple, game.facts)]
