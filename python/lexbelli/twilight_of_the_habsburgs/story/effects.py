"""What followed from a step, in sentences: differences that nobody's order tells."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from lexbelli.moves import Change
from lexbelli.story.names import NOTHING, names_in
from lexbelli.story.sentences import Brief, Scene, Sentence, listed
from lexbelli.twilight_of_the_habsburgs.story.names import Names

__all__ = ["effects", "records"]

# What only records what a sentence of the step says, or lapses with what is over.
_RECORDS: Final = ("agenda", "engaged", "attacked", "stood", "accompanied")
# Lists of names: what is said of those who are in it now, of those who no longer are, the rule.
_LISTS: Final[Mapping[str, tuple[str, str, str]]] = {
    "reduced": ("{} reduced now", "{} at full strength now", "2.4"),
    "entrenched": ("{} in trench state now", "{} mobile now", "12.1"),
    "out of command": ("{} marked as out of command", "{} no longer marked so", "4.1"),
    "offensive": ("the offensive of {} holds", "the offensive of {} is over", "13.9"),
    "cornered": ("{} cornered", "{} no longer cornered", "14.82-3"),
    "fallen": ("the fortress of {} has fallen", "the fortress of {} stands again", "11.4"),
    "depots entered": ("the depot of {} is entered", "the depot of {} is left", "15.81-3"),
}
_COUNTS: Final[Mapping[str, tuple[str, str]]] = {
    "steps lost": ("Steps lost in play", "14.91-1"),
    "double steps lost": ("of them counted twice", "14.91-1"),
    "lost this turn": ("steps lost in this turn", "14.84-2"),
    "italian steps lost": ("Italian steps lost in play", "13.7"),
    "italian lost this turn": ("Italian steps lost in this turn", "14.84-2"),
    "headquarters lost": ("headquarters lost", "14.91-3"),
    "second army lost": ("steps the 2nd Army lost", "14.82"),
}
_FLAGS: Final[Mapping[str, tuple[str, str, str]]] = {
    "submarine lost": ("The lake submarine is out of play", "The lake submarine is back", "13.62"),
    "ferry sunk": ("A transport was sunk on the lake", "No transport counts as sunk", "13.62"),
    "bombardment": (
        "The Central Powers hold the marker of the navy",
        "The marker of the navy is used up",
        "13.5-1",
    ),
    "momentum open": (
        "An attempt to keep the offensive is allowed in this turn",
        "No attempt to keep the offensive is allowed in this turn any more",
        "14.84-2",
    ),
    "momentum lost": (
        "No attempt to keep the offensive is allowed in any later turn",
        "Attempts to keep the offensive are allowed again",
        "14.84-3",
    ),
}


def records(changes: Sequence[Change]) -> tuple[Change, ...]:
    """Return the differences that only record what the step's own sentence says."""
    return tuple(
        change
        for change in changes
        if any(change.what == word or change.what.startswith(f"{word} ") for word in _RECORDS)
    )


def effects(names: Names, scene: Scene, changes: Sequence[Change]) -> Iterator[Sentence]:
    """Say the differences that no other sentence tells; each of them is told."""
    units = [change for change in changes if names.is_unit(change.what)]
    yield from _units(names, scene, units)
    counts = [change for change in changes if _count_of(change) is not None]
    for change in changes:
        if change in units or change in counts:
            continue
        yield _one(names, scene, change)
    order = list(_COUNTS)
    counts.sort(key=lambda change: order.index((_count_of(change) or ("", ""))[0]))
    yield from _counts(names, counts)


def _one(names: Names, scene: Scene, change: Change) -> Sentence:
    what = change.what
    if what in _LISTS:
        return _list(names, scene, change)
    if what in _FLAGS:
        come, gone, rule = _FLAGS[what]
        return Sentence(f"{gone if change.after == NOTHING else come}.", (rule,), (change,))
    for word, say in _SAID.items():
        if what == word or what.startswith(f"{word} "):
            return say(names, scene, change)
    told = " ".join(names.any(word) for word in what.split())
    was, now = (
        listed(map(names.any, names_in(text))) or "none" for text in (change.before, change.after)
    )
    return Sentence(f"{told[0].upper()}{told[1:]}: {now}, before {was}.", (), (change,))


