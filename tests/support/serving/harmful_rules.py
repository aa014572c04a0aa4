"""Rules that pass a trial, and keep a machine busy, fill its memory or break once somebody has said 37 three times."""

from __future__ import annotations

THINGS = 900

_GAME = """
game "Harm" for 1 to 4 players {{ do main() }}
value score(player) = player.seat_number
each player has {{ seat_number number }}
{things}
state hits number
state moved number
kind thing plural things {{ state turned number }}
list big of thing
resource a, b, c, d, e
group all = a, b, c, d, e
action main() {{
  for each player in players {{ repeat at most 60 times {{
    choose "Tell" {{
      option tell(x in 1 to 99) "tell {{x}}" {{
        if x is 37 {{ raise hits by 1 }} else {{ set hits to 0 }}
        if hits >= 3 {{ do harm(player) }}
      }}
    }}
  }} }}
}}
action harm(player) {{
{harm}
}}
"""

_IN_PIECES = """  repeat at most %d times {
    for each x in 1 to %d { %s }
    choose "Go on" { option on { nothing } }
  }
"""
"""Check bounds the work of each piece between two choices; a choice with one option is made by itself."""

_FILLS = "  for each thing in things { add thing to big }\n"
"""Not at the start of a game: the log tells each change of a list with all its members."""

_SHUFFLES = "let pile = shuffled big\n      if size of pile > 0 { raise moved by 0 }"

_GROWS = "for each thing in things { add thing to big }"

_BREAKS = """  set moved to 60
  gain moved all
"""


def _rules(harm: str) -> str:
    things = "\n".join(f"thing t{number} {{ }}" for number in range(THINGS))
    return _GAME.format(things=things, harm=harm)


STALLS = _rules(_FILLS + _IN_PIECES % (9, 500, _SHUFFLES))
"""900 things, shuffled four and a half thousand times by one choice."""

GROWS = _rules(_IN_PIECES % (60, 10, _GROWS))
"""A list that grows as long as the machine lets it."""

BREAKS = _rules(_BREAKS)
"""More ways to gain than there may be."""
