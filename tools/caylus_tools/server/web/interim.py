"""Until `server.rules` is there: the rulesets that come along, and no others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import caylus


class Rulesets:
    def __init__(self, folder: Path | None, stored: Callable[[str], Any]) -> None:
        self._known: dict[str, caylus.Ruleset] = {}

    def close(self) -> None:
        pass

    def catalogue(self) -> dict[str, Any]:
        return {"rulesets": [], "policies": []}

    def ready(self, base: str | None, variants: Sequence[str], draft: str | None, players: int, who: str) -> caylus.Ruleset:
        rules = caylus.load(base or "", variants=variants)
        rules.warm(players)
        self._known[rules.identity] = rules
        return rules

    def rules(self, hash: str, players: int) -> caylus.Ruleset:
        return self._known[hash]

    def about(self, rules: caylus.Ruleset) -> dict[str, Any]:
        return {"rules": {"hash": rules.identity, "title": rules.title}, "diff": []}

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)
