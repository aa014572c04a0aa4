"""The features of the language server, when it checks what, and the words of its protocol.

Faults of a text by itself are published at once. A thread checks the whole ruleset behind that; a newer text ends the check.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import accumulate, starmap
from pathlib import Path
from typing import TYPE_CHECKING

from caylus.diagnostics import Diagnostic, Span
from caylus.loading.analysis import FILE
from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

from caylus_tools.common.english import count_things
from caylus_tools.workspace import Report, Workspace, hints
from caylus_tools.workspace.complete import complete
from caylus_tools.workspace.names import SORTS, Token, tokens
from caylus_tools.workspace.navigation import (
    Refused,
    actions,
    definition,
    find_renamed,
    highlights,
    hover,
    references,
    rename,
    signature,
)
from caylus_tools.workspace.workspace import format_file, write_page

if TYPE_CHECKING:
    from caylus_tools.workspace.complete import Item
    from caylus_tools.workspace.hints import Entry
    from caylus_tools.workspace.navigation import Action, Change


_MOST_SYMBOLS = 200
_SWITCH = 0.001
"""Seconds after which a check lets an answer go first."""
_COLLECTED = (200_000, 20, 50)
"""Objects between collections: syntax trees are many objects and no garbage. A check ends before; `_tidy` collects after it."""
_CHECKS_COLLECTED = 50
"""Checks between collections of everything, which take as long as a third of a check."""


def _is_no_refusal(record: logging.LogRecord) -> bool:
    """Return whether a message of the log is about more than a rename that was refused with its reason."""
    return record.exc_info is None or not isinstance(record.exc_info[1], JsonRpcInvalidParams)


class _Outdated(Exception):
    """A newer text has come: nobody waits for what would be found out about this one."""


class RulesServer(LanguageServer):
    """A language server with the texts that its editor has open."""

    def __init__(self) -> None:
        super().__init__("caylus", "1", text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.rules = Workspace()
        self.convert = Converter(self.rules)
        self._checking = ThreadPoolExecutor(1)
        self._looking_for_gaps = ThreadPoolExecutor(1)
        self._versions: dict[Path, int] = {}
        self._tasks: dict[Path, asyncio.Task[None]] = {}
        self._checks: dict[Path, object] = {}
        self._published: dict[Path, Sequence[Diagnostic]] = {}
        self._done = 0

    def take(self, uri: str) -> None:
        """Take the text of a document as it is now, publish its own faults and have its ruleset checked."""
        document = self.workspace.get_text_document(uri)
        file = self.convert.open_address(uri)
        self._versions[file] = document.version or 0
        self.rules.write(file, document.source)
        own = self.rules.own_faults(file)
        published_faults = self._published.get(file, ())
        if own or any(fault.code.startswith(("E01", "E06")) for fault in published_faults):
            self.publish(file, own)
        self.check_later(file)

    def forget(self, uri: str) -> None:
        """Go by the disk again for a document that was closed."""
        file = self.convert.read_address(uri)
        self.rules.close(file)
        self._versions.pop(file, None)
        self.publish(file, ())

    def check_later(self, file: Path) -> None:
        """Check a file's ruleset in the thread for checks; a check of an older text ends."""
        subject = self.rules.ruleset_of(file) or file
        waiting = self._tasks.get(subject)
        if waiting is not None:
            waiting.cancel()
        self._checks[subject] = object()
        self._tasks[subject] = asyncio.get_running_loop().create_task(self._check(file, self._until_next_text(subject)))

    async def _check(self, file: Path, proceed: Callable[[], object]) -> None:
        """Check a file's ruleset, then open ones that stand on it, and publish what is wrong with each."""
        loop = asyncio.get_running_loop()

        def find_faults(of: Path) -> Report:
            proceed()
            return self.rules.check(of, proceed=proceed)

        try:
            self._publish_report(await loop.run_in_executor(self._checking, find_faults, file))
            for ruleset in self.rules.dependents(file):
                self._publish_report(await loop.run_in_executor(self._checking, find_faults, ruleset / FILE))
        except _Outdated:
            return
        await loop.run_in_executor(self._checking, self._tidy, file)
        self.workspace_semantic_tokens_refresh_quietly()

    def _publish_report(self, report: Report) -> None:
        for path, faults in report.faults.items():
            if self._published.get(path, ()) != faults:
                self.publish(path, faults)

    def _tidy(self, file: Path) -> None:
        """Do what nobody waits for: look up the places of all names for the next hover, and collect garbage of the check."""
        names = self.rules.names(file)
        if names is not None:
            _ = names.places
        self._done += 1
        gc.collect(1 if self._done % _CHECKS_COLLECTED else 2)

    async def find_gaps(self, file: Path) -> str:
        """Look for what no scenario notices, until a text of the ruleset changes; lenses tell of it."""
        subject = self.rules.ruleset_of(file) or file
        proceed = self._until_next_text(subject)
        try:
            guard = await asyncio.get_running_loop().run_in_executor(
                self._looking_for_gaps, hints.find_guard, self.rules, file, proceed
            )
        except _Outdated:
            return "The text has changed meanwhile: ask again."
        if guard is None:
            return "The rules have errors: mend them first."
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
        gap_count = sum(not slip.noticed_by for slip in guard.slips)
        slip_phrase = count_things(len(guard.slips), "small change")
        return (
            f"No scenario notices {gap_count} of {slip_phrase}."
            if gap_count
            else f"The scenarios notice every one of {slip_phrase}."
        )

    def _until_next_text(self, subject: Path) -> Callable[[], None]:
        """A call that raises `_Outdated` as soon as a text of the ruleset has changed."""
        this = self._checks.get(subject)

        def proceed() -> None:
            if self._checks.get(subject) is not this:
                raise _Outdated

        return proceed

    def workspace_semantic_tokens_refresh_quietly(self) -> None:
        """Ask the editor to colour its texts anew, if it can be asked."""
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.semantic_tokens is not None and workspace.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)

    def publish(self, file: Path, faults: Sequence[Diagnostic]) -> None:
        self._published[file] = list(faults)
        made = [self.convert.make_diagnostic(file, fault) for fault in faults]
        version = self._versions.get(file)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.convert.make_address(file), made, version))

    def show_message(self, message: str, *, is_error: bool = False) -> str:
        self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error if is_error else lsp.MessageType.Info, message))
        return message

    def place(self, document: lsp.TextDocumentIdentifier, position: lsp.Position) -> tuple[Path, int, int]:
        """The file, the line and the column, counted from 1."""
        file = self.convert.read_address(document.uri)
        return file, *self.convert.read_position(self.rules.lines(file), position)


