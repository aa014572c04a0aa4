"""A second reading of the rules: an interpreter that walks through the checked model, and every other engine compared with it.

`payments`, `table`, `formulas` and `game` are the interpreter. It is slow, plain, and shares nothing with generated programs: it is
the definition of what each formula and each statement means. `engines` plays one game in several engines and stops where they part.
`known_rulesets` lists rulesets to play, `generator` writes others at random. `python -m reference --count 10000` plays these.
"""
