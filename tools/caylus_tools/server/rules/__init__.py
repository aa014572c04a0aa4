"""Rulesets as a server has them: what there is to play, rules of people's own, and those of its tables by their hash.

`rulesets` is the door to it all. `catalogue` lists what there is, `drafts` keeps what people bring (`archives` reads zip
archives, `pasted` makes manifests), `stack` says what is meant by a base with variants and rules on top, `at_work` is done in
processes of their own (`trial` plays, `faults` tells what is wrong), and `shelf` has what tables are played by.
"""

from __future__ import annotations

from .catalogue import catalogue
from .rulesets import Rulesets
from .shelf import RulesShelf, Stored

__all__ = ["RulesShelf", "Rulesets", "Stored", "catalogue"]
