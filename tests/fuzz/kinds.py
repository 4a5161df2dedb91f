"""Kinds of spoilt input of strangers, each in any number of variants: what a command is given.

A kind is a function that writes files into a folder, which is the working folder then, and returns
the command line and what surrounds it. Everything is decided by the dice.
"""

import gzip
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

import lexbelli
from fuzz.spoilt import spoilt
from fuzz.words import (
    ATOMS,
    DIGITS,
    GROWING,
    NUMBERED,
    NUMBERS,
    PRINTING,
    TEXTS,
    WORDED,
    command_lines,
)
from lexbelli import _core

__all__ = ["KINDS", "Trial"]

_BOM: Final = b"\xef\xbb\xbf"
_SCENARIOS: Final = ("1914_campaign", "1916_total_war", "1914_limited_war")


@dataclass
class Trial:
    """What a command is given.

    Attributes:
        args: The command line, as bytes where it is no text.
        stdin: What it reads.
        env: What is in its environment besides ours.
        streams: Streams that are something else: `stdout` -> `closed`, `full`, ...
        raw: Whether it may print what a file holds as it is.
        alone: Whether a new interpreter must be started for it.
    """

    args: Sequence[str | bytes]
    stdin: bytes = b""
    env: Mapping[str, str] = field(default_factory=dict)
    streams: Mapping[str, str] = field(default_factory=dict)
    raw: bool = False
    alone: bool = False


Dice = random.Random


@cache
def _documents() -> list[str]:
    return [lexbelli.scenario(name).to_json() for name in _SCENARIOS]


@cache
def _compact() -> list[bytes]:
    return [lexbelli.scenario(name).to_bytes() for name in _SCENARIOS]


@cache
def _puzzles() -> list[str]:
    paths = [path for path in _core.resources() if "/puzzles/" in path]
    return [_core.resource(path) for path in sorted(paths)]


@cache
def _record() -> str:
    record = lexbelli.Record(lexbelli.scenario("1914_campaign"), every=2)
    record.play("activate suez move; entrench suez", roll=3)
    record.play("automatic")
    return record.text()


def _damaged(content: bytes, dice: Dice) -> bytes:
    """Spoil bytes, give them a mark, or pack them."""
    if dice.random() < 0.6:
        content = spoilt(content, dice, [content])
    if dice.random() < 0.2:
        content = dice.choice((_BOM, b"\xff\xfe", _BOM * 2)) + content
    if dice.random() < 0.15:
        content = gzip.compress(content)
        if dice.random() < 0.5:
            content = spoilt(content, dice, [content])
    return content


