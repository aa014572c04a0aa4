"""Teach bots a ruleset by games against themselves.

- `games` plays games in which bots misjudge, each in its own way. It keeps positions as a seat saw them, and how the game ended.
- `fit` finds the weights of each feature by least-squares temporal differences. It needs numpy, the extra `learn`.
  It does so in generations. A generation plays by what the one before has learned, and is kept if it wins a match against it.

The result is a `Trained` of `caylus_tools.bots.trained`: a file of numbers by which bots play without numpy.
"""
