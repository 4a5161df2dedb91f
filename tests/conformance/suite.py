"""What every game must pass, whatever it is about.

A game brings an `Entrant`: positions to begin from, and what cannot be found out by asking. Every
`hold_...` puts one promise of `lexbelli.games` and `lexbelli.position` to the test, and asks for
nothing that those do not promise.
"""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest

import lexbelli
from lexbelli import BadInput, Dice, Record, capabilities, games, invariants
from lexbelli.position import CHANCE
from lexbelli.record.playback import Playback
from lexbelli.story import Chapter, PlainTeller, Story

__all__ = ["Entrant", "Goal"]

_SEED: Final = 2**32


@dataclass(frozen=True)
class Goal:
    """A goal for the solver.

    Attributes:
        start: The position, whose side has a move to make.
        text: The goal.
        reached: Whether a move reaches it.
    """

    start: Any
    text: str
    reached: bool


@dataclass(frozen=True)
class Entrant:
    """A game that is to pass.

    Attributes:
        game: The game.
        starts: Positions to begin games from.
        seeds: Each start is played with each of them.
        steps: How many answers a game has at most.
        spoilt: How many moves are spoilt at each decision.
        goals: Goals for the solver.
        secrets: Of a position and a side, positions that differ only in what is hidden from it.
        reveals: Whether a side's move cannot be judged or followed without what is hidden from it.
        offers: Whether all legal moves are gone through, so few are they.
    """

    game: games.Game
    starts: Sequence[Any]
    seeds: Sequence[int] = (1,)
    steps: int = 30
    spoilt: int = 4
    goals: Sequence[Goal] = ()
    secrets: Callable[[Any, str], Iterable[Any]] = field(default=lambda _position, _side: ())
    reveals: Callable[[Any, str, Any], bool] = field(default=lambda _position, _side, _move: False)
    offers: bool = True

    def walks(self) -> Iterator[tuple[Record, random.Random]]:
        """Yield random games, each as its record."""
        for number, start in enumerate(self.starts):
            for seed in self.seeds:
                dice = random.Random(f"{number} {seed}")
                record = Record(start, every=3)
                for _ in range(self.steps):
                    if not _go_on(record, dice):
                        break
                yield record, dice

    def decisions(self) -> Iterator[tuple[Any, random.Random]]:
        """Yield the positions of random games in which moves are asked for, each once."""
        seen = set()
        for record, dice in self.walks():
            for position in record.positions():
                if position not in seen and _sampled(position, 1, 0):
                    seen.add(position)
                    yield position, dice


def _go_on(record: Record, dice: random.Random) -> bool:
    """Play one random answer; whether there was one."""
    asked = record.position.decision
    if asked.kind == CHANCE:
        record.play(None, Dice(dice.randrange(_SEED)))
        return True
    answers: list[Any] = [*_sampled(record.position, 1, dice.randrange(_SEED)), *asked.choices]
    if not answers:
        return False
    # Moves are what is of interest; a choice is taken now and then.
    answer = answers[0] if dice.random() < 0.8 else dice.choice(answers)
    record.play(answer, Dice(dice.randrange(_SEED)) if dice.random() < 0.5 else None)
    return True


def _sampled(position: Any, number: int, seed: int) -> Sequence[Any]:
    """Return random moves; none if the position asks for none."""
    try:
        found: Sequence[Any] = position.sample_moves(number, seed)
    except BadInput:
        return ()
    return found


# --------------------------------------------------------------------------- in and out


def hold_positions(entrant: Entrant) -> None:
    """At every step: what must hold of every position (`lexbelli.invariants`)."""
    number = 0
    for record, _ in entrant.walks():
        for position in record.positions():
            number += 1
            assert games.of(position) is entrant.game
            assert not list(invariants.of_position(position)), position.to_json()
            assert lexbelli.load(position.to_json()) == position
            assert lexbelli.load(position.to_bytes()) == position
    assert number > len(entrant.starts)


