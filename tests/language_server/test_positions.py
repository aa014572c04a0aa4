"""Every position, in and out, is counted in the encoding that the server and the editor agreed upon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.shipped import copy_variant

pytest.importorskip("pygls")
from caylus_tools.language_server.server import RulesServer, make_server
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter

pytestmark = pytest.mark.slow

SIGNS = "🧱 é 👨\u200d👩\u200d👧 石 e\u0301"
LINE = (
    f'rule tax "{SIGNS}" {{ after set_up() {{ for each player in players {{ if double(bonus) != 3 {{ gain bonus salt }} }} }} }}'
)
TEXT = f"constant bonus = 3\nvalue double(x: number) = x * 2 -- {SIGNS}\n{LINE}\n"
WIDTHS = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}
ENCODINGS = [("utf-8", "utf-8"), ("utf-16", "utf-16-le"), ("utf-32", "utf-32-le")]


def read_ranges(answer: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The places of all ranges in an answer of the protocol."""
    if isinstance(answer, dict):
        if {*answer} == {"start", "end"}:
            start, end = answer["start"], answer["end"]
            yield (start["line"], start["character"]), (end["line"], end["character"])
        for part in answer.values():
            yield from read_ranges(part)
    if isinstance(answer, list):
        for part in answer:
            yield from read_ranges(part)


@pytest.fixture(params=ENCODINGS, ids=[name for name, _ in ENCODINGS])
def editor(request: pytest.FixtureRequest, tmp_path: Path) -> Editor:
    name, codec = request.param
    return Editor(copy_variant("salt", tmp_path) / "salt.rules", name, codec)


class Editor:
    """An editor in this process, with one text, that prefers an encoding."""

    def __init__(self, file: Path, name: str, codec: str) -> None:
        self.codec = codec
        self.file = file
        self.text = file.read_text("utf-8") + TEXT
        self.server: RulesServer = make_server()
        general = lsp.GeneralClientCapabilities(position_encodings=[name, "utf-16"])
        protocol = self.server.protocol
        for _ in protocol.lsp_initialize(lsp.InitializeParams(lsp.ClientCapabilities(general=general))):
            pass
        assert protocol.server_capabilities.position_encoding == name
        self.call("initialized", lsp.InitializedParams())
        self.server.rules.folders = [file.parent]
        self.server.rules.write(file, self.text)

    def call(self, method: str, params: object) -> Any:
        """The answer of a feature as it goes over the wire."""
        return get_converter().unstructure(self.server.protocol.fm.features[method](params))

    def encode(self, text: str) -> int:
        return len(text.encode(self.codec)) // WIDTHS[self.codec]

    def position(self, before: str) -> lsp.Position:
        """The position behind a part of the text."""
        head = self.text[: self.text.rindex(before) + len(before)]
        return lsp.Position(head.count("\n"), self.encode(head.rpartition("\n")[2]))

    def read(self, answer: Any) -> set[str]:
        """The texts that the ranges of an answer enclose."""
        lines = self.text.split("\n")

        def offset(line: int, character: int) -> int:
            start = lines[line].encode(self.codec)[: character * WIDTHS[self.codec]].decode(self.codec)
            return sum(len(one) + 1 for one in lines[:line]) + len(start)

        return {self.text[offset(*start) : offset(*end)] for start, end in read_ranges(answer)}


PLACES: list[tuple[str, Callable[..., object], set[str]]] = [
    ("hover", lsp.HoverParams, {"bonus"}),
    ("definition", lsp.DefinitionParams, {"bonus"}),
    ("documentHighlight", lsp.DocumentHighlightParams, {"bonus"}),
    ("prepareRename", lsp.PrepareRenameParams, {"bonus"}),
    ("rename", lambda *place: lsp.RenameParams(*place, "extra"), {"bonus"}),
    ("references", lambda *place: lsp.ReferenceParams(lsp.ReferenceContext(True), *place), {"bonus"}),
]


