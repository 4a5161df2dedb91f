"""The parts of a picture, each by itself."""

import math
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli.draw import arrows, counters, labels, plots, svg, text, themes
from lexbelli.draw.export import png
from lexbelli.draw.geometry import Box, around, clipped, meets, overlaps
from lexbelli.draw.panels import wrapped
from lexbelli.draw.themes import THEMES
from lexbelli.pursuit_of_glory.drawing.chart import chart
from lexbelli.pursuit_of_glory.drawing.counters import counter, short

CHART = chart(pog.scenario("1914_campaign").core.tables)
numbers = st.floats(-1000, 1000, allow_nan=False)


# --- numbers and letters ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "said"),
    [(0, "0"), (1.5, "1.5"), (1.005, "1"), (-0.001, "0"), (-2.25, "-2.25"), (12.345, "12.35"),
     (3.1, "3.1"), (-0.5, "-0.5")],
)  # fmt: skip
def test_numbers_have_two_decimals_at_most(value: float, said: str) -> None:
    assert svg.number(value) == said


@given(st.floats(-1e6, 1e6))
def test_every_number_is_close_to_what_is_written(value: float) -> None:
    assert abs(float(svg.number(value)) - value) <= 0.0051


def test_names_are_escaped() -> None:
    root = svg.document(Box(0, 0, 1, 1), (1, 1), "<&>")
    svg.text(root, (0, 0), 'a < b & "c"', 10)
    again = ET.fromstring(svg.written(root))
    assert "".join(again.itertext()) == '<&>a < b & "c"\n' or '"c"' in "".join(again.itertext())


def test_the_widths_are_those_of_the_font() -> None:
    for file, bold in zip(text.font_files(), (False, True), strict=True):
        font = TTFont(file)
        letters, advances = font.getBestCmap(), font["hmtx"]
        units = font["head"].unitsPerEm
        for code, glyph in letters.items():
            true = advances[glyph][0] * 1000 / units
            assert abs(text.width(chr(code), 1000, bold) - true) <= 0.5


def test_the_font_has_every_letter_that_is_used() -> None:
    letters = set(TTFont(text.font_files()[0]).getBestCmap())
    drawn = ET.fromstring(pog.scenario("1916_total_war").draw(supply=True).svg)
    used = {letter for each in drawn.iter() for letter in (each.text or "").strip()}
    assert {letter for letter in used if ord(letter) not in letters} == set()


def test_the_licence_of_the_font_is_shipped() -> None:
    licence = Path(text.font_files()[0]).with_name("LICENSE.txt").read_text("utf-8")
    assert "Bitstream Vera" in licence


@given(st.text(max_size=60), st.floats(10, 200))
def test_shortened_texts_fit(said: str, room: float) -> None:
    short_one = text.shortened(said, room, 10)
    assert text.width(short_one, 10) <= room or short_one == "…"


@given(st.lists(st.text("abc", min_size=1, max_size=9), max_size=30), st.floats(60, 300))
def test_wrapped_texts_fit_and_lose_nothing(words: list[str], room: float) -> None:
    lines = wrapped(" ".join(words), room, 10)
    assert " ".join(lines).split() == words
    assert all(text.width(line, 10) <= room for line in lines)


# --- boxes --------------------------------------------------------------------------------


@given(st.lists(st.tuples(numbers, numbers, st.floats(1, 99), st.floats(1, 99)), max_size=12))
def test_overlaps_are_found_as_by_looking_at_every_pair(given_: list[tuple[float, ...]]) -> None:
    boxes = [(str(at), Box(*box)) for at, box in enumerate(given_)]
    pairs = {
        frozenset((one, two))
        for one, first in boxes
        for two, second in boxes
        if one < two and first.overlaps(second)
    }
    assert {frozenset(pair) for pair in overlaps(boxes)} == pairs


@given(st.lists(st.tuples(numbers, numbers), min_size=3, max_size=12))
def test_what_is_clipped_lies_in_the_box(points: list[tuple[float, float]]) -> None:
    box = Box(-100, -50, 200, 100)
    for x, y in clipped(points, box):
        assert box.grown(1e-6).holds(Box(x, y, 0, 0))


def test_a_polygon_within_the_box_is_kept() -> None:
    points = [(1.0, 1.0), (5.0, 1.0), (3.0, 4.0)]
    assert clipped(points, Box(0, 0, 10, 10)) == points
    assert clipped([(20.0, 20.0), (30.0, 20.0), (25.0, 30.0)], Box(0, 0, 10, 10)) == []


