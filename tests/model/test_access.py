"""What each statement and each expression reads, writes, binds and calls by itself."""

from __future__ import annotations

from caylus import model as m
from caylus.analysis.secrets.flow import Flow
from caylus.knowledge.variable_sources import Origins
from caylus.model.access import access
from caylus.model.walk import every_statement, parts
from check.small import check_texts

RULES = """
resource coin "coin" hidden
resource chip from shed
resource shed
kind card plural cards
card ace
card ten
list deck of card
list pile of card
each player has {
  state step number
}
action turn(player) {
  put deck[1] from deck into pile
  raise player.step by 2
  gain 1 chip
  for each rival in players where rival is not player { do turn_of(rival) }
  choose {
    option buy {
      pay 1 coin as paid
      gain paid
    }
    option rest { nothing }
  }
  shuffle deck
}
action turn_of(player) { if player can pay 1 coin { lose 1 coin } }
"""


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
