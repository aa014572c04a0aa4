"""Answers to `info` and `why` in words, the meaning of a person's words, and the choices that people wish to be spared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import caylus
import pytest
from caylus_tools.answers.current_state import Info
from caylus_tools.answers.matching import Wishes, alike, exact, things, why_not
from caylus_tools.answers.rulebook import Rulebook
from caylus_tools.common.errors import UsageError
from caylus_tools.screen.scene import Choice
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


@pytest.fixture(scope="module")
def building() -> caylus.Game:
    """A game in which somebody may build a Market or a Covered market."""
    game = caylus.load("1303").new_game(3, seed=4)
    while game.decision is not None and game.decision.rule != "build":
        ids = [option.id for option in game.decision.options]
        game.choose("place carpenter" if "place carpenter" in ids else ids[0])
    return game


def choices(game: caylus.Game) -> list[Choice]:
    assert game.decision is not None
    return [Choice(str(at + 1), option, at, option.text, "") for at, option in enumerate(game.decision.options)]


def find_match(typed: str, game: caylus.Game) -> list[str]:
    return [choice.option.id for choice in alike(typed, choices(game), game.rules)]


def test_a_name_that_is_all_of_one_title_and_a_part_of_others_means_the_one(building: caylus.Game) -> None:
    assert find_match("market", building) == find_match("MARKET", building) == ["build market"]
    assert len(find_match("covered", building)) > 1


def test_words_are_known_by_how_they_begin(building: caylus.Game) -> None:
    assert find_match("arket", building) == find_match("1", building) == []
    assert len(find_match("build", building)) == len(choices(building))
    assert find_match("noth", building) == ["decline"]
    assert find_match("cov mar", building) == find_match("mar cov", building) == find_match("covered", building)


def test_a_place_tells_things_of_one_name_apart() -> None:
    game = caylus.load("classic").new_game(3, seed=3)
    assert len(find_match("carp", game)) > 1
    (one,) = find_match("carpenter road 8", game) or [""]
    assert one in find_match("carp", game)
    assert find_match("carp roa 8", game) == [one]
    assert find_match("carpenter road 88", game) == []


def test_only_a_key_as_it_is_shown_is_the_key_of_a_choice(building: caylus.Game) -> None:
    shown = choices(building)
    assert exact("1", shown) == shown[0]
    for said in ("0", "01", "\N{ARABIC-INDIC DIGIT ONE}", "9" * 5000):
        assert exact(said, shown) is None


def test_things_are_known_by_name_and_by_title(rules: caylus.Ruleset) -> None:
    assert [thing.name for thing in things("gold mine", rules)] == ["gold_mine"]
    assert [thing.name for thing in things("market", rules)] == ["market"]
    assert [thing.name for thing in things("Marketplace", rules)] == ["market_neutral", "market"]
    assert things("road 1", rules) == []


RULES = """
resource coin, nut
value is_poor(player) = player.coin < 2
phase gifts "Gifts" { for each player in players { may "take a coin" { gain 1 coin } } }
phase trade {
  for each player in players { may pay 1 coin to gain 1 nut }
  for each player in players { may gain 1 nut }
  for each player in players { may { gain 1 nut, lose 1 coin } }
}
sequence main = gifts, trade
game "Tiny" for 1 to 4 players { for each player in players { gain 1 coin }, do main() }
"""
WISHES = """\
wishes:
  thrift: {title: keep my coins, asks: trade, answer: decline, unless: is_poor}
"""


@pytest.fixture
def trade_rules(tmp_path: Path) -> caylus.Ruleset:
    tiny.write(tmp_path, RULES)
    manifest = tmp_path / "ruleset.yaml"
    manifest.write_text(manifest.read_text() + WISHES)
    return caylus.load(tmp_path)


def list_taken(trade_rules: caylus.Ruleset, *wished: str) -> list[str]:
    """What is taken unasked of all questions of a game of one; `-` for one that is asked, which takes the first option."""
    game, wishes, found = trade_rules.new_game(1), Wishes(trade_rules), []
    while game.decision is not None:
        option = wishes.find_option(game.decision, partial(game.view, game.decision.player), wished)
        found.append(option.id if option is not None else "-")
        game.choose(option or game.decision.options[0])
    return found


def test_the_rules_the_tools_and_the_manifest_offer_wishes(trade_rules: caylus.Ruleset) -> None:
    assert [(wish.name, wish.holds) for wish in Wishes(trade_rules).offered] == [("usual", True), ("thrift", False)]


def test_without_wishes_everything_is_asked(trade_rules: caylus.Ruleset) -> None:
    assert list_taken(trade_rules) == ["-", "-", "-", "-"]


def test_what_only_gains_something_is_taken(trade_rules: caylus.Ruleset) -> None:
    assert list_taken(trade_rules, "usual") == ["accept", "-", "accept", "-"]


def test_a_wish_of_the_manifest_answers_unless_the_player_is_concerned(trade_rules: caylus.Ruleset) -> None:
    assert list_taken(trade_rules, "thrift") == ["-", "decline", "decline", "decline"]
    assert list_taken(trade_rules, "usual", "thrift") == ["accept", "decline", "accept", "decline"]


@pytest.mark.parametrize(("key", "wrong"), [("asks", "trde"), ("answer", "declne"), ("unless", "is_por")])
def test_what_a_wish_names_has_to_be_in_the_rules(tmp_path: Path, key: str, wrong: str) -> None:
    tiny.write(tmp_path, RULES)
    right = {"asks": "trade", "answer": "decline", "unless": "is_poor"}[key]
    manifest = tmp_path / "ruleset.yaml"
    manifest.write_text(manifest.read_text() + WISHES.replace(f"{key}: {right}", f"{key}: {wrong}"))
    with pytest.raises(caylus.RulesetError) as error:
        caylus.load(tmp_path)
    (found,) = (d for d in error.value.diagnostics if d.is_error)
    assert (found.code, found.help) == ("E0625", f"did you mean `{right}`?")
    assert found.span is not None
    assert found.span.line == 9
