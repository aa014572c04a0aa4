"""Pictures of tables, made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from caylus_tools.server.refused import Refused

from .assets import Packed, pack_asset
from .problems import json_bytes

if TYPE_CHECKING:
    from caylus import Ruleset

_MOST = 64
"""That are kept, some tens of kilobytes each."""


class Pictures:
    def __init__(self, rules: Callable[[str, int], Ruleset]) -> None:
        self._rules = rules
        self.picture = lru_cache(_MOST)(self._picture)

    def _picture(self, hash: str, players: int) -> Packed:
        """Of rules that some table is played by. Raises `Refused`."""
        from caylus_tools.server.picture import make_picture

        try:
            return pack_asset(json_bytes(make_picture(self._rules(hash, players), players)), "application/json")
        except ValueError:
            raise Refused("bad", "these rules are not for so many players") from None
