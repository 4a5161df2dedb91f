"""What mkdocs adds to docs/ for the site.

That is the rulebooks by chapter, a page of the API, the gallery, and files outside docs/. The
gallery is drawn before (`make gallery`). A page may link to files of the project that are no
documentation; they are taken along.
"""

import importlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tools import rule_pages

_ROOT: Final = Path(__file__).parents[1]
_GALLERY: Final = _ROOT / "build" / "gallery"
_API: Final = "openapi.md"
_TEXTS: Final = frozenset({".lp", ".md", ".toml"})
# A link out of docs/: to a file of the project, and maybe to a heading of it.
_OUTSIDE: Final = re.compile(r"\]\((?P<up>(?:\.\./)+)(?P<path>[^)#]+)(?:#[^)]*)?\)")


def on_config(config: Any) -> Any:
    """Put the chapters of each game below the place where the list of pages names them."""
    lists = {rule_pages.titles(game)[0][1]: rule_pages.titles(game) for game in rule_pages.GAMES}
    config["nav"] = [_with_chapters(entry, lists) for entry in config["nav"]]
    return config


def _with_chapters(entry: Any, lists: Mapping[str, Sequence[tuple[str, str]]]) -> Any:
    """Return an entry of the list of pages with the chapters in it."""
    if not isinstance(entry, dict):
        return entry
    return {
        title: [_with_chapters(each, lists) for each in below]
        if isinstance(below, list)
        else [{name: path} for name, path in lists[below]]
        if below in lists
        else below
        for title, below in entry.items()
    }


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made, the gallery, and what pages link to outside docs/."""
    # Tests of the rest go without it.
    made = importlib.import_module("mkdocs.structure.files").File
    document = json.loads((_ROOT / "docs" / "openapi.json").read_text())
    pages = {_API: api_page(document)}
    for game in rule_pages.GAMES:
        pages |= rule_pages.pages(game)
    for uri, page_text in pages.items():
        files.append(made.generated(config, uri, content=page_text))
    for page in list(files.documentation_pages()):
        for target in outside(page.src_uri, page.content_string):
            uri = _taken(target)
            if files.get_file_from_path(uri) is None:
                content = (_ROOT / target).read_bytes()
                files.append(made.generated(config, uri, content=content))
    for picture in sorted(_GALLERY.rglob("*")):
        if picture.is_file():
            uri = f"gallery/{picture.relative_to(_GALLERY).as_posix()}"
            files.append(made.generated(config, uri, content=picture.read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point links that leave docs/ to where their files are taken."""
    at = page.file.src_uri
    up = "../" * at.count("/")

    def linked(found: re.Match[str]) -> str:
        target = _target(at, found)
        if target is None:
            return found[0]
        return f"]({up}{_taken(target)})"

    return _OUTSIDE.sub(linked, markdown)


def outside(at: str, markdown: str) -> list[str]:
    """Return the files outside docs/ that a page of docs/ links to, by their paths."""
    found = (_target(at, each) for each in _OUTSIDE.finditer(markdown))
    return [each for each in found if each is not None]


def _target(at: str, found: re.Match[str]) -> str | None:
    """Return the file that a link goes to, from the project's folder; None if it is in docs/."""
    path = (_ROOT / "docs" / at).parent / found["up"] / found["path"]
    name = path.resolve().relative_to(_ROOT).as_posix()
    return None if name.startswith("docs/") else name


def _taken(target: str) -> str:
    """Return where a file is taken: as a text that browsers show, and no page, if it is one."""
    return f"files/{target}{'.txt' if Path(target).suffix in _TEXTS else ''}"


def api_page(document: Any) -> str:
    """Return the page of an OpenAPI document, as Markdown."""
    lines = [
        "# The API of a served game",
        "",
        "[Running it](serve.md) says who may ask; the document is [openapi.json](openapi.json).",
    ]
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            lines += ["", f"## {method.upper()} {path}", "", told["summary"], ""]
            fields = [
                (each["name"], each["schema"], each["required"])
                for each in told.get("parameters", ())
            ]
            body = told.get("requestBody")
            if body is not None:
                schema = body["content"]["application/json"]["schema"]
                fields = [
                    (name, each, name in schema["required"])
                    for name, each in schema["properties"].items()
                ]
            if fields:
                lines += ["| field | what | must be there |", "|---|---|---|"]
                lines += [
                    f"| `{name}` | {_cell(each.get('description', ''))} | {'yes' if must else ''} |"
                    for name, each, must in fields
                ]
            for kind, each in told["responses"]["200"]["content"].items():
                name = each["schema"].get("$ref", "").rpartition("/")[2]
                answer = f"[{name}](#{name.lower()})" if name else f"`{kind}`"
                lines += ["", f"Answer: {answer}."]
    lines += ["", "## What answers hold"]
    for name, schema in document["components"]["schemas"].items():
        lines += ["", f"### {name}", "", "```json", json.dumps(schema, indent=1), "```"]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
