// The board: the picture that the server draws, with live layers over it, zoom and pan.

import { svg } from "./dom.js";

const LEAST = 0.2;
const MOST = 6;
const STEP = 1.3;
const HEAD = 11;

export class Board {
  #frame;
  #svg = null;
  #layer = null;
  #hover = null;
  #zoom = 1;
  #fitted = true;
  #points = new Map();
  #drawn = null;
  #pointed = [];
  #onPick;
  #onDrop;
  /** Whether units are dragged, and not the board. */
  dragging = false;

  /**
   * @param {HTMLElement} frame What it is shown in, and scrolls.
   * @param {(names: string[]) => void} onPick Told what was clicked: a unit and its place, or a place.
   * @param {(unit: string, names: string[]) => void} onDrop Told which unit was dragged to what.
   */
  constructor(frame, onPick, onDrop = () => {}) {
    this.#frame = frame;
    this.#onPick = onPick;
    this.#onDrop = onDrop;
    this.#pan();
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.#fitted && this.fit()).observe(frame);
  }

  /** Show a picture. What was seen of the last one is seen of this one. */
  show(text) {
    const made = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (made.nodeName !== "svg") throw new Error("the board is no picture");
    const { scrollLeft, scrollTop } = this.#frame;
    this.#svg = document.adoptNode(made);
    this.#svg.removeAttribute("width");
    this.#svg.removeAttribute("height");
    this.#layer = svg("g", { class: "live", "pointer-events": "none" });
    this.#hover = svg("g", { class: "live hover", "pointer-events": "none" });
    this.#svg.append(this.#layer, this.#hover);
    this.#points.clear();
    this.#frame.replaceChildren(this.#svg);
    if (this.#fitted) this.fit();
    else this.#size();
    this.#frame.scrollTo(scrollLeft, scrollTop);
  }

  get #box() {
    return this.#svg.viewBox.baseVal;
  }

  // --- zoom and pan -----------------------------------------------------------------------------

