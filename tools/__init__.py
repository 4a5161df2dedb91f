"""What developers run and users never import: speed measured, random positions, tables of moves.

Nothing here goes into the wheel. It is run from the project's folder (`python -m tools....`), and
the tests import it.
"""
