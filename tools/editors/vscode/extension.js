"use strict";

// Starts `caylus lsp` for the rules, manifests and scenarios of a workspace.

const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const INSTALL = "python3 -m pip install '.[lsp]'";

/** @type {LanguageClient | undefined} */
let client;

exports.activate = async function activate() {
  const [command, ...words] = workspace.getConfiguration("caylus").get("command", ["caylus"]);
  client = new LanguageClient(
    "caylus",
    "Rules of board games",
    { command, args: [...words, "lsp", "--stdio"] },
    {
      documentSelector: [
        { language: "rules" },
        { language: "yaml", pattern: "**/ruleset.yaml" },
        { language: "yaml", pattern: "**/scenarios/*.yaml" },
      ],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{rules,yaml}") },
    },
  );
  try {
    await client.start();
  } catch {
    const told = `\`${command}\` could not be started. Install it with \`${INSTALL}\` in a clone of the project, or name it in the setting \`caylus.command\`.`;
    window.showErrorMessage(told);
  }
};

exports.deactivate = function deactivate() {
  return client?.stop();
};
