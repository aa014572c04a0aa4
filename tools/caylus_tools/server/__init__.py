"""Play together in a browser: tables kept in a database, rules that people bring, and a page that shows what the rules say.

`storage`, `rules` and `picture` know nothing of each other; `tables` plays over the first two, `bots` sits down at tables, and
`web` lets people in. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class Refused(Exception):
    """`code` is for programs, `text` a sentence for people.

    `reasons` tell more where there is more to tell, each as JSON data with a `text`, and mostly the `file` and the `line` of
    the rules that it follows from.
    """

    def __init__(self, code: str, text: str, reasons: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.reasons = list(reasons)

    def __reduce__(self) -> tuple[type[Refused], tuple[str, str, list[Mapping[str, Any]]]]:
        """For the way from one process to another."""
        return Refused, (self.code, self.text, self.reasons)
