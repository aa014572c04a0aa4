"""The one way in which rules are laid out, every comment kept.

A text without faults becomes an `outline` of items in blocks, each with its tokens and comments; `format` decides what stands on
a line of its own, `columns` what stands below what, and what between two words. It works on tokens,
not on syntax trees, because trees have forgotten the comments; afterwards both texts are parsed, and unless they say the same,
nothing is written.
"""

from .format import UnsafeFormat, format_text

__all__ = ["UnsafeFormat", "format_text"]
