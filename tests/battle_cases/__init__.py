"""Rulings about battles; tests/cases/test_battle_law.py puts them to the law."""
