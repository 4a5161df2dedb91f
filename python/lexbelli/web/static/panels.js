// What stands beside the board: each function fills one part of the page.

import { byKind, namesAll, ordering } from "./draft.js";
import { el, fill, said, spoken } from "./dom.js";

const MOST_OFFERS = 60;
const MOST_OF_KIND = 12;

function button(label, onclick, more = {}) {
  return el("button", { type: "button", onclick, ...more }, label);
}

function cost(order, unit) {
  return order.cost === null ? null : el("span", { class: "cost" }, `${order.cost} ${unit ?? ""}`);
}

/** Violations, each with its number and what the rule says. */
export function violations(found) {
  return el("ul", { class: "violations" }, found.map((each) => el(
    "li", { class: each.owed ? "owed" : "broken" },
    el("span", { class: "rule", title: each.sentence || null }, each.rule), " ", each.text,
    each.sentence ? el("q", {}, each.sentence) : null,
  )));
}

/** What is asked: choices, dice. */
export function asked(place, state, act) {
  const { game } = state;
  const { decision } = game;
  const whose = decision.side === null ? null : el("span", { class: "side" }, decision.side);
  // Who is asked stands before what is asked, once.
  const named = `${decision.side?.toUpperCase()} `;
  const text = said(decision.text.startsWith(named) ? decision.text.slice(named.length) : decision.text);
  const parts = [el("h2", {}, whose, whose ? " " : null, text)];
  if (decision.points !== null && !decision.text.includes(decision.points_called ?? "")) {
    parts.push(el("p", {}, `${decision.points} ${decision.points_called}`));
  }
  if (state.looking !== null) {
    parts.push(el("p", { class: "notice" }, `You look back at step ${state.looking} of ${game.steps}. `,
      button("Back to now", () => act.look(null), { "data-key": "now" })));
    if (game.seat.sides.length > 0 && !game.handed) {
      parts.push(button(others(game) ? "Ask to go back to here" : "Go back to here",
        () => act.askUndo(state.looking), { "data-key": "ask undo" }));
    }
    parts.push(consent(game, act));
    fill(place, parts);
    return;
  }
  if (state.supposed !== null) {
    if (ordering(state)) parts.push(choices(state, act));
    fill(place, parts);
    return;
  }
  if (game.goes_on) parts.push(dice(game, act));
  else if (decision.over) parts.push(el("p", { class: "notice" }, "The game is over."));
  else if (game.handed && decision.kind === "chance") parts.push(el("p", { class: "notice" }, game.handed.chance));
  else if (!game.yours) {
    const player = game.players[decision.side];
    parts.push(el("p", { class: "notice" }, player !== undefined ? `${player} thinks.` : game.seat.sides.length
      ? "The other side decides." : "You look on."));
  } else parts.push(choices(state, act));
  if (game.undo.possible) {
    parts.push(button("Take the last answer back", act.undo, { class: "quiet", "data-key": "undo" }));
  } else if (game.undo.back_to !== null && game.undo.asked === null) {
    parts.push(button(others(game) ? "Ask to take the last answer back" : "Take the last answer back",
      () => act.askUndo(game.undo.back_to), { class: "quiet", "data-key": "ask undo", title: game.undo.why }));
  }
  parts.push(consent(game, act));
  fill(place, parts);
}

function choices(state, act) {
  const { decision } = state.game;
  return decision.choices.length === 0 ? null : el("div", { class: "choices", role: "group", "aria-label": "Answers" },
    decision.choices.map((choice) => button(spoken(choice), () => act.choose(choice), {
      "data-key": `choice ${choice}`, "aria-pressed": state.choice === choice ? "true" : "false",
    })));
}

/** Whether somebody else has to agree to what is taken back. */
function others(game) {
  return game.sides.some((side) => !game.seat.sides.includes(side) && !(side in game.players));
}

/** What a side has asked to take back, and what came of it. */
function consent(game, act) {
  const { asked, told } = game.undo;
  if (asked === null) return told ? el("p", { class: "notice" }, told) : null;
  const number = game.steps - asked.to;
  const what = `${asked.by.toUpperCase()} asks to take ${number === 1 ? "the last entry" : `the last ${number} entries`} back.`;
  const own = game.seat.sides.length === 1 && game.seat.sides[0] === asked.by;
  return el("div", { class: "consent", role: "status" }, el("p", {}, what), el("div", { class: "row" },
    asked.yours ? button("Agree", () => act.answerUndo(true), { "data-key": "agree" }) : null,
    asked.yours ? button("Refuse", () => act.answerUndo(false), { "data-key": "refuse" }) : null,
    own ? button("Withdraw", () => act.answerUndo(false), { "data-key": "withdraw" }) : null,
    button("Look at it", () => act.look(asked.to), { class: "quiet", "data-key": "look asked" })));
}

