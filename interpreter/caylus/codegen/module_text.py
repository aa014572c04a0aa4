"""What every generated module is called and begins with."""

from __future__ import annotations

PROGRAM, MODULE = "<rules>", "rules.py"
"""The file name of generated code in tracebacks; that of compiled code ends in `MODULE`."""

EXPLANATIONS = "<explanations>"
"""The same of what only people need."""


HEAD = "from __future__ import annotations"
"""The first line of generated code: what it says of its types is for compilers."""
