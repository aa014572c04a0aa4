"""Two rulesets side by side: what one says otherwise than the other, as a reader of rules would list it."""

from __future__ import annotations

from .differences import Change, Difference, are_two_games, compare_games, differences, to_json, to_text

__all__ = ["Change", "Difference", "are_two_games", "compare_games", "differences", "to_json", "to_text"]
