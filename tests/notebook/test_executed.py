"""The example notebook executed by a kernel: the widget in its outputs, clicks that reach it."""

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
WIDGET = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


class Notebook:
    """A notebook while it is executed."""

    def __init__(self, client: NotebookClient) -> None:
        self.client = client
        self.book = client.nb

    def run(self, source: str) -> str:
        """Run a cell more; returns what it shows as text."""
        cell: Any = nbformat.v4.new_code_cell(source)  # type: ignore[no-untyped-call]
        self.book.cells.append(cell)
        self.client.execute_cell(cell, len(self.book.cells) - 1)
        return "".join(str(each["data"]["text/plain"]) for each in cell.outputs)

    def click(self, model: str, path: str, **given: Any) -> None:
        """Let the front end of a widget say something, as a click does."""
        client = self.client.kc
        assert client is not None
        asked = {"ask": "click", "method": "POST", "path": path, "given": given}
        data = {"method": "custom", "content": asked}
        message = client.session.msg("comm_msg", {"comm_id": model, "data": data})
        client.shell_channel.send(message)


def shown(cell: Any) -> Any:
    """The data of the widget that a cell shows."""
    (found,) = (each["data"] for each in cell.outputs if WIDGET in each.get("data", {}))
    return found


def test_the_example_is_executed_and_a_click_comes_to_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    text = (ROOT / "examples" / "board.ipynb").read_text("utf-8")
    book = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(book)
    client = NotebookClient(book, timeout=120, kernel_name="python3")
    with client.setup_kernel():
        at = Notebook(client)
        for number, cell in enumerate(list(book.cells)):
            client.execute_cell(cell, number)
        code = [cell for cell in book.cells if cell.cell_type == "code"]
        first, second = shown(code[0]), shown(code[3])
        for data in (first, second):
            # Who has no widgets sees the board as a picture.
            assert data["image/svg+xml"].startswith("<svg")
        assert "akhalkaln" in str(code[1].outputs)
        assert "11.1.5-1" in str(code[2].outputs)
        hexes = second[WIDGET]["model_id"]
        order = json.loads(at.run("hexes.position.orders()[0].text").replace("'", '"'))
        at.click(hexes, "/chosen", answer=order)
        assert at.run("str(hexes.move)") == f"'{order}'"
        at.click(hexes, "/api/play", answer=order, step=0)
        assert at.run("played") == f"['{order}']"
        assert at.run("hexes.position == front.play(played[0])") == "True"
        # Nothing that is said to it ends in a traceback.
        at.click(hexes, "/api/nothing", answer=None)
        assert at.run("hexes.move, hexes.answer") == "(None, None)"
        client.set_widgets_metadata()
    state = book.metadata.widgets[STATE]["state"][hexes]["state"]
    assert "export default" in state["_esm"]
    assert not {"position", "move", "answer"} & set(state)
