"""veriabs proves C programs that loop over large arrays, with CBMC.

In: C files and the properties to check. Out: a verdict for each goal, with a proof or a compiled counterexample.
`frontend` reads programs, `loops` and `invariants` analyse them, `strategies` prove, `solvers` run CBMC, `replay` runs
counterexamples, `verify` directs all of them, `report` writes the results. Begin reading with `verify/api.py`, then
`core/verdict.py`.
"""

__version__ = "1.0.0"
