"""Test the findings of `caylus balance`, and their intervals."""
