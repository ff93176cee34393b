"""Replaces loops that add up array elements by a ghost variable, which is updated at each write.

In: the task of one assertion. Out: a program for the other strategies. `sums` finds the loops, `strategy` rewrites.
Begin reading with `strategy.py`.
"""
