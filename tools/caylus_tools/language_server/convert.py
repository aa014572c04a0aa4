"""Places and answers of the engine as the protocol of editors has them: lines from 0, columns in UTF-16 units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from caylus.diagnostics import Diagnostic, Span
from lsprotocol import types as lsp
from pygls import uris

if TYPE_CHECKING:
    from caylus_tools.workspace import Workspace
    from caylus_tools.workspace.complete import Item
    from caylus_tools.workspace.hints import Entry
    from caylus_tools.workspace.names import Token
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


def path_of(uri: str) -> Path:
    """The file of an address."""
    return Path(uris.to_fs_path(uri) or uri)


def uri_of(file: Path) -> str:
    return uris.from_fs_path(str(file)) or ""


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def make_position(lines: Sequence[str], line: int, column: int) -> lsp.Position:
    """The position of a column of a line, both counted from 1."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    start = text[: column - 1]
    return lsp.Position(max(line - 1, 0), column - 1 if start.isascii() else _units(start))


def read_position(lines: Sequence[str], position: lsp.Position) -> tuple[int, int]:
    """The line and the column of a position, both counted from 1."""
    text = lines[position.line] if position.line < len(lines) else ""
    if text.isascii():
        return position.line + 1, min(position.character, len(text)) + 1
    encoded = text.encode("utf-16-le", "surrogatepass")[: position.character * 2]
    return position.line + 1, len(encoded.decode("utf-16-le", "ignore")) + 1


def make_range(lines: Sequence[str], span: Span) -> lsp.Range:
    return lsp.Range(make_position(lines, span.line, span.column), make_position(lines, span.end_line, span.end_column))


def make_location(workspace: Workspace, file: Path, span: Span) -> lsp.Location:
    return lsp.Location(uri_of(file), make_range(workspace.lines(file), span))


def make_diagnostic(workspace: Workspace, file: Path, found: Diagnostic) -> lsp.Diagnostic:
    """A fault with its label and its help; its notes are related places."""
    parts = [found.message, f"here: {found.label}" if found.label else "", f"help: {found.help}" if found.help else ""]
    parts += [f"note: {note.text}" for note in found.notes if note.span is None]
    if found.fix is not None and not found.help:
        parts.append(f"help: {found.fix.title}")
    analysis = workspace.latest(file)
    related = [
        lsp.DiagnosticRelatedInformation(
            make_location(workspace, workspace.path_of(note.span.file, analysis), note.span), note.text
        )
        for note in found.notes
        if note.span is not None
    ]
    return lsp.Diagnostic(
        make_range(workspace.lines(file), found.span) if found.span is not None else _EMPTY,
        "\n".join(filter(None, parts)),
        lsp.DiagnosticSeverity.Error if found.is_error else lsp.DiagnosticSeverity.Warning,
        found.code,
        source="caylus",
        related_information=related,
    )


def make_item(number: int, item: Item) -> lsp.CompletionItem:
    kind = _ITEM_KINDS.get(item.sort, lsp.CompletionItemKind.Value)
    return lsp.CompletionItem(
        item.label, kind=kind, detail=item.detail or item.sort, insert_text=item.insert, sort_text=f"{number:04}"
    )


def make_symbol(lines: Sequence[str], entry: Entry) -> lsp.DocumentSymbol:
    span, selection = make_range(lines, entry.span), make_range(lines, entry.selection)
    if not (span.start <= selection.start and selection.end <= span.end):
        selection = span
    kind = _SYMBOL_KINDS.get(entry.sort, lsp.SymbolKind.Object)
    inside = [make_symbol(lines, one) for one in entry.inside]
    return lsp.DocumentSymbol(entry.name or "…", kind, span, selection, detail=entry.detail or entry.sort, children=inside)


def encode_tokens(lines: Sequence[str], found: Iterable[Token], sorts: Sequence[str]) -> list[int]:
    """The tokens as five numbers each, lines and columns as differences."""
    data: list[int] = []
    line = column = 0
    for token in found:
        start = make_position(lines, token.line, token.column)
        step = start.line - line
        data += [step, start.character - (0 if step else column), token.length, sorts.index(token.sort), int(token.is_definition)]
        line, column = start.line, start.character
    return data


def make_edit(workspace: Workspace, changes: Iterable[Change], new: Iterable[tuple[Path, str]] = ()) -> lsp.WorkspaceEdit:
    """Changes of files, and files that are made."""
    by_file: dict[Path, list[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit]] = {}
    for change in changes:
        by_file.setdefault(change.file, []).append(
            lsp.TextEdit(make_range(workspace.lines(change.file), change.span), change.text)
        )
    steps: list[lsp.TextDocumentEdit | lsp.CreateFile | lsp.RenameFile | lsp.DeleteFile] = []
    for file, text in new:
        start = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        steps.append(lsp.CreateFile(uri_of(file), options=lsp.CreateFileOptions(ignore_if_exists=True)))
        steps.append(_edit_document(file, [lsp.TextEdit(start, text)]))
    steps += [_edit_document(file, edits) for file, edits in by_file.items()]
    return lsp.WorkspaceEdit(document_changes=steps)


def _edit_document(
    file: Path, edits: Sequence[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit]
) -> lsp.TextDocumentEdit:
    return lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(uri_of(file)), list(edits))


def make_action(workspace: Workspace, file: Path, action: Action) -> lsp.CodeAction:
    mended = [make_diagnostic(workspace, file, action.fault)] if action.fault is not None else []
    if action.command:
        return lsp.CodeAction(
            action.title, command=lsp.Command(action.title, f"caylus.{action.command}", None, list(action.arguments))
        )
    edit = make_edit(workspace, action.changes, action.new)
    return lsp.CodeAction(action.title, kind=action.sort, diagnostics=mended, edit=edit, is_preferred=action.sort == "quickfix")
