"""What a program knows of itself besides its code: it comes back as it was, and says as much as the rules did."""

from __future__ import annotations

import caylus
import pytest
from caylus.codegen.metadata import decode, encode
from caylus.codegen.module import write_source
from support import orchard, tiny

pytestmark = pytest.mark.slow

SHIPPED = [("classic", 2), ("classic", 5), ("1303", 3)]


@pytest.mark.parametrize(("name", "players"), SHIPPED)
def test_what_is_read_back_is_what_was_written(name: str, players: int) -> None:
    metadata = caylus.load(name).program(players).metadata
    again, explanations = decode(encode(metadata, {"shown": "pass"}))
    assert again.shape() == metadata.shape()
    assert again.spans == metadata.spans
    assert explanations == {"shown": "pass"}


def test_what_refers_to_one_thing_still_does() -> None:
    metadata = orchard.RULES.program(3).metadata
    kinds = metadata.layout.components.kinds
    for kind in kinds.values():
        assert all(thing.kind.root is kind.root for thing in kind.objects)
        assert kind.parent is None or kind.parent is kinds[kind.parent.name]
    assert set(metadata.layout.resources) == set(metadata.layout.components.resources)


def test_the_rules_themselves_stay_behind() -> None:
    metadata = orchard.RULES.program(3).metadata
    assert not any(kind.actions for kind in metadata.layout.components.kinds.values())
    assert b"Action" not in encode(metadata, {})


def test_conditions_within_conditions_are_taken_apart_as_far_as_anybody_could_read() -> None:
    """Thirty requirements, three times inside one another, would be 27,000."""

    def condition(name: str, requirement: str) -> str:
        return "\n".join([f"condition {name}(player, a: number) {{", *[f"  require {requirement}"] * 30, "}", ""])

    text = f"""
resource coin
{condition("inner", "a < 9")}{condition("middle", "inner(player, a)")}{condition("outer", "middle(player, a)")}
action main() {{
  for each player in players {{
    choose {{
      option go(i in 1 to 2) {{ require outer(player, i)  "not now", gain 1 coin }}
      option stay {{ nothing }}
    }}
  }}
}}
"""
    game = tiny.game(text)
    assert game.decision is not None
    assert len(game.rules.program(2).text) < 500_000
    assert sum(map(len, write_source(game.rules.model, 2, is_traced=False).explanations.values())) < 1_000_000
    assert {reason.text for reason in game.decision.why_not("go 9")} == {"that is not among the choices", "inner(player, a)"}
