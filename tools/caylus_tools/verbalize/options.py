"""The options of a decision in words, no two alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Decision, Option

    from .objects import Objects


def texts(decision: Decision, objects: Objects) -> tuple[str, ...]:
    """The text of each option; things of one title are told apart by what they do and not by what the rules call them."""
    return tuple(_text(option, objects) for option in decision.options)


def _text(option: Option, objects: Objects) -> str:
    text = option.text
    for name in map(str, option.data["choices"].values()):
        if name in objects.marks:
            text = text.replace(f" ({name})", f" ({objects.marks[name]})")
    return text
