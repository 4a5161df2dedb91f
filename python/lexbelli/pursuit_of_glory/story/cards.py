"""Where cards went, in sentences."""

from collections.abc import Iterator, Sequence
from typing import Final

from lexbelli.moves import Change
from lexbelli.pursuit_of_glory.story.names import Names
from lexbelli.story.names import names_in
from lexbelli.story.sentences import Scene, Sentence, counted

__all__ = ["cards_moved"]

_SIDES: Final = ("ap", "cp")
_PILES: Final = {
    "hand": "the hand",
    "deck": "the draw pile",
    "discard": "the discard pile",
    "face_up": "face up on the table",
    "removed": "the cards that are out of the game",
    "hidden": "hand and draw pile, hidden",
}
# More cards than so many are counted where they are shuffled.
_FEW: Final = 4


def cards_moved(names: Names, scene: Scene, changes: Sequence[Change]) -> Iterator[Sentence]:
    """Say which cards of each side went from where to where.

    Args:
        names: The printed names.
        scene: What happened.
        changes: The differences of piles of cards that are left to be told.
    """
    for side in _SIDES:
        those = [each for each in changes if each.what.split()[1] == side]
        if those:
            # Where a card comes from may be told of another that has been drawn from there.
            text = _said(names, side, scene.beginning(f"cards {side}"), _drawn(scene))
            yield Sentence(text, changes=tuple(those))


def _drawn(scene: Scene) -> str:
    """Return the card that is drawn, which the step says by itself."""
    word, _, card = str(scene.entry.answer).partition(" ")
    return card if scene.fell and word == "draws" else ""


def _said(names: Names, side: str, changes: Sequence[Change], drawn: str) -> str:
    gone: dict[str, str] = {}
    come: dict[str, str] = {}
    number = ""
    for change in changes:
        pile = "_".join(change.what.split()[2:])
        if pile == "hidden_in_hand":
            number = f"the hidden hand has {change.after} cards, {change.before} before"
            number = number.replace("-", "0")
            continue
        gone |= dict.fromkeys(names_in(change.before), pile)
        come |= dict.fromkeys(names_in(change.after), pile)
    ways: dict[tuple[str | None, str | None], list[str]] = {}
    for card in dict.fromkeys([*gone, *come]):
        if card == drawn:
            continue
        ways.setdefault((gone.get(card), come.get(card)), []).append(card)
    parts = []
    for (start, end), cards in ways.items():
        told = names.cards(cards)
        if end in ("deck", "hidden") and len(cards) > _FEW:
            told = counted(len(cards), "card")
        verb = "goes" if len(cards) == 1 else "go"
        origin = f" from {_PILES[start]}" if start else ""
        goal = f" to {_PILES[end]}" if end else " out of sight"
        if start is None:
            verb = verb.replace("go", "come", 1).replace("comees", "comes")
        parts.append(f"{told} {verb}{origin}{goal}")
    parts += [number] if number else []
    return f"{side.upper()} cards: {'; '.join(parts)}."
