"""Generates candidate invariants and the programs that prove them.

In: a program of the core language, perhaps with an assertion. Out: candidates by loop, and queries for CBMC. Candidates
come from `candidates` and `limits` (scalars), `quantified/` (cells) and `scalar/` (sample runs). `bounds`
builds the cut program that proves them together; `houdini` drops those that fail and tries the rest again. Begin
reading with `bounds.py`, then `candidates.py` and `quantified/candidates.py`.
"""