def make_server() -> RulesServer:
    """A server with all its features."""
    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(*_COLLECTED)
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_no_refusal)
    server = RulesServer()
    rules, convert = server.rules, server.convert

    # ---- texts

    @server.feature(lsp.INITIALIZED)
    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def take_folders(_: lsp.InitializedParams | lsp.DidChangeWorkspaceFoldersParams) -> None:
        convert.codec = server.workspace.position_codec
        rules.folders = [convert.read_address(folder.uri) for folder in server.workspace.folders.values()]

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def take_text(params: lsp.DidOpenTextDocumentParams | lsp.DidChangeTextDocumentParams) -> None:
        server.take(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: lsp.DidSaveTextDocumentParams) -> None:
        server.check_later(convert.read_address(params.text_document.uri))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(_: lsp.DidChangeWatchedFilesParams) -> None:
        for file in list(rules.buffers):
            server.check_later(file)

    # ---- questions about a place

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def on_hover(params: lsp.HoverParams) -> lsp.Hover | None:
        file, line, column = server.place(params.text_document, params.position)
        hover_info = hover(rules, file, line, column)
        if hover_info is None:
            return None
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, hover_info.markdown)
        return lsp.Hover(content, convert.make_range(rules.lines(file), hover_info.span))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def on_definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        return list(starmap(convert.make_location, definition(rules, *server.place(params.text_document, params.position))))

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def on_references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        return list(starmap(convert.make_location, references(rules, *server.place(params.text_document, params.position))))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def on_highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        file, line, column = server.place(params.text_document, params.position)
        lines = rules.lines(file)
        return [lsp.DocumentHighlight(convert.make_range(lines, span)) for span in highlights(rules, file, line, column)]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def on_prepare_rename(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder:
        file, line, column = server.place(params.text_document, params.position)
        try:
            span, name = find_renamed(rules, file, line, column)
        except Refused as refusal:
            raise JsonRpcInvalidParams(str(refusal)) from None
        return lsp.PrepareRenamePlaceholder(convert.make_range(rules.lines(file), span), name)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def on_rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        place = server.place(params.text_document, params.position)
        try:
            return convert.make_edit(rename(rules, *place, params.new_name))
        except Refused as refusal:
            raise JsonRpcInvalidParams(str(refusal)) from None

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " ", ":"]))
    def on_completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        items = complete(rules, *server.place(params.text_document, params.position))
        return lsp.CompletionList(False, [make_item(number, item) for number, item in enumerate(items)])

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","]))
    def on_signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        call_info = signature(rules, *server.place(params.text_document, params.position))
        if call_info is None:
            return None
        label = f"{call_info.name}({', '.join(call_info.params)})"
        parameters = [lsp.ParameterInformation(param) for param in call_info.params]
        information = lsp.SignatureInformation(label, documentation=call_info.title, parameters=parameters)
        return lsp.SignatureHelp([information], 0, call_info.active)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions(
            code_action_kinds=[lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.Refactor, lsp.CodeActionKind.SourceFixAll]
        ),
    )
    def on_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        file, line, column = server.place(params.text_document, params.range.start)
        return [convert.make_action(file, one) for one in actions(rules, file, line, params.range.end.line + 1, column)]

    # ---- questions about a file

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def on_symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        file = convert.read_address(params.text_document.uri)
        lines = rules.lines(file)
        return [convert.make_symbol(lines, entry) for entry in hints.symbols(rules, file)]

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def on_all_symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        symbols = hints.find_symbols(rules, params.query)[:_MOST_SYMBOLS]
        return [
            lsp.WorkspaceSymbol(convert.make_location(file, entry.selection), entry.name, lsp.SymbolKind.Object)
            for file, entry in symbols
        ]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def on_folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        found = hints.folds(rules, convert.read_address(params.text_document.uri))
        return [lsp.FoldingRange(first - 1, last - 1, kind=kind) for first, last, kind in found]

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensLegend(SORTS, ["definition"]))
    def on_tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        file = convert.read_address(params.text_document.uri)
        return lsp.SemanticTokens(convert.encode_tokens(rules.lines(file), tokens(rules, file), SORTS))

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def on_format(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        file = convert.read_address(params.text_document.uri)
        return [
            lsp.TextEdit(lsp.Range(lsp.Position(start, 0), lsp.Position(end, 0)), new)
            for start, end, new in format_file(rules, file)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def on_hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        file = convert.read_address(params.text_document.uri)
        lines = rules.lines(file)
        inlay_hints = hints.hints(rules, file, params.range.start.line + 1, params.range.end.line + 1)
        return [lsp.InlayHint(convert.make_position(lines, h.line, h.column), h.text, padding_left=True) for h in inlay_hints]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def on_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        file = convert.read_address(params.text_document.uri)
        lines = rules.lines(file)
        return [
            lsp.CodeLens(
                convert.make_range(lines, lens.span),
                lsp.Command(lens.title, f"caylus.{lens.command}", None, list(lens.arguments)),
            )
            for lens in hints.lenses(rules, file)
        ]

    # ---- commands

    @server.command("caylus.run_scenario")
    def on_run_scenario(file: str, number: int) -> str:
        is_passed, message = hints.run_scenario(rules, Path(file), number)
        return server.show_message(message, is_error=not is_passed)

    @server.command("caylus.find_gaps")
    async def on_find_gaps(file: str) -> str:
        return server.show_message(await server.find_gaps(Path(file)))

    @server.command("caylus.show_gaps")
    def on_show_gaps(file: str, first: int, last: int) -> str:
        guard = hints.known_guard(rules, Path(file))
        gaps = hints.tell_gaps(guard, Path(file), first, last) if guard is not None else "The text has changed since."
        return server.show_message(gaps)

    @server.command("caylus.show")
    def on_show(file: str, name: str) -> str:
        page = write_page(rules, Path(file))
        if page is None:
            return server.show_message("The rules have errors: mend them first.", is_error=True)
        uri = f"{convert.make_address(page)}#{name}"
        server.window_show_document(lsp.ShowDocumentParams(uri, external=True))
        return uri

    @server.command("caylus.go_to")
    def on_go_to(file: str, line: int) -> None:
        position = lsp.Position(line - 1, 0)
        shown = lsp.ShowDocumentParams(convert.make_address(Path(file)), take_focus=True, selection=lsp.Range(position, position))
        server.window_show_document(shown)

    return server


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
