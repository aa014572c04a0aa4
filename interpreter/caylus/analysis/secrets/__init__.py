"""What rules tell of what is hidden: who may know what an expression comes to, and what of a choice is told to all."""

NOBODY = -1
"""In the place of a player's position: no seat alone may know it."""
