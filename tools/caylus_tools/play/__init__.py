"""A game at the terminal: the table drawn from views and the manifest's `table` panels, and a person's choices."""