def _bomb(dice: Dice) -> bytes:
    """Return a file of a few MB that unpacks to gigabytes."""
    byte = dice.choice((b"\n", b" ", b"x", b"\x00", b'{"a": 1}\n', b"[" * 9))
    member = gzip.compress(byte * (20_000_000 // len(byte)))
    return member * dice.choice((2, 20, 200))


def _odd(dice: Dice) -> Any:
    """Return a value that stands where another is wanted."""
    return dice.choice(
        (
            None,
            True,
            -1,
            0,
            10**30,
            2**63,
            1.5,
            "",
            "x",
            [],
            {},
            [[]],
            {"a": {}},
            [1, "a", None],
            "\x1b[2J",
            "\ud800",
            "kars",
            "ap",
            ["kars"],
            {"kars": 1},
            "9" * 400,
            "x" * 100_000,
        )
    )


def _other(value: Any, dice: Dice) -> Any:
    """Return plain data with one thing in it changed."""
    if isinstance(value, dict) and value and dice.random() < 0.85:
        key = dice.choice(list(value))
        made = dict(value)
        match dice.randrange(5):
            case 0:
                del made[key]
            case 1:
                made[dice.choice(TEXTS)[:200]] = _odd(dice)
            case _:
                made[key] = _other(value[key], dice)
        return made
    if isinstance(value, list) and value and dice.random() < 0.8:
        at = dice.randrange(len(value))
        more = [_other(value[at], dice)] * dice.choice((1, 1, 2))
        return [*value[:at], *more, *value[at + 1 :]]
    return _odd(dice)


def _json(content: Any, dice: Dice) -> bytes:
    text = json.dumps(content, ensure_ascii=dice.random() < 0.7)
    if dice.random() < 0.1:
        text = text.replace(": 1", f": {dice.choice(NUMBERS)}", 1)
    return text.encode("utf-8", "surrogatepass")


def position(folder: Path, dice: Dice) -> Trial:
    """A position that is none, to every command that reads one."""
    form = dice.randrange(5)
    if form == 0:
        content, ending = _damaged(dice.choice(_compact()), dice), ".bin"
    elif form == 1:
        scenario = _core.resource(f"scenarios/pursuit_of_glory/{dice.choice(_SCENARIOS)}.toml")
        content, ending = (
            _damaged(_toml(scenario, dice).encode(errors="surrogatepass"), dice),
            ".toml",
        )
    elif form == 2:
        content, ending = _damaged(dice.choice(_documents()).encode(), dice), ".json"
    elif form == 3 and dice.random() < 0.3:
        content, ending = _bomb(dice), ".json.gz"
    else:
        document = json.loads(dice.choice(_documents()))
        for _ in range(dice.choice((1, 1, 3))):
            changed = _other(document, dice)
            document = changed if isinstance(changed, dict) or dice.random() < 0.1 else document
        content, ending = _json(document, dice), dice.choice((".json", ".jsonl", "", ".gz"))
    name, stdin = "-", content
    if dice.random() < 0.8:
        name, stdin = f"mine{ending}", b""
        (folder / name).write_bytes(content)
    return Trial([*_reading(dice, name if "/" in name or name == "-" else f"./{name}")], stdin)


def _reading(dice: Dice, name: str) -> list[str]:
    """Return a command line that reads a position."""
    allow = ["--allow", "all"] if dice.random() < 0.5 else []
    move = "activate kars move; go ru_div_4 oltu"
    return dice.choice(
        (
            ["show", name, *allow],
            ["show", name, *allow, "--json"],
            ["show", name, *allow, "--decision"],
            ["show", name, *allow, "--around", "kars"],
            ["supply", name, *allow, "--why"],
            ["activation", name, *allow],
            ["attrition", name, *allow],
            ["victory", name, *allow],
            ["orders", name, *allow],
            ["moves", name, *allow, "--sample", "2", "--seed", "1"],
            ["check", name, *allow, move],
            ["play", name, *allow, move, "-o", "out.json"],
            ["attacks", name, *allow],
            ["odds", name, *allow, "attack koprukoy with ru_div_3"],
            ["facts", name, *allow],
            ["draw", name, *allow, "-o", "out.svg"],
            ["diff", name, "1914_campaign"],
            ["mend", name, *allow, move],
            ["supply", name, *allow, "--by", "law"],
        )
    )


def _toml(text: str, dice: Dice) -> str:
    """Return a TOML text with some values changed."""
    lines = text.split("\n")
    for _ in range(dice.choice((1, 1, 2, 4))):
        at = dice.randrange(len(lines))
        key, equals, _ = lines[at].partition("=")
        value = dice.choice(
            (
                *NUMBERS,
                "true",
                "[]",
                "{}",
                "[[]]",
                "1979-05-27",
                "07:32:00",
                '"x"',
                '"\x1b[2J"',
                "'''",
                '"\\u001b[31m\\u202e"',
                '"\\ud800"',
                '{a = "b"}',
                '["a", 1]',
                '"' + "x" * 5000 + '"',
                "[" * 3000,
            )
        )
        lines[at] = f"{key}= {value}" if equals else f"x{at} = {value}"
    return "\n".join(lines)


def puzzle(folder: Path, dice: Dice) -> Trial:
    """A puzzle file with wrong types, odd numbers and odd changes."""
    text = dice.choice(_puzzles())
    if dice.random() < 0.5:
        text = _toml(text, dice)
    if dice.random() < 0.5:
        kind = dice.choice(("units", "control", "events", "setup", "unitz", ""))
        odd = dice.choice(
            (
                "1",
                '"x"',
                "[]",
                "nan",
                "true",
                "{}",
                '{kars = "ap"}',
                "{kars = 1}",
                '{tu_ix_corps = ""}',
                "{tu_ix_corps = true}",
                "{ap_11 = 99999999999999999999}",
                "{ap_11 = -5}",
                '{"\\u001b[2J" = "ap"}',
                "{units = 3}",
                "{tracks = {vp = 1e999}}",
                f"{{ap_11 = {DIGITS}}}",
                "{kars = 1979-05-27}",
            )
        )
        text = f"change.{kind} = {odd}\n{text}" if kind else f"change = {odd}\n{text}"
    content = text.encode(errors="surrogatepass")
    if dice.random() < 0.3:
        content = _damaged(content, dice)
    (folder / "mine.toml").write_bytes(content)
    how = dice.choice(
        (
            ["puzzle"],
            ["puzzle"],
            ["puzzle", "--solve", "--time", "1"],
            ["puzzle", "--json"],
            ["verify", "--no-units", "--time", "1"],
        )
    )
    return Trial([*how, "./mine.toml"])


def snippet(folder: Path, dice: Dice) -> Trial:
    """Rules of a puzzle that grow, contradict themselves, or are none."""
    if dice.random() < 0.5:
        text = dice.choice(GROWING)
    else:
        heads = ("goal", "p(A,B)", "n(A)", "n(B)", "p(B,A)", "goal", "then_at(A,B)", "q")
        rules = ["goal :- n(_)." if dice.random() < 0.5 else "goal :- p(A,B), then_at(A,B)."]
        for _ in range(dice.randrange(1, 5)):
            body = ", ".join(dice.choices(ATOMS, k=dice.randrange(1, 5)))
            rules.append(f"{dice.choice(heads)} :- {body}.")
        text = " ".join([*rules, *(["n(1)."] if dice.random() < 0.5 else [])])
    if dice.random() < 0.2:
        text = (
            spoilt(text.encode(), dice, [b"goal."]).decode("utf-8", "replace").replace("\x00", "")
        )
    at = dice.choice(_SCENARIOS)
    ops = str(dice.choice((1, 2, 4)))
    limit = ["--time", "2"] if dice.random() < 0.8 else ["--limit", "1"]
    if dice.random() < 0.5:
        return Trial(["solve", at, "--side", "ap", "--ops", ops, "--asp", text, *limit])
    quoted = json.dumps(text)
    (folder / "mine.toml").write_text(
        f'position = "{at}"\nside = "ap"\nops = {ops}\nasp = {quoted}\n'
    )
    how = dice.choice((["puzzle", "--solve"], ["verify", "--no-units"]))
    return Trial([*how, "./mine.toml", "--time", "2"])


def record(folder: Path, dice: Dice) -> Trial:
    """A record that is damaged, packed, or holds half letters."""
    lines = _record().split("\n")
    for _ in range(dice.choice((0, 1, 1, 2))):
        at = dice.randrange(len(lines))
        if lines[at]:
            lines[at] = _json(_other(json.loads(lines[at]), dice), dice).decode(
                "utf-8", "surrogatepass"
            )
    content = "\n".join(lines).encode("utf-8", "surrogatepass")
    content = _bomb(dice) if dice.random() < 0.08 else _damaged(content, dice)
    name = dice.choice(("game.jsonl", "game.jsonl.gz", "game", "game.json"))
    (folder / name).write_bytes(content)
    name = f"./{name}"
    return Trial(
        dice.choice(
            (
                ["replay", name],
                ["replay", name, "--verify"],
                ["tell", name],
                ["tell", name, "--brief", "--as", dice.choice(("ap", "central", "x"))],
                ["tell", name, "--json", "--turns", dice.choice(NUMBERS)],
                ["replay", name, "--json", "--to", dice.choice(NUMBERS)],
                ["show", name],
                ["supply", name],
                ["play", name, "automatic", "--record", name],
                [
                    "play",
                    "1914_campaign",
                    "activate suez move; entrench suez",
                    "--roll",
                    "3",
                    "--record",
                    name,
                ],
            )
        )
    )


def table(folder: Path, dice: Dice) -> Trial:
    """A table of rows with long, odd and damaged cells."""
    move, long = (
        "activate kars move; go ru_div_4 oltu",
        dice.choice((10_000, 2_000_000, 50_000_000)),
    )
    odd = dice.choice(
        (*TEXTS, "x" * long, " " * long, "{" + " " * long, "[" * long, "1914_campaign")
    )
    number = dice.choice((1, 50, 200_000))
    move_cell, position_cell, note = dice.choice(
        ((odd, "1914_campaign", "x"), (move, odd, "x"), (move, "1914_campaign", odd[:1_000_000]))
    )
    form = dice.choice(
        ("parquet", "parquet", "arrow", "arrows", "jsonl", "csv", "jsonl.gz", "csv.gz")
    )
    name = f"rows.{form}"
    if form in ("parquet", "arrow", "arrows"):

        def shared(cell: str) -> pa.Array:
            cell = cell.encode("utf-8", "replace").decode()
            return pa.DictionaryArray.from_arrays(
                pa.array([0] * number, pa.int32()), pa.array([cell])
            )

        rows = pa.table(
            {"move": shared(move_cell), "position": shared(position_cell), "note": shared(note)}
        )
        if form == "parquet":
            pq.write_table(rows, folder / name, compression="zstd")
        else:
            made = pa.ipc.new_file if form == "arrow" else pa.ipc.new_stream
            options = pa.ipc.IpcWriteOptions(compression=dice.choice((None, "zstd", "lz4")))
            with made(folder / name, rows.schema, options=options) as writer:
                writer.write_table(rows)
        content = (folder / name).read_bytes()
        if dice.random() < 0.4:
            content = spoilt(content, dice, [content])
    else:
        row = {
            "move": move_cell[:5_000_000],
            "position": position_cell[:5_000_000],
            "ops": 3,
            "note": note,
        }
        if form.startswith("jsonl"):
            line = _json(_other(row, dice) if dice.random() < 0.6 else row, dice)
        else:
            line = b"move,position,ops,note\n" + ",".join(
                '"' + str(cell).replace('"', '""') + '"' for cell in (*row.values(),)
            ).replace("3", dice.choice(NUMBERS), 1).encode("utf-8", "replace")
        content = _damaged((line + b"\n") * (1 if len(line) > 10_000 else 20), dice)
        if form.endswith(".gz"):
            content = _bomb(dice) if dice.random() < 0.2 else gzip.compress(content)
    (folder / name).write_bytes(content)
    extra = dice.choice(
        ([], ["--summary"], ["-o", "out.jsonl"], ["-o", "out.parquet"], ["--witnesses"])
    )
    if dice.random() < 0.2 and len(note) < 1000:
        extra = [*extra, "--keep", "note"]
    if dice.random() < 0.2:
        (folder / "moves.csv").write_text(f"move,position\n{move},0\n{move},x\n")
        return Trial(["validate", "moves.csv", "--positions", name, *extra], raw=True)
    return Trial(["validate", name, *extra], raw=True)


def compare(folder: Path, dice: Dice) -> Trial:
    """Recorded answers that are damaged."""
    golden = Path(__file__).parents[1] / "golden"
    with gzip.open(
        golden / dice.choice(("choices.jsonl.gz", "combat.jsonl.gz", "supply.jsonl.gz")), "rb"
    ) as stream:
        lines = [stream.readline() for _ in range(3)]
    row = json.loads(lines[0])
    for _ in range(dice.choice((1, 2, 5))):
        changed = _other(row, dice)
        row = changed if isinstance(changed, dict) else row
    content = _json(row, dice) + b"\n" + b"".join(lines[1:])
    content = _bomb(dice) if dice.random() < 0.08 else _damaged(content, dice)
    (folder / "theirs.jsonl").write_bytes(content)
    return Trial(["compare", "theirs.jsonl"])


def data(folder: Path, dice: Dice) -> Trial:
    """An owner's folder with a broken table, scenario, or something else in it."""
    own = folder / "own"
    own.mkdir()
    names = [
        path.split("/")[2]
        for path in _core.resources()
        if path.startswith("scenarios/pursuit_of_glory/") and path.count("/") == 2
    ]
    for _ in range(dice.choice((1, 1, 2))):
        name = dice.choice([each for each in names if each.endswith((".csv", ".toml"))])
        text = _core.resource(f"scenarios/pursuit_of_glory/{name}")
        if name.endswith(".toml") and dice.random() < 0.7:
            text = _toml(text, dice)
        content = text.encode(errors="surrogatepass")
        if dice.random() < 0.6:
            content = _damaged(content, dice)
        if name.endswith(".toml") and "tables" not in name and dice.random() < 0.4:
            name = dice.choice(("mine.toml", "\x1b[2J.toml", "é.toml", "x" * 200 + ".toml"))
        (own / name).write_bytes(content)
    if dice.random() < 0.1:
        (own / "folder.toml").mkdir(exist_ok=True)
    if dice.random() < 0.1:
        (own / "gone.toml").symlink_to("nowhere")
    args = dice.choice(
        command_lines(
            """
            scenarios
            show 1916_total_war
            show mine
            supply AT
            draw AT -o out.svg
            puzzle two_at_once
            show own/mine.toml
            show AT --around kars
            odds AT 'attack koprukoy with ru_div_3'
            """
        )
    )
    folder_name = dice.choice(("own", "own", "own", "nowhere", "own/mine.toml", "\x1b[2J", ""))
    return Trial(["--data", folder_name, *args])


def number(folder: Path, dice: Dice) -> Trial:
    """An option with a number that is none, or too large."""
    (folder / "rows.csv").write_text("move,position\nautomatic,1914_campaign\n")
    chosen, text = list(dice.choice(NUMBERED)), dice.choice(NUMBERS).replace("\x00", "")
    if chosen[0] == "bench":
        return Trial(
            ["bench", "--make", "3", "--positions", "1", "-o", "x.csv", f"{chosen[-1]}={text}"]
        )
    if chosen[-1] == "--policy":
        text = f"{dice.choice(('removal', 'attacker:removal', 'x', 'step'))}={text}"
    return Trial([*chosen[:-1], f"{chosen[-1]}={text}"])


def word(folder: Path, dice: Dice) -> Trial:
    """An argument or option with a text that is no name, or is no text at all."""
    (folder / "x.csv").write_text("move,position\nautomatic,1914_campaign\n")
    chosen = [each for each in dice.choice(WORDED) if each]
    if dice.random() < 0.25:
        last: str | bytes = dice.choice(
            (b"\xff", b"kars\xfe.json", b"\xc3\x28.toml", b"a\xed\xa0\x80", b"\xffx.csv")
        )
    else:
        last = dice.choice(TEXTS).replace("\x00", "")
    if isinstance(last, str):
        last = last.encode("utf-8", "replace")
    if (
        dice.random() < 0.3
        and b"/" not in last
        and 0 < len(last) < 200
        and last not in (b".", b"-")
    ):
        (folder / last.decode("utf-8", "surrogateescape")).write_bytes(b"\x1b[2J goal\n")
    return Trial([*chosen, last], stdin=b"" if dice.random() < 0.5 else b"\xff\x00\x1b[2J")


def streams(folder: Path, dice: Dice) -> Trial:
    """Streams that are closed, full, or no streams for that."""
    (folder / "rows.csv").write_text("move,position\nautomatic,1914_campaign\n" * 2)
    given = {}
    for name in dice.sample(("stdin", "stdout", "stderr"), dice.choice((1, 1, 2, 3))):
        ways = (
            ("closed", "folder", "shut")
            if name == "stdin"
            else ("closed", "full", "shut", "broken")
        )
        given[name] = dice.choice(ways)
    return Trial(dice.choice(PRINTING), b"automatic", streams=given, alone=True)


def environment(folder: Path, dice: Dice) -> Trial:
    """An environment of nonsense."""
    (folder / "rows.csv").write_text("move,position\nautomatic,1914_campaign\n")
    env = {}
    for name in dice.sample(
        (
            "COLUMNS",
            "LINES",
            "TERM",
            "LANG",
            "LC_ALL",
            "PYTHONIOENCODING",
            "LEXBELLI_THREADS",
            "NO_COLOR",
            "FORCE_COLOR",
            "TMPDIR",
            "HOME",
            "PYTHONUTF8",
            "RAYON_NUM_THREADS",
            "COLORTERM",
            "TTY_COMPATIBLE",
        ),
        dice.choice((1, 1, 2, 4)),
    ):
        texts = (
            *NUMBERS,
            "ascii",
            "C",
            "latin-1",
            "dumb",
            "/nowhere",
            "\x1b[2J",
            "ja_JP.eucJP",
            "xterm-256color",
        )
        value = dice.choice(texts).replace("\x00", "")
        # The interpreter itself ends with what it does not know.
        if name in ("PYTHONIOENCODING", "PYTHONUTF8"):
            value = (
                dice.choice(("ascii", "latin-1", "utf-8")) if name == "PYTHONIOENCODING" else "0"
            )
        env[name] = value
    return Trial(dice.choice(PRINTING), b"automatic", env, alone=True)


KINDS: Final[Mapping[str, Callable[[Path, Dice], Trial]]] = {
    each.__name__: each
    for each in (
        position,
        puzzle,
        snippet,
        record,
        table,
        compare,
        data,
        number,
        word,
        streams,
        environment,
    )
}
