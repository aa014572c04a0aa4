"""Names that every ruleset has without giving them."""

from __future__ import annotations

PLAYER = "player"


PLAYERS = "players"


RESOURCE = "resource"


RESOURCES = "resources"


ALL = "all"
"""What nobody may see is hidden from these, and these of a list are put elsewhere; a name like any other beside that."""


HERE = "here"
THIS = "this"
"""What an attachment of an object names a place that the object lies on, and the object itself."""


FUNCTIONS = {"abs": 1, "min": 2, "max": 2}
"""The built-in functions and how many numbers each takes."""


RESERVED = {PLAYER, PLAYERS, RESOURCE, RESOURCES, "number", "flag", "payment", *FUNCTIONS}
