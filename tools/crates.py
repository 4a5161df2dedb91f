"""Packs the crates: those of the games get the tables they embed, which lie at the project's root.

    python -m tools.crates [FOLDER] [CARGO WORDS...]

A crate holds only what is in its own folder, and the games' tables lie in `scenarios/`, where
Python's users look for them too. So the workspace is copied to FOLDER (`target/crates`), each
game's tables into its crate, and `cargo package` packs and builds what lies there; with other
words, `publish --dry-run` say, cargo does that.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("pursuit_of_glory", "twilight_of_the_habsburgs")
CRATES = ("embed", "engine", "tables", *GAMES)


def copied(folder: Path) -> Path:
    """A workspace of the crates that can be packed, made anew in `folder`."""
    shutil.rmtree(folder, ignore_errors=True)
    for crate in CRATES:
        source = ROOT / "rust_core" / crate
        shutil.copytree(
            source, folder / "rust_core" / crate, ignore=shutil.ignore_patterns("tests")
        )
        # Crates for others need no tests: those look at files of the whole project.
        manifest = folder / "rust_core" / crate / "Cargo.toml"
        manifest.write_text(_without_tests(manifest.read_text("utf-8")), "utf-8")
        shutil.copy(ROOT / "LICENSE", manifest.parent)
    for game in GAMES:
        tables = Path("scenarios", game)
        shutil.copytree(ROOT / tables, folder / "rust_core" / game / tables)
    for name in ("Cargo.toml", "Cargo.lock"):
        shutil.copy(ROOT / name, folder)
    return folder


def _without_tests(manifest: str) -> str:
    kept = []
    inside = False
    for line in manifest.splitlines(keepends=True):
        if line.startswith("["):
            inside = line.strip() in ("[[test]]", "[dev-dependencies]")
        if not inside:
            kept.append(line)
    return "".join(kept)


def main(words: list[str]) -> int:
    """Packs them; what cargo answers is the answer."""
    folder = copied(Path(words[0]) if words else ROOT / "target" / "crates")
    command = ["cargo", *(words[1:] or ["package", "--workspace"])]
    # What was built for the project is of use here too.
    target = ["--target-dir", str(ROOT / "target")]
    return subprocess.run([*command, *target], cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
