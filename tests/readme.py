"""The pages whose blocks are executed: what they ask, and what they say is answered.

A `console` block holds commands after `$ `, each followed by what it prints; a `python` block is an
interactive session. A block whose first line is `# NAME`, a name with a dot, is a file of that name
for the blocks below it. The blocks of a page share a folder, and its sessions their names.
`python tests/readme.py --write` puts the present answers into the pages.
"""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from lexbelli.cli.app import app

README = Path(__file__).parents[1] / "README.md"
DOCS = README.parent / "docs"
PAGES = (
    README,
    *(DOCS / name for name in ("tour.md", "python.md", "trust.md")),
    *sorted((DOCS / "start").glob("*.md")),
)
_FILE = re.compile(r"# ([a-z_]+\.[a-z]+)\n")
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    language: str
    text: str
    start: int

    @property
    def file(self) -> str | None:
        """The name of the file that the block is, if it is one."""
        named = _FILE.match(self.text)
        return named and named[1]


def blocks(text: str) -> Iterator[Block]:
    for found in _FENCE.finditer(text):
        yield Block(found[1], found[2], found.start(2))


def answer(block: Block, folder: Path, names: dict[str, Any]) -> str:
    """Return the block as it should read, with the answers of today."""
    if block.file is not None:
        (folder / block.file).write_text(block.text, "utf-8")
        return block.text
    if block.language == "console":
        return "".join(_console(block.text, folder))
    with chdir(folder):
        return "".join(_python(block.text, names))


def _console(text: str, folder: Path) -> Iterator[str]:
    bin_folder = str(Path(sys.executable).parent)
    plain = {"PATH": f"{bin_folder}:{os.environ['PATH']}", "COLUMNS": "80", "NO_COLOR": "1"}
    environment = {**os.environ, **plain}
    environment.pop("FORCE_COLOR", None)
    for line in text.splitlines():
        if not line.startswith("$ "):
            continue
        words = _words(line[2:])
        if words is not None:
            with chdir(folder):
                result = CliRunner().invoke(app, words, prog_name="lexbelli", env=plain)
            yield f"{line}\n{result.output}"
            continue
        done = subprocess.run(
            ["sh", "-c", line[2:]],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=environment,
            check=False,
            timeout=120,
            text=True,
        )
        yield f"{line}\n{done.stdout}"


def _words(line: str) -> list[str] | None:
    """The words of a command that asks nothing of the shell: this process can run it as well."""
    read = shlex.shlex(line, posix=True, punctuation_chars=True)
    read.whitespace_split = True
    command, *words = read
    asks = any(set(word) <= set("();<>|&") for word in words)
    return None if asks or command != "lexbelli" else words


def _python(text: str, names: dict[str, Any]) -> Iterator[str]:
    parser = doctest.DocTestParser()
    for example in parser.get_examples(text):
        first, *more = example.source.splitlines()
        yield f">>> {first}\n" + "".join(f"... {line}\n" for line in more)
        output = io.StringIO()
        with redirect_stdout(output):
            try:
                exec(compile(example.source, "page", "single"), names)
            except Exception as error:  # noqa: BLE001 (what an interactive session shows)
                kind = f"{type(error).__module__}.{type(error).__qualname__}"
                print(f"Traceback (most recent call last):\n  ...\n{kind}: {error}")
        yield output.getvalue()


def renewed(text: str, folder: Path) -> str:
    """Return the whole text with the answers of today."""
    names: dict[str, Any] = {}
    parts, end = [], 0
    for block in blocks(text):
        parts += [text[end : block.start], answer(block, folder, names)]
        end = block.start + len(block.text)
    return "".join([*parts, text[end:]])


if __name__ == "__main__":
    import tempfile

    assert sys.argv[1:] == ["--write"], __doc__
    for page in PAGES:
        with tempfile.TemporaryDirectory() as scratch:
            page.write_text(renewed(page.read_text("utf-8"), Path(scratch)), "utf-8")
