"""The odds of a battle as one plot: who wins, both loss numbers, the steps lost, what changes them.

The sides have the colours they have on the board; no colour stands alone, for one side is hatched.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from lexbelli.draw.panels import wrapped
from lexbelli.draw.plots import Plot, figure_of, finish, percent, styled
from lexbelli.draw.themes import SCREEN, Side, Theme
from lexbelli.pursuit_of_glory.battle_odds import MEASURES, Odds
from lexbelli.sensitivity import Sensitivity

__all__ = ["MOST_CHANGES", "plot"]

#: How many changes are shown; of more, those that change most.
MOST_CHANGES: Final = 14

_WIDE: Final = 8.6  # inches
_LINE: Final = 0.27  # of a row of bars
_LEAST_SAID: Final = 0.055  # parts smaller than this have no room for letters
# Measures that are probabilities; the others are steps or loss numbers.
_CHANCES: Final = ("win", "clear", "fort")

_Chances = Mapping[int, Fraction]


def plot(
    odds: Odds,
    changes: Sensitivity | None = None,
    theme: Theme = SCREEN,
    sides: tuple[str, str] = ("first", "second"),
    heading: str = "",
    about: str = "",
) -> Plot:
    """Plot the odds of a battle.

    Args:
        odds: The odds.
        changes: What each change is worth, if that is to be shown.
        theme: The colours.
        sides: The attacker and the defender, as the theme names sides.
        heading: What stands above; the place attacked if it is left out.
        about: A line below it, such as the position.

    Raises:
        BadInput: Matplotlib is missing.
    """
    rows = _results(odds)
    shown = _strongest(changes)
    heights = [0.42 + _LINE * 1.25 * (len(rows) + 1), 2.3]
    if changes is not None:
        heights.append(0.75 + _LINE * max(len(shown), 1))
    looks = [_look(theme, name, role) for role, name in enumerate(sides)]
    title = _pieces(heading or f"Attack on {odds.target}", 13)
    remarks = [*([about] if about else []), *_remarks(odds)]
    said = [piece for text in remarks for piece in _pieces(text, 9)]
    top = 0.16 + 0.25 * len(title) + 0.17 * len(said)
    whole = sum(heights) + top
    with styled(theme) as library:
        figure = figure_of(library, theme, _WIDE, whole)
        bands = figure.subfigures(len(heights) + 1, 1, height_ratios=[top, *heights])
        for band in bands:
            band.set_facecolor(theme.paper)
        y = 0.06
        for line, size, step in [*((line, 13, 0.25) for line in title),
                                 *((line, 9, 0.17) for line in said)]:  # fmt: skip
            y += step
            bands[0].text(0.012, 1 - y / top, line, fontsize=size, color=theme.ink,
                          fontweight="bold" if size > 9 else "normal")  # fmt: skip
        _winners(bands[1].add_subplot(), odds, rows, looks, theme)
        left, right = bands[2].subplots(1, 2)
        _pairs(left, (odds.attacker_number, odds.defender_number), looks, theme,
               "Loss numbers", "loss number, absorbed by the other side")  # fmt: skip
        _pairs(right, (odds.attacker_loses, odds.defender_loses), looks, theme,
               "Steps lost", "steps")  # fmt: skip
        if changes is not None:
            _gains(bands[3].add_subplot(), changes, shown, theme)
        return Plot.of(figure, library)


def _pieces(text: str, size: float) -> list[str]:
    return wrapped(text, (_WIDE - 0.3) * 72, size * 1.04)


def _remarks(odds: Odds) -> list[str]:
    found = [odds.attack] if odds.attack else ["The battle under way."]
    if odds.supposed:
        found.append("It is supposed that all units wait that could be activated for attack.")
    if odds.violations:
        rules = dict.fromkeys(violation.rule for violation in odds.violations)
        found.append(f"The attack is illegal: it breaks {', '.join(rules)}.")
    if odds.cancelled is not None:
        found.append(f"The battle is cancelled: {odds.cancelled.text} ({odds.cancelled.rule}).")
    return found


# ------------------------------------------------------------------------------- who wins


def _results(odds: Odds) -> list[tuple[str, Fraction, int]]:
    """Return what else may come of it: in words, how likely, and whose gain it is."""
    return [
        ("defender leaves or is gone", odds.clear, 0),
        *([("fort destroyed", odds.fort_destroyed, 0)] if odds.fort else []),
        ("attacker keeps full strength", odds.full_strength, 0),
    ]


def _winners(
    axes: Any, odds: Odds, rows: Sequence[tuple[str, Fraction, int]],
    looks: Sequence[Mapping[str, Any]], theme: Theme,
) -> None:  # fmt: skip
    left = 0.0
    nobody = {"facecolor": theme.panel, "edgecolor": theme.ink, "linewidth": 0.8}
    ends = (("attacker", odds.win, looks[0]), ("draw", odds.draw, nobody),
            ("defender", odds.loss, looks[1]))  # fmt: skip
    for name, part, look in ends:
        share = 100 * float(part)
        if not share:
            continue
        axes.barh(0, share, left=left, height=0.78, **look)
        word = "draw" if name == "draw" else f"{name} wins"
        said = f"{word} {percent(share)}" if part > Fraction(1, 5) else percent(share)
        if part >= _LEAST_SAID:
            _on_bar(axes, left + share / 2, 0, said, theme)
        left += share
    for at, (_, part, whose) in enumerate(rows, 1):
        share = 100 * float(part)
        axes.barh(at, 100, height=0.62, facecolor=theme.paper, edgecolor=theme.faint, linewidth=0.6)
        axes.barh(at, share, height=0.62, **looks[whose])
        if part >= Fraction(1, 2):
            _on_bar(axes, share / 2, at, percent(share), theme)
        else:
            axes.text(share + 1, at, percent(share), va="center", fontsize=9, color=theme.ink)
    labels = [f"{odds.attacker.side.upper()} attacks", *(text for text, _, _ in rows)]
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    finish(axes, "Who wins", "%", theme, grid="")
    axes.set_xlabel("")
    axes.set_xticks([])
    axes.tick_params(axis="y", length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _on_bar(axes: Any, x: float, y: float, said: str, theme: Theme) -> None:
    box = {"facecolor": theme.paper, "edgecolor": "none", "boxstyle": "round,pad=0.2"}
    axes.text(x, y, said, ha="center", va="center", fontsize=9, fontweight="bold",
              color=theme.ink, bbox=box)  # fmt: skip


# ---------------------------------------------------------------------------- distributions


def _pairs(
    axes: Any, chances: tuple[_Chances, _Chances], looks: Sequence[Mapping[str, Any]],
    theme: Theme, heading: str, axis: str,
) -> None:  # fmt: skip
    numbers = range(max(max(each, default=0) for each in chances) + 1)
    for role, (each, look) in enumerate(zip(chances, looks, strict=True)):
        values = [100 * float(each.get(number, 0)) for number in numbers]
        spots = [number + (role - 0.5) * 0.42 for number in numbers]
        name = ("attacker", "defender")[role]
        mean = float(sum(number * part for number, part in each.items()))
        bars = axes.bar(spots, values, width=0.4, label=f"{name} (mean {mean:.2f})", **look)
        axes.bar_label(
            bars, [f"{value:.0f}" if value >= 1 else "<1" if value else "" for value in values],
            padding=1, fontsize=7.5, color=theme.ink,
        )  # fmt: skip
    axes.set_xticks(list(numbers))
    axes.margins(x=0.03, y=0.12)
    finish(axes, heading, axis, theme)
    # Between heading and bars, where nothing can be in its way.
    axes.set_ylim(0, axes.get_ylim()[1] * 1.22)
    axes.set_yticks([tick for tick in axes.get_yticks() if tick <= 100])
    axes.legend(frameon=False, fontsize=8, loc="upper center", ncols=2, columnspacing=1.2,
                handlelength=1.4, borderaxespad=0.1)  # fmt: skip


# ------------------------------------------------------------------------------- sensitivity


def _strongest(changes: Sensitivity | None) -> list[tuple[str, float]]:
    """Return the changes that change most, the gains first; those that change nothing are out."""
    if changes is None:
        return []
    moved = [change for change in changes.changes if change.gain]
    moved.sort(key=lambda change: (-abs(change.gain), change.text))
    kept = sorted(moved[:MOST_CHANGES], key=lambda change: (-change.gain, change.text))
    return [(change.text, float(change.gain)) for change in kept]


def _gains(
    axes: Any, changes: Sensitivity, shown: Sequence[tuple[str, float]], theme: Theme
) -> None:
    chance = changes.measure in _CHANCES
    scale = 100 if chance else 1
    value = float(changes.value) * scale
    now = f"{percent(value)}" if chance else f"{value:.2f}"
    values = [gain * scale for _, gain in shown]
    colours = [theme.tone("good" if gain > 0 else "attack") for gain in values]
    hatches = ["" if gain > 0 else "////" for gain in values]
    bars = axes.barh(range(len(shown)), values, height=0.66, color=colours, edgecolor=theme.paper,
                     hatch=hatches, linewidth=0.4)  # fmt: skip
    axes.bar_label(bars, [f"{gain:+.1f}" if chance else f"{gain:+.2f}" for gain in values],
                   padding=3, fontsize=8, color=theme.ink)  # fmt: skip
    axes.axvline(0, color=theme.ink, linewidth=1)
    axes.set_yticks(range(len(shown)), [text for text, _ in shown])
    axes.invert_yaxis()
    axes.margins(x=0.12)
    unchanged = sum(not change.gain for change in changes.changes)
    hidden = len(changes.changes) - unchanged - len(shown)
    more = [f"{hidden} that change less are not shown"] if hidden else []
    more += [f"{unchanged} change nothing"] if unchanged else []
    axis = "percentage points" if chance else "more"
    finish(axes, f"What is worth what: {MEASURES[changes.measure]}, now {now}",
           f"{axis} for the attacker" + (f"; {'; '.join(more)}" if more else ""), theme,
           grid="x")  # fmt: skip
    axes.tick_params(axis="y", length=0)
    if not shown:
        axes.set_yticks([])
        axes.text(0.5, 0.5, "No change changes anything.", transform=axes.transAxes, ha="center",
                  va="center", color=theme.ink)  # fmt: skip


def _look(theme: Theme, name: str, role: int) -> dict[str, Any]:
    """Return how the bars of a side look; the defender's are hatched, whatever the colours."""
    side: Side = theme.side(name)
    if theme.name == "print":
        fill = {"facecolor": "#ffffff", "edgecolor": "#000000"} if role else {
            "facecolor": "#555555", "edgecolor": "#000000"}  # fmt: skip
        return {**fill, "hatch": "////" if role else "", "linewidth": 0.8}
    return {"facecolor": side.colour, "edgecolor": theme.paper, "hatch": "////" if role else "",
            "linewidth": 0.4}  # fmt: skip
