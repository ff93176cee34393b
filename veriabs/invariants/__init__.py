"""Facts that every pass of a loop keeps: candidates, the programs that prove them, and what is known at last."""
