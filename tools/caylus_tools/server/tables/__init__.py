"""A table as a living thing: rows -> a game that goes on, and what each of those who play or watch is told of it.

A choice is in the database before anything else is done with it, so that whatever is told has happened. Knows no HTTP.
"""

from .live import LiveTable as LiveTable
from .requests import Answer as Answer
from .requests import Audience as Audience
from .requests import Message as Message
from .requests import Opened as Opened
from .requests import RulesetSource as RulesetSource
from .requests import SeatOrder as SeatOrder
from .requests import Standing as Standing
from .requests import TableOrder as TableOrder
from .tables import Tables as Tables
