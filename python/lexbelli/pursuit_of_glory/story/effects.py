"""What followed from a step, in sentences: differences that nobody's order tells."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from lexbelli.moves import Change
from lexbelli.pursuit_of_glory.story.cards import cards_moved
from lexbelli.pursuit_of_glory.story.names import PHASES, Names
from lexbelli.pursuit_of_glory.story.units import grouped
from lexbelli.pursuit_of_glory.tables import season
from lexbelli.story.names import NOTHING, names_in
from lexbelli.story.sentences import Brief, Scene, Sentence, counted

__all__ = ["effects"]

# What only records what a sentence of the step says, or lapses with what is over: the step is told.
_RECORDS: Final = (
    *("actions", "ops", "active", "step", "siege rolled", "attacking", "digging", "stacks"),
    *("acted", "fought", "retreated", "pursuit", "provoked", "attacked", "cards used", "battle"),
    *("attacked through greek ports", "beachheads new", "jihad taken", "agenda", "random"),
    *("tribes due", "free revolts", "cards shown"),
)
_TRACKS: Final = {
    "vp": ("The VP marker", "5.1.1-1"),
    "jihad": ("The Jihad level", "16.3.1"),
    "ru_vp": ("The Russian VPs", "16.4.2"),
    "war_status_ap": ("The War Status of the AP", "16.1"),
    "war_status_cp": ("The War Status of the CP", "16.1"),
    "combined_war_status": ("The Combined War Status", "16.1"),
    "mo_modifier": ("The modifier of mandated offensives", "7.1"),
}
# Where a battle stands, and by what rule it takes steps or sends units away.
_IN_BATTLE: Final = {
    "weather": "12.5.1",
    "defenders_losses": "12.6.3-2",
    "attackers_losses": "12.6.3-2",
    "retreat": "12.7",
    "advance": "12.9",
}
_LISTS: Final[Mapping[str, tuple[str, str, str]]] = {
    "forts destroyed": ("The fort of {} is destroyed", "The fort of {} stands again", ""),
    "beachheads": ("A beachhead marker lies at {}", "The beachhead marker at {} is gone", "18.6"),
    "ru vp": ("A RU VP marker lies in {}", "The RU VP marker in {} is gone", "16.4.2"),
    "collapsed": ("{} collapses", "{} is no longer collapsed", "18.8"),
    "revolts": ("{} is in revolt", "{} is no longer in revolt", "16.3.3.5"),
    "revolts entered": (
        "A regular unit of the CP has entered {}",
        "No regular unit of the CP has entered {}",
        "16.3.3.3",
    ),
    "penalties": ("A penalty is paid: {}", "A penalty is taken back: {}", ""),
    "flags": ("A turning point is recorded: {}", "It is recorded no longer: {}", ""),
}


def effects(names: Names, scene: Scene, changes: Sequence[Change]) -> Iterator[Sentence]:
    """Say the differences that no other sentence tells; each of them is told.

    Args:
        names: The printed names.
        scene: What happened.
        changes: The differences that are left to be told.
    """
    units = [change for change in changes if names.is_unit(change.what)]
    yield from _units(names, scene, units)
    cards = [change for change in changes if change.what.startswith("cards ap")]
    cards += [change for change in changes if change.what.startswith("cards cp")]
    yield from cards_moved(names, scene, cards)
    yield from _mandated(names, changes)
    yield from _points(changes)
    left = [change for change in changes if change not in units and change not in cards]
    for change in left:
        for word, say in _SAID.items():
            if change.what == word or (word not in _LISTS and change.what.startswith(f"{word} ")):
                yield from say(names, scene, change)
                break
        else:
            yield from _another(names, change)


def records(changes: Sequence[Change]) -> tuple[Change, ...]:
    """Return the differences that only record what the step's own sentence says."""
    return tuple(
        change
        for change in changes
        if any(change.what == word or change.what.startswith(f"{word} ") for word in _RECORDS)
        and not change.what.startswith("attacked by")
    )


