"""The language server: the engine `caylus_tools.workspace` behind the protocol that editors speak, over standard streams.

`server` has the features, says when what is checked, and makes the protocol's places and words of the engine's.
`client` plays the editor, in tests and measurements.
"""
