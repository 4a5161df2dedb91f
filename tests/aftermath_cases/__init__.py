"""Rulings about what follows the dice; tests/cases/test_aftermath_law.py puts them to the law."""
