"""Games in processes of their own, so that sockets and database never wait for rules.

`directory` is what the web process knows of tables: which worker has which. `worker` is one such process, as it lives and as the
web process sees it: a worker has no database and no sockets, and asks the web process for rows.
"""

from __future__ import annotations

from .directory import TableDirectory

__all__ = ["TableDirectory"]
