// Plays an action with the adapter of examples/, as a table's program would, and says what came of it.

import { Refused, Table } from "../../examples/table_adapter.mjs";

const [ap, cp] = process.argv.slice(2).map((link) => new Table(link));
const told = { yours: [(await ap.state()).yours, (await cp.state()).yours] };
const orders = (await ap.orders("activate suez move")).map((order) => order.text);
told.offered = orders.includes("entrench suez");
told.illegal = (await ap.check("entrench suez")).violations.map((each) => each.rule);
try {
  await ap.play("entrench suez");
} catch (error) {
  told.refused = error instanceof Refused ? [error.status, error.code, error.violations.length] : String(error);
}
await cp.play("pass").catch((error) => { told.other = error.code; });
const ending = new AbortController();
const heard = (async () => {
  const found = [];
  for await (const event of cp.events(1, ending.signal)) {
    found.push(event.text);
    if (event.roll !== null) return found;
  }
})();
const after = await ap.play("activate suez move; entrench suez");
told.log = after.log.map((each) => each.answer);
await ap.undo();
await ap.undo();
await ap.play("activate suez move; entrench suez");
await ap.throw();
told.heard = await heard;
told.next = (await cp.state()).decision.side;
console.log(JSON.stringify(told));
