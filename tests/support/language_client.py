"""A client of the language server over its standard streams, as an editor is one."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from subprocess import PIPE
from time import monotonic
from typing import Any


class Refusal(Exception):
    """The answer of a server that cannot do what it is asked."""


class Client:
    """A running server, and the documents that are open in it."""

    def __init__(self, *folders: Path) -> None:
        command = [sys.executable, "-m", "caylus_tools", "lsp"]
        self.process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE)  # this very program
        self.errors: list[str] = []
        self._messages: Queue[dict[str, Any]] = Queue()
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()
        self._number = 0
        self._versions: dict[Path, int] = {}
        self.published: list[dict[str, Any]] = []
        workspace_folders = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        self.capabilities = self.ask(
            "initialize", processId=None, rootUri=None, capabilities={}, workspaceFolders=workspace_folders
        )
        self.tell("initialized")

    # ---- messages

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.split(b":")[1]) if header.lower().startswith(b"content-length") else 0
            while header.strip():
                header = stream.readline()
            if length:
                self._messages.put(json.loads(stream.read(length)))

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors.append(line.decode())

    def _send(self, **message: Any) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def tell(self, method: str, **params: Any) -> None:
        self._send(method=method, params=params)

    def ask(self, method: str, **params: Any) -> Any:
        """The answer to a question. Raises `Refusal`."""
        self._number += 1
        number = self._number
        self._send(id=number, method=method, params=params)
        answer = self._wait(lambda message: message.get("id") == number and "method" not in message, 60)
        if "error" in answer:
            raise Refusal(answer["error"]["message"])
        return answer["result"]

    def _wait(self, is_meant: Callable[[dict[str, Any]], bool], seconds: float) -> dict[str, Any]:
        end = monotonic() + seconds
        while True:
            try:
                message = self._messages.get(timeout=max(end - monotonic(), 0.001))
            except Empty:
                raise TimeoutError(f"the server says nothing:\n{''.join(self.errors)}") from None
            if message.get("method") == "textDocument/publishDiagnostics":
                self.published.append(message["params"])
            if "method" in message and "id" in message:
                self._send(id=message["id"], result={"success": True} if message["method"] == "window/showDocument" else None)
            if is_meant(message):
                return message

    def diagnostics(self, file: Path, is_meant: Callable[[list[Any]], bool], seconds: float = 60) -> list[Any]:
        """The next diagnostics of a file that are as wanted, waited for."""

        def fits(message: dict[str, Any]) -> bool:
            params = message.get("params", {})
            is_ours = message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == file.as_uri()
            return is_ours and is_meant(params["diagnostics"])

        faults: list[Any] = self._wait(fits, seconds)["params"]["diagnostics"]
        return faults

    # ---- documents

    def open(self, file: Path, text: str | None = None) -> None:
        self._versions[file] = 1
        document = {"uri": file.as_uri(), "languageId": "rules", "version": 1, "text": text or file.read_text()}
        self.tell("textDocument/didOpen", textDocument=document)

    def change(self, file: Path, text: str) -> None:
        """Write a whole text."""
        self._versions[file] += 1
        document = {"uri": file.as_uri(), "version": self._versions[file]}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def at(self, method: str, file: Path, line: int, character: int, **more: Any) -> Any:
        """The answer about a place, counted from 0."""
        position = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument={"uri": file.as_uri()}, position=position, **more)

    def of(self, method: str, file: Path, **more: Any) -> Any:
        return self.ask(f"textDocument/{method}", textDocument={"uri": file.as_uri()}, **more)

    def close(self) -> int:
        """End the server as an editor does."""
        self.ask("shutdown")
        self.tell("exit")
        code = self.process.wait(20)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code


def apply_edit(edit: dict[str, Any], texts: dict[str, str]) -> dict[str, str]:
    """Texts by their addresses as an edit of a workspace leaves them."""
    texts = dict(texts)
    for step in edit["documentChanges"]:
        if step.get("kind") == "create":
            texts.setdefault(step["uri"], "")
            continue
        uri = step["textDocument"]["uri"]
        starts = [0]
        for line in texts[uri].split("\n"):
            starts.append(starts[-1] + len(line) + 1)

        def offset(place: dict[str, int], starts: list[int] = starts) -> int:
            return starts[place["line"]] + place["character"]

        for one in sorted(step["edits"], key=lambda one: offset(one["range"]["start"]), reverse=True):
            start, end = offset(one["range"]["start"]), offset(one["range"]["end"])
            texts[uri] = texts[uri][:start] + one["newText"] + texts[uri][end:]
    return texts