def _units(names: Names, scene: Scene, changes: Sequence[Change]) -> Iterator[Sentence]:
    if not changes:
        return
    core = scene.before.core
    if core.phase == "attrition" and scene.fell and not scene.entry.roll:
        reasons: dict[str, list[Change]] = {}
        rules = {loss.unit: loss.rule for loss in scene.before.attrition().lost}
        for change in changes:
            reasons.setdefault(rules.get(change.what, ""), []).append(change)
        for rule, those in reasons.items():
            opening = "Out of supply, " if rule else ""
            yield from grouped(names, those, (rule,) if rule else (), opening)
        return
    if core.target is not None and core.stage is not None:
        yield from _fought(names, scene, str(core.stage), changes)
        return
    yield from grouped(names, changes)


def _fought(
    names: Names, scene: Scene, stage: str, changes: Sequence[Change]
) -> Iterator[Sentence]:
    """Say what befell units in a battle though nobody ordered it."""
    rule = _IN_BATTLE.get(stage, "")
    # Who is asked for losses has a choice; dice and the last cards go on to losses without one.
    if (scene.fell and stage != "weather") or stage.endswith("late_cards"):
        lost = [each for each in changes if each.after.endswith((" (reduced)", "eliminated"))]
        yield from grouped(names, lost, ("12.6.4-1",), "Without a choice of losses, ")
        changes = [change for change in changes if change not in lost]
    yield from grouped(names, changes, (rule,) if rule else ())


def _control(names: Names, scene: Scene, change: Change) -> Iterator[Sentence]:
    place = change.what.removeprefix("control of ")
    rule = ""
    if scene.before.core.phase == "attrition":
        rule = {each.space: each.rule for each in scene.before.attrition().turned}.get(place, "")
    elif scene.before.core.phase == "siege":
        rule = "11.2.1.d"
    elif change.after != "neutral":
        rule = "11.2.1.a" if names.worth(place) else "11.2-1"
    worth = names.worth(place)
    value = f", worth {counted(worth, 'VP')}," if worth else ""
    if change.after == "neutral":
        text = (
            f"{names.place(place)}{value} is no longer controlled by the {change.before.upper()}."
        )
    else:
        text = f"The {change.after.upper()} takes control of {names.place(place)}{value}"
        text = text.rstrip(",") + "."
    brief = (Brief("places", f"{names.place(place)} to {_holder(change.after)}"),) if worth else ()
    yield Sentence(text, (rule,) if rule else (), (change,), brief)


def _holder(side: str) -> str:
    return "nobody" if side == "neutral" else f"the {side.upper()}"


