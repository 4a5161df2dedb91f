// The page of a game, wherever it is at home: what is known of it, what is done with it, and the keys.

import { Api, Refusal } from "./api.js";
import { Board } from "./board.js";
import { namesAll, ordering, picked, supposing, textOf } from "./draft.js";
import { el, fill, learn, said, spoken } from "./dom.js";
import * as panels from "./panels.js";
import { finder } from "./find.js";
import { FRAME } from "./frame.js";
import { puzzle, puzzleList } from "./puzzles.js";
import { whatIf } from "./whatif.js";

const AGAIN = 1500;
const OVERLAP = 20;
const at = (id) => home.root.querySelector(`#${id}`);

const state = {
  game: null, names: { units: {}, sides: {}, places: [] }, offers: { asks_moves: false, orders: [] },
  orders: [], choice: null, check: null, selected: [], why: null, log: [], looking: null,
  supply: null, odds: null, solved: null, goal: null, refusal: null,
  // What is supposed, null in the game itself; whether clicks change that; threats in it; what is marked.
  supposed: null, editing: true, threats: null, marks: [],
  // The puzzle on the board, and what is known of it.
  puzzle: null, puzzled: { hints: [], tried: null, solution: null, waiting: false },
};
// Where the page is at home, what answers there, and the board; once the page has begun.
let home;
let api;
let board;
// Answers to what was asked before the last change are of no use.
let asking = new AbortController();
let shownBoard = "";
let shownInstead = "";
// Of which puzzle the names are known; of the game at first.
let namesOf;
let changing = Promise.resolve();

// --- what the server knows ------------------------------------------------------------------------

function alert(text) {
  at("alert").textContent = text ?? "";
  at("alert").hidden = !text;
}

function told(error) {
  if (error.name === "AbortError") return;
  if (!(error instanceof Refusal)) {
    console.error(error);
    alert("The server does not answer.");
  } else if (error.code === "changed") refresh().catch(told);
  else alert(error.message);
}

/** What a move is made for: while it stays the same, what is chosen stays. */
function asked(game, names) {
  return JSON.stringify([game.decision, game.outline, game.step, game.yours, names]);
}

async function refresh(known = null) {
  const step = state.looking;
  const game = known ?? await api.game(step);
  if (api.instead.puzzle !== namesOf) {
    namesOf = api.instead.puzzle;
    learn((await api.called()).called);
  }
  const before = state.game;
  const instead = JSON.stringify(api.instead);
  if (before === null || instead !== shownInstead || game.version !== before.version || game.step !== before.step) {
    // The picture is the largest answer: it is asked for before anything waits.
    const coming = pictured(game);
    coming?.text.catch(() => {});
    const [names] = await Promise.all([api.names(step), readLog(game.steps)]);
    const same = before !== null && asked(before, state.names) === asked(game, names);
    Object.assign(state, { game, names });
    shownInstead = instead;
    if (!same) {
      const supplied = state.supply !== null && state.supposed !== null;
      Object.assign(state, { threats: null, marks: [], orders: [], choice: null, check: null, selected: [], why: null, refusal: null,
        odds: null, solved: null, supply: null, offers: { asks_moves: false, orders: [] } });
      if (supplied) state.supply = await api.supply(step);
    }
    render();
    await Promise.all([drawBoard(coming), reread()]);
    return;
  }
  state.game = game;
  render();
  await Promise.all([drawBoard(), reread()]);
}

/** Read what happened since; what was taken back, and maybe played otherwise, is told anew. */
async function readLog(steps) {
  const known = Math.max(0, Math.min(state.log.length, steps) - OVERLAP);
  let more = await api.log(known + 1);
  const same = more.entries.every((each, at) => (state.log[known + at]?.text ?? each.text) === each.text);
  state.log = same && state.log.length <= steps ? state.log.slice(0, known) : [];
  if (state.log.length < known) more = await api.log(1);
  state.log.push(...more.entries);
  while (!more.complete) {
    more = await api.log(state.log.length + 1);
    state.log.push(...more.entries);
  }
  state.told = (state.told ?? 0) + 1;
}

