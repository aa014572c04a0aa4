"""Describe who may see something, and on what terms resources are held."""

from __future__ import annotations

from caylus import model as m

from .prose import Prose, Unit, join_list, line

_HIDDEN = {
    "all": "", "owner": "hidden from the other players", "nobody": "hidden from all", "holder": "hidden from all but its holder",
}  # fmt: skip


OPEN: Prose = ("open, without limit",)
"""Of a resource of which there is nothing else to tell."""


def describe_audience(audience: m.Audience) -> str:
    """From whom something is hidden; nothing of what all may see."""
    return _HIDDEN[audience.seen_by] + (", though each change is seen" if audience.counted else "")


def terms(resource: m.Resource) -> Prose:
    """From whom a resource is hidden, what it is taken from, how low it can go; of one that lies open, without limit, nothing."""
    supply = line("taken from ", Unit(resource.supply), " and returned to it") if resource.supply else ()
    below = f"down to {resource.least}" if resource.least else ""
    return join_list([line(part) for part in (describe_audience(resource.audience), supply, below) if part], "; ")
