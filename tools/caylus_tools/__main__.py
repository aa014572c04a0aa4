"""`python -m caylus_tools`: the `caylus` command where it is not installed."""

from __future__ import annotations

from .cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
