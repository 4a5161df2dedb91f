// The page at home in a window of its own, where a server serves it.

import { http } from "./http.js";
import { begin } from "./main.js";

begin({
  root: document.body,
  keys: document,
  carrier: http(location.hash.slice(1)),
  theme: () => localStorage.getItem("theme"),
  onTheme: (name) => localStorage.setItem("theme", name),
  onTitle: (text) => { document.title = text; },
  onChosen: () => {},
});
