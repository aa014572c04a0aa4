"""Two rulesets side by side: what one says otherwise than the other, as a reader of rules would list it."""

from __future__ import annotations

from .difference import Change, Difference
from .differences import differences
from .render import to_json, to_text

__all__ = ["Change", "Difference", "differences", "to_json", "to_text"]
