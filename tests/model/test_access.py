"""What each statement and each expression reads, writes, binds and calls, and what may be in a payment."""

from __future__ import annotations

import caylus
import pytest
from caylus import model as m
from caylus.analysis.secrets.flow import Flow
from caylus.knowledge.variable_sources import Origins
from caylus.model.access import access, payment_resources, several_ways
from caylus.model.walk import every_statement, parts
from caylus.spaces import ActionSpace
from check.small import check_texts
from support import tiny
from support.texts import read_rules

RULES = read_rules(__file__, "access")


def _model() -> m.Model:
    model, found = check_texts(RULES)
    assert model is not None, found
    return model


def _first(model: m.Model, class_: type) -> object:
    return next(part for part in parts(tuple(every_statement(model))) if isinstance(part, class_))


def _touched_things(model: m.Model, class_: type) -> list[tuple[str, str]]:
    return [(write.how, thing.name) for write in access(_first(model, class_)).writes for thing in write.things(model.resources)]


def test_what_is_put_leaves_one_place_and_comes_into_the_other() -> None:
    assert _touched_things(_model(), m.Put) == [("take", "deck"), ("put", "pile")]


def test_what_is_gained_is_taken_from_its_supply() -> None:
    assert _touched_things(_model(), m.Transfer) == [("gain", "chip"), ("lose", "shed")]


def test_a_shuffle_draws_and_changes_an_order() -> None:
    model = _model()
    assert _touched_things(model, m.Rearrange) == [("order", "deck")]
    assert access(_first(model, m.Rearrange)).draws


def test_a_choice_binds_what_is_paid() -> None:
    (paid,) = access(_first(_model(), m.Choose)).binds
    assert (paid.variable.name, paid.is_member) == ("paid", False)


def test_an_action_binds_its_parameters_where_it_is_done() -> None:
    (bound,) = access(_first(_model(), m.Do)).bindings()
    assert bound.variable.name == "player"


def test_who_can_pay_tells_what_is_held() -> None:
    model = _model()
    asked = _first(model, m.CanPay)
    assert [thing.name for read in access(asked).reads for thing in read.things(model.resources)] == ["coin"]
    assert not Origins(model, Flow(model)).is_public(asked)


HEAD = read_rules(__file__, "access_head")
PAYMENTS = {
    "nothing": (False, ""),
    "2 coin": (False, "coin"),
    "season coin": (False, "coin"),
    "2 fruit": (True, "apple pear"),
    "season fruit": (True, "apple pear"),
    "1 coin or 1 apple": (True, "coin apple"),
    "season coin or 1 apple": (True, "coin apple"),
    "season coin + 1 apple": (False, "coin apple"),
    "season fruit less 1 apple": (True, "apple pear"),
    "one(player)": (False, "coin"),
    "by_season(player)": (False, "coin apple"),
    "through(player)": (False, "coin apple token"),
    "several(player)": (True, "apple pear"),
    "somewhere(player)": (True, "coin apple pear"),
    "dearer(player)": (True, "coin apple"),
    "(first tree in trees).price": (False, "coin"),
    "(first tree in trees).ripe": (True, "apple pear"),
}


def rules(statement: str) -> caylus.Ruleset:
    return tiny.rules(f"{HEAD}action main() {{ for each player in players {{ {statement} }} }}")


@pytest.mark.parametrize("payment", PAYMENTS)
def test_only_a_gain_that_leaves_a_choice_is_a_decision(payment: str) -> None:
    leaves_a_choice, _ = PAYMENTS[payment]
    gaining = rules(f"gain {payment}")
    assert bool(gaining.program(2).decisions) is leaves_a_choice
    assert bool(len(ActionSpace(gaining, 2, largest=3))) is leaves_a_choice


@pytest.mark.parametrize("payment", PAYMENTS)
def test_what_is_in_a_payment_is_found_wherever_it_stands(payment: str) -> None:
    leaves_a_choice, names = PAYMENTS[payment]
    model = rules(f"gain {payment}").model
    (loop,) = model.actions["main"].body
    gain = loop.body[0]  # type: ignore[union-attr]
    assert {model.resources[index].name for index in payment_resources(gain.payment) or ()} == {*names.split()}  # type: ignore[union-attr]
    assert several_ways(gain.payment) is leaves_a_choice  # type: ignore[union-attr]


def test_what_was_handed_on_may_be_anything() -> None:
    handed = "action handed(player, given: payment) { gain given }"
    model = tiny.rules(f"{HEAD}{handed}\naction main() {{ for each player in players {{ do handed(player, 1 coin) }} }}").model
    (gain,) = model.actions["handed"].body
    assert several_ways(gain.payment)  # type: ignore[union-attr]
    assert payment_resources(gain.payment) is None  # type: ignore[union-attr]


@pytest.mark.parametrize("payment", PAYMENTS)
def test_what_is_lost_leaves_no_choice(payment: str) -> None:
    if PAYMENTS[payment][0]:
        with pytest.raises(caylus.RulesetError, match="E0317"):
            rules(f"lose {payment}")
    else:
        rules(f"lose {payment}").new_game(2, 0)


def test_a_repeat_does_not_end_by_a_gain_that_leaves_no_choice() -> None:
    with pytest.raises(caylus.RulesetError, match="E0402"):
        rules("repeat until season is 3 { gain by_season(player) }")


def test_a_price_of_one_way_is_paid_without_being_asked_how() -> None:
    game = rules("may pay one(player) to gain 1 apple, gain 4 coin, may pay by_season(player) to gain 1 pear").new_game(1, 0)
    assert game.decision is None
    game = rules("gain 4 coin, may pay one(player) to gain 1 apple").new_game(1, 0)
    assert tiny.ids(game) == ["pay 2 coin", "decline"]
    game.choose("pay 2 coin")
    assert tiny.list_holdings(game) == {"coin": 2, "apple": 1}
