"""The board's widget in a page that stands for a notebook: its own module, a model, and Python.

The model's messages go over HTTP to the widget, as those of a kernel do by its own wire.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from selenium.webdriver.common.action_chains import ActionChains

from browser.page import Page
from lexbelli.notebook import BoardWidget

_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A notebook</title>
<style>h1 { color: #b00; } button { font-size: 40px; } body { font-family: serif; }</style></head>
<body><h1>A notebook</h1><p>A cell, with its own looks.</p><div id="cell"></div><p>After it.</p>
<script type="module">
import widget from "/esm.js";
const heard = new Set();
async function talk(content) {
  // The kernel may end before the page does.
  const said = { method: "POST", body: JSON.stringify(content) };
  const answer = await fetch("/talk", said).catch(() => null);
  if (answer === null) return;
  for (const each of await answer.json()) for (const hear of heard) hear(each);
}
const state = await (await fetch("/state")).json();
const model = {
  get: (name) => state[name],
  send: (content) => { talk(content); },
  on: (name, hear) => { if (name === "msg:custom") heard.add(hear); },
  off: (name, hear) => heard.delete(hear),
};
setInterval(() => talk(null), 200);
window.commands = [];
document.addEventListener("keydown", (event) => window.commands.push(event.key));
window.end = widget.render({ model, el: document.getElementById("cell") });
</script></body></html>
"""


class Cell(Page):
    """The widget in its cell."""

    tree = "document.getElementById('cell')?.shadowRoot ?? new DocumentFragment()"

    def key(self, *keys: str) -> None:
        """Press keys: the document knows the cell alone as what has the focus."""
        for each in keys:
            ActionChains(self.browser).send_keys(each).perform()
        self.settled()


@contextmanager
def notebook(widget: BoardWidget) -> Iterator[tuple[str, threading.Lock]]:
    """Serve a page with the widget; yields its address, and what is held while Python goes on."""
    lock = threading.Lock()
    said: list[Any] = []
    widget.send = lambda content, _buffers=None: said.append(content)

    class Kernel(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state = widget.get_state()
            files = {
                "/": (_PAGE, "text/html"),
                "/esm.js": (state["_esm"], "text/javascript"),
                "/state": (
                    json.dumps({name: state[name] for name in ("height", "looks", "theme")}),
                    "application/json",
                ),
            }
            self._answer(*files.get(self.path, ("", "text/plain")))

        def do_POST(self) -> None:
            content = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with lock:
                if content is not None:
                    widget._handle_custom_msg(content, [])
                told = json.dumps(said)
                said.clear()
            self._answer(told, "application/json")

        def _answer(self, text: str, kind: str) -> None:
            body = text.encode()
            self.send_response(200)
            self.send_header("content-type", f"{kind}; charset=utf-8")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Kernel)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", lock
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
