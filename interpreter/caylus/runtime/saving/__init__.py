"""Saves and transcripts of a game: `saves` writes them, `resuming` reads them, validates them and makes games from them.

`history` keeps the moments of a running game from which it can be replayed.
"""
