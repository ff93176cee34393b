"""Proves assertions by closed forms: loops become recurrences that are solved and certified.

In: the program and the numbers of its assertions. Out: proofs without loops, computed in a process of its own.
`execute` runs code symbolically, `loops` is the rule for loops, `solve` and `cells` solve recurrences. `certify` checks
the solutions, and in `bounded_crosscheck` CBMC checks the first iterations. Begin reading with `strategy.py`, then
`decide.py` and `loops.py`.
"""