/** The board that is to be shown, asked for; null if it is the one that is. */
function pictured(game) {
  const theme = at("theme").value || "screen";
  const key = `${theme} ${game.version} ${game.step} ${JSON.stringify(api.instead)}`;
  return key === shownBoard ? null : { theme, key, text: api.board(theme, state.looking) };
}

async function drawBoard(coming = pictured(state.game)) {
  if (coming === null) return;
  const text = await coming.text;
  shownBoard = coming.key;
  home.root.dataset.theme = coming.theme;
  board.show(text);
  render();
}

/** Ask what can be ordered, and what is wrong, of what is chosen now. */
async function reread() {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const given = textOf(state.orders);
  const answer = state.choice ?? (state.orders.length > 0 ? given : []);
  if (state.supposed === null) home.onChosen(ordering(state) ? answer : []);
  if (!ordering(state)) return;
  state.odds = null;
  try {
    const offers = state.choice === null ? await api.orders(given, signal) : state.offers;
    state.offers = offers;
    state.check = offers.asks_moves || state.choice !== null ? await api.check(answer, signal) : null;
  } catch (error) {
    if (error instanceof Refusal) state.refusal = error.message;
    else throw error;
  }
  if (signal.aborted) return;
  render();
  if (state.game.has.odds && state.check?.legal && state.orders.length > 0) {
    try {
      state.odds = (await api.odds(state.check.text)).odds;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    if (!signal.aborted) render();
  }
}

/** Wait for the game to go on, by whomever. */
async function watch() {
  for (;;) {
    try {
      const game = await api.wait(state.game?.version ?? null);
      // What is changed from here is read by whoever changes it.
      await changing;
      if (!at("alert").hidden && at("alert").dataset.lost) alert(null);
      delete at("alert").dataset.lost;
      if (game.version !== state.game?.version || (state.looking === null && game.step !== state.game.step)) {
        await refresh();
      }
    } catch (error) {
      if (error.name === "AbortError") continue;
      if (error instanceof Refusal && error.status === 401) {
        alert(error.message);
        return;
      }
      console.warn("no answer:", error);
      at("alert").dataset.lost = "yes";
      alert("The server does not answer; trying again.");
      await new Promise((done) => setTimeout(done, AGAIN));
      await refresh().then(() => alert(null), () => {});
    }
  }
}

// --- what is done ---------------------------------------------------------------------------------

const act = {
  add(order) {
    if (!order.whole) {
      // A choice is left open: it is to be written.
      at("entry").value = order.text;
      at("entry").focus();
      return;
    }
    state.orders.push(order);
    Object.assign(state, { selected: [], why: null, refusal: null, choice: null });
    board.point([]);
    render();
    reread().catch(told);
  },
  write(text) {
    written(text).catch(told);
  },
  take(number) {
    state.orders.splice(number, 1);
    Object.assign(state, { refusal: null, why: null });
    board.point([]);
    render();
    reread().catch(told);
  },
  choose(choice) {
    Object.assign(state, { choice, orders: [], selected: [], why: null, refusal: null });
    render();
    reread().catch(told);
  },
  select(name) {
    Object.assign(state, { selected: [name], why: null });
    render();
    board.reveal(name);
  },
  clear() {
    Object.assign(state, { selected: [], why: null });
    render();
  },
  point(orders) {
    board.point(orders);
    clearTimeout(act.pointing);
    const [order] = orders;
    if (order === undefined || !order.whole || state.orders.includes(order)) return;
    // The way there is known to who judges it.
    act.pointing = setTimeout(async () => {
      try {
        const told = await api.check(textOf([...state.orders, order]));
        const way = told.orders[told.orders.length - 1];
        if (way) board.point([told.orders.find((each) => namesAll(each, order.names)) ?? way]);
      } catch {
        // The straight way is shown already.
      }
    }, 150);
  },
  async play() {
    if (!state.check?.legal || state.supposed !== null) return;
    const answer = state.choice ?? (state.orders.length > 0 ? textOf(state.orders) : []);
    await change(() => api.play(answer, state.game.step));
  },
  async throw(many) {
    await change(() => api.throw(state.game.step, many));
  },
  async undo() {
    await change(() => api.undo(state.game.step));
  },
  async askUndo(to) {
    await change(() => api.askUndo(state.game.steps, to));
  },
  async answerUndo(agree) {
    await change(() => api.answerUndo(state.game.steps, agree));
  },
  async enterPuzzle(chosen) {
    leave();
    Object.assign(state, { puzzle: chosen, supposed: [], editing: false, looking: null, selected: [], why: null,
      puzzled: { hints: [], tried: null, solution: null, waiting: false } });
    api.instead = { puzzle: chosen.name };
    await refresh();
  },
  async leavePuzzle() {
    leave();
    await refresh();
  },
  hint() {
    return puzzling(async (known) => known.hints.push(await api.hint(state.puzzle.name, known.hints.length + 1)));
  },
  solution() {
    return puzzling(async (known) => { known.solution = await api.solution(state.puzzle.name); });
  },
  tryIt() {
    const answer = state.choice ?? (state.orders.length > 0 ? textOf(state.orders) : []);
    return puzzling(async (known) => { known.tried = await api.try(state.puzzle.name, answer); });
  },
  async whatIf() {
    if (state.puzzle !== null) await act.leavePuzzle();
    if (state.supposed !== null) leave();
    else {
      Object.assign(state, { supposed: [], editing: true, looking: null });
      board.dragging = true;
      home.root.classList.add("supposing");
    }
    Object.assign(state, { refusal: null, selected: [], why: null });
    await refresh().catch(told);
  },
  edit(editing) {
    Object.assign(state, { editing, selected: [], why: null, refusal: null });
    board.dragging = editing;
    render();
    reread().catch(told);
  },
  /** Suppose some changes, or say why that cannot be. */
  async suppose(changes) {
    const before = api.instead;
    api.instead = changes.length > 0 ? { as_if: changes.join("; ") } : {};
    try {
      await api.game();
      Object.assign(state, { supposed: changes, refusal: null, selected: [] });
      await refresh();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      api.instead = before;
      state.refusal = error.message;
      render();
    }
  },
  supposeMore(change) {
    return act.suppose(supposing(state.supposed, change)).catch(told);
  },
  async threats(side) {
    try {
      state.threats = await api.threats(side);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      state.threats = { error: error.message };
    }
    render();
  },
  mark(names) {
    state.marks = names;
    render();
    board.reveal(names[0]);
  },
  async look(step) {
    leave();
    state.looking = step === state.game.steps ? null : step;
    await refresh().catch(told);
  },
  async supply() {
    try {
      state.supply = state.supply ? null : await api.supply(state.looking);
    } catch (error) {
      told(error);
    }
    render();
  },
  async solve(goal) {
    Object.assign(state, { goal, solved: null });
    try {
      state.solved = await api.solve(goal);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      state.solved = { error: error.message };
    }
    render();
  },
  async use(move) {
    try {
      state.orders = (await api.check(move || [])).orders;
      state.choice = null;
      await reread();
    } catch (error) {
      told(error);
    }
  },
};

/** Change the game; one change at a time. */
async function change(ask) {
  if (state.busy) return;
  state.busy = true;
  changing = changed(ask);
  await changing;
  state.busy = false;
}

async function changed(ask) {
  try {
    alert(null);
    state.looking = null;
    leave();
    await ask();
    await refresh();
  } catch (error) {
    if (error instanceof Refusal && error.violations.length > 0) {
      state.refusal = error.message;
      state.check = { legal: false, cost: null, orders: [], violations: error.violations };
      render();
    } else told(error);
  }
}

/** Go back to the game from what is supposed. */
function leave() {
  Object.assign(state, { supposed: null, puzzle: null });
  api.instead = {};
  board.dragging = false;
  home.root.classList.remove("supposing");
}

/** Ask something about the puzzle, and show what is known then. */
async function puzzling(ask) {
  const known = state.puzzled;
  known.waiting = true;
  render();
  try {
    await ask(known);
  } catch (error) {
    told(error);
  }
  known.waiting = false;
  render();
}

/** Suppose that a unit is where it was dropped. */
function drop(unit, names) {
  const place = state.names.units[names[0]] ?? names[names.length - 1];
  if (state.supposed !== null && state.editing && place !== state.names.units[unit]) act.supposeMore(`add ${unit}@${place}`);
}

/** A click that changes what is supposed: a unit, then where it is to be; or a place. */
function pickToChange(names) {
  const [unit] = state.selected;
  const place = state.names.units[names[0]] ?? names[names.length - 1];
  if (unit in state.names.units && unit !== names[0] && state.names.units[unit] !== place) drop(unit, names);
  else {
    state.selected = [state.selected[0] === names[0] ? place : names[0]];
    render();
  }
}

function pick(names) {
  if (state.supposed !== null && state.editing) {
    pickToChange(names);
    return;
  }
  if (!ordering(state) || state.choice !== null) {
    state.selected = [];
    Object.assign(state, { selected: [names[0]] });
    render();
    return;
  }
  const unit = names[0];
  const place = state.names.units[unit];
  const clicked = place === undefined ? names : [unit, place];
  const meant = picked(state.selected, clicked, state.offers.orders);
  Object.assign(state, { selected: meant.selected, why: null });
  if (meant.order !== null) {
    act.add(meant.order);
    return;
  }
  render();
  if (meant.why !== null && state.offers.asks_moves) {
    api.why(meant.why, textOf(state.orders)).then((found) => {
      state.why = found;
      render();
      home.root.querySelector(".why")?.scrollIntoView({ block: "nearest" });
    }).catch(told);
  }
}

/** Take what was written: an order that can be given, or any other to see what is wrong with it. */
async function written(text) {
  const exact = state.offers.orders.find((order) => order.text === text);
  if (exact) {
    act.add(exact);
    return true;
  }
  try {
    const given = [...state.orders.map((order) => order.text), text].join("; ");
    const found = await api.check(given);
    Object.assign(state, { orders: found.orders, check: found, refusal: null, choice: null, why: null });
    render();
    await reread();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    state.refusal = error.message;
    render();
    return false;
  }
}

// --- the page -------------------------------------------------------------------------------------

function render() {
  const { game } = state;
  if (game === null) return;
  home.onTitle(`${game.yours ? "● " : ""}${game.title}`);
  at("title").textContent = game.title;
  at("title").title = game.caution ?? "";
  fill(at("agenda"), game.under_way.map((each) => el("li", {}, said(each))));
  at("seat").textContent = game.seat.name === "table" ? "both sides" : game.seat.name;
  whatIf(at("what-if"), state, act);
  puzzle(at("puzzle"), state, act);
  at("what-if-open").setAttribute("aria-pressed", String(state.supposed !== null && state.puzzle === null));
  panels.asked(at("asked"), state, act);
  panels.draft(at("draft"), state, act);
  panels.offers(at("offers"), state, act);
  panels.log(at("entries"), at("slider"), at("shown-step"), state, act);
  panels.extras(at("extras"), state, act);
  const playing = ordering(state) && state.choice === null;
  const offers = playing ? state.offers.orders : [];
  const near = state.selected.length > 0 ? offers.filter((order) => namesAll(order, state.selected)) : [];
  const orders = state.check?.orders?.length === state.orders.length && state.orders.length > 0
    ? state.check.orders : state.orders;
  board.draw({
    can: [...new Set(offers.flatMap((order) => order.names))],
    selected: state.selected,
    targets: [...new Set(near.flatMap((order) => order.names))].filter((name) => !state.selected.includes(name)),
    orders: state.looking === null ? orders : [],
    wrong: [...state.marks, ...(state.why?.meant.some((each) => each.legal) ? [] : state.why?.names ?? [])],
    tags: tags(),
  });
}

/** Signs on the units whose supply is not what that of most is. */
function tags() {
  if (!state.supply) return [];
  const units = Object.entries(state.supply.units);
  const kinds = [...new Set(units.map(([, status]) => status))];
  const number = (kind) => units.filter(([, status]) => status === kind).length;
  kinds.sort((a, b) => number(b) - number(a));
  return units.map(([unit, status]) => [unit, `tag-${kinds.indexOf(status)}`]);
}

function wire() {
  finder(at("entry"), at("matches"), state, board, { pick, written, add: (order) => act.add(order) });
  at("zoom-in").addEventListener("click", () => board.larger());
  at("zoom-out").addEventListener("click", () => board.smaller());
  at("zoom-fit").addEventListener("click", () => board.fit());
  at("what-if-open").addEventListener("click", () => act.whatIf());
  at("puzzles-open").addEventListener("click", async () => {
    const { puzzles } = await api.puzzles();
    puzzleList(at("puzzle-list"), puzzles, (chosen) => {
      at("puzzles").close();
      act.enterPuzzle(chosen).catch(told);
    });
    at("puzzles").showModal();
  });
  at("help-open").addEventListener("click", () => at("help").showModal());
  at("theme").addEventListener("change", () => {
    home.onTheme(at("theme").value);
    drawBoard().catch(told);
  });
  at("slider").addEventListener("change", () => act.look(Number(at("slider").value)));
  at("slider").addEventListener("input", () => {
    at("shown-step").textContent = `${at("slider").value} of ${state.game.steps}`;
  });

  home.keys.addEventListener("keydown", (event) => {
    const writing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey || at("help").open || at("puzzles").open) return;
    if (event.key === "Escape" && !writing) act.clear();
    if (writing) return;
    const inGame = state.supposed === null;
    const keys = {
      "/": () => at("entry").focus(), "?": () => at("help").showModal(),
      "+": () => board.larger(), "=": () => board.larger(), "-": () => board.smaller(), 0: () => board.fit(),
      p: () => act.play(), t: () => inGame && state.game?.goes_on && act.throw(false),
      u: () => inGame && state.game?.undo.possible && act.undo(),
      w: () => act.whatIf(),
      Backspace: () => state.orders.length > 0 && act.take(state.orders.length - 1),
    };
    const run = keys[event.key];
    if (run) {
      event.preventDefault();
      run();
    }
  });
}