  fit() {
    this.#fitted = true;
    if (this.#svg === null) return;
    const wide = this.#frame.clientWidth / this.#box.width;
    // A broad board fills the height: it is looked at piece by piece on a narrow screen.
    this.#zoom = Math.max(wide, LEAST);
    this.#size();
  }

  zoomBy(factor, x = this.#frame.clientWidth / 2, y = this.#frame.clientHeight / 2) {
    if (this.#svg === null) return;
    const zoom = Math.min(MOST, Math.max(LEAST, this.#zoom * factor));
    const ratio = zoom / this.#zoom;
    const left = (this.#frame.scrollLeft + x) * ratio - x;
    const top = (this.#frame.scrollTop + y) * ratio - y;
    this.#fitted = false;
    this.#zoom = zoom;
    this.#size();
    this.#frame.scrollTo(left, top);
  }

  larger() {
    this.zoomBy(STEP);
  }

  smaller() {
    this.zoomBy(1 / STEP);
  }

  #size() {
    this.#svg.style.width = `${Math.round(this.#box.width * this.#zoom)}px`;
    this.#svg.style.height = `${Math.round(this.#box.height * this.#zoom)}px`;
    // Marks keep their size on the screen.
    this.#points.clear();
    if (this.#drawn !== null) this.draw(this.#drawn);
    this.point(this.#pointed);
  }

  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const at = this.#frame.getBoundingClientRect();
    this.zoomBy(Math.exp(-event.deltaY / 300), event.clientX - at.left, event.clientY - at.top);
  }

  #pan() {
    const pointers = new Map();
    let moved = 0;
    let apart = 0;
    let unit = null;
    const frame = this.#frame;
    frame.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pointers.size === 1) moved = 0;
      apart = 0;
      unit = this.dragging ? event.target.closest?.("[data-unit]")?.dataset.unit ?? null : null;
    });
    frame.addEventListener("pointermove", (event) => {
      const last = pointers.get(event.pointerId);
      if (last === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      moved += Math.abs(now.x - last.x) + Math.abs(now.y - last.y);
      pointers.set(event.pointerId, now);
      if (pointers.size === 2) {
        const [a, b] = [...pointers.values()];
        const far = Math.hypot(a.x - b.x, a.y - b.y);
        const at = frame.getBoundingClientRect();
        const [x, y] = [(a.x + b.x) / 2 - at.left, (a.y + b.y) / 2 - at.top];
        if (apart > 0) this.zoomBy(far / apart, x, y);
        apart = far;
      } else if (moved > 4 && unit !== null) this.#drag(unit, now);
      else if (moved > 4) {
        frame.classList.add("panning");
        frame.scrollBy(last.x - now.x, last.y - now.y);
      }
    });
    const end = (event) => {
      pointers.delete(event.pointerId);
      if (unit !== null && moved > 6 && event.type === "pointerup") {
        const names = named(frame.getRootNode().elementFromPoint(event.clientX, event.clientY) ?? frame);
        if (names.length > 0) this.#onDrop(unit, names);
      }
      if (unit !== null) this.point([]);
      unit = null;
      frame.classList.remove("panning");
    };
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      frame.addEventListener(name, end);
    }
    frame.addEventListener("click", (event) => {
      if (moved > 6) return;
      const names = named(event.target);
      if (names.length > 0) this.#onPick(names);
    });
  }

  /** Show where a unit is dragged to. */
  #drag(unit, { x, y }) {
    const from = this.#point(unit);
    const outer = this.#svg.getBoundingClientRect();
    const scale = this.#box.width / outer.width;
    const to = { x: this.#box.x + (x - outer.left) * scale, y: this.#box.y + (y - outer.top) * scale };
    this.#hover.replaceChildren();
    if (from !== null) this.#arrow(this.#hover, [from, to], "hovered");
  }

  /** Bring something into sight. */
  reveal(name) {
    const at = this.#point(name);
    if (at === null) return;
    const [x, y] = [(at.x - this.#box.x) * this.#zoom, (at.y - this.#box.y) * this.#zoom];
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#frame;
    const inside =
      x > scrollLeft + 40 && x < scrollLeft + clientWidth - 40 &&
      y > scrollTop + 40 && y < scrollTop + clientHeight - 40;
    if (!inside) this.#frame.scrollTo(x - clientWidth / 2, y - clientHeight / 2);
  }

  // --- live layers ------------------------------------------------------------------------------

  #element(name) {
    const quoted = CSS.escape(name);
    return this.#svg?.querySelector(
      `[data-unit="${quoted}"], [data-space="${quoted}"], [data-panel="${quoted}"]`,
    ) ?? null;
  }

  /** Where something is drawn: its middle, and its half width and height. */
  #point(name) {
    if (this.#points.has(name)) return this.#points.get(name);
    const drawn = this.#element(name);
    let found = null;
    if (drawn !== null) {
      // Of a place with its name beside it the plate counts, of a box beside the map all.
      const plate = drawn.dataset.space ? drawn.querySelector(":scope > rect") ?? drawn : drawn;
      const [outer, inner] = [this.#svg.getBoundingClientRect(), plate.getBoundingClientRect()];
      const scale = this.#box.width / outer.width;
      found = {
        x: this.#box.x + (inner.left + inner.width / 2 - outer.left) * scale,
        y: this.#box.y + (inner.top + inner.height / 2 - outer.top) * scale,
        wide: (inner.width / 2) * scale,
        high: (inner.height / 2) * scale,
        unit: drawn.dataset.unit !== undefined,
      };
    }
    this.#points.set(name, found);
    return found;
  }

  #ring(layer, name, kind) {
    const at = this.#point(name);
    if (at === null) return;
    const room = at.unit ? 2 : 5;
    layer.append(svg("rect", {
      class: kind, rx: at.unit ? 4 : 9,
      x: at.x - at.wide - room, y: at.y - at.high - room,
      width: 2 * (at.wide + room), height: 2 * (at.high + room),
    }));
  }

  #arrow(layer, points, kind) {
    const last = points[points.length - 1];
    const before = points[points.length - 2];
    const long = Math.hypot(last.x - before.x, last.y - before.y) || 1;
    const [ux, uy] = [(last.x - before.x) / long, (last.y - before.y) / long];
    const head = HEAD / Math.min(this.#zoom, 1);
    const neck = { x: last.x - ux * head, y: last.y - uy * head };
    const [wx, wy] = [uy * head * 0.5, ux * head * 0.5];
    const way = [...points.slice(0, -1), neck].map((at) => `${at.x} ${at.y}`).join("L");
    layer.append(
      svg("path", { class: `rim ${kind}`, d: `M${way}` }),
      svg("path", { class: `shaft ${kind}`, d: `M${way}` }),
      svg("path", {
        class: `head ${kind}`,
        d: `M${last.x} ${last.y}L${neck.x - wx} ${neck.y + wy}L${neck.x + wx} ${neck.y - wy}Z`,
      }),
    );
  }

  #order(layer, order, kind) {
    const units = order.names.filter((name) => this.#point(name)?.unit);
    const points = order.way.map((name) => this.#point(name)).filter((at) => at !== null);
    for (const unit of units) this.#ring(layer, unit, `ordered ${kind}`);
    if (points.length > 1) {
      // From every unit that is named, to where they go.
      const from = units.map((unit) => this.#point(unit));
      const starts = from.length > 0 ? from : [points[0]];
      for (const start of starts) this.#arrow(layer, [start, ...points.slice(1)], kind);
    } else if (units.length === 0) {
      for (const name of order.way) this.#ring(layer, name, `ordered ${kind}`);
    }
  }

  /**
   * Draw what is live.
   * @param {{can: string[], selected: string[], targets: string[], orders: Object[],
   *   wrong: string[], tags: Array<[string, string]>}} what Marks in the order in which they are laid.
   */
  draw(what) {
    this.#drawn = what;
    if (this.#svg === null) return;
    const { can, selected, targets, orders, wrong, tags } = what;
    this.#layer.replaceChildren();
    const chosen = new Set([...selected, ...targets]);
    for (const name of can) if (!chosen.has(name)) this.#ring(this.#layer, name, "can");
    for (const name of targets) this.#ring(this.#layer, name, "target");
    for (const name of wrong) this.#ring(this.#layer, name, "wrong");
    for (const name of selected) this.#ring(this.#layer, name, "selected");
    for (const order of orders) this.#order(this.#layer, order, "chosen");
    for (const [name, kind] of tags) {
      const at = this.#point(name);
      if (at !== null) {
        this.#layer.append(svg("circle", {
          class: `tag ${kind}`, cx: at.x + at.wide - 4, cy: at.y - at.high + 4, r: 6,
        }));
      }
    }
  }

  /** Draw the orders that are pointed at. */
  point(orders) {
    this.#pointed = orders;
    this.#hover?.replaceChildren();
    for (const order of orders) this.#order(this.#hover, order, "hovered");
  }
}

/** What an element of the picture stands for: a unit and where it is, or a place. */
function named(target) {
  const drawn = target.closest?.("[data-unit], [data-space], [data-panel]");
  if (!drawn) return [];
  const name = drawn.dataset.unit ?? drawn.dataset.space ?? drawn.dataset.panel;
  const around = drawn.parentElement?.closest("[data-panel]");
  return around && drawn.dataset.unit ? [name, around.dataset.panel] : [name];
}
