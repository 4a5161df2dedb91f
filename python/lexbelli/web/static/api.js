// The served game's API (see /api/openapi.json).

/** A refusal, as the API tells it. */
export class Refusal extends Error {
  /** @param {number} status @param {{code: string, message: string}} told */
  constructor(status, told) {
    super(told.message);
    this.status = status;
    this.code = told.code;
    this.field = told.field ?? null;
    this.nearest = told.nearest ?? null;
    this.violations = told.violations ?? [];
  }
}

/**
 * What carries questions to who answers them, and answers back.
 *
 * `ask` resolves with what is told, plain data or the text of a picture. It rejects with a `Refusal`, with
 * an error named `AbortError` if the signal has ended it, or with another if nobody answers. `game` with
 * `after`, a version, is answered once there is another version, or some time has gone by.
 * @typedef {Object} Carrier
 * @property {(method: string, path: string, given: Object, signal?: AbortSignal) => Promise<*>} ask
 */

export class Api {
  #carrier;
  #pending = 0;
  #onBusy;

  /**
   * @param {Carrier} carrier What carries the questions.
   * @param {(busy: boolean) => void} onBusy Told when answers are waited for, and when no more.
   */
  constructor(carrier, onBusy = () => {}) {
    this.#carrier = carrier;
    this.#onBusy = onBusy;
  }

  /**
   * What is asked of instead of the game: changes that are supposed (`as_if`), a puzzle; `{}` for the game.
   * @type {{as_if?: string, puzzle?: string}}
   */
  instead = {};

  async #ask(method, path, given, signal = undefined) {
    this.#onBusy((this.#pending += 1) > 0);
    try {
      return await this.#carrier.ask(method, path, given, signal);
    } finally {
      this.#onBusy((this.#pending -= 1) > 0);
    }
  }

  #get(path, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
    return this.#ask("GET", path, Object.fromEntries(given));
  }

  #post(path, body, signal = undefined) {
    return this.#ask("POST", path, body, signal);
  }

  game(step = null) {
    return this.#get("/api/game", { step, ...this.instead });
  }

  /** Wait until the game is another than at a version, or some time has gone by. */
  wait(after) {
    return this.#carrier.ask("GET", "/api/game", after === null ? {} : { after });
  }

  names(step = null) {
    return this.#get("/api/names", { step, ...this.instead });
  }

  called() {
    return this.#get("/api/called", { puzzle: this.instead.puzzle });
  }

  board(theme, step = null) {
    return this.#get("/api/board.svg", { theme, step, ...this.instead });
  }

  log(first) {
    return this.#get("/api/log", { first });
  }

  supply(step = null) {
    return this.#get("/api/supply", { step, ...this.instead });
  }

  orders(given, signal) {
    return this.#post("/api/orders", { given, ...this.instead }, signal);
  }

  check(answer, signal) {
    return this.#post("/api/check", { answer, ...this.instead }, signal);
  }

  why(names, given) {
    return this.#post("/api/why", { names, given, ...this.instead });
  }

  odds(attack) {
    return this.#post("/api/odds", { attack, ...this.instead });
  }

  solve(goal) {
    return this.#post("/api/solve", { goal, ...this.instead });
  }

  threats(side) {
    return this.#post("/api/threats", { side, ...this.instead });
  }

  puzzles() {
    return this.#get("/api/puzzles");
  }

  try(puzzle, answer) {
    return this.#post("/api/try", { puzzle, answer, seconds: 10 });
  }

  hint(puzzle, number) {
    return this.#post("/api/hint", { puzzle, number, seconds: 10 });
  }

  solution(puzzle) {
    return this.#post("/api/solution", { puzzle, seconds: 10 });
  }

  play(answer, step) {
    return this.#post("/api/play", { answer, step });
  }

  throw(step, many) {
    return this.#post("/api/throw", { step, many });
  }

  askUndo(step, to) {
    return this.#post("/api/ask_undo", { step, to });
  }

  answerUndo(step, agree) {
    return this.#post("/api/answer_undo", { step, agree });
  }

  undo(step) {
    return this.#post("/api/undo", { step });
  }
}
