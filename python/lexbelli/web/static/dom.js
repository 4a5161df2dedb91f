// Making elements.

/**
 * Make an element.
 * @param {string} tag Its name.
 * @param {Object} [given] Attributes; `on...` are listeners, `false` and `null` leave one out.
 * @param {...(Node|string|null|Array)} children What is in it.
 * @returns {HTMLElement}
 */
export function el(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat(3).filter((child) => child !== null && child !== undefined));
  return made;
}

/** Make an element of SVG. */
export function svg(tag, given = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, String(value));
  return made;
}

/**
 * Put something in place of all that is in an element; what had the focus keeps it, by its `data-key`.
 * @param {Element} parent
 * @param {...(Node|string|null|Array)} children
 */
export function fill(parent, ...children) {
  // In a place with a tree of its own the document knows of no more than the place.
  const active = parent.getRootNode().activeElement ?? null;
  const key = parent.contains(active) ? active.getAttribute("data-key") : null;
  parent.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined));
  if (key === null) return;
  const same = [...parent.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
  (same ?? parent.querySelector("button:not([disabled])"))?.focus();
}

// Printed names, by their ids.
let called = {};

/** Learn what units, places and other things are called. */
export function learn(names) {
  called = names;
}

/** Write an order or a name as people read it: printed names, and no underscores. */
export function spoken(text) {
  return text.replace(/[a-z0-9_]+/g, (word) => (Object.hasOwn(called, word) ? called[word] : word.replaceAll("_", " ")));
}

/** Write a sentence as people read it: what can only be an id is a printed name. */
export function said(text) {
  return text.replace(/[a-z0-9]+(_[a-z0-9]+)+/g, spoken);
}
