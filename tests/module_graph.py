"""The module graph of a Rust crate, drawn from its `use` lines, its paths and its methods.

Only what the crate is built of counts: comments, strings and what stands under `#[cfg(test)]` do
not. Modules are those that `lib.rs` declares; what is inside of one is its own affair.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<comment>//[^\n]*|/\*.*?\*/)
    | (?P<string>b?r(?P<hash>\#*)".*?"(?P=hash)|[bc]?"(?:\\.|[^"\\])*")
    | (?P<char>b?'(?:\\.[^']*|[^\\'])')
    | (?P<word>(?:r\#)?[A-Za-z_]\w*)
    | (?P<path>::)
    | (?P<other>'|[^\s\w])
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING, _CLOSING = ("{", "(", "["), ("}", ")", "]")
_STARTS = {"crate", "self", "super"}
_TEST = ["#", "[", "cfg", "(", "test", ")", "]"]


class Token(NamedTuple):
    """A word or a sign, and its line."""

    text: str
    line: int


class Edge(NamedTuple):
    """One module asks another, at a line of a file."""

    source: str
    target: str
    file: Path
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.source} asks {self.target} ({self.what})"


@dataclass
class Source:
    """A file of a crate: where it belongs, and its tokens."""

    file: Path
    module: tuple[str, ...]
    tokens: list[Token]


@dataclass
class Methods:
    """Who defines which functions: `extensions` are methods of another module's type."""

    own: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    extensions: dict[str, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))


def tokens(text: str) -> list[Token]:
    """The words and signs of a text without its comments, strings and characters."""
    found = []
    line, last = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        if match.lastgroup in {"word", "path", "other"}:
            found.append(Token(match.group(), line))
    return found


def _closing(stream: list[Token], at: int) -> int:
    """Where the bracket that opens at `at` closes."""
    depth = 0
    for place in range(at, len(stream)):
        depth += stream[place].text in _OPENING
        depth -= stream[place].text in _CLOSING
        if depth == 0:
            return place
    return len(stream) - 1


def _end_of_item(stream: list[Token], at: int) -> int:
    """Where the item that begins at `at`, its attributes first, ends."""
    while at < len(stream) and stream[at].text != ";":
        if stream[at].text in _OPENING:
            brace = stream[at].text == "{"
            at = _closing(stream, at)
            if brace:
                return at
        at += 1
    return at


def _without_tests(stream: list[Token]) -> tuple[list[Token], list[str]]:
    """The tokens outside of `#[cfg(test)]`, and the names of the files that stand under it."""
    kept, files = [], []
    at = 0
    while at < len(stream):
        if [token.text for token in stream[at : at + len(_TEST)]] != _TEST:
            kept.append(stream[at])
            at += 1
            continue
        end = _end_of_item(stream, at + len(_TEST))
        words = [token.text for token in stream[at + len(_TEST) : end + 1]]
        if words[0] == "mod" and words[-1] == ";":
            files.append(words[1])
        at = end + 1
    return kept, files


def _tree(stream: list[Token], at: int, head: list[str]) -> Iterator[tuple[list[str], int]]:
    """The paths of the tree of `use`, or the one path, that begins at `at`, each with its line."""
    path = list(head)
    line = stream[at].line
    while at < len(stream):
        if stream[at].text == "{":
            end = _closing(stream, at)
            begin, depth = at + 1, 0
            for place in range(at + 1, end + 1):
                text = stream[place].text
                if place == end or (text == "," and depth == 0):
                    if place > begin:
                        yield from _tree(stream[begin:place], 0, path)
                    begin = place + 1
                depth += (text in _OPENING) - (text in _CLOSING)
            return
        line = stream[at].line
        path.append(stream[at].text)
        if at + 1 == len(stream) or stream[at + 1].text != "::":
            break
        at += 2
    yield path, line


def _absolute(here: list[str], path: list[str]) -> list[str] | None:
    """What a path leads to below the crate's root; `None` if it leaves the crate."""
    if path[0] == "crate":
        return path[1:]
    if path[0] not in {"self", "super"}:
        return None
    base = list(here)
    for at, word in enumerate(path):
        if word == "super":
            base = base[:-1]
        elif word != "self":
            return base + path[at:]
    return base


