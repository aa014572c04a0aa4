"""What a person sees of a game, as lines of marked text: composed from view, decision and manifest, for any width and height.

It knows no terminal. Whoever shows the lines (full screen, pipe, documentation, benchmarks) gives the styles their looks.
"""

from .choices import COMMANDS, Choice
from .compose import Composition, compose
from .marked import Line, Span
from .pages import PAGES, page, pages
from .scene import Scene

__all__ = ["COMMANDS", "PAGES", "Choice", "Composition", "Line", "Scene", "Span", "compose", "page", "pages"]
