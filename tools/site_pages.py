"""What mkdocs adds to docs/ for the site: a page of the API, the gallery, files outside docs/.

The gallery is drawn before (`make gallery`). A page may link to files of the project that are no
documentation; they are taken along.
"""

import importlib
import json
import re
from pathlib import Path
from typing import Any, Final

_ROOT: Final = Path(__file__).parents[1]
_GALLERY: Final = _ROOT / "build" / "gallery"
_API: Final = "openapi.md"
# A link out of docs/: to a file of the project, and maybe to a heading of it.
_OUTSIDE: Final = re.compile(r"\]\((?P<up>(?:\.\./)+)(?P<path>[^)#]+)(?:#[^)]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the page of the API, the gallery, and every file that a page links to outside docs/."""
    # Tests of the rest go without it.
    made = importlib.import_module("mkdocs.structure.files").File
    document = json.loads((_ROOT / "docs" / "openapi.json").read_text())
    files.append(made.generated(config, _API, content=api_page(document)))
    for page in list(files.documentation_pages()):
        for target in outside(page.src_uri, page.content_string):
            if files.get_file_from_path(f"files/{target}") is None:
                content = (_ROOT / target).read_bytes()
                # As it is, and no page.
                uri = f"files/{target}{'.txt' if target.endswith('.md') else ''}"
                if files.get_file_from_path(uri) is None:
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
        return f"]({up}files/{target}{'.txt' if target.endswith('.md') else ''})"

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
