// What a click means, and what a search finds, by the page's own module.

import assert from "node:assert/strict";

import { byKind, matching, named, ordering, picked, supposing, textOf } from "../../python/lexbelli/web/static/draft.js";

const order = (text, names, whole = true) => ({ text, names, whole, kind: text.split(" ")[0] });
const far = order("go horse hill", ["horse", "hill"]);
const near = order("go horse ford", ["horse", "ford"]);
const dig = order("dig hill", ["hill"]);
const hold = order("hold foot", ["foot"]);
const open = order("raise a|b", ["foot"], false);
const offers = [far, near, dig, hold];

// A unit, then where it is to go.
assert.deepEqual(picked([], ["horse", "camp"], offers), { selected: ["horse"], order: null, why: null });
assert.equal(picked(["horse"], ["ford"], offers).order, near);
// A unit that stands there means the place.
assert.equal(picked(["horse"], ["guns", "hill"], offers).order, far);
// Where nothing else can be meant one click is enough, but not if a choice is left open.
assert.equal(picked([], ["foot", "camp"], offers).order, hold);
assert.equal(picked([], ["foot"], [open]).order, null);
// The same again selects nothing; something else that can be ordered begins anew.
assert.deepEqual(picked(["horse"], ["horse"], offers).selected, []);
assert.equal(picked(["horse"], ["foot"], offers).order, hold);
// What cannot be ordered is asked about.
assert.deepEqual(picked(["horse"], ["sea"], offers), { selected: ["horse"], order: null, why: ["horse", "sea"] });
assert.deepEqual(picked([], ["sea"], offers), { selected: ["sea"], order: null, why: ["sea"] });

const spoken = (text) => text.replace("horse", "The 1st Horse");
assert.deepEqual(matching("1st hill", offers, spoken), [far]);
assert.deepEqual(matching("GO", offers, spoken), [far, near]);
assert.deepEqual(named("ho", ["hill", "shore", "horse"], spoken), ["horse", "shore"]);
assert.deepEqual(named(" ", ["hill"], spoken), []);
assert.equal(textOf([far, dig]), "go horse hill; dig hill");
assert.deepEqual([...byKind(offers)].map(([kind, of]) => [kind, of.length]), [["go", 2], ["dig", 1], ["hold", 1]]);

// Of changes that are supposed the last of a kind counts, and who acts stands at the end.
const moved = supposing(["add horse@ford", "act red 3"], "add horse@hill");
assert.deepEqual(moved, ["add horse@hill", "act red 3"]);
assert.deepEqual(supposing(moved, "without horse"), ["without horse", "act red 3"]);
assert.deepEqual(supposing(["control hill red"], "control ford red"), ["control hill red", "control ford red"]);
assert.deepEqual(supposing(["act red 3", "event c_01"], "act blue"), ["event c_01", "act blue"]);

// Orders are made where it is one's turn, and in what is supposed, but not while that is changed.
const decision = { side: "red", kind: "moves" };
assert.equal(ordering({ looking: null, supposed: null, game: { yours: false, decision } }), false);
assert.equal(ordering({ looking: null, supposed: [], editing: true, game: { yours: true, decision } }), false);
assert.equal(ordering({ looking: null, supposed: [], editing: false, game: { yours: false, decision } }), true);
assert.equal(ordering({ looking: 3, supposed: null, game: { yours: true, decision } }), false);
