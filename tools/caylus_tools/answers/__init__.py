"""Answers for people at a table: what a thing is, why something is not offered, which questions they want to skip."""
