"""Two rulesets side by side: what one says otherwise than the other, as a reader of rules would list it."""

from __future__ import annotations

from .compared import differences
from .difference import Change, Difference
from .telling import to_json, to_text

__all__ = ["Change", "Difference", "differences", "to_json", "to_text"]
