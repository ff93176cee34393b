"""Prunes loops: a violation depends on few iterations, and only these are run (docs/theory.md 3).

In: the task of one assertion. Out: a replay program, and the side conditions that justify it. `sweeps` recognises the
program fragment, `scalars` classifies its scalars, `flow` finds which iterations a violation needs, and `replay` runs
these. `checks` and `updates` make side conditions. Begin reading with `strategy.py`, then `proof.py`.
"""
