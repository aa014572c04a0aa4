"""A game as it is played: what a program does, as people and programs see it.

`game` is what people and programs hold: decisions, undo, copies, views, saves. `machine` runs the blocks of a program on a
state, a list of numbers, until somebody has to decide; chance comes from one stream whose draws can be settled beforehand.
Everything people see is made when they look: `decisions` holds the options, `events` what was chosen and what came of it, `views`
the table for a seat; `names` and `state_codec` turn numbers into what the rules call them, and back. `worlds` and `imagine` make
games that a seat could be in. `saves` keeps games; what a save brings is examined number by number (`resuming`) before a machine
runs on it. `start` begins a game, at its beginning or in a position.
"""