function dice(game, act) {
  const { decision } = game;
  const rows = decision.outcomes.filter((each) => each.odds !== "1").map((each) => el(
    "li", {}, el("span", { class: "outcome" }, spoken(each.text)),
    el("meter", { min: 0, max: 100, value: each.percent, "aria-hidden": "true" }),
    el("span", { class: "odds" }, `${each.odds} = ${each.percent}%`),
  ));
  const thrown = decision.throw ?? "";
  return el("div", { class: "dice" },
    el("div", { class: "row" },
      button(thrown ? `Throw ${thrown}` : "Go on", () => act.throw(false), {
        class: "main", "data-key": "throw",
      }),
      button("Until somebody is asked", () => act.throw(true), { "data-key": "throw many" })),
    rows.length > 0 ? el("ul", { class: "outcomes" }, rows) : null);
}

/** The move that is being made. */
export function draft(place, state, act) {
  const { game, check } = state;
  if (!ordering(state) || !(state.offers.asks_moves || state.choice !== null)) {
    fill(place);
    return;
  }
  const unit = game.decision.points_called;
  const chosen = state.choice === null
    ? state.orders.map((order, at) => el("li", {
      onmouseenter: () => act.point([order]), onmouseleave: () => act.point([]),
    }, el("span", {}, spoken(order.text)), cost(order, unit),
    button("×", () => act.take(at), {
      "aria-label": `Take back: ${spoken(order.text)}`, "data-key": `take ${at}`, class: "quiet",
    })))
    : [el("li", {}, el("span", {}, spoken(state.choice)),
      button("×", () => act.choose(null), { "aria-label": "Choose nothing", class: "quiet",
        "data-key": "unchoose" }))];
  const none = el("p", { class: "hint" }, "Nothing is chosen yet.");
  // Where an order is still offered, a legal move contains what is chosen: nothing of it is wrong.
  const goes = state.orders.length > 0 && state.offers.orders.length > 0 && !state.refusal;
  const wrong = check?.violations.filter((each) => !each.owed && !goes) ?? [];
  const owed = check?.violations.filter((each) => each.owed || goes) ?? [];
  const points = check && check.cost !== null ? ` ${check.cost} of ${game.decision.points ?? "?"} ${unit}.` : "";
  const empty = state.choice === null && state.orders.length === 0;
  fill(place,
    el("h2", {}, "Your move"),
    chosen.length > 0 ? el("ol", { class: "chosen" }, chosen) : none,
    state.refusal ? el("p", { class: "refusal", role: "alert" }, state.refusal) : null,
    check && !empty ? el("p", { class: check.legal ? "legal" : "illegal" },
      check.legal ? `Legal.${points}` : wrong.length ? "Not legal." : "Something is owed still.") : null,
    wrong.length > 0 && !empty ? violations(wrong) : null,
    wrong.length > 0 && empty ? el("div", {}, el("p", { class: "hint" }, "Asked for:"), violations(wrong)) : null,
    owed.length > 0 ? el("div", {}, el("p", { class: "hint" }, "Owed:"), violations(owed)) : null,
    state.odds ? odds(state.odds) : null,
    state.puzzle?.tries ? button("Try it", act.tryIt, {
      class: "main", disabled: !check?.legal || state.puzzled.waiting, "data-key": "try",
    }) : null,
    state.supposed !== null ? null : button(playing(game, empty), act.play, {
      class: "main", disabled: !check?.legal, "data-key": "play",
    }),
    handed(game));
}

/** What the button says that ends a move: it is played, or handed to who holds the game. */
function playing(game, empty) {
  if (game.handed) return empty ? "Hand over no orders" : "Hand over";
  return empty ? "Play no orders" : "Play";
}

/** The answer that was handed over, if one was. */
function handed({ handed: over }) {
  if (!over || over.answer === null) return null;
  return el("p", { class: "notice handed", role: "status" }, `Handed over: ${spoken(over.answer) || "no orders"}.`);
}

