"""What is worked out of the model before a line is written: what can be none, what only tells, what views show."""
