"""The protocol's addresses, positions and words, made of the engine's and read from the editor's.

Nothing else counts columns: the engine counts characters, an editor counts units of the encoding that both agreed upon.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from caylus.diagnostics import Diagnostic, Span
from caylus.loading.analysis import FILE
from lsprotocol import types as lsp
from pygls import uris
from pygls.workspace import PositionCodec

from caylus_tools.workspace import Workspace
from caylus_tools.workspace.names import Token

if TYPE_CHECKING:
    from caylus_tools.workspace.complete import Item
    from caylus_tools.workspace.hints import Entry
    from caylus_tools.workspace.navigation import Action, Change


_Item = lsp.CompletionItemKind
_ITEM_KINDS = {
    "keyword": _Item.Keyword, "key": _Item.Field, "kind": _Item.Class, "plural": _Item.Class, "type": _Item.TypeParameter,
    "action": _Item.Function, "value": _Item.Function, "condition": _Item.Function, "resource": _Item.Unit,
    "constant": _Item.Constant, "property": _Item.Property, "state": _Item.Property, "variable": _Item.Variable,
    "option": _Item.Event, "file": _Item.File,
}  # fmt: skip
_Symbol = lsp.SymbolKind
_SYMBOL_KINDS = {
    "resource": _Symbol.EnumMember, "group": _Symbol.Enum, "constant": _Symbol.Constant, "kind": _Symbol.Class,
    "value": _Symbol.Function, "condition": _Symbol.Boolean, "action": _Symbol.Function, "phase": _Symbol.Function,
    "rule": _Symbol.Event, "state": _Symbol.Variable, "property": _Symbol.Property, "scenario": _Symbol.String,
}  # fmt: skip
_EMPTY = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))


def make_item(number: int, item: Item) -> lsp.CompletionItem:
    kind = _ITEM_KINDS.get(item.sort, lsp.CompletionItemKind.Value)
    return lsp.CompletionItem(
        item.label, kind=kind, detail=item.detail or item.sort, insert_text=item.insert, sort_text=f"{number:04}"
    )


class Converter:
    """The addresses of the documents of a workspace, and positions in the encoding that the editor counts by."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.codec = PositionCodec()
        self._addresses: dict[Path, str] = {}

    # ---- addresses

    def read_address(self, uri: str) -> Path:
        """The file of an address; for a text without a file, a file that no disk has.

        Rules and manifests that were never saved are checked. Texts of other schemes, such as `git:`, are versions of files.
        """
        if path := uris.to_fs_path(uri):
            return Path(path)
        is_unsaved, is_manifest = uri.startswith(("untitled:", "file:")), uri.endswith(FILE)
        name = (FILE if is_manifest else "text.rules") if is_unsaved else "text"
        return Path("/", sha256(uri.encode("utf-8", "surrogatepass")).hexdigest(), name)

    def open_address(self, uri: str) -> Path:
        """The file of an address. From now on messages call it by this address, as the editor spells it."""
        file = self.read_address(uri)
        self._addresses[file] = uri
        return file

    def make_address(self, file: Path) -> str:
        return self._addresses.get(file) or uris.from_fs_path(str(file)) or ""

    # ---- positions

    def make_position(self, lines: Sequence[str], line: int, column: int) -> lsp.Position:
        """The position of a column of a line, both counted from 1."""
        start = lines[line - 1][: column - 1] if 0 < line <= len(lines) else ""
        return lsp.Position(max(line - 1, 0), column - 1 if start.isascii() else self.codec.client_num_units(start))

    def read_position(self, lines: Sequence[str], position: lsp.Position) -> tuple[int, int]:
        """The line and the column of a position, both counted from 1."""
        text = lines[position.line] if position.line < len(lines) else ""
        if text.isascii():
            return position.line + 1, min(position.character, len(text)) + 1
        ends = [*accumulate(map(self.codec.client_num_units, text))]
        return position.line + 1, bisect_right(ends, position.character) + 1

    def make_range(self, lines: Sequence[str], span: Span) -> lsp.Range:
        start = self.make_position(lines, span.line, span.column)
        return lsp.Range(start, self.make_position(lines, span.end_line, span.end_column))

    def make_location(self, file: Path, span: Span) -> lsp.Location:
        return lsp.Location(self.make_address(file), self.make_range(self.workspace.lines(file), span))

    def make_diagnostic(self, file: Path, diagnostic: Diagnostic) -> lsp.Diagnostic:
        """A fault with its label and its help; its notes are related places."""
        parts = [
            diagnostic.message,
            f"here: {diagnostic.label}" if diagnostic.label else "",
            f"help: {diagnostic.help}" if diagnostic.help else "",
        ]
        parts += [f"note: {note.text}" for note in diagnostic.notes if note.span is None]
        if diagnostic.fix is not None and not diagnostic.help:
            parts.append(f"help: {diagnostic.fix.title}")
        analysis = self.workspace.latest(file)
        related_places = [
            lsp.DiagnosticRelatedInformation(
                self.make_location(self.workspace.path_of(note.span.file, analysis), note.span), note.text
            )
            for note in diagnostic.notes
            if note.span is not None
        ]
        return lsp.Diagnostic(
            self.make_range(self.workspace.lines(file), diagnostic.span) if diagnostic.span is not None else _EMPTY,
            "\n".join(filter(None, parts)),
            lsp.DiagnosticSeverity.Error if diagnostic.is_error else lsp.DiagnosticSeverity.Warning,
            diagnostic.code,
            source="caylus",
            related_information=related_places,
        )

    def make_symbol(self, lines: Sequence[str], entry: Entry) -> lsp.DocumentSymbol:
        span, selection = self.make_range(lines, entry.span), self.make_range(lines, entry.selection)
        if not (span.start <= selection.start and selection.end <= span.end):
            selection = span
        kind = _SYMBOL_KINDS.get(entry.sort, lsp.SymbolKind.Object)
        inside = [self.make_symbol(lines, one) for one in entry.inside]
        return lsp.DocumentSymbol(entry.name or "…", kind, span, selection, detail=entry.detail or entry.sort, children=inside)

    def encode_tokens(self, lines: Sequence[str], tokens: Iterable[Token], sorts: Sequence[str]) -> list[int]:
        """The tokens as five numbers each, lines and columns as differences."""
        data: list[int] = []
        line = column = 0
        for token in tokens:
            start = self.make_position(lines, token.line, token.column)
            end = self.make_position(lines, token.line, token.column + token.length)
            step = start.line - line
            data += [
                step,
                start.character - (0 if step else column),
                end.character - start.character,
                sorts.index(token.sort),
                int(token.is_definition),
            ]
            line, column = start.line, start.character
        return data

    def make_edit(self, changes: Iterable[Change], new: Iterable[tuple[Path, str]] = ()) -> lsp.WorkspaceEdit:
        """Changes of files, and files that are made."""
        by_file: dict[Path, list[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit]] = {}
        for change in changes:
            by_file.setdefault(change.file, []).append(
                lsp.TextEdit(self.make_range(self.workspace.lines(change.file), change.span), change.text)
            )
        steps: list[lsp.TextDocumentEdit | lsp.CreateFile | lsp.RenameFile | lsp.DeleteFile] = []
        for file, text in new:
            start = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
            steps.append(lsp.CreateFile(self.make_address(file), options=lsp.CreateFileOptions(ignore_if_exists=True)))
            steps.append(self._edit_document(file, [lsp.TextEdit(start, text)]))
        steps += [self._edit_document(file, edits) for file, edits in by_file.items()]
        return lsp.WorkspaceEdit(document_changes=steps)

    def _edit_document(
        self, file: Path, edits: Sequence[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit]
    ) -> lsp.TextDocumentEdit:
        return lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(self.make_address(file)), list(edits))

    def make_action(self, file: Path, action: Action) -> lsp.CodeAction:
        diagnostics = [self.make_diagnostic(file, action.fault)] if action.fault is not None else []
        if action.command:
            return lsp.CodeAction(
                action.title, command=lsp.Command(action.title, f"caylus.{action.command}", None, list(action.arguments))
            )
        edit = self.make_edit(action.changes, action.new)
        return lsp.CodeAction(
            action.title, kind=action.sort, diagnostics=diagnostics, edit=edit, is_preferred=action.sort == "quickfix"
        )
