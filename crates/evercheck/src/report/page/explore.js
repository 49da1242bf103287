// The states of a program, where a server finds them: a path of choices, which is all that there is to remember, the steps that it
// leads through, drawn as those of a counterexample, and the ways to go on.

/// A path that somebody makes up, as a story whose end is open.
class Exploration extends Story {
  constructor(state) {
    const [wrong] = state.wrong;
    const place = wrong ? wrong.calls[0] : null;
    super({ sources: DATA.sources }, { state, film: state.film, property: wrong?.property, file: place?.file, line: place?.line });
    this.state = state;
  }

  /// What is wrong here, and what can be chosen.
  makeFault() {
    const { state } = this.finding;
    const wrong = state.wrong.map((it) => el("div", { class: "wrong" }, badge("false"), ` ${it.property}: ${it.fault.replaceAll("-", " ")}: ${it.message}`));
    const isFaulty = state.wrong.some((it) => it.message && state.ended?.endsWith(it.message));
    const ended = state.ended && !isFaulty ? el("div", { class: "what ended" }, state.ended) : null;
    this.back = el("button", { class: "back", title: "make the choices up to this step only (b)", onclick: () => this.goBack() }, "go back to this step");
    const undo = el("button", { class: "undo", disabled: !state.path.length, title: "take the last choice back (u)", onclick: () => this.undo() }, "take back");
    const begin = el("button", { disabled: !state.path.length, onclick: () => visit("") }, "start over");
    const head = el("div", { class: "head" }, el("h2", {}, "How to go on"), undo, this.back, begin,
      el("span", { class: "note" }, `${state.path.length} ${state.path.length === 1 ? "choice" : "choices"} so far`));
    return el("section", { class: "card choices", role: "toolbar", "aria-label": "ways to go on" }, head, ...wrong, ended, ...state.turns.map((turn) => this.makeTurn(turn)));
  }

  makeTurn(turn) {
    const { place } = turn;
    const why = turn.ended ? "has ended" : turn.waits ? `waits for ${turn.waits}` : turn.options ? null : "cannot go on";
    const choose = (way) => visit(pathText([...this.finding.state.path, `${turn.thread}:${way.option}`]));
    const label = (way) => (way.decides ? way.decides : turn.options > 1 ? `way ${way.option}` : "go on");
    const ways = turn.ways.map((way) => el("button", { class: "way", "data-way": `${turn.thread}:${way.option}`, onclick: () => choose(way) }, label(way)));
    const last = turn.ways.length ? turn.ways[turn.ways.length - 1].option + 1 : 0;
    if (turn.ways.length && last < turn.options) ways.push(el("button", { onclick: () => visit(this.finding.state.short, last) }, `${turn.options - last} more`));
    if (turn.options > turn.ways.length) {
      const value = el("input", { class: "value", size: "8", placeholder: "a value", "aria-label": `a value for thread ${turn.thread}` });
      const take = () => visit([this.finding.state.short, `${turn.thread}=${value.value.trim()}`].filter(Boolean).join("."));
      value.addEventListener("keydown", (event) => event.key === "Enter" && take());
      ways.push(value, el("button", { onclick: take }, "choose it"));
    }
    return el("div", { class: `turn-of${turn.options ? "" : " idle"}`, "data-turn": turn.thread, style: colour(turn.thread) },
      el("span", { class: "who" }, turn.name),
      el("span", { class: "mono" }, place && place.line ? `${place.function}:${place.line}  ${place.source}` : ""),
      turn.about ? el("span", { class: "note" }, turn.about) : null, why ? el("span", { class: "note" }, why) : null, ...ways);
  }

  go(step) {
    super.go(step);
    this.back.disabled = this.choices() === this.state.path.length;
  }

  /// Choices that were made by the end of the step that is shown.
  choices() {
    return this.state.at[this.at] ?? 0;
  }

  goBack() {
    if (!this.back.disabled) visit(pathText(this.state.path.slice(0, this.choices())));
  }

  undo() {
    if (this.state.path.length) visit(pathText(this.state.path.slice(0, -1)));
  }

  key(event) {
    const action = { u: () => this.undo(), b: () => this.goBack() }[event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) action();
    else super.key(event);
  }
}

let stage = null;
let asked = 0;

/// Shows the state that a path leads to, unless another one is asked for meanwhile.
async function visit(path, from = 0, isNew = true) {
  const number = ++asked;
  stage.setAttribute("aria-busy", "true");
  let state;
  try {
    const answer = await fetch(`/state/${DATA.program}?path=${encodeURIComponent(path)}${from ? `&from=${from}` : ""}`);
    state = await answer.json();
  } catch (error) {
    state = { error: "the server does not answer any more" };
  }
  if (number !== asked) return;
  stage.removeAttribute("aria-busy");
  if (state.error) {
    stage.prepend(el("section", { class: "card fault" }, el("pre", { class: "report trouble" }, state.error)));
    return;
  }
  if (isNew) history.pushState(null, "", `/explore/${DATA.program}?path=${state.short}`);
  story?.timer && clearInterval(story.timer);
  story = new Exploration(state);
  stage.replaceChildren(story.node);
  story.mark();
  story.go(story.steps.length - 1);
  document.body.dataset.choices = String(state.path.length);
}

function showExplorer() {
  home();
  stage = el("div", { style: "display: grid; gap: 12px; min-width: 0" });
  MAIN.append(stage);
  const show = () => visit(new URLSearchParams(location.search).get("path") ?? "", 0, false);
  window.addEventListener("popstate", show);
  show();
  return null;
}

PAGES.explore = showExplorer;
