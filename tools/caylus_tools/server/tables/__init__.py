"""A table as a living thing: rows -> a game that goes on, and what each of those who play or watch is told of it.

A choice is in the database before anything else is done with it, so that whatever is told has happened. Knows no HTTP.
"""

from .message import (
    Answer as Answer,
    Audience as Audience,
    Message as Message,
    Opened as Opened,
    RulesetSource as RulesetSource,
    SeatOrder as SeatOrder,
    Standing as Standing,
    TableOrder as TableOrder,
)
from .tables import LiveTable as LiveTable, Tables as Tables
