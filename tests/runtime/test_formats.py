"""The surface of the library: the shape of what a game gives out, what a person is shown, and mistakes in calling it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus.documents import accept, read_json
from support import orchard, tiny

PROJECT = Path(__file__).parents[2]


def decision_as_data(decision: caylus.Decision) -> dict[str, Any]:
    options = [{part: getattr(o, part) for part in ("id", "text", "offer", "data", "cells")} for o in decision.options]
    names = ("player", "prompt", "rule", "title", "see", "file", "line", "phase", "rules", "about")
    return json.loads(json.dumps({"options": options, **{name: getattr(decision, name) for name in names}}))  # type: ignore[no-any-return]


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "players"), [("classic", 2), ("classic", 5), ("1303", 3)])
def test_views_and_decisions_have_their_shape_at_every_step_of_a_game(name: str, players: int) -> None:
    game = caylus.load(name).new_game(players, seed=3)
    step = 0
    while (decision := game.decision) is not None:
        if step % 7 == 0:
            accept(decision_as_data(decision), "decision", "decision")
            for seat in (None, *game.players):
                accept(game.view(seat), "view", "view")
        step += 1
        game.play(step * 7919 % len(game.moves))
    accept(game.view(), "view", "view")
    assert step > 50


@pytest.mark.slow
def test_saves_and_transcripts_have_their_shape_and_come_back_through_json() -> None:
    game = caylus.load("classic").new_game(3, seed=5)
    for step in range(60):
        game.play(step * 7919 % len(game.moves))
    save = read_json(json.dumps(game.save()), "save.json", "save")
    assert caylus.resume(save.value) == game
    transcript = read_json(json.dumps(game.transcript()), "transcript.json", "transcript")
    assert caylus.replay(transcript.value) == game


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "rulesets/PYTHON.md", "rulesets/SIMULATIONS.md"])
def test_whatever_is_linked_to_is_there(document: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (PROJECT / document).read_text(encoding="utf-8"))
    assert [link for link in links if not (PROJECT / document).parent.joinpath(link).exists()] == []


def test_the_rules_in_the_readme_are_the_rules_of_the_game() -> None:
    excerpts = re.findall(r"```rules\n(.*?)```", (PROJECT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    lines = {line.strip() for excerpt in excerpts for line in excerpt.splitlines() if line.strip() not in ("", "…")}
    rules = {
        line.strip() for file in (PROJECT / "rulesets").rglob("*.rules") for line in file.read_text(encoding="utf-8").splitlines()
    }
    assert lines
    assert lines - rules == set()


def load_modules(statement: str) -> set[str]:
    """The modules of the library that a process has loaded after a statement."""
    script = f"import sys; {statement}; print(*(name for name in sys.modules if name.split('.')[0] == 'caylus'))"
    roots = Path(caylus.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(roots)}
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("name", caylus.__all__)
def test_every_name_of_the_surface_is_there(name: str) -> None:
    assert name in dir(caylus)
    found = getattr(caylus, name)
    assert repr(found) == f"caylus.{name}" if name.isupper() else found.__name__ == name


def test_it_says_which_version_it_is() -> None:
    assert re.fullmatch(r"[0-9].*", caylus.__version__)
    assert "__version__" in dir(caylus)


def test_the_surface_is_what_a_star_imports() -> None:
    names: dict[str, object] = {}
    exec("from caylus import *", names)
    assert names.keys() - {"__builtins__"} == set(caylus.__all__)


def test_what_is_not_there_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="'caylus' has no attribute 'laod'"):
        caylus.laod  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.slow
def test_only_what_is_used_is_loaded() -> None:
    assert load_modules("import caylus") == {"caylus"}
    assert "caylus.runtime" not in load_modules("from caylus import Diagnostic")
    assert "caylus.runtime.game" in load_modules("from caylus import Game")


RULES = tiny.rules(
    """
resource coin
action main() {
  for each player in players {
    choose "Take" {
      option take(n in 1 to 2) "take {n}" { gain n coin }
      option rest { gain 3 coin }
    }
  }
}
"""
)


@pytest.mark.parametrize("option", [0, None, True, ("take", 1)])
def test_only_an_option_or_its_id_is_chosen(option: Any) -> None:
    game = RULES.new_game(2)
    with pytest.raises(TypeError, match="an option of the decision is wanted, or its id, not"):
        game.choose(option)
    assert game.chosen == []


def test_why_not_takes_an_option_as_choose_does() -> None:
    decision = RULES.new_game(2).decision
    assert decision is not None
    assert decision.why_not(decision.options[0]) == ()


@pytest.mark.parametrize("players", ["2", "Ann", 2.0, None, True, [1, 2]])
def test_players_are_a_number_or_a_list_of_names(players: Any) -> None:
    with pytest.raises(TypeError, match="players are a number, or a list of names, not"):
        RULES.new_game(players)


@pytest.mark.parametrize("seed", ["x", 1.5, None])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number, not"):
        RULES.new_game(2, seed)


def test_nobody_undoes_who_is_not_at_the_table() -> None:
    game = RULES.new_game(2)
    game.play(0)
    with pytest.raises(ValueError, match="nobody at this table is called `Purple`"):
        game.can_undo_to(0, "Purple")
    assert not game.can_undo_to(0, caylus.SPECTATOR)


@pytest.mark.parametrize("player", ["Purple", 0])
def test_nobody_has_a_view_or_an_outlook_who_is_not_at_the_table(player: Any) -> None:
    game = RULES.new_game(2)
    for ask in (game.view, game.outlook):
        with pytest.raises(ValueError, match=f"nobody at this table is called `{player}`"):
            ask(player)


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
