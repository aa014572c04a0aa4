"""Describe choices and events, in words and as data, for a reader who may not see everything."""
