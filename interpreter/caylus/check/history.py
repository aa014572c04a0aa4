"""What layers did to the parts of a ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field

from caylus.lang import syntax as s


@dataclass(frozen=True, slots=True)
class Layer:
    """A ruleset or a variant as its texts say it. `above` names the layers that it says it stands on."""

    name: str
    files: tuple[s.File, ...]
    above: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """How a part came to be what it is: what a layer did to it, where, and what it says there."""

    layer: str
    verb: str
    span: s.Span
    said: s.Node = field(repr=False, compare=False)


History = dict[str, list[Step]]
"""The steps that made each part, the oldest first. A part is a definition (`bank`) or a part of one (`bank.cost`)."""
