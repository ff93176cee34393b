"""The extension for Visual Studio Code: its settings, its server, and its package."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from veriabs.lsp.runs import EditorSettings

ROOT = Path(__file__).parent.parent
EXTENSION = ROOT / "editors" / "vscode"
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text())
SETTINGS: dict[str, Any] = MANIFEST["contributes"]["configuration"]["properties"]
DEFAULTS = {name.removeprefix("veriabs."): one["default"] for name, one in SETTINGS.items()}

FAKE = """\
const settings = JSON.parse(process.argv[2]);
const clients = [];
let changed;
const vscode = { workspace: {
  getConfiguration: () => ({ get: (name) => settings[name] }),
  onDidChangeConfiguration: (listener) => { changed = listener; return {}; },
} };
class LanguageClient {
  constructor(id, name, server, client) { clients.push({ server, client, state: "new" }); this.own = clients.at(-1); }
  async start() { this.own.state = "started"; }
  async stop() { this.own.state = "stopped"; }
}
const load = require("module")._load;
require("module")._load = (name, ...more) =>
  name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...more);
const extension = require(process.argv[3]);
(async () => {
  await extension.activate({ subscriptions: [] });
  settings.timeout = 60;
  await changed({ affectsConfiguration: (name) => name === "other" });
  await changed({ affectsConfiguration: (name) => name === "veriabs" });
  await extension.deactivate();
  console.log(JSON.stringify(clients));
})();
"""


def test_every_setting_of_the_server_is_one_of_the_extension() -> None:
    usual = EditorSettings()
    assert set(DEFAULTS) == {"command", *EditorSettings.__struct_fields__}
    assert {name: DEFAULTS[name] for name in ("timeout", "pause", "shrink")} == {
        **{"timeout": usual.timeout, "pause": usual.pause, "shrink": usual.shrink}
    }
    assert EditorSettings.of(DEFAULTS) == usual


def test_every_setting_is_documented_with_its_default() -> None:
    table = re.findall(r"^\| `(\w+)` \| `?(.*?)`? \|", (ROOT / "docs" / "editors.md").read_text(), re.MULTILINE)
    assert {name: json.loads(value) for name, value in table} == {
        name: value for name, value in DEFAULTS.items() if name != "command"
    }


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_extension_starts_the_server_and_restarts_it_when_a_setting_changes(tmp_path: Path) -> None:
    fake = tmp_path / "fake.js"
    fake.write_text(FAKE)
    command = ["node", fake, json.dumps({**DEFAULTS, "command": ["/opt/veriabs", "lsp"]}), EXTENSION / "extension.js"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    first, second = json.loads(ran.stdout)
    assert first["server"] == {"command": "/opt/veriabs", "args": ["lsp"]}
    options = {name: value for name, value in DEFAULTS.items() if name != "command"}
    assert first["client"]["initializationOptions"] == options
    assert second["client"]["initializationOptions"] == {**options, "timeout": 60}
    assert (first["state"], second["state"]) == ("stopped", "stopped")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_the_extension_is_packaged_as_the_document_says(tmp_path: Path) -> None:
    shutil.copytree(EXTENSION, tmp_path / "editors" / "vscode")
    text = (ROOT / "docs" / "editors.md").read_text()
    ((build, install),) = re.findall(r"^    (cd editors/vscode .*)\n    (code .*)$", text, re.MULTILINE)
    subprocess.run(["sh", "-c", build], cwd=tmp_path, check=True, capture_output=True, timeout=500)
    held = set(zipfile.ZipFile(tmp_path / install.split()[-1]).namelist())
    assert {"extension/extension.js", "extension/package.json"} <= held
    assert any(name.startswith("extension/node_modules/vscode-languageclient/") for name in held)
