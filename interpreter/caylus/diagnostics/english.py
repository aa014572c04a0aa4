"""Words that messages are made of."""

from __future__ import annotations


def with_article(word: str) -> str:
    return f"{'an' if word[0].lower() in 'aeiou' else 'a'} {word}"


def as_words(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")
