"""What people call a ruleset that has variants on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Ruleset


def full_title(rules: Ruleset) -> str:
    """Such as `Caylus with Salt and A richer start`."""
    manifests = [layer["manifest"] for layer in rules.layers]
    variants = [manifest["title"] for manifest in manifests if manifest["name"] in rules.variants]
    return " with ".join(filter(None, (rules.title, listed(variants))))


def listed(words: Sequence[str], last: str = "and") -> str:
    """Such as `a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
