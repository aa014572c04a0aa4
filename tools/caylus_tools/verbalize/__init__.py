"""Rules in English: the only place where what a ruleset says is put into words, whoever asks.

It takes the checked model, and the rules' own text where the model has forgotten how something was written. It gives prose:
words with the names in them that stand for something (`prose`), which a page links and a terminal prints plainly.

`names` says what things are called, `expressions` what formulas stand for and when conditions hold. On them stand three ways to
tell what rules do: step by step (`statements`, `attachments`: what `doc` shows), in whole sentences as a rulebook has them
(`phrases`, `option_texts`: menus, `info`, `show`, `diff`) and in the fewest words (`face`: pictures, lines of a screen).
`objects` and `definitions` put it together, `log` tells what has happened.
"""
