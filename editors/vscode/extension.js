"use strict";
// Starts `veriabs lsp` for C files; all that is shown comes from there.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const settings = vscode.workspace.getConfiguration("veriabs");
  const [command, ...args] = settings.get("command");
  const initializationOptions = {
    timeout: settings.get("timeout"),
    pause: settings.get("pause"),
    arguments: settings.get("arguments"),
  };
  client = new LanguageClient("veriabs", "veriabs", { command, args }, {
    documentSelector: [{ scheme: "file", language: "c" }],
    initializationOptions,
  });
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
