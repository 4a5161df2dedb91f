"""The gallery, and the pictures that README.md and docs/drawing.md show."""

import re
from pathlib import Path

import pytest

from draw import gallery

ROOT = Path(__file__).parents[2]


def test_the_pictures_of_the_documents_are_those_of_today() -> None:
    """`make renew` writes them anew."""
    shipped = gallery.shipped()
    assert {file.name for file in gallery.PICTURES.iterdir()} == shipped.keys()
    for file, text in shipped.items():
        assert (gallery.PICTURES / file).read_text("utf-8") == text, file


def test_readme_opens_with_a_picture() -> None:
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert any(line.startswith("![") for line in lines[:5])


def test_the_gallery_shows_every_entry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gallery.build(tmp_path / "gallery")
    page = (tmp_path / "gallery" / "index.html").read_text("utf-8")
    shown = re.findall(r'<img src="([^"]+)"', page)
    assert shown == [f"{entry.name}.svg" for entry in gallery.ENTRIES]
    assert all((tmp_path / "gallery" / file).stat().st_size > 1000 for file in shown)
    assert "index.html" in capsys.readouterr().out
