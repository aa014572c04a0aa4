"""The knowledge of seats: what each can know of the cards and numbers that it does not see.

Two questions are answered here, each with code of its own.

What tells of what the rules hide? That is worked out of the model, once for a ruleset: `variable_sources` says what onlookers
know of what a rule does, which statements let somebody learn something, and whether play tells of secrets otherwise than by
showing or moving them.

What does a seat know by now? That lies in the state, as numbers. `cards` says what is known of cards that lie in a seat's
sight or were mixed out of it (layers), and of cards of which several are alike (batches). It keeps this up to date: generated
code calls it beside each statement, as `codegen.knowledge` writes it.

Who uses it: `runtime.worlds` makes up what a seat does not know,
`runtime.visibility` says what it is shown.
"""
