"""A table as a living thing: rows -> a game that goes on, and what each of those who play or watch is told of it.

A choice is in the database before anything else is done with it, so that whatever is told has happened. Knows no HTTP.
"""

from .message import Answer as Answer
from .message import Audience as Audience
from .message import Message as Message
from .message import Opened as Opened
from .message import RulesetSource as RulesetSource
from .message import SeatOrder as SeatOrder
from .message import Standing as Standing
from .message import TableOrder as TableOrder
from .tables import LiveTable as LiveTable
from .tables import Tables as Tables
