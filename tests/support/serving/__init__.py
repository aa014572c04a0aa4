"""A server as a process of its own, and the people who play at it: for the programs about servers, and for tests."""
