// Finding a unit, a place or an order by its name.

import { matching, named, ordering } from "./draft.js";
import { el, fill, spoken } from "./dom.js";

const MOST_FOUND = 12;

/**
 * Let a field find what is named in it.
 * @param {HTMLInputElement} entry The field.
 * @param {HTMLElement} matches The list of what is found.
 * @param {Object} state The state of the page.
 * @param {Board} board The board.
 * @param {{pick: Function, written: Function, add: Function}} act What is done with what is found: a name
 *   is picked, an order added, any other text written as an order.
 */
export function finder(entry, matches, state, board, act) {
  let found = [];
  let marked = -1;

  function find() {
    const text = entry.value;
    const names = named(text, [...Object.keys(state.names.units), ...state.names.places], spoken);
    const orders = text.trim() && ordering(state)
      ? matching(text, state.offers.orders, spoken).slice(0, MOST_FOUND) : [];
    found = [
      ...names.map((name) => ({ label: spoken(name), what: "look at", run: () => act.pick([name]), name })),
      ...orders.map((order) => ({ label: spoken(order.text), what: "order", run: () => act.add(order), order })),
    ];
    marked = found.length > 0 ? 0 : -1;
    show();
  }

  function show() {
    entry.setAttribute("aria-expanded", String(found.length > 0));
    fill(matches, found.map((each, number) => el("li", {
      role: "option", id: `match-${number}`, "aria-selected": number === marked ? "true" : "false",
      onmousedown: (event) => { event.preventDefault(); take(number); },
    }, el("span", { class: "what" }, each.what), " ", each.label)));
    if (marked >= 0) entry.setAttribute("aria-activedescendant", `match-${marked}`);
    else entry.removeAttribute("aria-activedescendant");
    const order = found[marked]?.order;
    board.point(order ? [order] : []);
  }

  function none() {
    found = [];
    marked = -1;
    show();
  }

  function take(number) {
    const taken = found[number];
    entry.value = "";
    none();
    if (taken.name) board.reveal(taken.name);
    taken.run();
  }

  entry.addEventListener("input", find);
  entry.addEventListener("blur", none);
  entry.addEventListener("keydown", async (event) => {
    const number = found.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (number > 0) marked = (marked + (event.key === "ArrowDown" ? 1 : number - 1)) % number;
      show();
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (marked >= 0) take(marked);
      else if (entry.value.trim() && ordering(state) && await act.written(entry.value.trim())) entry.value = "";
    } else if (event.key === "Escape") {
      entry.value = "";
      find();
      entry.getRootNode().getElementById("board").focus();
    }
  });
}
