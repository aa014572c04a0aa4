"""Makes Lark's tables of the grammar when the package is built, so that an installed program need not make them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GrammarHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(Path(self.root, "interpreter")))
        from caylus.parser import lalr

        lalr.main()
