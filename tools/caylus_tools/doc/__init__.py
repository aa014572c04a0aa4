"""The reference of a ruleset, made from the ruleset alone: as a page with a face for every piece, or as Markdown."""
