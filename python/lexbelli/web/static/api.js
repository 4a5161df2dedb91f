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

export class Api {
  #pending = 0;
  #onBusy;

  /**
   * @param {string} token The secret of the link.
   * @param {(busy: boolean) => void} onBusy Told when answers are waited for, and when no more.
   */
  constructor(token, onBusy = () => {}) {
    this.token = token;
    this.#onBusy = onBusy;
  }

  /**
   * What is asked of instead of the game: changes that are supposed (`as_if`), a puzzle; `{}` for the game.
   * @type {{as_if?: string, puzzle?: string}}
   */
  instead = {};

  /** Ask, and read what comes: as JSON, or as `read` does. */
  async #ask(path, options = {}, read = (answer) => answer.json()) {
    this.#onBusy((this.#pending += 1) > 0);
    try {
      return await read(await this.#answer(path, options));
    } finally {
      this.#onBusy((this.#pending -= 1) > 0);
    }
  }

  async #answer(path, options) {
    const headers = { authorization: `Bearer ${this.token}`, ...options.headers };
    const answer = await fetch(path, { ...options, headers });
    if (answer.ok) return answer;
    let told = { code: "unknown", message: `The server answers ${answer.status}.` };
    try {
      told = (await answer.json()).error ?? told;
    } catch {
      // No JSON: a proxy has answered.
    }
    throw new Refusal(answer.status, told);
  }

  #get(path, query = {}, read = undefined) {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
    const text = new URLSearchParams(given).toString();
    return this.#ask(text ? `${path}?${text}` : path, {}, read);
  }

  #post(path, body, signal = undefined) {
    const headers = { "content-type": "application/json" };
    const options = { method: "POST", headers, body: JSON.stringify(body), signal };
    return this.#ask(path, options);
  }

  game(step = null) {
    return this.#get("/api/game", { step, ...this.instead });
  }

  /** Wait until the game is another than at a version, or some time has gone by. */
  async wait(after) {
    return (await this.#answer(after === null ? "/api/game" : `/api/game?after=${after}`, {})).json();
  }

  names(step = null) {
    return this.#get("/api/names", { step, ...this.instead });
  }

  called() {
    return this.#get("/api/called", { puzzle: this.instead.puzzle });
  }

  board(theme, step = null) {
    return this.#get("/api/board.svg", { theme, step, ...this.instead }, (answer) => answer.text());
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
