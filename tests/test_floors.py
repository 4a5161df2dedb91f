"""The modules of each crate stand on floors: none asks one that stands higher."""

import re
from pathlib import Path

import pytest

from module_graph import Edge, calls, cycles, edges, methods, modules, sources, tokens

ROOT = Path(__file__).parents[1]
RUST = ROOT / "rust_core"
CRATES = sorted(file.parent for file in RUST.glob("*/src/lib.rs"))

# Low to high, as ARCHITECTURE.md describes them. Modules of one floor may ask each other one way.
PURSUIT = [
    ("board", "resources", "readings", "vocabulary"),
    ("cards",),
    ("tables",),
    ("order",),
    ("state",),
    ("indices",),
    ("data",),
    ("control",),
    ("position", "hidden"),
    ("supply",),
    ("activation", "orders"),
    ("combat",),
    ("aftermath",),
    ("check",),
    ("offers", "enumeration"),
    ("declaration", "attacks"),
    ("sequence", "attrition", "victory"),
    ("answers",),
    ("setup", "validate", "document"),
    ("battle_facts", "operation_facts", "decision_facts", "victory_facts", "facts"),
    ("playing", "assessment", "saying", "observed"),
    ("bulk", "bulk_phases"),
]
TWILIGHT = [
    ("board", "resources", "vocabulary"),
    ("tables",),
    ("order",),
    ("state",),
    ("indices",),
    ("data",),
    ("front",),
    ("command", "movement"),
    ("combat", "collapse", "victory"),
    ("position",),
    ("orders",),
    ("hidden",),
    ("check",),
    ("sequence",),
    ("sample", "offers"),
    ("setup", "validate", "fog", "document"),
    ("facts",),
    ("playing", "assessment", "saying", "observed"),
]
GAMES = {"pursuit_of_glory": PURSUIT, "twilight_of_the_habsburgs": TWILIGHT}
FLOOR = {
    game: {module: floor for floor, names in enumerate(floors) for module in names}
    for game, floors in GAMES.items()
}


def source(game: str) -> Path:
    return RUST / game / "src"


def listed(found: list[Edge]) -> str:
    return "\n".join(str(edge._replace(file=edge.file.relative_to(ROOT))) for edge in found)


def crate_name(crate: Path) -> str:
    return crate.parent.name


@pytest.mark.parametrize("crate", CRATES, ids=crate_name)
def test_no_module_comes_back_to_itself(crate: Path) -> None:
    found = edges(crate)
    rings = cycles(found)
    within = [edge for edge in found if any({*edge[:2]} <= {*ring} for ring in rings)]
    assert not rings, "\n" + listed(within)


@pytest.mark.parametrize("game", GAMES)
def test_every_module_has_a_floor(game: str) -> None:
    assert modules(source(game)) == set(FLOOR[game])


@pytest.mark.parametrize("game", GAMES)
def test_no_module_names_what_stands_higher(game: str) -> None:
    floor = FLOOR[game]
    upward = [edge for edge in edges(source(game)) if floor[edge.target] > floor[edge.source]]
    assert not upward, "\n" + listed(upward)


@pytest.mark.parametrize("game", GAMES)
def test_no_module_calls_methods_that_are_added_higher(game: str) -> None:
    # A floor adds methods to types of lower ones, and no `use` tells who calls them. A name that
    # is also defined lower, or in the engine, is given the benefit of the doubt.
    floor = FLOOR[game]
    files = sources(source(game))
    known = methods(files)
    elsewhere = set(methods(sources(RUST / "engine/src")).own)
    upward = []
    for file in files:
        module = file.module[0]
        for name, homes, line in calls(file, known):
            if name not in elsewhere and all(floor[home] > floor[module] for home in homes):
                home = min(homes, key=floor.__getitem__)
                upward.append(Edge(module, home, file.file, line, name))
    assert not upward, "\n" + listed(upward)


def test_the_page_describes_every_module() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    missing = [name for floor in FLOOR.values() for name in floor if f"`{name}`" not in page]
    missing += [crate.parent.name for crate in CRATES if f"`{crate.parent.name}/`" not in page]
    assert not missing


# --- the graph itself -----------------------------------------------------------------


def crate(folder: Path, **files: str) -> Path:
    (folder / "lib.rs").write_text("".join(f"pub mod {name};\n" for name in files))
    for name, text in files.items():
        (folder / f"{name}.rs").write_text(text)
    return folder


