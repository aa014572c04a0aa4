"""Games whose rules break: as soon as somebody has chosen to `grow`, for there are too many ways to gain; and by a hidden number."""

RULES = """
resource a, b, c, d, e
group all = a, b, c, d, e
state n number
action main() {
  for each player in players {
    choose { option grow { set n to 60 }, option stay { } }
    gain n all
  }
}
"""

SECRET = """
each player has { secret number hidden }
action main() {
  for each player in players { choose { option hide(n in 1 to 3) { raise player.secret by 100 * n } } }
  repeat at most 3 times {
    for each player in players { choose { option guess(n in 1 to 3) { do look(player, n) } option pass { } } }
  }
}
action look(player, n: number) {
  for each rival in players where rival is not player {
    raise rival.secret by sum of 0 * k for k in 1 to (rival.secret - 100 * n) * 9
  }
}
"""
"""The check does not see this fault: it takes a hidden number without bounds to be a small one."""
