"""The picture of a table, as data that a page can draw: places and panels, faces, icons, colours, words.

All of it follows from the rules and their manifest, and stays the same for every game of so many players. Knows no HTTP.
"""

from .picture import make_picture, seats

__all__ = ["make_picture", "seats"]
