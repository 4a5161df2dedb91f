// What if: the board changed by hand. Nothing of it touches the game.

import { el, fill, spoken } from "./dom.js";

function button(label, onclick, more = {}) {
  return el("button", { type: "button", onclick, ...more }, label);
}

/** What is supposed, and how more is. */
export function whatIf(place, state, act) {
  if (state.supposed === null || state.puzzle !== null) {
    fill(place);
    return;
  }
  const { game, supposed } = state;
  fill(place,
    el("h2", {}, "What if", button("Back to the game", act.whatIf, { class: "quiet", "data-key": "what if" })),
    el("p", { class: "notice" }, "Nothing here touches the game."),
    el("div", { class: "row", role: "group", "aria-label": "What clicks do" },
      mode("Change the board", true, state, act), mode("Try orders", false, state, act)),
    state.editing ? el("p", { class: "hint" },
      "Drag a unit to a place, or click it and then the place. Click a place to give it to somebody.") : null,
    state.refusal && state.editing ? el("p", { class: "refusal", role: "alert" }, state.refusal) : null,
    supposed.length > 0 ? el("ol", { class: "chosen" }, supposed.map((change, at) => el("li", {},
      el("span", {}, told(change)), button("×", () => act.suppose(supposed.filter((_, each) => each !== at)), {
        class: "quiet", "aria-label": `Take back: ${told(change)}`, "data-key": `unsuppose ${at}` })))) : null,
    state.editing ? chosen(state, act) : null,
    state.editing ? event(act) : null,
    el("div", { class: "row" }, el("span", { class: "hint" }, "Next to act:"), game.sides.map((side) => button(
      side.toUpperCase(), () => act.supposeMore(`act ${side}`), { "data-key": `act ${side}` }))),
    game.has.goals ? el("div", { class: "row" }, el("span", { class: "hint" }, "Threats to:"),
      game.sides.map((side) => button(side.toUpperCase(), () => act.threats(side), { "data-key": `threats ${side}` }))) : null,
    state.threats ? threats(state.threats, act) : null);
}

function mode(label, editing, state, act) {
  return button(label, () => act.edit(editing), {
    "aria-pressed": String(state.editing === editing), "data-key": `edit ${editing}` });
}

/** A change, as people read it. */
function told(change) {
  const [word, ...rest] = change.split(" ");
  const text = rest.join(" ");
  switch (word) {
    case "add": return spoken(text).replace("@", " to ");
    case "without": return `${spoken(text)} away`;
    case "control": return `${spoken(rest[0])} to ${rest[1].toUpperCase()}`;
    case "act": return `${rest[0].toUpperCase()} acts${rest[1] ? ` with ${rest[1]}` : ""}`;
    default: return spoken(text);
  }
}

/** What can be done with what is selected. */
function chosen(state, act) {
  const [name] = state.selected;
  if (name === undefined) return null;
  if (name in state.names.units) {
    return el("div", { class: "row" }, el("strong", {}, spoken(name)),
      button("Take it away", () => act.supposeMore(`without ${name}`), { "data-key": "away" }));
  }
  const there = Object.entries(state.names.units).filter(([, at]) => at === name);
  return el("div", {}, el("div", { class: "row" }, el("strong", {}, spoken(name)),
    [...state.game.sides, "neutral"].map((side) => button(side.toUpperCase(),
      () => act.supposeMore(`control ${name} ${side}`), { "data-key": `control ${side}` }))),
  there.length > 0 ? el("p", { class: "units" }, there.map(([unit]) => button(spoken(unit),
    () => act.select(unit), { "data-key": `unit ${unit}` }))) : null);
}

function event(act) {
  const input = el("input", { type: "text", "data-key": "event", placeholder: "Card", "aria-label": "An event" });
  return el("form", { class: "row", onsubmit: (submitted) => {
    submitted.preventDefault();
    if (input.value.trim()) act.supposeMore(`event ${input.value.trim()}`);
  } }, input, el("button", { "data-key": "happen" }, "Let it happen"));
}

function threats(found, act) {
  if (found.error) return el("p", { class: "refusal", role: "alert" }, found.error);
  const none = found.proven ? "No threat, proven." : "None was found in this time.";
  return el("div", { role: "status" },
    el("p", { class: "hint" }, found.threats.length === 0 ? none
      : found.proven && found.complete ? "These are all, proven." : "There may be more."),
    el("ul", { class: "orders" }, found.threats.map((each) => el("li", {}, button(
      [el("span", { class: "sentence" }, spoken(each.text)), el("span", { class: "cost" }, String(each.points || ""))],
      () => act.mark(each.names), { title: spoken(each.move), "data-key": `threat ${each.move}` })))));
}
