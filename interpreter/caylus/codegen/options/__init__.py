"""Options -> functions that list them, say what they cost and surely bring, and say why one is not legal."""
