"""What house rules do to a game: many games of each ruleset from equal seeds, compared, with how sure the numbers are."""