def test_each_answer_about_a_place_is_about_the_word_there(editor: Editor) -> None:
    editor.text = editor.text.replace(" != 3", " is not 3")
    editor.server.rules.write(editor.file, editor.text)
    document = lsp.TextDocumentIdentifier(editor.file.as_uri())
    for method, params, words in PLACES:
        for before in ("gain b", "double(b"):
            answer = editor.call(f"textDocument/{method}", params(document, editor.position(before)))
            assert editor.read(answer) == words, method
    place = document, editor.position("gain bonus sa")
    items = editor.call("textDocument/completion", lsp.CompletionParams(*place))["items"]
    assert "salt" in {item["label"] for item in items}
    signature = editor.call("textDocument/signatureHelp", lsp.SignatureHelpParams(document, editor.position("double(")))
    assert signature["signatures"][0]["label"].startswith("double(")


def test_each_answer_about_a_file_encloses_the_words_that_it_speaks_of(editor: Editor) -> None:
    editor.text = editor.text.replace(" != 3", " is not 3")
    editor.server.rules.write(editor.file, editor.text)
    document = lsp.TextDocumentIdentifier(editor.file.as_uri())
    lines = editor.text.split("\n")
    symbols = editor.call("textDocument/documentSymbol", lsp.DocumentSymbolParams(document))
    assert {"bonus", "double", "tax", LINE.replace("!= 3", "is not 3")} <= editor.read(symbols)
    data = editor.call("textDocument/semanticTokens/full", lsp.SemanticTokensParams(document))["data"]
    words, line, character = [], 0, 0
    for step, distance, length, *_ in zip(*[iter(data)] * 5, strict=True):
        line, character = line + step, distance + (0 if step else character)
        units = lines[line].encode(editor.codec)
        width = WIDTHS[editor.codec]
        words.append((line, units[character * width : (character + length) * width].decode(editor.codec)))
    named = [word for number, word in words if lines[number] == lines[-2]]
    assert named == ["tax", "set_up", "player", "players", "double", "bonus", "bonus", "salt"]
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(lines), 0))
    hints = editor.call("textDocument/inlayHint", lsp.InlayHintParams(document, whole))
    assert get_converter().unstructure(editor.position("gain bonus")) in [hint["position"] for hint in hints]


def test_a_fault_and_its_mend_stand_at_the_sign_that_is_wrong(editor: Editor) -> None:
    document = lsp.TextDocumentIdentifier(editor.file.as_uri())
    (fault,) = editor.server.rules.own_faults(editor.file)
    convert = editor.server.convert
    assert editor.read(get_converter().unstructure(convert.make_diagnostic(editor.file, fault))) == {"!="}
    at = editor.position("double(bonus) ")
    params = lsp.CodeActionParams(document, lsp.Range(at, at), lsp.CodeActionContext([]))
    (mend, *_) = editor.call("textDocument/codeAction", params)
    assert (mend["title"], editor.read(mend["edit"])) == ("Write `is not`", {"!="})


def test_a_text_without_a_file_has_its_faults_under_the_address_of_the_editor(editor: Editor) -> None:
    server = editor.server
    published: list[lsp.PublishDiagnosticsParams] = []
    server.text_document_publish_diagnostics = published.append  # type: ignore[method-assign]
    server.check_later = lambda _: None  # type: ignore[assignment, method-assign]  # the check of the whole ruleset has tests of its own
    for uri, code in [("untitled:Untitled-1", "E0101"), ("untitled:/a/ruleset.yaml", "E0612"), ("git:/a/b.rules?x", "")]:
        document = lsp.TextDocumentItem(uri, "rules", 1, "rule a {\n")
        server.workspace.put_text_document(document)
        editor.call("textDocument/didOpen", lsp.DidOpenTextDocumentParams(document))
        faults = [(one.uri, fault.code) for one in published for fault in one.diagnostics]
        assert faults == ([(uri, code)] if code else []), uri
        editor.call("textDocument/didClose", lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
        assert (published[-1].uri, published[-1].diagnostics) == (uri, [])
        published.clear()
