"""Candidate counterexample -> native program -> seen to reach the error, or not."""