@pytest.mark.parametrize(
    "text",
    [
        "use crate::high;",
        "use super::high::Thing;",
        "use super::{low::A, high::{self, B}};",
        "pub use crate::{\n    low,\n    high::Thing,\n};",
        "fn f() { crate::high::g(); }",
        "fn f(x: super::high::Thing) {}",
        "mod inner { use super::super::high; }",
        "fn f() { let _ = 'a'; let _ = \"//\"; super::high::g(); }",
        "fn f<'a>(x: &'a str) { super::high::g(); }",
        "#[cfg(test)]\nmod tests { }\nuse crate::high;",
    ],
)
def test_an_edge_is_found(tmp_path: Path, text: str) -> None:
    found = edges(crate(tmp_path, low=text, high="use crate::low;"))
    assert ("low", "high") in [edge[:2] for edge in found]
    assert cycles(found) == [("high", "low")]


@pytest.mark.parametrize(
    "text",
    [
        "// use crate::high;",
        "/* crate::high */ /// crate::high",
        'fn f() -> &\'static str { "crate::high" }',
        'fn f() -> &\'static str { r#"crate::high"# }',
        "#[cfg(test)]\nmod tests { use crate::high; }",
        "#[cfg(test)]\nuse crate::high;",
        "mod high {} use self::high;",
        "use other::high;",
        "pub(in crate::low) fn f() -> impl Sized + use<> {}",
        "mod inner { use super::high; }",
    ],
)
def test_no_edge_is_made_up(tmp_path: Path, text: str) -> None:
    assert edges(crate(tmp_path, low=text, high="use crate::low;"))[:1] == [
        Edge("high", "low", tmp_path / "high.rs", 1, "low")
    ]


def test_a_line_is_told(tmp_path: Path) -> None:
    text = "//! Low.\n\nuse crate::{\n    low,\n    high::Thing,\n};\n"
    found = edges(crate(tmp_path, low=text, high=""))
    assert [(edge.line, edge.what) for edge in found] == [(5, "high::Thing")]


def test_added_methods_are_seen(tmp_path: Path) -> None:
    files = sources(
        crate(
            tmp_path,
            low="pub struct Thing; fn f(thing: &Thing) { thing.weigh(); Thing::make(); }",
            high="use crate::low::Thing; impl Thing { fn weigh(&self) {} fn make() {} }",
        )
    )
    known = methods(files)
    low = next(source for source in files if source.module == ("low",))
    assert [call[:2] for call in calls(low, known)] == [("weigh", {"high"}), ("make", {"high"})]


def test_tokens_keep_lifetimes_apart_from_characters() -> None:
    texts = [token.text for token in tokens("&'a b'x' '\\'' 'static \"a\\\"b\" c")]
    assert texts == ["&", "'", "a", "'", "static", "c"]


def test_a_crate_whose_examples_are_not_run_has_none() -> None:
    silent = [
        crate for crate in CRATES if "doctest = false" in (crate.parent / "Cargo.toml").read_text()
    ]
    assert silent
    for file in (file for crate in silent for file in crate.rglob("*.rs")):
        lines = map(str.strip, file.read_text("utf-8").splitlines())
        assert not any(line.startswith(("/// ```", "//! ```")) for line in lines), file


def test_a_crate_whose_own_tests_are_not_run_has_none() -> None:
    silent = [
        crate for crate in CRATES if "\ntest = false" in (crate.parent / "Cargo.toml").read_text()
    ]
    assert {source(game) for game in GAMES} <= {*silent}
    for file in (file for crate in silent for file in crate.rglob("*.rs")):
        assert "cfg(test)" not in file.read_text("utf-8"), file


TESTED = [crate for crate in CRATES if (crate.parent / "tests").exists()]


@pytest.mark.parametrize("crate", TESTED, ids=crate_name)
def test_every_file_of_tests_is_part_of_the_program(crate: Path) -> None:
    # Cargo is told of one program; a file that it does not name would be left out in silence.
    tests = crate.parent / "tests"
    for file in tests.rglob("*.rs"):
        if file == tests / "main.rs":
            continue
        within = file.parent.parent if file.name == "mod.rs" else file.parent
        name = file.parent.name if file.name == "mod.rs" else file.stem
        homes = [within / "main.rs", within / "mod.rs", within.with_suffix(".rs")]
        text = "\n".join(home.read_text("utf-8") for home in homes if home.exists())
        assert re.search(rf"^(?:pub\(crate\) )?mod {name};$", text, re.MULTILINE), file
