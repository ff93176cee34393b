"""Prunes loops: a violation depends on few iterations, and only these are run (docs/theory.md 3).

In: the task of one assertion. Out: a small instance or a replay program, and the side conditions that justify it.
`sweeps` recognises the program fragment, `ranges` and `flow` analyse it, `scalars` classifies its scalars. `cutoff` and
`instance` apply the cutoff theorem, `replay` the other one; `checks` and `updates` make side conditions. Begin reading
with `strategy.py`, then `proof.py`.
"""
