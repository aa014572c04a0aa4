"""Plots as pieces of SVG for a page of HTML: the same bytes for the same numbers, in the colours of the page, light or dark.

`frame` draws axes and what is between them, `axes` finds the places of their marks. Nothing but Python is needed. The colours are
in the style of the page: `page.css` of `doc`, and `charts.css` for the series.
"""

from __future__ import annotations

from .axes import Axis, categories, linear, logarithmic
from .frame import Frame, Plot, sign

__all__ = ["Axis", "Frame", "Plot", "categories", "linear", "logarithmic", "sign"]
