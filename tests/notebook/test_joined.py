"""The page's modules joined to one, as a notebook loads them: the same code, and run by Node."""

import shutil
import subprocess
from pathlib import Path

import pytest

from lexbelli.notebook.joined import join, static, widget_module

ROOT = Path(__file__).parents[2]


def test_every_module_is_there_once_with_all_its_lines() -> None:
    module = widget_module()
    folder = ROOT / "python" / "lexbelli" / "web" / "static"
    # The page's own home, and how it asks over HTTP, are not for a notebook.
    lines = set(module.splitlines())
    wanted = {file.name for file in folder.glob("*.js")} - {"site.js", "http.js"}
    for name in wanted:
        assert module.count(f'modules["{name}"] = ') == 1, name
        for line in static(name).splitlines():
            if not line.startswith(("import ", "export default ")):
                assert line.removeprefix("export ") in lines, name
    assert "site.js" not in module
    assert "http.js" not in module


def test_modules_see_what_they_import() -> None:
    files = {
        "widget.js": 'import * as all from "./a.js";\nimport { one as eins, Two } from "./b.js";\n'
        "export default { render: () => [all.three(), eins, new Two().two] };",
        "a.js": 'import { one } from "./b.js";\nexport function three() {\n  return one + 2;\n}',
        "b.js": "export const one = 1;\nexport class Two {\n  two = 2;\n}",
    }
    joined = join("widget.js", files.__getitem__)
    assert joined.count("class Two") == 1
    assert joined.index("const one") < joined.index("function three") < joined.index("entry")
    if shutil.which("node"):
        assert _run(f"{joined}\nconsole.log(begun().render().join());") == "3,1,2\n"


@pytest.mark.parametrize(
    "line",
    [
        'import a from "./a.js";',
        'import "./a.js";',
        "import { a } from './a.js';",
        'export { a } from "./a.js";',
        "export let a = 1;",
        'const a = await import("./a.js");',
        "const a = import.meta.url;",
    ],
)
def test_what_cannot_be_joined_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"^widget\.js:2: cannot be joined"):
        join("widget.js", lambda _: f"\n{line}\n")


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="is imported by what it imports"):
        join("a.js", lambda _: 'import { a } from "./a.js";')


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
def test_the_module_is_one_that_a_notebook_can_load() -> None:
    shown = _run(
        f"{widget_module()}\n"
        "console.log(typeof begun().render, begun() === begun());"
    )  # fmt: skip
    assert shown == "function false\n"


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
def test_messages_are_carried_to_python_and_back() -> None:
    script = ROOT / "tests" / "notebook" / "messages.mjs"
    subprocess.run(["node", str(script)], check=True, timeout=60)


def _run(module: str) -> str:
    return subprocess.run(
        ["node", "--input-type=module"],
        input=module,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout
