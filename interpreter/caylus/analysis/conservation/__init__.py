"""Find what rules conserve: pieces that move from a stock to the table and back, and are as many as before.

A place holds pieces: a number, a resource, a state or a list. What a piece belongs to is its colour: whose piece it is, which
object it is. Every way through the rules, up to the next loop around it, is a row of changes, for each colour by itself
(`piece_flows`). A set of places is conserved if every row leaves its sum as it is; what is done but once, at the setup, does not
count (`invariants`).

The input is a model without faults and its `Facts`.
"""

from .invariants import Breach, Conservation, Invariant, find_invariants

__all__ = ["Breach", "Conservation", "Invariant", "find_invariants"]
