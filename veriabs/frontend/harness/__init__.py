"""Write a `main` that verifies a function on its own: arbitrary arguments, its contract, and the call.

In: the tree of a preprocessed file, one of its functions, and its contract. Out: C text, and the conditions of the
verdict, which are all assumptions that the contract does not state. Begin with `main`, then `objects` and `clauses`.
"""
