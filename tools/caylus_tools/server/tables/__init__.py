"""A table as a living thing: rows -> a game that goes on, and what each of those who play or watch is told of it.

A choice is in the database before anything else is done with it, so that whatever is told has happened. Knows no HTTP.
"""

from .live import LiveTable as LiveTable
from .orders import Answer as Answer
from .orders import Audience as Audience
from .orders import Opened as Opened
from .orders import RulesetSource as RulesetSource
from .orders import SeatOrder as SeatOrder
from .orders import TableOrder as TableOrder
from .tables import Tables as Tables
