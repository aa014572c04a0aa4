"""Rules in English: the only place where what a ruleset says is put into words, whoever asks.

It takes the checked model, and the rules' own text where the model has forgotten how something was written. It gives prose:
words with the names in them that stand for something (`prose`), which a page links and a terminal prints plainly.

`amounts` and `names` say what things are called, `expressions` what formulas stand for and when conditions hold, `statements`
what happens, `attachments` what is bent elsewhere, `objects` and `definitions` put it together, `events` tell what has
happened in a game. What is said in full, step by step (`doc`), and in brief, in one line (the menus of `play`, `show`, `diff`,
the faces of `doc`), stands side by side in one class, on the same vocabulary.
"""