/** The chances and means of an attack, and in detail all that is told of it. */
function odds(found) {
  const rows = [];
  const walk = (value, names) => {
    if (value === null || value === "") return;
    const name = names.map(spoken).join(", ");
    if (Array.isArray(value)) {
      if (value.length && value.every((each) => typeof each !== "object")) {
        rows.push([name, value.map((each) => spoken(String(each))).join(", ")]);
      } else value.forEach((each, at) => walk(each, [...names, String(at + 1)]));
    } else if (typeof value === "object") {
      for (const [key, each] of Object.entries(value)) walk(each, [...names, key]);
    } else rows.push([name, number(value, names[names.length - 1])]);
  };
  walk(found, []);
  const table = (of) => el("table", {}, of.map(([name, value]) => el("tr", {},
    el("th", { scope: "row" }, name), el("td", {}, value))));
  // What is told of the whole battle comes first; what is told of its parts is in the detail.
  const plain = rows.filter(([name, value]) => !name.includes(",") && /^\d+\/\d+ /.test(value));
  return el("div", { class: "battle" }, el("h3", {}, "Odds"), table(plain.length ? plain : rows.slice(0, 8)),
    el("details", {}, el("summary", {}, "All of it"), table(rows)));
}

/** Write an exact number: chances in percent, means as decimals. */
function number(value, called) {
  const parts = /^(\d+)\/(\d+)$/.exec(String(value));
  if (parts === null) return spoken(String(value));
  const ratio = Number(parts[1]) / Number(parts[2]);
  const chance = /^(win|draw|loss|odds|chance|success|failure)$|_odds$|_chance$/.test(called);
  return `${value} = ${chance ? `${(100 * ratio).toFixed(1)}%` : ratio.toFixed(2)}`;
}

/** What can be ordered: of what is selected, or all by kinds. */
export function offers(place, state, act) {
  if (!ordering(state) || state.choice !== null) {
    fill(place, why(state, act));
    return;
  }
  const { selected } = state;
  const all = state.offers.orders;
  const unit = state.game.decision.points_called;
  if (selected.length > 0) {
    const found = all.filter((order) => namesAll(order, selected));
    const there = Object.entries(state.names.units).filter(([, at]) => selected.includes(at));
    fill(place,
      el("h2", {}, spoken(selected.join(" + ")), button("Select nothing", act.clear, {
        class: "quiet", "data-key": "clear",
      })),
      why(state, act),
      there.length > 0 ? el("p", { class: "units" }, there.map(([name]) => button(spoken(name),
        () => act.select(name), { "data-key": `unit ${name}` }))) : null,
      found.length > 0 ? list(found.slice(0, MOST_OFFERS), unit, act) : null,
      found.length > MOST_OFFERS ? el("p", { class: "hint" },
        `${found.length - MOST_OFFERS} more; click where it is to go, or write.`) : null,
      found.length === 0 && !state.why ? el("p", { class: "hint" }, "No order of the moves left names it.") : null);
    return;
  }
  const kinds = [...byKind(all)];
  fill(place,
    why(state, act),
    kinds.length > 0 ? el("h2", {}, `What can be ordered (${all.length})`) : null,
    kinds.map(([kind, orders]) => el("details", { open: all.length <= MOST_OF_KIND },
      el("summary", { "data-key": `kind ${kind}` }, `${said(kind)} (${orders.length})`),
      list(orders.slice(0, MOST_OFFERS), unit, act),
      orders.length > MOST_OFFERS ? el("p", { class: "hint" },
        `${orders.length - MOST_OFFERS} more; select a unit or a place.`) : null)));
}

function list(orders, unit, act) {
  return el("ul", { class: "orders" }, orders.map((order) => el("li", {}, order.whole
    ? button([el("span", {}, spoken(order.text)), cost(order, unit)], () => act.add(order), {
      "data-key": `order ${order.text}`,
      onmouseenter: () => act.point([order]), onmouseleave: () => act.point([]),
      onfocus: () => act.point([order]), onblur: () => act.point([]),
    })
    : choosing(order, unit, act))));
}

/** An order that leaves choices open, `a|b|c`: each is chosen from a list, or left out with its word. */
function choosing(order, unit, act) {
  const words = order.text.split(" ").map((word) => (word.includes("|")
    ? el("select", { "aria-label": spoken(order.kind) }, [el("option", { value: "" }, "–"),
      ...word.split("|").map((each) => el("option", { value: each }, spoken(each)))])
    : word));
  const submit = (event) => {
    event.preventDefault();
    const text = [];
    for (const word of words) {
      if (typeof word === "string") text.push(word);
      else if (word.value) text.push(word.value);
      else text.pop();
    }
    act.write(text.join(" "));
  };
  return el("form", { class: "open", onsubmit: submit },
    words.map((word) => (typeof word === "string" ? el("span", {}, spoken(word)) : word)),
    cost(order, unit), el("button", { "data-key": `open ${order.kind} ${order.names[0] ?? ""}` }, "Add"));
}

