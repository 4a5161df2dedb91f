// Puzzles on the board: which there are, what came of a move, hints, and the solution.

import { el, fill, spoken } from "./dom.js";

function button(label, onclick, more = {}) {
  return el("button", { type: "button", onclick, ...more }, label);
}

/** The list of puzzles, by game; one is chosen by a click. */
export function puzzleList(place, puzzles, choose) {
  const games = new Map();
  for (const each of puzzles) games.set(each.game_title, [...(games.get(each.game_title) ?? []), each]);
  fill(place, [...games].map(([game, own]) => [el("h3", {}, game), el("ul", { class: "orders" },
    own.map((each) => el("li", {}, button([el("span", {}, each.title), el("span", { class: "cost" }, each.level)],
      () => choose(each), { "data-key": `puzzle ${each.name}` }))))]));
}

/** The puzzle that is on the board. */
export function puzzle(place, state, act) {
  const { puzzle: shown } = state;
  if (shown === null) {
    fill(place);
    return;
  }
  const { hints, tried, solution, waiting } = state.puzzled;
  const points = shown.points === null ? "" : `, ${shown.points} ${shown.points_called}`;
  fill(place,
    el("h2", {}, shown.title, button("Back to the game", act.leavePuzzle, { class: "quiet", "data-key": "leave puzzle" })),
    el("p", {}, shown.text),
    el("p", { class: "notice" }, `${(shown.side ?? "").toUpperCase()} to move${points}${shown.level ? `; ${shown.level}` : ""}.`),
    shown.tries ? el("p", { class: "hint" }, "Make the move on the board, and try it.")
      : el("p", { class: "hint" }, "It takes more than one move: think it out, then look at the solution."),
    tried ? verdict(tried) : null,
    hints.length > 0 ? el("ol", { class: "hints" }, hints.map((each) => el("li", {},
      each.names.length === 0 ? spoken(each.text) : button(spoken(each.text), () => act.mark(each.names), {
        class: "quiet", title: "Show them on the board" })))) : null,
    el("div", { class: "row" },
      button("Hint", act.hint, { disabled: waiting || hints.length >= shown.hints, "data-key": "hint" }),
      button("Solution", act.solution, { disabled: waiting, "data-key": "solution" })),
    waiting ? el("p", { class: "notice", role: "status" }, "Searching …") : null,
    solution ? solved(solution, shown, act) : null);
}

function verdict({ legal, solves, solutions }) {
  if (!legal) return el("p", { class: "illegal", role: "status" }, "This move breaks rules.");
  if (solves === null) return el("p", { class: "notice", role: "status" }, "It is legal; whether it is best was not found out in this time.");
  if (!solves) return el("p", { class: "illegal", role: "status" }, "Legal, but it does not solve the puzzle.");
  const only = solutions === null ? "" : solutions === 1 ? " It is the only solution." : ` It is one of ${solutions} solutions.`;
  return el("p", { class: "legal", role: "status" }, `Solved.${only}`);
}

function solved({ solutions, proven, complete, answer }, shown, act) {
  const none = proven ? "There is no solution, proven." : "No solution was found in this time.";
  const all = proven && complete ? "These are all, proven." : "There may be more.";
  return el("div", { role: "status" },
    answer ? el("p", {}, spoken(answer)) : null,
    el("p", { class: "hint" }, solutions.length === 0 ? none : all),
    el("ul", { class: "orders" }, solutions.map((move) => el("li", {}, shown.tries
      ? button(spoken(move || "no orders"), () => act.use(move), { "data-key": `use ${move}` }) : spoken(move)))));
}
