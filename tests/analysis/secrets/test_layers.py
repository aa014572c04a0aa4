"""What a variant hides, its base may tell, and the other way round: the rules are looked into as they are played."""

from __future__ import annotations

from caylus.check import check
from caylus.layers.merge import merge
from caylus.layers.parts import Layer
from caylus.parser.parse import parse

BASE = """
game "Base" for 2 to 4 players { do turn() }
resource coin "coin", gem "gem"
value score(player) = player.coin
action turn() {
  for each player in players {
    if player.gem > 3 { gain 1 coin }
    may gain 1 gem
  }
}
"""


def codes(base: str, variant: str) -> list[tuple[str, str, int, list[str]]]:
    files = [parse(text.strip(), path)[0] for text, path in ((base, "base.rules"), (variant, "variant.rules"))]
    merged = merge([Layer("base", (files[0],)), Layer("variant", (files[1],), frozenset({"base"}))])
    assert not merged.faults
    return [
        (fault.code, fault.span.file, fault.span.line, [note.span.file for note in fault.notes if note.span is not None])
        for fault in check(merged.files)[1]
        if fault.is_error and fault.span is not None
    ]


def test_a_variant_that_hides_something_finds_where_its_base_tells_of_it() -> None:
    assert codes(BASE, "change resource gem hidden") == [("E1001", "base.rules", 6, ["base.rules", "base.rules"])]


def test_a_variant_that_lays_something_open_lets_its_base_tell_of_it() -> None:
    hidden = BASE.replace('gem "gem"', 'gem "gem" hidden')
    assert codes(hidden, "change resource gem not hidden") == []
    assert [code for code, *_ in codes(hidden, 'rule quiet "Nothing" { before turn() { } }')] == ["E1001"]


def test_a_variant_that_tells_of_what_its_base_hides_is_refused() -> None:
    quiet = BASE.replace('gem "gem"', 'gem "gem" hidden').replace("    if player.gem > 3 { gain 1 coin }\n", "")
    news = 'rule news "News" { before turn() { for each player in players { say "{player.gem}" } } }'
    assert codes(quiet, news) == [("E1002", "variant.rules", 1, ["base.rules"])]
