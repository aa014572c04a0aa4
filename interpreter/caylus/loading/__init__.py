"""A name or a path -> a ruleset to play by; a save or a transcript -> a game.

`library` knows what there is and what is meant by a name, a path or texts, `manifest` reads the files and
looks for what does not fit in what a manifest says, and `pipeline` sends the texts through all passes, as far as they can be
read. Nothing is read or checked again that `checked_cache` remembers as sound: it goes by the very bytes that were read.
`library` also makes a game of what a save carries, with its rules, and trusts none of it.
"""
