"""The engine behind editors: answers about rules, manifests and scenarios while somebody writes them.

The language server and the page use it. `workspace` has the texts, saved or not, and what they were found to mean; `names` the
meaning of every name. Each other module answers one kind of question by plain functions of a `Workspace`, a file and a place. A
line and a column are counted from 1, as in `Span`. No answer raises for a text that is broken: it is empty then.
"""

from .workspace import Report, Workspace

__all__ = ["Report", "Workspace"]
