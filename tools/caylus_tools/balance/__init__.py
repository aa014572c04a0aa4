"""Measure what house rules do to a game: many games of each ruleset from equal seeds, compared, with intervals."""
