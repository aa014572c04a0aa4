"""The reading of keys from a terminal. Textual's thread for it ends at a byte that is no UTF-8, and the program with it."""

from __future__ import annotations

from textual.drivers.linux_driver import LinuxDriver


class Keyboard(LinuxDriver):
    """Passes over bytes that no key sends, with what came in the same moment. The screen ends with any other failure."""

    def run_input_thread(self) -> None:
        while True:
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue
            except Exception as error:
                self._app.call_later(_fail, error)
            return


def _fail(error: Exception) -> None:
    raise error