/** Why something cannot be ordered. */
function why(state, act) {
  if (!state.why) return null;
  const { names, meant } = state.why;
  const legal = meant.filter((each) => each.legal);
  const broken = meant.filter((each) => !each.legal).slice(0, 3);
  const parts = [el("h3", {}, `Why not ${spoken(names.join(" to "))}?`)];
  if (meant.length === 0) parts.push(el("p", { class: "hint" }, "No order that is asked for now names it."));
  for (const each of broken) {
    parts.push(el("p", { class: "meant" }, spoken(each.order)), violations(each.violations));
  }
  if (broken.length === 0 && legal.length > 0) {
    parts.push(el("p", { class: "hint" },
      `${spoken(legal[0].order)}: breaks no rule by itself, but no legal move contains it beside what is chosen.`));
  }
  return el("div", { class: "why", role: "status" }, parts, button("Close", act.clear, {
    class: "quiet", "data-key": "close why",
  }));
}

/** The log, and the slider to look back. */
export function log(place, slider, output, state, act) {
  const { game } = state;
  if (place.dataset.told !== String(state.told)) {
    let turn = null;
    place.replaceChildren(...state.log.flatMap((each) => {
      const row = el("li", { value: each.entry }, el("button", {
        type: "button", class: "quiet step", onclick: () => act.look(each.entry),
        title: "Look at the board then",
      }, String(each.entry)), " ", each.taken_back ? el("em", {}, `${each.taken_back} `) : null, each.text);
      if (each.turn === turn || each.turn === null) return [row];
      turn = each.turn;
      return [el("li", { class: "turn" }, `Turn ${turn}`), row];
    }));
    place.dataset.told = String(state.told);
    place.scrollTop = place.scrollHeight;
  }
  slider.max = String(game.steps);
  slider.value = String(state.looking ?? game.steps);
  output.textContent = `${state.looking ?? game.steps} of ${game.steps}`;
}

/** The state of the game, supply, the search for moves. */
export function extras(place, state, act) {
  const { game } = state;
  const rows = game.outline.map(([label, value]) => el("tr", {},
    el("th", { scope: "row" }, label), el("td", {}, spoken(value))));
  const parts = [];
  if (game.has.supply) {
    parts.push(button(state.supply ? "Hide supply" : "Show supply", act.supply, { "data-key": "supply" }));
    if (state.supply) parts.push(supplied(state.supply));
  }
  if (game.has.goals && ordering(state)) {
    const input = el("input", { type: "text", "data-key": "goal", value: state.goal ?? "",
      placeholder: "at(UNIT, PLACE)", "aria-label": "A goal" });
    parts.push(el("form", { class: "row", onsubmit: (event) => {
      event.preventDefault();
      act.solve(input.value);
    } }, input, el("button", { "data-key": "solve" }, "Find moves")));
    if (state.solved) parts.push(solved(state.solved, act));
  }
  parts.push(el("table", { class: "state" }, rows));
  fill(place, parts);
}

function supplied(found) {
  const by = new Map();
  for (const [unit, status] of Object.entries(found.units)) by.set(status, [...(by.get(status) ?? []), unit]);
  return el("dl", {}, [...by].map(([status, units]) => [
    el("dt", {}, `${spoken(status)} (${units.length})`),
    el("dd", {}, units.map(spoken).join(", ")),
  ]), found.flips.length > 0 ? [el("dt", {}, "would change hands"), el("dd", {}, found.flips.map(spoken).join(", "))] : []);
}

function solved(found, act) {
  if (found.error) return el("p", { class: "refusal", role: "alert" }, found.error);
  const said = found.already ? "It is so already. " : "";
  const all = found.proven ? "These are all, proven." : "There may be more.";
  return el("div", { role: "status" },
    el("p", { class: "hint" }, said + (found.solutions.length === 0
      ? (found.proven ? "No move reaches it, proven." : "None was found in this time; that there is none is not proven.") : all)),
    el("ul", { class: "orders" }, found.solutions.map((move) => el("li", {},
      button(spoken(move || "no orders"), () => act.use(move), { "data-key": `use ${move}` })))));
}