def test_what_boxes_have_in_common() -> None:
    assert Box(0, 0, 10, 10).common(Box(5, 4, 10, 10)) == Box(5, 4, 5, 6)
    assert Box(0, 0, 10, 10).common(Box(20, 0, 5, 5)).width == 0


def test_the_way_out_of_a_box() -> None:
    box = Box.centred(0, 0, 20, 10)
    assert box.exit((100, 0)) == (10, 0)
    assert box.exit((0, 100), 3) == (0, 8)
    assert box.exit((0, 0)) == (0, 0)
    assert box.exit((2, 0)) == (2, 0)
    assert meets(box, (-100, 0), (100, 0))
    assert not meets(box, (-100, 6), (100, 6))
    assert not meets(box, (20, -100), (20, 100))
    assert around([box, Box(5, 5, 10, 10)]) == Box(-10, -5, 25, 20)


def test_a_name_goes_where_it_covers_least() -> None:
    below, above = Box(0, 10, 10, 4), Box(0, -10, 10, 4)
    assert labels.best([below, above], [], []) == 0
    assert labels.best([below, above], [], [((-5, 12), (15, 12))]) == 1
    assert labels.best([below, above], [above], [((-5, 12), (15, 12))]) == 0


# --- arrows -------------------------------------------------------------------------------


def test_an_arrow_bends_around_what_is_in_its_way() -> None:
    free = arrows.bend((0, 0), (100, 0), [])
    assert free == [((0, 0), (100, 0))]
    bent = arrows.bend((0, 0), (100, 0), [(Box.centred(50, 0, 20, 10), 1.0)])
    assert len(bent) > 1
    assert (bent[0][0], bent[-1][1]) == ((0, 0), (100, 0))
    assert not any(meets(Box.centred(50, 0, 20, 10), *piece) for piece in bent)
    # Of two evils the lesser.
    wall = Box.centred(50, 0, 10, 400)
    below = Box.centred(50, 30, 60, 20)
    chosen = arrows.bend((0, 0), (100, 0), [(wall, 1.0), (below, 5.0)])
    assert not any(meets(below, *piece) for piece in chosen)


@given(numbers, numbers, st.sampled_from([0.0, 0.12, -0.34]))
def test_the_pieces_of_an_arrow_hang_together(x: float, y: float, part: float) -> None:
    way = arrows.pieces((0, 0), (x, y), part)
    assert way[0][0] == pytest.approx((0, 0))
    assert way[-1][1] == pytest.approx((x, y))
    assert all(one[1] == two[0] for one, two in pairwise(way))


def test_a_head_ends_where_it_points() -> None:
    root = svg.document(Box(0, 0, 100, 100), (100, 100), "")
    arrows.draw_head(root, (0, 50), (90, 50), "#000000")
    points = root[-1].attrib["points"].split()
    assert points[0] == "90,50"
    assert arrows.neck((0, 50), (90, 50)) == (77, 50)


# --- themes -------------------------------------------------------------------------------

# How readers see who lack one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1).
SIGHT = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
               (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
               (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
               (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)


def lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(a * b for a, b in zip(row, rgb, strict=True)) for row in rows]
    x, y, z = (
        v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
        for v in (max(part, 0) / white for part, white in zip(xyz, (0.95047, 1, 1.08883),
                                                              strict=True))
    )  # fmt: skip
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, sight: str) -> float:
    """How far apart two colours are for a reader, in units of CIELAB."""
    seen = []
    for colour in (one, other):
        rgb = linear(colour)
        seen.append(lab(tuple(min(max(sum(a * b for a, b in zip(row, rgb, strict=True)), 0), 1)
                              for row in SIGHT[sight])))  # fmt: skip
    return math.dist(*seen)


