"""Model -> lines of Python: expressions, statements, and actions as functions or as blocks that wait."""
