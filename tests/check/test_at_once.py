"""What may be chosen at once: a question asked of a table that lies still, once of each player."""

from __future__ import annotations

import pytest

from .small import found

QUESTION = "choose { option stay { }, option go { gain 1 coin } }"


def at_once(body: str, head: str = "player in players") -> str:
    return f"resource nut\nkind hut plural huts {{ state owner player }}\nhut den\nlist order of player\nstate day number\naction main() {{ {head_of(head)} {{ {body} }} }}"


def head_of(head: str) -> str:
    return f"for each {head} at once"
