"""Writing SVG: elements with attributes of their own and no style sheet.

So a picture may stand beside others in one page without either changing the other, and every
program that reads SVG at all can show it.
"""

from collections.abc import Iterable
from math import floor
from xml.etree import ElementTree as ET

from lexbelli.draw.geometry import Box, Point
from lexbelli.draw.text import FAMILY

__all__ = ["Element", "circle", "document", "group", "line", "number", "path", "polygon", "rect",
           "text", "title", "use"]  # fmt: skip

Element = ET.Element
Value = str | float | None

_NAMESPACE = "http://www.w3.org/2000/svg"


def number(value: float) -> str:
    """Write a number with at most two decimals, the same on every machine."""
    hundredths = floor(value * 100 + 0.5)
    whole, rest = divmod(abs(hundredths), 100)
    sign = "-" if hundredths < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole}.{rest:02}".rstrip("0")


def element(parent: Element, tag: str, **attributes: Value) -> Element:
    """Add an element; an attribute that is None is left out, `_` in a name stands for `-`."""
    return ET.SubElement(parent, tag, _written(attributes))


def group(parent: Element, **attributes: Value) -> Element:
    """Add a group."""
    return element(parent, "g", **attributes)


def title(parent: Element, said: str) -> None:
    """Say what an element is; browsers show it under the pointer."""
    ET.SubElement(parent, "title").text = said


def rect(parent: Element, box: Box, **attributes: Value) -> Element:
    """Add a rectangle."""
    return element(
        parent, "rect", x=box.x, y=box.y, width=box.width, height=box.height, **attributes
    )


def circle(parent: Element, centre: Point, radius: float, **attributes: Value) -> Element:
    """Add a circle."""
    return element(parent, "circle", cx=centre[0], cy=centre[1], r=radius, **attributes)


def line(parent: Element, begin: Point, end: Point, **attributes: Value) -> Element:
    """Add a straight line."""
    return element(parent, "line", x1=begin[0], y1=begin[1], x2=end[0], y2=end[1], **attributes)


def path(parent: Element, data: str, **attributes: Value) -> Element:
    """Add a path."""
    return element(parent, "path", d=data, **attributes)


def polygon(parent: Element, points: Iterable[Point], **attributes: Value) -> Element:
    """Add a polygon."""
    return element(
        parent,
        "polygon",
        points=" ".join(f"{number(x)},{number(y)}" for x, y in points),
        **attributes,
    )


def use(parent: Element, name: str, at: Point, **attributes: Value) -> Element:
    """Add a symbol that was defined before."""
    return element(parent, "use", x=at[0], y=at[1], **{"xlink:href": f"#{name}"}, **attributes)


def text(
    parent: Element,
    at: Point,
    said: str,
    size: float,
    anchor: str = "middle",
    bold: bool = False,
    halo: str | None = None,
    **attributes: Value,
) -> None:
    """Add a line of text, with a rim of another colour around it if asked for."""
    both: dict[str, Value] = {
        "x": at[0],
        "y": at[1],
        "font_size": size,
        "text_anchor": None if anchor == "start" else anchor,
        "font_weight": "bold" if bold else None,
    }
    if halo is not None:
        rim = element(parent, "text", **both, fill=halo, stroke=halo, stroke_width=size * 0.3,
                      stroke_linejoin="round", aria_hidden="true")  # fmt: skip
        rim.text = said
    element(parent, "text", **both, **attributes).text = said


def document(view: Box, size: Point, said: str) -> Element:
    """Begin a picture.

    Args:
        view: The part of the plane that it shows.
        size: Its width and height in pixels.
        said: What it shows, for those who cannot see it.
    """
    root = ET.Element(
        "svg",
        _written(
            {
                "xmlns": _NAMESPACE,
                "xmlns:xlink": "http://www.w3.org/1999/xlink",
                "width": size[0],
                "height": size[1],
                "viewBox": " ".join(map(number, view)),
                "role": "img",
                "font_family": FAMILY,
                "font_size": 10,
            }
        ),
    )
    title(root, said)
    return root


def written(root: Element) -> str:
    """Return the picture as text."""
    return ET.tostring(root, encoding="unicode") + "\n"


def _written(attributes: dict[str, Value]) -> dict[str, str]:
    return {
        name.rstrip("_") if ":" in name else _name(name): (
            value if isinstance(value, str) else number(value)
        )
        for name, value in attributes.items()
        if value is not None
    }


def _name(name: str) -> str:
    return name if name == "viewBox" else name.rstrip("_").replace("_", "-")
