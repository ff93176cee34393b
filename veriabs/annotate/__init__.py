"""What was proved of the loops, written into the user's own text."""