/**
 * Begin, in a place that has no page yet; once for each time that this module is loaded.
 * @param {Object} place Where the page is at home.
 * @param {HTMLElement} place.root What it fills.
 * @param {EventTarget} place.keys Where its keys are heard.
 * @param {Carrier} place.carrier What carries its questions.
 * @param {() => string|null} place.theme The colours that are wanted.
 * @param {(name: string) => void} place.onTheme Told which colours are chosen.
 * @param {(text: string) => void} place.onTitle Told what is shown.
 * @param {(answer: string|Object[]|null) => void} place.onChosen Told what is chosen for the answer under way.
 */
export async function begin(place) {
  home = place;
  home.root.innerHTML = FRAME;
  api = new Api(home.carrier, (busy) => {
    home.root.classList.toggle("busy", busy);
    at("panel").setAttribute("aria-busy", String(busy));
  });
  board = new Board(at("board"), (names) => pick(names), (unit, names) => drop(unit, names));
  wire();
  try {
    await first();
    watch();
  } catch (error) {
    told(error);
    if (!(error instanceof Refusal)) watch();
  }
}

/** Learn which themes there are before the board is drawn, so that it is drawn once. */
async function first() {
  const [game, { called }] = await Promise.all([api.game(), api.called()]);
  learn(called);
  const wanted = home.theme();
  fill(at("theme"), game.themes.map((name) => el("option", { selected: name === wanted }, name)));
  await refresh(game);
}
