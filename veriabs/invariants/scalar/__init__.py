"""Invariants of scalar loops: where candidates come from, and the program with every loop cut that proves them."""
