// Loads the extension of contrib/vscode with its client, in node.js, with a stand-in for the editor: the server is started, is told of a
// file, and what it says of it arrives as diagnostics and lenses. Usage: test_vscode.js EXTENSION EVERCHECK FILE.c WORDS
"use strict";

const Module = require("module");
const fs = require("fs");
const path = require("path");
const { pathToFileURL } = require("url");

const [folder, evercheck, file, words] = process.argv.slice(2);

class Disposable {
    constructor(end) { this.dispose = end || (() => {}); }
}
class Emitter {
    constructor() { this.all = []; this.event = (listener, self) => { this.all.push(listener.bind(self)); return new Disposable(); }; }
    fire(it) { return this.all.map((listener) => listener(it)); }
    dispose() {}
}
class Uri {
    constructor(fsPath) { this.fsPath = fsPath; this.scheme = "file"; this.path = fsPath; }
    static parse(text) { return new Uri(decodeURIComponent(text.replace("file://", ""))); }
    static file(fsPath) { return new Uri(fsPath); }
    toString() { return pathToFileURL(this.fsPath).href; }
}
class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }

// Whatever else the client looks at when it is loaded: a class, a function or a value that is there.
const anything = (name) => new Proxy(class { constructor(...given) { this.given = given; } }, {
    get: (target, key) => (key in target || typeof key === "symbol" ? target[key] : anything(`${name}.${String(key)}`)),
});
const known = new Proxy({}, {
    get: (target, key) => (key in target || typeof key === "symbol" || key === "then" ? target[key] : (target[key] = anything(String(key)))),
    has: () => true,
});

const shown = new Map();
const opened = new Emitter(), saved = new Emitter(), nothing = new Emitter();
const lenses = [];
const document = {
    uri: Uri.file(file), languageId: "c", version: 1, fileName: file, isClosed: false,
    getText: () => fs.readFileSync(file, "utf8"),
};
const settings = { "evercheck.path": evercheck, "evercheck.options": ["--no-record"], "evercheck.checkOnOpen": true };
const configuration = (section) => ({ get: (key, other) => settings[section ? `${section}.${key}` : key] ?? other, inspect: () => undefined });
const events = (object) => new Proxy(object, { get: (target, key) => (key in target || typeof key === "symbol" || key === "then" ? target[key]
    : /^onD|^onW/.test(key) ? nothing.event : anything(String(key))) });
const channel = { append() {}, appendLine(line) { console.error(line); }, show() {}, dispose() {}, clear() {}, name: "" };
const log = { ...channel, trace() {}, debug() {}, info() {}, warn() {}, error(line) { console.error(line); }, logLevel: 2, onDidChangeLogLevel: nothing.event };

Object.assign(known, {
    version: "1.91.0", Disposable, EventEmitter: Emitter, Uri, Position, Range,
    env: { appName: "stand-in", language: "en", isTelemetryEnabled: false, onDidChangeTelemetryEnabled: nothing.event },
    Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
    DiagnosticRelatedInformation: class { constructor(location, message) { Object.assign(this, { location, message }); } },
    Location: class { constructor(uri, range) { Object.assign(this, { uri, range }); } },
    CodeLens: class { constructor(range, command) { Object.assign(this, { range, command }); } },
    CancellationTokenSource: class { constructor() { this.token = { isCancellationRequested: false, onCancellationRequested: nothing.event }; } cancel() {} dispose() {} },
    LanguageStatusSeverity: {}, LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
    ProgressLocation: { Window: 10, Notification: 15 }, DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    workspace: events({
        getConfiguration: configuration, textDocuments: [], workspaceFolders: undefined, notebookDocuments: [],
        onDidOpenTextDocument: opened.event, onDidSaveTextDocument: saved.event,
        createFileSystemWatcher: () => ({ onDidCreate: nothing.event, onDidChange: nothing.event, onDidDelete: nothing.event, dispose() {} }),
        registerTextDocumentContentProvider: () => new Disposable(), asRelativePath: (it) => it,
    }),
    window: events({
        visibleTextEditors: [], activeTextEditor: undefined, tabGroups: events({ all: [] }), state: { focused: true },
        createOutputChannel: (name, options) => (options && options.log ? log : channel),
        showErrorMessage: (text) => { throw new Error(text); }, showWarningMessage: async () => {}, showInformationMessage: async () => {},
        withProgress: (_, task) => task({ report() {} }, { isCancellationRequested: false, onCancellationRequested: nothing.event }),
    }),
    commands: { registerCommand: () => new Disposable(), executeCommand: async () => {} },
    languages: events({
        match: () => 10, getDiagnostics: () => [],
        createDiagnosticCollection: () => ({ set: (uri, all) => shown.set(uri.fsPath, all), delete() {}, clear() {}, dispose() {}, has: () => false }),
        registerCodeLensProvider: (_, provider) => { lenses.push(provider); return new Disposable(); },
        registerHoverProvider: () => new Disposable(),
    }),
});

const load = Module._load;
Module._load = (name, ...others) => (name === "vscode" ? known : load(name, ...others));
const extension = require(path.resolve(folder, "extension.js"));

(async () => {
    await extension.activate({ subscriptions: [] });
    opened.fire(document);
    saved.fire(document);
    const end = Date.now() + 30000;
    while (!shown.get(file) && Date.now() < end) {
        await new Promise((done) => setTimeout(done, 50));
    }
    const token = { isCancellationRequested: false, onCancellationRequested: nothing.event };
    const above = await lenses[0].provideCodeLenses(document, token);
    const told = (shown.get(file) ?? []).map((it) => `${it.message} (${it.relatedInformation.length} steps)`);
    const text = `${told.join("; ")} | ${above.map((it) => it.command.title).join("; ")}`;
    console.log(text);
    await extension.deactivate();
    process.exit(text.includes(words) ? 0 : 1);
})().catch((error) => { console.error(error); process.exit(1); });
