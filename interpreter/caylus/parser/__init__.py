"""Text -> syntax tree, with every fault of the text.

It takes a text and the path that places in it shall name, and gives the definitions that can be read, the comments and the
faults, whatever the text holds; it knows nothing of what names mean.

`lexer` makes words of a text and finds what is wrong with it as a text: bounds, and characters the language has not. `following`
cuts the words into definitions, and drops line ends that separate nothing, which no grammar can say well. `lalr` is all
there is of Lark: its LALR parser and its interactive parser, by the rules of `grammar.lark`. What a rule matches is made into
syntax, as soon as the next token is read, by the function of `ast_builder` that has the rule's name. A definition that
cannot be read goes to `errors`, which follows it line by line, guided by the indentation, with a parser that makes no syntax,
and leaves out the statement with a fault; it finds the words for it from what could have stood there.

It relies on what Lark documents: trees with positions, `parse_interactive`, `feed_token`, `choices`, `accepts`, `copy`, `save`,
`load` and the terminals. Beyond it `lalr` looks at the stack of values of an interactive parser, which
`tests/parser/test_grammar.py` holds against the Lark that is installed.

`grammar.pickle` is what Lark worked out of the grammar: data only, by `Lark.save`, below the version of Lark and the hash of the
grammar. A build of the package makes it (`hatch_build.py`). Where it is missing, or of another version or grammar, Lark works
it out once, and it is kept in the cache folder.

Tried and left: making Lark from the grammar at every start (over a second); Lark's own cache (an empty one costs as much);
`Lark.lex` (a new lexer for each text and each formula in a text); a transformer (one inside the parser is not told where a
match stands, and one that walks the whole tree afterwards makes nothing of a definition that breaks off); contextual lexing (a
word would be a keyword here and a name there, and recovery works on words whose types are certain); a table of our own making
(fast, and a second LALR parser to be kept right).
"""
