"""Tools for Pursuit of Glory.

| module | what it is for |
|---|---|
| `bench` | `make bench`: how fast everything is, as ratios; `bench_*` are its parts |
| `baseline_supply` | supply in plain Python, which the bench measures the core against |
| `random_position` | a scenario, shaken: positions that no game need reach |
| `random_playout` | a scenario, played forward by legal moves |
| `workload` | realistic tables of moves: legal ones, changed ones, nonsense |
"""
