"""What is kept of a game, and games made from it: saves, transcripts, moments to go back to."""
