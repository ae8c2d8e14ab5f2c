// The report's script: sorting and filtering of tables, explanations at goals
// that are not covered, and the keys. The page reads well without it.
"use strict";
(() => {
  const $ = (selector) => document.querySelector(selector);
  document.documentElement.classList.add("js");

  // Sorting: a click on a heading sorts by it, a second one turns the order.
  const cellValue = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v === undefined ? cell.textContent.trim() : cell.dataset.v;
  };

  const compare = (a, b) => {
    const difference = a - b;
    return Number.isNaN(difference) ? a.localeCompare(b) : difference;
  };

  const sortBy = (table, heading) => {
    const column = heading.cellIndex;
    const turn = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => [cellValue(row, column), row]);
    rows.sort((a, b) => turn * compare(a[0], b[0]));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", turn > 0 ? "ascending" : "descending");
    body.append(...rows.map((pair) => pair[1]));
  };

  for (const table of document.querySelectorAll("table.sortable"))
    table.tHead.addEventListener("click", (event) => {
      const heading = event.target.closest("th");
      if (heading) sortBy(table, heading);
    });

  // Filtering.
  const filter = $("#filter");
  const rows = Array.from($("#function-table").tBodies[0].rows, (row) => [row.textContent.toLowerCase(), row]);

  const applyFilter = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [text, row] of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown++;
    }
    $("#shown").textContent = words.length ? `${shown} of ${rows.length}` : "";
  };
  filter.addEventListener("input", applyFilter);

  // Explanations. The text of a goal stands in the list "Not covered" already.
  const tip = $("#tip");
  let explained = null;

  const hideTip = () => {
    if (explained) explained.removeAttribute("aria-describedby");
    explained = null;
    tip.hidden = true;
  };

  const fillTip = (button) => {
    tip.replaceChildren();
    const entry = button.dataset.g === undefined ? null : document.getElementById("g" + button.dataset.g);
    if (entry) {
      for (const child of entry.children) tip.append(child.cloneNode(true));
    } else {
      const paragraph = document.createElement("p");
      paragraph.textContent = button.dataset.tip;
      tip.append(paragraph);
    }
  };

  const showTip = (button) => {
    if (explained === button) return;
    hideTip();
    explained = button;
    button.setAttribute("aria-describedby", "tip");
    fillTip(button);
    tip.hidden = false;
    const at = button.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const below = at.bottom + tip.offsetHeight + 12 < window.innerHeight;
    const top = below ? at.bottom + 6 : at.top - tip.offsetHeight - 6;
    tip.style.top = `${window.scrollY + top}px`;
    tip.style.left = `${window.scrollX + Math.max(8, Math.min(at.left, width - tip.offsetWidth - 16))}px`;
  };

  const goalAt = (event) => (event.target.closest ? event.target.closest(".code button.no") : null);
  const source = $("#source");
  for (const type of ["mouseover", "focusin", "click"])
    source.addEventListener(type, (event) => {
      const button = goalAt(event);
      if (button) showTip(button);
      else if (type !== "focusin" && explained !== document.activeElement) hideTip();
    });
  source.addEventListener("focusout", hideTip);
  window.addEventListener("resize", hideTip);

  // From goal to goal. Starts at the one in focus, else at the top of the window.
  let goals = null;

  const start = (forward) => {
    const focused = goals.indexOf(document.activeElement);
    if (focused >= 0) return focused + (forward ? 1 : -1);
    const below = goals.findIndex((goal) => goal.getBoundingClientRect().top > 80);
    if (below < 0) return forward ? 0 : goals.length - 1;
    return forward ? below : below - 1;
  };

  const step = (forward) => {
    goals = goals || Array.from(document.querySelectorAll(".code button.no"));
    if (!goals.length) return;
    const goal = goals[(start(forward) + goals.length) % goals.length];
    const file = goal.closest("details");
    if (file) file.open = true;
    goal.scrollIntoView({ block: "center", behavior: "instant" });
    goal.focus({ preventScroll: true });
  };

  // A link into a folded part unfolds it.
  const unfold = () => {
    const target = document.getElementById(location.hash.slice(1));
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    if (target) target.scrollIntoView({ behavior: "instant" });
  };
  window.addEventListener("hashchange", unfold);
  if (location.hash) unfold();

  // Keys.
  const help = $("#help");
  const showHelp = () => help.open || help.showModal();
  $("#keys").addEventListener("click", showHelp);

  const leave = () => {
    hideTip();
    if (document.activeElement === filter) {
      filter.value = "";
      applyFilter();
    }
  };

  const keys = {
    j: () => step(true),
    k: () => step(false),
    "/": () => {
      filter.scrollIntoView({ block: "center", behavior: "instant" });
      filter.focus();
    },
    "?": showHelp,
    Escape: leave,
  };

  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || (typing && event.key !== "Escape")) return;
    const action = keys[event.key];
    if (!action) return;
    if (event.key !== "Escape") event.preventDefault();
    action();
  });
})();
