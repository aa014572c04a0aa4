"""Static analyses of the model: cost bounds, termination, effects, and the flow of secrets.

Each pass takes the model alone; the text only lends it places to point at. All of them err on one side: rules that are let
through never run on without end (`consequences`), never keep anybody waiting (`cost_bounds`), and, where two are said
to go together, never depend on which goes first (`effects`). What would have gone well may be refused; then there is something
that whoever wrote it can say, such as a limit or an order.
"""
