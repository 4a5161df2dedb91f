"""The gallery, and the pictures that README.md and docs/ show."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from draw import gallery

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the gallery, whose pictures are drawn once for all tests."""
    folder = tmp_path_factory.mktemp("drawn") / "gallery"
    with redirect_stdout(StringIO()) as told:
        gallery.build(folder)
    assert told.getvalue() == f"{folder / 'index.html'}\n"
    return folder


def test_the_pictures_of_the_documents_are_those_of_today(built: Path) -> None:
    """`make renew` writes them anew."""
    shipped = {f"{entry.name}.svg" for entry in gallery.ENTRIES if entry.shipped}
    assert {file.name for file in gallery.PICTURES.iterdir()} == shipped
    for file in sorted(shipped):
        today = (built / file).read_text("utf-8")
        assert (gallery.PICTURES / file).read_text("utf-8") == today, file


def test_readme_opens_with_a_picture() -> None:
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert any(line.startswith("![") for line in lines[:5])


def test_the_gallery_shows_every_entry(built: Path) -> None:
    page = (built / "index.html").read_text("utf-8")
    shown = re.findall(r'<img src="([^"]+)"', page)
    assert shown == [f"{entry.name}.svg" for entry in gallery.ENTRIES]
    assert all((built / file).stat().st_size > 1000 for file in shown)
