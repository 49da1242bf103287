// A counterexample: steps, the turns of each thread, and memory with where pointers lead.

/// What a part is at a step: the newest version that is not newer.
function version(versions, step) {
  let [low, high] = [0, versions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (versions[middle][0] <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

class Story {
  constructor(outcome, finding) {
    this.finding = finding;
    this.film = finding.film;
    this.steps = this.film.steps;
    this.at = 0;
    this.timer = null;
    this.threads = Math.max(1, ...this.steps.map((step) => step.t + 1));
    for (const name of Object.keys(this.film.parts)) {
      const thread = /^t(\d+)$/.exec(name);
      if (thread) this.threads = Math.max(this.threads, Number(thread[1]) + 1);
    }
    this.names = Array.from({ length: this.threads }, (_, t) => `thread ${t}` + (this.film.threads[t] ? ` (${this.film.threads[t]})` : ""));
    this.lives = this.names.map((_, t) => {
      const own = this.steps.flatMap((step, index) => (step.t === t ? [index] : []));
      return [own[0] ?? Infinity, own[own.length - 1] ?? -1];
    });
    this.source = new Source(outcome.sources || {}, [], (file, line) => this.toLine(file, line));
    this.memory = el("div", { class: "memory" });
    this.lanes = this.makeLanes();
    this.player = this.makePlayer();
    const hasMemory = Object.keys(this.film.parts).length > 0;
    const story = el("div", { class: "story" },
      el("div", { class: "left" }, this.source.node, this.lanes.node),
      hasMemory ? el("div", { class: "right" }, card("Memory after this step", this.memory)) : null);
    this.node = el("div", { style: "display: grid; gap: 12px" }, this.makeFault(), this.player.node, story);
  }

  makeFault() {
    const { finding } = this;
    const calls = finding.calls.map((call, index) => `${index ? "called from" : "in"} ${call.function} at ${call.file}:${call.line}`);
    const stands = finding.standing.filter((it) => it.waits_for).map((it) =>
      el("div", { class: "stands" }, el("span", { class: "who", style: colour(it.thread) }, this.names[it.thread] || `thread ${it.thread}`), ` waits for ${it.waits_for}`));
    const omitted = this.film.omitted ? el("div", { class: "note" }, `the first ${this.film.omitted} steps are left out`) : null;
    return el("section", { class: "card fault" },
      el("div", {}, badge("false"), ` ${finding.property} is violated`),
      el("div", { class: "what" }, `${finding.fault.replaceAll("-", " ")}: ${finding.message}`),
      el("div", { class: "where" }, calls.slice(0, 8).join(", ")), ...stands, omitted);
  }

  makePlayer() {
    const { explore } = this.finding;
    const button = (label, title, action) => el("button", { title, "aria-label": title, onclick: action }, label);
    const slider = el("input", { type: "range", min: "0", max: String(this.steps.length - 1), value: "0", "aria-label": "step", oninput: () => this.go(Number(slider.value)) });
    const play = button("play", "play (space)", () => this.play());
    const count = el("span", { class: "count" });
    const on = explore ? button("explore", "go on from here in another way (e)", () => this.explore()) : null;
    const happening = el("div", { class: "happening", "aria-live": "polite" });
    const keys = el("div", { class: "keys" }, ...[["← →", "one step"], ["n p", "this thread's next, previous"], ["0–9", "that thread's next"], ["t", "next turn of another thread"], ["space", "play"], ["Home End", "first, last"], ...(explore ? [["e", "explore from here"]] : []), ...(this.finding.state ? [["u", "take a choice back"], ["b", "go back to this step"]] : [])]
      .map(([key, what]) => el("span", {}, el("kbd", {}, key), ` ${what}`)));
    const node = el("div", { class: "player", role: "toolbar", "aria-label": "steps" },
      button("|◀", "first step (Home)", () => this.go(0)),
      button("◀", "one step back (←)", () => this.go(this.at - 1)), play,
      button("▶", "one step (→)", () => this.go(this.at + 1)),
      button("▶|", "last step (End)", () => this.go(this.steps.length - 1)),
      button("thread ▶", "next step of this thread (n)", () => this.next(this.steps[this.at].t, 1)),
      button("turn ▶", "next turn of another thread (t)", () => this.turn(1)), on, slider, count, happening, keys);
    return { node, slider, play, count, happening };
  }

  makeLanes() {
    const columns = `grid-template-columns: 52px repeat(${this.threads}, minmax(0, 1fr))`;
    const names = el("div", { class: "names", style: columns }, el("div"),
      ...this.names.map((name, t) => el("div", {}, el("span", { class: "who", style: colour(t) }, name))));
    const rows = el("div", { class: "rows", style: `height: ${ROW * this.steps.length}px` });
    const box = el("div", { class: "lanes", tabindex: "0", "aria-label": "steps of each thread" }, names, rows);
    box.addEventListener("scroll", () => this.drawLanes());
    return { node: card("Turns of the threads", box), box, rows, columns };
  }

  /// Only those rows are there that can be seen.
  drawLanes() {
    const { box, rows, columns } = this.lanes;
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - 5);
    const last = Math.min(this.steps.length, Math.ceil((box.scrollTop + (box.clientHeight || 600)) / ROW) + 5);
    const made = [];
    for (let index = first; index < last; index++) {
      const step = this.steps[index];
      const before = this.steps[index - 1];
      const kinds = ["lane"];
      if (before && before.t !== step.t) kinds.push("turn");
      if (index === this.at) kinds.push("now");
      if (index === this.steps.length - 1 && this.finding.property) kinds.push("last");
      const cells = this.names.map((_, t) => {
        if (t !== step.t) return el("span", { class: `rest${this.lives[t][0] < index && index < this.lives[t][1] ? " alive" : ""}`, style: colour(t) });
        const text = (this.lineOf(step) || step.f).trim();
        const values = step.e.filter(([kind]) => kind !== "call").map(([, text]) => text).join(", ");
        return el("span", { class: "cell", style: colour(t), title: `${step.f}, ${step.file}:${step.l}\n${text}\n${values}` },
          values ? el("span", { class: "value" }, values) : null, values ? "  " : null, text);
      });
      made.push(el("div", { class: kinds.join(" "), style: `top: ${ROW * index}px; ${columns}`, onclick: () => this.go(index) },
        el("span", { class: "number" }, String(step.n)), ...cells));
    }
    rows.replaceChildren(...made);
  }

  lineOf(step) {
    const text = this.source.sources[step.file];
    if (text === undefined) return step.s ?? null;
    this.lines = this.lines || {};
    this.lines[step.file] = this.lines[step.file] || text.split("\n");
    return this.lines[step.file][step.l - 1] ?? null;
  }

  part(name) {
    const versions = this.film.parts[name];
    if (!versions) return null;
    const found = version(versions, this.at);
    return found < 0 ? null : versions[found][1];
  }

  /// What the part was before the step, if the step changed it.
  before(name) {
    const versions = this.film.parts[name];
    const found = version(versions, this.at);
    return found >= 0 && versions[found][0] === this.at ? (found > 0 ? versions[found - 1][1] : null) : undefined;
  }

  go(step) {
    const last = this.steps.length - 1;
    this.at = Math.max(0, Math.min(last, step));
    const now = this.steps[this.at];
    this.player.slider.value = String(this.at);
    this.player.count.textContent = `step ${now.n} of ${this.steps[last].n}`;
    this.player.happening.replaceChildren(
      el("span", { class: "who", style: colour(now.t) }, this.names[now.t]),
      el("span", { class: "mono" }, `${now.f} · ${now.file}:${now.l}`),
      ...now.e.map(([kind, text]) => el("span", { class: `event ${kind}` }, text)),
      now.more ? el("span", { class: "note" }, `and ${now.more} more`) : "");
    this.source.go(now.file, now.l, this.places(this.at === last));
    const { file, line } = this.finding;
    if (this.at === last && this.finding.property) this.source.row(file, line)?.classList.add("fail");
    const { box } = this.lanes;
    const top = ROW * this.at;
    if (top < box.scrollTop + ROW || top > box.scrollTop + box.clientHeight - 3 * ROW) box.scrollTop = top - box.clientHeight / 2;
    this.drawLanes();
    this.drawMemory();
    document.body.dataset.step = String(now.n);
  }

  /// Where each thread stands: the running one at its step, the others where they will go on, as all do in the end.
  places(isEnd) {
    return this.names.flatMap((name, thread) => {
      const part = this.part(`t${thread}`);
      if (!part || part.ended) return [];
      const step = this.steps.findLastIndex((step, index) => index <= this.at && step.t === thread);
      const at = thread === this.steps[this.at].t && !isEnd ? null : this.part(`t${thread}.${part.calls - 1}`);
      const place = at && at.line > 0 ? at : step >= 0 ? { file: this.steps[step].file, line: this.steps[step].l } : null;
      return place ? [{ thread, file: place.file, line: place.line, waits: part.waits, title: name + (part.waits ? ` waits for ${part.waits}` : "") }] : [];
    });
  }

  drawMemory() {
    const boxes = new Map();
    const arrows = [];
    const cellsOf = (thing, old, isInside) => {
      const was = old && old.cells ? new Map(old.cells.map((cell) => [cell[0], cell[1]])) : null;
      const out = [];
      for (const [name, value, to] of thing.cells) {
        const isFresh = old !== undefined && (!was || was.get(name) !== value);
        const isUnset = value === "indeterminate";
        const shown = el("span", { class: `val${isFresh && !isUnset ? " fresh" : ""}${isUnset ? " unset" : ""}${to ? " to" : ""}`, "data-name": thing.name + name }, isUnset ? "not set" : value);
        if (to) arrows.push([shown, to]);
        out.push(el("span", { class: "of" }, isInside ? thing.name + name : name || "="), shown);
      }
      if (thing.omitted) out.push(el("span", { class: "of" }, "…"), el("span", { class: "val note" }, `${thing.omitted} more`));
      return out;
    };
    const box = (key) => {
      const thing = this.part(key);
      if (!thing) return null;
      const freed = thing.freed ? this.film.parts[key].find((it) => it[1] && it[1].freed)[0] : null;
      const when = freed === null ? null : el("button", { class: "link", title: "go there", onclick: () => this.go(freed) }, `freed in ${this.steps[freed].f}, step ${this.steps[freed].n}`);
      const node = el("div", { class: `thing${thing.freed ? " freed" : ""}`, "data-thing": thing.name },
        el("div", { class: "name" }, thing.name, when),
        el("div", { class: "cells" }, thing.cells.length ? cellsOf(thing, this.before(key)) : el("span", { class: "of" }, "not used yet")));
      boxes.set(thing.id, { node, freed: thing.freed });
      return node;
    };
    const isStuck = this.at === this.steps.length - 1 && this.finding.property === "no-deadlock";
    const threads = this.names.map((name, thread) => {
      const part = this.part(`t${thread}`);
      if (!part || (part.ended && part.calls === 0)) return part ? el("div", { class: "thread", style: colour(thread) }, el("div", { class: "name" }, el("span", { class: "who" }, name), el("span", { class: "note" }, "has ended"))) : null;
      const isRunning = this.steps[this.at].t === thread;
      const frames = [];
      for (let depth = part.calls - 1; depth >= 0; depth--) {
        const key = `t${thread}.${depth}`;
        const call = this.part(key);
        if (!call) continue;
        const old = this.before(key);
        const isSame = old && old.function === call.function;
        const cells = el("div", { class: "cells" });
        for (const thing of call.variables) {
          const was = old === undefined ? undefined : isSame ? old.variables.find((it) => it.name === thing.name) || null : null;
          const made = cellsOf(thing, was, true);
          cells.append(...made);
          if (thing.id) boxes.set(thing.id, { node: made[0] || cells });
        }
        frames.push(el("div", { class: "frame" }, el("div", { class: "fn" }, `${call.function}()`), call.variables.length ? cells : null));
      }
      return el("div", { class: `thread${isRunning ? " running" : ""}`, style: colour(thread), "data-thread": thread },
        el("div", { class: "name" }, el("span", { class: "who" }, name), part.ended ? el("span", { class: "note" }, "has ended") : null),
        part.waits ? el("div", { class: `waits${isStuck ? " for-ever" : ""}` }, `waits for ${part.waits}`) : null, ...frames);
    });
    const of = (kind) => Object.keys(this.film.parts).filter((name) => name[0] === kind && /^.\d+$/.test(name)).sort((a, b) => a.slice(1) - b.slice(1)).map(box);
    const [statics, heap] = [of("s"), of("h")];
    const omitted = this.part("omitted");
    this.memory.replaceChildren(el("div", {}, ...threads.filter(Boolean)),
      el("div", {}, statics.some(Boolean) ? el("h2", {}, "Static") : null, ...statics.filter(Boolean),
        heap.some(Boolean) ? el("h2", {}, "Heap") : null, ...heap.filter(Boolean),
        omitted ? el("div", { class: "note" }, `${omitted} more objects`) : null));
    this.drawArrows(arrows, boxes);
  }

  drawArrows(arrows, boxes) {
    const area = this.memory.getBoundingClientRect();
    const NS = "http://www.w3.org/2000/svg";
    const make = (name, attributes) => {
      const node = document.createElementNS(NS, name);
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
      return node;
    };
    const svg = make("svg", { "aria-hidden": "true" });
    for (const kind of ["plain", "dangling"]) {
      const marker = make("marker", { id: `tip-${kind}`, class: kind, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" });
      marker.append(make("path", { d: "M0,0 L8,4 L0,8 z" }));
      svg.append(marker);
    }
    for (const [from, to] of arrows) {
      const target = boxes.get(to);
      if (!target) continue;
      const [a, b] = [from.getBoundingClientRect(), target.node.getBoundingClientRect()];
      const start = { x: a.right - area.left - 4, y: (a.top + a.bottom) / 2 - area.top };
      const isRight = b.left > a.right - 2;
      const end = { x: (isRight ? b.left : b.right) - area.left, y: Math.min(b.top + 10, b.bottom - 4) - area.top };
      const bend = isRight ? Math.max(18, (end.x - start.x) / 2) : 26;
      const [c1, c2] = [start.x + bend, isRight ? end.x - bend : end.x + bend];
      const kind = target.freed ? "dangling" : "plain";
      svg.append(make("path", { class: kind, d: `M${start.x},${start.y} C${c1},${start.y} ${c2},${end.y} ${end.x},${end.y}`, "marker-end": `url(#tip-${kind})` }));
    }
    this.memory.append(svg);
  }

  next(thread, way) {
    for (let index = this.at + way; index >= 0 && index < this.steps.length; index += way) {
      if (this.steps[index].t === thread) return this.go(index);
    }
    return undefined;
  }

  turn(way) {
    const now = this.steps[this.at].t;
    for (let index = this.at + way; index >= 0 && index < this.steps.length; index += way) {
      if (this.steps[index].t !== now) return this.go(index);
    }
    return this.go(way > 0 ? this.steps.length - 1 : 0);
  }

  /// Leaves for the explorer, where a server shows the page.
  explore() {
    const { explore } = this.finding;
    if (explore) location.href = explorerAt(explore.program, explore.path.slice(0, explore.at[this.at]));
  }

  /// The next time that a line is reached, or the first.
  toLine(file, line) {
    const is = (step) => step.file === file && step.l === line;
    const later = this.steps.findIndex((step, index) => index > this.at && is(step));
    const found = later >= 0 ? later : this.steps.findIndex(is);
    if (found >= 0) this.go(found);
  }

  play() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    } else {
      if (this.at === this.steps.length - 1) this.go(0);
      this.timer = setInterval(() => {
        this.go(this.at + 1);
        if (this.at === this.steps.length - 1) this.play();
      }, 600);
    }
    this.player.play.textContent = this.timer ? "stop" : "play";
  }

  key(event) {
    const actions = {
      ArrowRight: () => this.go(this.at + 1), ArrowLeft: () => this.go(this.at - 1), j: () => this.go(this.at + 1), k: () => this.go(this.at - 1),
      Home: () => this.go(0), End: () => this.go(this.steps.length - 1), " ": () => this.play(),
      n: () => this.next(this.steps[this.at].t, 1), p: () => this.next(this.steps[this.at].t, -1), t: () => this.turn(1), T: () => this.turn(-1), e: () => this.explore(),
    };
    const action = /^\d$/.test(event.key) ? () => this.next(Number(event.key), 1) : actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target.closest("button")) return;
    event.preventDefault();
    action();
  }

  mark() {
    for (const step of this.steps) {
      if (!this.source.tables[step.file]) this.source.show(step.file);
      this.source.row(step.file, step.l)?.classList.add("hit");
    }
  }
}
