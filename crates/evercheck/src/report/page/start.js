// Shows the page, by its kind.

document.addEventListener("keydown", (event) => {
  if (story && !(event.target.closest && event.target.closest("input, select, textarea"))) story.key(event);
});
window.addEventListener("resize", () => story && (story.drawLanes(), story.drawMemory()));

const told = PAGES[DATA.kind]();
document.getElementById("top").append(el("h1", {}, DATA.title), told ? badge(told) : "", el("span", { class: "end" }, `Evercheck ${DATA.version}`));