@pytest.mark.parametrize("sight", SIGHT)
def test_the_colour_blind_theme_is_told_apart(sight: str) -> None:
    theme = THEMES["colour-blind"]
    first, second, neutral = (theme.sides[name] for name in ("first", "second", "neutral"))
    assert distance(first.colour, second.colour, sight) > 40
    assert distance(first.colour, neutral.colour, sight) > 20
    assert distance(second.colour, neutral.colour, sight) > 20
    assert first.body
    assert second.body
    assert distance(first.body, second.body, sight) > 12
    tones = theme.tones
    for one, other in (("good", "bad"), ("good", "attack"), ("path", "attack"), ("new", "gone"),
                       ("move", "retreat"), ("reach", "path"), ("good", "middling"),
                       ("middling", "bad")):  # fmt: skip
        assert distance(tones[one], tones[other], sight) > 18, (one, other)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG reckons it, from 1 to 21."""
    light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (one, other)))
    return (light[1] + 0.05) / (light[0] + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_letters_stand_out(theme: lexbelli.draw.Theme) -> None:
    for ground in (theme.paper, theme.land, theme.panel, *theme.terrain.values()):
        assert contrast(theme.ink, ground) > 7, ground
    for name in ("first", "second", "third"):
        side = theme.side(name)
        assert contrast(side.colour, "#ffffff") > 3, name  # white letters in bold
    for row in CHART.units.values():
        body = theme.body(counter(row, False, "").side, counter(row, False, "").colour)
        assert contrast(theme.ink, body) > 7, row["id"]
    for tone, colour in theme.tones.items():
        assert contrast(themes.lettering(colour), colour) > 3, tone


# --- counters -----------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(60))
@pytest.mark.parametrize("room", [Box(0, 0, 112, 38), Box(5, 5, 224, 76)])
def test_counters_fit_into_their_room(count: int, room: Box) -> None:
    spots = counters.grid(count, room)
    boxes = [
        (str(at), Box(*spot, counters.SIZE * scale, counters.SIZE * scale))
        for at, (spot, scale) in enumerate(spots)
    ]
    assert len(boxes) == count
    assert overlaps(boxes) == []
    assert all(room.grown(1e-6).holds(box) for _, box in boxes)


def test_three_counters_stand_abreast_at_full_size() -> None:
    assert [scale for _, scale in counters.grid(3, Box(0, 0, 112, 38))] == [1, 1, 1]


@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_unit_has_a_counter(reduced: bool, theme: lexbelli.draw.Theme) -> None:
    for unit, row in CHART.units.items():
        made = counter(row, reduced, "nowhere")
        assert made.symbol in counters.SYMBOLS, unit
        assert made.label
        assert "…" not in text.shortened(made.label, 23.5, 4.4, bold=True), unit
        root = svg.document(Box(0, 0, 40, 40), (40, 40), unit)
        counters.draw_counter(root, made, (2, 2), theme)
        said = "".join(ET.fromstring(svg.written(root)).itertext())
        assert row["name"] in said
        assert made.values in said
        assert ("reduced" in said) == reduced


def test_a_reduced_unit_shows_its_reduced_values() -> None:
    row = CHART.units["tu_ix_corps"]
    assert counter(row, False, "").values == "3-2-3"
    assert counter(row, True, "").values == "2-2-3"
    assert counter(CHART.units["ru_yudenich_hq"], False, "").values == "+1 · 4"


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("TU IX Corps", "infantry", "TU IX"),
        ("RU DIV #4", "infantry", "RU 4"),
        ("BR IN Garrison #2", "special", "Garr 2"),
        ("RU Yudenich HQ", "hq", "Yudenich"),
    ],
)
def test_short_names(name: str, kind: str, said: str) -> None:
    assert short(name, kind) == said


# --- plots --------------------------------------------------------------------------------


def test_a_distribution_is_plotted(tmp_path: Path) -> None:
    chances = {"0": 0.25, "1": 0.5, "2": 0.2499, "3": 0.0001}
    plot = plots.distribution(chances, "Losses", "steps")
    words = "".join(ET.fromstring(plot.svg).itertext())
    for said in ("Losses", "steps", "25%", "50%", "<0.1%"):
        assert said in words
    assert plot.svg == plots.distribution(chances, "Losses", "steps").svg
    assert plot._repr_svg_() == plot.svg
    for ending, magic in (("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<svg ")):
        file = tmp_path / f"plot.{ending}"
        plot.save(file)
        first = file.read_bytes()
        assert first.startswith(magic)
        plot.save(file)
        assert file.read_bytes() == first


def test_a_plot_leaves_the_page_around_it_alone() -> None:
    text = odds().plot("win").svg
    for word in ("<style", "<!DOCTYPE", "<?xml", "<image", "<script", 'pt" height'):
        assert word not in text
    assert text.startswith("<svg ")
    assert png(text).startswith(b"\x89PNG")


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_sensitivity_is_plotted(theme: lexbelli.draw.Theme) -> None:
    lines = {"open": [(-1.0, 0.2), (0.0, 0.4)], "trench": [(-1.0, 0.1), (0.0, 0.3)]}
    words = "".join(ET.fromstring(plots.sensitivity(lines, "Odds", "drm", theme).svg).itertext())
    assert "open" in words
    assert "trench" in words
    assert "-0.5" not in words  # what is counted has whole numbers on its axis


def test_what_cannot_be_plotted(tmp_path: Path) -> None:
    with pytest.raises(lexbelli.BadInput, match="nothing to plot"):
        plots.distribution({}, "x")
    with pytest.raises(lexbelli.BadInput, match=r"1\.5 of 'a' is no probability"):
        plots.distribution({"a": 1.5}, "x")
    with pytest.raises(lexbelli.BadInput, match="nothing to plot"):
        plots.sensitivity({"a": []}, "x")
    with pytest.raises(lexbelli.BadInput, match="no probability"):
        plots.sensitivity({"a": [(0, float("nan"))]}, "x")
    with pytest.raises(lexbelli.BadInput, match="ends in none"):
        plots.distribution({"a": 1}, "x").save(tmp_path / "plot.gif")


# --- odds ---------------------------------------------------------------------------------

ATTACK = "attack koprukoy with ru_i_caucasian,ru_cavalry_1,ru_div_3; play ap_05; play cp_05"


def odds(attack: str = ATTACK, force: bool = False) -> lexbelli.Odds:
    return lexbelli.odds(pog.scenario("1914_campaign"), attack, force=force)


def letters(plot: plots.Plot) -> list[str]:
    root = ET.fromstring(plot.svg)
    return [said for each in root.iter() if each.tag.endswith("text")
            if (said := "".join(each.itertext()).strip())]  # fmt: skip


@pytest.mark.parametrize("theme", THEMES)
def test_odds_are_plotted_as_they_are(theme: str) -> None:
    found = odds()
    said = letters(found.plot("win", theme))
    assert {"Attack on Koprukoy", "Who wins", "Loss numbers", "Steps lost"} <= {*said}
    for share in (found.win, found.draw, found.loss, found.clear):
        word = plots.percent(100 * float(share))
        assert any(text.endswith(word) for text in said), word
    for role, numbers in (("attacker", found.attacker_number), ("defender", found.defender_number)):
        mean = float(sum(number * part for number, part in numbers.items()))
        assert f"{role} (mean {mean:.2f})" in said
    for change in found.sensitivity("win").changes:
        assert (change.text in said) == (change.gain != 0), change.text
        assert not change.gain or f"{float(change.gain) * 100:+.1f}" in said
    assert found.plot("win", theme).svg == found.plot("win", theme).svg


def test_a_plot_of_odds_says_what_is_supposed_and_what_is_wrong() -> None:
    found = odds("attack erzurum with ru_div_4", force=True)
    said = letters(found.plot("defender_steps"))
    assert "The attack is illegal: it breaks 12.1.1-2." in said
    assert "It is supposed that all units wait that could be activated for attack." in said
    assert "fort destroyed" in said
    assert any(text.startswith("without TU Cavalry #2") for text in said)
    assert "What is worth what" not in " ".join(letters(found.plot()))
    with pytest.raises(lexbelli.BadInput, match="measure"):
        found.plot("winning")
    with pytest.raises(lexbelli.BadInput, match="did you mean 'print'"):
        found.plot(theme="prnt")


def test_a_change_that_changes_nothing_is_counted_only() -> None:
    found = odds("attack erzurum with ru_div_4", force=True)
    unchanged = sum(not change.gain for change in found.sensitivity("win").changes)
    said = " ".join(letters(found.plot("win")))
    assert f"{unchanged} change nothing" in said


def test_of_many_changes_the_strongest_are_shown() -> None:
    from fractions import Fraction

    from lexbelli.pursuit_of_glory.drawing import odds as odds_plots
    from lexbelli.sensitivity import BattleChange, Sensitivity

    changes = tuple(
        BattleChange("drm", (), f"change {number}", Fraction(1), Fraction(number, 100))
        for number in range(40, 0, -1)
    )
    said = letters(odds_plots.plot(odds(), Sensitivity("clear", Fraction(0), changes)))
    shown = [text for text in said if text.startswith("change ")]
    assert shown == [f"change {number}" for number in range(40, 40 - odds_plots.MOST_CHANGES, -1)]
    assert any("26 that change less are not shown" in text for text in said)
    said = letters(odds_plots.plot(odds(), Sensitivity("loss_numbers", Fraction(0), ())))
    assert "No change changes anything." in said
