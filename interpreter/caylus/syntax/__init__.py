"""The syntax tree: frozen, slotted dataclasses that say what was written and where, and nothing else.

Names are text here; what they mean is found by `caylus.check`. Every node carries a `Span`.
"""

from caylus.diagnostics.diagnostic import Span as Span

from .definitions import *
from .expressions import *
from .statements import *
