// What came of targets and revisions, and the page itself.

let story = null;

function showOutcome(outcome, place) {
  story?.timer && clearInterval(story.timer);
  story = null;
  const shown = [];
  const films = outcome.findings.filter((finding) => finding.film && finding.film.steps.length);
  const stage = el("div");
  if (films.length > 1) {
    const tabs = el("div", { class: "tabs card", style: "padding: 6px" }, ...films.map((finding, index) =>
      el("button", { onclick: () => choose(index) }, `${finding.property}: ${finding.fault}`)));
    shown.push(tabs);
  }
  const choose = (index) => {
    story?.timer && clearInterval(story.timer);
    story = new Story(outcome, films[index]);
    stage.replaceChildren(story.node);
    story.mark();
    story.go(story.steps.length - 1);
  };
  shown.push(stage);
  for (const finding of outcome.findings.filter((finding) => !finding.film)) {
    shown.push(el("section", { class: "card fault" }, el("div", {}, badge("false"), ` ${finding.property}`), el("div", { class: "what" }, finding.message)));
  }
  const { report } = outcome;
  let scroll = () => {};
  if (!films.length && outcome.sources && Object.keys(outcome.sources).length) {
    const source = new Source(outcome.sources, outcome.invariants);
    shown.push(source.node);
    const first = (outcome.invariants || [])[0];
    source.box.classList.add("whole");
    source.show(first ? first.file : Object.keys(outcome.sources)[0]);
    scroll = () => (source.box.scrollTop = (source.box.querySelector("tr.invariant")?.offsetTop ?? 0) - 120);
  }
  shown.push(el("div", { class: "story" }, properties(report), account(outcome)));
  shown.push(card("The report in words", el("div", { class: "body" }, el("pre", { class: "report" }, outcome.text))));
  place.replaceChildren(...shown);
  if (films.length) choose(0);
  else scroll();
}

function properties(report) {
  const rows = report.properties.map((it) => el("tr", {}, el("td", {}, it.name),
    el("td", {}, badge(it.verdict === "unknown" ? `unknown(${it.reason})` : it.verdict)),
    el("td", { class: "note" }, [it.vacuous ? "nothing to violate" : it.engine ? `by the ${it.engine} engine` : null, ...(it.obstacle && it.reason !== "other-violation" ? [it.obstacle.message, it.obstacle.help] : [])].filter(Boolean).join("; "))));
  return card("Properties", el("div", { class: "scroll" }, el("table", { class: "plain" }, el("tbody", {}, ...rows))));
}

/// What was assumed, what it took, what was reused and what a change put in doubt.
function account(outcome) {
  const { report } = outcome;
  const stats = report.stats;
  const numbers = [["scope", outcome.scope], ["time", seconds(stats.wall_s)], ["memory", `${(stats.peak_rss_bytes / 1048576).toFixed(0)} MiB`],
    ["states", stats.states], ["transitions executed", stats.transitions_executed], ["transitions reused", stats.transitions_reused], ["states pruned", stats.states_pruned],
    ["solver queries", stats.smt_queries], ["refinements", stats.refinements], ["proofs reused", stats.proofs_reused], ["proofs repaired", stats.proofs_repaired]];
  const ledger = report.reuse && report.reuse.base ? report.reuse : null;
  if (ledger) {
    numbers.push(["built on", ledger.base], ["changed since then", ledger.ledger.changed.length ? ledger.ledger.changed.join(", ") : "nothing"],
      ["recorded footprints that hold", `${ledger.ledger.footprints_held} of ${ledger.ledger.footprints}`],
      ...ledger.ledger.losses.changes.slice(0, 8).map((change) => ["does not hold since", change.text]));
  }
  if (report.since) numbers.push([`since ${report.since.revision}`, `${report.since.new} new, ${report.since.known} known, ${report.since.fixed} fixed`]);
  const rows = numbers.filter(([, value]) => value !== undefined && value !== null && value !== 0).map(([name, value]) => el("tr", {}, el("td", { class: "note" }, name), el("td", {}, String(value))));
  return card("Scope, effort and reuse", el("div", {}, el("table", { class: "plain" }, el("tbody", {}, ...rows)),
    outcome.reuse ? el("div", { class: "body note" }, outcome.reuse) : null));
}

