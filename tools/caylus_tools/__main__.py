"""The `caylus` command, also as `python -m caylus_tools`. Sees to Ctrl-C before it imports anything that takes time."""

from __future__ import annotations

try:
    import os
    import signal

    from .common.early_exit import SIGNALLED, leave
except KeyboardInterrupt:
    raise SystemExit(130) from None


def main() -> int:
    """Runs the command line of this process, and returns its exit code. After a signal it leaves the process at once."""
    try:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # where it is ignored, it stays so
            signal.signal(signal.SIGINT, leave)
        from .cli.main import main as run

        code = run()
    except KeyboardInterrupt:
        code = SIGNALLED + signal.SIGINT
    if code >= SIGNALLED:  # without the rest that Python does: an interrupt within an `exec` would have it end itself by one
        os._exit(code)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
