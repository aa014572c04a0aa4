"""Compose what a person sees of a game as lines of marked text, from view, decision and manifest, for any width and height.

It knows no terminal. Whoever shows the lines (full screen, pipe, documentation, benchmarks) gives the styles their looks.
"""
