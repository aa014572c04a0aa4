"""Variants: a base and what is stacked on it -> one ruleset, as if it had been written that way.

`resolution` finds from the manifests which layers there are and which stands on which; their order is never a guess. `merge`
lays them over each other on the level of syntax, definition by definition (`edits`), because that is what authors see; each
sees no more than it stands on (`edits`), and what every layer did to every part is remembered (`parts`).

What two layers do that neither ordered is a fault, not a race. `conflicts` finds what both set, by syntax alone, and leaves out
what can never hold at once; whether it matters who does something first is a question of meaning, so that is asked of the
checked model. `merge` names the layer behind a fault. The checker and all that comes after it see one ruleset, and know nothing
of layers.
"""
