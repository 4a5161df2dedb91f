"""Recorded answers of other implementations, and ours to the same questions.

A record is one JSON object on a line: a position in a notation of its own (`notation`, `turns`),
and the answers given for it. Each type has a module: `supply`, `choices`, `battles`, `phases`,
`playable`, `events`, `replacements`, `redeployments`.
"""

from lexbelli.pursuit_of_glory.golden.battles import Fought
from lexbelli.pursuit_of_glory.golden.choices import Choices
from lexbelli.pursuit_of_glory.golden.notation import EVENT_CARDS
from lexbelli.pursuit_of_glory.golden.question import KINDS, RecordedQuestion
from lexbelli.pursuit_of_glory.golden.reading import Recorded, Unread, read_records
from lexbelli.pursuit_of_glory.golden.supply import Record

__all__ = [
    "EVENT_CARDS",
    "KINDS",
    "Choices",
    "Fought",
    "Record",
    "Recorded",
    "RecordedQuestion",
    "Unread",
    "read_records",
]
