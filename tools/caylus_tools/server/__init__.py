"""Play together in a browser: tables kept in a database, rules that people bring, and a page that shows what the rules say.

`storage`, `rules` and `picture` know nothing of each other; `tables` plays over the first two, `bots` sits down at tables, and
`web` lets people in. Nothing here knows a game.
"""
