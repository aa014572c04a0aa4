"""Work on a Dask cluster: the workers of a scheduler, wherever they are."""

from __future__ import annotations

import asyncio
import logging
import pickle
import platform
import re
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from caylus_tools.common.errors import UsageError
from caylus_tools.common.extras import need_extra

from .playing import identity
from .processes import Done, Workers, attempt

if TYPE_CHECKING:
    from distributed import Future

_SECONDS_TO_ANSWER = 5
_SECONDS_WITHOUT_WORKERS = 60


@contextmanager
def cluster(task: Callable[[int], Any], address: str) -> Iterator[Workers]:
    """The workers of the scheduler at `address`. They may come and go at any time: what is lost with one, others do again.

    Raises `UsageError` when there is no scheduler, or it has no workers, or they cannot go on.
    """
    client = _connect(address)
    try:
        workers = _Cluster(client, address, pickle.dumps(task))
        yield Workers(workers.width, workers.submit)
    finally:
        client.close()


def _connect(address: str) -> Any:
    need_extra("dask")
    if not re.fullmatch(r"(tcp|tls)://[^/\s]+:\d{1,5}", address):
        raise UsageError(f"`{address}` is not the address of a scheduler, such as tcp://host:8786")
    from distributed import Client

    for logger in ("distributed", "distributed.client"):
        logging.getLogger(logger).setLevel(logging.CRITICAL)  # what matters to the user is told in our words
    try:
        sort = asyncio.run(asyncio.wait_for(_sort_of_server(address), _SECONDS_TO_ANSWER))
    except Exception:
        raise UsageError(f"no Dask scheduler answers at {address}") from None
    if sort != "Scheduler":
        raise UsageError(f"what answers at {address} is not a Dask scheduler, but a {sort.lower()}")
    with warnings.catch_warnings(action="ignore"):  # of versions that differ, where that does no harm
        client: Any = Client(address, timeout=_SECONDS_TO_ANSWER, set_as_default=False)  # type: ignore[no-untyped-call]
    try:
        client.wait_for_workers(1, timeout=_SECONDS_TO_ANSWER)
    except TimeoutError:
        client.close()
        raise UsageError(f"the scheduler at {address} has no workers") from None
    return client


async def _sort_of_server(address: str) -> str:
    """Asked before a client is made, which would wait for an answer longer than it is told to."""
    from distributed import rpc

    async with rpc(address) as server:  # type: ignore[no-untyped-call]
        return str((await server.identity())["type"])


class _Cluster:
    def __init__(self, client: Any, address: str, task: bytes) -> None:
        self._client = client
        self._address = address
        self._task = task

    def width(self) -> int:
        with self._own_words():
            return sum(self._client.nthreads().values()) or 1

    def submit(self, numbers: list[int]) -> Callable[[], Done]:
        """Submit a task as bytes, so that the scheduler needs no caylus, and a worker without it says so instead of ending."""
        call = pickle.dumps(_Call(_work, identity(), self._task, numbers))
        with self._own_words():
            return partial(self._result, self._client.submit(pickle.loads, call, pure=False))

    def _result(self, future: Future[Done]) -> Done:
        with self._own_words():
            while True:
                try:
                    return future.result(_SECONDS_WITHOUT_WORKERS)
                except TimeoutError:
                    if not self._client.nthreads():
                        raise UsageError(f"the scheduler at {self._address} has no workers any more") from None

    @contextmanager
    def _own_words(self) -> Iterator[None]:
        """Put an error of Dask into words for the user. Errors of a task do not come here: see `executor`."""
        try:
            yield
        except UsageError:
            raise
        except (CancelledError, OSError):
            raise UsageError(f"the scheduler at {self._address} does not answer any more") from None
        except ImportError as error:
            raise UsageError(f"a worker of {self._address} lacks the caylus that runs here ({error})") from None
        except Exception as error:
            raise UsageError(f"the cluster at {self._address} cannot go on ({error})") from None


class _Call:
    """Is pickled as a call: unpickling it yields what the function returns."""

    def __init__(self, function: Callable[..., object], *arguments: object) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self._call


def _work(expected_identity: str, task: bytes, numbers: list[int]) -> Done:
    """Carried out by a worker."""
    if identity() != expected_identity:
        raise UsageError(f"{platform.node()} works with {identity()}, and this is {expected_identity}; install the same on both")
    return attempt(_unpickle_task(task), numbers)


@lru_cache(maxsize=2)
def _unpickle_task(task: bytes) -> Callable[[int], Any]:
    """The task as a worker keeps it, with all that it has made ready."""
    task_function: Callable[[int], Any] = pickle.loads(task)  # noqa: S301 (from the process that asks for the work)
    return task_function
