"""Tools for Twilight of the Habsburgs.

| module | what it is for |
|---|---|
| `bench` | `make bench`: how fast zones, command, reach and verdicts are, as ratios |
| `baseline` | zones, command and movement in plain Python, which the core is measured beside |
"""
