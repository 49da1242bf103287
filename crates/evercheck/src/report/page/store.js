// What the store holds, where a server shows it: outcomes, runs, and programs to explore.

/// The choices of a path as the server reads them: those that are made several times in a row are counted.
function pathText(words) {
  const runs = [];
  for (const word of words) {
    const last = runs[runs.length - 1];
    if (last && last[0] === word) last[1] += 1;
    else runs.push([word, 1]);
  }
  return runs.map(([word, count]) => word.replace(/:0$/, "") + (count > 1 ? `*${count}` : "")).join(".");
}

const explorerAt = (program, words) => `/explore/${program}?path=${pathText(words)}`;
const moment = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
const home = () => document.getElementById("top").append(el("a", { class: "brand", href: "/" }, "all outcomes"));
const grid = (heads, rows) => el("div", { class: "scroll" }, el("table", { class: "plain" },
  el("thead", {}, el("tr", {}, ...heads.map(([name, kind]) => el("th", { class: kind }, name)))),
  el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((cell, at) => el("td", { class: heads[at][1] }, cell)))))));

function showStore() {
  const { programs, outcomes, runs } = DATA;
  if (programs.length) {
    MAIN.append(card("Programs", grid([["explore its states", ""]],
      programs.map((name, number) => [el("a", { href: `/explore/${number}` }, name)]))));
  }
  const targets = [...new Set(outcomes.map((it) => it.target))];
  for (const target of targets) {
    const own = outcomes.filter((it) => it.target === target);
    MAIN.append(named(target, grid([["when (UTC)", "mono time"], ["verdict", ""], ["processor time", "right"], ["revision", "mono"], ["", ""], ["", ""], ["options", "mono"]],
      own.map((it, at) => [el("a", { href: `/outcome/${it.name}` }, moment(it.time)), badge(it.verdict), seconds(it.cpu_s),
        it.revision ? it.revision.short : "work tree", it.revision ? it.revision.subject : "",
        own[at + 1] ? el("a", { href: `/diff/${it.name}?old=${own[at + 1].name}` }, "what changed") : "", it.options.join(" ")]))));
  }
  if (!outcomes.length) MAIN.append(card("Outcomes", el("div", { class: "body note" }, DATA.store ? `${DATA.store} holds none of this version: evercheck check leaves one` : "there is no store: evercheck check makes one")));
  if (runs.length) {
    const holds = (stats) => ["states", "proofs"].filter((name) => stats && stats[name]).map((name) => (stats[name] === 1 ? `1 ${name.slice(0, -1)}` : `${stats[name]} ${name}`)).join(", ");
    MAIN.append(card("Records, for later runs to build on", grid([["run", "right"], ["when (UTC)", "mono time"], ["target", ""], ["verdict", ""], ["holds", ""], ["size", "right"]],
      runs.map((run) => [String(run.id), moment(run.time), run.target + (run.is_complete ? "" : " (unfinished)"), badge(run.verdict), holds(run.stats), `${(run.bytes / 1024).toFixed(0)} KiB`]))));
  }
  return null;
}

const origin = (about) => (about.revision ? `revision ${about.revision.short}, ${about.revision.subject}` : "the work tree");

function showDiff() {
  home();
  const side = (name, about) => el("div", { class: "note" }, `${name}: ${about.target}, ${origin(about)}, ${moment(about.time)} UTC `, badge(about.verdict));
  MAIN.append(side("old", DATA.old), side("new", DATA.new), card("What differs, and what that can affect", el("div", { class: "body" }, el("pre", { class: "report" }, DATA.text))));
  return null;
}

function showStored() {
  home();
  const { about, notice, rows } = DATA;
  const of = origin(about);
  const words = [`${moment(about.time)} UTC`, of, ...(about.options.length ? [about.options.join(" ")] : [])];
  const place = el("div", { style: "display: grid; gap: 12px; min-width: 0" });
  MAIN.append(el("div", { class: "note about" }, words.join(" · ")));
  if (notice) MAIN.append(el("section", { class: "card" }, el("div", { class: "body note notice" }, notice)));
  MAIN.append(place);
  open(rows[0], place);
  return about.verdict;
}

function showTrouble() {
  home();
  MAIN.append(card("There is nothing to show", el("div", { class: "body" }, el("pre", { class: "report trouble" }, DATA.why))));
  return null;
}

Object.assign(PAGES, { store: showStore, outcome: showStored, diff: showDiff, trouble: showTrouble });