def _units(names: Names, scene: Scene, changes: Sequence[Change]) -> Iterator[Sentence]:
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        fallen = change.after in ("eliminated", NOTHING)
        groups.setdefault((change.before if not fallen else "", change.after), []).append(change)
    fought = scene.asked.kind in ("chance", "losses", "retreat", "attack")
    for (origin, end), those in groups.items():
        units = [change.what for change in those]
        is_ = "is" if len(units) == 1 else "are"
        brief: tuple[Brief, ...] = ()
        rule = ""
        if end in ("eliminated", NOTHING):
            at = [f"{names.unit(each.what)} at {names.place(each.before)}" for each in those]
            alone = scene.asked.kind not in ("losses", "attrition", "excess")
            text = f"{listed(at)} {is_} eliminated"
            text += "; there was no choice" if alone and fought else ""
            rule = "9.3" if fought else ""
            brief = (Brief("gone", names.units(units)),)
        elif end == "covered":
            text = f"{names.units(units)}, last seen at {names.place(origin)}, {is_} out of sight"
            rule = "13.1-1"
        elif origin == "covered":
            come = "comes" if len(units) == 1 else "come"
            text = f"{names.units(units)} {come} into sight at {names.place(end)}"
            rule = "13.1-1"
        elif end == "available":
            text = f"{names.units(units)} may be brought in as reinforcements"
            rule = "10.0-1"
        elif origin.startswith("h") and fought:
            goes = "goes" if len(units) == 1 else "go"
            only = ", the only way" if scene.asked.kind != "retreat" else ""
            text = f"{names.units(units)} {goes} back from {names.place(origin)}"
            text += f" to {names.place(end)}{only}"
            rule = "9.4"
        else:
            goes = "goes" if len(units) == 1 else "go"
            text = f"{names.units(units)} {goes} from {names.place(origin)} to {names.place(end)}"
        yield Sentence(f"{text}.", (rule,) if rule else (), tuple(those), brief)


def _list(names: Names, scene: Scene, change: Change) -> Sentence:
    come, gone, rule = _LISTS[change.what]
    if change.what == "out of command" and change.after == NOTHING:
        left = scene.after.setup().get("out_of_command", ())
        if not left:
            text = f"All markers of being out of command are removed: {_named(names, change)}."
            return Sentence(text, ("4.1-5",), (change,))
    parts = []
    for said, text in ((come, change.after), (gone, change.before)):
        found = names_in(text)
        fell = [name for name in found if scene.after.units.get(name) == "eliminated"]
        those = [names.any(name) for name in found if name not in fell]
        if those:
            is_ = "" if not said.startswith("{}") else " is" if len(those) == 1 else " are"
            parts.append(said.format(f"{listed(those)}{is_}"))
        if fell:
            what = "state" if change.what in ("reduced", "entrenched") else "marker"
            parts.append(f"the {change.what} {what} of {names.units(fell)} goes with the unit")
    if change.what == "reduced" and scene.fell and change.after != NOTHING:
        parts.append("there was no choice of losses")
    told = "; ".join(parts)
    brief = (Brief("forts", told),) if change.what == "fallen" else ()
    return Sentence(f"{told[0].upper()}{told[1:]}.", (rule,), (change,), brief)


def _named(names: Names, change: Change) -> str:
    return listed(map(names.any, names_in(change.before)))


def _count_of(change: Change) -> tuple[str, str] | None:
    """Return what a difference counts, if it does: its name, and the side."""
    for word in _COUNTS:
        if change.what == word or change.what.startswith(f"{word} "):
            return word, change.what.removeprefix(word).strip()
    return None


