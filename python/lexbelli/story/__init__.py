"""The story of a game: what happened in a record, in sentences (docs/story.md)."""

from lexbelli.story.chapters import Chapter
from lexbelli.story.sentences import Brief, PlainTeller, Scene, Sentence, Teller
from lexbelli.story.telling import Narrator, Part, Story, Told

__all__ = [
    "Brief",
    "Chapter",
    "Narrator",
    "Part",
    "PlainTeller",
    "Scene",
    "Sentence",
    "Story",
    "Teller",
    "Told",
]
