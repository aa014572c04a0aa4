"""Teach bots a ruleset by games against a league, and measure how they play.

- `games` plays games in which bots misjudge, each in its own way. It keeps positions as a seat saw them, and how the game ended.
- `fit` finds the weights of each feature by least-squares temporal differences. It needs numpy, the extra `learn`.
- `league` learns in generations, also which sorts of choices to like beside their worth. A generation is kept if it beats the one
  before and no member of the league surely beats it.
- `habits` looks for habits that beat a bot.

The result is a `Trained` of `caylus_tools.bots.trained`: a file of numbers by which bots play without numpy.
"""
