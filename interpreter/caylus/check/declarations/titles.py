"""Make the titles of definitions, and the texts that rules have about themselves."""

from __future__ import annotations

from typing import Protocol

from caylus import syntax as s
from caylus.diagnostics.words import as_words


class Titled(Protocol):
    """A definition that may have a title after its name."""

    @property
    def name(self) -> s.Name: ...
    @property
    def title(self) -> s.Text | None: ...


def make_title(node: Titled) -> str:
    """Its title; without one, its name in words."""
    return node.title.text if node.title is not None else as_words(node.name.text)
