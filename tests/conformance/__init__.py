"""What every game must pass, and a tiny game that passes it."""
