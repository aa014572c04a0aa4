"""Answers to `info` and `why`: in words, of whatever has a name."""

from __future__ import annotations

from collections.abc import Callable

import caylus
import pytest
from caylus_tools.answers.current_state import Info
from caylus_tools.answers.matching import why_not
from caylus_tools.answers.rulebook import Rulebook
from caylus_tools.common.errors import UsageError
from caylus_tools.verbalize.names import Glossary
from support import tiny

Ask = Callable[..., list[str]]


@pytest.fixture
def info(rules: caylus.Ruleset) -> Ask:
    """What is told at the beginning of a game for three."""
    game, about = rules.new_game(3, seed=3), Info(rules)
    return lambda words: list(about.tell(words, None, game.view(game.players[game.seat])))


@pytest.fixture
def why(rules: caylus.Ruleset) -> Ask:
    game = rules.new_game(3, seed=3)
    assert game.decision is not None
    decision = game.decision
    return lambda words: list(why_not(words, decision, (), rules, game.view(decision.player)))


def test_a_thing_is_told_with_its_kind_its_place_in_the_rulebook_and_how_it_comes_into_play(info: Ask) -> None:
    head, told, *rest = info("church")
    assert head == "Church · stone building · printed rules: Phase 5 f"
    assert told.startswith("  You may pay 2 ")
    assert any(line.startswith("  What brings it into play: ") and "mason" in line for line in rest)


def test_of_a_player_it_is_told_what_they_have_and_where_they_stand(info: Ask, rules: caylus.Ruleset) -> None:
    first = rules.new_game(3, seed=3).players[0]
    head, *told = info(first.lower())
    assert head == f"{first} · player"
    assert any(line.startswith("  Has: food 2") or "workers" in line or "worker" in line for line in told)
    assert any("urn order: place " in line for line in told)
    assert info(first[:3]) == [head, *told]


def test_of_a_space_it_is_told_what_stands_there(info: Ask) -> None:
    assert info("road 7")[0].startswith("Peddler · ")
    assert "nothing is there" in info("road 20")[0]


@pytest.mark.parametrize(
    "words", ["denier", "workers", "cube", "turn_order", "provost", "bribing", "End of the game", "open", "tile"]
)
def test_whatever_has_a_name_is_told_of(info: Ask, words: str) -> None:
    assert len(info(words)) > 1
    assert not any("_" in line or "{" in line for line in info(words))


def test_a_column_of_the_players_is_told_with_what_each_has(info: Ask) -> None:
    assert any(line.startswith("  Now Red: ") and "; Green: " in line for line in info("denier"))


def test_beginnings_of_words_do_and_where_they_mean_several_things_these_are_named(info: Ask) -> None:
    assert info("trad po")[0].startswith("Trading post · ")
    (told,) = info("end of")
    assert "End of the round" in told
    assert "End of the game" in told


def test_what_has_no_name_is_no_answer(info: Ask) -> None:
    with pytest.raises(UsageError, match="did you mean `bank`"):
        info("bnak")


def test_the_text_of_the_rules_is_shown_on_request(info: Ask) -> None:
    assert 'stone_building bank "Bank"' in info("--source bank")[0]


def test_it_is_told_what_it_takes_to_choose_something_that_is_decided_elsewhere(why: Ask) -> None:
    head, *through = why("church")
    assert head.startswith("Church cannot be chosen now")
    assert "  mason: none is on the table" in through
    assert any("carpenter: on road 8" in line for line in why("mason"))
    assert why("building castle") == ["Building the castle is another phase (printed rules: Phase 6); this is Placing workers"]
    assert "nothing called `jump`" in why("jump")[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic", "1303"])
def test_no_name_in_a_ruleset_is_without_an_answer_or_told_as_code(name: str) -> None:
    rules = caylus.load(name)
    game, about = rules.new_game(3, seed=2), Info(rules)
    view = game.view(game.players[game.seat])
    for term in Glossary(rules).terms:
        told = list(about.tell(term.name, None, view))
        assert len(told) > 1 or term.sort in ("rule", "resource") or " may be " in told[0], term
        assert not any("_" in line for line in told), told


def test_a_thing_that_a_rule_of_its_name_brings_is_told_by_what_the_rule_says() -> None:
    rules = caylus.load("1303")
    view = rules.new_game(3, seed=2).view()
    (line,) = [line for line in Info(rules).tell("residence", None, view) if "into play" in line]
    assert "into play: residences (Turn every starting building" in line
    assert "into play: carpenter" in " ".join(Info(rules).tell("manor", None, view))


def test_a_name_that_is_an_article_is_known_too() -> None:
    glossary = Glossary(tiny.rules('kind hut\nhut a\nhut b "the"\naction main() { }'))
    assert [[term.name for term in glossary.find_terms(words)] for words in ("a", "the", "hut", "")] == [["a"], [], ["hut"], []]


@pytest.mark.slow
def test_the_rulebook_answers_with_the_paragraph_about_a_word_or_with_its_contents(rules: caylus.Ruleset) -> None:
    book = Rulebook(rules)
    contents = [*book.tell("")]
    assert "  The aim of the game" in contents
    head, *told = book.tell(contents[0].strip())
    assert head == "The aim of the game"
    assert told
    assert len([*book.tell("provost")]) < 12
    assert not any("](" in line or "<a" in line or "**" in line for word in ("provost", "setup") for line in book.tell(word))
    assert [*book.tell("xyzzy")] == ["the rulebook says nothing of `xyzzy`; `rules` lists its chapters"]


def test_a_place_that_nothing_stands_on_is_told_as_a_thing() -> None:
    rules = tiny.rules(
        'kind hill plural hills { height number, state owner player }\nhill crag "The crag" { height 3 }\nhill tor "The tor"\n'
        "row range of [crag, tor]\naction main() { for each player in players { may { set crag.owner to player } } }\n"
    )
    game = rules.new_game(2, seed=1)
    told = list(Info(rules).tell("crag", None, game.view(game.players[0])))
    assert told[:2] == ["The crag · hill", "  Height 3."]


def test_of_what_is_not_among_the_choices_no_price_is_told() -> None:
    rules = tiny.rules(
        'resource coin "coin"\nkind card plural cards { price number }\ncard ace { price 2 }\ncard ten { price 3 }\nlist shop of card\n'
        "action main() {\n  add ace to shop\n  for each player in players {\n    choose {\n"
        '      option buy(card in shop) "buy {card}" { pay card.price coin }\n'
        '      option rest "rest" { nothing }\n      option sleep "sleep" { nothing }\n    }\n  }\n}\n'
    )
    decision = (game := rules.new_game(2, seed=1)).decision
    assert decision is not None
    told = {name: list(why_not(f"buy {name}", decision, (), rules, game.view(decision.player))) for name in ("ace", "ten")}
    assert [len(told["ace"]), len(told["ten"])] == [2, 2]
    assert "not among the choices" in told["ten"][1]
