"""Text -> syntax tree, with every fault of the text.

It takes a text and the path that places in it shall name, and gives the definitions that can be read, the comments and the
faults, whatever the text holds; it knows nothing of what names mean.

`lexer` makes words of a text and finds what is wrong with it as a text: bounds, and characters the language has not. `layout`
cuts the words into definitions, and drops line ends that separate nothing, which no grammar can say well. `lalr` is all
there is of Lark: its lexer, its LALR parser and its interactive parser, by the rules of `grammar.lark`. What a rule
matches is made into syntax at once by the function of `ast_builder` that has the rule's name. A definition that cannot be
read goes to `recovery`, which follows it line by line, guided by the indentation, with a parser that builds nothing, and
leaves out the statement with a fault; `syntax_errors` finds the words for it from what could have stood there.

It relies on what Lark documents: `parse_interactive`, `feed_token`, `feed_eof`, `choices`, `accepts`, `copy`. Beyond it
`lalr` takes the lexer inside an interactive parser, the callbacks of rules, the depth of the stack of values, and the form in
which Lark serializes itself; `tests/parser/test_lark.py` holds them against the Lark that is installed, and pyproject
bounds its version.

Tried and left: making Lark from the grammar at every start (a second); its own cache (a pickle, in a folder that others may
write to); trees with positions and a transformer (the documented way, but twice the time of all the rest); contextual lexing (a
word would be a keyword here and a name there, and recovery works on words whose types are certain); a table of our own making
(fast, and a second LALR parser to be kept right).
"""
