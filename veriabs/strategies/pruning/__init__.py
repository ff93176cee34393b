"""Loop pruning (docs/theory.md 3)."""
