// An adapter between a table on the web and `lexbelli serve`, without dependencies.
//
// A table's own server holds one of these for each seat: it asks what may be done, hands over what
// a player chose, and is told of everything that happens. Nothing in it knows which game is played.
//
//     import { Table } from "./table_adapter.mjs";
//     const table = new Table("http://127.0.0.1:8760/#SECRET");
//     const { decision, yours } = await table.state();
//     const judged = await table.check("activate suez move; entrench suez");
//     if (judged.legal) await table.play(judged.text);
//     for await (const event of table.events()) console.log(event.text);
//
// From a shell it tells what is asked, and with --follow what happens from then on:
//
//     node examples/table_adapter.mjs LINK [--follow]

/** What the server refuses. `field`, `nearest` and `violations` say what is wrong with it. */
export class Refused extends Error {
  constructor(status, error) {
    super(error.message);
    Object.assign(this, { name: "Refused", status, ...error });
  }
}

export class Table {
  #address;
  #secret;
  #step = 0;
  #version = null;

  /** @param {string} link The link of a seat, as `lexbelli serve` prints it. */
  constructor(link) {
    const url = new URL(link);
    this.#address = url.origin;
    this.#secret = url.hash.slice(1);
  }

  /** Where the game stands, what is asked, and what this seat may do. */
  async state() {
    return this.#known(await this.#ask("GET", "/api/game"));
  }

  /** The position as a document, as this seat may know it. */
  position() {
    return this.#ask("GET", "/api/position");
  }

  /** The orders of which some legal move has one beside those given. */
  async orders(given = "") {
    return (await this.#ask("POST", "/api/orders", { given })).orders;
  }

  /** Whether a move is legal; if not, every rule that it breaks. */
  check(answer) {
    return this.#ask("POST", "/api/check", { answer });
  }

  /** Answer what is asked. A move that breaks rules is refused with all of its violations. */
  play(answer) {
    return this.#change("/api/play", { answer });
  }

  /** Let dice fall, or a card be drawn; until somebody is asked, if nothing else is said. */
  throw(many = true) {
    return this.#change("/api/throw", { many });
  }

  /** Take the last answer back, if nothing was shown since. */
  undo() {
    return this.#change("/api/undo", {});
  }

  /** Yield what happens, in sentences, from an entry on; forever, or until the signal says so. */
  async *events(first = 1, signal = undefined) {
    let next = first;
    let version = null;
    while (!signal?.aborted) {
      const { entries, complete } = await this.#ask("GET", "/api/log", { first: next });
      for (const entry of entries) {
        next = entry.entry + 1;
        yield entry;
      }
      if (!complete) continue;
      // Waits until something changes, 25 seconds at most; then what was taken back is unsaid.
      const game = this.#known(await this.#ask("GET", "/api/game", version === null ? {} : { after: version }, signal));
      version = game.version;
      next = Math.min(next, game.steps + 1);
    }
  }

  async #change(path, body) {
    if (this.#version === null) await this.state();
    const after = await this.#ask("POST", path, { ...body, step: this.#step });
    this.#known(after.game);
    return after;
  }

  #known(game) {
    this.#step = game.steps;
    this.#version = game.version;
    return game;
  }

  async #ask(method, path, given = {}, signal = undefined) {
    const url = new URL(path, this.#address);
    const headers = { authorization: `Bearer ${this.#secret}` };
    const options = { method, headers, signal };
    if (method === "GET") url.search = new URLSearchParams(given);
    else {
      headers["content-type"] = "application/json";
      options.body = JSON.stringify(given);
    }
    const answer = await fetch(url, options);
    const content = await answer.json();
    if (!answer.ok) throw new Refused(answer.status, content.error);
    return content;
  }
}

async function main([link, flag]) {
  if (!link) {
    console.error("usage: node table_adapter.mjs LINK [--follow]");
    return 2;
  }
  const table = new Table(link);
  const { title, seat, decision, yours, steps } = await table.state();
  console.log(`${title}, as ${seat.name}: ${decision.text}`);
  if (yours) {
    const orders = await table.orders();
    for (const each of [...decision.choices, ...orders.map((order) => order.text)].slice(0, 10)) {
      console.log(`  ${each}`);
    }
  }
  if (flag === "--follow") for await (const event of table.events(steps + 1)) console.log(event.text);
  return 0;
}

if (process.argv[1] && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  process.exitCode = await main(process.argv.slice(2));
}
