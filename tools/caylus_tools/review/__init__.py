"""Look back on a finished game: how it went, the rounds that turned it, and the choices that lost most.

- `analysis` plays the game again and judges every position by what bots have learned. The choices that seem to lose most are then
  played on from, beside the better ones.
- `wording` makes sentences of it, and `page` a page of HTML.
"""
