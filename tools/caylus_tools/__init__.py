"""The programs that people run: the command line, play in a terminal, bots, simulation, scenarios; all on the library's public
surface.
"""
