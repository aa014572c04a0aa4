"""Rulesets as a server has them: what there is to play, rules of people's own, and those of its tables by their hash.

`rulesets` is the door to it all. `catalogue` lists what there is, `drafts` reads archives and keeps what people bring, `stack`
says what is meant by a base with variants and rules on top, `jobs` is done in processes of their own, and `ruleset_cache` has
what tables are played by.
"""

from __future__ import annotations

from .rulesets import RulesetCache, Rulesets
from .stack import catalogue

__all__ = ["RulesetCache", "Rulesets", "catalogue"]
