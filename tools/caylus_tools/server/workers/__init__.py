"""Games in processes of their own, so that sockets and database never wait for rules.

`directory` is what the web process knows of tables: which worker has which. `worker` is one such process as the web process sees
it, `child` is what happens in it, and what both say to each other: a worker has no database and no sockets, and asks the web
process for rows.
"""

from __future__ import annotations

from .directory import TableDirectory

__all__ = ["TableDirectory"]