def _partial(names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    place = names.place(change.what.removeprefix("partial control of "))
    if change.after == NOTHING:
        text = f"The {change.before.upper()} no longer holds {place} in part."
    else:
        text = f"The {change.after.upper()} holds {place} in part."
    yield Sentence(text, ("11.2.2.1-1",), (change,))


def _fort(names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    place = names.place(change.what.removeprefix("fort of "))
    said = {
        "besieged": f"The fort of {place} is besieged.",
        "siege lapsed": f"The siege of {place} lapses.",
        "free": f"The fort of {place} is no longer besieged.",
    }
    text = said.get(change.after, f"The fort of {place}: {change.after}.")
    brief = () if change.after == "free" else (Brief("sieges", f"{place} {change.after}"),)
    yield Sentence(text, ("15.2",), (change,), brief)


def _track(names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    name, rule = _TRACKS.get(change.what.removeprefix("tracks "), ("", ""))
    if not name:
        yield from _another(names, change)
        return
    verb = "go" if name.endswith("s") and name.startswith("The Russian") else "goes"
    yield Sentence(f"{name} {verb} from {change.before} to {change.after}.", (rule,), (change,))


def _points(changes: Sequence[Change]) -> Iterator[Sentence]:
    """Say all replacement points together (17)."""
    those = tuple(each for each in changes if each.what.startswith("replacements "))
    if those:
        told = []
        for change in those:
            kind = change.what.removeprefix("replacements ").upper()
            kind = {"AP_ALLIED": "AP-A", "CP_ALLIED": "CP-A"}.get(kind, kind)
            told.append(f"{kind} from {change.before} to {change.after}")
        yield Sentence(f"Replacement points go: {', '.join(told)}.", ("9.4.1-1",), those)


def _event(names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    card = names.card(change.what.removeprefix("events "))
    if change.after == NOTHING:
        text = f"The event {card} counts as past no longer."
    else:
        text = f"The event {card} has happened in turn {change.after}."
    yield Sentence(text, ("9.5.1",), (change,))


def _trench(names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    place, _, key = change.what.removeprefix("trenches ").partition(" ")
    where = names.place(place)
    if key:
        text = f"The {key} of the trench at {where} goes from {change.before} to {change.after}."
    elif change.after == NOTHING:
        text = f"The trench at {where} is gone ({change.before})."
    else:
        text = f"A trench stands at {where} ({change.after})."
    yield Sentence(text, ("11.3",), (change,))


def _list(names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    come, gone, rule = _LISTS[change.what]
    parts = []
    for said, told in ((come, change.after), (gone, change.before)):
        named = [names.any(name) for name in names_in(told)]
        parts += [said.format(name) for name in named]
    brief = (Brief("sieges", "; ".join(parts)),) if change.what.startswith("forts") else ()
    yield Sentence(f"{'. '.join(parts)}.", (rule,) if rule else (), (change,), brief)


def _commitment(_names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    side = change.what.removeprefix("commitment ").upper()
    text = f"The war commitment of the {side} goes from {change.before} to {change.after}."
    yield Sentence(text, ("6.0.F.4-1",), (change,), (Brief("events", text.rstrip(".")),))


def _phase(_names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    name, rule = PHASES.get(change.after, (change.after, ""))
    if change.after == NOTHING:
        yield Sentence("The phase is over.", (), (change,))
        return
    verb = "." if name.startswith("The ") else " begins."
    name = name if name.startswith("The ") else f"The {name}"
    yield Sentence(f"{name}{verb}", (rule,) if rule else (), (change,))


def _turn(_names: Names, scene: Scene, change: Change) -> Iterator[Sentence]:
    turn = int(change.after)
    those = (change, *scene.beginning("round"))
    yield Sentence(f"Turn {turn} ({season(turn)}) begins.", ("6.0-1",), those)


def _round(_names: Names, scene: Scene, change: Change) -> Iterator[Sentence]:
    if scene.change("turn") is None:
        yield Sentence(f"Action round {change.after} begins.", ("8.1.1-1",), (change,))


def _greece(_names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    joined = {"neutral": "is neutral again", "ap": "joins the AP", "cp": "joins the CP"}
    text = f"Greece {joined.get(change.after, change.after)}."
    yield Sentence(text, ("18.8.1",), (change,), (Brief("events", text.rstrip(".")),))


def _ceiling(_names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    was = "none" if change.before == NOTHING else change.before
    now = "none" if change.after == NOTHING else change.after
    text = f"The ceiling of Turkish replacement points goes from {was} to {now}."
    yield Sentence(text, ("6.0.G-2",), (change,))


def _told_together(_names: Names, _scene: Scene, _change: Change) -> Iterator[Sentence]:
    """Say nothing: those of its kind are told together."""
    return iter(())


def _mandated(names: Names, changes: Sequence[Change]) -> Iterator[Sentence]:
    """Say which mandated offensives are new, met, or over."""
    for side in ("ap", "cp"):
        those = tuple(each for each in changes if each.what == f"mandated {side}")
        gone: dict[str, bool] = {}
        come: dict[str, bool] = {}
        for change in those:
            for told, kept in ((change.before, gone), (change.after, come)):
                if told != NOTHING:
                    named, _, state = told.removeprefix("offensive ").partition(", met ")
                    kept[named] = state == "yes"
        parts = []
        for word, met in come.items():
            what = names.offensive(word)
            if word in gone and met:
                parts.append(f"the {side.upper()} has met its mandated offensive ({what})")
            else:
                already = " (met already)" if met else ""
                told = f"the mandated offensive of the {side.upper()} is {what}{already}"
                parts.append(told)
        for word, met in gone.items():
            if word not in come:
                end = "was met" if met else "was not met"
                what = names.offensive(word)
                parts.append(
                    f"the mandated offensive of the {side.upper()} ({what}) is over; it {end}"
                )
        if parts:
            text = "; ".join(parts)
            rule = "7.1.3-1" if gone else "7.1.1-2"
            yield Sentence(f"{text[0].upper()}{text[1:]}.", (rule,), those)


def _another(names: Names, change: Change) -> Iterator[Sentence]:
    """Say a difference by its name, with printed names in place of ids."""
    what = " ".join(names.any(word) for word in change.what.split())
    was, now = (
        ", ".join(names.any(word) for word in names_in(told)) or "none"
        for told in (change.before, change.after)
    )
    text = f"{what[0].upper()}{what[1:]}: {now}, before {was}."
    yield Sentence(text, (), (change,))


def _uprising(names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    place = names.place(change.what.removeprefix("uprisings "))
    if change.after == NOTHING:
        text = f"The {change.before.capitalize()} uprising in {place} is over."
    else:
        text = f"A {change.after.capitalize()} uprising marker lies in {place}."
        text = text.replace("A Armenian", "An Armenian")
    yield Sentence(text, ("3.2.4.2",), (change,))


def _bound(names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    unit = names.unit(change.what.removeprefix("bound for "))
    if change.after == NOTHING:
        text = f"{unit} is no longer under way to the {change.before}."
    else:
        text = f"{unit} is under way around Africa to the {change.after}."
    yield Sentence(text.replace("_", " "), ("18.10.2",), (change,))


def _revolution(_names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    what = change.what.removeprefix("revolution ")
    if what == "stage":
        text = f"The Russian Revolution goes from stage {change.before} to {change.after}."
        yield Sentence(text, ("16.4.5",), (change,), (Brief("events", text.rstrip(".")),))
        return
    marker = {"parvus": "Parvus", "revolution": "Revolution", "czar": "Long Live the Czar"}
    name = marker.get(what, what)
    where = "is taken off" if change.after == NOTHING else f"lies on turn {change.after}"
    was = "" if change.before == NOTHING else f", before on turn {change.before}"
    yield Sentence(f"The marker {name} {where}{was}.", ("16.4",), (change,))


def _beachheads(_names: Names, _scene: Scene, change: Change) -> Iterator[Sentence]:
    text = f"Beachhead markers in reserve go from {change.before} to {change.after}."
    yield Sentence(text, ("18.6",), (change,))


_SAID: Final[Mapping[str, Callable[[Names, Scene, Change], Iterator[Sentence]]]] = {
    "control of": _control,
    "partial control of": _partial,
    "fort of": _fort,
    "tracks": _track,
    "replacements": _told_together,
    "events": _event,
    "trenches": _trench,
    **dict.fromkeys(_LISTS, _list),
    "commitment": _commitment,
    "mandated": _told_together,
    "turn": _turn,
    "round": _round,
    "phase": _phase,
    "greece": _greece,
    "max tu rp": _ceiling,
    "uprisings": _uprising,
    "bound for": _bound,
    "revolution": _revolution,
    "beachheads in reserve": _beachheads,
}


def document(position: Any) -> Mapping[str, Any]:
    """Return a position's document in short."""
    found: Mapping[str, Any] = position.in_short()
    return found
