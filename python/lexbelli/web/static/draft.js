// The move that is being made: what is chosen, what can still be, and what is selected.

/** Whether an order names all of some names. */
export function namesAll(order, names) {
  return names.every((name) => order.names.includes(name));
}

/**
 * What a click means, given what is selected and what can be ordered.
 *
 * @param {string[]} selected What is selected.
 * @param {string[]} clicked What was clicked: a unit and where it stands, or a place.
 * @param {Object[]} offers The orders that can be given.
 * @returns {{selected: string[], order: Object|null, why: string[]|null}} What is selected then, the
 *   order that is chosen by it, and the names of which is to be told why they cannot be ordered.
 */
export function picked(selected, clicked, offers) {
  const [name] = clicked;
  if (selected.includes(name)) {
    return { selected: selected.filter((each) => each !== name), order: null, why: null };
  }
  if (selected.length > 0) {
    for (const each of clicked) {
      if (selected.includes(each)) continue;
      const both = [...selected, each];
      const found = offers.filter((order) => namesAll(order, both));
      if (found.length === 1 && found[0].whole) return { selected: [], order: found[0], why: null };
      if (found.length > 0) return { selected: both, order: null, why: null };
    }
  }
  // Where nothing else can be meant, one click is enough.
  const alone = offers.filter((order) => order.names.includes(name));
  if (alone.length === 1 && alone[0].whole && alone[0].names.length === 1) {
    return { selected: [], order: alone[0], why: null };
  }
  // What can be ordered by itself begins anew; anything else was meant as a target.
  const own = clicked.find((each) => offers.some((order) => order.names.includes(each)));
  if (selected.length > 0 && (own === undefined || own !== name)) {
    const target = clicked[clicked.length - 1];
    return { selected, order: null, why: [...selected.slice(0, 1), target] };
  }
  const chosen = own ?? name;
  return { selected: [chosen], order: null, why: own === undefined ? [name] : null };
}

/** The text of a move of orders. */
export function textOf(orders) {
  return orders.map((order) => order.text).join("; ");
}

/** What is searched: an id and what it is called. */
function searched(text, spoken) {
  return `${text} ${text.replaceAll("_", " ")} ${spoken(text)}`.toLowerCase();
}

/**
 * The orders that a search finds: those of which every word of it is a part.
 * @param {string} text What is searched for.
 * @param {Object[]} orders The orders.
 * @param {(text: string) => string} spoken How names are written for people.
 */
export function matching(text, orders, spoken) {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word);
  return orders.filter((order) => {
    const all = searched(order.text, spoken);
    return words.every((word) => all.includes(word));
  });
}

/** The names that a search finds, those that begin so first. */
export function named(text, names, spoken, most = 8) {
  const words = text.toLowerCase().trim();
  if (words === "") return [];
  const found = names.filter((name) => searched(name, spoken).includes(words));
  const begins = (name) => [name, name.replaceAll("_", " "), spoken(name).toLowerCase()]
    .some((each) => each.startsWith(words));
  found.sort((a, b) => begins(b) - begins(a) || a.length - b.length);
  return found.slice(0, most);
}

/** Orders by their kinds, in the order in which they come. */
export function byKind(orders) {
  const kinds = new Map();
  for (const order of orders) kinds.set(order.kind, [...(kinds.get(order.kind) ?? []), order]);
  return kinds;
}

/** Whether orders are made now: of the game's next move, or in a position that is only supposed. */
export function ordering(state) {
  if (state.looking !== null || state.game === null) return false;
  if (state.supposed === null) return state.game.yours;
  return !state.editing && state.game.decision.side !== null && state.game.decision.kind !== "chance";
}

/**
 * The changes that are supposed, with one more; what it makes idle is left out.
 * @param {string[]} changes Such as `add UNIT@PLACE`, `control PLACE SIDE`, `without UNIT`, `act SIDE`.
 * @param {string} more Another.
 */
export function supposing(changes, more) {
  const about = (change) => {
    const [word, rest] = [change.split(" ")[0], change.slice(change.indexOf(" ") + 1)];
    if (word === "add" || word === "without") return `unit ${rest.split("@")[0]}`;
    if (word === "control") return `control ${rest.split(" ")[0]}`;
    return word === "act" ? word : change;
  };
  const kept = changes.filter((each) => about(each) !== about(more));
  // Who acts is said last: what was under way is dropped by it.
  const acts = kept.filter((each) => about(each) === "act");
  return [...kept.filter((each) => about(each) !== "act"), more, ...acts]
    .sort((one, other) => (about(one) === "act") - (about(other) === "act"));
}
