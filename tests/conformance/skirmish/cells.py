"""What follows from the cells of a state: its document, its bytes, its facts for the law.

A state is a frozen dataclass that derives from `Cells`; `cell` declares each of its fields with
its shape. Nothing else lists them.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Protocol, Self

from lexbelli.errors import bad_input
from lexbelli.names import nearest, resolve

_LONGEST = 80


class Shape(Protocol):
    """What a cell may hold, and how it is written."""

    def read(self, given: Any, where: str) -> Any:
        """Read a value of a document."""

    def told(self, value: Any) -> Any:
        """Return the value as a document writes it."""

    def packed(self, value: Any) -> bytes:
        """Return the value as bytes."""

    def unpacked(self, content: Iterator[int]) -> Any:
        """Read the value from bytes, as a document writes it."""

    def terms(self, value: Any) -> Iterable[Sequence[object]]:
        """Yield the arguments of a fact for everything that the value says."""


def text(given: Any, where: str) -> str:
    """Return what is given if it is text."""
    if not isinstance(given, str):
        raise bad_input(f"text is needed, not '{str(given)[:_LONGEST]}'", where)
    return given


@dataclass(frozen=True, slots=True)
class Text:
    """Any short text."""

    def read(self, given: Any, where: str) -> str:
        found = text(given, where)
        if len(found) > _LONGEST or not found.isascii():
            raise bad_input(f"at most {_LONGEST} plain letters are needed", where)
        return found

    def told(self, value: str) -> str:
        return value

    def packed(self, value: str) -> bytes:
        return bytes([len(value)]) + value.encode()

    def unpacked(self, content: Iterator[int]) -> str:
        return bytes(next(content) for _ in range(next(content))).decode()

    def terms(self, value: str) -> Iterable[Sequence[object]]:
        yield (f'"{value}"',)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`, both below 256."""

    least: int
    most: int

    def read(self, given: Any, where: str) -> int:
        if type(given) is not int or not self.least <= given <= self.most:
            raise bad_input(f"a number from {self.least} to {self.most} is needed", where)
        return given

    def told(self, value: int) -> int:
        return value

    def packed(self, value: int) -> bytes:
        return struct.pack("B", value)

    def unpacked(self, content: Iterator[int]) -> int:
        return next(content)

    def terms(self, value: int) -> Iterable[Sequence[object]]:
        yield (value,)


@dataclass(frozen=True, slots=True)
class Word:
    """One of some words, or none of them where that may be."""

    of: Sequence[str]
    none: bool = False

    def read(self, given: Any, where: str) -> str | None:
        if given is None and self.none:
            return None
        return resolve(text(given, where), self.of, where)

    def told(self, value: str | None) -> str | None:
        return value

    def packed(self, value: str | None) -> bytes:
        return bytes([0 if value is None else 1 + self.of.index(value)])

    def unpacked(self, content: Iterator[int]) -> str | None:
        number = next(content)
        return None if number == 0 else self.of[number - 1]

    def terms(self, value: str | None) -> Iterable[Sequence[object]]:
        if value is not None:
            yield (value,)


@dataclass(frozen=True, slots=True)
class Words:
    """Some of some words, in the order of the alphabet; or in their own, where it matters."""

    of: Sequence[str]
    ordered: bool = False

    def read(self, given: Any, where: str) -> tuple[str, ...]:
        if not isinstance(given, list) or len(given) > _LONGEST:
            raise bad_input("a short list is needed", where)
        found = [resolve(text(word, where), self.of, where) for word in given]
        return tuple(found if self.ordered else sorted(found))

    def told(self, value: Sequence[str]) -> list[str]:
        return list(value)

    def packed(self, value: Sequence[str]) -> bytes:
        return bytes([len(value), *map(self.of.index, value)])

    def unpacked(self, content: Iterator[int]) -> list[str]:
        return [self.of[next(content)] for _ in range(next(content))]

    def terms(self, value: Sequence[str]) -> Iterable[Sequence[object]]:
        return ((word,) for word in value)


@dataclass(frozen=True, slots=True)
class Each:
    """A value for each of some names: all of them, or those that have one."""

    names: Sequence[str]
    shape: Shape
    some: bool = False

    def read(self, given: Any, where: str) -> tuple[tuple[str, Any], ...]:
        if not isinstance(given, dict):
            raise bad_input("an object is needed", where)
        known = {resolve(name, self.names, where): value for name, value in given.items()}
        wanted = [name for name in self.names if name in known or not self.some]
        empty: Any = []
        return tuple(
            (name, self.shape.read(known.get(name, empty), f"{where}.{name}")) for name in wanted
        )

    def told(self, value: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        return {name: self.shape.told(each) for name, each in value}

    def packed(self, value: Sequence[tuple[str, Any]]) -> bytes:
        parts = [bytes([self.names.index(name)]) + self.shape.packed(each) for name, each in value]
        return b"".join([bytes([len(parts)]), *parts])

    def unpacked(self, content: Iterator[int]) -> dict[str, Any]:
        number = next(content)
        return {self.names[next(content)]: self.shape.unpacked(content) for _ in range(number)}

    def terms(self, value: Sequence[tuple[str, Any]]) -> Iterable[Sequence[object]]:
        return ((name, *rest) for name, each in value for rest in self.shape.terms(each))


def cell(shape: Shape, usual: Any, about: str, *, fact: str | None = None) -> Any:
    """Declare a cell.

    Args:
        shape: What it may hold.
        usual: What it holds if a document does not say, as documents write it.
        about: What it is.
        fact: The predicate by which the law is told of it; None = the law is not.
    """
    told = {"shape": shape, "about": about, "fact": fact, "usual": usual}
    return field(default=shape.read(usual, "cell"), metadata=told)


@dataclass(frozen=True, slots=True)
class Cells:
    """A state made of cells."""

    @classmethod
    def of(cls, document: Mapping[str, Any], more: Sequence[str]) -> Self:
        """Read a document; `more` are keys that it may have besides."""
        shapes = {each.name: each.metadata for each in fields(cls)}
        for key in document:
            if key not in shapes and key not in more:
                raise bad_input("is unknown", str(key)[:_LONGEST], nearest(str(key), shapes))
        return cls(**{
            name: told["shape"].read(document.get(name, told["usual"]), name)
            for name, told in shapes.items()
        })  # fmt: skip

    def told(self) -> dict[str, Any]:
        """Return the document."""
        return {
            each.name: each.metadata["shape"].told(getattr(self, each.name))
            for each in fields(self)
        }

    def packed(self) -> bytes:
        """Return few bytes."""
        return b"".join(
            each.metadata["shape"].packed(getattr(self, each.name)) for each in fields(self)
        )

    @classmethod
    def unpacked(cls, content: bytes) -> dict[str, Any]:
        """Read the document from bytes.

        Raises:
            ValueError: They are no state's.
        """
        rest = iter(content)
        try:
            # What runs short inside a generator is a RuntimeError.
            found = {each.name: each.metadata["shape"].unpacked(rest) for each in fields(cls)}
        except (IndexError, RuntimeError, StopIteration, UnicodeError) as error:
            raise ValueError from error
        if next(rest, None) is not None:
            raise ValueError
        return found

    def facts(self) -> list[str]:
        """Return what the law is told."""
        return [
            f"{each.metadata['fact']}({','.join(map(str, terms))})."
            for each in fields(self)
            if each.metadata["fact"] is not None
            for terms in each.metadata["shape"].terms(getattr(self, each.name))
        ]
