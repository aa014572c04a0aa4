"""The syntax tree: frozen, slotted dataclasses that say what was written and where, and nothing else.

Names are text here; what they mean is found by `caylus.check`. Every node carries a `Span`.
"""

from caylus.diagnostics.diagnostic import Span as Span

from .components import *
from .expressions import *
from .files import *
from .rules import *
from .statements import *
