"""The decisions of the skirmish, a file each: see `home.py` for what one says."""
