// The source, with its words coloured and a dot where each thread stands.

const WORDS = new Set(("auto break case char const continue default do double else enum extern float for goto if inline int long " +
  "register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Atomic _Bool " +
  "_Noreturn _Thread_local NULL true false").split(" "));

/// The pieces of a line, each with its kind; whether a comment goes on behind it.
function pieces(line, inComment) {
  const out = [];
  let rest = line;
  if (inComment) {
    const end = rest.indexOf("*/");
    if (end < 0) return [[["c", rest]], true];
    out.push(["c", rest.slice(0, end + 2)]);
    rest = rest.slice(end + 2);
  }
  if (!inComment && /^\s*#/.test(rest) && !rest.includes("/*")) return [[["p", rest]], false];
  const token = /\/\*.*?\*\/|\/\*.*$|\/\/.*$|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_]\w*|\d[\w.]*/g;
  let at = 0;
  let open = false;
  for (const match of rest.matchAll(token)) {
    if (match.index > at) out.push(["", rest.slice(at, match.index)]);
    const text = match[0];
    let kind = "";
    if (text.startsWith("/*") || text.startsWith("//")) kind = "c";
    else if (/^["']/.test(text)) kind = "s";
    else if (/^\d/.test(text)) kind = "n";
    else if (WORDS.has(text)) kind = "k";
    open = text.startsWith("/*") && (text.length < 4 || !text.endsWith("*/"));
    out.push([kind, text]);
    at = match.index + text.length;
  }
  if (at < rest.length) out.push(["", rest.slice(at)]);
  return [out, open];
}

/// A file with its lines numbered; `invariants` are shown in front of the lines that they hold at.
class Source {
  constructor(sources, invariants, onLine) {
    this.sources = sources;
    this.invariants = invariants || [];
    this.onLine = onLine;
    this.tabs = el("div", { class: "tabs", role: "tablist" });
    this.box = el("div", { class: "source", tabindex: "0", "aria-label": "source" });
    this.file = null;
    this.tables = {};
    for (const file of Object.keys(sources)) {
      this.tabs.append(el("button", { role: "tab", "data-file": file, onclick: () => this.show(file) }, file));
    }
    this.node = card("Source", this.box, this.tabs);
  }

  show(file) {
    if (this.file === file) return;
    this.file = file;
    for (const tab of this.tabs.children) tab.setAttribute("aria-selected", String(tab.dataset.file === file));
    if (!(file in this.sources)) {
      this.box.replaceChildren(el("div", { class: "body note" }, `${file || "this code"} is not shown`));
      return;
    }
    this.tables[file] = this.tables[file] || this.table(file);
    this.box.replaceChildren(this.tables[file]);
  }

  table(file) {
    const body = el("tbody");
    let inComment = false;
    this.sources[file].replace(/\n$/, "").split("\n").forEach((line, index) => {
      for (const it of this.invariants.filter((it) => it.file === file && it.line === index + 1)) {
        const what = { loop: "always holds at this loop", entrance: "holds when it is called", exit: "holds when it returns" }[it.kind];
        body.append(el("tr", { class: "invariant" }, el("td", { class: "no" }), el("td", { class: "marks" }),
          el("td", { class: "text", title: it.property }, `${what}: ${it.cases.join("\n   or ")}`)));
      }
      const [parts, open] = pieces(line, inComment);
      inComment = open;
      const text = el("td", { class: "text" }, parts.map(([kind, text]) => (kind ? el("span", { class: kind }, text) : text)));
      body.append(el("tr", { "data-line": index + 1, onclick: () => this.onLine && this.onLine(file, index + 1) },
        el("td", { class: "no" }, String(index + 1)), el("td", { class: "marks" }), text));
    });
    return el("table", {}, body);
  }

  row(file, line) {
    const table = this.tables[file];
    return table && table.querySelector(`tr[data-line="${line}"]`);
  }

  /// Shows a line, with a dot where each thread stands.
  go(file, line, places) {
    this.show(file);
    for (const old of this.box.querySelectorAll("tr.now")) old.classList.remove("now");
    for (const old of this.box.querySelectorAll(".dot")) old.remove();
    for (const place of places) {
      const row = place.file === file && this.row(file, place.line);
      if (row) row.querySelector(".marks").append(el("span", { class: `dot${place.waits ? " waits" : ""}`, style: colour(place.thread), title: place.title }));
    }
    const row = this.row(file, line);
    if (!row) return;
    row.classList.add("now");
    const [box, at] = [this.box.getBoundingClientRect(), row.getBoundingClientRect()];
    if (at.top < box.top + 30 || at.bottom > box.bottom - 30) this.box.scrollTop += at.top - box.top - box.height / 2;
  }
}
