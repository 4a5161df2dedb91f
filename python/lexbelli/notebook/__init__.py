"""The board in a notebook (docs/notebooks.md); `pip install 'lexbelli[notebook]'`."""

from importlib.util import find_spec

for _name in ("anywidget",):
    if find_spec(_name) is None:
        _said = f"lexbelli.notebook needs {_name}: pip install 'lexbelli[notebook]'"
        raise ImportError(_said, name=_name)

# ruff: noqa: E402 - what it needs was looked for
from lexbelli.notebook.widget import BoardWidget

__all__ = ["BoardWidget"]
