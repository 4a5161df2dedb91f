// Questions as messages of a widget's model, by the widget's own module.

import assert from "node:assert/strict";

import { Api, Refusal } from "../../python/lexbelli/web/static/api.js";
import { messages } from "../../python/lexbelli/web/static/widget.js";

const sent = [];
const ears = new Set();
const model = {
  send: (content) => sent.push(content),
  on: (name, hear) => { assert.equal(name, "msg:custom"); ears.add(hear); },
  off: (name, hear) => ears.delete(hear),
};
const say = (content) => { for (const hear of ears) hear(content); };
const turn = () => new Promise((done) => setTimeout(done, 0));

const one = messages(model);
const other = messages(model);
const busy = [];
const api = new Api(one, (each) => busy.push(each));

// An answer goes to who has asked, and to nobody else, in whatever order answers come.
const orders = api.orders("");
const twin = other.ask("GET", "/api/names", {});
await turn();
assert.deepEqual(sent.map(({ method, path, given }) => [method, path, given]),
  [["POST", "/api/orders", { given: "" }], ["GET", "/api/names", {}]]);
assert.notEqual(sent[0].ask, sent[1].ask);
say({ answer: sent[1].ask, told: { units: {} } });
say({ answer: "nobody's", told: 1 });
say({ answer: null, status: 400, error: { code: "bad_input", message: "none" } });
say({ answer: sent[0].ask, told: { orders: [] } });
assert.deepEqual([await orders, await twin], [{ orders: [] }, { units: {} }]);
assert.deepEqual(busy, [true, false]);

// A refusal is one as over HTTP.
const refused = api.check("go nowhere");
await turn();
say({ answer: sent[2].ask, status: 422, error: { code: "illegal", message: "No.", violations: [{ rule: "1.1-1" }] } });
await assert.rejects(refused, (error) => error instanceof Refusal && error.status === 422
  && error.code === "illegal" && error.violations[0].rule === "1.1-1");

// What is ended is told nothing.
const ending = new AbortController();
const ended = api.orders("", ending.signal);
await turn();
ending.abort();
await assert.rejects(ended, { name: "AbortError" });

// Who waits for the game to go on asks once it has.
const number = sent.length;
const wait = api.wait(4);
await turn();
assert.equal(sent.length, number);
say({ changed: 5 });
await turn();
assert.deepEqual(sent[number].given, {});
say({ answer: sent[number].ask, told: { version: 5 } });
assert.deepEqual(await wait, { version: 5 });
// It has gone on already.
api.wait(4);
await turn();
assert.equal(sent.length, number + 2);

one.close();
other.close();
assert.equal(ears.size, 0);
