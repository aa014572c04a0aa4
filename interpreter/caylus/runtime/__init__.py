"""A game as it is played: what a program does, as people and programs see it.

A `machine` runs the blocks of a program on a state, a list of numbers, until somebody has to decide. `game` is its face:
decisions, undo, copies, views, saves. Everything people see is made when they look: options and reasons (`decisions`), events
from the machine's log (`events`), the table for a seat (`views`); `names` turns numbers into what the rules call them, and back.
Chance comes from one stream (`random`) whose draws can be settled beforehand. What a save brings is examined number by number
(`validate_state`) before a machine runs on it.
"""
