"""What a choice says and what came of it, in words and as data, to a reader who may not see everything."""