def _counts(names: Names, changes: Sequence[Change]) -> Iterator[Sentence]:
    """Say all counts of losses in one sentence."""
    words: dict[str, list[str]] = {}
    for change in changes:
        found = _count_of(change)
        assert found is not None
        was = "0" if change.before == NOTHING else change.before
        now = "0" if change.after == NOTHING else change.after
        side = f"{names.side(found[1])} " if found[1] else ""
        words.setdefault(found[0], []).append(f"{side}{now} (before {was})")
    if words:
        told = [f"{_COUNTS[word][0]}: {', '.join(parts)}" for word, parts in words.items()]
        rules = tuple(dict.fromkeys(_COUNTS[word][1] for word in words))
        text = "; ".join(told)
        yield Sentence(f"{text[0].upper()}{text[1:]}.", rules, tuple(changes))


def _points(_names: Names, _scene: Scene, change: Change) -> Sentence:
    pool = change.what.removeprefix("points ").capitalize()
    text = f"{pool} replacement points go from {change.before} to {change.after}."
    return Sentence(text, ("10.2",), (change,))


def _passed(names: Names, _scene: Scene, change: Change) -> Sentence:
    town = change.what.removeprefix("passed ").replace("_", " ").title()
    text = f"{names.side(change.after)} are the last to have passed {town}"
    brief = (Brief("places", f"{town} to {names.side(change.after)}"),)
    return Sentence(f"{text[0].upper()}{text[1:]}.", ("14.91-4",), (change,), brief)


def _scouted(names: Names, _scene: Scene, change: Change) -> Sentence:
    hq = names.unit(change.what.removeprefix("scouted "))
    if change.after == NOTHING:
        text = f"What {hq} scouted ({names.place(change.before)}) is out of sight again."
    else:
        text = f"{hq} has scouted {names.place(change.after)}."
    return Sentence(text, ("13.12-1",), (change,))


# What the gas marker is where it lies in no hex.
_GAS: Final = {"allowed": "at hand", "used": "used up"}


def _gas(names: Names, _scene: Scene, change: Change) -> Sentence:
    if change.after == NOTHING:
        what = _GAS.get(change.before, f"at {names.place(change.before)}")
        return Sentence(f"The gas marker ({what}) is removed.", ("13.8-4",), (change,))
    what = _GAS.get(change.after, f"at {names.place(change.after)}")
    return Sentence(f"The gas marker is {what} now.", ("13.8-1",), (change,))


def _bombarded(names: Names, _scene: Scene, change: Change) -> Sentence:
    if change.after == NOTHING:
        text = f"The navy no longer fires at {names.place(change.before)}."
    else:
        text = f"The navy fires at {names.place(change.after)}."
    return Sentence(text, ("13.51",), (change,))


def _turn(_names: Names, _scene: Scene, change: Change) -> Sentence:
    return Sentence(f"Turn {change.after} begins.", ("3",), (change,))


def _event(_names: Names, scene: Scene, change: Change) -> Sentence:
    if change.after == NOTHING:
        return Sentence("The event of the turn is over.", ("5.0-1",), (change,))
    _, title = scene.after.core.tables.event(int(change.after)) or ("", change.after)
    brief = (Brief("events", title),)
    return Sentence(f"The event of the turn: {title}.", ("5.0-1",), (change,), brief)


def _beneath(names: Names, _scene: Scene, change: Change) -> Sentence:
    unit = names.unit(change.what.removeprefix("beneath "))
    was = "0" if change.before == NOTHING else change.before
    now = "0" if change.after == NOTHING else change.after
    return Sentence(f"Hidden beneath {unit}: {now}, before {was}.", ("13.1-1",), (change,))


_SAID: Final[Mapping[str, Callable[[Names, Scene, Change], Sentence]]] = {
    "points": _points,
    "passed": _passed,
    "scouted": _scouted,
    "gas": _gas,
    "bombarded": _bombarded,
    "turn": _turn,
    "event": _event,
    "beneath": _beneath,
}
