"""Saves, transcripts and moments of a game, and games made from them."""
