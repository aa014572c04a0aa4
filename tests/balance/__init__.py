"""What `caylus balance` finds out, and how sure it is."""
