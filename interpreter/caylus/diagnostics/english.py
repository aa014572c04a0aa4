"""Words that messages are made of."""

from __future__ import annotations

from collections.abc import Sequence


def with_article(word: str) -> str:
    return f"{'an' if word[0].lower() in 'aeiou' else 'a'} {word}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Such as `a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def as_words(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")
