// Steps through the pages of `check --report`, `history --report` and `serve` in Chromium, forward and back, and compares what they
// show with the traces that `--format json` tells. Usage: test_report.js EVERCHECK [--figures FOLDER], with playwright-core in
// NODE_PATH. CHROMIUM names another browser than /usr/bin/chromium.
"use strict";
const assert = require("node:assert");
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { chromium } = require("playwright-core");

const evercheck = path.resolve(process.argv[2]);
const figures = process.argv[3] === "--figures" ? path.resolve(process.argv[4]) : null;
const root = path.resolve(__dirname, "..");
const work = fs.mkdtempSync(path.join(os.tmpdir(), "evercheck-report-"));
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/// Runs a check, which may end in any verdict.
function run(folder, ...words) {
  const told = spawnSync(evercheck, [...words, "--no-record"], { cwd: folder, encoding: "utf8", env: { ...process.env, EVERCHECK_STORE: path.join(work, "store") }, maxBuffer: 1 << 30 });
  assert.ok([0, 1, 3].includes(told.status), `${words.join(" ")}: ${told.status}\n${told.stderr}`);
  return told.stdout;
}

function made(folder, name, ...words) {
  const page = path.join(work, `${name}.html`);
  run(folder, "check", ...words, "--report", page);
  const report = JSON.parse(run(folder, "check", ...words, "--full-trace", "--format", "json"));
  const found = report.properties.map((it) => it.violation).find(Boolean);
  return { url: `file://${page}`, trace: found ? found.trace : [], report };
}

async function open(browser, url, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, ...options });
  page.troubles = [];
  page.on("pageerror", (error) => page.troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.troubles.push(message.text()));
  const { origin } = new URL(url);
  const isOwn = (asked) => asked.startsWith("data:") || (origin === "null" ? asked.startsWith("file:") : asked.startsWith(`${origin}/`));
  page.on("request", (request) => isOwn(request.url()) || page.troubles.push(`asks for ${request.url()}`));
  await page.goto(url);
  return page;
}

/// What is shown of a step: its events, and the values of variables in memory, those of the running call first.
const shown = (page) => page.evaluate(() => ({
  step: Number(document.body.dataset.step),
  events: [...document.querySelectorAll(".happening .event")].map((it) => it.textContent),
  line: Number(document.querySelector(".source tr.now")?.dataset.line),
  values: [...document.querySelectorAll(".thread.running .frame:first-of-type .val, .thread.running .frame .val, .thing .val")].map((it) => [it.dataset.name, it.textContent]),
  lane: document.querySelector(".lane.now .number")?.textContent,
}));

const text = (event) => {
  const value = event.character ? `${event.value} ${event.character}` : event.value;
  switch (event.kind) {
    case "input": return `${event.function}() is ${value}${event.is_undefined ? " (from outside)" : ""}`;
    case "choice": return event.text;
    case "call": return `calls ${event.function}(${event.arguments})`;
    case "read": return `reads ${event.name}: ${value}`;
    case "outside": return `${event.name} is ${value} (from outside)`;
    default: return `${event.name} = ${value}`;
  }
};

/// Compares each step with the trace; how many values of memory were compared.
function compare(step, seen) {
  assert.strictEqual(seen.step, step.number);
  assert.strictEqual(seen.line, step.line);
  assert.strictEqual(seen.lane, String(step.number));
  assert.deepStrictEqual(seen.events, step.events.map(text));
  const last = new Map();
  for (const event of step.events.filter((it) => it.kind === "assign")) last.set(event.name, event.character ? `${event.value} ${event.character}` : event.value);
  let compared = 0;
  for (const [name, value] of last) {
    // A call that has returned by then shows nothing any more.
    const held = seen.values.find((it) => it[0] === name);
    if (!held) continue;
    assert.strictEqual(held[1], value, `step ${step.number}: ${name}`);
    compared += 1;
  }
  return compared;
}

async function walk(browser, name, { url, trace }, least) {
  const page = await open(browser, url);
  await page.keyboard.press("Home");
  let compared = 0;
  const forward = [];
  for (const step of trace) {
    const seen = await shown(page);
    compared += compare(step, seen);
    forward.push(seen);
    await page.keyboard.press("ArrowRight");
  }
  for (const before of forward.slice(0, -1).reverse()) {
    await page.keyboard.press("ArrowLeft");
    assert.deepStrictEqual(await shown(page), before, "the same on the way back");
  }
  assert.ok(compared >= least, `${name}: only ${compared} values were compared`);
  // A thread's next step, and the next turn.
  const [first] = trace;
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  const own = trace.find((step) => step.thread === first.thread && step.number > first.number);
  if (own) assert.strictEqual((await shown(page)).step, own.number);
  await page.keyboard.press("Home");
  await page.keyboard.press("t");
  const turn = trace.find((step) => step.thread !== first.thread) || trace[trace.length - 1];
  assert.strictEqual((await shown(page)).step, turn.number);
  // From nearby, since rows that are far away are drawn when they are scrolled to.
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.click(".lane >> nth=0");
  assert.strictEqual((await shown(page)).step, trace[0].number);
  assert.deepStrictEqual(page.troubles, []);
  await page.close();
  console.log(`${name}: ${trace.length} steps forward and back, ${compared} values of memory as the trace says`);
}

