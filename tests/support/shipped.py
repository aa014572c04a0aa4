"""A sample of the shipped rulesets, for tests of what a program does with any of them."""

SAMPLE = ("classic", "1303", "automaton", "blind-bids", "new-tiles", "moat", "character-draft", "partners")
"""Both editions, a seat that rules play, secrets, tiles, edits of a kind, hands, teams."""