const failed = (row) => el("section", { class: "card fault" }, el("div", { class: "what" }, "not checked"), el("pre", { class: "report" }, row.error));
const open = (row, place) => (row.outcome ? showOutcome(row.outcome, place) : place.replaceChildren(failed(row)));

/// A table of which a row can be chosen.
function chooser(heads, rows, cells, place) {
  const choose = (index) => {
    [...body.children].forEach((it, at) => it.classList.toggle("chosen", at === index));
    open(rows[index], place);
  };
  const body = el("tbody", {}, ...rows.map((row, index) => el("tr", { class: "open", tabindex: "0", onclick: () => choose(index), onkeydown: (event) => event.key === "Enter" && choose(index) },
    ...cells(row).map((cell, at) => el("td", { class: heads[at][1] }, cell)))));
  return { node: el("div", { class: "scroll" }, el("table", { class: "plain" }, el("thead", {}, el("tr", {}, ...heads.map(([name, kind]) => el("th", { class: kind }, name)))), body)), choose };
}

function showCheck() {
  const place = el("div", { style: "display: grid; gap: 12px; min-width: 0" });
  if (DATA.rows.length === 1) {
    MAIN.append(place);
    open(DATA.rows[0], place);
    return DATA.rows[0].outcome ? DATA.rows[0].outcome.report.verdict : "error";
  }
  const verdict = (row) => (row.outcome ? row.outcome.report.verdict : "error");
  const table = chooser([["target", ""], ["verdict", ""], ["time", "right"]], DATA.rows,
    (row) => [row.target, badge(verdict(row)), row.outcome ? seconds(row.outcome.report.stats.wall_s) : "-"], place);
  MAIN.append(card("Targets", table.node), place);
  const worst = DATA.rows.findIndex((row) => verdict(row) !== "true");
  table.choose(Math.max(0, worst));
  return worst < 0 ? "true" : verdict(DATA.rows[worst]);
}

function showHistory() {
  const place = el("div", { style: "display: grid; gap: 12px; min-width: 0" });
  const hasScratch = DATA.rows.some((row) => row.scratch);
  const hasTargets = new Set(DATA.rows.map((row) => row.target)).size > 1;
  const heads = [["revision", "mono"], ["subject", ""], ...(hasTargets ? [["target", ""]] : []), ["verdict", ""], ["change", ""], ["executed", "right"], ["reused", "right"], ["time", "right"], ...(hasScratch ? [["from scratch", "right"]] : [])];
  const change = (row) => (row.change ? el("span", { class: `badge ${row.change === "new" ? "false" : "true"}` }, row.change) : "");
  const table = chooser(heads, DATA.rows, (row) => [row.revision, row.subject, ...(hasTargets ? [row.target] : []), badge(row.verdict), change(row),
    String(row.executed ?? "-"), row.reused ?? "-", seconds(row.process.wall_s), ...(hasScratch ? [row.scratch ? seconds(row.scratch.cpu_s) : "-"] : [])], place);
  const plot = el("div", { class: "body plot" }, new DOMParser().parseFromString(DATA.plot, "image/svg+xml").documentElement);
  MAIN.append(card("Processor time of each revision", plot), card("Revisions", table.node, el("span", { class: "note" }, "choose one to see its report")), place);
  const shown = DATA.rows.findLastIndex((row) => row.change === "new");
  if (shown >= 0) table.choose(shown);
  return `${DATA.rows.length} rows`;
}

/// How a page of each kind is shown; what comes of it is said at the top.
const PAGES = { check: showCheck, history: showHistory };