/// A server, and its address.
async function serve(folder, ...words) {
  const child = spawn(evercheck, ["serve", "--port", "0", ...words], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    child.stdout.once("data", (text) => resolve(String(text).trim()));
    child.once("exit", (status) => reject(new Error(`serve ended: ${status}`)));
  });
  return { child, url };
}

/// Waits until the explorer shows a state after so many choices; what it shows.
async function stand(page, choices) {
  await page.waitForFunction((wanted) => document.body.dataset.choices === wanted && !document.querySelector("[aria-busy]"), String(choices));
  return shown(page);
}

/// The page of an outcome in the store, and its counterexample gone again by hand, forward and back.
async function explore(browser) {
  const store = path.join(work, "served");
  const words = ["check", "examples/faults/lost_update.c", "--store", store];
  const told = spawnSync(evercheck, [...words, "--full-trace", "--format", "json"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 30 });
  const trace = JSON.parse(told.stdout).properties.map((it) => it.violation).find(Boolean).trace;
  const server = await serve(root, "--store", store, "examples/faults/use_after_free.c");
  const first = await open(browser, server.url);
  await first.click("a[href^='/outcome/']");
  await first.waitForSelector(".player");
  const url = first.url();
  await walk(browser, "lost_update, served", { url, trace }, 4);
  const { path: choices, at } = await first.evaluate("DATA.rows[0].outcome.findings[0].explore");
  // From the beginning, choice by choice.
  await first.keyboard.press("Home");
  await first.keyboard.press("e");
  const from = at[0];
  const seen = new Map([[from, await stand(first, from)]]);
  let compared = 0;
  for (let made = from; made < choices.length; made++) {
    await first.click(`[data-way="${choices[made]}"]`);
    const now = await stand(first, made + 1);
    seen.set(made + 1, now);
    const index = at.findLastIndex((it) => it <= made + 1);
    // A step that goes on with the next choice has not done all of it yet.
    if (at[index] === made + 1) compared += compare(trace[index], now);
    if (figures && now.step > 8 && await first.locator(".way").count() > 1) await first.screenshot({ path: path.join(figures, "serve-explore.png") });
  }
  assert.ok((await first.textContent(".choices .wrong")).includes("counter == 2"));
  for (let made = choices.length - 1; made >= from; made--) {
    await first.keyboard.press("u");
    assert.deepStrictEqual(await stand(first, made), seen.get(made), "the same on the way back");
  }
  await first.goBack();
  assert.deepStrictEqual(await stand(first, from + 1), seen.get(from + 1), "the browser's own way back");
  // From any step, by its button; and back to one within the explorer.
  await first.goto(url);
  await first.keyboard.press("End");
  for (let i = 0; i < 9; i++) await first.keyboard.press("ArrowLeft");
  const middle = at[trace.length - 10];
  await first.click("button[aria-label^='go on from here']");
  assert.deepStrictEqual(await stand(first, middle), seen.get(middle));
  await first.keyboard.press("Home");
  await first.keyboard.press("b");
  await stand(first, at[0]);
  assert.deepStrictEqual(first.troubles, []);
  // A program that was named: another turn, memory with arrows, and what is wrong in the end.
  const named = await open(browser, `${server.url}explore/0`);
  let made = 0;
  await stand(named, 0);
  while (await named.locator(".way").count()) {
    await named.locator(".way").first().click();
    await stand(named, ++made);
  }
  assert.ok((await named.textContent(".choices .wrong")).includes("freed"));
  assert.ok(await named.locator(".memory svg path.dangling").count() > 0);
  assert.deepStrictEqual(named.troubles, []);
  // What cannot be gone is said, and the state stays.
  await named.goto(`${server.url}explore/0?path=7`);
  await named.waitForSelector(".trouble");
  const phone = await open(browser, url, { viewport: { width: 390, height: 800 } });
  await phone.keyboard.press("e");
  await stand(phone, choices.length);
  assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 390, "wider than a phone");
  server.child.kill("SIGINT");
  const status = await new Promise((resolve) => server.child.once("exit", resolve));
  assert.strictEqual(status, 130);
  console.log(`lost_update, explored: ${choices.length - from} choices forward and back, ${compared} values of memory as the trace says`);
}

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: FLAGS });
  const faults = { deadlock: 0, use_after_free: 8, lost_update: 4 };
  for (const [name, least] of Object.entries(faults)) {
    const check = made(root, name, `examples/faults/${name}.c`);
    await walk(browser, name, check, least);
    const page = await open(browser, check.url);
    const body = await page.textContent("body");
    const says = { deadlock: ["waits for the mutex `bob`", "held by thread 1"], use_after_free: ["read of a freed object", "freed in drop, step "], lost_update: ["assertion `counter == 2` failed"] }[name];
    for (const words of says) assert.ok(body.includes(words), `${name}: ${words}`);
    if (figures && name === "lost_update") for (let i = 0; i < 11; i++) await page.keyboard.press("ArrowLeft");
    if (figures) await page.screenshot({ path: path.join(figures, `report-${name}.png`) });
    await page.close();
  }
  // What a program says is no markup, and does not end the data.
  fs.writeFileSync(path.join(work, "markup.c"), "#include <assert.h>\nint main(void) { const char *s = \"</script><img src=x onerror=alert(1)>\"; assert(s == 0); return 0; }\n");
  const markup = await open(browser, made(work, "markup", "markup.c").url);
  assert.strictEqual(await markup.locator("img").count(), 0);
  assert.ok((await markup.textContent(".source")).includes("</script><img"));
  assert.deepStrictEqual(markup.troubles, []);
  // A long trace: 5,000 steps and more.
  fs.writeFileSync(path.join(work, "long.c"), "#include <assert.h>\nint sum, last[8];\nint main(void)\n{\n    for (int i = 0; i < 1700; i++) {\n        sum += i;\n        last[i % 8] = sum;\n    }\n    assert(sum == 0);\n    return 0;\n}\n");
  const long = made(work, "long", "long.c");
  assert.ok(long.trace.length >= 5000, String(long.trace.length));
  const times = [];
  for (let i = 0; i < 3; i++) {
    const page = await open(browser, long.url);
    times.push(await page.evaluate(() => performance.timing.domContentLoadedEventEnd - performance.timing.responseEnd));
    await page.keyboard.press("End");
    compare(long.trace[long.trace.length - 1], await shown(page));
    await page.keyboard.press("Home");
    for (const step of long.trace.slice(0, 40)) {
      compare(step, await shown(page));
      await page.keyboard.press("ArrowRight");
    }
    assert.deepStrictEqual(page.troubles, []);
    await page.close();
  }
  const bytes = fs.statSync(new URL(long.url)).size;
  console.log(`${long.trace.length} steps: ${bytes} bytes, ready after ${times.join(", ")} ms`);
  assert.ok(Math.min(...times) < 1000, "a long trace takes more than a second");
  // A proof has its invariant in front of the loop.
  const proof = await open(browser, made(root, "meter", "examples/meter.c", "--property", "unreach-call").url, { colorScheme: "dark" });
  assert.ok((await proof.textContent("tr.invariant")).includes("sum"));
  assert.strictEqual(await proof.textContent("tr.invariant + tr td.no"), "39");
  if (figures) await proof.screenshot({ path: path.join(figures, "report-proof.png") });
  // A history has a table, a plot, and the counterexample of what is new.
  for (const [number, limit] of [[1, "length >= 4"], [2, "length > 4"], [3, "length >= 4"]]) {
    fs.writeFileSync(path.join(work, `v${number}.c`), `#include <evercheck.h>\nstatic int items[4], length;\nint main(void)\n{\n    int n = evercheck_choose(0, 6);\n    for (int i = 0; i < n; i++)\n        if (!(${limit}))\n            items[length++] = i;\n    return 0;\n}\n`);
  }
  const page = path.join(work, "history.html");
  run(work, "history", "--files", "v1.c", "v2.c", "v3.c", "--report", page);
  const history = await open(browser, `file://${page}`);
  assert.strictEqual(await history.locator("table.plain tr.open").count(), 3);
  assert.strictEqual(await history.locator(".plot svg circle").count() >= 3, true);
  assert.ok((await history.textContent(".fault .what")).includes("out of bounds"));
  await history.locator("table.plain tr.open").nth(2).click();
  assert.strictEqual(await history.locator(".fault").count(), 0);
  assert.deepStrictEqual([...proof.troubles, ...history.troubles], []);
  // On a phone nothing is wider than the screen.
  const phone = await open(browser, made(root, "deadlock-phone", "examples/faults/deadlock.c").url, { viewport: { width: 390, height: 800 } });
  assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await explore(browser);
  await browser.close();
  console.log("pages show what the traces say");
}

main().then(() => fs.rmSync(work, { recursive: true }), (error) => {
  console.error(error);
  console.error(`the pages are in ${work}`);
  process.exit(1);
});
