"""A hundred rulesets that mean harm: each gets an answer in time, and everybody else theirs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.rules import Rulesets
from check.test_hostile_texts import HOSTILE as CHECKED
from hostile.attacks import MANIFESTS, YAML
from parser.test_hostile_text import HOSTILE as READ
from support.coins import MANIFEST, RULES

SCORE = "each player has { n number }\nvalue score(player) = player.n\n"


def game(body: str, before: str = "") -> str:
    return f"""{SCORE}{before}
game "A" for 1 to 1 players {{
  for each player in players {{
    {body}
  }}
}}
"""


PLAYED = {
    "more options than anybody can look through": game(
        'choose { option a(x in 1 to 99, y in 1 to 99) "a {x} {y}" { }, option b "b" { } }'
    ),
    "options that multiply": game(
        "choose { option a(" + ", ".join(f"{name} in 1 to 1000" for name in "abcdefgh") + ') "a" { }, option b "b" { } }'
    ),
    "work without end between two decisions": game(
        "for each a in 1 to 1000 { for each b in 1 to 1000 { set player.n to a + b } }"
    ),
    "work that only shows in play": game(
        'choose { option a "a" { set player.n to 1000 }, option b "b" { set player.n to 1000 } }\n'
        + "for each a in 1 to player.n { for each b in 1 to player.n { for each c in 1 to player.n { set player.n to 1000 } } }"
    ),
    "a state of very many numbers": "kind a plural bs { state s[player] number, state t[player] number }\nrow r of 1900 bs\n"
    + game("").replace("1 to 1", "1 to 20"),
    "a title without end": game("").replace('"A"', f'"{"A" * 4000}"'),
    "options with texts without end": game(
        "choose {" + "\n".join(f'option a{number} "{"x" * 4000}" {{ }}' for number in range(60)) + "}"
    ),
    "a game that asks for ever": game('repeat { choose { option a "again" { }, option b "and again" { } } }'),
    "more ways to gain than there may be": "resource a, b, c, d, e\ngroup all = a, b, c, d, e\n"
    + game('choose { option a "a" { set player.n to 900 }, option b "b" { set player.n to 900 } }\ngain player.n all'),
    "more seats than a table has": game("").replace("1 to 1", "1 to 99"),
    "a game for twenty of very many choices": game(
        "repeat at most 99 times { choose { " + ", ".join(f'option a{number} "a" {{ }}' for number in range(300)) + "} }"
    ).replace("1 to 1", "1 to 20"),
    "nothing": "",
    "a letter": "x",
    "a comment": "-- nothing\n" * 20_000,
}


def offers() -> Iterator[tuple[str, dict[str, str]]]:
    for name, (_, text) in READ.items():
        yield f"read: {name}", {"ruleset.yaml": MANIFEST, "coins.rules": text}
    for name, (text, _) in CHECKED.items():
        yield f"checked: {name}", {"ruleset.yaml": MANIFEST, "coins.rules": RULES + text}
    for name, (_, text) in YAML.items():
        yield f"manifest: {name}", {"ruleset.yaml": text, "coins.rules": RULES}
    for name, (_, old, new) in MANIFESTS.items():
        yield f"manifest: {name}", {"ruleset.yaml": MANIFEST.replace(old, new), "coins.rules": RULES}
    for name, text in PLAYED.items():
        yield f"played: {name}", {"own.rules": text}


OFFERS = dict(offers())


def answer_upload(rulesets: Rulesets, files: dict[str, str]) -> str:
    """Checked, and played by as many as it takes where nothing is wrong. What becomes of it."""
    try:
        found = rulesets.offer(files=files, who="")
        if not found["checks"]:
            assert found["faults"]
            return "faulty"
        rulesets.ready(None, [], found["draft"], found["counts"][-1] - len(found["automata"]))
        return "played"
    except Refused as refused:
        assert refused.code in {"bad", "too_long", "faulty"}
        assert refused.text.endswith(".")
        return refused.code


SOME = ["read: a staircase", "manifest: a list bomb of 8 levels", *(name for name in OFFERS if name.startswith("played"))]


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_harm_is_answered(rulesets: Rulesets, name: str) -> None:
    assert answer_upload(rulesets, OFFERS[name])


@pytest.mark.nightly
def test_a_third_of_a_hundred_are_answered_and_keep_nobody_waiting(rulesets: Rulesets) -> None:
    assert len(OFFERS) >= 100
    became = {name: answer_upload(rulesets, files) for name, files in [*OFFERS.items()][1::3] if name not in SOME}
    assert set(became.values()) >= {"faulty", "bad"}
    assert rulesets.offer(base="coins", text="token bronze { worth 3 }\n", who="Ann")["checks"]
