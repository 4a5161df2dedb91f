"""Records of games: how one is played on, and how it is written (docs/records.md)."""

from lexbelli.record.session import Difference, Record, Replay, digest, from_content, replay

__all__ = ["Difference", "Record", "Replay", "digest", "from_content", "replay"]
