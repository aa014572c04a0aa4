"""Words that messages are made of."""

from __future__ import annotations

from collections.abc import Sequence

from caylus.limits import MOST_NAMED


def with_article(word: str) -> str:
    return f"{'an' if word[0].lower() in 'aeiou' else 'a'} {word}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Such as `a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def having(names: Sequence[str]) -> str:
    """The things there are, for a message about one that is not; empty where there is nothing."""
    shown = [f"`{name}`" for name in names[:MOST_NAMED]]
    return f"it has {join_words(shown) if len(names) <= MOST_NAMED else ', '.join([*shown, '…'])}" if names else ""


def as_words(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")
