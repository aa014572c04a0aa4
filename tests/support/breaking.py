"""A game whose rules break as soon as somebody has chosen to `grow`: there are too many ways to gain."""

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
