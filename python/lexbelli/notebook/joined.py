"""The modules of the page as one, since a notebook's front end loads a single module.

Nothing is read but how they are bound together: one `import` or `export` a line, as they are
written in `web/static`. What is written otherwise is refused, so that a test tells of it.
"""

import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Final

__all__ = ["join", "static", "widget_module"]

_IMPORT: Final = re.compile(
    r"^import (?:\{ (?P<names>[\w, $]+) \}|\* as (?P<all>\w+)) from \"\./(?P<file>[\w-]+\.js)\";$"
)
_EXPORT: Final = re.compile(
    r"^export (?P<what>(?:async )?(?:const|function|class) (?P<name>\w+).*)$"
)
_DEFAULT: Final = re.compile(r"^export default (?P<what>.+;)$")
# What stands nowhere but at the beginning of the lines above.
_OTHER: Final = re.compile(r"^\s*(import|export)\b|\bimport\s*\(|\bimport\.meta\b")


def static(name: str) -> str:
    """Return a file of the page."""
    return resources.files("lexbelli.web").joinpath("static", name).read_text("utf-8")


@cache
def widget_module() -> str:
    """Return the module of the widget, with all that it needs."""
    return join("widget.js", static)


def join(entry: str, read: Callable[[str], str]) -> str:
    """Return a module with all that it imports, as one without imports.

    Each time its `render` is called all modules begin anew: two boards on one page, of two games
    maybe, share nothing.

    Args:
        entry: The module's file; by default it exports an object with `render`.
        read: What returns the text of a file.

    Raises:
        ValueError: A line of a module binds it to others in a way that is not known, or modules
            import each other.
    """
    made: dict[str, str] = {}
    _add(entry, read, made, ())
    body = "\n".join(made.values())
    return (
        f"function begun() {{\nconst modules = {{}};\n{body}\n"
        f'return modules["{entry}"].default;\n}}\n'
        "export default { render: (context) => begun().render(context) };\n"
    )


def _add(
    name: str, read: Callable[[str], str], made: dict[str, str], above: tuple[str, ...]
) -> None:
    """Put a module behind those that it imports."""
    if name in made:
        return
    if name in above:
        raise ValueError(f"{name}: is imported by what it imports")
    exported: dict[str, str] = {}
    lines = []
    for number, line in enumerate(read(name).splitlines(), 1):
        if found := _IMPORT.match(line):
            _add(found["file"], read, made, (*above, name))
            bound = found["all"] or f"{{ {found['names'].replace(' as ', ': ')} }}"
            lines.append(f'const {bound} = modules["{found["file"]}"];')
        elif found := _EXPORT.match(line):
            exported[found["name"]] = found["name"]
            lines.append(found["what"])
        elif found := _DEFAULT.match(line):
            exported["default"] = "entry"
            lines.append(f"const entry = {found['what']}")
        elif _OTHER.search(line):
            raise ValueError(f"{name}:{number}: cannot be joined: {line.strip()[:80]}")
        else:
            lines.append(line)
    told = ", ".join(f"{key}: {value}" for key, value in exported.items())
    body = "\n".join(lines)
    made[name] = f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {told} }};\n}})();'
