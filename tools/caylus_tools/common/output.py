"""Everything that a command prints for people and programs goes through here: what may come from outside is made visible once.

File names, arguments and what the system says may hold anything; nothing of it moves the cursor of a terminal, makes a line of
its own, or begins one that a build service would obey.
"""

from __future__ import annotations

import json
import re
from typing import TextIO

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def tell(*lines: str, file: TextIO | None = None) -> None:
    """Prints lines, to standard output if no other stream is named."""
    from caylus.diagnostics import visible

    for line in lines:
        print(visible(line), file=file)


def json_text(document: object, indent: int | None = 1) -> str:
    """The document as JSON; what cannot be seen, and what begins an order, is written as escapes of JSON."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=indent)
    return _QUOTED.sub(_as_json, text)


def _as_json(quoted: re.Match[str]) -> str:
    from caylus.diagnostics import visible

    if visible(quoted[0]) == quoted[0]:
        return quoted[0]
    return json.dumps(json.loads(quoted[0])).replace("##[", "#\\u0023[")
