"""One module a command: `add_to` declares its arguments, `run` does it and returns the exit code.

These modules are all imported to parse any command line, so what takes time to import is imported inside `run`.
"""