def hold_refused(entrant: Entrant) -> None:
    """What is no position is refused, and names what is wrong."""
    start = entrant.starts[0]
    content = json.loads(start.to_json())
    wrong: list[Any] = ["", "{", "[]", json.dumps({**content, "schema": "nothing"})]
    wrong.append(json.dumps({**content, "nobody_knows_this": 1}))
    for document in wrong:
        with pytest.raises((BadInput, lexbelli.InvalidSetup)):
            entrant.game.from_document(document)
    whole = start.to_bytes()
    for content_ in (b"", whole[: len(whole) // 2], b"?" + whole):
        with pytest.raises((BadInput, lexbelli.InvalidSetup)):
            entrant.game.from_bytes(content_)
    with pytest.raises(BadInput):
        start.with_change(nobody_knows_this=1)
    with pytest.raises(BadInput):
        start.suppose("nobody")
    with pytest.raises(BadInput):
        capabilities.seen_by(start, "nobody_knows_this")


# --------------------------------------------------------------------------- law and checker


def hold_agreed(entrant: Entrant) -> None:
    """Law and checker say the same of legal moves and of spoilt ones, by rule and witness."""
    legal = illegal = 0
    for position, dice in entrant.decisions():
        for choice in position.decision.choices:
            assert not position.check(choice)
        for move in _sampled(position, 2, dice.randrange(_SEED)):
            legal += 1
            assert not list(invariants.agreed(position, move))
        for move in spoilt(position, dice, entrant.spoilt):
            illegal += bool(position.check(move))
            for hold in (invariants.agreed, invariants.judged):
                assert not list(hold(position, move)), f"{position.to_json()}\n{move}"
    assert legal > 0
    assert illegal > 0


def spoilt(position: Any, dice: random.Random, number: int) -> Iterator[Any]:
    """Yield moves with an order left out, doubled, or about other units and places."""
    found = _sampled(position, 2 * number, dice.randrange(_SEED))
    for move in found:
        contents = [dict(order.as_json()) for order in move.orders]
        others = [order.as_json() for order in dice.choice(found).orders]
        if contents and dice.random() < 0.3:
            contents.pop(dice.randrange(len(contents)))
        if others and dice.random() < 0.4:
            contents.append(dict(dice.choice(others)))
        if contents and dice.random() < 0.8:
            at = dice.randrange(len(contents))
            contents[at] = _renamed(position, contents[at], dice)
        try:
            yield position.move(contents)
        except BadInput:
            # It cannot even be read.
            continue
        number -= 1
        if number == 0:
            return


def _renamed(position: Any, content: Mapping[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return an order with one name put in place of another of its kind."""
    names = [position.known_units, position.spaces]

    def other(name: Any) -> Any:
        if isinstance(name, list):
            at = dice.randrange(len(name)) if name else 0
            return [other(one) if number == at else one for number, one in enumerate(name)]
        return next((dice.choice(known) for known in names if name in known), name)

    keys = [key for key in content if key != "order"]
    changed = dice.choice(keys) if keys else ""
    return {key: other(value) if key == changed else value for key, value in content.items()}


def hold_sampled(entrant: Entrant) -> None:
    """Moves drawn at random are legal by the core, and read again as they are written."""
    looked = 0
    for position, dice in entrant.decisions():
        for move in _sampled(position, 3, dice.randrange(_SEED)):
            looked += 1
            assert not list(invariants.of_move(position, move))
    assert looked > 0


def hold_offered(entrant: Entrant) -> None:
    """Orders offered, moves of the law, and the checker fit together."""
    looked = 0
    for position, dice in entrant.decisions():
        for move in _sampled(position, 1, dice.randrange(_SEED)):
            given: list[dict[str, Any]] = []
            for order in move.orders[:2]:
                told = position.orders(given)
                assert any(_means(offer.content, order.content) for offer in told), str(order)
                given.append(order.as_json())
        if entrant.offers:
            moves = list(position.moves())
            assert len(set(moves)) == len(moves)
            assert not any(position.check(move) for move in moves)
            known = {order.text for move in moves for order in move.orders}
            assert {order.text for order in position.orders()} == known
        looked += 1
        if looked == entrant.steps:
            return
    assert looked > 0


def _means(offer: Mapping[str, Any], order: Mapping[str, Any]) -> bool:
    """Whether an order is one that is offered; of a way its end may be all that is offered."""
    for key, value in offer.items():
        if key == "order" or not isinstance(value, list):
            if order.get(key, value) != value:
                return False
        elif key == "path" and value[-1:] != list(order.get(key, ()))[-1:]:
            return False
    return True


# --------------------------------------------------------------------------- records


def hold_recorded(entrant: Entrant, folder: Path) -> None:
    """Records are saved, read, replayed and gone on with; what did not fall is refused."""
    wrong = 0
    for number, (record, dice) in enumerate(entrant.walks()):
        path = folder / f"{number}.jsonl.gz" if number % 2 else folder / f"{number}.jsonl"
        record.save(path)
        again = Record.load(path)
        assert list(again.positions()) == list(record.positions())
        assert lexbelli.load(path) == record.position
        told = lexbelli.replay(path, verify=True)
        assert told.difference is None
        assert told.record.entries == record.entries
        wrong += _wrong_rolls_are_refused(record, folder / f"wrong_{number}.jsonl")
        if _go_on(again, dice):
            again.save(path)
            assert Record.load(path).position == again.position
        half = len(record) // 2
        record.undo(len(record) - half)
        assert len(record) == half
    assert wrong > 0


def _wrong_rolls_are_refused(record: Record, path: Path) -> int:
    """Spoil every roll of a record, one at a time; the number of them."""
    lines = record.text().splitlines()
    found = 0
    for at, line in enumerate(lines):
        content = json.loads(line)
        if "roll" not in content:
            continue
        for roll in (1000, ["nobody_knows_this"], [1, 2, 3, 4, 5, 6, 7]):
            found += 1
            changed = [*lines[:at], json.dumps({**content, "roll": roll}), *lines[at + 1 :]]
            path.write_text("\n".join(changed) + "\n")
            try:
                assert lexbelli.replay(path).difference is not None
            except BadInput:
                continue
    return found


def hold_told(entrant: Entrant) -> None:
    """Every difference of every step is told, to who sees everything and to each side."""
    number = 0
    for record, _ in entrant.walks():
        hidden = isinstance(record.start, capabilities.Hidden)
        for viewer in (None, *(entrant.game.sides if hidden else ())):
            content = record.text().encode()
            steps = list(Story(Playback(content, "record"), viewer))
            assert [told.scene.number for told in steps] == [*range(1, len(record) + 1)]
            for told in steps:
                number += 1
                claimed = {change for each in told.sentences for change in each.changes}
                assert claimed == set(told.scene.before.changes(told.scene.after))
                assert all(str(sentence).strip() for sentence in told.sentences)
                json.dumps(told.as_json())
            chapter = Chapter(PlainTeller(), steps[0])
            for told in steps:
                chapter.add(told)
            assert list(chapter.sentences())
    assert number > 0


# --------------------------------------------------------------------------- hidden hands


def hold_hidden(entrant: Entrant) -> None:
    """What a side is told does not depend on what is hidden from it.

    That goes for what it sees, and for its own decisions in the whole position too.
    """
    compared = decided = 0
    for record, dice in entrant.walks():
        for position in record.positions():
            sides = entrant.game.sides if isinstance(position, capabilities.Hidden) else ()
            for side in sides:
                seen: Any = position.seen_by(side)
                for other in entrant.secrets(position, side):
                    compared += 1
                    told = other.seen_by(side)
                    assert told == seen
                    assert hash(told) == hash(seen)
                    assert _told(told) == _told(seen)
                    if position.decision.side == side:
                        decided += 1
                        _hold_decision(
                            (position, other, seen), side, dice, entrant, compared % 4 == 0
                        )
                    if compared % 16 == 0:
                        assert told.draw().svg == seen.draw().svg
    is_hidden = isinstance(entrant.starts[0], capabilities.Hidden)
    assert (compared > 0) == (decided > 0) == is_hidden


def _told(position: Any) -> Sequence[Any]:
    """Return what can be read off a position."""
    return (
        *(position.to_json(), position.to_bytes(), position.facts(), position.decision),
        *(position.title, position.under_way, position.outline(), position.places()),
        position.allowed,
    )


def _hold_decision(
    those: Sequence[Any], side: str, dice: random.Random, entrant: Entrant, every: bool
) -> None:
    """Positions that a side cannot tell apart ask it the same, and judge and follow it alike.

    What shows who is hidden is told of none of them but the whole ones.
    """
    first, *rest = those
    made = [
        *_sampled(first, 2, dice.randrange(_SEED)),
        *spoilt(first, dice, 2),
        *("nobody knows this", ""),
    ]
    for other in rest:
        assert other.decision == first.decision
        for move in made:
            if entrant.reveals(first, side, move):
                continue
            verdicts = [_verdict(each, move) for each in (first, other)]
            assert verdicts[0] == verdicts[1], str(move)
            if not verdicts[0]:
                later = [each.after_answer(move).seen_by(side) for each in (first, other)]
                assert later[0] == later[1], str(move)
    if every and not entrant.reveals(first, side, None):
        offered = _texts(first.orders())
        assert all(_texts(other.orders()) == offered for other in rest)


def _verdict(position: Any, move: Any) -> Any:
    """Return what a position says against a move, or why it cannot read it."""
    try:
        return position.check(move)
    except BadInput as refused:
        return str(refused)


def _texts(orders: Iterable[Any]) -> list[str]:
    return [order.text for order in orders]


# --------------------------------------------------------------------------- pictures


def hold_drawn(entrant: Entrant, every: int = 1) -> None:
    """Positions can be drawn, in every theme, with every unit of the map; parts of them, too."""
    for record, dice in entrant.walks():
        for position in list(record.positions())[::every]:
            theme = dice.choice(["screen", "print", "colour-blind"])
            picture = position.draw(theme=theme)
            ET.fromstring(picture.svg)
            assert any(name.startswith("unit ") for name in picture.boxes)
        place = next(iter(position.board().places))
        ET.fromstring(position.draw(around=place, hops=1).svg)
        with pytest.raises(BadInput):
            position.draw(around="nobody_knows_this")


# --------------------------------------------------------------------------- goals and tables


def hold_solved(entrant: Entrant) -> None:
    """What can be reached is, by legal moves; what cannot is proven."""
    for goal in entrant.goals:
        found = lexbelli.solve(goal.start, goal.text, limit=1 if goal.reached else 0, seconds=60)
        solutions = list(found)
        assert bool(solutions) == goal.reached, goal.text
        for each in solutions:
            assert not goal.start.check(each.move, by="law")
            assert goal.start.play(each.move) == each.after
        if not goal.reached:
            assert found.found.proven, goal.text


def hold_judged(entrant: Entrant, folder: Path) -> None:
    """Tables and files of moves are judged as moves are, one by one."""
    rows: list[tuple[Any, Any]] = []
    for position, dice in entrant.decisions():
        rows += [(position, move) for move in spoilt(position, dice, 2)]
    name = entrant.game.name
    verdicts = [not position.check(move) for position, move in rows]
    assert {True, False} == set(verdicts)
    table = lexbelli.check_batch(
        {"position": [each for each, _ in rows], "move": [move for _, move in rows]}, game=name
    )
    assert table.column("legal") == verdicts
    for at, (position, move) in enumerate(rows):
        rules = [each.rule for each in position.check(move)]
        assert sorted(table.column("rules")[at]) == sorted(rules)
    path, out = folder / "moves.jsonl", folder / "verdicts.jsonl"
    lines = [
        {"position": json.loads(position.to_json()), "move": move.as_json()}
        for position, move in rows
    ]
    lines.append({"position": lines[0]["position"], "move": "nobody knows this"})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    lexbelli.validate([str(path)], str(out), game=name, chunk=7)
    told = [json.loads(line) for line in out.read_text().splitlines()]
    assert [each["legal"] for each in told] == [*verdicts, None]
    assert told[-1]["error"]
