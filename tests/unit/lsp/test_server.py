"""The language server, driven over stdio as an editor does: from opening a wrong file to its fix."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import BaseLanguageClient

from veriabs.lsp.server import preconditions

Json = dict[str, Any]
WRONG = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000], b[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < 1000; i++) b[i] = a[i];
  for (int i = 0; i < 1000; i++) assert(b[i] == a[i]);
  return 0;
}
"""
RIGHT = WRONG.replace("int i = 1", "int i = 0")
PATIENCE = 240.0
CAPABILITIES = {
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}, "inlayHint": {"refreshSupport": True}},
}


class Editor:
    """As much of an editor as a session needs; it grants whatever the server asks for."""

    def __init__(self, path: Path, **settings: object) -> None:
        self.uri, self.version, self.number = path.as_uri(), 0, 0
        self.heard: list[Json] = []
        self.waiting: Queue[Json] = Queue()
        self.server = subprocess.Popen(
            (sys.executable, "-m", "veriabs", "lsp"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=path.parent
        )
        threading.Thread(target=self._listen, daemon=True).start()
        options = {"pause": 0.1, "timeout": 30, **settings}
        params = {"processId": os.getpid(), "rootUri": None, "capabilities": CAPABILITIES}
        self.offered = self.ask("initialize", {**params, "initializationOptions": options})["capabilities"]
        self.say("initialized", {})

    def _listen(self) -> None:
        assert self.server.stdout is not None
        while header := self.server.stdout.readline():
            length = int(header.split(b":")[1]) if header.lower().startswith(b"content-length") else 0
            while header.strip():
                header = self.server.stdout.readline()
                if header.lower().startswith(b"content-length"):
                    length = int(header.split(b":")[1])
            self.waiting.put(json.loads(self.server.stdout.read(length)))

    def _send(self, message: Json) -> None:
        assert self.server.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def say(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: object) -> Any:
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        answer = self.wait(lambda one: one.get("id") == self.number and "method" not in one)
        assert "error" not in answer, answer
        return answer["result"]

    def wait(self, wanted: Any) -> Json:
        """The next message of a kind; requests of the server are granted on the way."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                message = self.waiting.get(timeout=max(0.01, until - time.monotonic()))
            except Empty:
                raise AssertionError(f"nothing came; heard: {self.heard[-5:]}") from None
            self.heard.append(message)
            if "method" in message and "id" in message:
                applied = {"applied": True} if message["method"] == "workspace/applyEdit" else None
                shown = {"success": True} if message["method"] == "window/showDocument" else applied
                self._send({"id": message["id"], "result": shown})
            if wanted(message):
                return message

    def open(self, text: str) -> None:
        document = {"uri": self.uri, "languageId": "c", "version": self.version, "text": text}
        self.say("textDocument/didOpen", {"textDocument": document})

    def change(self, text: str) -> None:
        self.version += 1
        about = {"uri": self.uri, "version": self.version}
        self.say("textDocument/didChange", {"textDocument": about, "contentChanges": [{"text": text}]})

    def diagnostics(self) -> list[Json]:
        """The diagnostics of the current version."""
        told = self.wait(
            lambda one: one.get("method") == "textDocument/publishDiagnostics"
            and one["params"].get("version") == self.version
        )
        found: list[Json] = told["params"]["diagnostics"]
        return found

    def at(self, line: int) -> Json:
        place = {"line": line, "character": 0}
        return {"textDocument": {"uri": self.uri}, "range": {"start": place, "end": place}, "position": place}

    def actions(self, line: int) -> dict[str, Json]:
        found = self.ask("textDocument/codeAction", {**self.at(line), "context": {"diagnostics": []}})
        return {one["title"]: one["command"] for one in found}

    def run(self, command: Json) -> None:
        self.ask("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})

    def hints(self) -> dict[int, str]:
        """The hints of each line."""
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        asked = {"textDocument": {"uri": self.uri}, "range": whole}
        found: dict[int, list[str]] = {}
        for one in self.ask("textDocument/inlayHint", asked):
            found.setdefault(one["position"]["line"], []).append(one["label"])
        return {line: " | ".join(labels) for line, labels in found.items()}

    def requests(self, method: str) -> list[Json]:
        return [one["params"] for one in self.heard if one.get("method") == method]

    def close(self) -> None:
        if self.server.poll() is None:
            self.server.kill()
        self.server.wait()


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    path = tmp_path / "p.c"
    path.write_text(WRONG)
    return path


@pytest.fixture
def session(wrong: Path) -> Iterator[Callable[..., Editor]]:
    """Starts an editor whose user has chosen these arguments of `verify`."""
    made: list[Editor] = []

    def start(*arguments: str, **settings: object) -> Editor:
        made.append(Editor(wrong, arguments=list(arguments), **settings))
        return made[-1]

    yield start
    for one in made:
        one.close()


@pytest.mark.cbmc
@pytest.mark.long
def test_a_session_from_open_to_fix(wrong: Path, session: Callable[..., Editor]) -> None:
    editor = session("--strategy", "shrinking,native")
    editor.open(WRONG)
    (fails,) = editor.diagnostics()
    assert (fails["severity"], fails["range"]["start"]) == (1, {"line": 6, "character": 2})
    assert "assertion fails" in fails["message"] and "b[i] = 0   b[0]" in fails["message"]
    editor.run(editor.actions(6)["veriabs: write the counterexample as a test (ctest)"])
    folder = wrong.parent / "p-counterexample"
    assert (folder / "CMakeLists.txt").is_file() and (folder / "test_p.c").is_file()
    assert editor.requests("window/showDocument")[-1]["uri"] == (folder / "test_p.c").as_uri()

    editor.change(RIGHT)  # not saved
    assert editor.diagnostics() == []
    hints = editor.hints()
    assert hints[5].startswith("k = 1, 1,000 times, i = 0 + (j-1)") and hints[6].endswith("proved: shrinking")
    hover = editor.ask("textDocument/hover", editor.at(5))["contents"]["value"]
    assert "**arrays**: `b[i] written, index (j-1)`" in hover
    actions = editor.actions(5)
    editor.run(actions["veriabs: insert the proved invariants as ACSL"])
    (change,) = editor.requests("workspace/applyEdit")[-1]["edit"]["documentChanges"]
    assert "loop invariant \\forall integer k; 0 <= k < i ==> b[k] == a[k];" in change["edits"][0]["newText"]
    editor.run(actions["veriabs: open the harness"])
    harness = Path(editor.requests("window/showDocument")[-1]["uri"].removeprefix("file://"))
    assert "check_loop" in harness.read_text()
    said = [one["value"]["kind"] for one in editor.requests("$/progress")]
    assert said.count("begin") == said.count("end") == 2 and "report" in said
    editor.ask("shutdown", None)
    editor.say("exit", None)
    assert editor.server.wait(PATIENCE) == 0


LIBRARY = """\
void fill(int *a, int n) {
  for (int i = 0; i < n; i++) a[i] = 0;
}
#include <assert.h>
int smallest(int *a, int n) {
  int m = 1000;
  for (int i = 0; i < n; i++) if (a[i] < m) m = a[i];
  for (int i = 0; i < n; i++) assert(m <= a[i]);
  return m;
}
int wrong(void) {
  int b[4] = {0};
  for (int i = 0; i <= 4; i++) b[i] = 1;
  return b[0];
}
"""


@pytest.mark.cbmc
@pytest.mark.long
def test_a_file_without_main(wrong: Path, session: Callable[..., Editor]) -> None:
    wrong.write_text(LIBRARY)
    editor = session(timeout=90)
    editor.open(LIBRARY)
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": editor.uri}})
    assert [one["command"]["arguments"][1] for one in lenses] == ["fill", "smallest", "wrong"], "before any verdict"
    (fails,) = editor.diagnostics()
    assert (fails["code"], fails["range"]["start"]["line"]) == ("FALSE", 12)
    hints = editor.hints()
    assert hints[0] == hints[4] == "TRUE if a points to n elements of its own, n >= 0 (inferred)"
    editor.diagnostics()  # again, with shrink factors
    assert editor.hints()[6].split(" | ")[0] == "k = 1, i = 0 + (j-1)"  # then the strategies of the checks on that line
    hover = editor.ask("textDocument/hover", editor.at(0))["contents"]["value"]
    assert hover == "TRUE if\n- a points to n elements of its own, n >= 0 (inferred)"

    editor.run(editor.actions(0)["veriabs: insert the inferred contract of fill"])
    (change,) = editor.requests("workspace/applyEdit")[-1]["edit"]["documentChanges"]
    assert change["edits"][0]["newText"] == "/*@ requires \\valid(a + (0 .. n - 1)); */\n"
    editor.run(editor.actions(6)["veriabs: insert the proved invariants as ACSL"])
    (change,) = editor.requests("workspace/applyEdit")[-1]["edit"]["documentChanges"]
    assert "loop invariant \\forall integer k; 0 <= k < i ==> m <= a[k];" in change["edits"][0]["newText"]
    editor.run(editor.actions(12)["veriabs: write the counterexample as a test (ctest)"])
    shown = editor.requests("window/showDocument")[-1]["uri"]
    assert shown == (wrong.parent / "p-counterexample" / "test_p_wrong.c").as_uri()

    editor.run(lenses[0]["command"])
    assert [one["range"]["start"]["line"] for one in editor.diagnostics()] == [12], "what is known of others stays"
    titles = [one["value"]["title"] for one in editor.requests("$/progress") if one["value"]["kind"] == "begin"]
    assert titles == ["veriabs: p.c", "veriabs: fill"]


@pytest.mark.cbmc
@pytest.mark.long
def test_the_editor_can_cancel_a_verification(wrong: Path, session: Callable[..., Editor]) -> None:
    editor = session()
    editor.open(WRONG)
    begun = editor.wait(lambda one: one.get("method") == "$/progress")
    editor.say("window/workDoneProgress/cancel", {"token": begun["params"]["token"]})
    ended = editor.wait(lambda one: one.get("method") == "$/progress" and one["params"]["value"]["kind"] == "end")
    assert ended["params"]["token"] == begun["params"]["token"]
    assert editor.requests("textDocument/publishDiagnostics") == []


@pytest.mark.cbmc
@pytest.mark.long
def test_a_precondition_is_inserted_where_the_input_is(wrong: Path, session: Callable[..., Editor]) -> None:
    text = "#include <assert.h>\nint last(int n) {\n  int last;\n  for (int i = 0; i < n; i++) last = i;\n"
    text += "  assert(n == 0 || last >= 0);\n  return last;\n}\n"
    wrong.write_text(text)
    editor = session("--strategy", "cell_invariants", "--no-replay", shrink=False)
    editor.open(text)
    (still_open,) = editor.diagnostics()
    assert (still_open["severity"], still_open["range"]["start"]["line"]) == (3, 4)
    editor.run(editor.actions(4)["veriabs: insert the missing precondition"])
    (change,) = editor.requests("workspace/applyEdit")[-1]["edit"]["documentChanges"]
    (edit,) = change["edits"]
    assert edit["newText"].startswith("/*@ requires n >") and edit["range"]["start"]["line"] == 1
    editor.change(text.replace("int last(", f"{edit['newText']}int last("))
    assert editor.diagnostics() == []


@pytest.mark.long
def test_edit_cancels_running_verifications(session: Callable[..., Editor]) -> None:
    editor = session()
    editor.open(WRONG)
    for _ in range(3):
        editor.change("int main(void) { return 0; }\n")
    editor.change("int main(void) { return 0 }\n")
    (told,) = editor.diagnostics()
    assert told["code"] == "no verdict" and "p.c:1" in told["message"]
    versions = [one.get("version") for one in editor.requests("textDocument/publishDiagnostics")]
    assert versions == [4]


def test_a_language_client_understands_every_answer(wrong: Path) -> None:
    """The client of pygls, which checks each message against the protocol."""

    async def session() -> None:
        client = BaseLanguageClient("tests", "1")
        await client.start_io(sys.executable, "-m", "veriabs", "lsp")
        begun = await client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
        offered = begun.capabilities
        assert offered.execute_command_provider is not None and offered.code_lens_provider is not None
        assert {f"veriabs.{verb}" for verb in ("verify", "annotate", "contract", "test")} <= {
            *offered.execute_command_provider.commands
        }
        client.initialized(types.InitializedParams())
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(wrong.as_uri(), types.LanguageKind.C, 1, LIBRARY))
        )
        about = types.TextDocumentIdentifier(wrong.as_uri())
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(about))
        assert [one.range.start.line for one in lenses or ()] == [0, 4, 10]
        place = types.Position(0, 0)
        whole = types.Range(place, types.Position(99, 0))
        context = types.CodeActionContext([])
        assert not await client.text_document_code_action_async(types.CodeActionParams(about, whole, context))
        assert not await client.text_document_inlay_hint_async(types.InlayHintParams(about, whole))
        assert await client.text_document_hover_async(types.HoverParams(about, place)) is None
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()

    asyncio.run(asyncio.wait_for(session(), PATIENCE))


def test_assumptions_follow_inputs_and_contracts_precede_functions() -> None:
    text = "int main(void) {\n  int n = f();\n}\nint g(int k) {\n"
    missing: list[dict[str, object]] = [{"line": 2, "text": "n > 0"}, {"line": 4, "text": "k >= 0"}, {"line": 9}]
    edits = [(one.range.start.line, one.new_text) for one in preconditions(text, missing)]
    assert edits == [
        (0, "extern void __VERIFIER_assume(int);\n"),
        (2, "  __VERIFIER_assume(n > 0);\n"),
        (3, "/*@ requires k >= 0; */\n"),
    ]
