"""Run the command as `python -m lexbelli`."""

from lexbelli.cli import main

if __name__ == "__main__":
    main()
