// Starts `evercheck lsp` and leaves the rest to the protocol: diagnostics, lenses, hovering, progress.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
    const of = workspace.getConfiguration("evercheck");
    return { options: of.get("options"), checkOnOpen: of.get("checkOnOpen") };
}

async function start() {
    const command = workspace.getConfiguration("evercheck").get("path");
    const server = { command, args: ["lsp"] };
    client = new LanguageClient("evercheck", "Evercheck", server, {
        documentSelector: [
            { scheme: "file", language: "c" },
            { scheme: "file", pattern: "**/evercheck.toml" },
        ],
        initializationOptions: settings(),
    });
    try {
        await client.start();
    } catch (error) {
        window.showErrorMessage(`${command} lsp cannot be started: ${error.message}. Is evercheck.path right?`);
    }
}

async function stop() {
    const old = client;
    client = undefined;
    if (old && old.isRunning()) {
        await old.stop();
    }
}

async function activate(context) {
    const restart = async () => {
        await stop();
        await start();
    };
    context.subscriptions.push(
        commands.registerCommand("evercheck.restart", restart),
        workspace.onDidChangeConfiguration((event) => {
            if (event.affectsConfiguration("evercheck.path")) {
                return restart();
            }
            if (event.affectsConfiguration("evercheck") && client) {
                client.sendNotification("workspace/didChangeConfiguration", { settings: { evercheck: settings() } });
            }
        }),
    );
    await start();
}

module.exports = { activate, deactivate: stop };
