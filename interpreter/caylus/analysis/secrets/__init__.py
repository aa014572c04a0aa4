"""Information-flow analysis: who may learn the value of an expression, and what each choice reveals.

Everything has a label: the secrets that it rests on, each with the way it came; `labels` says also who may know what a place
holds. `formulas` gives expressions their labels, `statements` and `writes` follow them to where they come out (`sinks`), and keep
for each action what it tells. What is not known yet, such as what an action is given, stands in the `Ledger` until it is. `flow`
is the whole of it, and what views and events ask.

Taken to be told to nobody: how long something takes, whether a rule fails, and what follows from which of the legal options
somebody chose. What happens behind the last decision of a game may tell everything, since all lies open by then.
"""

NOBODY = -1  # In the place of a player's position: no seat alone may know it.
