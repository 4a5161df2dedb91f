"""Try a wheel where nothing else of ours is: `python tests/wheel_check.py FOLDER`.

It makes a virtual environment in an empty folder, installs the one wheel of FOLDER there with what
it depends on, asks core and law for the supply of every scenario, and the law and the core about
operations, and draws; and serves a game on a web page. First it looks that no tools are in it.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
import venv
import zipfile
from pathlib import Path

_TOOLS = {file.stem for file in (Path(__file__).parents[1] / "tools").rglob("[!_]*.py")}


def main(folder: Path) -> None:
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            top = name.partition("/")[0]
            assert top == "lexbelli" or top.startswith("lexbelli-"), name
            assert Path(name).suffix != ".py" or Path(name).stem not in _TOOLS, name
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        venv.create(scratch / "venv", with_pip=True)
        bin_folder = scratch / "venv" / ("Scripts" if os.name == "nt" else "bin")
        empty = scratch / "empty"
        empty.mkdir()

        def run(*words: str) -> str:
            done = subprocess.run(
                [str(bin_folder / words[0]), *words[1:]],
                cwd=empty,
                env={"PATH": str(bin_folder), "LANG": "C.UTF-8", "HOME": str(scratch)},
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            )
            return done.stdout

        run("python", "-m", "pip", "install", "--quiet", str(wheel.resolve()))
        print(run("lexbelli", "supply", "1914_campaign"))
        scenarios = json.loads(run("lexbelli", "scenarios", "--json"))
        for scenario in scenarios:
            assert run("lexbelli", "show", scenario["name"])
            if scenario["game"] != "pursuit_of_glory":
                continue
            core, law = (
                json.loads(run("lexbelli", "supply", scenario["name"], "--by", by, "--json"))
                for by in ("core", "law")
            )
            assert core["units"]
            for unit, row in core["units"].items():
                assert law["units"][unit]["status"] == row["status"], unit
        begin, move = "1914_campaign", "activate oltu move; go ru_div_3 kars"
        for by in ("core", "law"):
            judged = json.loads(run("lexbelli", "check", begin, move, "--by", by, "--json"))
            assert judged["legal"], by
        orders = json.loads(run("lexbelli", "orders", begin, "--given", move, "--json"))["orders"]
        assert [order["text"] for order in orders] == move.split("; ")
        assert run("lexbelli", "draw", begin, "--around", "erzurum").startswith("<svg ")
        assert "Erzurum" in run("lexbelli", "show", begin, "--around", "erzurum")
        assert not list(empty.iterdir())
        run("python", "-m", "pip", "install", "--quiet", f"{wheel.resolve()}[web]")
        _served(bin_folder / "lexbelli", empty, {"PATH": str(bin_folder), "HOME": str(scratch)})
    print(f"{wheel.name}: {len(scenarios)} scenarios answered in an empty folder")


def _served(command: Path, folder: Path, environment: dict[str, str]) -> None:
    """Serve a game, ask for its page and play an answer of it; its record stays."""
    served = subprocess.Popen(
        [str(command), "serve", "1914_limited_war", "--port", "0", "--json"],
        cwd=folder,
        env={**environment, "LANG": "C.UTF-8"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert served.stdout is not None
        told = ""
        # It goes on after it has said all there is to say.
        while not told or told.count("{") > told.count("}"):
            line = served.stdout.readline()
            assert line, told
            told += line
        address, secret = json.loads(told)["links"]["table"].split("#")
        for path in ("", "static/main.js", "static/board.js", "static/style.css"):
            with urllib.request.urlopen(address + path, timeout=60) as answer:
                assert answer.read(), path
        asked = urllib.request.Request(
            f"{address}api/play",
            json.dumps({"answer": "pass", "step": 0}).encode(),
            {"authorization": f"Bearer {secret}", "content-type": "application/json"},
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:
            assert json.load(answer)["game"]["steps"] >= 1
    finally:
        served.kill()
        served.communicate()
    names = sorted(each.name for each in folder.iterdir())
    assert names == ["1914_limited_war.jsonl", "1914_limited_war.jsonl.links.json"], names


if __name__ == "__main__":
    main(Path(sys.argv[1]))
