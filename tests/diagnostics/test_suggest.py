"""The word somebody probably meant, and no word where nobody can tell."""

from __future__ import annotations

import random
from string import ascii_lowercase

import pytest
from caylus.diagnostics.render import nearest
from parser.seeding import ruleset, words

NAMES = sorted({token.text for text in ruleset("classic").values() for token in words(text)[0] if token.type == "NAME"})


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("gian", "gain"), ("gai", "gain"), ("again", "gain"), ("gaim", "gain"), ("GAIN", "gain"), ("nto", "not"),
        ("for_each", "foreach"), ("xyzzy", None), ("", None), ("x", None),
    ],
)  # fmt: skip
def test_a_slip_of_a_word_is_recognised(word: str, meant: str | None) -> None:
    assert nearest(word, ["gain", "gains", "not", "no", "foreach", "if"]) == meant


def test_a_word_is_not_suggested_for_itself() -> None:
    assert nearest("gain", ["gain"]) is None


def test_the_order_of_the_candidates_does_not_matter() -> None:
    candidates = ["abcx", "abcy", "abc", "abcde"]
    assert {nearest("abcd", order) for order in (candidates, candidates[::-1], set(candidates))} == {"abcx"}


@pytest.mark.slow
def test_single_slips_in_real_names_are_nearly_always_mended() -> None:
    rng = random.Random(1)
    tried = right = 0
    while tried < 300:
        name = rng.choice(NAMES)
        i, letter = rng.randrange(len(name)), rng.choice(ascii_lowercase)
        swapped = name[:i] + name[i + 1 : i + 2] + name[i : i + 1] + name[i + 2 :]
        slipped = rng.choice((name[:i] + name[i + 1 :], name[:i] + letter + name[i:], name[:i] + letter + name[i + 1 :], swapped))
        if slipped not in NAMES:
            tried += 1
            right += nearest(slipped, NAMES) == name
    assert right >= 0.9 * tried


@pytest.mark.slow
def test_random_words_have_no_suggestion() -> None:
    rng = random.Random(1)
    nonsense = ["".join(rng.choices(ascii_lowercase, k=rng.randint(3, 12))) for _ in range(300)]
    assert sum(nearest(word, NAMES) is None for word in nonsense) >= 0.95 * len(nonsense)