def _paths(source: Source) -> Iterator[tuple[list[str], int]]:
    """Every path of a file that leads to something of its crate, with its line."""
    stream = source.tokens
    inner: list[tuple[str, int]] = []
    at = 0
    while at + 1 < len(stream):
        text, following = stream[at].text, stream[at + 1].text
        inner = [(name, end) for name, end in inner if end >= at]
        here = [*source.module, *(name for name, _ in inner)]
        found: Iterator[tuple[list[str], int]] = iter(())
        if text == "mod" and stream[min(at + 2, len(stream) - 1)].text == "{":
            inner.append((following, _closing(stream, at + 2)))
        elif text == "pub" and following == "(":
            at = _closing(stream, at + 1)
        elif text == "use" and following != "<":
            end = _end_of_use(stream, at)
            found = _tree(stream[at + 1 : end], 0, [])
            at = end
        elif text in _STARTS and following == "::" and (at == 0 or stream[at - 1].text != "::"):
            found = _tree(stream, at, [])
        for path, line in found:
            leads = _absolute(here, path)
            if leads:
                yield leads, line
        at += 1


def _end_of_use(stream: list[Token], at: int) -> int:
    while stream[at].text != ";":
        at += 1
    return at


@cache
def sources(crate: Path) -> list[Source]:
    """The files a crate is built of, but for its root."""
    found: list[Source] = []
    tests: set[tuple[str, ...]] = set()
    # A file says which files below it are tests, so whatever stands higher is read first.
    for file in sorted(crate.rglob("*.rs"), key=lambda file: (len(file.parts), str(file))):
        module = file.relative_to(crate).with_suffix("").parts
        if module[-1] in {"mod", "lib", "main"}:
            module = module[:-1]
        if any(module[: len(test)] == test for test in tests):
            continue
        stream, names = _without_tests(tokens(file.read_text("utf-8")))
        tests |= {(*module, name) for name in names}
        if module:
            found.append(Source(file, module, stream))
    return found


def modules(crate: Path) -> set[str]:
    """The modules that a crate's root declares."""
    root = (crate / "lib.rs").read_text("utf-8")
    return set(re.findall(r"^\s*(?:pub(?:\([^)]*\))? )?mod (\w+)", root, re.MULTILINE))


def edges(crate: Path) -> list[Edge]:
    """Which module names which other one, and where."""
    known = modules(crate)
    return [
        Edge(source.module[0], path[0], source.file, line, "::".join(path))
        for source in sources(crate)
        for path, line in _paths(source)
        if path[0] in known and path[0] != source.module[0]
    ]


def cycles(found: list[Edge]) -> list[tuple[str, ...]]:
    """The sets of modules that all reach each other."""
    onward = defaultdict(set)
    for edge in found:
        onward[edge.source].add(edge.target)

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            further = onward.get(waiting.pop(), set()) - seen
            seen |= further
            waiting += further
        return seen

    reach = {module: reached(module) for module in list(onward)}
    rings = {
        tuple(sorted(other for other in ring if module in reach.get(other, set())))
        for module, ring in reach.items()
        if module in ring
    }
    return sorted(rings)


def _impl(stream: list[Token], at: int) -> tuple[str | None, int]:
    """The type of the `impl` that begins at `at`, if it is of no trait, and where its body is."""
    at += 1
    if stream[at].text == "<":
        depth = 0
        while True:
            depth += (stream[at].text == "<") - (stream[at].text == ">")
            at += 1
            if depth == 0:
                break
    body = at
    while stream[body].text != "{":
        body += 1
    of_a_trait = any(token.text == "for" for token in stream[at:body])
    return None if of_a_trait else stream[at].text, body


def methods(files: list[Source]) -> Methods:
    """Who defines which functions."""
    homes = defaultdict(set)
    for source in files:
        for word, following in zip(source.tokens, source.tokens[1:], strict=False):
            if word.text in {"struct", "enum", "type"}:
                homes[following.text].add(source.module[0])
    found = Methods()
    for source in files:
        module, stream = source.module[0], source.tokens
        extended, until = None, -1
        for at, token in enumerate(stream[:-1]):
            starts = at == 0 or stream[at - 1].text in {"}", ";", "]"}
            if token.text == "impl" and starts and at > until:
                extended, body = _impl(stream, at)
                until = _closing(stream, body)
            elif token.text == "fn":
                name = stream[at + 1].text
                home = homes.get(extended or "") if at <= until else None
                if extended and home and module not in home:
                    found.extensions[name].add((extended, module))
                else:
                    found.own[name].add(module)
    return found


def calls(source: Source, known: Methods) -> Iterator[tuple[str, set[str], int]]:
    """The methods that others may have added to a type and that a file asks: the name, who defines
    something of that name, and the line.
    """
    stream = source.tokens
    for at in range(2, len(stream) - 1):
        name, sign = stream[at].text, stream[at - 1].text
        if name not in known.extensions or sign not in {".", "::"}:
            continue
        added = known.extensions[name]
        if sign == "." and stream[at + 1].text in {"(", "::"}:
            yield name, {module for _, module in added} | known.own[name], stream[at].line
        elif sign == "::":
            of_type = {module for kind, module in added if kind == stream[at - 2].text}
            if of_type:
                yield name, of_type, stream[at].line
