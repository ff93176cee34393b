"""Refines an abstraction of arrays by counterexamples (CEGAR over array elements, P-eureka).

In: the task of one assertion. Out: a proof by an abstract program that tracks some variables, elements and arrays.
`subject` prepares the task, `tracking` says what is tracked, `abstract` builds the abstract program, `path` follows its
counterexamples, and `proof` runs the refinement. Begin reading with `strategy.py`, then `proof.py`.
"""
