"use strict";
// Shows the data of the page: targets with their verdicts, the rows of a history, and each counterexample step by step.
// Text of the program gets into the page as text only, never as markup.

const DATA = JSON.parse(document.getElementById("data").textContent);
const MAIN = document.getElementById("main");
const ROW = 24; // height of a step among the lanes, as in the style

/// An element with attributes and children; children that are strings are text.
function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "style" || key === "class") node.setAttribute(key, value);
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(2).filter((it) => it !== null && it !== undefined));
  return node;
}

const colour = (thread) => `--c: var(--t${thread % 8})`;
const badge = (verdict) => el("span", { class: `badge ${(/^[a-z]+/.exec(verdict) || ["unknown"])[0]}` }, verdict);
const card = (title, body, ...extra) => el("section", { class: "card" }, el("div", { class: "head" }, el("h2", {}, title), ...extra), body);
/// Under a name, which is shown as it is.
const named = (name, body) => el("section", { class: "card" }, el("div", { class: "head" }, el("h2", { class: "name" }, name)), body);
const seconds = (time) => `${time.toFixed(2)} s`;
