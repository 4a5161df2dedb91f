// The page at home in a notebook, where Python answers by messages (anywidget).

import { Refusal } from "./api.js";
import { el } from "./dom.js";
import { begin } from "./main.js";

// After so long without an answer it is said that nobody is there.
const SILENT = 8000;

/**
 * What carries questions to Python, and brings word of every change.
 *
 * A question is `{ask, method, path, given}`, its answer `{answer, told}` or `{answer, status, error}`, with
 * the same key; `{changed: version}` comes without a question.
 * @param {Object} model The widget's model: `send`, and `on` and `off` for `msg:custom`.
 * @returns {Carrier & {close: () => void}}
 */
export function messages(model) {
  // Every view of a model hears the answers to all of them.
  const own = Math.random().toString(36).slice(2);
  const waiting = new Map();
  let number = 0;
  let version = null;
  let changed = () => {};

  const hear = (said) => {
    if (said.changed !== undefined) {
      version = said.changed;
      changed();
    }
    const done = waiting.get(said.answer);
    if (done === undefined) return;
    waiting.delete(said.answer);
    if (said.error === undefined) done.resolve(said.told);
    else done.reject(new Refusal(said.status, said.error));
  };
  model.on("msg:custom", hear);

  return {
    async ask(method, path, { after, ...given }, signal = undefined) {
      if (after !== undefined && (version === null || version === after)) {
        await new Promise((done) => { changed = done; });
      }
      const ask = `${own} ${(number += 1)}`;
      return new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => {
          waiting.delete(ask);
          reject(new DOMException("It is of no use any more.", "AbortError"));
        });
        waiting.set(ask, { resolve, reject });
        model.send({ ask, method, path, given });
      });
    },
    close() {
      model.off("msg:custom", hear);
      waiting.clear();
    },
  };
}

function render({ model, el: cell }) {
  const carrier = messages(model);
  // A tree of its own: nothing of the notebook's looks comes in, nothing of the page's goes out.
  const tree = cell.attachShadow({ mode: "open" });
  const root = el("div", { class: "home held" });
  root.style.setProperty("--high", model.get("height"));
  tree.append(el("style", {}, model.get("looks")), root);
  // Keys are the page's while it has the focus, and no commands of the notebook.
  cell.dataset.lmSuppressShortcuts = "true";
  for (const name of ["keydown", "keyup", "keypress"]) {
    cell.addEventListener(name, (event) => event.stopPropagation());
  }
  begin({
    root,
    keys: root,
    carrier,
    theme: () => model.get("theme"),
    onTheme: () => {},
    onTitle: () => {},
    onChosen: (answer) => { carrier.ask("POST", "/chosen", { answer }).catch(() => {}); },
  });
  const silent = setTimeout(() => {
    const place = root.querySelector("#board .wait");
    if (place) place.textContent = "No answer from Python yet: it is busy, or the cell is to be run again.";
  }, SILENT);
  return () => {
    clearTimeout(silent);
    carrier.close();
  };
}

export default { render };
