"use strict";
// Starts `veriabs lsp` for C files, anew when a setting changes; the server decides what the editor shows.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const OPTIONS = ["timeout", "pause", "shrink", "arguments"];

let client;

function start() {
  const settings = vscode.workspace.getConfiguration("veriabs");
  const [command, ...args] = settings.get("command");
  client = new LanguageClient("veriabs", "veriabs", { command, args }, {
    documentSelector: [{ scheme: "file", language: "c" }],
    initializationOptions: Object.fromEntries(OPTIONS.map((name) => [name, settings.get(name)])),
  });
  return client.start();
}

async function restart(change) {
  if (change.affectsConfiguration("veriabs")) {
    await deactivate();
    await start();
  }
}

function activate(context) {
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration(restart));
  return start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
