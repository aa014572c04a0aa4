"""Rows in a database, SQLite or PostgreSQL: what a server must not lose. Knows no rules, no game and no HTTP.

`store.Store` is all that others call; the rows of `schema` are what they give and get. What it has answered is on the disk, and
of rivals for one place in a table's order exactly one gets it, on however many servers.
"""
