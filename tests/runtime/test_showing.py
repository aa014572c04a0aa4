"""What a person at a prompt or in a notebook is shown of rulesets, games, decisions, options, events and reasons."""

from __future__ import annotations

import re

import caylus
import pytest
from support import orchard, tiny


@pytest.mark.slow
def test_a_ruleset_says_which_it_is() -> None:
    assert repr(orchard.RULES) == "<Ruleset tiny: Tiny 1.0.0 for 1 to 4 players>"
    assert (
        repr(caylus.load("classic", ["richer-start"])) == "<Ruleset classic with richer-start: Caylus 1.0.0 for 2 to 5 players>"
    )


def test_a_game_says_where_it_stands_and_prints_its_table() -> None:
    game = orchard.RULES.new_game(["Eve", "queue"], 5)
    assert re.fullmatch(r"<Game of Tiny: Ann, Ben; round 1, 0 choices, \w+ decides: 'Where to'>", repr(game))
    text = str(game)
    assert "Where to" in text.splitlines()[0]
    assert re.search(r"^hedge +nest +owner$", text, re.MULTILINE)
    assert re.search(r"^Eve \(Ann\) +4 +0 +0 +3 +1 ", text, re.MULTILINE)
    assert re.search(r"^queue +\w+, \w+$", text, re.MULTILINE)


def test_of_a_map_a_game_prints_what_lies_between_what() -> None:
    text = "kind town plural towns\ntown oslo\ntown bern\neach player has { met[town, town] flag }\n"
    game = tiny.game(
        text + "action main() { for each player in players { choose { option go { set player.met[oslo, bern] to yes } } } }", 2
    )
    assert [line.split(maxsplit=1)[1] for line in str(game).splitlines()[-2:]] == ["oslo (bern yes)", "oslo (bern yes)"]
    assert str(tiny.game(text + "action main() { }")).splitlines()[-1].split() == ["Ben", "-"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic", "1303"])
def test_a_table_is_shown_as_the_manifest_says_from_the_first_decision_to_the_end(name: str) -> None:
    game = caylus.load(name).new_game(3, seed=1)
    while game.decision is not None:
        text = str(game)
        game.play(5 * len(game.chosen) % len(game.moves))
    assert "provost" in text
    assert all(player in text for player in game.players)
    assert str(game).splitlines()[0].endswith(f": {game.result.render(game.labels)}")
    assert "over" in repr(game)


def test_a_decision_prints_its_options_by_number() -> None:
    decision = orchard.moment(0).decision
    assert decision is not None
    assert repr(decision) == f"<Decision of {decision.player}: 'Where to', {len(decision.options)} options>"
    first, _, *lines = str(decision).splitlines()
    assert first == f"{decision.player}: Where to (A walk)"
    for number, (line, option) in enumerate(zip(lines, decision.options, strict=True), 1):
        assert re.fullmatch(rf"{number} +{re.escape(option.text)} +{re.escape(option.id)}", line)
    option = decision.options[-1]
    assert (str(option), repr(option)) == (option.text, f"<Option {option.id!r} of {decision.player}>")


def test_events_and_reasons_are_lines() -> None:
    event = next(event for event in orchard.moment(6).events if event.kind == "choice")
    assert str(event) == f"{event.number}. {event.text} [A walk]"
    assert repr(event) == f"<Event {event.number}, choice: {event.text}>"
    assert str(caylus.Reason("too dear", "a.rules", 3, "Page 1")) == "too dear (a.rules:3, Page 1)"


def test_html_escapes_what_people_are_called() -> None:
    game = orchard.RULES.new_game(["<b>Eve</b>", "a & b"], 5)
    assert game.decision is not None
    html = game._repr_html_() + game.decision._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;Eve&lt;/b&gt; (Ann)" in html
    assert "a &amp; b (Ben)" in html
    assert html.count("<table>") == html.count("</table>") > 3


def test_rules_without_a_table_or_lists_are_shown_too() -> None:
    text = "resource coin\naction main() { for each player in players { choose { option a { gain 1 coin }, option b { } } } }"
    assert "players  coin" in str(tiny.game(text))
