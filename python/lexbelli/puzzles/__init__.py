"""Puzzles: the law as a solver (docs/puzzles.md)."""
