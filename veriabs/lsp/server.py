"""The language server: talks to an editor over stdio, and verifies every text after a pause in typing.

One verification per text runs at a time; a change ends it. The editor only shows results for its current version.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path
from uuid import uuid4

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from veriabs import __version__
from veriabs.core.copying import replace
from veriabs.lsp.findings import (
    ANNOTATE,
    CONTRACT,
    HARNESS,
    PRECONDITION,
    SOURCE,
    TEST,
    VERIFY,
    Findings,
    actions,
    findings,
    lenses,
)
from veriabs.lsp.functions import functions_in
from veriabs.lsp.runs import EditorSettings, analysed, arguments_for, command, explained, inferred, on_text, shrunk

_ASSUME = "__VERIFIER_assume"


class Server(LanguageServer):
    """The server, with the results of each text and its running verifications.

    The results about a whole text have an empty name, those of a function that was verified alone have its name.
    """

    def __init__(self) -> None:
        super().__init__(SOURCE, __version__)
        self.settings = EditorSettings()
        self.known: dict[str, dict[str, Findings]] = {}
        self.under_way: dict[str, dict[str, asyncio.Task[None]]] = {}

    def changed(self, uri: str) -> None:
        """Verify a text after a pause, and end its running verifications."""
        self.forget(uri)
        self.begin(uri, "", self.settings.pause)

    def begin(self, uri: str, function: str, pause: float) -> None:
        """Verify a text after a pause, or one of its functions."""
        under_way = self.under_way.setdefault(uri, {})
        if function in under_way:
            under_way[function].cancel()
        under_way[function] = asyncio.create_task(self._verified(uri, function, pause))

    def forget(self, uri: str) -> None:
        for task in self.under_way.pop(uri, {}).values():
            task.cancel()

    async def _verified(self, uri: str, function: str, pause: float) -> None:
        await asyncio.sleep(pause)
        document = self.workspace.get_text_document(uri)
        version, text, path = document.version, document.source, path_of(document)
        token = await self._begin_progress(f"veriabs: {function or path.name}")
        try:
            analysis = await analysed(path, text, self.settings, lambda line: self._progress(token, line), function)
            await self._show(uri, function, findings(analysis, text, version))
            if self.settings.shrink and analysis.loops:
                self._progress(token, "searching shrink factors")
                analysis = replace(analysis, factors=await shrunk(path, text, self.settings, function))
                await self._show(uri, function, findings(analysis, text, version))
        finally:
            if token:
                self.work_done_progress.end(token, types.WorkDoneProgressEnd(message="done"))

    async def _show(self, uri: str, function: str, found: Findings) -> None:
        """Add results to those of the same version, and show all of them."""
        before = self.known.get(uri, {})
        self.known[uri] = {name: one for name, one in before.items() if one.version == found.version}
        self.known[uri][function] = found
        shown = self.current(uri)
        if shown is None:
            return
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, list(shown.diagnostics), version=shown.version)
        )
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            await self.workspace_inlay_hint_refresh_async(None)

    async def _begin_progress(self, title: str) -> str:
        """Show progress in the editor, which can cancel it; returns no token if the editor cannot show it."""
        window = self.client_capabilities.window
        if window is None or not window.work_done_progress:
            return ""
        token = str(uuid4())
        await self.work_done_progress.create_async(token)
        task = asyncio.current_task()
        if task is not None:  # the future of a token ends when the editor cancels it
            self.work_done_progress.tokens[token].add_done_callback(lambda _: task.cancel())
        self.work_done_progress.begin(token, types.WorkDoneProgressBegin(title=title, cancellable=True))
        return token

    def _progress(self, token: str, line: str) -> None:
        if token and line:
            self.work_done_progress.report(token, types.WorkDoneProgressReport(message=line))

    def current(self, uri: str) -> Findings | None:
        """The results for the version that the editor shows, with those of functions that were verified alone."""
        document = self.workspace.get_text_document(uri)
        found = {name: one for name, one in self.known.get(uri, {}).items() if one.version == document.version}
        if not found:
            return None
        shown = found.pop("", Findings(document.version))
        for one in functions_in(document.source):
            shown = shown.updated(found[one.name], one) if one.name in found else shown
        return shown

    def show_message(self, text: str, kind: types.MessageType = types.MessageType.Info) -> None:
        self.window_show_message(types.ShowMessageParams(kind, text))


def path_of(document: TextDocument) -> Path:
    """The path of a text."""
    return Path(to_fs_path(document.uri) or "untitled.c")


def create_server() -> Server:
    """A server with all its handlers."""
    server = Server()
    _add_notifications(server)
    _add_requests(server)
    _add_commands(server)
    return server


def serve() -> None:
    """Serve one editor until it disconnects."""
    create_server().start_io()


# -------------------------------------------------------------------------------------------------------------- texts


def _add_notifications(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialise(params: types.InitializeParams) -> None:
        server.settings = EditorSettings.of(params.initialization_options)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.forget(uri)
        server.known.pop(uri, None)
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    @server.feature(types.SHUTDOWN)
    async def over(params: None) -> None:
        under_way = [task for tasks in server.under_way.values() for task in tasks.values()]
        for uri in list(server.under_way):
            server.forget(uri)
        await asyncio.gather(*under_way, return_exceptions=True)


def _add_requests(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        found = server.current(params.text_document.uri)
        lines = range(params.range.start.line, params.range.end.line + 1)
        return [hint for hint in found.hints if hint.position.line in lines] if found else []

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        found = server.current(params.text_document.uri)
        text = found.hovers.get(params.position.line) if found else None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def offered(params: types.CodeActionParams) -> list[types.CodeAction]:
        found = server.current(params.text_document.uri)
        return list(actions(found, params.text_document.uri, params)) if found else []

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        return list(lenses(server.workspace.get_text_document(uri).source, uri))


# ------------------------------------------------------------------------------------------------------------- commands


def _add_commands(server: Server) -> None:
    @server.command(VERIFY)
    async def verify(uri: str, function: str) -> None:
        server.begin(uri, function, 0.0)

    @server.command(ANNOTATE)
    async def annotate(uri: str, function: str, notation: str) -> None:
        await _annotated(server, uri, function, notation)

    @server.command(PRECONDITION)
    async def precondition(uri: str, function: str) -> None:
        await _insert_preconditions(server, uri, function)

    @server.command(CONTRACT)
    async def contract(uri: str, function: str) -> None:
        await _insert_contract(server, uri, function)

    @server.command(HARNESS)
    async def harness(uri: str, function: str) -> None:
        await _show_harness(server, uri, function)

    @server.command(TEST)
    async def test(uri: str, function: str, framework: str) -> None:
        await _tested(server, uri, function, framework)


async def _annotated(server: Server, uri: str, function: str, notation: str) -> None:
    """Insert the proved invariants into the text."""
    document = server.workspace.get_text_document(uri)
    text, version = document.source, document.version
    ended = await on_text("annotate", path_of(document), text, server.settings, "--as", notation, function=function)
    if ended.code not in (0, 5) or not ended.output:
        server.show_message(ended.complaint or "no invariant was proved for any loop", types.MessageType.Warning)
        return
    new = ended.output if text.endswith("\n") else ended.output.removesuffix("\n")
    await _edit(server, uri, version, [types.TextEdit(_whole_text(text), new)])


async def _insert_preconditions(server: Server, uri: str, function: str) -> None:
    """Insert the missing preconditions into the text."""
    document = server.workspace.get_text_document(uri)
    text, version = document.source, document.version
    edits = preconditions(text, await explained(path_of(document), text, server.settings, function))
    if not edits:
        server.show_message("no precondition was found that completes the proof", types.MessageType.Warning)
        return
    await _edit(server, uri, version, edits)


async def _insert_contract(server: Server, uri: str, function: str) -> None:
    """Insert the inferred precondition of a function in front of it, as an ACSL contract."""
    document = server.workspace.get_text_document(uri)
    text, version = document.source, document.version
    clauses = await inferred(path_of(document), text, server.settings, function)
    first = next((one.first for one in functions_in(text) if one.name == function), None)
    if not clauses or first is None:
        server.show_message(f"no contract was inferred for {function}", types.MessageType.Warning)
        return
    await _edit(server, uri, version, [_inserted(first, "/*@ " + "\n    ".join(clauses) + " */\n")])


def preconditions(text: str, missing: list[dict[str, object]]) -> list[types.TextEdit]:
    """Assumptions after the lines that read inputs, or a contract before a function."""
    lines, edits = text.splitlines(), []
    needs = False
    for one in missing:
        line, clause = one.get("line"), one.get("text")
        if not isinstance(line, int) or not 1 <= line <= len(lines):
            continue
        written = lines[line - 1]
        blanks = written[: len(written) - len(written.lstrip())]
        if written.rstrip().endswith(";"):
            needs = True
            edits.append(_inserted(line, f"{blanks}{_ASSUME}({clause});\n"))
        else:
            edits.append(_inserted(line - 1, f"{blanks}/*@ requires {clause}; */\n"))
    if needs and not re.search(rf"\b{_ASSUME}\b", text):
        edits.insert(0, _inserted(0, f"extern void {_ASSUME}(int);\n"))
    return edits


async def _show_harness(server: Server, uri: str, function: str) -> None:
    """Show the harness of one iteration."""
    document = server.workspace.get_text_document(uri)
    path, text = path_of(document), document.source
    ended = await on_text("harness", path, text, server.settings, "-k", "1", function=function)
    if ended.code != 0:
        server.show_message(ended.complaint, types.MessageType.Warning)
        return
    folder = Path(tempfile.mkdtemp(prefix="veriabs-harness-"))
    file = folder / f"{path.stem}_harness.c"
    file.write_text(ended.output, encoding="utf-8")
    await _show_file(server, file)


async def _tested(server: Server, uri: str, function: str, framework: str) -> None:
    """Write the counterexample as a test beside the file, which has to be saved, since the test includes it."""
    document = server.workspace.get_text_document(uri)
    path = path_of(document)
    if not path.is_file() or path.read_text(encoding="utf-8", errors="surrogateescape") != document.source:
        server.show_message(f"save {path.name} first: the test includes it", types.MessageType.Warning)
        return
    folder = path.parent / f"{path.stem}-counterexample"
    words = ("--counterexample", str(folder), "--as", framework, "--timeout", f"{server.settings.timeout:g}")
    ended = await command("verify", str(path), *words, *arguments_for(document.source, server.settings, function))
    tests = sorted(folder.glob("test_*")) if ended.code == 10 and not ended.complaint else []
    if not tests:
        server.show_message(ended.complaint or "no counterexample was found this time", types.MessageType.Warning)
        return
    await _show_file(server, tests[-1])


async def _show_file(server: Server, path: Path) -> None:
    """Open a file in the editor, or report its path."""
    window = server.client_capabilities.window
    if window is None or window.show_document is None or not window.show_document.support:
        server.show_message(str(path))
        return
    await server.window_show_document_async(types.ShowDocumentParams(from_fs_path(str(path)) or "", take_focus=True))


async def _edit(server: Server, uri: str, version: int | None, edits: list[types.TextEdit]) -> None:
    """Edit a text, unless it has changed meanwhile."""
    if server.workspace.get_text_document(uri).version != version:
        server.show_message("the text changed meanwhile, so nothing was inserted", types.MessageType.Warning)
        return
    of_version = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    change = types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(of_version, list(edits))])
    await server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(change, label=SOURCE))


def _whole_text(text: str) -> types.Range:
    return types.Range(types.Position(0, 0), types.Position(text.count("\n") + 1, 0))


def _inserted(line: int, text: str) -> types.TextEdit:
    place = types.Position(line, 0)
    return types.TextEdit(types.Range(place, place), text)
